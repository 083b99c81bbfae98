//! The ranking of directions for `polymerge watch` and `polymerge review`, by rollouts or by
//! learned weights.

use clap::Args;
use polymerge::advanced::rules::{Position, Screen};
use polymerge::{Engine, Error, State};
use polymerge_player::Adviser;
pub use polymerge_player::Ranked;

use crate::failure::Failure;
use crate::weights::Weights;

#[derive(Args)]
pub struct RankingOptions {
    /// Turns of random games to simulate for each move (2,000 if left out)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    turns: Option<u64>,
    #[command(flatten)]
    weights: Weights,
    /// With learned weights: positions to look at for each move (500 if left out)
    #[arg(long, value_name = "N", conflicts_with = "turns", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

/// The turns to simulate for each move by default.
const TURNS: u64 = 2_000;
/// The positions to search for each move by default, with learned weights.
const NODES: u64 = 500;

/// Ranks directions in the states of one game.
pub struct Ranker {
    engine: Engine,
    adviser: Adviser,
}

impl Ranker {
    /// Returns a ranker for games of a state's rules.
    pub fn new(state: &State, ranking: &RankingOptions) -> Result<Ranker, Failure> {
        let adviser = match ranking.turns {
            Some(turns) => Adviser::rollouts(turns, 0),
            None => match ranking.weights.of(state.rules().mode(), ranking.nodes.is_some())? {
                Some(value) => Adviser::search(value.into(), ranking.nodes.unwrap_or(NODES), 0),
                None => Adviser::rollouts(TURNS, 0),
            },
        };
        Ok(Ranker { engine: Engine::new(state.rules().clone(), 0.0), adviser })
    }

    /// Returns a ranker by rollouts of this many turns for each state.
    #[cfg(test)]
    pub fn by_rollouts(state: &State, turns: u64) -> Ranker {
        Ranker { engine: Engine::new(state.rules().clone(), 0.0), adviser: Adviser::rollouts(turns, 0) }
    }

    /// Ranks the legal directions, the best first; none if the game is over. A state and a seed
    /// always give the same ranking.
    pub fn ranking(&mut self, state: &State, seed: u64) -> Result<Vec<Ranked>, Error> {
        let mut position: Position = self.engine.position(state.clone())?;
        match position.screen() {
            Screen::GameOver => return Ok(Vec::new()),
            Screen::Win if !self.engine.rules().postgame_allowed() => return Ok(Vec::new()),
            Screen::Win => self.engine.continue_after_win(&mut position)?,
            Screen::Play => {}
        }
        Ok(self.adviser.advise(&mut self.engine, &position, seed)?.ranked())
    }
}
