//! What tiles see when they meet others, and what is known to come of it.

use std::collections::HashMap;

use crate::fast::packed::layout::LONGEST;
use crate::turn::read_tracker::Side;

/// An empty cell: there may be some behind a tile, there are none ahead of it.
pub(crate) const EMPTY: u8 = 0;
/// The edge, among kinds of tiles, of which there are fewer.
pub(crate) const EDGE: u8 = 127;
/// As many as there are pairs of bytes below 128.
pub(crate) const PAIRS: usize = 1 << 15;
/// How many places there are, at first, for what is further away.
const FIRST: usize = 1 << 8;

/// What is known of a tile, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known(u32);

impl Known {
    /// It rests.
    pub(crate) const RESTS: Known = Known(0);
    /// Nothing yet.
    pub(crate) const NOTHING: Known = Known(u32::MAX);
    /// More than what it sees matters.
    pub(crate) const UNCLEAR: Known = Known(u32::MAX - 1);
    /// Added to the place of a merge. Below are nodes: what is known depends on
    /// the next cell ahead,
    const MERGES: u32 = 1 << 31;
    /// or, with this bit, behind.
    const BEHIND: u32 = 1 << 30;

    pub(crate) fn of_merge(place: usize) -> Known {
        Known(Known::MERGES + place as u32)
    }

    /// The place of the merge that it starts.
    #[inline]
    pub(crate) fn merge(self) -> Option<usize> {
        (Known::MERGES..Known::UNCLEAR.0).contains(&self.0).then(|| (self.0 - Known::MERGES) as usize)
    }

    /// On which side the next cell decides, if one does.
    pub(crate) fn next(self) -> Option<Side> {
        let side = if self.0 & Known::BEHIND == 0 { Side::Ahead } else { Side::Behind };
        self.is_node().then_some(side)
    }

    fn is_node(self) -> bool {
        (1..Known::MERGES).contains(&self.0)
    }
}

/// Cells next to each other up to the edge, a byte for each, the last one lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(u64);

impl Row {
    /// No tile.
    pub(crate) const NONE: Row = Row(u64::from_ne_bytes([EDGE; 8]));

    /// With another one behind.
    #[inline]
    pub(crate) fn with(self, kind: u8) -> Row {
        Row(self.0 << 8 | u64::from(kind))
    }

    /// So many cells, from the last one on, and the edge ahead of them.
    #[inline]
    pub(crate) fn of(cells: u64, count: usize) -> Row {
        Row(cells | Row::NONE.0.checked_shl(8 * count as u32).unwrap_or(0))
    }

    /// How many of the last cells are empty.
    #[inline]
    pub(crate) fn gap(self) -> u32 {
        self.0.trailing_zeros() / 8
    }

    /// The one that so many are behind.
    #[inline]
    pub(crate) fn nth(self, place: u32) -> u8 {
        self.0.checked_shr(8 * place).unwrap_or(u64::from(EDGE)) as u8
    }

    /// Without the last one.
    #[inline]
    pub(crate) fn ahead(self) -> Row {
        Row(self.0 >> 8 | u64::from(EDGE) << 56)
    }

    /// The last two, as a place among pairs.
    #[inline]
    fn pair(self) -> usize {
        self.0 as usize % PAIRS
    }

    /// The last one.
    #[inline]
    pub(crate) fn last(self) -> u8 {
        self.0 as u8
    }
}

/// How far a tile looked: at how many cells ahead, its own included, and behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    ahead: usize,
    pub(crate) behind: usize,
}

/// What a tile sees, cell by cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    ahead: [u8; LONGEST + 1],
    behind: [u8; LONGEST + 1],
    seen: Seen,
}

impl Sight {
    /// Of the last one of these tiles.
    pub(crate) fn of(tiles: Row, behind: Row, seen: Seen) -> Sight {
        let cells = |row: Row| {
            let mut cells = [EDGE; LONGEST + 1];
            cells[..LONGEST].copy_from_slice(&row.0.to_le_bytes());
            cells
        };
        Sight { ahead: cells(tiles), behind: cells(behind), seen }
    }

    /// Its own kind, and those ahead.
    pub(crate) fn ahead(&self) -> &[u8] {
        &self.ahead[..self.seen.ahead.min(LONGEST + 1)]
    }

    /// The same with the next cell of a side.
    fn further(mut self, side: Side, kind: u8) -> Sight {
        let (cells, seen) = match side {
            Side::Ahead => (&mut self.ahead, &mut self.seen.ahead),
            Side::Behind => (&mut self.behind, &mut self.seen.behind),
        };
        if let Some(cell) = cells.get_mut(*seen) {
            *cell = kind;
            *seen += 1;
        }
        self
    }

