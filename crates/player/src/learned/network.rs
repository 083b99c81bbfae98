//! Tables of weights that are indexed by the codes of a few cells: an n-tuple network,
//! derived from the geometry of a mode.

use crate::learned::codes::Code;
use crate::learned::geometry::{Geometry, Symmetry, MOST_CELLS};
use crate::learned::shapes::{whole_grid, Family, Pattern};

/// The codes of a board: of its cells, then how many are empty ([`Network::counts_empties`]).
/// As many as bits of a cell's number allow, so that no index is out of bounds.
pub(crate) type Board = [Code; BOARD];
pub(crate) const BOARD: usize = 2 * MOST_CELLS;

/// The most cells that are looked at together.
pub(crate) const LONGEST: usize = 6;
/// Networks of six cells look up at most so many weights for a board, others so many.
const MOST_LOOKUPS_OF_SIX: usize = 64;
pub(crate) const MOST_LOOKUPS: usize = 1 << 12;
/// More kinds than random play met, for which there must be room at least.
const ROOM: u32 = 3;
/// Numbers for kinds where they are many.
const MANY_KINDS: u32 = 1 << 12;
/// A table has at most so many bits of an index if codes are hashed, and is not hashed up
/// to so many.
const HASHED_BITS: u32 = 22;
const DIRECT_BITS: u32 = 18;

/// Which weights a board has.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Network {
    /// How many cells a board has.
    pub(crate) cells: usize,
    /// How many codes there are.
    pub(crate) codes: u32,
    /// Whether how many cells are empty is looked at: in place of the cell after the last.
    pub(crate) counts_empties: bool,
    /// How many weights a board has.
    pub(crate) lookups: usize,
    pub(crate) tables: Vec<Table>,
}

/// A pattern and where its weights are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) length: usize,
    /// The cells of each place, `length` each.
    pub(crate) cells: Vec<u16>,
    pub(crate) indexing: Indexing,
    /// Where its weights begin, and how many there are.
    pub(crate) first: u32,
    pub(crate) size: u32,
}

/// How codes become an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Indexing {
    /// Digits of a number with this base.
    Digits(u32),
    /// A hash of so many bits.
    Hashed(u32),
}

/// Odd multipliers for hashed codes, from the digits of the golden ratio.
const MULTIPLIERS: [u64; LONGEST] = [
    0x9e37_79b9_7f4a_7c15,
    0xf39c_c060_5ced_c835,
    0x1082_276b_f3a2_7251,
    0xf86c_6a11_d0c1_8e95,
    0x2767_f0b1_53d2_7b7f,
    0x0347_0450_1405_3567,
];

impl Indexing {
    pub(crate) fn size(self, length: usize) -> Option<u32> {
        match self {
            Indexing::Digits(base) => base.checked_pow(length as u32),
            Indexing::Hashed(bits) => 1_u32.checked_shl(bits).filter(|_| bits > 0),
        }
    }
}

impl Network {
    /// For a geometry, of whose kinds random play met so many, with room for so many
    /// weights. `None` if there is not even room for single cells.
    pub(crate) fn derive(
        geometry: &Geometry,
        symmetries: &[Symmetry],
        met: u32,
        room: usize,
    ) -> Option<Network> {
        let cells = geometry.places().count();
        let least = met.saturating_add(ROOM);
        let whole = (cells <= LONGEST).then(|| whole_grid(geometry, symmetries));
        let six = Some(Family::Six.patterns(geometry, symmetries));
        for patterns in [whole, six].into_iter().flatten() {
            let lookups: usize = patterns.iter().map(|pattern| pattern.places.len()).sum();
            if lookups > MOST_LOOKUPS_OF_SIX || !covers(&patterns, geometry) {
                continue;
            }
            let length = patterns.iter().map(|pattern| pattern.length).max()?;
            let base = root(room / patterns.len(), length).min(least.max(16));
            if base >= least {
                return Network::of(geometry.size(), base, &patterns, Indexing::Digits(base));
            }
        }
        let of = |family: Family| family.patterns(geometry, symmetries);
        let (mut long, two, one) = (of(Family::Four), of(Family::Two), of(Family::One));
        if !covers(&long, geometry) {
            long.extend(of(Family::Three));
        }
        // Half of the room for the long ones.
        let base = root(room / 2 / long.len().max(1), 4).min(2 * least.max(16));
        let few = base >= least;
        let codes = if few { base } else { MANY_KINDS };
        let indexing = match few {
            true => Indexing::Digits(base),
            false => Indexing::Hashed((room / 2 / long.len().max(1)).max(2).ilog2().min(HASHED_BITS)),
        };
        for short in [vec![two, one.clone()], vec![one]] {
            let mut network = Network::of(geometry.size(), codes, &long, indexing)?;
            for patterns in &short {
                let each = (room / 4 / patterns.len().max(1)).max(2).ilog2();
                let length = patterns.first().map_or(1, |pattern| pattern.length);
                let direct = Indexing::Digits(codes);
                let is_direct = direct.size(length).is_some_and(|size| size <= 1 << DIRECT_BITS.min(each));
                let indexing = if is_direct { direct } else { Indexing::Hashed(each.min(DIRECT_BITS)) };
                patterns.iter().try_for_each(|pattern| network.add(pattern, indexing))?;
            }
            let empties = Pattern { length: 1, places: vec![vec![geometry.size()]] };
            network.add(&empties, Indexing::Digits(geometry.size() as u32 + 1))?;
            if network.lookups <= MOST_LOOKUPS && network.size() <= room {
                return Some(network);
            }
            long.clear();
        }
        None
    }

