//! The starts of walks through the decision trie, kept because nearly all walks begin at a few of
//! them.
//!
//! See docs/dev/fast-path.md, "What a cache key is".

use crate::board::tile_table::TileId;
use crate::fast::decisions::Branch;

/// The number of starts that are kept; a power of two.
const STARTS: usize = 64;

/// The starts of walks that are kept. A start replaces another one in the same slot.
#[derive(Debug)]
pub(crate) struct Starts {
    slots: Box<[Start]>,
}

/// The start of the walks with one root.
#[derive(Clone, Debug, Default)]
struct Start {
    root: [u32; 3],
    /// The branch at which these walks start, if it is known.
    branch: Option<Branch>,
    /// The tiles to which nothing happens, whatever is around them, a bit for each.
    at_rest: Vec<u64>,
    /// Pairs of a tile and what is ahead of it (`None` is the edge) in which nothing happens to the
    /// tile, whatever is around them. A pair replaces another one in the same slot.
    pairs: Vec<Pair>,
}

type Pair = Option<(TileId, Option<TileId>)>;

/// The number of pairs that are kept for a root; a power of two.
const PAIRS: usize = 128;

fn slot_of_pair((own, ahead): (TileId, Option<TileId>)) -> usize {
    let ahead = ahead.map_or(0, |ahead| ahead.index() + 1);
    own.index().wrapping_mul(11).wrapping_add(ahead) % PAIRS
}

impl Starts {
    pub(crate) fn new() -> Starts {
        Starts { slots: vec![Start::default(); STARTS].into() }
    }

    /// Forgets all starts.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(Start::default());
    }

    fn slot(root: [u32; 3]) -> usize {
        let [purpose, direction, variables] = root.map(|part| part as usize);
        (purpose.wrapping_add(direction.wrapping_mul(8)).wrapping_add(variables.wrapping_mul(37))) % STARTS
    }

    /// Returns the branch of a root, if it is kept.
    #[inline]
    pub(crate) fn branch(&self, root: [u32; 3]) -> Option<Branch> {
        let start = &self.slots[Starts::slot(root)];
        start.branch.filter(|_| start.root == root)
    }

    /// Keeps the branch of a root.
    pub(crate) fn keep(&mut self, root: [u32; 3], branch: Branch) {
        self.slot_of(root).branch = Some(branch);
    }

    /// Forgets the branch of a root, which changes.
    pub(crate) fn forget_branch(&mut self, root: [u32; 3]) {
        let start = &mut self.slots[Starts::slot(root)];
        if start.root == root {
            start.branch = None;
        }
    }

    /// Returns true if nothing happens to a tile in tests with this root, because of the tile or what
    /// is ahead of it.
    #[inline]
    pub(crate) fn is_at_rest(&self, root: [u32; 3], own: TileId, ahead: Option<TileId>) -> bool {
        let start = &self.slots[Starts::slot(root)];
        let word = start.at_rest.get(own.index() / 64).copied().unwrap_or_default();
        let pair = (own, ahead);
        start.root == root
            && (word >> (own.index() % 64) & 1 == 1
                || start.pairs.get(slot_of_pair(pair)).is_some_and(|known| *known == Some(pair)))
    }

    /// Notes that nothing happens to a tile in tests with this root, if this is ahead of it.
    pub(crate) fn note_pair_at_rest(&mut self, root: [u32; 3], own: TileId, ahead: Option<TileId>) {
        let pairs = &mut self.slot_of(root).pairs;
        pairs.resize(PAIRS, None);
        pairs[slot_of_pair((own, ahead))] = Some((own, ahead));
    }

    /// Notes that nothing happens to a tile in tests with this root, whatever is around it.
    pub(crate) fn note_at_rest(&mut self, root: [u32; 3], id: TileId) {
        let at_rest = &mut self.slot_of(root).at_rest;
        let place = id.index() / 64;
        if at_rest.len() <= place {
            at_rest.resize(place + 1, 0);
        }
        at_rest[place] |= 1 << (id.index() % 64);
    }

    /// Returns the slot of a root, emptied if it was another root's.
    fn slot_of(&mut self, root: [u32; 3]) -> &mut Start {
        let start = &mut self.slots[Starts::slot(root)];
        if start.root != root {
            (start.root, start.branch) = (root, None);
            start.at_rest.clear();
            start.pairs.clear();
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::probe_table::Entry;

    #[test]
    fn starts_are_known_until_another_takes_their_slot() {
        let mut starts = Starts::new();
        let (one, other) = ([2, 0, 0], [2, 8, 0]);
        assert_eq!(Starts::slot(one), Starts::slot(other));
        let tile = |index| TileId::content(index);
        starts.note_at_rest(one, tile(70));
        starts.note_pair_at_rest(one, tile(6), None);
        starts.note_pair_at_rest(one, tile(7), Some(tile(6)));
        starts.keep(one, Branch::FREE);
        starts.forget_branch(other);
        assert!(starts.branch(one).is_some() && starts.branch(other).is_none());
        // Cases: root, tile, the one ahead of it, at rest.
        for (root, own, ahead, at_rest) in [
            (one, 70, Some(1), true),
            (one, 70, None, true),
            (one, 69, None, false),
            (one, 6, None, true),
            (one, 6, Some(7), false),
            (one, 7, Some(6), true),
            (one, 7, None, false),
            (other, 70, None, false),
            (other, 6, None, false),
        ] {
            assert_eq!(starts.is_at_rest(root, tile(own), ahead.map(tile)), at_rest, "{root:?} {own}");
        }
        starts.forget_branch(one);
        assert!(starts.branch(one).is_none() && starts.is_at_rest(one, tile(70), None));
        starts.note_at_rest(other, tile(70));
        assert!(!starts.is_at_rest(one, tile(6), None) && starts.is_at_rest(other, tile(70), None));
        starts.clear();
        assert!(!starts.is_at_rest(other, tile(70), None));
    }
}
