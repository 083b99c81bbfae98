//! The spawns that a turn leaves out, for callers that choose them.

use crate::board::tile_table::TileId;
use crate::random::{Placement, Randomness};

/// A tile that may spawn in a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) tile: TileId,
    /// The cell, by its place in the grid.
    pub(crate) cell: usize,
    pub(crate) probability: f64,
    pub(crate) numbers: Numbers,
}

/// Random numbers that bring a spawn about where free cells are drawn directly: for
/// the entry of the spawn list, for the tile of a box, and for the cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Numbers {
    numbers: [f64; 3],
    count: usize,
}

impl Numbers {
    pub(crate) fn with(mut self, number: f64) -> Numbers {
        if let Some(own) = self.numbers.get_mut(self.count) {
            *own = number;
            self.count += 1;
        }
        self
    }
}

/// The spawns that were left out of a turn without spawns.
#[derive(Debug, Default)]
pub(crate) struct SkippedSpawns {
    /// The number of times that random tiles were to spawn.
    pub(crate) times: u32,
    /// The possible spawns of the last time; `None` if they are not known.
    pub(crate) outcomes: Option<Vec<Outcome>>,
}

/// A source of some chosen numbers, and then of those of a stream.
pub(crate) struct ChosenNumbers<'r, R> {
    numbers: Numbers,
    used: usize,
    random: &'r mut R,
}

impl<'r, R> ChosenNumbers<'r, R> {
    pub(crate) fn new(numbers: Numbers, random: &'r mut R) -> ChosenNumbers<'r, R> {
        ChosenNumbers { numbers, used: 0, random }
    }
}

impl<R: Randomness> Randomness for ChosenNumbers<'_, R> {
    fn next(&mut self) -> Option<f64> {
        if self.used == self.numbers.count {
            return self.random.next();
        }
        self.used += 1;
        self.numbers.numbers.get(self.used - 1).copied()
    }

    fn placement(&self) -> Placement {
        Placement::Direct
    }
}
