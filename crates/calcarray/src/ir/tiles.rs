//! Reading tiles where they stand, without copying them.

use crate::host::{Board, Container, Coordinate, Host, Position};
use crate::ir::board::whole;
use crate::value::Value;

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

/// Returns the content of the cell some steps ahead, if there are tiles all the way.
pub(crate) fn ahead<'v>(host: &'v dyn Host, position: &'v Position<'_>, ahead: u32) -> Option<&'v Value> {
    let board = position.board(host)?;
    let (mut row, mut column) = position.cell()?;
    let (down, right) = (whole(position.vdir)?, whole(position.hdir)?);
    for step in 0..ahead {
        if step > 0 {
            tile(board, row, column)?;
        }
        (row, column) = (row.wrapping_add(down), column.wrapping_add(right));
    }
    cell(board, row, column).filter(|content| ahead == 0 || !content.is_word("@Slippery"))
}

/// Returns the content of a cell by the number of occupied cells ahead, or behind, and its
/// distance in steps. `None` also beyond the edge.
pub(crate) fn occupied<'v>(
    host: &'v dyn Host,
    position: &'v Position<'_>,
    distance: i32,
) -> Option<(&'v Value, u64)> {
    let board = position.board(host)?;
    let (mut row, mut column) = position.cell()?;
    let (down, right) = (whole(position.vdir)?, whole(position.hdir)?);
    if (down, right) == (0, 0) || distance == 0 {
        return None;
    }
    let (mut left, mut steps) = (distance.unsigned_abs(), 0);
    loop {
        steps += 1;
        row = row.checked_add(down.checked_mul(distance.signum())?)?;
        column = column.checked_add(right.checked_mul(distance.signum())?)?;
        match cell(board, row, column)? {
            Value::Text(text) if text.is("@Empty") || text.is("@Slippery") => {}
            content if left == 1 => return Some((content, steps)),
            _ => left -= 1,
        }
    }
}

/// The entry of the tile some steps ahead, where there are tiles all the way.
#[inline]
pub(crate) fn entry<'v>(
    host: &'v dyn Host,
    position: &'v Position<'_>,
    ahead: u32,
    entry: u32,
) -> Option<&'v Value> {
    let board = position.board(host)?;
    let (mut row, mut column) = position.cell()?;
    let mut found = None;
    if ahead == 0 {
        found = tile(board, row, column);
    } else {
        let (down, right) = (whole(position.vdir)?, whole(position.hdir)?);
        for _ in 0..ahead {
            (row, column) = (row.wrapping_add(down), column.wrapping_add(right));
            found = Some(tile(board, row, column)?);
        }
    }
    readable(host, found?).get(entry as usize)
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
