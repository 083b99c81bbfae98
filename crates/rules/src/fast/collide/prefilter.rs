//! Tiles that rest, at a glance.
//!
//! Of most tiles of most lines it is known that they rest by those next to them.
//! What is asked here takes the same steps whatever the answer is, since it can't be
//! foreseen which ones do something.

use crate::fast::collide::compaction::{Around, Compaction, Places};
use crate::fast::collide::trie::{EDGE, EMPTY, PAIRS};
use crate::fast::packed::layout::LONGEST;

/// How many kinds are told apart next to a pair of tiles, and the others as one.
const NEAR: usize = 64;
/// What stands for the others.
const FAR: u8 = NEAR as u8 - 1;
/// As many as there are of these ahead of a pair and behind it.
const BLOCK: usize = NEAR * NEAR;
/// The block of which nothing is known, and that of tiles that rest by the one ahead.
const NOTHING: u8 = 0;
const RESTS: u8 = 1;
/// At all distances.
const ALWAYS: u8 = u8::MAX;

/// Of which tiles it is known that they rest, by the two ahead of them and the next
/// one behind.
#[derive(Debug)]
pub(crate) struct RestPrefilter {
    /// By a tile and, times 256, what is ahead of it, where nothing ([`EMPTY`]) is the
    /// edge: with which kinds next ahead it rests, a bit for each; all bits if with any.
    rests: Box<[u64; PAIRS]>,
    /// The block of each such pair.
    pairs: Box<[u8; PAIRS]>,
    /// By what is ahead of a pair and what is behind it: over how many empty cells the
    /// latter may be, a bit for each number. Nothing behind is the edge.
    blocks: Vec<u8>,
    /// Kinds below this one rest by the one ahead alone, if that is of another kind.
    strangers: u8,
    /// How many pairs rest alone, and how many with one that is next ahead.
    by_one: u32,
    by_two: u32,
}

impl Default for RestPrefilter {
    fn default() -> RestPrefilter {
        let (rests, pairs) = (Box::new([0; PAIRS]), Box::new([NOTHING; PAIRS]));
        let mut prefilter =
            RestPrefilter { rests, pairs, blocks: Vec::new(), strangers: 0, by_one: 0, by_two: 0 };
        prefilter.clear();
        prefilter
    }
}

fn pair(own: u8, ahead: u8) -> usize {
    usize::from(ahead) << 8 | usize::from(own)
}

