//! Boards with a byte for each cell, of two sizes.
//!
//! See docs/dev/fast-path.md, "Layouts".

use std::fmt::Debug;

use wide::u8x16;

use crate::fast::packed::line_table::LineKey;
use crate::fast::packed::orientation::{LONGEST, Orientation};

/// A row, a byte for each cell, the first one lowest.
pub(crate) trait LineWord: LineKey {
    /// Returns the row as a word, with zeros behind.
    fn word(self) -> u64;

    /// Makes a row of the lowest bytes of a word.
    fn of_word(word: u64) -> Self;
}

impl LineWord for u32 {
    #[inline]
    fn word(self) -> u64 {
        u64::from(self)
    }

    #[inline]
    fn of_word(word: u64) -> u32 {
        word as u32
    }
}

impl LineWord for u64 {
    #[inline]
    fn word(self) -> u64 {
        self
    }

    #[inline]
    fn of_word(word: u64) -> u64 {
        word
    }
}

/// A size of boards.
pub(crate) trait Size: Debug {
    /// The length of the edge.
    const SIDE: usize;
    /// The set of all cells; a cell has the bit with the number of its place.
    const ALL: u64;
    /// A board, eight cells to a word.
    type Board: Copy + Debug + PartialEq + AsRef<[u64]> + AsMut<[u64]>;
    /// A line of a board.
    type Word: LineWord;
    /// The lines of a move, as many as the edge is long.
    type Rows: Copy + Debug + Default + AsRef<[Self::Word]> + AsMut<[Self::Word]>;

    /// Makes a board whose bytes are all equal.
    fn all(byte: u8) -> Self::Board;

    /// Returns the lines of a move, each of this length, the front cell lowest, with cells
    /// that the grid does not have behind.
    fn lines(board: Self::Board, orientation: Orientation, length: usize) -> Self::Rows;

    /// Makes a board of the lines of a move.
    fn board(lines: Self::Rows, orientation: Orientation, length: usize) -> Self::Board;

    /// Returns the rows of a board if the lines of a move are columns, and otherwise its
    /// columns: a byte for each line.
    fn across(board: Self::Board, orientation: Orientation) -> [u64; LONGEST];

    /// Makes a board of the rows or columns across the lines of a move.
    fn board_of_across(across: [u64; LONGEST], orientation: Orientation) -> Self::Board;
}

/// Makes a vector of the bytes of two words, the lowest one first.
#[inline(always)]
pub(crate) fn vector([low, high]: [u64; 2]) -> u8x16 {
    u8x16::from((u128::from(low) | u128::from(high) << 64).to_le_bytes())
}

/// Returns the two words of a vector.
#[inline(always)]
pub(crate) fn words(bytes: u8x16) -> [u64; 2] {
    let both = u128::from_le_bytes(bytes.to_array());
    [both as u64, (both >> 64) as u64]
}

/// A word with a 1 in each byte.
pub(crate) const BYTES: u64 = 0x0101_0101_0101_0101;
/// A word with all bits but the highest of each byte.
pub(crate) const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Returns a word with all bits of the cells of a line of this length.
#[inline]
pub(crate) fn cells(length: usize) -> u64 {
    !u64::MAX.checked_shl(8 * length as u32).unwrap_or(0)
}

/// Returns the number of bits of a row of `side` cells that are behind a line of this
/// length.
fn behind(side: usize, length: usize) -> u32 {
    8 * (side - length) as u32
}

/// The size of up to 4x4 cells.
#[derive(Debug)]
pub(crate) struct Side4;

impl Size for Side4 {
    const SIDE: usize = 4;
    const ALL: u64 = 0xFFFF;
    type Board = [u64; 2];
    type Word = u32;
    type Rows = [u32; 4];

    fn all(byte: u8) -> [u64; 2] {
        [u64::from_ne_bytes([byte; 8]); 2]
    }