    fn of(cells: usize, codes: u32, patterns: &[Pattern], indexing: Indexing) -> Option<Network> {
        let mut network = Network { cells, codes, counts_empties: false, lookups: 0, tables: Vec::new() };
        patterns.iter().try_for_each(|pattern| network.add(pattern, indexing))?;
        Some(network)
    }

    fn add(&mut self, pattern: &Pattern, indexing: Indexing) -> Option<()> {
        let cells = pattern.places.iter().flatten().map(|cell| *cell as u16).collect();
        self.add_table(pattern.length, cells, indexing)
    }

    /// Adds a table of which all but its place is known; `None` if there is no room.
    pub(crate) fn add_table(&mut self, length: usize, cells: Vec<u16>, indexing: Indexing) -> Option<()> {
        let first = self.size() as u32;
        let size = indexing.size(length)?;
        first.checked_add(size)?;
        self.lookups += cells.len().checked_div(length)?;
        self.counts_empties |= cells.iter().any(|cell| usize::from(*cell) >= self.cells);
        self.tables.push(Table { length, cells, indexing, first, size });
        Some(())
    }

    /// How many weights there are in all.
    pub(crate) fn size(&self) -> usize {
        self.tables.last().map_or(0, |table| table.first as usize + table.size as usize)
    }

    /// Adds the places of a board's weights.
    #[inline]
    pub(crate) fn indices(&self, board: &Board, into: &mut Vec<u32>) {
        for table in &self.tables {
            match table.length {
                1 => table.indices::<1>(board, into),
                2 => table.indices::<2>(board, into),
                3 => table.indices::<3>(board, into),
                4 => table.indices::<4>(board, into),
                5 => table.indices::<5>(board, into),
                _ => table.indices::<LONGEST>(board, into),
            }
        }
    }
}

impl Table {
    #[inline]
    fn indices<const LENGTH: usize>(&self, board: &Board, into: &mut Vec<u32>) {
        let (places, _) = self.cells.as_chunks::<LENGTH>();
        into.reserve(places.len());
        match self.indexing {
            Indexing::Digits(base) => {
                for cells in places {
                    let mut number = 0_u32;
                    for cell in cells {
                        number = number.wrapping_mul(base).wrapping_add(board[usize::from(*cell) % BOARD]);
                    }
                    into.push(self.first.wrapping_add(number));
                }
            }
            Indexing::Hashed(bits) => {
                for cells in places {
                    let mut sum = 0_u64;
                    for (cell, factor) in cells.iter().zip(MULTIPLIERS) {
                        let code = u64::from(board[usize::from(*cell) % BOARD]) + 1;
                        sum = sum.wrapping_add(code.wrapping_mul(factor));
                    }
                    let mixed = (sum ^ sum >> 29).wrapping_mul(MULTIPLIERS[1]);
                    into.push(self.first.wrapping_add((mixed >> (64 - bits)) as u32));
                }
            }
        }
    }
}

/// Whether patterns look at every cell.
fn covers(patterns: &[Pattern], geometry: &Geometry) -> bool {
    let mut seen = vec![false; geometry.size()];
    patterns.iter().flat_map(|pattern| &pattern.places).flatten().for_each(|cell| seen[*cell] = true);
    geometry.places().filter_map(|place| geometry.index(place)).all(|index| seen[index])
}

/// The largest whole number whose power does not exceed a number.
fn root(number: usize, power: usize) -> u32 {
    let fits = |base: &u32| {
        let product = (*base as usize).checked_pow(power as u32);
        product.is_some_and(|product| product <= number)
    };
    (1..=MANY_KINDS).take_while(fits).last().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_whole() {
        for (number, power, expected) in [(8, 3, 2), (26, 3, 2), (27, 3, 3), (0, 2, 0), (100, 1, 100)] {
            assert_eq!(root(number, power), expected, "{number} {power}");
        }
    }

    #[test]
    fn indices_are_those_of_digits_or_hashes() {
        let mut network =
            Network { cells: 4, codes: 10, counts_empties: false, lookups: 0, tables: Vec::new() };
        network.add_table(2, vec![0, 1, 2, 3], Indexing::Digits(10)).unwrap();
        network.add_table(3, vec![0, 1, 2], Indexing::Hashed(5)).unwrap();
        let mut board = [0; BOARD];
        board[..4].copy_from_slice(&[1, 2, 3, 4]);
        let mut indices = Vec::new();
        network.indices(&board, &mut indices);
        assert_eq!(indices[..2], [12, 34]);
        assert!((100..132).contains(&indices[2]));
        assert_eq!((network.size(), network.lookups), (132, 3));
    }
}
