//! The conveyor: the tiles that come next (docs/spec/rules.md, "Conveyor",
//! "Boxes").

use std::borrow::Cow;
use std::sync::Arc;

use calcarray::{Position, Value, convert};

use crate::board::tile_table::TileId;
use crate::error::{Place, TurnError};
use crate::turn::context::TurnContext;
use crate::turn::spawn::plan::{SPAWNS, SpawnPlan, Spawned, computed, full_box, is_box};

impl TurnContext<'_> {
    /// Fills all spawn boxes, as at the start of a game.
    pub(crate) fn fill_boxes(&mut self) -> Result<(), TurnError> {
        let limit = self.rules.limits().entries;
        let mut boxes = Vec::with_capacity(self.state.spawns.len());
        let mut filled = 0u64;
        for entry in self.state.spawns.iter() {
            let entry = entry.as_array().map_or(&[][..], |entry| entry.entries());
            let tiles = if is_box(entry) { full_box(entry, limit)? } else { Vec::new() };
            filled += tiles.len() as u64;
            if filled > limit as u64 {
                return Err(TurnError::Limit("entries"));
            }
            boxes.push(Value::array(tiles));
        }
        self.state.spawn_boxes = Arc::new(boxes);
        Ok(())
    }

    /// An empty conveyor.
    pub(crate) fn clear_conveyor(&mut self) {
        let slots = self.rules.next_tiles().max(1);
        self.state.conveyor = vec!["@Empty".into(); slots];
    }

    /// Draws a tile for every slot that has none.
    ///
    /// Random operators in the spawn list don't count for replays, which know
    /// the tiles themselves: the index of random events goes back.
    pub(crate) fn fill_conveyor(&mut self) -> Result<(), TurnError> {
        let index = self.state.record.random_index;
        for slot in 0..self.state.conveyor.len() {
            if self.state.conveyor[slot].is_word("@Empty") {
                let tile = self.draw_tile()?;
                self.state.conveyor[slot] = tile;
            }
        }
        self.state.record.random_index = index;
        Ok(())
    }

    /// Takes the next tile off the conveyor.
    pub(crate) fn take_from_conveyor(&mut self) -> Result<Value, TurnError> {
        self.fill_conveyor()?;
        let conveyor = &mut self.state.conveyor;
        let tile = match conveyor.is_empty() {
            true => self.state.grid.value(TileId::EMPTY).clone(),
            false => conveyor.remove(0),
        };
        conveyor.push(self.state.grid.value(TileId::EMPTY).clone());
        if self.rules.next_tiles() > 0 {
            self.fill_conveyor()?;
        }
        Ok(tile)
    }

    /// One tile of the spawn list, by weight; `@Empty` if none comes up.
    fn draw_tile(&mut self) -> Result<Value, TurnError> {
        if let Some(plan) = self.hooks.spawn_plan(&self.state) {
            return self.draw_by_plan(&plan);
        }
        let spawns = Arc::clone(&self.state.spawns);
        let mut entries = Cow::Borrowed(&spawns[..]);
        for index in 0..spawns.len() {
            if let Some(expression) = computed(&spawns[index]) {
                let entry = self.evaluate_value(&expression, &Position::default(), SPAWNS)?;
                entries.to_mut()[index] = entry;
            }
        }
        let mut weights = Vec::with_capacity(entries.len());
        for entry in entries.iter() {
            let weight = entry.as_array().and_then(|entry| entry.get(1)).unwrap_or(&Value::Undefined);
            weights.push(match weight {
                Value::Number(weight) => *weight,
                Value::Array(_) => {
                    let weight = self.evaluate_value(weight, &Position::default(), SPAWNS)?;
                    self.as_weight(&weight)
                }
                weight => self.as_weight(weight),
            });
        }
        let total: f64 = weights.iter().sum();
        let mut rest = self.draw().map_err(|_| TurnError::OutOfRandomness)? * total;
        let drawn = weights.iter().position(|weight| {
            rest -= weight;
            rest <= 0.0
        });
        if let Some(account) = self.account.as_mut() {
            account.note_draw(entries.iter().cloned().zip(weights), drawn);
        }
        match drawn {
            Some(index) => self.drawn(index, &entries[index]),
            None => Ok("@Empty".into()),
        }
    }

    /// Draws an entry of the spawn list by its plan, with one random number.
    fn draw_by_plan(&mut self, plan: &SpawnPlan) -> Result<Value, TurnError> {
        let number = self.draw().map_err(|_| TurnError::OutOfRandomness)?;
        self.drawn_by_plan(plan, plan.choose(number))
    }

    /// The tile of the entry of a plan that was drawn; `@Empty` if none was.
    pub(crate) fn drawn_by_plan(
        &mut self,
        plan: &SpawnPlan,
        chosen: Option<usize>,
    ) -> Result<Value, TurnError> {
        let Some(index) = chosen else { return Ok(self.state.grid.value(TileId::EMPTY).clone()) };
        if let Some((Spawned::Tile(id), _)) = plan.entries.get(index) {
            return Ok(self.state.grid.value(*id).clone());
        }
        let spawns = Arc::clone(&self.state.spawns);
        self.drawn(index, &spawns[index])
    }

    /// A weight as a number: what is none weighs nothing.
    pub(crate) fn as_weight(&mut self, weight: &Value) -> f64 {
        let weight = self.metered(
            || SPAWNS,
            |_, meter| {
                meter.reset();
                convert::to_number(weight, meter)
            },
        );
        weight.ok().filter(|weight| !weight.is_nan()).unwrap_or(0.0)
    }

    /// The tile of the entry that was drawn.
    pub(crate) fn drawn(&mut self, index: usize, entry: &Value) -> Result<Value, TurnError> {
        let Some(entry) = entry.as_array() else {
            return Err(spawn_error(index, "an entry of the spawn list must be a list"));
        };
        let tile = if is_box(entry) {
            self.draw_from_box(index, entry)?
        } else {
            entry.first().cloned().unwrap_or_default()
        };
        self.evaluated_tile(tile, Place::Entry("spawns", index))
    }

    /// Takes a tile out of a box, and refills the box when it is empty.
    fn draw_from_box(&mut self, index: usize, entry: &[Value]) -> Result<Value, TurnError> {
        let tiles = self.state.spawn_boxes.get(index).and_then(Value::as_array);
        let mut tiles = tiles.map(|tiles| tiles.to_vec()).unwrap_or_default();
        self.charge(tiles.len() as u64 / 16)?;
        if tiles.is_empty() {
            return Err(spawn_error(
                index,
                "the box is empty: it was not there at the start, or holds nothing",
            ));
        }
        let tile = tiles.remove(self.draw_index(tiles.len())?);
        if tiles.is_empty() {
            tiles = full_box(entry, self.rules.limits().entries)?;
        }
        Arc::make_mut(&mut self.state.spawn_boxes)[index] = Value::array(tiles);
        Ok(tile)
    }

    /// A tile to spawn: computed as a whole if it is written as an expression,
    /// then entry by entry.
    pub(crate) fn evaluated_tile(&mut self, tile: Value, place: Place) -> Result<Value, TurnError> {
        let tile = match computed(&tile) {
            Some(expression) => self.evaluate_value(&expression, &Position::default(), place.clone())?,
            None => tile,
        };
        let Some(entries) = tile.as_array() else { return Ok(tile) };
        if !entries.iter().any(|entry| matches!(entry, Value::Array(_))) {
            return Ok(tile);
        }
        let mut evaluated = Vec::with_capacity(entries.len());
        for entry in entries.iter() {
            evaluated.push(match entry {
                Value::Array(_) => self.evaluate_value(entry, &Position::default(), place.clone())?,
                _ => entry.clone(),
            });
        }
        Ok(Value::array(evaluated))
    }
}

fn spawn_error(index: usize, reason: &str) -> TurnError {
    TurnError::Rule { place: Place::Entry("spawns", index), reason: reason.to_owned() }
}
