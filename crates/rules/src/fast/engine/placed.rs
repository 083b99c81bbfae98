//! Spawns that a caller chooses by their cell and kind.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use crate::error::{NoSpawn, TurnError};
use crate::fast::engine::Engine;
use crate::fast::engine::look::{Spawn, Spawns};
use crate::fast::position::Position;

impl Engine {
    /// Returns the tiles that may spawn after a direction: [`Engine::spawns`] of its afterstate.
    /// [`Spawns::Sampled`] if the move itself happens by chance, too.
    ///
    /// # Errors
    /// As [`Engine::afterstate`].
    pub fn spawns_after(&mut self, position: &Position, direction: usize) -> Result<Spawns, TurnError> {
        match self.afterstate(position, direction)? {
            Some(after) => self.spawns(&after),
            None => Ok(Spawns::Sampled),
        }
    }
}

impl Spawns {
    /// Returns the spawn of a kind in a cell, for [`Engine::play_spawn`].
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// engine.number_first_kinds();
    /// let mut random = Rng::new(7);
    /// let mut position = engine.start(&mut random)?;
    /// let spawns = engine.spawns_after(&position, 1)?;
    /// // Kind 1 is a 2.
    /// let cell = spawns.list()[0].cell;
    /// let spawn = spawns.find(cell.row, cell.column, 1)?;
    /// engine.play_spawn(&mut position, 1, spawn, &mut random)?;
    /// assert!(spawns.find(99, 0, 1).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TurnError::NoSpawn`]: there is no such spawn, or the spawns are not known.
    pub fn find(&self, row: usize, column: usize, kind: u32) -> Result<&Spawn, TurnError> {
        let why = match self {
            Spawns::Nothing => NoSpawn::NothingSpawns,
            Spawns::Sampled => NoSpawn::NotKnown,
            Spawns::Exact(list) => {
                let is_it = |own: &&Spawn| (own.cell.row, own.cell.column, own.kind) == (row, column, kind);
                match list.iter().find(is_it) {
                    Some(spawn) => return Ok(spawn),
                    None => NoSpawn::NotPossible { row, column, kind },
                }
            }
        };
        Err(TurnError::NoSpawn(why))
    }

    /// Returns the spawns that are known; none if nothing spawns.
    pub fn list(&self) -> &[Spawn] {
        match self {
            Spawns::Exact(list) => list,
            Spawns::Nothing | Spawns::Sampled => &[],
        }
    }
}
