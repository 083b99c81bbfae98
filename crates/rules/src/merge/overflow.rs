//! Room for outputs beyond the merging tiles (docs/spec/rules.md, "Output
//! positions and overflow").

use calcarray::Value;

use crate::board::cell::Cell;
use crate::board::grid::{Grid, Step};
use crate::board::tile_table::Kind;
use crate::turn::read_tracker::ReadTracker;

/// The cells to which outputs beyond the merging tiles go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overflow {
    /// The next cells, if they are empty.
    Empty,
    /// The next occupied cells. The public documentation says the opposite;
    /// the reference does this.
    Slot,
    /// The next cells, whatever tiles are there.
    Overwrite,
    /// The next cells; tiles there are pushed on.
    Push,
}

/// The keywords before the outputs of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keywords {
    /// The last one given counts.
    pub(crate) overflow: Overflow,
    /// `@MergeReverseStart`: the test looks ahead instead of behind, to no
    /// further effect (a bug of the reference).
    pub(crate) reverse: bool,
    /// The number of keywords.
    pub(crate) count: usize,
}

impl Keywords {
    /// The keywords that `outputs` begins with.
    pub(crate) fn read(outputs: &[Value]) -> Keywords {
        let mut keywords = Keywords { overflow: Overflow::Empty, reverse: false, count: 0 };
        for output in outputs {
            match output.as_text().and_then(|text| text.to_utf8()).as_deref() {
                Some("@MergeOverflowEmpty") => keywords.overflow = Overflow::Empty,
                Some("@MergeOverflowSlot") => keywords.overflow = Overflow::Slot,
                Some("@MergeOverflowOverwrite") => keywords.overflow = Overflow::Overwrite,
                Some("@MergeOverflowPush") => keywords.overflow = Overflow::Push,
                Some("@MergeReverseStart") => keywords.reverse = true,
                _ => break,
            }
            keywords.count += 1;
        }
        keywords
    }
}

/// The cells found for `extra` outputs on from `start`, and whether they
/// suffice. With [`Overflow::Push`] there is one more for every tile among
/// them. `watch` learns which cells were looked at.
pub(crate) fn room(
    grid: &Grid,
    start: Cell,
    step: Step,
    overflow: Overflow,
    extra: usize,
    tracker: Option<&ReadTracker>,
) -> (Vec<Cell>, bool) {
    let mut found = Vec::new();
    if step.is_still() {
        return (found, extra == 0);
    }
    let mut wanted = extra;
    let mut cell = start;
    while found.len() < wanted {
        let Some(next) = grid.next(cell, step) else {
            if let Some(tracker) = tracker {
                let (row, column) = (cell.row as f64, cell.column as f64);
                tracker.beyond(row + step.rows as f64, column + step.columns as f64);
            }
            return (found, false);
        };
        cell = next;
        if let Some(tracker) = tracker {
            tracker.cell(grid.index(cell));
        }
        let takes = match (overflow, grid.kind(cell)) {
            (Overflow::Empty, Kind::Empty) => true,
            (Overflow::Slot, Kind::Tile) => true,
            (Overflow::Slot, Kind::Empty | Kind::Hole) => false,
            (Overflow::Overwrite | Overflow::Push, Kind::Empty) => true,
            (Overflow::Overwrite, Kind::Tile) => true,
            (Overflow::Push, Kind::Tile) => {
                wanted += 1;
                true
            }
            _ => return (found, false),
        };
        if takes {
            found.push(cell);
        }
    }
    (found, true)
}
