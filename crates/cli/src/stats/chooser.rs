//! The players of the games of `polymerge stats`.

use polymerge::advanced::rules::TurnError;
use polymerge::sample::RandomMoves;
use polymerge::{Engine, State};
use polymerge_player::{Chooser, GuidedPlayer, LearnedPlayer, LearnedValue, RolloutPlayer, SearchPlayer};

use crate::bench::player::Kind;

/// The player of one game.
pub enum GameChooser<'v> {
    /// Plays every legal direction with the same chance.
    Random(RandomMoves),
    /// Plays the best direction of a ranking.
    Player(Box<Engine>, Box<dyn Chooser + 'v>),
}

impl<'v> GameChooser<'v> {
    /// Returns a player for a game of this seed and state. The choice has random numbers of its
    /// own, so that all players get the same spawns.
    pub fn new(kind: Kind, game: &State, seed: u64, value: Option<&'v mut LearnedValue>) -> GameChooser<'v> {
        let player: Box<dyn Chooser + 'v> = match (kind, value) {
            (Kind::Rollouts(turns), _) => Box::new(RolloutPlayer::new(turns, !seed)),
            (Kind::Learned, Some(value)) => Box::new(LearnedPlayer::new(value, !seed)),
            (Kind::Search(positions), Some(value)) => {
                Box::new(SearchPlayer::new(value, positions, u32::MAX, !seed))
            }
            (Kind::Guided(turns), Some(value)) => Box::new(GuidedPlayer::new(value, turns, !seed)),
            (Kind::Random, _) | (Kind::Search(_) | Kind::Learned | Kind::Guided(_), None) => {
                return GameChooser::Random(RandomMoves::new(seed))
            }
        };
        GameChooser::Player(Box::new(Engine::new(game.rules().clone(), 0.0)), player)
    }

    /// Chooses a direction; `None` if no direction is legal.
    pub fn choose(&mut self, game: &State) -> Result<Option<usize>, TurnError> {
        match self {
            GameChooser::Random(random) => random.choose(game),
            GameChooser::Player(engine, player) => {
                let position = engine.position(game.clone())?;
                player.choose(engine, &position)
            }
        }
    }
}
