//! Levels: one number for the content of each cell, which learners take as it is.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use crate::error::TurnError;
use crate::fast::engine::{CellSort, Engine, Feature, Kind};
use crate::fast::position::Position;

/// The level of a cell: one number for its content, never NaN and never infinite. No two of
/// the rows below share a number, so that a program can tell tiles from other cells by it.
///
/// | content | level |
/// |---|---|
/// | empty | 0 |
/// | hole, slippery cell, temporary hole, other content | -1/8, -1/4, -3/8, -1/2 |
/// | tile of which the value can't be computed | 1/4 |
/// | tile of value 1 and more | 1 + log2(value), at most 1,026, which is that of infinity |
/// | tile of value 0 to 1 | 1/2 + 1/2 / (1 - log2(value)): 1/2 for 0, 3/4 for 1/2 |
/// | tile of a value below 0 | minus the level of the opposite value |
pub struct Level;

impl Level {
    /// The level of an empty cell.
    pub const EMPTY: f32 = 0.0;
    /// The level of a hole.
    pub const HOLE: f32 = -0.125;
    /// The level of a slippery cell, which tiles pass over.
    pub const SLIPPERY: f32 = -0.25;
    /// The level of a temporary hole.
    pub const TEMPORARY_HOLE: f32 = -0.375;
    /// The level of any other content without a tile.
    pub const OTHER: f32 = -0.5;
    /// The level of a tile of which the value can't be computed.
    pub const NO_VALUE: f32 = 0.25;
    /// The level of a tile of infinite value. Larger ones do not exist.
    pub const MOST: f32 = 1026.0;

    /// Returns the level of a tile of this value.
    ///
    /// ```
    /// # use polymerge_rules::Level;
    /// let levels = [1.0, 2.0, 2048.0, 0.0, -2.0].map(Level::of_value);
    /// assert_eq!(levels, [1.0, 2.0, 12.0, 0.5, -2.0]);
    /// assert_eq!(Level::of_value(f64::NAN), Level::NO_VALUE);
    /// ```
    pub fn of_value(value: f64) -> f32 {
        if value.is_nan() {
            return Level::NO_VALUE;
        }
        let size = value.abs();
        let log = libm::log2(size);
        let level = if size < 1.0 { 0.5 + 0.5 / (1.0 - log) } else { 1.0 + log };
        let level = (level as f32).min(Level::MOST);
        if value < 0.0 {
            -level
        } else {
            level
        }
    }

    /// Returns the level of cells of this sort without a tile; NaN for tiles.
    pub(super) fn of_sort(sort: CellSort) -> f32 {
        match sort {
            CellSort::Empty => Level::EMPTY,
            CellSort::Hole => Level::HOLE,
            CellSort::Slippery => Level::SLIPPERY,
            CellSort::TemporaryHole => Level::TEMPORARY_HOLE,
            CellSort::Other => Level::OTHER,
            CellSort::Tile => f32::NAN,
        }
    }
}

impl Engine {
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
                Err(_) => Level::of_sort(CellSort::of(*number)),
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
}
