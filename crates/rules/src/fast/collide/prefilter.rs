//! Prefilter of collisions: tiles that are known to rest by the one or two tiles ahead.
//!
//! Most tiles of most lines rest, and the one or two tiles ahead suffice to know it. The
//! prefilter takes the same steps for every answer, because it can't be predicted which
//! tiles act.
//!
//! See docs/dev/fast-path.md, "Collisions".

use crate::fast::collide::compaction::{Compaction, Places};
use crate::fast::collide::trie::{EDGE, EMPTY, PAIRS};
use crate::fast::packed::code::TileCode;
use crate::fast::packed::orientation::LONGEST;

/// The first code that the prefilter does not distinguish two cells ahead.
const FAR: TileCode = 63;

/// Tiles that are known to rest, by the one or two tiles ahead.
#[derive(Debug)]
pub(crate) struct RestPrefilter {
    /// The known rests of pairs, by a tile plus 256 times the tile ahead ([`EMPTY`] is the
    /// edge): a bit for each code two cells ahead with which the tile rests. All bits are set
    /// if the tile ahead suffices.
    rests: Box<[u64; PAIRS]>,
    /// The pairs in which the tile ahead suffices: the full entries of `rests`, in less
    /// memory.
    rest_alone: Box<[bool; PAIRS]>,
    /// Codes below this one rest behind every other of these codes.
    strangers: TileCode,
    /// The number of pairs that rest whatever is two cells ahead.
    by_one: u32,
    /// The number of triples that are known to rest.
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
    /// Drops all entries.
    pub(crate) fn clear(&mut self) {
        self.rests.fill(0);
        self.rest_alone.fill(false);
        for pair in (0..EDGE).map(|ahead| pair(EMPTY, ahead)) {
            (self.rests[pair], self.rest_alone[pair]) = (u64::MAX, true);
        }
        (self.strangers, self.by_one, self.by_two) = (EMPTY + 1, 0, 0);
    }

    /// Returns true if two tiles ahead are worth a look (`BY_TWO`) in a palette of this
    /// size.
    pub(crate) fn often_look_at_two(&self, codes: u8) -> bool {
        codes < FAR && 4 * self.by_two >= self.by_one
    }

    /// Returns the tiles of the first `count` lines that are not known to rest by the tile
    /// ahead, or by the two tiles ahead (`BY_TWO`).
    #[inline(always)]
    pub(crate) fn acting<const BY_TWO: bool>(
        &self,
        compaction: &Compaction,
        count: usize,
        length: usize,
    ) -> Places {
        if !compaction.reach(self.strangers) {
            // All codes are strangers: a tile acts at most on one with its own code.
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

    /// Returns true if all tiles of a compact line, the front one first, are known to rest
    /// by the tile ahead alone.
    #[inline(always)]
    pub(crate) fn all_rest(&self, tiles: &[u8]) -> bool {
        let (mut ahead, mut acts) = (EMPTY, false);
        for own in tiles.iter().copied() {
            acts |= !self.rest_alone[pair(own, ahead) % PAIRS];
            ahead = own;
        }
        !acts
    }

    /// Notes a tile that rests with this view: its own code and those ahead, and nothing
    /// behind.
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

    /// Extends the range of codes that are known to rest behind each other.
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
                // The reverse pair may still act.
                assert_eq!(prefilter.strangers, own);
                prefilter.note(&[*other, own]);
            }
        }
        assert_eq!(prefilter.strangers, 4);
        assert_eq!(acting(&prefilter), [[0b101_0100, 0b10]; 2]);
        // With a larger code on the board the pairs are looked up one by one, with two
        // cells ahead.
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
