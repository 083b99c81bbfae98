//! The trie of collisions: results by the cells that a tile looked at, in order.
//!
//! See docs/dev/fast-path.md, "Collisions".

use std::collections::HashMap;

use crate::fast::packed::code::TileCode;
use crate::fast::packed::orientation::LONGEST;
use crate::fast::probe_table::{Entry, ProbeTable};
use crate::turn::read_tracker::Side;

/// The code of an empty cell: there may be some behind a tile, there are none ahead of it.
pub(crate) const EMPTY: TileCode = 0;
/// The code of the edge; tiles have smaller ones.
pub(crate) const EDGE: TileCode = 127;
/// The number of pairs of bytes below 128.
pub(crate) const PAIRS: usize = 1 << 15;

/// A known result of a collision, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownCollision(u32);

impl KnownCollision {
    /// The tile rests.
    pub(crate) const RESTS: KnownCollision = KnownCollision(0);
    /// The result is not known yet.
    pub(crate) const NOTHING: KnownCollision = KnownCollision(u32::MAX);
    /// The result depends on more than the view.
    pub(crate) const UNCLEAR: KnownCollision = KnownCollision(u32::MAX - 1);
    /// The offset of the places of merges. Smaller words are nodes: the result depends on
    /// the next cell ahead.
    const MERGES: u32 = 1 << 31;
    /// A bit of nodes: the result depends on the next cell behind, not on the next one
    /// ahead.
    const BEHIND: u32 = 1 << 30;

    pub(crate) fn of_merge(place: usize) -> KnownCollision {
        KnownCollision(KnownCollision::MERGES + place as u32)
    }

    /// Returns the place of the merge that the tile starts.
    #[inline]
    pub(crate) fn merge(self) -> Option<usize> {
        (KnownCollision::MERGES..KnownCollision::UNCLEAR.0)
            .contains(&self.0)
            .then(|| (self.0 - KnownCollision::MERGES) as usize)
    }

    /// Returns the side on which the next cell decides, if the word is a node.
    pub(crate) fn next(self) -> Option<Side> {
        let side = if self.0 & KnownCollision::BEHIND == 0 { Side::Ahead } else { Side::Behind };
        self.is_node().then_some(side)
    }

    fn is_node(self) -> bool {
        (1..KnownCollision::MERGES).contains(&self.0)
    }
}

/// Adjacent cells up to the edge, a byte for each, the last one lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellWindow(u64);

impl CellWindow {
    /// No cells: the edge alone.
    pub(crate) const NONE: CellWindow = CellWindow(u64::from_ne_bytes([EDGE; 8]));

    /// Returns the window with another cell behind its last one.
    #[inline]
    pub(crate) fn with(self, code: TileCode) -> CellWindow {
        CellWindow(self.0 << 8 | u64::from(code))
    }

    /// Makes a window of the lowest `count` cells of a word, with the edge ahead of them.
    #[inline]
    pub(crate) fn of(cells: u64, count: usize) -> CellWindow {
        CellWindow(cells | CellWindow::NONE.0.checked_shl(8 * count as u32).unwrap_or(0))
    }

    /// Returns the number of empty cells at the end of the window.
    #[inline]
    pub(crate) fn gap(self) -> u32 {
        self.0.trailing_zeros() / 8
    }

    /// Returns the cell that has `place` cells behind it.
    #[inline]
    pub(crate) fn nth(self, place: u32) -> TileCode {
        self.0.checked_shr(8 * place).unwrap_or(u64::from(EDGE)) as u8
    }

    /// Returns the window without its last cell.
    #[inline]
    pub(crate) fn ahead(self) -> CellWindow {
        CellWindow(self.0 >> 8 | u64::from(EDGE) << 56)
    }

    /// Returns the last two cells as an index of pairs.
    #[inline]
    fn pair(self) -> usize {
        self.0 as usize % PAIRS
    }

    /// Returns the last cell.
    #[inline]
    pub(crate) fn last(self) -> TileCode {
        self.0 as u8
    }
}

/// The number of cells that a tile looked at, ahead (its own included) and behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depth {
    ahead: usize,
    pub(crate) behind: usize,
}

impl Depth {
    /// Returns true if a tile looked only at itself and the next cell ahead.
    #[inline]
    pub(crate) fn is_pair(self) -> bool {
        (self.ahead, self.behind) == (2, 0)
    }
}

/// The view of a tile, cell by cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CollisionView {
    ahead: [TileCode; LONGEST + 1],
    behind: [TileCode; LONGEST + 1],
    seen: Depth,
}

impl CollisionView {
    /// Makes the view of the last one of these tiles.
    pub(crate) fn of(tiles: CellWindow, behind: CellWindow, seen: Depth) -> CollisionView {
        let cells = |row: CellWindow| {
            let mut cells = [EDGE; LONGEST + 1];
            cells[..LONGEST].copy_from_slice(&row.0.to_le_bytes());
            cells
        };
        CollisionView { ahead: cells(tiles), behind: cells(behind), seen }
    }

