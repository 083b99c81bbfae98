//! What packed boards have in common, however they are packed.

use std::fmt::Debug;

use crate::board::direction::Direction;
use crate::board::grid::{Grid, Step};
use crate::board::tile_table::{Kind, TileId, Tiles};
use crate::fast::collide::table::{CollisionResult, View};
use crate::fast::context_key::ContextKey;
use crate::fast::line_result::{LineResult, TileLine};
use crate::fast::lines::table::Table;
pub(crate) use crate::fast::packed::cell_set::CellSet;
use crate::fast::packed::ends::Ended;
use crate::ruleset::Ruleset;

/// A way to pack boards, with what rows of such boards become.
///
/// Nothing of that is written down in it: every entry comes from a [`LineSource`],
/// whose knowledge is learned from the plain turn. Contents of cells are *kinds*,
/// small numbers; `@Empty` is 0.
pub(crate) trait BoardLayout: Sized {
    /// All cells of a grid.
    type Board: Copy + Debug + PartialEq;
    /// Kinds, a bit for each.
    type Codes: CodeSet;
    /// Cells, a bit for each.
    type Cells: CellSet;
    /// Whether all points are such that they can be added in any order.
    const EXACT: bool;
    /// Whether there may be something that becomes of tiles at the end of turns.
    const ENDS: bool;
    /// All cells of the largest grid.
    const ALL: Self::Cells;

    /// For the grids of a mode and so many lines that are known at most. `None`
    /// if boards of the mode can't be packed in this way.
    fn new(rules: &Ruleset, tiles: &Tiles, most: usize) -> Option<Self>;

    /// The grid and its kinds.
    fn frame(&self) -> &Frame<Self::Cells>;

    /// The grid and its kinds, to add a kind.
    fn frame_mut(&mut self) -> &mut Frame<Self::Cells>;

    /// The number of a content; a new one if there is room.
    fn code(&mut self, id: TileId) -> Option<TileCode> {
        self.frame_mut().palette.code(id)
    }

    /// The content of a kind.
    #[inline]
    fn id(&self, code: TileCode) -> TileId {
        self.frame().palette.id(code)
    }

    /// A board whose cells are empty, as far as the grid has them.
    fn blank(&self) -> Self::Board;

    /// A grid, packed; `None` if it has too many kinds.
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

    /// What a move does. Lines of different classes may become different
    /// things.
    fn move_result(
        &self,
        board: Self::Board,
        orientation: Orientation,
        context_key: ContextKey,
    ) -> MoveResult<Self>;

    /// Which moves along whole rows and columns change the board, if that is quickly told:
    /// a bit each for moves to the low and to the high ends of rows, and of columns. In the
    /// upper half those of which that is not known.
    #[inline]
    fn changes_by_axis(&self, _board: Self::Board) -> Option<u8> {
        None
    }

    /// Whether a move changes the board; `None` if a line is not known.
    #[inline]
    fn changes(&self, board: Self::Board, orientation: Orientation, context_key: ContextKey) -> Option<bool> {
        let MoveResult::<Self> { after, made, .. } = self.move_result(board, orientation, context_key);
        (!made.has_unknown()).then_some(after != board)
    }

    /// What is in a line of a move, the front one first.
    fn line_of(&self, board: Self::Board, orientation: Orientation, number: usize) -> Vec<u8> {
        let frame = self.frame();
        let (_, length) = frame.shape(orientation);
        (0..length).map(|cell| Self::look(board, frame.place(orientation, number, cell))).collect()
    }

    /// The rows of a move of which nothing is known, a bit for each.
    fn unknown(&self, board: Self::Board, orientation: Orientation, context_key: ContextKey) -> u64;

    /// Copies what a source knows of the lines of a move.
    fn record_lines(
        &mut self,
        board: Self::Board,
        orientation: Orientation,
        context_key: ContextKey,
        from: &mut impl LineSource,
    );

