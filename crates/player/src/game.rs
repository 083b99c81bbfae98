//! Whole games of a player.

use polymerge_rules::{
    make_turn, Direct, Engine, EngineGame, Position, RandomMoves, Randomness, Rng, Step, TurnError,
};

use crate::rollout::{continue_game, moves, End};
use crate::rollouts::Rollouts;
use crate::stream::derive;

/// A player of whole games.
pub trait Player {
    /// Makes a turn: chooses a direction and presses it. Returns true if anything moved. Returns
    /// false if no direction is legal.
    ///
    /// # Errors
    /// A turn fails or reaches a limit of the engine.
    fn turn<R: Randomness>(
        &mut self,
        engine: &mut Engine,
        position: &mut Position,
        random: &mut R,
    ) -> Result<bool, TurnError>;

    /// The number of simulated turns so far.
    fn simulated(&self) -> u64 {
        0
    }
}

/// A player that only chooses a direction; every chooser is a [`Player`].
pub trait Chooser {
    /// The direction to press; `None` if none is legal.
    ///
    /// # Errors
    /// Turns fail or reach a limit of the engine, and no direction is left.
    fn choose(&mut self, engine: &mut Engine, position: &Position) -> Result<Option<usize>, TurnError>;

    /// The number of simulated turns and evaluated directions so far.
    fn simulated(&self) -> u64;
}

impl<C: Chooser> Player for C {
    fn turn<R: Randomness>(
        &mut self,
        engine: &mut Engine,
        position: &mut Position,
        random: &mut R,
    ) -> Result<bool, TurnError> {
        match self.choose(engine, position)? {
            Some(direction) => moves(engine.play(position, direction, random)),
            None => Ok(false),
        }
    }

    fn simulated(&self) -> u64 {
        Chooser::simulated(self)
    }
}

/// Plays every legal direction with the same chance.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    moves: RandomMoves,
}

impl RandomPlayer {
    /// Creates a player with a stream of random numbers of its own.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { moves: RandomMoves::new(derive(seed, u64::MAX)) }
    }
}

impl Player for RandomPlayer {
    fn turn<R: Randomness>(
        &mut self,
        engine: &mut Engine,
        position: &mut Position,
        random: &mut R,
    ) -> Result<bool, TurnError> {
        let moves = &mut self.moves;
        let step = make_turn(&mut EngineGame::new(engine, position, random)?, |game| moves.choose(game))?;
        Ok(matches!(step, Step::Turn(_)))
    }
}

/// Plays the direction that [`Rollouts`] rank first.
#[derive(Clone, Debug)]
pub struct RolloutPlayer {
    budget: u64,
    seed: u64,
    turns: u64,
    simulated: u64,
}

impl RolloutPlayer {
    /// Creates a player that simulates about `budget` turns for each of its own turns.
    pub fn new(budget: u64, seed: u64) -> RolloutPlayer {
        RolloutPlayer { budget, seed, turns: 0, simulated: 0 }
    }
}

impl Chooser for RolloutPlayer {
    fn choose(&mut self, engine: &mut Engine, position: &Position) -> Result<Option<usize>, TurnError> {
        self.turns += 1;
        let seed = derive(self.seed, self.turns);
        let mut rollouts = Rollouts::new(engine, position, self.budget, seed)?;
        if !rollouts.is_decided() {
            while rollouts.round(engine) {}
            self.simulated += rollouts.simulated();
        }
        Ok(rollouts.best())
    }

    fn simulated(&self) -> u64 {
        self.simulated
    }
}

/// Presses directions that move nothing: scripts of the mode may change the board then. Returns
/// true if something moved after all.
fn press_blocked<R: Randomness>(
    engine: &mut Engine,
    position: &mut Position,
    random: &mut R,
) -> Result<bool, TurnError> {
    let step = make_turn(&mut EngineGame::new(engine, position, random)?, |_| Ok(None))?;
    Ok(matches!(step, Step::Turn(_)))
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The score.
    pub score: f64,
    /// Turns that were made.
    pub turns: u64,
    /// True if the goal was reached, also if the game went on after that.
    pub won: bool,
    /// True if the game has ended; false if it was cut.
    pub ended: bool,
    /// True if the game ended because a turn failed or reached a limit of the engine.
    pub failed: bool,
}

/// Plays a game with a player: at most `most_turns` turns, also after a win where the mode allows
/// it. The seed is that of the game's random numbers; the player has numbers of its own, so that
/// two players get the same luck.
///
/// # Errors
/// The start of the game fails.
pub fn play_game(
    engine: &mut Engine,
    player: &mut impl Player,
    seed: u64,
    most_turns: u64,
) -> Result<Outcome, TurnError> {
    let mut random = Direct(Rng::new(seed));
    let mut position = engine.start(&mut random)?;
    let (mut turns, mut won) = (0, false);
    let end = loop {
        match continue_game(engine, &mut position, &mut won) {
            Ok(None) if turns >= most_turns => break End::Cut,
            Ok(None) => {}
            Ok(Some(end)) => break end,
            Err(_) => break End::Failed,
        }
        match player.turn(engine, &mut position, &mut random) {
            Ok(true) => turns += 1,
            Ok(false) => match press_blocked(engine, &mut position, &mut random) {
                Ok(true) => turns += 1,
                Ok(false) => break End::Over,
                Err(_) => break End::Failed,
            },
            Err(_) => break End::Failed,
        }
    };
    won |= position.won();
    Ok(Outcome { score: position.score(), turns, won, ended: end != End::Cut, failed: end == End::Failed })
}
