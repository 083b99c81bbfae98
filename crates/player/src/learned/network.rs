//! N-tuple network: tables of weights that are indexed by the codes of a few cells, derived from
//! the geometry of a mode.

use crate::learned::codes::Code;
use crate::learned::geometry::{Geometry, MOST_CELLS, Symmetry};
use crate::learned::neighbours::{Neighbours, Relation};
use crate::learned::shapes::{Family, Pattern, whole_grid};
use crate::learned::trace::Lambda;
use crate::learned::weight::{LANES, Lanes};

/// The codes of the boards that are evaluated together: of their cells, of the number of empty
/// cells ([`Network::counts_empties`]), of relations between neighbours, and of hidden state. Each code is followed by its products
/// with the powers of the number of codes, so that an index of digits is a sum. The array is as
/// long as the bits of a cell's number allow, so that no index is out of bounds.
#[derive(Clone, Debug)]
pub(crate) struct Boards(Box<[[Lanes; PRODUCTS]; CELLS]>);
const CELLS: usize = 4 * MOST_CELLS;
/// The room for the code of a cell and its products: [`LONGEST`], up to a power of two, so that cells
/// are found by shifting.
const PRODUCTS: usize = LONGEST.next_power_of_two();

impl Boards {
    pub(crate) fn new() -> Boards {
        Boards(Box::new([[[0; LANES]; PRODUCTS]; CELLS]))
    }

    /// Sets the board of a lane.
    #[inline]
    pub(crate) fn set(&mut self, lane: usize, codes: impl Iterator<Item = Code>) {
        for (cell, code) in self.0.iter_mut().zip(codes) {
            cell[0][lane % LANES] = code;
        }
    }
}

/// The most cells of a pattern.
pub(crate) const LONGEST: usize = 6;
/// The most weights that networks of patterns of five or six cells look up for a board. On larger
/// grids they would learn for a long time before they are as strong as those of four.
const MOST_LOOKUPS_OF_LARGE: usize = 64;
/// The most cells of a small pattern, see [`Lambda`].
const SMALL: usize = 4;
/// The most tables.
pub(crate) const MOST_TABLES: usize = 1 << 10;
/// The most weights that any network looks up for a board.
pub(crate) const MOST_LOOKUPS: usize = 1 << 12;
/// The number of kinds beyond those of random play that there must be room for.
const ROOM: u32 = 3;
/// The number of codes where kinds are many.
const MANY_KINDS: u32 = 1 << 12;
/// The most bits of an index if codes are hashed.
const HASHED_BITS: u32 = 22;
/// The bits of an index of the numbers of empty cells and of pairs that merge.
const COUNTS_BITS: u32 = 14;
/// The most bits of an index up to which codes are not hashed.
const DIRECT_BITS: u32 = 18;

/// The weights of a board: a list of tables.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Network {
    /// The number of cells of a board.
    pub(crate) cells: usize,
    /// The number of codes.
    pub(crate) codes: u32,
    /// True if the number of empty cells is looked up: in the place after the last cell.
    pub(crate) counts_empties: bool,
    /// The pairs of cells whose relations are looked up, in the places after that: a code for each,
    /// and the number of pairs that merge.
    pub(crate) neighbours: Neighbours,
    /// The number of features of hidden state: in the places after that.
    pub(crate) hidden: usize,
    /// The number of weights that a board looks up.
    pub(crate) lookups: usize,
    pub(crate) tables: Vec<Table>,
}

/// A pattern and where its weights are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) length: usize,
    /// The cells of each place of the pattern, `length` each.
    pub(crate) cells: Vec<u16>,
    pub(crate) indexing: Indexing,
    /// The index of its first weight.
    pub(crate) first: u32,
    /// The number of its weights.
    pub(crate) size: u32,
}