    #[inline]
    fn lines(board: [u64; 2], orientation: Orientation, length: usize) -> [u32; 4] {
        let [upper, lower] = Side4::mirrored(Side4::transposed(board, orientation), orientation);
        let rows = [upper as u32, (upper >> 32) as u32, lower as u32, (lower >> 32) as u32];
        let behind = Side4::turned(orientation, length);
        rows.map(|row| row.rotate_right(behind))
    }

    #[inline]
    fn board(lines: [u32; 4], orientation: Orientation, length: usize) -> [u64; 2] {
        let behind = Side4::turned(orientation, length);
        let [a, b, c, d] = lines.map(|line| u64::from(line.rotate_left(behind)));
        Side4::transposed(Side4::mirrored([a | b << 32, c | d << 32], orientation), orientation)
    }

    #[inline]
    fn across(board: [u64; 2], orientation: Orientation) -> [u64; LONGEST] {
        let [upper, lower] = Side4::transposed(board, orientation.turned());
        let half = u64::from(u32::MAX);
        [upper & half, upper >> 32, lower & half, lower >> 32, 0, 0, 0, 0]
    }

    #[inline]
    fn board_of_across([a, b, c, d, ..]: [u64; LONGEST], orientation: Orientation) -> [u64; 2] {
        Side4::transposed([a | b << 32, c | d << 32], orientation.turned())
    }
}

/// Returns a word with all bits or none.
#[inline]
fn mask(all: bool) -> u64 {
    u64::from(all).wrapping_neg()
}

/// The steps of moves, without a branch, because the directions of moves can't be
/// predicted.
impl Side4 {
    /// Transposes a board, if the lines are columns.
    #[inline]
    fn transposed([upper, lower]: [u64; 2], orientation: Orientation) -> [u64; 2] {
        // Squares of two by two cells change places, then cells.
        let change = (upper >> 16 ^ lower) & 0x0000_FFFF_0000_FFFF & orientation.columns;
        [upper ^ change << 16, lower ^ change].map(|rows| {
            let change = (rows >> 8 ^ rows >> 32) & 0x00FF_00FF & orientation.columns;
            rows ^ change << 8 ^ change << 32
        })
    }

    /// Returns the number of bits by which mirrored rows are rotated, so that cells that
    /// the grid does not have come last.
    #[inline]
    fn turned(orientation: Orientation, length: usize) -> u32 {
        behind(4, length) & mask(orientation.backwards) as u32
    }

    /// Mirrors a board, if the fronts of the lines are at the ends of rows.
    #[inline]
    fn mirrored(board: [u64; 2], orientation: Orientation) -> [u64; 2] {
        let mask = mask(orientation.backwards);
        board.map(|rows| rows ^ (rows ^ rows.swap_bytes().rotate_left(32)) & mask)
    }
}

/// The size of up to 8x8 cells.
#[derive(Debug)]
pub(crate) struct Side8;

impl Size for Side8 {
    const SIDE: usize = 8;
    const ALL: u64 = u64::MAX;
    type Board = [u64; 8];
    type Word = u64;
    type Rows = [u64; 8];

    fn all(byte: u8) -> [u64; 8] {
        [u64::from_ne_bytes([byte; 8]); 8]
    }

    #[inline]
    fn lines(board: [u64; 8], orientation: Orientation, length: usize) -> [u64; 8] {
        let rows = if orientation.is_columns() { Side8::transposed(board) } else { board };
        Side8::mirrored(rows, orientation, length)
    }

    #[inline]
    fn board(lines: [u64; 8], orientation: Orientation, length: usize) -> [u64; 8] {
        // A row that is mirrored twice is the row again.
        let rows = Side8::mirrored(lines, orientation, length);
        if orientation.is_columns() { Side8::transposed(rows) } else { rows }
    }

    #[inline]
    fn across(board: [u64; 8], orientation: Orientation) -> [u64; LONGEST] {
        match orientation.is_columns() {
            true => board,
            false => Side8::transposed(board),
        }
    }

