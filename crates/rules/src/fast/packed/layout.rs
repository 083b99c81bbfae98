//! The trait of all layouts, and the types that they share.
//!
//! See docs/dev/fast-path.md, "Layouts".

use std::fmt::Debug;

use crate::board::direction::Direction;
use crate::board::grid::{Grid, Step};
use crate::board::tile_table::{Kind, TileId, Tiles};
use crate::fast::collide::table::{CollisionResult, View};
use crate::fast::context_key::{ContextKey, KeyDelta};
use crate::fast::line_result::{LineResult, TileLine};
pub(crate) use crate::fast::packed::cell_set::CellSet;
pub(crate) use crate::fast::packed::code::{CodeSet, TileCode};
pub(crate) use crate::fast::packed::orientation::{LONGEST, MOST_CELLS, Orientation};
pub(crate) use crate::fast::packed::palette::Palette;
use crate::ruleset::Ruleset;

/// A way to pack boards, with a cache of lines.
///
/// A layout has no rules of its own: every entry comes from a [`LineSource`], and so from
/// the interpreter. Contents of cells are tile codes.
pub(crate) trait BoardLayout: Sized {
    /// All cells of a grid.
    type Board: Copy + Debug + PartialEq;
    /// A set of tile codes, a bit for each.
    type Codes: CodeSet;
    /// A set of cells, a bit for each.
    type Cells: CellSet;
    /// Flag: all points in this layout can be added in any order.
    const EXACT: bool;
    /// Flag: the layout can change single tiles at the end of turns.
    const ENDS: bool;
    /// The set of all cells of the largest grid.
    const ALL: Self::Cells;

    /// Makes the layout for a mode, with room for `most` lines. Returns `None` if boards of
    /// the mode can't be packed in this way.
    fn new(rules: &Ruleset, tiles: &Tiles, most: usize) -> Option<Self>;

    /// Returns the grid and the palette.
    fn frame(&self) -> &Frame<Self::Cells>;

    /// Returns the grid and the palette, to add a code.
    fn frame_mut(&mut self) -> &mut Frame<Self::Cells>;

    /// Returns the code of a content, which gets a new one if there is room.
    fn code(&mut self, id: TileId) -> Option<TileCode> {
        self.frame_mut().palette.code(id)
    }

    /// Returns the content of a code.
    #[inline]
    fn id(&self, code: TileCode) -> TileId {
        self.frame().palette.id(code)
    }

    /// Returns a board whose cells are empty, as far as the grid has them.
    fn blank(&self) -> Self::Board;

    /// Packs a grid; `None` if it has too many different contents.
    fn pack(&mut self, grid: &Grid) -> Option<Self::Board> {
        let mut board = self.blank();
        for (cell, id) in grid.ids().iter().enumerate() {
            let code = self.code(*id)?;
            Self::put(&mut board, *self.frame().places.get(cell)?, code);
        }
        Some(board)
    }

    /// Writes a packed board into a grid.
    fn unpack(&self, board: Self::Board, grid: &mut Grid) {
        for (cell, place) in self.frame().places.iter().enumerate() {
            grid.set_at(cell, self.id(Self::look(board, *place)));
        }
    }

    /// Returns the result of a move.
    fn move_result(
        &self,
        board: Self::Board,
        orientation: Orientation,
        context_key: ContextKey,
    ) -> MoveResult<Self>;

    /// Returns the moves along rows and columns that change the board, if the layout has
    /// them at hand: a bit each for moves to the low and to the high ends of rows, then of
    /// columns. The upper half has the moves of which it is not known.
    #[inline]
    fn changes_by_axis(&self, _board: Self::Board) -> Option<u8> {
        None
    }

    /// Returns true if a move changes the board; `None` if a line is not known.
    #[inline]
    fn changes(&self, board: Self::Board, orientation: Orientation, context_key: ContextKey) -> Option<bool> {
        let MoveResult::<Self> { after, made, .. } = self.move_result(board, orientation, context_key);
        (!made.has_unknown()).then_some(after != board)
    }

    /// Returns the codes in a line of a move, the front one first.
    fn line_of(&self, board: Self::Board, orientation: Orientation, number: usize) -> Vec<u8> {
        let frame = self.frame();
        let (_, length) = frame.shape(orientation);
        (0..length).map(|cell| Self::look(board, frame.place(orientation, number, cell))).collect()
    }

