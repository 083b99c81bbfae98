//! A player that makes the move that looks best at once.

use polymerge_rules::{Engine, Position, TurnError};

use crate::game::Chooser;
use crate::learned::value::{Eye, LearnedValue};

/// Plays the direction that a learned value ranks first, without looking further ahead. It
/// plays positions of one engine.
#[derive(Debug)]
pub struct LearnedPlayer<'v> {
    value: &'v mut LearnedValue,
    eye: Eye,
    indices: Vec<u32>,
    looked: u64,
}

impl<'v> LearnedPlayer<'v> {
    /// By this value; the seed is for modes in which a move itself happens by chance.
    pub fn new(value: &'v mut LearnedValue, seed: u64) -> LearnedPlayer<'v> {
        value.forget_engine();
        let eye = Eye::new(value.network.cells, seed);
        LearnedPlayer { value, eye, indices: Vec::new(), looked: 0 }
    }
}

impl Chooser for LearnedPlayer<'_> {
    fn choose(&mut self, engine: &mut Engine, position: &Position) -> Result<Option<usize>, TurnError> {
        let best = self.value.best(&mut self.eye, engine, position, &mut self.indices)?;
        if best.is_some() {
            self.looked += engine.rules().directions().len() as u64;
        }
        Ok(best.map(|(direction, _)| direction))
    }

    fn simulated(&self) -> u64 {
        self.looked
    }
}