    /// With other kinds in place of its own; `None` if one has none.
    pub(crate) fn renamed(mut self, kind: impl Fn(u8) -> Option<u8>) -> Option<Sight> {
        let Seen { ahead, behind } = self.seen;
        for own in self.ahead.iter_mut().take(ahead).chain(self.behind.iter_mut().take(behind)) {
            *own = kind(*own)?;
        }
        Some(self)
    }

    /// Those behind.
    pub(crate) fn behind(&self) -> &[u8] {
        &self.behind[..self.seen.behind.min(LONGEST + 1)]
    }
}

/// A tree of what tiles see, with what is known of them at its ends.
#[derive(Debug)]
pub(crate) struct Sights {
    /// By the last two cells of a row, a tile and what is ahead of it.
    pairs: Box<[Known; PAIRS]>,
    /// By a node and the kind that is seen next: a hash table, a power of two of
    /// them, at most three of four in use. In each a key for both, above what is
    /// known; the key 0 is free.
    further: Vec<u64>,
    used: usize,
    nodes: u32,
}

impl Default for Sights {
    fn default() -> Sights {
        let pairs = Box::new([Known::NOTHING; PAIRS]);
        let mut sights = Sights { pairs, further: vec![FREE; FIRST], used: 0, nodes: 0 };
        sights.clear();
        sights
    }
}

/// A free place.
const FREE: u64 = Known::NOTHING.0 as u64;

/// A node, without its side, and a kind. Nodes are numbered from 1 on.
#[inline]
fn key(node: Known, kind: u8) -> u64 {
    u64::from(node.0 << 7 | u32::from(kind))
}

impl Sights {
    /// What is known of the last one of these tiles by the one ahead of it.
    #[inline]
    pub(crate) fn meet(&self, tiles: Row) -> Known {
        self.pairs[tiles.pair()]
    }

    /// What is known of the last one of these tiles, given what is behind it, and
    /// how far it takes to look to know that.
    #[inline]
    pub(crate) fn look(&self, tiles: Row, mut behind: Row) -> (Known, Seen) {
        let mut ahead = tiles.ahead();
        let mut known = self.meet(tiles);
        let mut seen = Seen { ahead: 2, behind: 0 };
        // It may look for the next tile behind, but not beyond.
        let mut last_behind = EMPTY;
        while known.is_node() {
            let next = match known.0 & Known::BEHIND {
                0 => {
                    seen.ahead += 1;
                    ahead = ahead.ahead();
                    ahead.last()
                }
                _ if last_behind != EMPTY => return (Known::UNCLEAR, seen),
                _ => {
                    seen.behind += 1;
                    last_behind = behind.last();
                    behind = behind.ahead();
                    last_behind
                }
            };
            known = Known(self.further[self.place(known, next)] as u32);
        }
        (known, seen)
    }

    /// Where what a node and a kind lead to is, or has its place.
    #[inline]
    fn place(&self, node: Known, kind: u8) -> usize {
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let key = key(node, kind);
        let mask = self.further.len() - 1;
        let mut place = (key.wrapping_mul(FACTOR) >> 32) as usize & mask;
        loop {
            let own = self.further[place];
            if own >> 32 == key || own >> 32 == 0 {
                return place;
            }
            place = (place + 1) & mask;
        }
    }
}

impl Sights {
    /// A new node: what is known depends on the next cell of this side.
    pub(crate) fn node(&mut self, side: Side) -> Known {
        self.nodes += 1;
        Known(self.nodes | if side == Side::Behind { Known::BEHIND } else { 0 })
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.pairs.fill(Known::NOTHING);
        // No tile does nothing.
        self.pairs[Row::NONE.pair()] = Known::RESTS;
        self.further.clear();
        self.further.resize(FIRST, FREE);
        (self.used, self.nodes) = (0, 0);
    }

    /// Notes what is known of a tile with this sight.
    pub(crate) fn note(&mut self, sight: &Sight, known: Known) {
        let (mut ahead, mut behind) = (sight.ahead().iter().copied(), sight.behind().iter().copied());
        let (Some(own), Some(first)) = (ahead.next(), ahead.next()) else { return };
        let pair = &mut self.pairs[Row::NONE.with(first).with(own).pair()];
        let mut node = *pair;
        if !node.is_node() {
            *pair = known;
            return;
        }
        loop {
            let next = match node.0 & Known::BEHIND {
                0 => ahead.next(),
                _ => behind.next(),
            };
            let Some(next) = next else { return };
            let place = self.place(node, next);
            let before = Known(self.further[place] as u32);
            if !before.is_node() {
                self.used += usize::from(self.further[place] >> 32 == 0);
                self.further[place] = key(node, next) << 32 | u64::from(known.0);
                break;
            }
            node = before;
        }
        if 4 * (self.used + 1) > 3 * self.further.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let larger = vec![FREE; 2 * self.further.len()];
        for own in std::mem::replace(&mut self.further, larger) {
            let key = own >> 32;
            if key != 0 {
                let place = self.place(Known((key >> 7) as u32), (key & 127) as u8);
                self.further[place] = own;
            }
        }
    }