impl RestPrefilter {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.rests.fill(0);
        self.pairs.fill(NOTHING);
        for pair in (0..EDGE).map(|ahead| pair(EMPTY, ahead)) {
            (self.rests[pair], self.pairs[pair]) = (u64::MAX, RESTS);
        }
        self.blocks.clear();
        self.blocks.resize(BLOCK, 0);
        self.blocks.resize(2 * BLOCK, ALWAYS);
        (self.strangers, self.by_one, self.by_two) = (EMPTY + 1, 0, 0);
    }

    /// Whether it is worth asking for two tiles ahead at once (`BY_TWO`), where there
    /// are so many kinds.
    pub(crate) fn often_look_at_two(&self, kinds: u8) -> bool {
        kinds < FAR && 4 * self.by_two >= self.by_one
    }

    /// Whether any tile is known to rest by more than the one ahead.
    #[inline]
    pub(crate) fn often_rest_near(&self) -> bool {
        self.blocks.len() > 2 * BLOCK
    }

    /// Of which tiles of so many lines it is not known that they rest by the one ahead of
    /// them alone, or by the two (`BY_TWO`).
    #[inline(always)]
    pub(crate) fn acting<const BY_TWO: bool>(
        &self,
        compaction: &Compaction,
        count: usize,
        length: usize,
    ) -> Places {
        if !compaction.reach(self.strangers) {
            // Only those may do something that are equal to the one ahead.
            return compaction.equal;
        }
        let mut acting = 0;
        for rank in 0..length.min(LONGEST) {
            let (pairs, nexts) = (compaction.pairs(rank), compaction.nexts(rank));
            let mut of_rank = 0;
            for (line, pair) in pairs.iter().enumerate().take(count) {
                let pair = usize::from(*pair) % PAIRS;
                let acts = match BY_TWO {
                    true => !(self.rests[pair] >> (nexts >> (8 * line) & 63)) & 1,
                    false => u64::from(self.pairs[pair] != RESTS),
                };
                of_rank |= acts << (8 * line);
            }
            acting |= of_rank << rank;
        }
        acting
    }

    /// Whether it is known of all tiles of a line that has closed up, the front one
    /// first, that they rest by the one ahead of them alone.
    #[inline(always)]
    pub(crate) fn all_rest(&self, tiles: &[u8]) -> bool {
        let (mut ahead, mut acts) = (EMPTY, false);
        for own in tiles.iter().copied() {
            acts |= self.pairs[pair(own, ahead) % PAIRS] != RESTS;
            ahead = own;
        }
        !acts
    }

    /// Whether it is known that a tile rests by what is next to it.
    #[inline(always)]
    pub(crate) fn rests(&self, Around { tiles, behind, gap }: Around) -> bool {
        let block = usize::from(self.pairs[tiles as usize % PAIRS]);
        let next = (tiles >> 16) as u8;
        let distances = self.blocks[block * BLOCK + place(next, behind)];
        // It must not matter how near that one comes.
        distances.trailing_ones() > gap
    }

    /// A tile rests that sees this: itself and what is ahead, and what is behind.
    pub(crate) fn note(&mut self, ahead: &[u8], behind: &[u8]) {
        let unless_edge = |kind: u8| if kind == EDGE { EMPTY } else { kind };
        let (own, first, next) = match *ahead {
            [own, first] => (own, unless_edge(first), None),
            [own, first, next] => (own, unless_edge(first), Some(unless_edge(next))),
            _ => return,
        };
        match (next, behind) {
            (None, []) => {
                (self.rests[pair(own, first)], self.pairs[pair(own, first)]) = (u64::MAX, RESTS);
                self.by_one += 1;
                self.look_for_strangers();
                return;
            }
            (Some(next), []) if next < FAR => {
                self.rests[pair(own, first)] |= 1 << next;
                self.by_two += 1;
            }
            _ => {}
        }
        let gap = behind.iter().take_while(|kind| **kind == EMPTY).count() as u32;
        let (kinds, distances) = match behind.get(gap as usize) {
            // How far away the edge is would matter.
            Some(&EDGE) => return,
            Some(kind) if *kind >= FAR => return,
            Some(kind) => (*kind..=*kind, 1_u8.checked_shl(gap).unwrap_or(0)),
            None if gap == 0 => (EMPTY..=FAR, ALWAYS),
            None => (EMPTY + 1..=FAR, ALWAYS.checked_shl(gap).unwrap_or(0)),
        };
        let nexts = match next {
            Some(next) if next >= FAR => return,
            Some(next) => next..=next,
            None => EMPTY..=FAR,
        };
        let Some(block) = self.block(pair(own, first)) else { return };
        for next in nexts {
            for kind in kinds.clone() {
                block[place(next, kind)] |= distances;
            }
        }
    }

    /// The block of a pair, a new one if there is room.
    fn block(&mut self, pair: usize) -> Option<&mut [u8]> {
        if self.pairs[pair] == NOTHING {
            self.pairs[pair] = u8::try_from(self.blocks.len() / BLOCK).ok()?;
            self.blocks.resize(self.blocks.len() + BLOCK, 0);
        }
        let begin = usize::from(self.pairs[pair]) * BLOCK;
        self.blocks.get_mut(begin..begin + BLOCK)
    }

    /// Looks how far kinds are known to rest at others.
    fn look_for_strangers(&mut self) {
        let rests = |own, ahead| self.pairs[pair(own, ahead)] == RESTS;
        let is_one = |kind: u8| (EMPTY..kind).all(|other| rests(kind, other) && rests(other, kind));
        while self.strangers < EDGE && is_one(self.strangers) {
            self.strangers += 1;
        }
    }
}

