//! Pairs of tiles that never merge.

use crate::board::tile_table::TileId;

/// Contents with a larger place in the table of tiles are not noted.
const CONTENTS: usize = 256;
const WORDS: usize = CONTENTS / u64::BITS as usize;

/// For how many beginnings of tests something is known.
const MOST: usize = 16;

/// A tile and what is in the cell ahead of it; `None`: it is at the edge.
pub(crate) type Pair = (TileId, Option<TileId>);

/// Of which pairs it is known that no rule applies to the first tile, whatever
/// is in other cells, for tests that begin in the same way.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    /// By the beginning, the present one last.
    known: Vec<([u32; 3], Box<Bits>)>,
}

/// For each place of a first tile a bit for each place of what is ahead.
type Bits = [u64; CONTENTS * WORDS];

/// The word and the bit of a pair, by the places of both in the table. That of
/// `@Empty`, into which a tile slides, is free for the edge.
#[inline]
fn spot(own: usize, ahead: usize) -> Option<(usize, u64)> {
    (own < CONTENTS && ahead < CONTENTS).then(|| (own * WORDS + ahead / 64, 1 << (ahead % 64)))
}

/// The same of a pair of contents.
#[inline]
fn spot_of((own, ahead): Pair) -> Option<(usize, u64)> {
    spot(own.index(), ahead.map_or(0, TileId::index))
}

impl Pairs {
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }

    /// Tests begin like this from now on.
    pub(crate) fn keep_to(&mut self, beginning: [u32; 3]) {
        match self.known.iter().position(|(own, _)| *own == beginning) {
            Some(place) => {
                let last = self.known.len() - 1;
                self.known.swap(place, last);
            }
            None => {
                if self.known.len() == MOST {
                    self.known.remove(0);
                }
                self.known.push((beginning, Box::new([0; CONTENTS * WORDS])));
            }
        }
    }

    /// Of a line, the front cell first, those of which that is known, a bit for
    /// each.
    #[inline]
    pub(crate) fn never_merging(&self, line: &[TileId]) -> u64 {
        let Some((_, known)) = self.known.last() else { return 0 };
        let (mut ahead, mut alone) = (0, 0);
        for (place, id) in line.iter().enumerate() {
            let own = id.index();
            let is_known = spot(own, ahead).is_some_and(|(word, bit)| known[word] & bit != 0);
            alone |= u64::from(is_known) << place;
            ahead = own;
        }
        alone
    }

    /// Whether the first tile of a pair is known to stay alone.
    #[inline]
    pub(crate) fn never_merge(&self, pair: Pair) -> bool {
        let Some(((_, known), (word, bit))) = self.known.last().zip(spot_of(pair)) else { return false };
        known[word] & bit != 0
    }

    /// It does.
    pub(crate) fn note(&mut self, pair: Pair) {
        if let Some(((_, known), (word, bit))) = self.known.last_mut().zip(spot_of(pair)) {
            known[word] |= bit;
        }
    }
}
