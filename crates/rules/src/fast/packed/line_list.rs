//! The layouts `List128` and `List256`: boards of any geometry, with a list of lines for
//! each direction.
//!
//! Small grids whose tiles move along rows and columns are packed by
//! [`nibble4x4`](crate::fast::packed::nibble4x4) and
//! [`byte_grid`](crate::fast::packed::byte_grid). All other grids are packed here, a byte
//! for each cell: hexagons, diagonals, grids in grids, large ones. The lines of a direction
//! are those along which the interpreter moves tiles ([`DirectionLines`](crate::board::lines::DirectionLines)),
//! each gathered cell by cell. Cells that are holes in every game are left out, and so are
//! lines without other cells. The length of a line and the number of such holes at its ends
//! are its *shape*, which is part of its key.
//!
//! See docs/dev/fast-path.md, "Layouts".

mod lines;

use wide::u8x16;

use crate::board::grid::Grid;
use crate::board::tile_table::{Kind, TileId, Tiles};
use crate::fast::collide::table::CollisionTable;
use crate::fast::context_key::ContextKey;
use crate::fast::line_result::LineResult;
use crate::fast::packed::byte_grid::resolve_by_collisions::{Beyond, CollisionTables};
use crate::fast::packed::byte_grid::{LIST, MOST_CODES};
use crate::fast::packed::cost_model::CostModel;
use crate::fast::packed::layout::{
    BoardLayout, CodeSet, DecisionsEpoch, Frame, LineSource, MOST_CELLS, MoveResult, Orientation, TileCode,
};
use crate::fast::packed::line_table::{Change, Effect, LineKey, LineTable};
use crate::ruleset::Ruleset;
use calcarray::Value;
pub(crate) use lines::lines_can_be_packed;
use lines::{Line, lines_of};

/// The number of cells in a word of a set of cells.
const WORD: usize = u64::BITS as usize;
/// The byte of cells that the grid does not have.
const OUTSIDE: TileCode = u8::MAX;

/// A layout of up to 64 times `W` cells, and its cache of lines. A key `R` has a byte for each cell
/// of a line; the highest bits of the bytes, which no code needs, hold the shape.
pub(crate) struct LineList<const W: usize, R> {
    /// The grid and the palette.
    frame: Frame<[u64; W]>,
    /// The content of a hole.
    hole: TileId,
    /// The cells that are holes in every game.
    holes: Vec<u8>,
    /// The lines of each direction.
    directions: Vec<Vec<Line>>,
    /// The number of holes ahead of lines, and behind them.
    ends: Vec<[usize; 2]>,
    /// The cache of lines.
    table: LineTable<R>,
    /// The known collisions.
    collisions: CollisionTables,
    /// The policy that chooses between the two.
    cost_model: CostModel,
    /// The number of times that each code was on a board with unknown lines.
    seen_codes: [u32; LIST],
}

/// The layout of up to 128 cells, in lines of up to eight.
pub(crate) type List128 = LineList<2, u64>;
/// The layout of up to 256 cells, in lines of up to sixteen.
pub(crate) type List256 = LineList<4, u128>;

impl<const W: usize, R> std::fmt::Debug for LineList<W, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LineList({} cells, {} codes)", self.frame.places.len(), self.frame.palette.len())
    }
}

/// Returns the code of a cell of a line, by its key.
#[inline(always)]
fn code<R: LineKey>(key: R, place: usize) -> TileCode {
    key.cell(place) & MOST_CODES
}

/// Returns a cell of a board.
#[inline(always)]
fn cell<const W: usize>(board: &[[u8; WORD]; W], place: u8) -> u8 {
    board[usize::from(place) / WORD % W][usize::from(place) % WORD]
}

impl<const W: usize, R: LineKey> LineList<W, R> {
    /// Returns the lines of a direction.
    #[inline]
    fn lines(&self, orientation: Orientation) -> &[Line] {
        self.directions.get(usize::from(orientation.index)).map_or(&[], |lines| lines)
    }

    /// Returns the key of a line: its cells and its shape.
    #[inline(always)]
    fn key(board: &[[u8; WORD]; W], line: &Line) -> R {
        let cells = line.cells.iter().rev();
        let shape = R::of_front(line.shape);
        cells.fold(R::default(), |key, place| key << 8 | R::from(cell(board, *place))) | shape
    }

    /// Applies the change of a line to the board.
    #[inline(always)]
    fn apply(board: &mut [[u8; WORD]; W], line: &Line, change: R) {
        let mut change = change;
        for place in &line.cells {
            board[usize::from(*place) / WORD % W][usize::from(*place) % WORD] ^= change.cell(0);
            change = change >> 8;
        }
    }

