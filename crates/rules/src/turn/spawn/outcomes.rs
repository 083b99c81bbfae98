//! Possible spawns, with probabilities.
//!
//! In a turn without spawns, the interpreter lists the possible random tiles and their cells at the
//! moment when it would draw one. Each comes with the random numbers that produce it, so that a
//! turn can be made in which it spawns.

use std::sync::Arc;

use calcarray::{Position, Value};

use crate::board::heading::Heading;
use crate::board::tile_table::TileId;
use crate::error::TurnError;
use crate::turn::context::TurnContext;
use crate::turn::spawn::plan::{SPAWNS, SpawnPlan, Spawned};
use crate::turn::spawn::skipped::{Numbers, Outcome, SkippedSpawns};

/// A tile that may be drawn, its probability, and the numbers that do it.
pub(crate) type DrawnTile = (TileId, f64, Numbers);

/// The number that chooses this one of so many.
pub(crate) fn number_of(place: usize, count: usize) -> f64 {
    (place as f64 + 0.5) / count as f64
}

/// The number of possible spawns that are listed, at most.
const MOST_OUTCOMES: usize = 1 << 16;

impl SpawnPlan {
    /// The tiles that may be drawn, with their probabilities. `left` are those left in
    /// the box, a bit for each. `None` if one has to be computed.
    pub(crate) fn outcomes(&self, left: u32) -> Option<Vec<DrawnTile>> {
        if !(self.total > 0.0 && self.total.is_finite()) {
            return None;
        }
        let mut outcomes: Vec<DrawnTile> = Vec::new();
        let mut add = |tile, probability, numbers| match outcomes.iter_mut().find(|own| own.0 == tile) {
            Some(own) => own.1 += probability,
            None => outcomes.push((tile, probability, numbers)),
        };
        let (mut sum, mut below) = (0.0, 0.0);
        for (place, (spawned, weight)) in self.entries.iter().enumerate() {
            sum += weight;
            // Weights below 0 take from those before them.
            let end = f64::min(sum, self.total);
            if end <= below {
                continue;
            }
            let number = (below + end) / 2.0 / self.total;
            let probability = (end - below) / self.total;
            below = end;
            if self.choose(number) != Some(place) {
                return None;
            }
            let numbers = Numbers::default().with(number);
            match spawned {
                Spawned::Tile(id) => add(*id, probability, numbers),
                Spawned::Computed => return None,
                Spawned::Box => {
                    let left = (0..).zip(&self.boxed).filter(|(place, _)| left >> place & 1 == 1);
                    let tiles: Vec<TileId> = left.map(|(_, id)| *id).collect();
                    for (place, id) in tiles.iter().enumerate() {
                        let number = number_of(place, tiles.len());
                        add(*id, probability / tiles.len() as f64, numbers.with(number));
                    }
                }
            }
        }
        Some(outcomes)
    }
}

impl TurnContext<'_> {
    /// Notes what would spawn now, instead of spawning it.
    pub(crate) fn skip_spawns(
        &mut self,
        mut skipped_spawns: SkippedSpawns,
        amount: f64,
        heading: &Heading,
    ) -> Result<(), TurnError> {
        skipped_spawns.times += 1;
        skipped_spawns.outcomes = if amount == 1.0 { self.outcomes(heading)? } else { None };
        self.skipped_spawns = Some(skipped_spawns);
        Ok(())
    }

    /// Returns the possible next random tiles and their cells. `None` if they are not known.
    fn outcomes(&mut self, heading: &Heading) -> Result<Option<Vec<Outcome>>, TurnError> {
        let Some(tiles) = self.tiles_to_come()? else { return Ok(None) };
        let mut cells = self.cells_to_draw(heading);
        cells.retain(|cell| self.state.grid.id(*cell) == TileId::EMPTY);
        if tiles.len().saturating_mul(cells.len()) > MOST_OUTCOMES {
            return Ok(None);
        }
        let mut outcomes = Vec::new();
        for (tile, probability, numbers) in tiles {
            let content = self.state.grid.value(tile).clone();
            let first = outcomes.len();
            for (place, cell) in cells.iter().enumerate() {
                if !self.spawn_blocked(&content, *cell, heading)? {
                    let numbers = numbers.with(number_of(place, cells.len()));
                    let cell = self.state.grid.index(*cell);
                    outcomes.push(Outcome { tile, cell, probability, numbers });
                }
            }
            let open = outcomes.len() - first;
            if open == 0 {
                return Ok(None);
            }
            outcomes[first..].iter_mut().for_each(|own| own.probability /= open as f64);
        }
        Ok(Some(outcomes))
    }

    /// The tiles that may come next.
    fn tiles_to_come(&mut self) -> Result<Option<Vec<DrawnTile>>, TurnError> {
        let waiting = self.state.conveyor.iter().filter(|slot| !slot.is_word("@Empty")).count();
        let tiles = Arc::clone(self.state.grid.tiles());
        if let (Some(next), true) = (self.state.conveyor.first(), waiting == self.state.conveyor.len()) {
            let id = tiles.intern(next).filter(|id| id.is_tile());
            return Ok(id.map(|id| vec![(id, 1.0, Numbers::default())]));
        }
        if self.state.conveyor.len() != 1 {
            return Ok(None);
        }
        let plan = match self.hooks.spawn_plan(&self.state) {
            Some(plan) => plan,
            None => {
                let spawns = Arc::clone(&self.state.spawns);
                let weigh = |weight: &Value| {
                    let weight = self.evaluate_value(weight, &Position::default(), SPAWNS).ok()?;
                    Some(self.as_weight(&weight))
                };
                let Some(plan) = SpawnPlan::of(&spawns, &tiles, weigh) else { return Ok(None) };
                Arc::new(plan)
            }
        };
        let left = match plan.place_of_box() {
            None => Some(0),
            Some(place) => {
                let left = self.state.spawn_boxes.get(place).and_then(Value::as_array);
                left.and_then(|left| plan.left_in_box(left.entries(), &tiles))
            }
        };
        Ok(left.and_then(|left| plan.outcomes(left)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tile_table::Tiles;

    #[test]
    fn outcomes_have_the_share_of_random_numbers_that_choose_them() {
        let tiles = Tiles::new();
        for (spawns, left, expected) in [
            ("[[[1], 90], [[2], 10]]", 0, Some("[1] 0.9, [2] 0.1")),
            ("[[[1], 3], [[2], 0], [[3], 1]]", 0, Some("[1] 0.75, [3] 0.25")),
            ("[[[1], 2], [[2], -1], [[3], 3]]", 0, Some("[1] 0.5, [3] 0.5")),
            ("[[[1], 1], [[2], 2], [[1], 1]]", 0, Some("[1] 0.5, [2] 0.5")),
            (r#"[["Box", 1, [1], 2, [2]], [[1], 1]]"#, 0b110, Some("[1] 0.75, [2] 0.25")),
            ("[[[1], 0]]", 0, None),
            ("[[[[1, \"+\", 1]], 1]]", 0, None),
        ] {
            let read = calcarray::json::read(spawns, &Default::default()).unwrap();
            let plan = SpawnPlan::of(read.as_array().unwrap().entries(), &tiles, |_| None).unwrap();
            let outcomes = plan.outcomes(left).map(|outcomes| {
                let text = |(id, probability, _): &DrawnTile| {
                    format!("{} {probability}", calcarray::json::write(tiles.get(*id)))
                };
                outcomes.iter().map(text).collect::<Vec<_>>().join(", ")
            });
            assert_eq!(outcomes.as_deref(), expected, "{spawns}");
        }
    }
}
