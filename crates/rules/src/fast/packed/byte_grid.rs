//! The layouts `Byte4x4` and `Byte8x8`: rows and columns with a byte for each cell.
//!
//! There are too many different rows for a table that is indexed by them, so lines are
//! looked up by a hash, or resolved by collisions. All entries come from a [`LineSource`].
//!
//! See docs/dev/fast-path.md, "Layouts".

pub(crate) mod resolve_by_collisions;

use wide::u8x16;

use crate::board::tile_table::Tiles;
use crate::fast::context_key::ContextKey;
use crate::fast::line_result::LineResult;
use crate::fast::packed::bytes::{BYTES, LOW_BITS, LineWord, Side4, Side8, Size, cells, vector};
use crate::fast::packed::cost_model::CostModel;
use crate::fast::packed::layout::{
    BoardLayout, CodeSet, DecisionsEpoch, Frame, LineSource, MoveResult, Orientation, TileCode, front_word,
};
use crate::fast::packed::line_table::LineTable;
use crate::ruleset::Ruleset;
use resolve_by_collisions::CollisionTables;

/// The byte of cells that the grid does not have.
const OUTSIDE: TileCode = u8::MAX;
/// The largest number of codes: a set has a bit for each, and one that says that something
/// is not known.
pub(crate) const MOST_CODES: u8 = 127;
/// The length of lists by codes, with a place for the edge.
pub(crate) const LIST: usize = MOST_CODES as usize + 1;
/// The number of cells in a word.
const WORD: usize = 8;

/// Returns the number of bytes of a word that are no larger than `n`. All of these are
/// below 128.
#[inline]
fn bytes_with_no_more_than(n: u32, word: u64) -> u32 {
    let not_larger = (u64::from(n).wrapping_mul(BYTES) | !LOW_BITS).wrapping_sub(word) & !LOW_BITS;
    ((not_larger >> 7).wrapping_mul(BYTES) >> 56) as u32
}

/// Returns the bit of a set that has `n` of its bits before it; there must be one.
#[inline]
pub(crate) fn nth_bit(set: u64, n: u32) -> u32 {
    // For each byte, the number of bits of the set up to its end. The wanted bit is in the
    // byte behind all those with no more than n.
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let up_to = ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(BYTES);
    let byte = 8 * bytes_with_no_more_than(n, up_to) % 64;
    let before = (up_to << 8 >> byte) as u8;
    // The bits of that byte are spread over the bytes of a word, and counted in the same
    // way.
    let bits = (set >> byte & 255).wrapping_mul(BYTES) & 0x8040_2010_0804_0201;
    let bits = (bits.wrapping_add(LOW_BITS) | bits) >> 7 & BYTES;
    byte + bytes_with_no_more_than(n.wrapping_sub(u32::from(before)), bits.wrapping_mul(BYTES)) % 8
}

/// A layout with a byte for each cell, of one of two sizes, and its cache of lines.
pub(crate) struct ByteGrid<S: Size> {
    /// The grid and the palette.
    frame: Frame<u64>,
    /// The cache of lines.
    table: LineTable<S::Word>,
    /// The known collisions.
    collisions: CollisionTables,
    /// The policy that chooses between the two.
    cost_model: CostModel,
    /// The number of times that each code was on a board with unknown lines.
    seen_codes: [u32; LIST],
}

/// The layout of up to 4x4 cells with a byte for each.
pub(crate) type Byte4x4 = ByteGrid<Side4>;
/// The layout of up to 8x8 cells with a byte for each.
pub(crate) type Byte8x8 = ByteGrid<Side8>;

impl<S: Size> std::fmt::Debug for ByteGrid<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ByteGrid({} codes, {} lines)", self.frame.palette.len(), self.table.len())
    }
}

impl<S: Size> ByteGrid<S> {
    /// Returns the change of a line if it is in the cache, and adds its effect to the
    /// result of the move.
    #[inline(always)]
    fn look_up(
        &self,
        before: S::Word,
        context_key: ContextKey,
        result: &mut MoveResult<ByteGrid<S>>,
    ) -> Option<S::Word> {
        let (change, effect) = self.table.look_up(before, context_key)?;
        result.add(effect);
        result.made |= effect.made;
        Some(change)
    }

