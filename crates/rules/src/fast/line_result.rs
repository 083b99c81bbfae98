//! Results of lines and of whole boards in a move.
//!
//! See docs/dev/fast-path.md, "What happens at an unknown line".

use crate::board::tile_table::TileId;
use crate::fast::lines::exact_sum::Exact;

/// The result of a line, or of a whole board, in a move: its cells `C` and the effects of
/// its merges. `M` holds the tiles that merges made, intermediate ones included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LineResult<C, M> {
    /// The cells afterwards; in a line the front one first.
    pub(crate) after: C,
    /// The tiles that merges made.
    pub(crate) made: M,
    /// The sum of the points of all merges.
    pub(crate) points: f64,
    /// The number of merges.
    pub(crate) merges: u32,
    /// The precision of the points, which decides if those of several lines may be added in
    /// any order.
    pub(crate) exact: Exact,
}

/// The result of a line by the ids of its contents.
pub(crate) type TileLine<'t> = LineResult<&'t [TileId], &'t [TileId]>;

impl<C, M> LineResult<C, M> {
    /// Makes a result without merges.
    pub(crate) const fn without_merges(after: C, made: M) -> LineResult<C, M> {
        LineResult { after, made, points: 0.0, merges: 0, exact: Exact::ALL }
    }

    /// Returns the result with its cells and tiles in another notation.
    #[inline]
    pub(crate) fn written<D, N>(self, after: D, made: N) -> LineResult<D, N> {
        let LineResult { points, merges, exact, .. } = self;
        LineResult { after, made, points, merges, exact }
    }

    /// Adds the effects of a line, apart from the tiles that its merges made.
    #[inline(always)]
    pub(crate) fn add<D, N>(&mut self, line: &LineResult<D, N>) {
        self.points += line.points;
        self.merges += line.merges;
        self.exact = self.exact.and(line.exact);
    }
}
