//! Tiles that the mode makes appear (docs/spec/rules.md, "Forced spawns").

use std::sync::Arc;

use calcarray::Value;

use crate::board::cell::Cell;
use crate::board::heading::Heading;
use crate::board::tile_table::Kind;
use crate::error::{Place, TurnError};
use crate::turn::context::TurnContext;

/// The moment of forced spawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    BeforeSpawns,
    AfterSpawns,
}

impl Moment {
    fn word(self) -> &'static str {
        match self {
            Moment::BeforeSpawns => "BeforeSpawns",
            Moment::AfterSpawns => "AfterSpawns",
        }
    }
}

/// The third entry of a forced spawn: whether failing loses the game, and
/// whether it is used up.
fn outcome(entry: &Value) -> (bool, bool) {
    match entry {
        Value::Array(pair) => {
            let is_true = |index: usize| pair.get(index).is_some_and(Value::is_true);
            (is_true(0), is_true(1))
        }
        lose => (lose.is_true(), false),
    }
}

impl TurnContext<'_> {
    /// Spawns what is forced at this moment. Gives the tiles.
    #[inline]
    pub(crate) fn spawn_forced(
        &mut self,
        moment: Moment,
        heading: &Heading,
    ) -> Result<Vec<Value>, TurnError> {
        match self.state.forced_spawns.is_empty() {
            true => Ok(Vec::new()),
            false => self.spawn_some_forced(moment, heading),
        }
    }

    fn spawn_some_forced(&mut self, moment: Moment, heading: &Heading) -> Result<Vec<Value>, TurnError> {
        let index = self.state.record.random_index;
        let wanted = self.collect_forced(moment, heading)?;
        if wanted.is_empty() {
            self.state.record.random_index = index;
            return Ok(Vec::new());
        }
        let mut cells: Vec<Cell> = self.state.grid.places().collect();
        let mut placed = Vec::new();
        for (number, (tile, _)) in wanted.iter().enumerate() {
            let Some(place) = self.draw_forced_place(&mut cells, tile, heading)? else {
                if wanted[number..].iter().any(|(_, lose)| *lose) {
                    self.state.won = -2.0;
                }
                self.spawn_failed(tile.clone(), true, heading)?;
                break;
            };
            let cell = cells.remove(place);
            self.put_spawn(tile.clone(), cell, true, heading)?;
            placed.push(tile.clone());
        }
        self.state.record.random_index = index;
        self.discover()?;
        self.refresh()?;
        Ok(placed)
    }

    /// The tiles of all entries whose condition holds, with whether failing to
    /// place them loses the game. Entries that are used up are removed.
    pub(crate) fn collect_forced(
        &mut self,
        moment: Moment,
        heading: &Heading,
    ) -> Result<Vec<(Value, bool)>, TurnError> {
        let mut wanted = Vec::new();
        let entries = Arc::clone(&self.state.forced_spawns);
        let mut used_up = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let place = || Place::Entry("forced_spawns", index);
            let entry = entry.as_array().map_or(&[][..], |entry| entry.entries());
            let [condition, timing, outcome_entry, tiles @ ..] = entry else {
                return Err(TurnError::Rule {
                    place: place(),
                    reason: "a forced spawn has a condition, a moment, a flag and tiles".to_owned(),
                });
            };
            let active = self.evaluate_value(condition, &heading.at(Cell::default()), place())?.is_true();
            if !active || !timing.is_word(moment.word()) {
                continue;
            }
            let (lose, once) = outcome(outcome_entry);
            for tile in tiles {
                wanted.push((self.evaluated_tile(tile.clone(), place())?, lose));
            }
            if once {
                used_up.push(index);
            }
        }
        for index in used_up.into_iter().rev() {
            if self.state.forced_spawns.get(index) == entries.get(index) {
                Arc::make_mut(&mut self.state.forced_spawns).remove(index);
            }
        }
        Ok(wanted)
    }

    /// Draws cells until one takes the tile. Occupied cells are removed, empty
    /// but blocked ones are drawn again, until all that are left have been.
    fn draw_forced_place(
        &mut self,
        cells: &mut Vec<Cell>,
        tile: &Value,
        heading: &Heading,
    ) -> Result<Option<usize>, TurnError> {
        let mut blocked: Vec<Cell> = Vec::new();
        while blocked.len() < cells.len() {
            let place = self.draw_index(cells.len())?;
            let cell = cells[place];
            self.charge(1 + blocked.len() as u64)?;
            if self.state.grid.kind(cell) != Kind::Empty {
                self.charge(cells.len() as u64)?;
                cells.remove(place);
            } else if !self.spawn_blocked(tile, cell, heading)? {
                return Ok(Some(place));
            } else if !blocked.contains(&cell) {
                blocked.push(cell);
            }
        }
        Ok(None)
    }
}
