//! Moves of grids that are not packed, made through the lines of a layout.
//!
//! See docs/dev/fast-path.md, "Moves of the interpreter".

use crate::board::grid::Grid;
use crate::board::tile_table::Kind;
use crate::fast::context_key::ContextKey;
use crate::fast::line_result::LineResult;
use crate::fast::lines::exact_sum::Exact;
use crate::fast::lines::table::Sum;
use crate::fast::packed::games::PackedGames;
use crate::fast::packed::layout::{BoardLayout, CodeSet, LineSource, MoveResult, Orientation};
use crate::game::state::State;

/// A move of a grid.
#[derive(Clone, Copy)]
pub(crate) struct GridMove {
    pub(crate) orientation: Orientation,
    /// Flag: tiles move along rows or columns, cell by cell.
    pub(crate) is_orthogonal: bool,
    /// The context key of its lines.
    pub(crate) context_key: ContextKey,
    /// Flag: the move may make one tile that is not discovered yet.
    pub(crate) may_discover: bool,
}

/// The result of a move of a grid.
pub(crate) enum GridMoved {
    /// The tiles are moved.
    Done(Sum),
    /// A line is not known. Nothing has happened yet.
    UnknownLines,
    /// No layout has room for the board. Nothing has happened yet.
    NoRoom,
    /// The result depends on more than the lines. Nothing has happened yet.
    NotByLines,
}

impl<P: BoardLayout> PackedGames<P> {
    /// Moves the tiles of a grid, if all lines of the move are known. Merges count, and score.
    /// Returns `None` if the layout has no room for the board.
    pub(crate) fn move_grid(&mut self, mv: GridMove, state: &mut State) -> Option<GridMoved> {
        let before = self.pack_grid(&state.grid)?;
        self.invalidate_if_decisions_changed();
        if P::EXACT && !Exact::of(state.score).is_whole() {
            return None;
        }
        let result = self.boards.move_result(before, mv.orientation, mv.context_key);
        if result.made.has_unknown() {
            return Some(GridMoved::UnknownLines);
        }
        if !P::EXACT && !result.exact.may_be_added(result.merges, state.score) {
            return Some(GridMoved::NotByLines);
        }
        // Several new tiles would be discovered in an order that lines do not hold.
        let (mut left, mut made) = (result.made, None);
        while !left.is_empty() {
            let code = left.first();
            left = left.without(P::Codes::one(code));
            let id = self.boards.id(code);
            if !state.discoveries.has_seen(&state.grid, id) {
                if made.is_some() || !mv.may_discover {
                    return Some(GridMoved::NotByLines);
                }
                made = Some(id);
            }
        }
        let MoveResult::<P> { after, points, merges, exact, .. } = result;
        let moved = after != before;
        if moved {
            for (cell, place) in self.boards.frame().places.iter().enumerate() {
                let code = P::look(after, *place);
                if code != P::look(before, *place) {
                    state.grid.set_at(cell, self.boards.id(code));
                }
            }
        }
        state.merges += f64::from(merges);
        state.score += points;
        let result = LineResult { after: (), made, points, merges, exact };
        Some(GridMoved::Done(Sum { result, moved: moved || merges > 0 }))
    }

    /// Returns true if a move of a grid moves something; `None` inside if a line is not known, `None`
    /// if the layout has no room for the board.
    pub(crate) fn grid_moves(&mut self, mv: GridMove, grid: &Grid) -> Option<Option<bool>> {
        let before = self.pack_grid(grid)?;
        self.invalidate_if_decisions_changed();
        let result = self.boards.move_result(before, mv.orientation, mv.context_key);
        let is_known = !result.made.has_unknown();
        Some(is_known.then_some(result.after != before || result.merges > 0))
    }

    /// Copies the answers of a source about the lines of a move into the cache. Returns `None` if
    /// the layout has no room for the board.
    pub(crate) fn record_grid(
        &mut self,
        mv: GridMove,
        grid: &Grid,
        source: &mut impl LineSource,
        decisions_vary: bool,
    ) -> Option<()> {
        self.decisions_vary |= decisions_vary;
        self.invalidate_if_decisions_changed();
        let board = self.pack_grid(grid)?;
        self.boards.record_lines(board, mv.orientation, mv.context_key, source);
        Some(())
    }

    /// Packs a grid; `None` if it does not fit.
    fn pack_grid(&mut self, grid: &Grid) -> Option<P::Board> {
        match P::ENDS || !grid.has(Kind::TemporaryHole) {
            true => self.boards.pack(grid),
            false => None,
        }
    }
}