    /// Returns the key of the collision table of a line.
    fn collision_key(line: &Line, context_key: ContextKey) -> (ContextKey, u8) {
        (context_key, line.ends)
    }

    /// Returns true if the change of a line is known.
    fn is_known(&self, line: &Line, key: R, context_key: ContextKey) -> bool {
        self.cost_model.resolves_by_collisions() && self.outcome(line, key, context_key).is_some()
            || self.table.look_up(key, context_key).is_some()
    }

    /// Returns the change of a line, if collisions resolve it.
    fn outcome(&self, line: &Line, key: R, context_key: ContextKey) -> Option<Change<R>> {
        let collisions = self.collisions.of(Self::collision_key(line, context_key))?;
        let length = line.cells.len();
        let (mut tiles, count) = compacted(length, |place| code(key, place));
        if let Ok(outcome) = collisions.pairwise(&mut tiles[..count]) {
            return Some(change_to_tiles(key, length, &mut tiles, outcome));
        }
        let cells = front(key, length)?;
        Some(change_to(collisions.line(cells, length).ok()?, cells))
    }

    /// Adds a line to the result of a move, by its collisions if they resolve it. Returns
    /// whether it was slow; `None` if the line is not known.
    #[inline(always)]
    fn resolve_line_by_collisions(
        &self,
        collisions: &CollisionTable,
        line: &Line,
        context_key: ContextKey,
        before: &[[u8; WORD]; W],
        result: &mut MoveResult<LineList<W, R>>,
    ) -> Option<bool> {
        let (mut tiles, count) = compacted(line.cells.len(), |place| cell(before, line.cells[place]));
        let all_rest = collisions.prefilter().all_rest(&tiles[..count]);
        let outcome = match all_rest {
            true => Ok(LineResult::without_merges(count, 0)),
            false => collisions.pairwise(&mut tiles[..count]),
        };
        if let Ok(outcome) = outcome {
            tiles[outcome.after..].fill(0);
            for (own, code) in line.cells.iter().zip(tiles) {
                result.after[usize::from(*own) / WORD % W][usize::from(*own) % WORD] = code;
            }
            result.add(&outcome);
            result.made |= outcome.made;
            return Some(!all_rest);
        }
        // Pairs of neighbours do not suffice: try longer views, then the cache of whole
        // lines.
        let key = Self::key(before, line);
        if let Some(known) = self.outcome(line, key, context_key) {
            self.add(line, known.after, &known.written((), known.made), result);
        } else {
            let (change, effect) = self.table.look_up(key, context_key)?;
            self.add(line, change, effect, result);
        }
        Some(true)
    }

    /// Adds the change and the effect of a line to the result of a move.
    #[inline(always)]
    fn add(&self, line: &Line, change: R, effect: &Effect, result: &mut MoveResult<LineList<W, R>>) {
        result.add(effect);
        result.made |= effect.made;
        if change != R::default() {
            Self::apply(&mut result.after, line, change);
        }
    }

    /// Copies the answer of a source about one line into the cache, unless collisions
    /// resolve it.
    fn record_line(
        &mut self,
        (direction, place): (usize, usize),
        key: R,
        context_key: ContextKey,
        from: &mut impl LineSource,
    ) {
        if self.table.look_up(key, context_key).is_some() {
            return;
        }
        let line = &self.directions[direction][place];
        let length = line.cells.len();
        let [ahead, behind] = self.ends[usize::from(line.ends)];
        let beyond = Beyond { hole: self.hole, ahead, behind };
        let (most, of_collisions) = (self.table.most(), Self::collision_key(line, context_key));
        let palette = (&mut self.frame.palette, most);
        let (tiles, count) = compacted(length, |place| code(key, place));
        let mut after = tiles;
        // Views of two tiles come first, because they serve lines of any length.
        let pairwise = |collisions: &CollisionTable| {
            after = tiles;
            collisions.pairwise(&mut after[..count])
        };
        let outcome = self.collisions.record(palette, pairwise, of_collisions, beyond, from);
        let mut known = outcome.map(|outcome| change_to_tiles(key, length, &mut after, outcome));
        if let (None, Some(cells)) = (&known, front(key, length)) {
            let palette = (&mut self.frame.palette, most);
            let line = |collisions: &CollisionTable| collisions.line(cells, length);
            let outcome = self.collisions.record(palette, line, of_collisions, beyond, from);
            known = outcome.map(|outcome| change_to(outcome, cells));
        }
        if let Some(known) = known {
            // A line that collisions resolve is not stored while they are in use.
            if !self.cost_model.resolves_by_collisions() {
                self.table.insert(key, context_key, known);
            }
            return;
        }
        // The source sees the line with the holes at its ends, which must stay holes.
        let Some(hole) = self.code(self.hole) else { return };
        let holes = |count| std::iter::repeat_n(hole, count);
        let cells = (0..length).map(|place| code(key, place));
        let Some(known) = self.ask(holes(ahead).chain(cells).chain(holes(behind)), context_key, from) else {
            return;
        };
        let is_hole = |place: usize| known.after[place] == hole;
        if !(0..ahead).chain(ahead + length..ahead + length + behind).all(is_hole) {
            return;
        }
        let change = (0..length).rev().fold(R::default(), |change, place| {
            change << 8 | R::from(known.after[ahead + place] ^ code(key, place))
        });
        self.table.insert(key, context_key, known.written(change, known.made));
    }
}

