//! Lines whose tiles move to the front, all lines of a move at once.
//!
//! Nothing branches here: where the tiles are can't be foreseen. The same is done
//! with every line, so that compilers make it work on several of them at a time.

/// The lines of a board, a byte below 128 for each cell, the front one lowest; 0 is an
/// empty one.
pub(crate) trait Closing: Sized {
    /// The lines with nothing between their tiles, and over how many empty cells each of
    /// these has moved.
    fn closed_up(self) -> (Self, Self);

    /// Whether there is a kind that is not below this one.
    fn reach(self, kind: u8) -> bool;

    /// Which tiles of lines that have closed up are equal to the one ahead.
    fn equal_ones(self) -> Places;
}

/// Some cells of the lines of a move, a bit for each: from the lowest one on, the front
/// cells of all lines, eight at most, then the next ones.
pub(crate) type Places = u64;

/// How many lines there are bits for.
pub(crate) const LINES: u32 = 8;

/// Some cells of a line, a bit for each, the front one lowest.
pub(crate) type PlacesOfLine = u8;

/// The lines that have a place, a bit for each.
#[inline]
pub(crate) fn lines(places: Places) -> u8 {
    let places = places | places >> 32;
    let places = places | places >> 16;
    (places | places >> 8) as u8
}

/// The places of a line.
#[inline]
pub(crate) fn of_line(places: Places, line: usize) -> PlacesOfLine {
    let places = places >> (line % 8) & 0x0101_0101_0101_0101;
    (places.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Those of a line as some of all.
#[inline]
pub(crate) fn at_line(places: PlacesOfLine, line: usize) -> Places {
    let bits = u64::from(places).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    let bytes = (bits.wrapping_add(0x7F7F_7F7F_7F7F_7F7F) | bits) >> 7 & 0x0101_0101_0101_0101;
    bytes << (line % 8)
}

macro_rules! closing {
    ($row:ty, $side:literal, $steps:literal) => {
        impl Closing for [$row; $side] {
            #[inline(always)]
            fn closed_up(mut self) -> (Self, Self) {
                const BYTES: $row = <$row>::MAX / 255;
                let mut ways = [0; $side];
                for (line, way) in self.iter_mut().zip(&mut ways) {
                    let tile = line.wrapping_add(BYTES * 127) >> 7 & BYTES;
                    // How many cells are empty up to each one.
                    let mut empty = tile ^ BYTES;
                    empty = empty.wrapping_add(empty << 8);
                    empty = empty.wrapping_add(empty << 16);
                    if $steps > 2 {
                        empty = empty.wrapping_add(empty << ($side * 4));
                    }
                    *way = empty & (tile << 8).wrapping_sub(tile);
                    // First those move by one whose way has that bit, then by two, then
                    // by four.
                    for bit in 0..$steps {
                        let moving = *way >> bit & BYTES;
                        let moving = (moving << 8).wrapping_sub(moving);
                        let (moved, ways) = (*line & moving, *way & moving);
                        *line = *line ^ moved | moved >> (8 << bit);
                        *way = *way ^ ways | ways >> (8 << bit);
                    }
                }
                (self, ways)
            }

            #[inline(always)]
            fn reach(self, kind: u8) -> bool {
                const BYTES: $row = <$row>::MAX / 255;
                let beyond = <$row>::from(128_u8.saturating_sub(kind)) * BYTES;
                let all = self.iter().fold(0, |all, line| all | line.wrapping_add(beyond));
                all & (BYTES * 128) != 0
            }

            #[inline(always)]
            fn equal_ones(self) -> Places {
                const BYTES: $row = <$row>::MAX / 255;
                let bits = |line: $row| line.wrapping_add(BYTES * 127);
                let mut equal = self.map(|line| bits(line) & !bits(line ^ line << 8) & BYTES * 128);
                for (place, line) in equal.iter_mut().enumerate() {
                    *line >>= 7 - place;
                }
                equal.iter().fold(0, |all, line| all | u64::from(*line))
            }
        }
    };
}

closing!(u32, 4, 2);
closing!(u64, 8, 3);

/// A line that has closed up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosedUp {
    /// The front one lowest, nothing behind.
    pub(crate) tiles: u64,
    /// Over how many empty cells each of them has moved.
    pub(crate) ways: u64,
}

impl ClosedUp {
    /// The line of these cells.
    pub(crate) fn of(line: u64) -> ClosedUp {
        let ([tiles, ..], [ways, ..]) = [line, 0, 0, 0, 0, 0, 0, 0].closed_up();
        ClosedUp { tiles, ways }
    }

    /// A tile and those ahead of it, this one lowest.
    #[inline(always)]
    pub(crate) fn up_to(self, place: u32) -> u64 {
        self.tiles.swap_bytes() >> (56 - 8 * (place & 7))
    }

    /// The next one behind it, or 0.
    #[inline(always)]
    pub(crate) fn behind(self, place: u32) -> u8 {
        (self.tiles >> (8 * (place & 7)) >> 8) as u8
    }

    /// Over how many empty cells that one is behind it in the line.
    #[inline(always)]
    pub(crate) fn gap_behind(self, place: u32) -> u32 {
        let ways = self.ways >> (8 * (place & 7));
        ((ways >> 8) as u32).wrapping_sub(ways as u32) & 7
    }

    /// The cells behind it in the line.
    #[inline(always)]
    pub(crate) fn left_behind(self, line: u64, place: u32) -> u64 {
        let cell = place + (self.ways >> (8 * (place & 7)) & 7) as u32;
        line >> (8 * (cell & 7)) >> 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of every set of cells with a tile.
    fn lines_of_length(length: usize) -> impl Iterator<Item = [u8; 8]> {
        (0..1_u16 << length).map(|set| {
            [0, 1, 2, 3, 4, 5, 6, 7].map(|place| if set >> place & 1 == 1 { place as u8 + 119 } else { 0 })
        })
    }

    #[test]
    fn tiles_close_up() {
        for line in lines_of_length(8) {
            let cells: Vec<usize> = (0..8).filter(|cell| line[*cell] != 0).collect();
            let mut expected: Vec<u8> = cells.iter().map(|cell| line[*cell]).collect();
            expected.resize(8, 0);
            let word = u64::from_le_bytes(line);
            let closed_up = ClosedUp::of(word);
            assert_eq!(closed_up.tiles.to_le_bytes()[..], expected);
            for (place, cell) in (0..).zip(&cells) {
                let next = cells.get(place as usize + 1);
                assert_eq!(closed_up.behind(place), next.map_or(0, |next| line[*next]));
                if let Some(next) = next {
                    assert_eq!(closed_up.gap_behind(place) as usize, next - cell - 1);
                }
                let up_to = closed_up.up_to(place).to_le_bytes();
                assert!((0..=place as usize).all(|away| up_to[away] == expected[place as usize - away]));
                assert!(up_to[place as usize + 1..].iter().all(|kind| *kind == 0));
                let left: Vec<u8> = line[cell + 1..].to_vec();
                assert_eq!(closed_up.left_behind(word, place).to_le_bytes()[..left.len()], left);
            }
        }
    }

    #[test]
    fn lines_close_up_together() {
        let all: Vec<[u8; 8]> = lines_of_length(4).collect();
        for four in all.windows(4) {
            let short = [0, 1, 2, 3].map(|line| u64::from_le_bytes(four[line]) as u32);
            let mut long = [0; 8];
            long[..4].copy_from_slice(&short.map(u64::from));
            let (tiles, ways) = short.closed_up();
            let expected = long.closed_up();
            assert_eq!((tiles.map(u64::from), ways.map(u64::from)), {
                let four = |lines: [u64; 8]| [lines[0], lines[1], lines[2], lines[3]];
                (four(expected.0), four(expected.1))
            });
            assert_eq!(short.equal_ones(), long.equal_ones());
            for kind in 118..=127 {
                let reach = four.iter().flatten().any(|own| *own >= kind);
                assert_eq!((short.reach(kind), long.reach(kind)), (reach, reach), "{four:?} {kind}");
            }
        }
    }

    #[test]
    fn equal_ones_are_found() {
        let lines = [[1, 1, 2, 2, 2, 0, 0, 0], [0; 8], [3; 8], [1, 2, 1, 2, 1, 2, 1, 2]];
        let mut words = [0; 8];
        words[..4].copy_from_slice(&lines.map(u64::from_le_bytes));
        let equal = words.equal_ones();
        assert_eq!([0, 1, 2, 3, 4].map(|line| of_line(equal, line)), [0b11010, 0, 0b1111_1110, 0, 0]);
        assert_eq!(super::lines(equal), 0b101);
        assert_eq!(at_line(0b11010, 0) | at_line(0b1111_1110, 2), equal);
    }
}