    /// Returns the lines of a move that are not known, a bit for each.
    fn unknown(&self, board: Self::Board, orientation: Orientation, context_key: ContextKey) -> u64;

    /// Copies the answers of a source about the lines of a move into the cache.
    fn record_lines(
        &mut self,
        board: Self::Board,
        orientation: Orientation,
        context_key: ContextKey,
        from: &mut impl LineSource,
    );

    /// Asks a source for the result of a line of codes, the front one first. Returns `None`
    /// if it has none, or if this layout can't make it.
    fn ask(
        &mut self,
        line: impl Iterator<Item = TileCode>,
        context_key: ContextKey,
        source: &mut impl LineSource,
    ) -> Option<LineResult<[u8; MOST_CELLS], Self::Codes>> {
        let mut before = [TileId::EMPTY; MOST_CELLS];
        let mut after = [0; MOST_CELLS];
        let mut length = 0;
        for ((own, id), code) in after.iter_mut().zip(&mut before).zip(line) {
            (*own, *id) = (code, self.id(code));
            length += 1;
        }
        let resolved = source.resolve(&before[..length], context_key)?;
        // Holes that count down change at the end of turns, which this layout can't do. A
        // code for the hole shows the others that there is one.
        let hole = resolved.after.iter().find(|id| id.kind() == Kind::TemporaryHole).copied();
        if let (false, Some(hole)) = (Self::ENDS, hole) {
            self.code(hole);
            return None;
        }
        for ((own, id), before) in after.iter_mut().zip(resolved.after).zip(&before) {
            if id != before {
                *own = self.code(*id)?;
            }
        }
        let mut made = Self::Codes::NONE;
        for id in resolved.made {
            made = made.with(Self::Codes::one(self.code(*id)?));
        }
        // Callers see from the cells alone if anything moved.
        let unmoved = resolved.after == &before[..length] && resolved.merges > 0;
        (!unmoved).then(|| resolved.written(after, made))
    }

    /// Drops entries if the decisions by which they were recorded have changed.
    fn invalidate_if_changed(&mut self, _about: DecisionsEpoch) {}

    /// Takes over a part of the cache of the layout before a repack. If the tables of tiles
    /// are the same (`same_tiles`), entries about half of the codes may be kept, with new
    /// codes; otherwise only the state of policies.
    fn seed_from(&mut self, _before: Self, _same_tiles: bool) {}

    /// Returns the empty cells.
    fn empty(board: Self::Board) -> Self::Cells;

    /// Returns the number of cells in a set.
    fn size(set: Self::Cells) -> u32;

    /// Returns the cell of a set that has `n` cells of it before it; there must be one.
    fn nth(set: Self::Cells, n: u32) -> u32;

    /// Returns a board with every code replaced.
    fn changed(&self, board: Self::Board, mut change: impl FnMut(TileCode) -> TileCode) -> Self::Board {
        let mut changed = self.blank();
        for place in self.frame().places.iter().copied() {
            Self::put(&mut changed, place, change(Self::look(board, place)));
        }
        changed
    }

    /// Writes a value for the code in each cell, row by row.
    #[inline(always)]
    fn look_at_all<T>(&self, board: Self::Board, into: &mut [T], mut convert: impl FnMut(TileCode) -> T) {
        for (into, place) in into.iter_mut().zip(&self.frame().places) {
            *into = convert(Self::look(board, *place));
        }
    }

    /// Returns the code in a cell.
    fn look(board: Self::Board, place: u32) -> TileCode;

    /// Puts a code into an empty cell.
    fn put(board: &mut Self::Board, place: u32, code: TileCode);
}

/// The version of decisions: entries of other versions are not valid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DecisionsEpoch {
    /// The smallest number of entries of a tile, if all tiles are lists of numbers (see
    /// [`Tiles::numbers`](crate::board::tile_table::Tiles::numbers)).
    pub(crate) numbers: usize,
    /// Flag: variables may decide which rules apply, not only what merges make.
    pub(crate) vary: bool,
}