    #[inline]
    fn board_of_across(across: [u64; LONGEST], orientation: Orientation) -> [u64; 8] {
        // Transposing twice gives the board again.
        Side8::across(across, orientation)
    }
}

impl Side8 {
    /// Transposes a board.
    #[inline]
    fn transposed([a, b, c, d, e, f, g, h]: [u64; 8]) -> [u64; 8] {
        let bytes = [[a, b], [c, d], [e, f], [g, h]].map(vector);
        // Each riffle rotates the number of a cell by one bit. After three of them the
        // numbers of row and column have changed places.
        let bytes = riffled(riffled(riffled(bytes)));
        let [[a, b], [c, d], [e, f], [g, h]] = bytes.map(words);
        [a, b, c, d, e, f, g, h]
    }

    /// Mirrors rows, if the fronts of the lines are at their ends.
    #[inline]
    fn mirrored(rows: [u64; 8], orientation: Orientation, length: usize) -> [u64; 8] {
        match orientation.backwards {
            true => rows.map(|row| row.swap_bytes().rotate_right(behind(8, length))),
            false => rows,
        }
    }
}

/// Returns the bytes of the first half, each followed by one of the second half.
#[inline(always)]
fn riffled([a, b, c, d]: [u8x16; 4]) -> [u8x16; 4] {
    let [low, high] = [u8x16::unpack_low, u8x16::unpack_high];
    [low(a, c), high(a, c), low(b, d), high(b, d)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a board with numbers in order in the cells of a grid of this size, and 255
    /// elsewhere.
    fn numbered<S: Size>(height: usize, width: usize) -> S::Board {
        let mut board = S::all(255);
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let (place, number) = (S::SIDE * row + column, (width * row + column) as u64);
            board.as_mut()[place / 8] ^= (255 ^ number) << (8 * (place % 8));
        }
        board
    }

    fn lines_are_found_in<S: Size>(height: usize, width: usize) {
        let board = numbered::<S>(height, width);
        for (columns, backwards) in [(0, false), (0, true), (u64::MAX, false), (u64::MAX, true)] {
            let orientation = Orientation { columns, backwards, index: 0 };
            let (count, length) = if orientation.is_columns() { (width, height) } else { (height, width) };
            let lines = S::lines(board, orientation, length);
            for (number, line) in lines.as_ref()[..count].iter().enumerate() {
                let expected = (0..S::SIDE).map(|cell| match cell {
                    behind if behind >= length => 255,
                    cell => {
                        let cell = if backwards { length - 1 - cell } else { cell };
                        let (row, column) =
                            if orientation.is_columns() { (cell, number) } else { (number, cell) };
                        (width * row + column) as u8
                    }
                });
                let expected: Vec<u8> = expected.collect();
                let found = line.word().to_le_bytes();
                assert_eq!(found[..S::SIDE], expected, "{orientation:?} {height}x{width} {number}");
            }
            let back = S::board(lines, orientation, length);
            assert_eq!(back.as_ref(), board.as_ref(), "{orientation:?} {height}x{width}");
            let across = S::across(board, orientation);
            for (cell, number) in (0..length).flat_map(|cell| (0..count).map(move |line| (cell, line))) {
                let rank = if backwards { length - 1 - cell } else { cell };
                let own = lines.as_ref()[number].word() >> (8 * cell) & 0xFF;
                assert_eq!(across[rank] >> (8 * number) & 0xFF, own, "{orientation:?} {height}x{width}");
            }
            let back = S::board_of_across(across, orientation);
            assert_eq!(back.as_ref(), board.as_ref(), "{orientation:?} {height}x{width}");
        }
    }

    #[test]
    fn lines_are_found_and_put_back() {
        for height in 1..=8 {
            for width in 1..=8 {
                if height.max(width) <= 4 {
                    lines_are_found_in::<Side4>(height, width);
                }
                lines_are_found_in::<Side8>(height, width);
            }
        }
    }
}
