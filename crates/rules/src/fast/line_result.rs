//! What lines and whole boards become in a move.

use crate::board::tile_table::TileId;
use crate::fast::lines::exact_sum::Exact;

/// What a line, or a whole board, becomes in a move: its cells `C`, and what its merges
/// do besides. `M` says which tiles they made, intermediate ones included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LineResult<C, M> {
    /// The cells afterwards; of a line, the front one first.
    pub(crate) after: C,
    pub(crate) made: M,
    /// The points of all merges.
    pub(crate) points: f64,
    pub(crate) merges: u32,
    /// Whether points of several lines may be added in any order.
    pub(crate) exact: Exact,
}

/// The result of a line by the ids of its contents.
pub(crate) type TileLine<'t> = LineResult<&'t [TileId], &'t [TileId]>;

impl<C, M> LineResult<C, M> {
    /// Nothing merges.
    pub(crate) const fn without_merges(after: C, made: M) -> LineResult<C, M> {
        LineResult { after, made, points: 0.0, merges: 0, exact: Exact::ALL }
    }

    /// The result in another notation.
    #[inline]
    pub(crate) fn written<D, N>(self, after: D, made: N) -> LineResult<D, N> {
        let LineResult { points, merges, exact, .. } = self;
        LineResult { after, made, points, merges, exact }
    }

    /// Adds what the merges of one of its lines do, apart from the tiles that they made.
    #[inline(always)]
    pub(crate) fn add<D, N>(&mut self, line: &LineResult<D, N>) {
        self.points += line.points;
        self.merges += line.merges;
        self.exact = self.exact.and(line.exact);
    }
}