    /// Returns the tile's own code and those ahead.
    pub(crate) fn ahead(&self) -> &[TileCode] {
        &self.ahead[..self.seen.ahead.min(LONGEST + 1)]
    }

    /// Returns the view with the next cell of a side.
    fn further(mut self, side: Side, code: TileCode) -> CollisionView {
        let (cells, seen) = match side {
            Side::Ahead => (&mut self.ahead, &mut self.seen.ahead),
            Side::Behind => (&mut self.behind, &mut self.seen.behind),
        };
        if let Some(cell) = cells.get_mut(*seen) {
            *cell = code;
            *seen += 1;
        }
        self
    }

    /// Returns the view with other codes; `None` if a cell has none.
    pub(crate) fn recoded(mut self, code: impl Fn(TileCode) -> Option<TileCode>) -> Option<CollisionView> {
        let Depth { ahead, behind } = self.seen;
        for own in self.ahead.iter_mut().take(ahead).chain(self.behind.iter_mut().take(behind)) {
            *own = code(*own)?;
        }
        Some(self)
    }

    /// Returns the codes behind.
    pub(crate) fn behind(&self) -> &[TileCode] {
        &self.behind[..self.seen.behind.min(LONGEST + 1)]
    }
}

/// A trie of views with the known results at its leaves.
#[derive(Debug)]
pub(crate) struct CollisionTrie {
    /// The results of pairs, by a tile and the cell ahead of it.
    pairs: Box<[KnownCollision; PAIRS]>,
    /// The other results, by a node and the code that is seen next.
    further: ProbeTable<Next>,
    /// The number of nodes so far.
    nodes: u32,
}

impl Default for CollisionTrie {
    fn default() -> CollisionTrie {
        let pairs = Box::new([KnownCollision::NOTHING; PAIRS]);
        let mut trie = CollisionTrie { pairs, further: ProbeTable::new(), nodes: 0 };
        trie.clear();
        trie
    }
}

/// An edge of the trie: a node and the code that is seen next lead to a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Next {
    /// The number of the node without its side, and the code; 0 is a free slot.
    key: u32,
    known: u32,
}

impl Entry for Next {
    const FREE: Next = Next { key: 0, known: KnownCollision::NOTHING.0 };

    #[inline]
    fn is_free(&self) -> bool {
        self.key == 0
    }

    #[inline]
    fn hash(&self) -> usize {
        hash(self.key)
    }
}

/// Returns the key of a node and a code. Nodes are numbered from 1 on.
#[inline]
fn key(node: KnownCollision, code: TileCode) -> u32 {
    node.0 << 7 | u32::from(code)
}

