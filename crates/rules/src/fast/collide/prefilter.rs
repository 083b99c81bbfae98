//! A prefilter for collisions: tiles of which it is known that they rest.
//!
//! Most tiles of most lines rest, and the one or two tiles ahead tell so. What is asked
//! here takes the same steps whatever the answer is, since it can't be foreseen which
//! tiles do something.

use crate::fast::collide::compaction::{Compaction, Places};
use crate::fast::collide::trie::{EDGE, EMPTY, PAIRS};
use crate::fast::packed::layout::{TileCode, LONGEST};

/// Kinds from this one on are not told apart next ahead of a pair.
const FAR: TileCode = 63;

/// Of which tiles it is known that they rest, by the two ahead of them.
#[derive(Debug)]
pub(crate) struct RestPrefilter {
    /// By a tile and, times 256, what is ahead of it, where nothing ([`EMPTY`]) is the
    /// edge: with which kinds next ahead it rests, a bit for each; all bits if with any.
    rests: Box<[u64; PAIRS]>,
    /// Whether a tile rests by the one ahead alone: the last of these in less memory.
    rest_alone: Box<[bool; PAIRS]>,
    /// Kinds below this one rest by the one ahead alone, if that is of another kind.
    strangers: TileCode,
    /// How many pairs rest alone, and how many with one that is next ahead.
    by_one: u32,
    by_two: u32,
}

impl Default for RestPrefilter {
    fn default() -> RestPrefilter {
        let (rests, rest_alone) = (Box::new([0; PAIRS]), Box::new([false; PAIRS]));
        let mut prefilter = RestPrefilter { rests, rest_alone, strangers: 0, by_one: 0, by_two: 0 };
        prefilter.clear();
        prefilter
    }
}

fn pair(own: TileCode, ahead: TileCode) -> usize {
    usize::from(ahead) << 8 | usize::from(own)
}

impl RestPrefilter {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.rests.fill(0);
        self.rest_alone.fill(false);
        for pair in (0..EDGE).map(|ahead| pair(EMPTY, ahead)) {
            (self.rests[pair], self.rest_alone[pair]) = (u64::MAX, true);
        }
        (self.strangers, self.by_one, self.by_two) = (EMPTY + 1, 0, 0);
    }

    /// Whether it is worth asking for two tiles ahead at once (`BY_TWO`), where there
    /// are so many kinds.
    pub(crate) fn often_look_at_two(&self, codes: u8) -> bool {
        codes < FAR && 4 * self.by_two >= self.by_one
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
                    false => u64::from(!self.rest_alone[pair]),
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
            acts |= !self.rest_alone[pair(own, ahead) % PAIRS];
            ahead = own;
        }
        !acts
    }

    /// A tile rests that sees this: itself and what is ahead, and nothing behind.
    pub(crate) fn note(&mut self, ahead: &[u8]) {
        let unless_edge = |code: TileCode| if code == EDGE { EMPTY } else { code };
        match *ahead {
            [own, first] => {
                let pair = pair(own, unless_edge(first));
                (self.rests[pair], self.rest_alone[pair]) = (u64::MAX, true);
                self.by_one += 1;
                self.look_for_strangers();
            }
            [own, first, next] if unless_edge(next) < FAR => {
                self.rests[pair(own, unless_edge(first))] |= 1 << unless_edge(next);
                self.by_two += 1;
            }
            _ => {}
        }
    }

    /// Looks how far kinds are known to rest at others.
    fn look_for_strangers(&mut self) {
        let rests = |own, ahead| self.rest_alone[pair(own, ahead)];
        let is_one = |code: TileCode| (EMPTY..code).all(|other| rests(code, other) && rests(other, code));
        while self.strangers < EDGE && is_one(self.strangers) {
            self.strangers += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            prefilter.note(&[own, EDGE]);
            for other in others {
                prefilter.note(&[own, *other]);
                // The other may still do something at this one.
                assert_eq!(prefilter.strangers, own);
                prefilter.note(&[*other, own]);
            }
        }
        assert_eq!(prefilter.strangers, 4);
        assert_eq!(acting(&prefilter), [[0b101_0100, 0b10]; 2]);
        // With a kind beyond, it is looked up pair by pair, and two ahead.
        let mut pair_by_pair = |codes: &[u8]| {
            prefilter.note(codes);
            prefilter.strangers = 3;
            acting(&prefilter)
        };
        assert_eq!(pair_by_pair(&[2, 2]), [[0b101_0000, 0b10]; 2]);
        assert_eq!(pair_by_pair(&[3, 3, 1]), [[0b101_0000, 0b10], [0b001_0000, 0b10]]);
        assert_eq!(pair_by_pair(&[3, 3, EDGE]), [[0b101_0000, 0b10], [0b001_0000, 0]]);
    }
}
