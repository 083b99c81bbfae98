//! Compaction: the tiles of all lines of a move slide to the front at once.
//!
//! Cells with the same distance from the front form a *rank*, which is a word with a byte
//! for each line. One step moves tiles of all lines without a branch, because the places of
//! tiles can't be predicted.
//!
//! See docs/dev/fast-path.md, "Collisions".

use wide::u8x16;

use crate::fast::packed::bytes::{BYTES, LOW_BITS, vector, words};
use crate::fast::packed::code::TileCode;
use crate::fast::packed::orientation::LONGEST;

/// The ranks of the lines of a move, the front one first. The byte of a line is below 128,
/// and 0 for an empty cell.
pub(crate) type Ranks = [u64; LONGEST];

/// A set of cells of the lines of a move: a byte for each line, and in it a bit for each
/// cell, the front one lowest.
pub(crate) type Places = u64;

/// A set of cells of one line.
pub(crate) type PlacesOfLine = u8;

/// The number of empty ranks ahead of the ranks of a move.
const AHEAD: usize = 2;

/// The lines of a move after compaction.
#[derive(Debug)]
pub(crate) struct Compaction {
    /// The tiles without gaps, with empty ranks ahead and behind.
    tiles: [u64; AHEAD + LONGEST + 1],
    /// The cells that had tiles before.
    occupied: Places,
    /// The tiles that equal the tile ahead.
    pub(crate) equal: Places,
    /// The largest code of each line, a byte for each.
    largest: u64,
}

impl Compaction {
    /// Compacts lines of this length.
    #[inline]
    pub(crate) fn of(ranks: &Ranks, length: usize) -> Compaction {
        match length {
            ..=4 => Compaction::of_length::<4>(ranks),
            5 => Compaction::of_length::<5>(ranks),
            6 => Compaction::of_length::<6>(ranks),
            7 => Compaction::of_length::<7>(ranks),
            _ => Compaction::of_length::<8>(ranks),
        }
    }

    #[inline(always)]
    fn of_length<const LENGTH: usize>(ranks: &Ranks) -> Compaction {
        let none = u8x16::default();
        let bit = |rank: usize| u8x16::splat(1 << rank);
        let (mut own, mut empty, mut largest) = ([none; LENGTH], none, none);
        for rank in 0..LENGTH {
            own[rank] = vector([ranks[rank], 0]);
            empty |= own[rank].cmp_eq(none) & bit(rank);
            largest = largest.max(own[rank]);
            // The ranks ahead are compact already, so the tiles of this rank fall as far as
            // they can.
            for front in (0..rank).rev() {
                let moved = own[front + 1] & own[front].cmp_eq(none);
                own[front] |= moved;
                own[front + 1] ^= moved;
            }
        }
        let (mut equal, mut tiles) = (none, [0; AHEAD + LONGEST + 1]);
        for rank in 0..LENGTH {
            tiles[AHEAD + rank] = words(own[rank])[0];
            if rank > 0 {
                let is_none = own[rank].cmp_eq(none);
                equal |= (own[rank].cmp_eq(own[rank - 1]) ^ is_none) & !is_none & bit(rank);
            }
        }
        let all = u64::from(u8::MAX >> (8 - LENGTH)) * BYTES;
        let [equal, largest, empty] = [equal, largest, empty].map(|all| words(all)[0]);
        Compaction { tiles, occupied: all ^ empty, equal, largest }
    }

    /// Returns the tiles, rank by rank.
    #[inline(always)]
    pub(crate) fn tiles(&self) -> Ranks {
        std::array::from_fn(|rank| self.tiles[AHEAD + rank])
    }

    /// Returns true if some tile has this code or a larger one.
    #[inline]
    pub(crate) fn reach(&self, code: TileCode) -> bool {
        let beyond = u64::from(128_u8.saturating_sub(code)) * BYTES;
        self.largest.wrapping_add(beyond) & !LOW_BITS != 0
    }

    /// Returns for each line the tile of a rank plus 256 times the tile ahead of it.
    #[inline(always)]
    pub(crate) fn pairs(&self, rank: usize) -> [u16; LONGEST] {
        let [own, ahead] = [AHEAD, AHEAD - 1].map(|place| vector([self.tiles[rank + place], 0]));
        let bytes = u8x16::unpack_low(own, ahead).to_array();
        std::array::from_fn(|line| u16::from_le_bytes([bytes[2 * line], bytes[2 * line + 1]]))
    }

    /// Returns the rank that is two ahead, a byte for each line.
    #[inline(always)]
    pub(crate) fn nexts(&self, rank: usize) -> u64 {
        self.tiles[rank + AHEAD - 2]
    }

    /// Returns one of the lines, which has at most `most` cells.
    #[inline(always)]
    pub(crate) fn line(&self, line: usize, most: usize) -> CompactLine {
        let occupied = (self.occupied >> (8 * (line % LONGEST))) as u8;
        CompactLine { tiles: of_line(&self.tiles(), line, most), occupied }
    }

    /// Compacts a single line of this length.
    pub(crate) fn of_one(line: u64, length: usize) -> Compaction {
        Compaction::of(&line.to_le_bytes().map(u64::from), length)
    }