    /// Returns true if the change of a line is known.
    fn is_known(&self, before: S::Word, length: usize, context_key: ContextKey) -> bool {
        self.cost_model.resolves_by_collisions() && self.outcome(before, length, context_key).is_some()
            || self.table.look_up(before, context_key).is_some()
    }

    /// Makes the result of a move from the changes of its lines. If a change is missing,
    /// the result is not known.
    #[inline(always)]
    fn move_result_of(
        board: S::Board,
        orientation: Orientation,
        (count, length): (usize, usize),
        mut change_of: impl FnMut(S::Word, &mut MoveResult<ByteGrid<S>>) -> Option<S::Word>,
    ) -> MoveResult<ByteGrid<S>> {
        let lines = S::lines(board, orientation, length);
        let mut changes = S::Rows::default();
        let mut result = LineResult::without_merges(board, 0);
        for (before, change) in lines.as_ref().iter().zip(changes.as_mut()).take(count) {
            let Some(own) = change_of(*before, &mut result) else {
                result.made = u128::NOT_KNOWN;
                return result;
            };
            *change = own;
        }
        Self::apply(&mut result, changes, orientation, length);
        result
    }

    /// Applies the changes of all lines of a move.
    #[inline(always)]
    fn apply(
        result: &mut MoveResult<ByteGrid<S>>,
        changes: S::Rows,
        orientation: Orientation,
        length: usize,
    ) {
        if changes.as_ref().iter().any(|change| *change != S::Word::default()) {
            let changes = S::board(changes, orientation, length);
            for (word, change) in result.after.as_mut().iter_mut().zip(changes.as_ref()) {
                *word ^= change;
            }
        }
    }

    /// Copies the answer of a source about one line into the cache, if it is missing.
    fn record_line(
        &mut self,
        before: S::Word,
        length: usize,
        context_key: ContextKey,
        from: &mut impl LineSource,
    ) {
        if self.table.look_up(before, context_key).is_some() {
            return;
        }
        let outcome = self.record_collisions(before, length, context_key, from);
        if outcome.is_some() && self.cost_model.resolves_by_collisions() {
            return;
        }
        let known = outcome.or_else(|| {
            let line = (0..length).map(|cell| (before.word() >> (8 * cell)) as u8);
            let known = self.ask(line, context_key, from)?;
            // The answer has no codes for cells that the grid does not have.
            let change = S::Word::of_word((before.word() ^ front_word(&known.after)) & cells(length));
            Some(known.written(change, known.made))
        });
        if let Some(known) = known {
            self.table.insert(before, context_key, known);
        }
    }
}

impl<S: Size> BoardLayout for ByteGrid<S> {
    type Board = S::Board;
    type Codes = u128;
    type Cells = u64;
    const EXACT: bool = false;
    const ENDS: bool = true;
    const ALL: u64 = S::ALL;

    fn new(rules: &Ruleset, _: &Tiles, most: usize) -> Option<ByteGrid<S>> {
        Some(ByteGrid {
            frame: Frame::of(rules, S::SIDE, 1, MOST_CODES)?,
            table: LineTable::new(most),
            collisions: CollisionTables::default(),
            cost_model: CostModel::new(most),
            seen_codes: [0; LIST],
        })
    }

