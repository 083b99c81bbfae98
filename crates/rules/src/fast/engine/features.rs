//! Features of tiles: their values, the logarithms of these, their entries, levels of boards.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use calcarray::{Container, Coordinate, Position as Place, Value};

use crate::error::TurnError;
use crate::fast::engine::{CellSort, Engine, Kind, Level};
use crate::fast::position::Position;
use crate::turn::context::TurnContext;

/// A number that is computed from a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Feature {
    /// The value by the mode's tile value; NaN if it can't be computed.
    Value,
    /// The logarithm to the base 2 of the absolute value; 0 if the value is 0. Tiles of 1, of
    /// 0 and of -1 have the same number here; [`Level`] tells them apart.
    Log2,
    /// An entry of the tile, counted from 0. A truth value counts as 0 or 1; other entries
    /// than numbers and truth values are NaN.
    Entry(usize),
}

impl Kind {
    /// Returns a feature; `None` if it depends on more than the tile.
    fn feature(&self, feature: Feature) -> Option<f64> {
        match feature {
            Feature::Value => self.value,
            Feature::Log2 => self.value.map(|_| self.log2),
            Feature::Entry(place) => Some(entry(&self.content, place)),
        }
    }
}

fn entry(tile: &Value, place: usize) -> f64 {
    match tile.as_array().and_then(|entries| entries.entries().get(place)) {
        Some(Value::Number(number)) => *number,
        Some(Value::Integer(integer)) => integer.to_f64(),
        Some(Value::Rational(fraction)) => fraction.to_f64(),
        Some(Value::Boolean(truth)) => f64::from(u8::from(*truth)),
        _ => f64::NAN,
    }
}

fn log2(value: f64) -> f64 {
    match value {
        0.0 => 0.0,
        value => libm::log2(value.abs()),
    }
}

impl Engine {
    /// Writes the value of the tile of each cell, row by row, into a slice: as many as
    /// there is room for. Cells without a tile have the value 0; a value that can't be
    /// computed is NaN. Returns the number of cells.
    ///
    /// # Errors
    /// [`Refusal::Foreign`](crate::Refusal::Foreign): the position is of another engine.
    pub fn read_values(&mut self, position: &Position, into: &mut [f64]) -> Result<usize, TurnError> {
        self.read_feature(position, Feature::Value, 0.0, into)
    }

    /// Writes a feature of the tile of each cell, row by row, into a slice: as many as
    /// there is room for; `no_tile` where there is no tile. Returns the number of cells.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(2, 2), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// let position = engine.start(&mut Rng::new(7))?;
    /// let mut exponents = [0.0; 4];
    /// engine.read_feature(&position, Feature::Log2, -1.0, &mut exponents)?;
    /// assert_eq!(exponents.iter().filter(|own| **own == -1.0).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Foreign`](crate::Refusal::Foreign): the position is of another engine.
    pub fn read_feature(
        &mut self,
        position: &Position,
        feature: Feature,
        no_tile: f64,
        into: &mut [f64],
    ) -> Result<usize, TurnError> {
        self.must_own(position)?;
        let size = position.state().grid.size();
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.resize(into.len().min(size), 0);
        self.read_observed(position, &mut numbers);
        // Kinds that were met in spawn lists have no values yet.
        self.value_kinds(position);
        let mut unclear = false;
        for (into, number) in into.iter_mut().zip(&numbers) {
            let kind = usize::try_from(*number).ok().and_then(|number| self.kinds.kinds.get(number));
            let known = match kind {
                Some(kind) => kind.feature(feature),
                None if *number == Kind::TILE_WITHOUT_NUMBER => None,
                None => Some(no_tile),
            };
            unclear |= known.is_none();
            *into = known.unwrap_or(f64::NAN);
        }
        self.numbers = numbers;
        if unclear {
            self.read_unclear(position, feature, into);
        }
        Ok(size)
    }

