//! The orientation of lines on packed grids.
//!
//! See docs/dev/fast-path.md, "Packed games".

use crate::board::grid::Step;

/// The largest edge of a grid that is packed by rows.
pub(crate) const LONGEST: usize = 8;

/// The largest number of cells of a line, holes at its ends included, in any layout.
pub(crate) const MOST_CELLS: usize = 16;

/// The orientation of a direction on a packed grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orientation {
    /// A mask: all bits if the lines are columns, else none.
    pub(crate) columns: u64,
    /// Flag: the front of a line is at the high end of its row or column.
    pub(crate) backwards: bool,
    /// The number of the direction.
    pub(crate) index: u8,
}

impl Orientation {
    /// Makes the orientation of a direction.
    pub(crate) fn of(step: Step, index: u8) -> Orientation {
        let (columns, backwards) = (step.columns == 0, step.rows > 0 || step.columns > 0);
        Orientation { columns: if columns { u64::MAX } else { 0 }, backwards, index }
    }

    /// Returns true if tiles move along rows or columns, cell by cell.
    pub(crate) fn is_orthogonal(step: Step) -> bool {
        matches!((step.rows, step.columns), (0, -1 | 1) | (-1 | 1, 0))
    }

    /// Returns the orientation along the other axis, for a board that is transposed.
    pub(crate) fn turned(self) -> Orientation {
        Orientation { columns: !self.columns, ..self }
    }

    /// Returns true if the lines are columns.
    pub(crate) fn is_columns(self) -> bool {
        self.columns != 0
    }
}
