//! The recorded result of a line.
//!
//! See docs/dev/fast-path.md, "What happens at an unknown line".

use crate::board::tile_table::TileId;
use crate::fast::line_result::{LineResult, TileLine};
use crate::fast::lines::exact_sum::Exact;

/// The recorded result of a line. Merges are noted here, and don't change the game.
#[derive(Debug, Default)]
pub(crate) struct LineRecording {
    /// The points of the merges, in order.
    pub(crate) points: Vec<f64>,
    /// The tiles that the merges made, intermediate ones included.
    pub(crate) created: Vec<TileId>,
    /// The cells afterwards.
    pub(crate) after: Vec<TileId>,
    /// Flag: a tile moved or merged.
    pub(crate) moved: bool,
    /// Flag: no rule of the end of the turn applies to the cells afterwards, apart from
    /// those that change single tiles.
    pub(crate) inert: bool,
}

impl LineRecording {
    /// Notes a merge that put these contents into cells.
    pub(crate) fn note(&mut self, points: f64, contents: impl Iterator<Item = TileId>) {
        self.points.push(points);
        self.created.extend(contents.filter(|id| id.is_tile()));
    }

    /// Starts a recording with these cells.
    pub(crate) fn begin(&mut self, line: impl Iterator<Item = TileId>) {
        self.clear();
        self.after.extend(line);
    }

    /// Returns the result of the line.
    pub(crate) fn result(&self) -> TileLine<'_> {
        LineResult {
            after: &self.after,
            made: &self.created,
            points: self.points.iter().sum(),
            merges: self.points.len() as u32,
            exact: self.points.iter().fold(Exact::ALL, |exact, points| exact.and(Exact::of(*points))),
        }
    }

    pub(super) fn clear(&mut self) {
        self.points.clear();
        self.created.clear();
        self.after.clear();
        self.moved = false;
        self.inert = false;
    }
}