    /// What a source knows of a line of kinds, the front one first; `None` if that
    /// is nothing that a packed board could do.
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
        // Holes that count down change at the end of turns. That there are some is noted
        // by giving them a number.
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
        // Whether anything moved shows in the cells alone here.
        let unmoved = resolved.after == &before[..length] && resolved.merges > 0;
        (!unmoved).then(|| resolved.written(after, made))
    }

    /// What was learned of tests that were others is forgotten.
    fn invalidate_if_changed(&mut self, _about: DecisionsEpoch) {}

    /// Boards are packed anew, and so were others before. Something of what was known
    /// of these may be kept if their contents are from the same table (`same_tiles`),
    /// with new numbers for half of the kinds; otherwise how it came to be known.
    fn seed_from(&mut self, _before: Self, _same_tiles: bool) {}

    /// The empty cells.
    fn empty(board: Self::Board) -> Self::Cells;

    /// How many cells are in a set.
    fn size(set: Self::Cells) -> u32;

    /// The cell of a set that has `n` cells of it before it; there must be one.
    fn nth(set: Self::Cells, n: u32) -> u32;

    /// A board whose cells are what these are made into.
    fn changed(&self, board: Self::Board, mut change: impl FnMut(TileCode) -> TileCode) -> Self::Board {
        let mut changed = self.blank();
        for place in self.frame().places.iter().copied() {
            Self::put(&mut changed, place, change(Self::look(board, place)));
        }
        changed
    }

    /// Writes what is told of the kind in each cell, row by row.
    #[inline(always)]
    fn look_at_all<T>(&self, board: Self::Board, into: &mut [T], mut convert: impl FnMut(TileCode) -> T) {
        for (into, place) in into.iter_mut().zip(&self.frame().places) {
            *into = convert(Self::look(board, *place));
        }
    }

    /// What is in a cell.
    fn look(board: Self::Board, place: u32) -> TileCode;

    /// Puts a kind into an empty cell.
    fn put(board: &mut Self::Board, place: u32, code: TileCode);
}

/// What may change of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DecisionsEpoch {
    /// Of how many numbers tiles are made (see
    /// [`Tiles::numbers`](crate::board::tile_table::Tiles::numbers)).
    pub(crate) numbers: usize,
    /// Whether variables may tell which rules apply, too, and not only what comes of
    /// them.
    pub(crate) vary: bool,
}

/// The largest edge of a grid that is packed row by row.
pub(crate) const LONGEST: usize = 8;

/// How many cells the lines of any layout have at most.
pub(crate) const MOST_CELLS: usize = 16;

/// A source of what lines become.
pub(crate) trait LineSource {
    /// What a line becomes, the front cell first; `None` if that is not known,
    /// depends on more than the line and its class, or is not all that happens
    /// to its tiles in a turn.
    fn resolve(&mut self, line: &[TileId], context_key: ContextKey) -> Option<TileLine<'_>>;

    /// What a tile does that meets others, by what it sees; see [`CollisionResult`].
    fn collide(&mut self, _view: &View<'_>, _class: ContextKey) -> CollisionResult<'_> {
        CollisionResult::Unknown
    }

    /// What becomes of a tile at the end of the turn.
    fn end(&mut self, _tile: TileId, _class: ContextKey) -> Ended {
        Ended::Unknown
    }
}

impl LineSource for &Table {
    fn resolve(&mut self, line: &[TileId], context_key: ContextKey) -> Option<TileLine<'_>> {
        let tiles = line.iter().copied();
        let entry = self.entry(self.find(Table::hash(context_key, tiles.clone()), context_key, tiles)?);
        (entry.usable && entry.inert).then(|| self.result(entry))
    }
}

/// The first eight cells of a line, the front one lowest.
pub(crate) fn front_word(cells: &[u8; MOST_CELLS]) -> u64 {
    u128::from_le_bytes(*cells) as u64
}