#[inline]
fn hash(key: u32) -> usize {
    (u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}

impl CollisionTrie {
    /// Returns the result of the last one of these tiles by the cell ahead of it.
    #[inline]
    pub(crate) fn collide(&self, tiles: CellWindow) -> KnownCollision {
        self.pairs[tiles.pair()]
    }

    /// Returns the result of the last one of these tiles with these cells behind it, and
    /// how far it looks.
    #[inline]
    pub(crate) fn look(&self, tiles: CellWindow, mut behind: CellWindow) -> (KnownCollision, Depth) {
        let mut ahead = tiles.ahead();
        let mut known = self.collide(tiles);
        let mut seen = Depth { ahead: 2, behind: 0 };
        // A tile may look for the next tile behind, but not beyond.
        let mut last_behind = EMPTY;
        while known.is_node() {
            let next = match known.0 & KnownCollision::BEHIND {
                0 => {
                    seen.ahead += 1;
                    ahead = ahead.ahead();
                    ahead.last()
                }
                _ if last_behind != EMPTY => return (KnownCollision::UNCLEAR, seen),
                _ => {
                    seen.behind += 1;
                    last_behind = behind.last();
                    behind = behind.ahead();
                    last_behind
                }
            };
            known = self.next(known, next);
        }
        (known, seen)
    }

    /// Returns the result that a node and a code lead to.
    #[inline]
    fn next(&self, node: KnownCollision, code: TileCode) -> KnownCollision {
        let key = key(node, code);
        KnownCollision(self.further.get(hash(key), |own| own.key == key).known)
    }
}

impl CollisionTrie {
    /// Makes a new node: the result depends on the next cell of this side.
    pub(crate) fn node(&mut self, side: Side) -> KnownCollision {
        self.nodes += 1;
        KnownCollision(self.nodes | if side == Side::Behind { KnownCollision::BEHIND } else { 0 })
    }

    /// Drops all entries.
    pub(crate) fn clear(&mut self) {
        self.pairs.fill(KnownCollision::NOTHING);
        // The window without a tile rests, so that callers need no test for it.
        self.pairs[CellWindow::NONE.pair()] = KnownCollision::RESTS;
        self.further.clear();
        self.nodes = 0;
    }

    /// Records the result of a view.
    pub(crate) fn note(&mut self, view: &CollisionView, known: KnownCollision) {
        let (mut ahead, mut behind) = (view.ahead().iter().copied(), view.behind().iter().copied());
        let (Some(own), Some(first)) = (ahead.next(), ahead.next()) else { return };
        let pair = &mut self.pairs[CellWindow::NONE.with(first).with(own).pair()];
        let mut node = *pair;
        // Nodes are followed; any other result is replaced.
        if !node.is_node() {
            *pair = known;
            return;
        }
        loop {
            let next = match node.0 & KnownCollision::BEHIND {
                0 => ahead.next(),
                _ => behind.next(),
            };
            let Some(next) = next else { return };
            let before = self.next(node, next);
            if !before.is_node() {
                let key = key(node, next);
                match self.further.get_mut(hash(key), |own| own.key == key) {
                    Some(own) => own.known = known.0,
                    None => self.further.insert(Next { key, known: known.0 }),
                }
                return;
            }
            node = before;
        }
    }

    /// Returns all entries; a node comes before the entries that it leads to.
    pub(crate) fn all(&self) -> Vec<(CollisionView, KnownCollision)> {
        let known = self.pairs.iter().enumerate().filter(|(_, known)| **known != KnownCollision::NOTHING);
        let pair = |(place, known): (usize, &KnownCollision)| {
            let row = CellWindow::NONE.with((place >> 8) as u8).with(place as u8);
            (CollisionView::of(row, CellWindow::NONE, Depth { ahead: 2, behind: 0 }), *known)
        };
        let mut all: Vec<(CollisionView, KnownCollision)> = known.map(pair).collect();
        let mut further: Vec<Next> = self.further.iter().copied().collect();
        // A node has a larger number than those on the way to it.
        further.sort_unstable();
        let mut nodes: HashMap<u32, (CollisionView, Side)> = HashMap::new();
        let mut place = 0;
        let mut further = further.into_iter();
        loop {
            for (view, known) in &all[place..] {
                nodes.extend(known.next().map(|side| (known.0 & !KnownCollision::BEHIND, (*view, side))));
            }
            place = all.len();
            let Some(Next { key, known }) = further.next() else { return all };
            if let Some((view, side)) = nodes.get(&(key >> 7)) {
                all.push((view.further(*side, (key & 127) as u8), KnownCollision(known)));
            }
        }
    }

    /// Returns the number of entries beyond pairs.
    pub(crate) fn len(&self) -> usize {
        self.further.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(codes: &[u8]) -> CellWindow {
        codes.iter().fold(CellWindow::NONE, |row, code| row.with(*code))
    }

    #[test]
    fn rows_are_put_together_and_taken_apart() {
        let row_of_five = row(&[1, 2, 3, 4, 5]);
        assert_eq!(row_of_five.last(), 5);
        assert_eq!(row_of_five.ahead(), row(&[1, 2, 3, 4]));
        assert_eq!(CellWindow::of(0x02_0304, 3), row(&[2, 3, 4]));
        let behind = CellWindow::of(0x0300, 3);
        assert_eq!(behind, row(&[EMPTY, 3, EMPTY]));
        assert_eq!((behind.gap(), CellWindow::of(0, 3).gap(), CellWindow::of(0, 0).gap()), (1, 3, 0));
        assert_eq!([1, 2, 3, 8].map(|place| behind.nth(place)), [3, EMPTY, EDGE, EDGE]);
    }

    #[test]
    fn what_is_noted_is_found_again() {
        let mut trie = CollisionTrie::default();
        let mut expected = Vec::new();
        for number in 0..1000 {
            let [own, ahead, next] =
                [number % 10, number / 10 % 10, number / 100].map(|digit| digit as u8 + 1);
            let (tiles, behind) = (row(&[9, ahead, own]), CellWindow::of(u64::from(next) << 8, 3));
            // One cell behind is empty; the content of the next one decides.
            let known = loop {
                let (known, seen) = trie.look(tiles, behind);
                if known != KnownCollision::NOTHING {
                    break known;
                }
                let next = match seen.behind {
                    2 => KnownCollision::of_merge(expected.len()),
                    _ => trie.node(Side::Behind),
                };
                trie.note(&CollisionView::of(tiles, behind, seen), next);
            };
            expected.push((tiles, behind, known));
        }
        for (place, (tiles, behind, known)) in expected.iter().enumerate() {
            assert_eq!(known.merge(), Some(place));
            assert_eq!(trie.look(*tiles, *behind), (*known, Depth { ahead: 2, behind: 2 }));
        }
        assert_eq!(trie.look(row(&[1, 1]), CellWindow::of(0, 0)).0, KnownCollision::NOTHING);
    }

    #[test]
    fn no_tile_looks_beyond_the_next_one_behind() {
        let mut trie = CollisionTrie::default();
        let (tiles, behind) = (row(&[1, 2]), CellWindow::of(0x0403, 3));
        for _ in 0..2 {
            let (_, seen) = trie.look(tiles, behind);
            let node = trie.node(Side::Behind);
            trie.note(&CollisionView::of(tiles, behind, seen), node);
        }
        assert_eq!(trie.look(tiles, behind).0, KnownCollision::UNCLEAR);
    }
}
