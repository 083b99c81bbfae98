//! Boards of up to 8×8 cells and many kinds of tiles, packed into eight words.
//!
//! Each cell is a byte, each row a word. There are too many rows for a table
//! that is indexed by them, so they are looked up by a hash; as for smaller
//! boards, every entry is copied from the table of lines.

use std::collections::HashMap;

use super::packing::{Cells, Frame, KindSet, KnownLine, Orientation, Packing, Shift, LONGEST};
use super::table::Table;

/// The edge of the packed grid.
const SIDE: usize = LONGEST;
/// The kind of cells that the grid does not have.
const OUTSIDE: u8 = u8::MAX;
/// As many kinds as there are bits for them, less one for what is not known.
const KINDS: u8 = 127;
/// How many places there are for lines at first.
const FIRST: usize = 1 << 8;
const BYTES: u64 = 0x0101_0101_0101_0101;
const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// A byte for each cell, the first cell of a row lowest.
type Rows = [u64; SIDE];

/// Rows become columns.
#[inline]
fn transposed([a, b, c, d, e, f, g, h]: Rows) -> Rows {
    // Squares of four by four cells, then of two by two, then cells.
    let ([a, b, c, d], [e, f, g, h]) = swapped::<32>([a, b, c, d], [e, f, g, h]);
    let ([a, b, e, f], [c, d, g, h]) = swapped::<16>([a, b, e, f], [c, d, g, h]);
    let ([a, c, e, g], [b, d, f, h]) = swapped::<8>([a, c, e, g], [b, d, f, h]);
    [a, b, c, d, e, f, g, h]
}

/// Exchanges every second group of so many bits in the upper rows with the one
/// before it in the lower rows.
#[inline]
fn swapped<const BITS: u32>(mut upper: [u64; 4], mut lower: [u64; 4]) -> ([u64; 4], [u64; 4]) {
    let mask = u64::MAX / ((1 << BITS) + 1);
    for row in 0..4 {
        let change = (upper[row] >> BITS ^ lower[row]) & mask;
        upper[row] ^= change << BITS;
        lower[row] ^= change;
    }
    (upper, lower)
}

/// A line and what it becomes; the front cell is lowest.
#[derive(Clone, Copy)]
struct Line {
    before: u64,
    /// The bits that change.
    change: u64,
    /// One more than the class; 0 is no line.
    class: u32,
    effect: u32,
}

const NO_LINE: Line = Line { before: 0, change: 0, class: 0, effect: 0 };

/// What the merges of a line do besides. Many lines have the same effect.
#[derive(Clone, Copy)]
struct Effect {
    points: f64,
    made: u128,
    merges: u8,
    whole: bool,
}

const NO_EFFECT: Effect = Effect { points: 0.0, made: 0, merges: 0, whole: true };

#[inline]
fn hash(before: u64, class: u32) -> usize {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let hash = (before ^ u64::from(class) << 32).wrapping_mul(FACTOR);
    (hash ^ hash >> 32) as usize
}

/// What rows become.
pub(crate) struct Wide {
    frame: Frame,
    /// A power of two of them, at most three of four in use.
    lines: Vec<Line>,
    effects: Vec<Effect>,
    /// Where each of them is.
    places: HashMap<(u64, u128, u8, bool), u32>,
    known: usize,
    /// How many may be known; at the next one, all are forgotten.
    most: usize,
}

impl std::fmt::Debug for Wide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Wide({} kinds, {} lines)", self.frame.kinds.len(), self.known)
    }
}

/// A row whose front is at its high end, the front cell lowest, and the same
/// back again.
#[inline]
fn turned(row: u64, length: usize) -> u64 {
    row.swap_bytes() >> (8 * (SIDE - length))
}

/// A row or its change in the order of the move, and back again.
#[inline]
fn front_first(row: u64, orientation: Orientation, length: usize) -> u64 {
    match orientation.backwards {
        true => turned(row, length),
        false => row & u64::MAX >> (8 * (SIDE - length)),
    }
}