    fn frame(&self) -> &Frame<u64> {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame<u64> {
        &mut self.frame
    }

    fn blank(&self) -> S::Board {
        let mut board = S::all(OUTSIDE);
        for place in self.frame.places.iter().map(|place| *place as usize) {
            board.as_mut()[place / WORD] ^= u64::from(OUTSIDE) << (8 * (place % WORD));
        }
        board
    }

    #[inline]
    fn move_result(
        &self,
        board: S::Board,
        orientation: Orientation,
        context_key: ContextKey,
    ) -> MoveResult<ByteGrid<S>> {
        if self.cost_model.resolves_by_collisions() {
            return self.resolve_by_collisions(board, orientation, context_key);
        }
        let shape = self.frame.shape(orientation);
        self.cost_model.note_lookups(shape.0);
        Self::move_result_of(board, orientation, shape, |line, result| {
            self.look_up(line, context_key, result)
        })
    }

    fn unknown(&self, board: S::Board, orientation: Orientation, context_key: ContextKey) -> u64 {
        let (count, length) = self.frame.shape(orientation);
        let lines = S::lines(board, orientation, length);
        let is_unknown = |line: &S::Word| !self.is_known(*line, length, context_key);
        (0..)
            .zip(&lines.as_ref()[..count])
            .fold(0, |unknown, (place, line)| unknown | u64::from(is_unknown(line)) << place)
    }

    fn record_lines(
        &mut self,
        board: S::Board,
        orientation: Orientation,
        context_key: ContextKey,
        from: &mut impl LineSource,
    ) {
        // All lines are looked up before any of them is recorded, so that each unknown one
        // counts as a miss.
        let mut unknown = self.unknown(board, orientation, context_key);
        self.cost_model.note_misses(unknown.count_ones());
        for place in &self.frame.places {
            if let Some(collision) = self.seen_codes.get_mut(usize::from(Self::look(board, *place))) {
                *collision += 1;
            }
        }
        let (_, length) = self.frame.shape(orientation);
        let lines = S::lines(board, orientation, length);
        while unknown != 0 {
            let line = lines.as_ref()[unknown.trailing_zeros() as usize];
            self.record_line(line, length, context_key, from);
            unknown &= unknown - 1;
        }
    }

    fn invalidate_if_changed(&mut self, about: DecisionsEpoch) {
        self.collisions.invalidate_if_changed(about);
    }

    fn seed_from(&mut self, before: ByteGrid<S>, same_tiles: bool) {
        self.cost_model.seed_from(&before.cost_model);
        if same_tiles {
            let palette = &before.frame.palette;
            self.collisions = before.collisions.kept(&before.seen_codes, palette, &mut self.frame.palette);
        }
    }

    #[inline]
    fn empty(board: S::Board) -> u64 {
        let words = board.as_ref().chunks_exact(2).enumerate();
        words.fold(0, |empty, (number, words)| {
            let cells = vector([words[0], words[1]]).cmp_eq(u8x16::default());
            empty | (cells.move_mask() as u64 & 0xFFFF) << (2 * WORD * number)
        })
    }

    #[inline]
    fn size(set: u64) -> u32 {
        set.count_ones()
    }

    #[inline]
    fn nth(set: u64, n: u32) -> u32 {
        nth_bit(set, n)
    }

    #[inline]
    fn look(board: S::Board, place: u32) -> TileCode {
        let words = board.as_ref();
        (words[place as usize / WORD % words.len()] >> (8 * (place as usize % WORD))) as u8
    }

    #[inline]
    fn put(board: &mut S::Board, place: u32, code: TileCode) {
        let words = board.as_mut();
        let count = words.len();
        words[place as usize / WORD % count] |= u64::from(code) << (8 * (place as usize % WORD));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_and_found() {
        let sets = [u64::MAX, 1, 1 << 63, 0x8000_0000_0000_0001, 0x0123_4567_89AB_CDEF, 0xFF00, 0x5555 << 20];
        for set in sets {
            let places: Vec<u32> = (0..64).filter(|place| set >> place & 1 == 1).collect();
            assert_eq!(Byte8x8::size(set) as usize, places.len(), "{set:x}");
            for (n, place) in places.iter().enumerate() {
                assert_eq!(Byte8x8::nth(set, n as u32), *place, "{n} of {set:x}");
            }
        }
    }

    fn empty_cells_are_found_in<S: Size>() {
        for set in [0, u64::MAX, 1, 1 << 63, 1 << 15, 0x0123_4567_89AB_CDEF].map(|set| set & S::ALL) {
            for code in [1, 127, 128, 129, OUTSIDE] {
                let mut board = S::all(0);
                for place in (0..(S::SIDE * S::SIDE) as u32).filter(|place| set >> place & 1 == 0) {
                    ByteGrid::<S>::put(&mut board, place, code);
                    assert_eq!(ByteGrid::<S>::look(board, place), code);
                }
                assert_eq!(ByteGrid::<S>::empty(board), set, "{code} but in {set:x}");
            }
        }
    }

    #[test]
    fn empty_cells_are_found() {
        empty_cells_are_found_in::<Side4>();
        empty_cells_are_found_in::<Side8>();
    }
}