    /// All that is known, what depends on the next cell before that cell.
    pub(crate) fn all(&self) -> Vec<(Sight, Known)> {
        let known = self.pairs.iter().enumerate().filter(|(_, known)| **known != Known::NOTHING);
        let pair = |(place, known): (usize, &Known)| {
            let row = Row::NONE.with((place >> 8) as u8).with(place as u8);
            (Sight::of(row, Row::NONE, Seen { ahead: 2, behind: 0 }), *known)
        };
        let mut all: Vec<(Sight, Known)> = known.map(pair).collect();
        let mut further: Vec<u64> = self.further.iter().copied().filter(|own| *own != FREE).collect();
        // A node has a larger number than those on the way to it.
        further.sort_unstable();
        let mut nodes: HashMap<u32, (Sight, Side)> = HashMap::new();
        let mut place = 0;
        let mut further = further.into_iter();
        loop {
            for (sight, known) in &all[place..] {
                nodes.extend(known.next().map(|side| (known.0 & !Known::BEHIND, (*sight, side))));
            }
            place = all.len();
            let Some(own) = further.next() else { return all };
            let key = own >> 32;
            if let Some((sight, side)) = nodes.get(&((key >> 7) as u32)) {
                all.push((sight.further(*side, (key & 127) as u8), Known(own as u32)));
            }
        }
    }

    /// How much is known beyond pairs.
    pub(crate) fn len(&self) -> usize {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kinds: &[u8]) -> Row {
        kinds.iter().fold(Row::NONE, |row, kind| row.with(*kind))
    }

    #[test]
    fn rows_are_put_together_and_taken_apart() {
        let row_of_five = row(&[1, 2, 3, 4, 5]);
        assert_eq!(row_of_five.last(), 5);
        assert_eq!(row_of_five.ahead(), row(&[1, 2, 3, 4]));
        assert_eq!(Row::of(0x02_0304, 3), row(&[2, 3, 4]));
        let behind = Row::of(0x0300, 3);
        assert_eq!(behind, row(&[EMPTY, 3, EMPTY]));
        assert_eq!((behind.gap(), Row::of(0, 3).gap(), Row::of(0, 0).gap()), (1, 3, 0));
        assert_eq!([1, 2, 3, 8].map(|place| behind.nth(place)), [3, EMPTY, EDGE, EDGE]);
    }

    #[test]
    fn what_is_noted_is_found_again() {
        let mut sights = Sights::default();
        let mut expected = Vec::new();
        for number in 0..1000 {
            let [own, ahead, next] =
                [number % 10, number / 10 % 10, number / 100].map(|digit| digit as u8 + 1);
            let (tiles, behind) = (row(&[9, ahead, own]), Row::of(u64::from(next) << 8, 3));
            // One cell behind is empty; what is in the next one decides.
            let known = loop {
                let (known, seen) = sights.look(tiles, behind);
                if known != Known::NOTHING {
                    break known;
                }
                let next = match seen.behind {
                    2 => Known::of_merge(expected.len()),
                    _ => sights.node(Side::Behind),
                };
                sights.note(&Sight::of(tiles, behind, seen), next);
            };
            expected.push((tiles, behind, known));
        }
        for (place, (tiles, behind, known)) in expected.iter().enumerate() {
            assert_eq!(known.merge(), Some(place));
            assert_eq!(sights.look(*tiles, *behind), (*known, Seen { ahead: 2, behind: 2 }));
        }
        assert_eq!(sights.look(row(&[1, 1]), Row::of(0, 0)).0, Known::NOTHING);
    }

    #[test]
    fn nobody_looks_beyond_the_next_tile_behind() {
        let mut sights = Sights::default();
        let (tiles, behind) = (row(&[1, 2]), Row::of(0x0403, 3));
        for _ in 0..2 {
            let (_, seen) = sights.look(tiles, behind);
            let node = sights.node(Side::Behind);
            sights.note(&Sight::of(tiles, behind, seen), node);
        }
        assert_eq!(sights.look(tiles, behind).0, Known::UNCLEAR);
    }
}