    /// Replaces the cells of a line, which has at most `most` cells.
    #[inline(always)]
    pub(crate) fn change(&mut self, line: usize, most: usize, before: u64, after: u64) {
        let changes = before ^ after;
        for rank in 0..most {
            self.tiles[AHEAD + rank] ^= (changes >> (8 * rank) & 0xFF) << (8 * (line % LONGEST));
        }
    }
}

/// Collects the cells of a line from its ranks, at most `most`, the front one lowest.
#[inline(always)]
pub(crate) fn of_line(ranks: &Ranks, line: usize, most: usize) -> u64 {
    let mut cells = 0;
    for (rank, own) in ranks.iter().enumerate().take(most) {
        cells |= (own >> (8 * (line % LONGEST)) & 0xFF) << (8 * rank);
    }
    cells
}

/// The cells of each set of cells, in order from the front: the place of the n-th tile of a
/// line.
static CELLS: [[u8; LONGEST]; 256] = {
    let (mut cells, mut occupied) = ([[0; LONGEST]; 256], 0);
    while occupied < 256 {
        let (mut cell, mut place) = (0, 0);
        while cell < LONGEST {
            if occupied >> cell & 1 == 1 {
                cells[occupied][place] = cell as u8;
                place += 1;
            }
            cell += 1;
        }
        occupied += 1;
    }
    cells
};

/// A line after compaction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompactLine {
    /// The tiles, the front one lowest, with zeros behind.
    pub(crate) tiles: u64,
    /// The cells in which the tiles were.
    occupied: PlacesOfLine,
}

impl CompactLine {
    /// Returns the cells of the original line behind the tile that is now at this place.
    #[inline(always)]
    pub(crate) fn left_behind(self, line: u64, place: u32) -> u64 {
        let cell = CELLS[usize::from(self.occupied)][place as usize % LONGEST];
        line >> (8 * (cell & 7)) >> 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a line for every set of cells, with tiles in these cells.
    fn lines_of_length(length: usize) -> impl Iterator<Item = [u8; 8]> {
        (0..1_u16 << length).map(|set| {
            [0, 1, 2, 3, 4, 5, 6, 7].map(|cell| if set >> cell & 1 == 1 { cell as u8 + 119 } else { 0 })
        })
    }

    #[test]
    fn tiles_close_up() {
        for line in lines_of_length(8) {
            let cells: Vec<usize> = (0..8).filter(|cell| line[*cell] != 0).collect();
            let mut expected: Vec<u8> = cells.iter().map(|cell| line[*cell]).collect();
            expected.resize(8, 0);
            let word = u64::from_le_bytes(line);
            let compact = Compaction::of_one(word, 8).line(0, LONGEST);
            assert_eq!(compact.tiles.to_le_bytes()[..], expected);
            for (place, cell) in (0..).zip(&cells) {
                let left = &line[cell + 1..];
                assert_eq!(compact.left_behind(word, place).to_le_bytes()[..left.len()], *left);
            }
        }
    }

    fn ranks_of(lines: &[[u8; 8]]) -> Ranks {
        let rank = |rank: usize| lines.iter().rev().fold(0, |all, line| all << 8 | u64::from(line[rank]));
        [0, 1, 2, 3, 4, 5, 6, 7].map(rank)
    }

    #[test]
    fn lines_close_up_together() {
        for length in 1..=8 {
            let all: Vec<[u8; 8]> = lines_of_length(length).collect();
            for lines in all.windows(8.min(all.len())) {
                let compaction = Compaction::of(&ranks_of(lines), length);
                for (number, line) in lines.iter().enumerate() {
                    let alone = Compaction::of_one(u64::from_le_bytes(*line), 8).line(0, LONGEST);
                    let own = compaction.line(number, LONGEST);
                    assert_eq!((own.tiles, own.occupied), (alone.tiles, alone.occupied), "{lines:?}");
                }
                for code in [119, 122, 127] {
                    let reach = lines.iter().flatten().any(|own| *own >= code);
                    assert_eq!(compaction.reach(code), reach, "{lines:?} {code}");
                }
            }
        }
    }

    #[test]
    fn equal_ones_are_found() {
        let lines = [[1, 0, 1, 2, 2, 0, 2, 0], [0; 8], [3; 8], [1, 2, 1, 2, 1, 2, 1, 2]];
        let compaction = Compaction::of(&ranks_of(&lines), 8);
        assert_eq!(compaction.equal.to_le_bytes(), [0b1_1010, 0, 0b1111_1110, 0, 0, 0, 0, 0]);
        assert_eq!(Compaction::of(&ranks_of(&lines[..1]), 5).equal, 0b0_1010);
    }

    #[test]
    fn lines_become_something_else() {
        let lines = [[1, 2, 3, 0, 0, 0, 0, 0], [4, 5, 6, 7, 8, 9, 10, 11]];
        let mut compaction = Compaction::of(&ranks_of(&lines), 8);
        compaction.change(1, 8, compaction.line(1, 8).tiles, 0x0C0D);
        assert_eq!([0, 1, 2].map(|line| compaction.line(line, 8).tiles), [0x0003_0201, 0x0C0D, 0]);
    }
}