/// Returns the cells of a key, if they are few enough for collisions with a view of more
/// than two tiles.
#[inline]
fn front<R: LineKey>(key: R, length: usize) -> Option<u64> {
    const CODES: u64 = u64::from_le_bytes([MOST_CODES; 8]);
    (length <= 8).then(|| key.front() & crate::fast::packed::bytes::cells(length) & CODES)
}

/// Returns the change that collisions make to a line.
fn change_to<R: LineKey>(outcome: LineResult<u64, u128>, cells: u64) -> Change<R> {
    outcome.written(R::of_front(cells ^ outcome.after), outcome.made)
}

/// Returns the tiles of a line of this length after compaction, and their number.
#[inline(always)]
fn compacted(length: usize, cell: impl Fn(usize) -> u8) -> ([u8; MOST_CELLS], usize) {
    let (mut tiles, mut count) = ([0; MOST_CELLS], 0);
    for place in 0..length {
        let code = cell(place);
        tiles[count % MOST_CELLS] = code;
        count += usize::from(code != 0);
    }
    (tiles, count.min(MOST_CELLS))
}

/// Returns the change from a line to the tiles that are left in front.
fn change_to_tiles<R: LineKey>(
    key: R,
    length: usize,
    tiles: &mut [u8; MOST_CELLS],
    outcome: LineResult<usize, u128>,
) -> Change<R> {
    tiles[outcome.after..].fill(0);
    let change = |place: usize| R::from(tiles[place] ^ code(key, place));
    let change = (0..length).rev().fold(R::EMPTY, |all, place| all << 8 | change(place));
    outcome.written(change, outcome.made)
}

impl<const W: usize, R: LineKey> BoardLayout for LineList<W, R> {
    type Board = [[u8; WORD]; W];
    type Codes = u128;
    type Cells = [u64; W];
    const EXACT: bool = false;
    const ENDS: bool = true;
    const ALL: [u64; W] = [u64::MAX; W];