/// How a grid lies on a packed board, and the kinds of its contents.
#[derive(Debug)]
pub(crate) struct Frame<C> {
    pub(crate) palette: Palette,
    height: usize,
    width: usize,
    /// Where its cells are, row by row.
    pub(crate) places: Vec<u32>,
    /// All of them.
    pub(crate) cells: C,
}

impl<C: CellSet> Frame<C> {
    /// On a square board with edges of `side` whose cells are so many bits of a
    /// set apart, with so many kinds at most. `None` if the grid of the mode is
    /// larger, or if its tiles move other than along rows and columns.
    pub(crate) fn of(rules: &Ruleset, side: usize, apart: usize, codes: u8) -> Option<Frame<C>> {
        let (height, width) = (rules.mode().height, rules.mode().width);
        let is_orthogonal = |own: &Direction| Orientation::is_orthogonal(Step::new(own.rows, own.columns));
        if height > side || width > side || !rules.directions().iter().all(is_orthogonal) {
            return None;
        }
        Some(Frame::new(height, width, side, apart, codes))
    }

    /// For a grid of this size, whose rows begin `side` cells apart.
    pub(crate) fn new(height: usize, width: usize, side: usize, apart: usize, codes: u8) -> Frame<C> {
        let row = |row: usize| (0..width).map(move |column| (apart * (side * row + column)) as u32);
        let places: Vec<u32> = (0..height).flat_map(row).collect();
        let cells = places.iter().fold(C::NONE, |cells, place| cells.with(*place));
        Frame { palette: Palette::new(codes), height, width, places, cells }
    }

    /// Whether the grid has all cells of a board whose edges are this long.
    pub(crate) fn fills(&self, side: usize) -> bool {
        self.height == side && self.width == side
    }

    /// How many lines there are in a direction, and how long they are.
    #[inline]
    pub(crate) fn shape(&self, orientation: Orientation) -> (usize, usize) {
        match orientation.is_columns() {
            false => (self.height, self.width),
            true => (self.width, self.height),
        }
    }

    /// Where a cell of a line of a direction is, the front one being 0.
    fn place(&self, orientation: Orientation, line: usize, cell: usize) -> u32 {
        let (_, length) = self.shape(orientation);
        let cell = if orientation.backwards { length - 1 - cell } else { cell };
        match orientation.is_columns() {
            false => self.places[line * self.width + cell],
            true => self.places[cell * self.width + line],
        }
    }
}

/// What a board becomes in a move. Among the kinds that merges made is
/// [`CodeSet::NOT_KNOWN`] if the move is not known.
pub(crate) type MoveResult<P> = LineResult<<P as BoardLayout>::Board, <P as BoardLayout>::Codes>;

/// A small number that stands for a content of cells on a packed board; `@Empty` is 0.
/// A [`Palette`] says which content has which code.
pub(crate) type TileCode = u8;

/// A set of tile codes.
pub(crate) trait CodeSet: Copy + Debug + PartialEq {
    /// No kind.
    const NONE: Self;
    /// In place of the last kind: something is not known.
    const NOT_KNOWN: Self;

    /// One kind.
    fn one(code: TileCode) -> Self;

    /// With those of another set.
    fn with(self, other: Self) -> Self;

    /// Without those of another set.
    fn without(self, other: Self) -> Self;

    fn has(self, code: TileCode) -> bool;

    fn is_empty(self) -> bool;

    /// Whether [`CodeSet::NOT_KNOWN`] is in it.
    fn has_unknown(self) -> bool;

    /// Whether there is more than one.
    fn are_many(self) -> bool;

    /// The lowest kind.
    fn first(self) -> TileCode;
}