/// Where it is noted what is ahead of a pair and behind it.
#[inline]
fn place(next: u8, behind: u8) -> usize {
    usize::from(next.min(FAR)) * NEAR + usize::from(behind.min(FAR))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last one lowest, and nothing ahead of the first.
    fn tiles(kinds: &[u8]) -> u64 {
        kinds.iter().fold(0, |tiles, kind| tiles << 8 | u64::from(*kind))
    }

    fn rests(prefilter: &RestPrefilter, kinds: &[u8], behind: u8, gap: u32) -> bool {
        prefilter.rests(Around { tiles: tiles(kinds), behind, gap })
    }

    #[test]
    fn strangers_rest() {
        let mut prefilter = RestPrefilter::default();
        let lines = [[1_u8, 2, 2, 1, 1, 3, 3, 0], [3, 0, 0, 3, 0, 0, 0, 1]];
        let rank = |rank: usize| u64::from(lines[0][rank]) | u64::from(lines[1][rank]) << 8;
        let compaction = Compaction::of(&[0, 1, 2, 3, 4, 5, 6, 7].map(rank), 8);
        let acting = |prefilter: &RestPrefilter| {
            let acting =
                [prefilter.acting::<false>(&compaction, 2, 8), prefilter.acting::<true>(&compaction, 2, 8)];
            acting.map(|acting| [acting as u8, (acting >> 8) as u8])
        };
        assert_eq!(acting(&prefilter), [[0b111_1111, 0b111]; 2]);
        for (own, others) in [(1, &[][..]), (2, &[1]), (3, &[1, 2])] {
            assert_eq!(prefilter.strangers, own);
            prefilter.note(&[own, EDGE], &[]);
            for other in others {
                prefilter.note(&[own, *other], &[]);
                // The other may still do something at this one.
                assert_eq!(prefilter.strangers, own);
                prefilter.note(&[*other, own], &[]);
            }
        }
        assert_eq!(prefilter.strangers, 4);
        assert_eq!(acting(&prefilter), [[0b101_0100, 0b10]; 2]);
        // With a kind beyond, it is looked up pair by pair, and two ahead.
        let mut pair_by_pair = |kinds: &[u8]| {
            prefilter.note(kinds, &[]);
            prefilter.strangers = 3;
            acting(&prefilter)
        };
        assert_eq!(pair_by_pair(&[2, 2]), [[0b101_0000, 0b10]; 2]);
        assert_eq!(pair_by_pair(&[3, 3, 1]), [[0b101_0000, 0b10], [0b001_0000, 0b10]]);
        assert_eq!(pair_by_pair(&[3, 3, EDGE]), [[0b101_0000, 0b10], [0b001_0000, 0]]);
    }

    #[test]
    fn tiles_rest_by_those_next_to_them() {
        let mut prefilter = RestPrefilter::default();
        for (ahead, behind, rest, others) in [
            // By the one ahead, whatever else there is.
            (&[1, 2][..], &[][..], &[([5, 2, 1], 4, 3), ([0, 2, 1], 0, 0)][..], &[([1, 2, 2], 4, 3)][..]),
            // By the two ahead, be it the edge.
            (&[1, 3, 5], &[], &[([5, 3, 1], 4, 3), ([5, 3, 1], 0, 0)], &[([6, 3, 1], 4, 3)]),
            (&[1, 4, EDGE], &[], &[([0, 4, 1], 4, 3)], &[([6, 4, 1], 4, 3)]),
            // By the next one behind, at this distance.
            (
                &[1, 5, 6],
                &[7],
                &[([6, 5, 1], 7, 0)],
                &[([6, 5, 1], 7, 1), ([6, 5, 1], 8, 0), ([6, 5, 1], 0, 0)],
            ),
            (&[1, 6], &[7], &[([6, 6, 1], 7, 0), ([70, 6, 1], 7, 0)], &[([6, 6, 1], 7, 1)]),
            // Nearer, it might do something.
            (&[2, 5, 6], &[0, 7], &[], &[([6, 5, 2], 7, 1), ([6, 5, 2], 7, 0)]),
            (&[2, 5, 6], &[7], &[([6, 5, 2], 7, 1), ([6, 5, 2], 7, 0)], &[([6, 5, 2], 7, 2)]),
            // By an empty cell behind it: so for all that are farther away.
            (&[3, 5, 6], &[0], &[], &[([6, 5, 3], 7, 1), ([6, 5, 3], 7, 0)]),
            (
                &[3, 5, 6],
                &[7],
                &[([6, 5, 3], 7, 0), ([6, 5, 3], 7, 6)],
                &[([6, 5, 3], 8, 1), ([6, 5, 3], 0, 0)],
            ),
            // How far the edge is behind it is not noted, nor what is farther ahead, nor
            // more kinds than there is room for.
            (&[4, 5, 6], &[0, EDGE], &[], &[([6, 5, 4], 0, 1)]),
            (&[4, 5, 6, 7], &[], &[], &[([6, 5, 4], 1, 0)]),
            (&[4, 5, 6], &[70], &[], &[([6, 5, 4], 70, 0), ([6, 5, 4], 71, 0)]),
            (&[4, 5, 70], &[], &[], &[([70, 5, 4], 1, 0), ([71, 5, 4], 1, 0)]),
        ] {
            prefilter.note(ahead, behind);
            for (kinds, behind, gap) in rest {
                assert!(rests(&prefilter, kinds, *behind, *gap), "{kinds:?} {behind} {gap}");
            }
            for (kinds, behind, gap) in others {
                assert!(!rests(&prefilter, kinds, *behind, *gap), "{kinds:?} {behind} {gap}");
            }
        }
    }

    #[test]
    fn there_is_room_for_so_many_pairs() {
        let mut prefilter = RestPrefilter::default();
        for own in 1..=20 {
            for ahead in 1..=20 {
                prefilter.note(&[own, ahead, 1], &[]);
            }
        }
        assert_eq!(prefilter.blocks.len(), 256 * BLOCK);
        assert!(rests(&prefilter, &[1, 5, 2], 9, 0));
        assert!(!rests(&prefilter, &[1, 20, 20], 9, 0));
    }
}
