//! What chooses directions, for `polymerge watch` and `polymerge review`: rollouts, or what was
//! learned of a mode.

use clap::Args;
use polymerge::advanced::rules::{Position, Screen};
use polymerge::{Engine, Error, State};
use polymerge_player::{LearnedValue, Rollouts, Search};

use crate::failure::Failure;
use crate::weights::Weights;

#[derive(Args)]
pub struct Thought {
    /// Turns of random games to simulate for each move (2,000 if left out)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    turns: Option<u64>,
    #[command(flatten)]
    weights: Weights,
    /// With learned weights: positions to look at for each move (500 if left out)
    #[arg(long, value_name = "N", conflicts_with = "turns", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

/// Turns to simulate for each move if nothing is said.
const TURNS: u64 = 2_000;
/// Positions to look at for each move by what was learned, if nothing is said.
const NODES: u64 = 500;

/// How directions are ranked.
enum Brain {
    Rollouts(u64),
    Learned(Box<LearnedValue>, u64),
}

/// Ranks directions in the states of one game.
pub struct Ranker {
    engine: Engine,
    brain: Brain,
}

/// A direction with what it is worth.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    pub direction: usize,
    pub value: f64,
    /// Not known of what was learned.
    pub standard_error: Option<f64>,
}

impl Ranker {
    /// For the games of a state's rules.
    pub fn new(state: &State, thought: &Thought) -> Result<Ranker, Failure> {
        let brain = match thought.turns {
            Some(turns) => Brain::Rollouts(turns),
            None => match thought.weights.of(state.rules().mode(), thought.nodes.is_some())? {
                Some(value) => Brain::Learned(value.into(), thought.nodes.unwrap_or(NODES)),
                None => Brain::Rollouts(TURNS),
            },
        };
        Ok(Ranker { engine: Engine::new(state.rules().clone(), 0.0), brain })
    }

    /// By rollouts of so many turns for each state.
    #[cfg(test)]
    pub fn by_rollouts(state: &State, turns: u64) -> Ranker {
        Ranker { engine: Engine::new(state.rules().clone(), 0.0), brain: Brain::Rollouts(turns) }
    }

    /// The legal directions, the best first; none if the game is over. A state and a seed give one
    /// answer.
    pub fn ranking(&mut self, state: &State, seed: u64) -> Result<Vec<Ranked>, Error> {
        let mut position: Position = self.engine.position(state.clone())?;
        match position.screen() {
            Screen::GameOver => return Ok(Vec::new()),
            Screen::Win if !self.engine.rules().postgame_allowed() => return Ok(Vec::new()),
            Screen::Win => self.engine.continue_after_win(&mut position)?,
            Screen::Play => {}
        }
        match &mut self.brain {
            Brain::Rollouts(turns) => {
                let mut rollouts = Rollouts::new(&mut self.engine, &position, *turns, seed)?;
                while rollouts.round(&mut self.engine) {}
                let ranked = rollouts.ranking().choices.into_iter().map(|choice| Ranked {
                    direction: choice.direction,
                    value: choice.value,
                    standard_error: choice.standard_error,
                });
                Ok(ranked.collect())
            }
            Brain::Learned(value, nodes) => {
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