/// The way from codes to an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Indexing {
    /// Digits of a number with this base.
    Digits(u32),
    /// A hash with this number of bits.
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
    /// Derives a network from a geometry and its symmetries. `seen` is the number of kinds in random
    /// play, `room` the number of weights that there is memory for. Returns `None` if there is not
    /// even room for single cells.
    pub(crate) fn derive(
        geometry: &Geometry,
        symmetries: &[Symmetry],
        seen: u32,
        room: usize,
    ) -> Option<Network> {
        let cells = geometry.places().count();
        let least = seen.saturating_add(ROOM);
        let whole = (cells <= LONGEST).then(|| whole_grid(geometry, symmetries));
        let of = |family: Family| family.patterns(geometry, symmetries);
        for patterns in whole.into_iter().chain([Family::Sextets, Family::Quintets].into_iter().map(of)) {
            let lookups: usize = patterns.iter().map(|pattern| pattern.places.len()).sum();
            if lookups > MOST_LOOKUPS_OF_LARGE || !covers(&patterns, geometry) {
                continue;
            }
            let length = patterns.iter().map(|pattern| pattern.length).max()?;
            let base = root(room / patterns.len(), length).min(least.max(16));
            if base >= least {
                return Network::of(geometry.size(), base, &patterns, Indexing::Digits(base));
            }
        }
        let (mut long, two, one) = (of(Family::Quartets), of(Family::Pairs), of(Family::Cells));
        if !covers(&long, geometry) {
            long.extend(of(Family::Triples));
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

    /// Creates a network without tables.
    pub(crate) fn new(cells: usize, codes: u32) -> Network {
        Network {
            cells,
            codes,
            counts_empties: false,
            neighbours: Neighbours::default(),
            hidden: 0,
            lookups: 0,
            tables: Vec::new(),
        }
    }

    fn of(cells: usize, codes: u32, patterns: &[Pattern], indexing: Indexing) -> Option<Network> {
        let mut network = Network::new(cells, codes);
        patterns.iter().try_for_each(|pattern| network.add(pattern, indexing))?;
        Some(network)
    }

    fn add(&mut self, pattern: &Pattern, indexing: Indexing) -> Option<()> {
        let cells = pattern.places.iter().flatten().map(|cell| *cell as u16).collect();
        self.add_table(pattern.length, cells, indexing)
    }

    /// Adds a table; `None` if there is no room for its weights.
    pub(crate) fn add_table(&mut self, length: usize, cells: Vec<u16>, indexing: Indexing) -> Option<()> {
        let first = self.size() as u32;
        let size = indexing.size(length)?;
        // Digits of several cells are codes, or all of them relations.
        let relations = self.relations();
        let base = match cells.iter().all(|cell| relations.contains(cell)) {
            true if !cells.is_empty() => Relation::COUNT,
            _ if cells.iter().any(|cell| relations.contains(cell)) => 0,
            _ => self.codes,
        };
        if length > 1 && matches!(indexing, Indexing::Digits(own) if own != base) {
            return None;
        }
        first.checked_add(size)?;
        if self.tables.len() >= MOST_TABLES {
            return None;
        }
        self.lookups += cells.len().checked_div(length)?;
        self.counts_empties |= cells.iter().any(|cell| usize::from(*cell) == self.cells);
        self.tables.push(Table { length, cells, indexing, first, size });
        Some(())
    }

    /// Returns true if more than the cells of a board is looked up.
    pub(crate) fn looks_beside_cells(&self) -> bool {
        self.counts_empties || self.hidden > 0 || !self.neighbours.pairs.is_empty()
    }

    /// The places of relations.
    fn relations(&self) -> std::ops::Range<u16> {
        let first = self.cells + 1;
        first as u16..(first + self.neighbours.pairs.len()) as u16
    }

    /// The place of the first feature of hidden state.
    pub(crate) fn first_hidden(&self) -> usize {
        self.cells + 1 + self.neighbours.codes()
    }

    /// Adds tables for features of hidden state, and then, where kinds are many, tables for relations
    /// between neighbours, as long as there is room for their weights.
    pub(crate) fn add_beside_cells(
        &mut self,
        features: usize,
        geometry: &Geometry,
        symmetries: &[Symmetry],
        room: usize,
    ) {
        // The places of hidden state are after those of relations.
        if self.codes == MANY_KINDS {
            self.neighbours = Neighbours::of(geometry, symmetries);
        }
        self.add_hidden(features, &Family::Cells.patterns(geometry, symmetries), room);
        if !self.neighbours.pairs.is_empty() {
            self.add_relations(geometry, symmetries, room);
        }
    }

    /// Adds tables for the relations within patterns of cells, and for the number of empty cells with
    /// the number of pairs that merge.
    fn add_relations(&mut self, geometry: &Geometry, symmetries: &[Symmetry], room: usize) {
        let (merging, indexing) = (self.relations().end, Indexing::Hashed(COUNTS_BITS));
        if self.has_room(2, indexing, room) && self.lookups < MOST_LOOKUPS {
            self.add_table(2, vec![self.cells as u16, merging], indexing);
        }
        for family in [Family::Quartets, Family::Triples, Family::Sextets] {
            for pattern in family.patterns(geometry, symmetries) {
                self.add_relations_of(&pattern, room);
            }
        }
    }

    /// Returns true if there is room for the weights of another table.
    fn has_room(&self, length: usize, indexing: Indexing, room: usize) -> bool {
        indexing.size(length).is_some_and(|size| self.size() + size as usize <= room)
    }

    /// Adds a table for the relations within the places of a pattern, if there is room.
    fn add_relations_of(&mut self, pattern: &Pattern, room: usize) {
        let first = self.relations().start;
        let within = |cells: &Vec<usize>| -> Vec<u16> {
            let pairs = cells.iter().enumerate().flat_map(|(place, one)| {
                cells.iter().skip(place + 1).filter_map(|other| self.neighbours.pair_of(*one, *other))
            });
            pairs.map(|pair| first + pair as u16).collect()
        };
        let places: Vec<Vec<u16>> = pattern.places.iter().map(within).collect();
        let length = places.first().map_or(0, Vec::len);
        let is_even = places.iter().all(|own| own.len() == length);
        let indexing = Indexing::Digits(Relation::COUNT);
        let fits = self.has_room(length, indexing, room);
        let is_short = (1..=LONGEST).contains(&length) && self.lookups + places.len() <= MOST_LOOKUPS;
        if is_short && is_even && fits {
            self.add_table(length, places.concat(), indexing);
        }
    }

    /// Adds tables for pairs of a feature of hidden state and a cell, as long as there is room for
    /// their weights.
    fn add_hidden(&mut self, features: usize, cells: &[Pattern], room: usize) {
        self.hidden = features;
        for feature in 0..features {
            let place = (self.first_hidden() + feature) as u16;
            for pattern in cells {
                let pairs = pattern.places.iter().flatten().flat_map(|cell| [place, *cell as u16]);
                let direct = Indexing::Digits(self.codes);
                let is_direct = direct.size(2).is_some_and(|size| size <= 1 << DIRECT_BITS);
                let indexing = if is_direct { direct } else { Indexing::Hashed(DIRECT_BITS) };
                let size = indexing.size(2).map_or(usize::MAX, |size| size as usize);
                let lookups = self.lookups + pattern.places.len();
                if size <= room.saturating_sub(self.size()) && lookups <= MOST_LOOKUPS {
                    self.add_table(2, pairs.collect(), indexing);
                }
            }
        }
    }

    /// Returns the λ of learning that suits the tables.
    pub(crate) fn lambda(&self) -> Lambda {
        let is_small = |table: &Table| table.length <= SMALL && matches!(table.indexing, Indexing::Digits(_));
        if self.tables.iter().all(is_small) { Lambda::Zero } else { Lambda::Half }
    }

    /// The number of weights in all.
    pub(crate) fn size(&self) -> usize {
        self.tables.last().map_or(0, |table| table.first as usize + table.size as usize)
    }

    /// Adds the places of the weights of boards: each look-up for all lanes.
    #[inline]
    pub(crate) fn indices(&self, boards: &mut Boards, into: &mut Vec<Lanes>) {
        let relations = self.relations();
        let hidden = self.first_hidden();
        let ranges = [(0..self.cells, self.codes), (hidden..hidden + self.hidden, self.codes)];
        let relations = usize::from(relations.start)..usize::from(relations.end);
        for (cells, base) in ranges.into_iter().chain([(relations, Relation::COUNT)]) {
            for cell in boards.0.get_mut(cells).into_iter().flatten() {
                set_products(cell, base);
            }
        }
        into.reserve(self.lookups);
        for table in &self.tables {
            match table.length {
                1 => table.indices::<1>(boards, into),
                2 => table.indices::<2>(boards, into),
                3 => table.indices::<3>(boards, into),
                4 => table.indices::<4>(boards, into),
                5 => table.indices::<5>(boards, into),
                _ => table.indices::<LONGEST>(boards, into),
            }
        }
    }
}

/// Sets the products of a code with the powers of a base. Most networks have 16 codes, and processors
/// shift four numbers at once, but multiply them one by one.
#[inline]
fn set_products(cell: &mut [Lanes; PRODUCTS], base: u32) {
    let shift = if base.is_power_of_two() { base.trailing_zeros() } else { 0 };
    for power in 1..LONGEST {
        cell[power] = match shift {
            0 => cell[power - 1].map(|product| product.wrapping_mul(base)),
            _ => cell[power - 1].map(|product| product.wrapping_shl(shift)),
        };
    }
}

impl Table {
    #[inline]
    fn indices<const LENGTH: usize>(&self, Boards(boards): &Boards, into: &mut Vec<Lanes>) {
        let (places, _) = self.cells.as_chunks::<LENGTH>();
        let codes = |cell: u16| &boards[usize::from(cell) % CELLS];
        match self.indexing {
            Indexing::Digits(_) => into.extend(places.iter().map(|cells| {
                let mut sums = [self.first; LANES];
                for (power, cell) in cells.iter().rev().enumerate() {
                    let products = &codes(*cell)[power % PRODUCTS];
                    sums = std::array::from_fn(|lane| sums[lane].wrapping_add(products[lane]));
                }
                sums
            })),
            Indexing::Hashed(bits) => into.extend(places.iter().map(|cells| {
                let mut sums = [0_u64; LANES];
                for (cell, factor) in cells.iter().zip(MULTIPLIERS) {
                    for (sum, code) in sums.iter_mut().zip(codes(*cell)[0]) {
                        *sum = sum.wrapping_add((u64::from(code) + 1).wrapping_mul(factor));
                    }
                }
                let mixed = |sum: u64| (sum ^ sum >> 29).wrapping_mul(MULTIPLIERS[1]);
                sums.map(|sum| self.first.wrapping_add((mixed(sum) >> (64 - bits)) as u32))
            })),
        }
    }
}

/// Returns true if every cell is in some pattern.
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
    use polymerge_rules::{Direct, Engine, Limits, Mode, Rng, Ruleset};

    #[test]
    fn roots_are_whole() {
        for (number, power, expected) in [(8, 3, 2), (26, 3, 2), (27, 3, 3), (0, 2, 0), (100, 1, 100)] {
            assert_eq!(root(number, power), expected, "{number} {power}");
        }
    }

    #[test]
    fn indices_are_those_of_digits_or_hashes() {
        let mut network = Network::new(4, 10);
        network.add_table(2, vec![0, 1, 2, 3], Indexing::Digits(10)).unwrap();
        network.add_table(3, vec![0, 1, 2], Indexing::Hashed(5)).unwrap();
        let mut boards = Boards::new();
        boards.set(0, [1, 2, 3, 4].into_iter());
        boards.set(3, [5, 6, 7, 8].into_iter());
        let mut indices = Vec::new();
        network.indices(&mut boards, &mut indices);
        assert_eq!(indices[..2], [[12, 0, 0, 56], [34, 0, 0, 78]]);
        assert!(indices[2].iter().all(|index| (100..132).contains(index)));
        assert_eq!((network.size(), network.lookups), (132, 3));
    }

    #[test]
    fn patterns_are_as_large_as_memory_allows() {
        // width and height, kinds, room: cells of the largest pattern, look-ups, λ
        for (size, kinds, room, expected) in [
            (4, 10, 1 << 25, (6, 32, Lambda::Half)),
            (4, 10, 1 << 22, (5, 64, Lambda::Half)),
            (5, 10, 1 << 23, (4, 110, Lambda::Zero)),
            (5, 10, 1 << 27, (6, 64, Lambda::Half)),
            (4, 5_000, 1 << 22, (4, 89, Lambda::Half)),
        ] {
            let rules = Ruleset::compile(Mode::classic(size, size), Limits::default()).unwrap();
            let mut engine = Engine::new(rules, 0.0);
            let start = engine.start(&mut Direct(Rng::new(3))).unwrap();
            let geometry = Geometry::of(&mut engine, &start).unwrap();
            let network = Network::derive(&geometry, &geometry.symmetries(), kinds, room).unwrap();
            let longest = network.tables.iter().map(|table| table.length).max().unwrap();
            assert_eq!((longest, network.lookups, network.lambda()), expected, "{size} {kinds} {room}");
        }
    }

    /// A network of many kinds on a grid of 4x4, with these features of hidden state and room for so
    /// many weights beyond those of cells.
    fn hashed(features: usize, beyond: usize) -> Network {
        let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        let start = engine.start(&mut Direct(Rng::new(3))).unwrap();
        let geometry = Geometry::of(&mut engine, &start).unwrap();
        let symmetries = geometry.symmetries();
        let mut network = Network::derive(&geometry, &symmetries, 3_000, 1 << 20).unwrap();
        assert_eq!(network.codes, MANY_KINDS);
        let room = network.size() + beyond;
        network.add_beside_cells(features, &geometry, &symmetries, room);
        assert!(network.size() <= room);
        network
    }

    fn looks_up(network: &Network, places: std::ops::Range<usize>) -> usize {
        let is_one = |table: &&Table| table.cells.iter().any(|cell| places.contains(&usize::from(*cell)));
        network.tables.iter().filter(is_one).count()
    }

    #[test]
    fn hidden_state_goes_before_relations() {
        let count = |features: usize, beyond: usize| {
            let network = hashed(features, beyond);
            let (first, hidden) = (network.cells + 1, network.first_hidden());
            (looks_up(&network, hidden..hidden + features), looks_up(&network, first..hidden))
        };
        let of_feature = 3 << DIRECT_BITS;
        assert_eq!(count(0, 0), (0, 0));
        assert!(count(0, of_feature).1 > 0);
        assert_eq!(count(1, of_feature), (3, 0));
        let (of_hidden, of_relations) = count(1, of_feature + (1 << 20));
        assert!(of_hidden == 3 && of_relations > 0, "{of_hidden} {of_relations}");
    }
}