impl Wide {
    /// What is known of a line; without a class, if nothing is.
    #[inline]
    fn line(&self, before: u64, class: u32) -> &Line {
        let mut place = hash(before, class) & (self.lines.len() - 1);
        loop {
            let line = &self.lines[place];
            if line.before == before && line.class == class || line.class == 0 {
                return line;
            }
            place = (place + 1) & (self.lines.len() - 1);
        }
    }

    /// Copies what the table of lines knows of one line of kinds.
    fn learn_line(&mut self, before: u64, length: usize, class: u32, table: &Table) -> Option<()> {
        if self.line(before, class + 1).class != 0 {
            return None;
        }
        let line = (0..length).map(|cell| (before >> (8 * cell)) as u8);
        let KnownLine { after, points, merges, made, whole } = self.look_up(line, class, table)?;
        let after = after.iter().rev().fold(0, |after, kind| after << 8 | u64::from(*kind));
        let merges = u8::try_from(merges).ok()?;
        if self.known >= self.most {
            self.forget();
        }
        let effect = self.effect(Effect { points, made, merges, whole });
        self.insert(Line { before, change: before ^ after, class: class + 1, effect });
        Some(())
    }

    /// The place of an effect.
    fn effect(&mut self, effect: Effect) -> u32 {
        if effect.merges == 0 {
            return 0;
        }
        let next = self.effects.len() as u32;
        let Effect { points, made, merges, whole } = effect;
        let place = *self.places.entry((points.to_bits(), made, merges, whole)).or_insert(next);
        if place == next {
            self.effects.push(effect);
        }
        place
    }

    fn forget(&mut self) {
        self.lines.fill(NO_LINE);
        self.known = 0;
        self.effects.truncate(1);
        self.places.clear();
    }

    fn insert(&mut self, line: Line) {
        if 4 * (self.known + 1) > 3 * self.lines.len() {
            let larger = vec![NO_LINE; 2 * self.lines.len()];
            let lines = std::mem::replace(&mut self.lines, larger);
            for line in lines.iter().filter(|line| line.class != 0) {
                self.put_line(line);
            }
        }
        self.put_line(&line);
        self.known += 1;
    }

    fn put_line(&mut self, line: &Line) {
        let mask = self.lines.len() - 1;
        let mut place = hash(line.before, line.class) & mask;
        while self.lines[place].class != 0 {
            place = (place + 1) & mask;
        }
        self.lines[place] = *line;
    }
}

impl Packing for Wide {
    type Board = Rows;
    type Kinds = u128;
    const EXACT: bool = false;
    const ALL: Cells = Cells::MAX;

    fn new(height: usize, width: usize, most: usize) -> Option<Wide> {
        Some(Wide {
            frame: Frame::new(height, width, SIDE, 1, KINDS)?,
            lines: vec![NO_LINE; FIRST],
            effects: vec![NO_EFFECT],
            places: HashMap::new(),
            known: 0,
            most,
        })
    }

    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn blank(&self) -> Rows {
        let mut board = [u64::MAX; SIDE];
        for place in self.frame.places.iter().map(|place| *place as usize) {
            board[place / SIDE] ^= u64::from(OUTSIDE) << (8 * (place % SIDE));
        }
        board
    }

    #[inline]
    fn shift(&self, board: Rows, orientation: Orientation, class: u32) -> Shift<Wide> {
        let (count, length) = self.frame.shape(orientation);
        let rows = if orientation.is_columns() { transposed(board) } else { board };
        let mut changes = [0; SIDE];
        let mut shift = Shift { after: board, moved: false, points: 0.0, merges: 0, made: 0, whole: true };
        for (row, change) in rows[..count].iter().zip(&mut changes[..count]) {
            let before = front_first(*row, orientation, length);
            let line = self.line(before, class + 1);
            if line.class == 0 {
                shift.made = u128::NOT_KNOWN;
                return shift;
            }
            // Without a branch: whether there is an effect is hard to foresee.
            let effect = &self.effects[line.effect as usize];
            shift.points += effect.points;
            shift.merges += u32::from(effect.merges);
            shift.made |= effect.made;
            shift.whole &= effect.whole;
            *change = front_first(line.change, orientation, length);
            shift.moved |= line.change != 0;
        }
        if shift.moved {
            let changes = if orientation.is_columns() { transposed(changes) } else { changes };
            for (row, change) in shift.after.iter_mut().zip(changes) {
                *row ^= change;
            }
        }
        shift
    }

