//! Random tiles of modes that put nothing in their way.

use super::quiet::has_empty_conveyor;
use crate::failure::TurnError;
use crate::play::Play;
use crate::random::NoRandomness;

impl Play<'_> {
    /// Spawns as [`Play::spawn_random`] does, where all that it would do
    /// besides is known to be nothing. Gives whether it did.
    pub(crate) fn spawn_by_plan(&mut self, amount: f64) -> Result<bool, TurnError> {
        let rules = self.rules;
        let plain = self.telling
            || self.state.record.kept
            || rules.has_scripts_in_turns()
            || rules.spawn_blocked().is_some()
            || rules.spawns_at_edge()
            || rules.has_availability()
            || !has_empty_conveyor(&self.state);
        if plain || rules.next_tiles() > 0 {
            return Ok(false);
        }
        let Some(memory) = self.memory.as_deref_mut() else { return Ok(false) };
        memory.keep_to(&self.state.grid);
        if memory.spawn_plan(&self.state.spawns).is_none() {
            return Ok(false);
        }
        let spawned = match self.random.as_deref_mut() {
            Some(random) => memory.spawn_quietly(&mut self.state, amount, random),
            None => memory.spawn_quietly(&mut self.state, amount, &mut NoRandomness),
        };
        spawned.ok_or(TurnError::OutOfRandomness)?;
        self.discover()?;
        Ok(true)
    }
}