    fn new(rules: &Ruleset, tiles: &Tiles, most: usize) -> Option<LineList<W, R>> {
        let grid = rules.starting_grid();
        if grid.size() > WORD * W {
            return None;
        }
        let is_hole = |cell: u32| grid.ids()[cell as usize].kind() == Kind::Hole;
        let (mut directions, mut shapes, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for direction_lines in rules.lines().of_directions.iter().chain(&rules.lines().of_auto_moves) {
            directions.push(lines_of(&direction_lines.lines, is_hole, R::BYTES, (&mut shapes, &mut ends))?);
        }
        Some(LineList {
            frame: Frame::new(rules.mode().height, rules.mode().width, rules.mode().width, 1, MOST_CODES),
            hole: tiles.intern(&Value::text("@Void"))?,
            holes: (0..grid.size() as u32).filter(|cell| is_hole(*cell)).map(|cell| cell as u8).collect(),
            directions,
            ends,
            table: LineTable::new(most),
            collisions: CollisionTables::default(),
            cost_model: CostModel::new(most),
            seen_codes: [0; LIST],
        })
    }

    fn frame(&self) -> &Frame<[u64; W]> {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame<[u64; W]> {
        &mut self.frame
    }

    fn blank(&self) -> Self::Board {
        let mut board = [[OUTSIDE; WORD]; W];
        board.as_flattened_mut()[..self.frame.places.len()].fill(0);
        board
    }

    fn pack(&mut self, grid: &Grid) -> Option<Self::Board> {
        if !self.holes.iter().all(|cell| grid.ids()[usize::from(*cell)] == self.hole) {
            return None;
        }
        let mut board = self.blank();
        for (own, id) in board.as_flattened_mut().iter_mut().zip(grid.ids()) {
            *own = self.code(*id)?;
        }
        Some(board)
    }

    #[inline]
    fn move_result(
        &self,
        board: Self::Board,
        orientation: Orientation,
        context_key: ContextKey,
    ) -> MoveResult<Self> {
        let lines = self.lines(orientation);
        // One unknown line makes the whole result unknown.
        let mut result = LineResult::without_merges(board, u128::NONE);
        if !self.cost_model.resolves_by_collisions() {
            self.cost_model.note_lookups(lines.len());
            for line in lines {
                let Some((change, effect)) = self.table.look_up(Self::key(&board, line), context_key) else {
                    result.made = u128::NOT_KNOWN;
                    return result;
                };
                self.add(line, change, effect, &mut result);
            }
            return result;
        }
        let mut slow = 0;
        for line in lines {
            let resolved = match self.collisions.of(Self::collision_key(line, context_key)) {
                Some(collisions) => {
                    self.resolve_line_by_collisions(collisions, line, context_key, &board, &mut result)
                }
                None => {
                    let known = self.table.look_up(Self::key(&board, line), context_key);
                    known.map(|(change, effect)| self.add(line, change, effect, &mut result)).map(|()| true)
                }
            };
            let Some(was_slow) = resolved else {
                result = LineResult::without_merges(board, u128::NONE);
                result.made = u128::NOT_KNOWN;
                return result;
            };
            slow += u32::from(was_slow);
        }
        self.cost_model.note_collisions(lines.len(), slow);
        result
    }

    fn unknown(&self, board: Self::Board, orientation: Orientation, context_key: ContextKey) -> u64 {
        self.lines(orientation).iter().fold(0, |unknown, line| {
            let is_unknown = !self.is_known(line, Self::key(&board, line), context_key);
            unknown | u64::from(is_unknown) << line.number
        })
    }

    fn record_lines(
        &mut self,
        board: Self::Board,
        orientation: Orientation,
        context_key: ContextKey,
        from: &mut impl LineSource,
    ) {
        // All lines are looked up before any of them is recorded, so that each unknown one
        // counts as a miss.
        let unknown = self.unknown(board, orientation, context_key);
        self.cost_model.note_misses(unknown.count_ones());
        for code in board.as_flattened() {
            if let Some(count) = self.seen_codes.get_mut(usize::from(*code)) {
                *count += 1;
            }
        }
        let direction = usize::from(orientation.index);
        for place in 0..self.lines(orientation).len() {
            let line = &self.directions[direction][place];
            if unknown >> line.number & 1 == 1 {
                let key = Self::key(&board, line);
                self.record_line((direction, place), key, context_key, from);
            }
        }
    }

    fn invalidate_if_changed(&mut self, about: DecisionsEpoch) {
        self.collisions.invalidate_if_changed(about);
    }

    fn seed_from(&mut self, before: LineList<W, R>, same_tiles: bool) {
        self.cost_model.seed_from(&before.cost_model);
        if same_tiles {
            let palette = &before.frame.palette;
            self.collisions = before.collisions.kept(&before.seen_codes, palette, &mut self.frame.palette);
        }
    }

    #[inline]
    fn empty(board: Self::Board) -> [u64; W] {
        board.map(|cells| {
            let (parts, _) = cells.as_chunks::<16>();
            (0..).zip(parts).fold(0, |empty, (part, cells)| {
                let own = u8x16::from(*cells).cmp_eq(u8x16::default()).move_mask();
                empty | (own as u64 & 0xFFFF) << (16 * part)
            })
        })
    }

    #[inline]
    fn size(set: [u64; W]) -> u32 {
        set.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn nth(set: [u64; W], n: u32) -> u32 {
        let mut n = n;
        for (number, word) in (0..).zip(set) {
            let count = word.count_ones();
            if n < count {
                return number * WORD as u32 + crate::fast::packed::byte_grid::nth_bit(word, n);
            }
            n -= count;
        }
        0
    }

    #[inline]
    fn look(board: Self::Board, place: u32) -> TileCode {
        board[place as usize / WORD % W][place as usize % WORD]
    }

    #[inline]
    fn put(board: &mut Self::Board, place: u32, code: TileCode) {
        board[place as usize / WORD % W][place as usize % WORD] |= code;
    }
}
