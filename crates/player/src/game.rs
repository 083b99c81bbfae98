//! Whole games of a player.

use polymerge_rules::{
    Chooser, Direct, Engine, EngineGame, GameState, Position, RandomMoves, Randomness, Rng, TurnError,
};

use crate::adviser::Adviser;
use crate::casual::Casual;
use crate::learned::value::LearnedValue;
use crate::outcome::{Outcome, play_on};
use crate::policy::Policy;
use crate::stream::derive;

/// A player of whole games, in positions of one engine.
#[derive(Debug)]
pub enum Player<V = Box<LearnedValue>> {
    /// Plays every legal direction with the same chance.
    Random(RandomMoves),
    /// Plays at a glance, with slips.
    Casual(Casual),
    /// Plays the best direction of an adviser.
    Adviser(Adviser<V>),
}

impl<V> From<Adviser<V>> for Player<V> {
    fn from(adviser: Adviser<V>) -> Player<V> {
        Player::Adviser(adviser)
    }
}

impl<V> From<Casual> for Player<V> {
    fn from(casual: Casual) -> Player<V> {
        Player::Casual(casual)
    }
}

impl Player {
    /// Creates a player that plays every legal direction with the same chance, with a stream of
    /// random numbers of its own.
    pub fn random(seed: u64) -> Player {
        Player::at_random(seed)
    }
}

impl<V: AsMut<LearnedValue>> Player<V> {
    pub(crate) fn at_random(seed: u64) -> Player<V> {
        Player::Random(RandomMoves::new(derive(seed, u64::MAX)))
    }

    /// Chooses a direction; `None` if none is legal.
    ///
    /// # Errors
    /// Turns fail or reach a limit of the engine, and no direction is left.
    pub fn choose<R: Randomness>(
        &mut self,
        game: &mut EngineGame<'_, R>,
    ) -> Result<Option<usize>, TurnError> {
        match self {
            Player::Random(moves) => moves.choose(game),
            Player::Casual(casual) => {
                let (engine, position) = game.look();
                casual.choose(engine, position)
            }
            Player::Adviser(adviser) => {
                let (engine, position) = game.look();
                adviser.choose(engine, position)
            }
        }
    }

    /// The work so far: simulated turns, evaluated positions or directions.
    pub fn work(&self) -> u64 {
        match self {
            Player::Random(_) | Player::Casual(_) => 0,
            Player::Adviser(adviser) => adviser.total_work(),
        }
    }
}

/// A player of games of the interpreter, whose turns are recorded. It chooses by an engine beside
/// the game.
#[derive(Debug)]
pub struct GamePlayer<V = Box<LearnedValue>> {
    player: Player<V>,
    engine: Option<Box<Engine>>,
}

impl<V: AsMut<LearnedValue>> GamePlayer<V> {
    /// Creates a player for the game of a seed; `None` if the policy needs a learned value and
    /// there is none.
    pub fn new(policy: Policy, value: Option<V>, seed: u64) -> Option<GamePlayer<V>> {
        let mut player = GamePlayer { player: policy.player(value, seed)?, engine: None };
        player.begin(seed);
        Some(player)
    }
}

impl<V: AsMut<LearnedValue>> Chooser for GamePlayer<V> {
    /// Begins the game of a seed. Its rules may be others, where cells are drawn for each game.
    fn begin(&mut self, seed: u64) {
        self.engine = None;
        match &mut self.player {
            Player::Random(moves) => moves.begin(seed),
            Player::Casual(casual) => *casual = Casual::new(seed),
            Player::Adviser(adviser) => adviser.reseed(!seed),
        }
    }

    fn choose(&mut self, game: &GameState) -> Result<Option<usize>, TurnError> {
        let GamePlayer { player, engine } = self;
        match player {
            Player::Random(moves) => moves.choose(game),
            Player::Casual(casual) => {
                let (engine, position) = position_of(engine, game)?;
                casual.choose(engine, &position)
            }
            Player::Adviser(adviser) => {
                let (engine, position) = position_of(engine, game)?;
                adviser.choose(engine, &position)
            }
        }
    }
}

/// Returns the position of a game in an engine, which is made first if there is none.
fn position_of<'a>(
    engine: &'a mut Option<Box<Engine>>,
    game: &GameState,
) -> Result<(&'a mut Engine, Position), TurnError> {
    let engine = engine.get_or_insert_with(|| Box::new(Engine::new(game.rules().clone(), 0.0)));
    let position = engine.position(game.clone())?;
    Ok((engine, position))
}

/// Plays a game with a player: at most `most_turns` turns, also after a win where the mode allows
/// it. The seed is that of the game's random numbers; the player has numbers of its own, so that
/// two players get the same luck.
///
/// # Errors
/// The start of the game fails.
pub fn play_game<V: AsMut<LearnedValue>>(
    engine: &mut Engine,
    player: &mut Player<V>,
    seed: u64,
    most_turns: u64,
) -> Result<Outcome, TurnError> {
    play_game_seen(engine, player, seed, most_turns, |_| {})
}

/// Plays a game as [`play_game`] does, and shows its positions before each turn.
pub(crate) fn play_game_seen<V: AsMut<LearnedValue>>(
    engine: &mut Engine,
    player: &mut Player<V>,
    seed: u64,
    most_turns: u64,
    mut seen: impl FnMut(&Position),
) -> Result<Outcome, TurnError> {
    let mut random = Direct(Rng::new(seed));
    let position = engine.start(&mut random)?;
    let mut goes_on = |_: &Engine, position: &Position| {
        seen(position);
        true
    };
    Ok(play_on(engine, position, &mut random, most_turns, &mut |game| player.choose(game), &mut goes_on))
}

impl Policy {
    /// Returns a player; `None` if it needs a learned value and there is none.
    pub fn player<V: AsMut<LearnedValue>>(self, value: Option<V>, seed: u64) -> Option<Player<V>> {
        Some(match self {
            Policy::Random => Player::at_random(seed),
            Policy::Casual => Casual::new(seed).into(),
            Policy::Rollouts(turns) => Adviser::by_rollouts(turns, seed).into(),
            Policy::Learned => Adviser::learned(value?, seed).into(),
            Policy::Search(nodes) => Adviser::search(value?, nodes, seed).into(),
            Policy::Guided(turns) => Adviser::guided(value?, turns, seed).into(),
        })
    }
}
