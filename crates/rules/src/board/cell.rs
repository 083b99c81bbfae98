//! A place on the grid.

use std::fmt;

/// The place of one cell: row 0 is at the top, column 0 at the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Counted from the top.
    pub row: usize,
    /// Counted from the left.
    pub column: usize,
}

impl Cell {
    /// The cell in this row and column.
    pub fn new(row: usize, column: usize) -> Cell {
        Cell { row, column }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row, self.column)
    }
}