    fn unknown(&self, board: Rows, orientation: Orientation, class: u32) -> u64 {
        let (count, length) = self.frame.shape(orientation);
        let rows = if orientation.is_columns() { transposed(board) } else { board };
        let is_unknown = |row: &u64| self.line(front_first(*row, orientation, length), class + 1).class == 0;
        (0..)
            .zip(&rows[..count])
            .fold(0, |unknown, (place, row)| unknown | u64::from(is_unknown(row)) << place)
    }

    fn learn(&mut self, board: Rows, orientation: Orientation, class: u32, table: &Table) {
        let (count, length) = self.frame.shape(orientation);
        let rows = if orientation.is_columns() { transposed(board) } else { board };
        for row in &rows[..count] {
            let before = front_first(*row, orientation, length);
            self.learn_line(before, length, class, table);
        }
    }

    #[inline]
    fn empty(board: Rows) -> Cells {
        let mut empty = 0;
        for (number, row) in board.iter().enumerate() {
            // The lowest bit of each byte that is 0, then all of these in one
            // byte.
            let zero = !((row & LOW_BITS).wrapping_add(LOW_BITS) | row | LOW_BITS) >> 7;
            empty |= zero.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (SIDE * number);
        }
        empty
    }

    #[inline]
    fn size(set: Cells) -> u64 {
        u64::from(set.count_ones())
    }

    #[inline]
    fn nth(set: Cells, n: u64) -> u32 {
        // For each byte how many of the set there are up to its end; the cell
        // is in the byte behind all those that have no more than n.
        let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let up_to = ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(BYTES);
        let behind = ((((n * BYTES) | !LOW_BITS) - up_to) & !LOW_BITS) >> 7;
        let byte = 8 * (behind.wrapping_mul(BYTES) >> 56) as u32 % 64;
        let before = (up_to << 8 >> byte) as u8;
        let mut rest = (set >> byte) as u8;
        for _ in u64::from(before)..n {
            rest &= rest.wrapping_sub(1);
        }
        byte + rest.trailing_zeros() % 8
    }

    #[inline]
    fn look(board: Rows, place: u32) -> u8 {
        (board[place as usize / SIDE % SIDE] >> (8 * (place as usize % SIDE))) as u8
    }

    #[inline]
    fn put(board: &mut Rows, place: u32, kind: u8) {
        board[place as usize / SIDE % SIDE] |= u64::from(kind) << (8 * (place as usize % SIDE));
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
            assert_eq!(Wide::size(set), places.len() as u64, "{set:x}");
            for (n, place) in places.iter().enumerate() {
                assert_eq!(Wide::nth(set, n as u64), *place, "{n} of {set:x}");
            }
        }
    }

    #[test]
    fn empty_cells_are_found() {
        for set in [0, u64::MAX, 1, 1 << 63, 0x0123_4567_89AB_CDEF] {
            for kind in [1, 127, 128, 129, OUTSIDE] {
                let mut board = [0; SIDE];
                for place in (0..64).filter(|place| set >> place & 1 == 0) {
                    Wide::put(&mut board, place, kind);
                    assert_eq!(Wide::look(board, place), kind);
                }
                assert_eq!(Wide::empty(board), set, "{kind} but in {set:x}");
            }
        }
    }

    #[test]
    fn rows_become_columns() {
        let board: Rows =
            std::array::from_fn(|row| u64::from_le_bytes(std::array::from_fn(|cell| (8 * row + cell) as u8)));
        let columns = transposed(board);
        for place in 0..64 {
            let mirrored = place % 8 * 8 + place / 8;
            assert_eq!(Wide::look(columns, place), Wide::look(board, mirrored));
        }
        assert_eq!(transposed(columns), board);
    }

    #[test]
    fn rows_are_turned() {
        let row = u64::MAX << 24 | 0x0C_0B0A;
        assert_eq!(turned(row, 3), 0x0A_0B0C);
        assert_eq!(turned(0x0A_0B0C, 3), 0x0C_0B0A);
        assert_eq!(turned(0x0102_0304_0506_0708, 8), 0x0807_0605_0403_0201);
    }
}