    /// Writes the [`Level`] of each cell, row by row, into a slice: as many as there is room
    /// for. Returns the number of cells.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(2, 2), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// let position = engine.start(&mut Rng::new(7))?;
    /// let mut levels = [0.0; 4];
    /// engine.read_levels(&position, &mut levels)?;
    /// assert_eq!(levels.iter().filter(|own| **own == Level::EMPTY).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Foreign`](crate::Refusal::Foreign): the position is of another engine.
    pub fn read_levels(&mut self, position: &Position, into: &mut [f32]) -> Result<usize, TurnError> {
        self.must_own(position)?;
        let size = position.state().grid.size();
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.resize(into.len().min(size), 0);
        self.read_observed(position, &mut numbers);
        // Kinds that were met in spawn lists have no values yet.
        self.value_kinds(position);
        let mut unclear = false;
        for (into, number) in into.iter_mut().zip(&numbers) {
            *into = match usize::try_from(*number) {
                Ok(number) => self.kinds.kinds.get(number).map_or(f32::NAN, |kind| kind.level),
                Err(_) if *number == Kind::TILE_WITHOUT_NUMBER => f32::NAN,
                Err(_) => CellSort::of(*number).level(),
            };
            unclear |= into.is_nan();
        }
        self.numbers = numbers;
        if unclear {
            self.read_unclear_levels(position, into)?;
        }
        Ok(size)
    }

    /// Computes the levels that are still NaN, because values may depend on more than the
    /// tile.
    #[cold]
    fn read_unclear_levels(&mut self, position: &Position, into: &mut [f32]) -> Result<(), TurnError> {
        let mut values = vec![0.0; into.len()];
        self.read_feature(position, Feature::Value, 0.0, &mut values)?;
        let unclear = into.iter_mut().zip(values).filter(|(level, _)| level.is_nan());
        unclear.for_each(|(level, value)| *level = Level::of_value(value));
        Ok(())
    }

    /// Computes the values of new kinds, as far as they depend on the tile alone.
    pub(crate) fn value_kinds(&mut self, position: &Position) {
        let valued = std::mem::replace(&mut self.kinds.valued, self.kinds.kinds.len());
        if valued < self.kinds.kinds.len() {
            let mut kinds = std::mem::take(&mut self.kinds.kinds);
            self.value(&mut kinds[valued..], position);
            self.kinds.kinds = kinds;
        }
    }

    pub(crate) fn value(&mut self, kinds: &mut [Kind], position: &Position) {
        self.inspect(position.state(), None, |play, _| {
            for kind in kinds {
                kind.value = match kind.sort {
                    CellSort::Tile => value_of_tile(play, &kind.content),
                    _ => Some(0.0),
                };
                kind.log2 = kind.value.map_or(f64::NAN, log2);
                if kind.sort == CellSort::Tile {
                    kind.level = kind.value.map_or(f32::NAN, Level::of_value);
                }
            }
        });
    }

    /// Computes the features that are still NaN, cell by cell, because they may depend on
    /// more than the tile.
    #[cold]
    fn read_unclear(&mut self, position: &Position, feature: Feature, into: &mut [f64]) {
        let game = self.game_of(position);
        self.inspect(game.state(), None, |play, _| {
            for (index, into) in into.iter_mut().enumerate().filter(|(_, into)| into.is_nan()) {
                let Some(id) = play.state.grid.ids().get(index).copied().filter(|id| id.is_tile()) else {
                    continue;
                };
                let cell = play.state.grid.place(index);
                let place = Place {
                    v: Coordinate::At(cell.row as f64),
                    h: Coordinate::At(cell.column as f64),
                    ..Place::default()
                };
                *into = match feature {
                    Feature::Value => value_at(play, &place).unwrap_or(f64::NAN),
                    Feature::Log2 => value_at(play, &place).map_or(f64::NAN, log2),
                    Feature::Entry(entry_place) => entry(play.state.grid.value(id), entry_place),
                };
            }
        });
    }
}

/// Returns the value of a tile, wherever it is; `None` if it depends on more.
fn value_of_tile(play: &mut TurnContext<'_>, tile: &Value) -> Option<f64> {
    let place = Place {
        v: Coordinate::None,
        h: Coordinate::None,
        container: Container::Value(tile),
        ..Place::default()
    };
    let (value, reads) = play.watching(|play| value_at(play, &place));
    value.filter(|_| reads.are_none())
}

fn value_at(play: &mut TurnContext<'_>, place: &Place<'_>) -> Option<f64> {
    let program = play.rules.tile_value().clone();
    play.metered(
        || crate::Place::Field("tile_value"),
        |play, meter| {
            let value = play.run(&program, place, &Default::default(), meter)?;
            calcarray::convert::to_number(&value, meter)
        },
    )
    .ok()
}
