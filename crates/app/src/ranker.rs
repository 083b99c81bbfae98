//! The ranking of directions for commands, by rollouts or by learned weights.

use clap::Args;
use polymerge::advanced::rules::{Mode as Raw, Position, Screen};
use polymerge::{Engine, Error, State};
pub use polymerge_player::Ranked;
use polymerge_player::{Adviser, LearnedValue};

use crate::failure::Failure;
use crate::figures::count;
use crate::weights::Weights;

/// The arguments that say how long to look for a good move, and by what; with the turns and positions
/// by default.
#[derive(Args)]
pub struct RankingOptions<const TURNS: u64 = 2_000, const NODES: u64 = 500> {
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(help = format!("Turns of random games to simulate for each decision ({} if left out)", count(TURNS as f64)))]
    turns: Option<u64>,
    #[command(flatten)]
    weights: Weights,
    #[arg(long, value_name = "N", conflicts_with = "turns", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(help = format!("With learned weights: positions to look at for each decision, at most ({} if left out)", count(NODES as f64)))]
    nodes: Option<u64>,
}

impl<const TURNS: u64, const NODES: u64> RankingOptions<TURNS, NODES> {
    /// Returns the learned value by which directions of a mode are ranked; `None` if random games
    /// rank them. If it is needed, none is a failure.
    pub fn value(&self, mode: &Raw, is_needed: bool) -> Result<Option<LearnedValue>, Failure> {
        match self.turns {
            Some(_) => Ok(None),
            None => self.weights.of(mode, is_needed || self.nodes.is_some()),
        }
    }

    /// Returns the number of turns of random games for each decision.
    pub fn turns(&self) -> u64 {
        self.turns.unwrap_or(TURNS)
    }

    /// Returns the number of positions for each decision.
    pub fn nodes(&self) -> u64 {
        self.nodes.unwrap_or(NODES)
    }
}

/// Ranks directions in the states of one game.
pub struct Ranker {
    engine: Engine,
    adviser: Adviser,
}

impl Ranker {
    /// Returns a ranker for games of a state's rules.
    pub fn new(state: &State, ranking: &RankingOptions) -> Result<Ranker, Failure> {
        let adviser = match ranking.value(state.rules().mode(), false)? {
            Some(value) => Adviser::search(value.into(), ranking.nodes(), 0),
            None => Adviser::rollouts(ranking.turns(), 0),
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