/// The known end of a tile.
pub(crate) enum Ended {
    /// The tile becomes this.
    Known(TileEnd),
    /// The end depends on more than the tile, or more happens.
    Unclear,
    /// The end is not known yet.
    Unknown,
}

/// The end of a tile: its new content, without points.
pub(crate) struct TileEnd {
    /// The content afterwards.
    pub(crate) id: TileId,
    /// The tiles that it became on the way, the last one included.
    pub(crate) created: Vec<TileId>,
    /// The change of the context key, because rules set game variables.
    pub(crate) delta: KeyDelta,
}

/// A source of the results of lines.
pub(crate) trait LineSource {
    /// Returns the result of a line, the front cell first. Returns `None` if it is not
    /// known, depends on more than the line and its key, or is not all that happens to the
    /// tiles in a turn.
    fn resolve(&mut self, line: &[TileId], context_key: ContextKey) -> Option<TileLine<'_>>;

    /// Returns the result of a collision, by the view of the tile.
    fn collide(&mut self, _view: &View<'_>, _context_key: ContextKey) -> CollisionResult<'_> {
        CollisionResult::Unknown
    }

    /// Returns the end of a tile in a turn.
    fn end(&mut self, _tile: TileId, _context_key: ContextKey) -> Ended {
        Ended::Unknown
    }
}

/// Returns the first eight cells of a line, the front one lowest.
pub(crate) fn front_word(cells: &[u8; MOST_CELLS]) -> u64 {
    u128::from_le_bytes(*cells) as u64
}

/// The place of a grid on a packed board, and the codes of its contents.
#[derive(Debug)]
pub(crate) struct Frame<C> {
    /// The codes.
    pub(crate) palette: Palette,
    /// The number of rows.
    height: usize,
    /// The number of columns.
    width: usize,
    /// The places of the cells, row by row.
    pub(crate) places: Vec<u32>,
    /// The set of all cells.
    pub(crate) cells: C,
}

impl<C: CellSet> Frame<C> {
    /// Makes the frame of a mode on a square board with edges of `side` cells, which are
    /// `apart` bits of a set apart, with room for this number of codes. Returns `None` if
    /// the grid is larger, or if tiles move other than along rows and columns.
    pub(crate) fn of(rules: &Ruleset, side: usize, apart: usize, codes: u8) -> Option<Frame<C>> {
        let (height, width) = (rules.mode().height, rules.mode().width);
        let is_orthogonal = |own: &Direction| Orientation::is_orthogonal(Step::new(own.rows, own.columns));
        if height > side || width > side || !rules.directions().iter().all(is_orthogonal) {
            return None;
        }
        Some(Frame::new(height, width, side, apart, codes))
    }

    /// Makes the frame of a grid of this size, whose rows begin `side` cells apart.
    pub(crate) fn new(height: usize, width: usize, side: usize, apart: usize, codes: u8) -> Frame<C> {
        let row = |row: usize| (0..width).map(move |column| (apart * (side * row + column)) as u32);
        let places: Vec<u32> = (0..height).flat_map(row).collect();
        let cells = places.iter().fold(C::NONE, |cells, place| cells.with(*place));
        Frame { palette: Palette::new(codes), height, width, places, cells }
    }

    /// Returns true if the grid has all cells of a board with edges of this length.
    pub(crate) fn fills(&self, side: usize) -> bool {
        self.height == side && self.width == side
    }

    /// Returns the number of lines in a direction, and their length.
    #[inline]
    pub(crate) fn shape(&self, orientation: Orientation) -> (usize, usize) {
        match orientation.is_columns() {
            false => (self.height, self.width),
            true => (self.width, self.height),
        }
    }

    /// Returns the place of a cell of a line; the front one is 0.
    fn place(&self, orientation: Orientation, line: usize, cell: usize) -> u32 {
        let (_, length) = self.shape(orientation);
        let cell = if orientation.backwards { length - 1 - cell } else { cell };
        match orientation.is_columns() {
            false => self.places[line * self.width + cell],
            true => self.places[cell * self.width + line],
        }
    }
}

/// The result of a board in a move. The codes that merges made include
/// [`CodeSet::NOT_KNOWN`] if the result is not known.
pub(crate) type MoveResult<P> = LineResult<<P as BoardLayout>::Board, <P as BoardLayout>::Codes>;
