//! A player that makes the best move by a learned value, without search.

use polymerge_rules::{Engine, Position, TurnError};

use crate::game::Chooser;
use crate::learned::value::{Evaluator, LearnedValue};

/// Plays the direction with the highest learned value, without search, in positions of one
/// engine.
#[derive(Debug)]
pub struct LearnedPlayer<'v> {
    value: &'v mut LearnedValue,
    evaluator: Evaluator,
    indices: Vec<u32>,
    evaluated: u64,
}

impl<'v> LearnedPlayer<'v> {
    /// Creates a player by a value; the seed is for modes in which chance takes part in moves.
    pub fn new(value: &'v mut LearnedValue, seed: u64) -> LearnedPlayer<'v> {
        value.forget_engine();
        let evaluator = Evaluator::new(value.network.cells, seed);
        LearnedPlayer { value, evaluator, indices: Vec::new(), evaluated: 0 }
    }
}

impl Chooser for LearnedPlayer<'_> {
    fn choose(&mut self, engine: &mut Engine, position: &Position) -> Result<Option<usize>, TurnError> {
        let best = self.value.best(&mut self.evaluator, engine, position, &mut self.indices)?;
        if best.is_some() {
            self.evaluated += engine.rules().directions().len() as u64;
        }
        Ok(best.map(|(direction, _)| direction))
    }

    fn simulated(&self) -> u64 {
        self.evaluated
    }
}
