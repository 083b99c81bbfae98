//! Random tiles of modes that put nothing in their way.

use super::Memory;
use crate::failure::TurnError;
use crate::play::Play;
use crate::random::Placement;
use crate::tile::TileId;

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
            || !matches!(&self.state.conveyor[..], [slot] if slot.is_word("@Empty"));
        if plain || rules.next_tiles() > 0 {
            return Ok(false);
        }
        let Some(memory) = self.memory.take() else { return Ok(false) };
        let result = self.draw_by_plan(memory, amount);
        self.memory = Some(memory);
        if result? {
            self.discover()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn draw_by_plan(&mut self, memory: &mut Memory, amount: f64) -> Result<bool, TurnError> {
        memory.keep_to(&self.state.grid);
        let mut pool = std::mem::take(&mut memory.pool);
        pool.clear();
        let cells = self.state.grid.ids();
        match self.placement() {
            Placement::ByTrial => pool.extend(0..cells.len() as u32),
            Placement::Direct => {
                pool.extend((0..).zip(cells).filter(|(_, id)| **id == TileId::EMPTY).map(|(index, _)| index));
            }
        }
        let Some(plan) = memory.spawn_plan(&self.state.spawns) else {
            memory.pool = pool;
            return Ok(false);
        };
        let mut spawned = 0.0;
        while spawned < amount && !pool.is_empty() {
            let mut tile = plan.tile(self.draw().map_err(|_| TurnError::OutOfRandomness)?);
            let cell = loop {
                if pool.is_empty() {
                    break None;
                }
                let cell = pool.remove(self.draw_index(pool.len())?);
                if self.state.grid.ids()[cell as usize] == TileId::EMPTY {
                    break Some(cell);
                }
            };
            let Some(cell) = cell else {
                // It waits where the next tiles wait.
                self.state.conveyor[0] = self.state.grid.value(tile).clone();
                break;
            };
            if tile == TileId::EMPTY {
                // Where nothing came up, the conveyor draws once more.
                tile = plan.tile(self.draw().map_err(|_| TurnError::OutOfRandomness)?);
            }
            self.state.grid.set_at(cell as usize, tile);
            spawned += 1.0;
        }
        memory.pool = pool;
        Ok(true)
    }
}
