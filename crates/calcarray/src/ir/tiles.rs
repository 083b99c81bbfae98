//! Reading tiles where they stand, without copying them.

use crate::host::{Board, Container, Coordinate, Host, Position};
use crate::value::Value;

/// A coordinate or step as an index, if it is one.
#[inline]
pub(crate) fn whole(number: f64) -> Option<i32> {
    // The lowest bits of such a sum are those of the number. A cast would look
    // after numbers of any size, which takes longer.
    const INTEGERS: f64 = (3_u64 << 51) as f64;
    let whole = (number + INTEGERS).to_bits() as i32;
    (f64::from(whole) == number).then_some(whole)
}

#[inline]
pub(crate) fn cell(grid: &dyn Board, row: i32, column: i32) -> Option<&Value> {
    grid.cell(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
}

/// The entries of the tile in a cell, if there is one.
#[inline]
pub(crate) fn tile(grid: &dyn Board, row: i32, column: i32) -> Option<&[Value]> {
    match cell(grid, row, column) {
        Some(Value::Array(tile)) => Some(tile.entries()),
        _ => None,
    }
}

/// The entries of a tile that a reference can reach.
#[inline]
pub(crate) fn readable<'v>(host: &dyn Host, tile: &'v [Value]) -> &'v [Value] {
    &tile[..tile.len().min(host.tile_entries())]
}

impl Position<'_> {
    /// Row and column, if they are whole numbers.
    #[inline]
    pub(crate) fn cell(&self) -> Option<(i32, i32)> {
        let (Coordinate::At(v), Coordinate::At(h)) = (self.v, self.h) else { return None };
        Some((whole(v)?, whole(h)?))
    }

    /// The board that tile references look at, if it is one.
    #[inline]
    pub(crate) fn board<'v>(&'v self, host: &'v dyn Host) -> Option<&'v dyn Board> {
        match self.container {
            Container::Grid => Some(host.grid()),
            Container::Board(board) => Some(board),
            Container::Value(_) => None,
        }
    }
}