macro_rules! code_set {
    ($word:ty) => {
        impl CodeSet for $word {
            const NONE: $word = 0;
            const NOT_KNOWN: $word = 1 << (<$word>::BITS - 1);

            #[inline]
            fn one(code: TileCode) -> $word {
                1 << (u32::from(code) % <$word>::BITS)
            }

            #[inline]
            fn with(self, other: $word) -> $word {
                self | other
            }

            #[inline]
            fn without(self, other: $word) -> $word {
                self & !other
            }

            #[inline]
            fn has(self, code: TileCode) -> bool {
                self >> (u32::from(code) % <$word>::BITS) & 1 == 1
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline]
            fn has_unknown(self) -> bool {
                self & Self::NOT_KNOWN != 0
            }

            #[inline]
            fn are_many(self) -> bool {
                self & self.wrapping_sub(1) != 0
            }

            #[inline]
            fn first(self) -> TileCode {
                self.trailing_zeros() as u8
            }
        }
    };
}

code_set!(u16);
code_set!(u128);

/// How a direction lies on the packed grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orientation {
    /// All bits, if the lines are columns.
    pub(crate) columns: u64,
    /// Whether the front of a line is at the high end of its row.
    pub(crate) backwards: bool,
    /// The number of the direction.
    pub(crate) index: u8,
}

impl Orientation {
    /// Of a direction.
    pub(crate) fn of(step: Step, index: u8) -> Orientation {
        let (columns, backwards) = (step.columns == 0, step.rows > 0 || step.columns > 0);
        Orientation { columns: if columns { u64::MAX } else { 0 }, backwards, index }
    }

    /// Whether tiles move along rows or columns, cell by cell.
    pub(crate) fn is_orthogonal(step: Step) -> bool {
        matches!((step.rows, step.columns), (0, -1 | 1) | (-1 | 1, 0))
    }

    /// The orientation along the other axis, for a board that is turned over.
    pub(crate) fn turned(self) -> Orientation {
        Orientation { columns: !self.columns, ..self }
    }

    pub(crate) fn is_columns(self) -> bool {
        self.columns != 0
    }
}

/// The numbers by which those who read boards know the content of a kind: that of
/// [`Engine::read_kinds`](crate::Engine::read_kinds), and that of
/// [`Batch::kinds_into`](crate::Batch::kinds_into).
pub(crate) type Numbers = [i32; 2];

/// The places of the two in [`Numbers`].
pub(crate) const KIND: usize = 0;
pub(crate) const OBSERVED: usize = 1;
/// In place of numbers that were not asked for yet: lower than all others.
pub(crate) const NOT_ASKED: i32 = i32::MIN;

/// Which contents the kinds are.
#[derive(Debug)]
pub(crate) struct Palette {
    ids: Vec<TileId>,
    /// One more than the kind of each content, by its place in the table of
    /// tiles; 0 is none.
    codes: Vec<u8>,
    /// The numbers of each kind, those of one sort after those of the other. A byte is
    /// always a place among them, which spares who reads boards looking.
    pub(crate) numbers: Box<[[i32; 256]; 2]>,
    most: u8,
}

impl Palette {
    /// With room for so many, `@Empty` included.
    pub(crate) fn new(most: u8) -> Palette {
        let numbers = Box::new([[NOT_ASKED; 256]; 2]);
        let mut list = Palette { ids: Vec::new(), codes: Vec::new(), numbers, most };
        list.code(TileId::EMPTY);
        list
    }

    /// The number of a content; a new one if there is room.
    pub(crate) fn code(&mut self, id: TileId) -> Option<TileCode> {
        let index = id.index();
        match self.codes.get(index) {
            None | Some(0) if self.len() >= self.most => None,
            None | Some(0) => {
                self.codes.resize(self.codes.len().max(index + 1), 0);
                self.ids.push(id);
                self.codes[index] = self.len();
                Some(self.len() - 1)
            }
            Some(code) => Some(code - 1),
        }
    }

    /// The content of a kind.
    #[inline]
    pub(crate) fn id(&self, code: TileCode) -> TileId {
        self.ids.get(usize::from(code)).copied().unwrap_or(TileId::EMPTY)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u8 {
        self.ids.len() as u8
    }

    /// Whether there is no room for another one.
    pub(crate) fn is_full(&self) -> bool {
        self.len() >= self.most
    }
}
