//! The ranking of directions for `polymerge watch` and `polymerge review`, by rollouts or by
//! learned weights.

use clap::Args;
use polymerge::advanced::rules::{Position, Screen};
use polymerge::{Engine, Error, State};
use polymerge_player::{LearnedValue, Rollouts, Search};

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

/// The policy that ranks directions.
enum Policy {
    Rollouts(u64),
    Learned(Box<LearnedValue>, u64),
}

/// Ranks directions in the states of one game.
pub struct Ranker {
    engine: Engine,
    policy: Policy,
}

/// A direction and its value.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    pub direction: usize,
    pub value: f64,
    /// The standard error; learned weights have none.
    pub standard_error: Option<f64>,
}

impl Ranker {
    /// Returns a ranker for games of a state's rules.
    pub fn new(state: &State, ranking: &RankingOptions) -> Result<Ranker, Failure> {
        let policy = match ranking.turns {
            Some(turns) => Policy::Rollouts(turns),
            None => match ranking.weights.of(state.rules().mode(), ranking.nodes.is_some())? {
                Some(value) => Policy::Learned(value.into(), ranking.nodes.unwrap_or(NODES)),
                None => Policy::Rollouts(TURNS),
            },
        };
        Ok(Ranker { engine: Engine::new(state.rules().clone(), 0.0), policy })
    }

    /// Returns a ranker by rollouts of this many turns for each state.
    #[cfg(test)]
    pub fn by_rollouts(state: &State, turns: u64) -> Ranker {
        Ranker { engine: Engine::new(state.rules().clone(), 0.0), policy: Policy::Rollouts(turns) }
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
        match &mut self.policy {
            Policy::Rollouts(turns) => {
                let mut rollouts = Rollouts::new(&mut self.engine, &position, *turns, seed)?;
                while rollouts.round(&mut self.engine) {}
                let ranked = rollouts.ranking().choices.into_iter().map(|choice| Ranked {
                    direction: choice.direction,
                    value: choice.value,
                    standard_error: choice.standard_error,
                });
                Ok(ranked.collect())
            }
            Policy::Learned(value, nodes) => {
                let ranking = Search::new(value, seed).rank(&mut self.engine, &position, *nodes)?;
                let ranked = ranking.choices.iter().map(|choice| Ranked {
                    direction: choice.direction,
                    value: choice.value,
                    standard_error: None,
                });
                Ok(ranked.collect())
            }
        }
    }
}
