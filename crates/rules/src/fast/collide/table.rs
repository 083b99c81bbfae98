//! Collision tables: lines that are resolved tile by tile, from what tiles do when they
//! meet.
//!
//! A tile slides until it meets another one, or the edge. If the result depends only on
//! what the tile sees along the line, and nothing else happens, a line is resolved tile by
//! tile, the front one first: each tile stops behind those that rest already. Lines of
//! modes with many tiles rarely repeat, but a few thousand collisions resolve nearly all of
//! them.
//!
//! Collisions are recorded from the interpreter. Lines that they can't resolve are left to
//! the tables of whole lines.
//!
//! See docs/dev/fast-path.md, "Collisions".

mod merge;

use crate::board::tile_table::TileId;
use crate::fast::collide::compaction::{CompactLine, Compaction, PlacesOfLine};
use crate::fast::collide::prefilter::RestPrefilter;
use crate::fast::collide::trie::{
    CellWindow, CollisionTrie, CollisionView, Depth, EDGE, EMPTY, KnownCollision,
};
use crate::fast::line_result::LineResult;
use crate::fast::packed::bytes::cells;
use crate::fast::packed::code::TileCode;
use crate::fast::packed::orientation::LONGEST;
use crate::turn::read_tracker::Side;
pub(crate) use merge::CollisionMerge;
use merge::PackedMerge;

/// The largest number of merges in a line that is resolved here.
const MOST_MERGES: u32 = 16;

/// The view of a tile along its line; `None` is the edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'v> {
    /// The tile itself, and what is ahead of it, cell by cell.
    pub(crate) ahead: &'v [Option<TileId>],
    /// The cells behind the tile, up to the next tile.
    pub(crate) behind: &'v [Option<TileId>],
}

impl View<'_> {
    /// Returns true if nothing more can be seen on a side.
    pub(crate) fn is_whole(&self, side: Side) -> bool {
        match side {
            Side::Ahead => self.ahead.last() == Some(&None),
            Side::Behind => self.behind.last().is_some_and(|last| *last != Some(TileId::EMPTY)),
        }
    }
}

/// Result of the collision of a tile with others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CollisionResult<'t> {
    /// The tile rests.
    Rests,
    /// The tile merges with those ahead.
    Merges(CollisionMerge<'t>),
    /// The result depends on the next cell ahead, or behind.
    Further(Side),
    /// The result depends on something else, or something else happens, too.
    Unclear,
    /// The result is not known yet.
    Unknown,
}

/// The result of a line of codes; the front one is lowest, and the rest is zero.
pub(crate) type LineOutcome = LineResult<u64, u128>;

/// Reason for which collisions do not resolve a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CollisionGap {
    /// The result of a collision is not known.
    Unknown(CollisionView),
    /// A tile in a merge can't take part, and it is not known what happens instead.
    UnknownIfCannotTakePart(CollisionView),
    /// The line depends on more than collisions.
    Unclear,
}

/// The collisions in lines of one context key.
#[derive(Debug, Default)]
pub(crate) struct CollisionTable {
    trie: CollisionTrie,
    /// The tiles that are known to rest, for a quick test.
    prefilter: RestPrefilter,
    merges: Vec<PackedMerge>,
}

/// The tiles of a line while it is resolved.
struct CompactTiles {
    /// The codes, the front one lowest.
    codes: u64,
    /// The tiles that can't take part in a merge, a bit for each.
    cannot_take_part: u32,
    /// The tiles whose result may depend on what is behind them, a bit for each.
    watching: u32,
}

/// Returns a word with the lowest `count` bits set.
#[inline]
fn bits(count: u32) -> u32 {
    !u32::MAX.checked_shl(count).unwrap_or(0)
}

impl CompactTiles {
    /// Returns the code at a place; 0 behind the last tile.
    #[inline]
    fn code(&self, place: u32) -> TileCode {
        self.codes.checked_shr(8 * place).unwrap_or(0) as u8
    }

    /// Returns the tiles from the front to a place, which is the last cell of the window.
    #[inline]
    fn up_to(&self, place: u32) -> CellWindow {
        CellWindow::of(self.codes.swap_bytes() >> (56 - 8 * (place & 7)), place as usize + 1)
    }

    /// Replaces the tiles of a merge by those that it leaves. Returns the bits of `some`
    /// that are behind it, moved to their new places.
    #[inline]
    fn merge(&mut self, merge: &PackedMerge, (from, to): (u32, u32), some: u32) -> u32 {
        let end = from + u32::from(merge.left);
        let behind = self.codes.checked_shr(8 * (to + 1)).unwrap_or(0);
        let behind = behind.checked_shl(8 * end).unwrap_or(0);
        self.codes = self.codes & cells(from as usize) | merge.tiles << (8 * from) | behind;
        let moved = |some: u32| some >> (to + 1) << end;
        self.cannot_take_part = self.cannot_take_part & bits(from) | merge.cannot_take_part << from;
        self.watching = self.watching & bits(from) | moved(self.watching);
        moved(some)
    }
}

impl CollisionTable {
    /// Returns the prefilter. If no tile of a line acts by it, the line only closes its
    /// gaps.
    #[inline(always)]
    pub(crate) fn prefilter(&self) -> &RestPrefilter {
        &self.prefilter
    }

    /// Resolves a line of this length.
    pub(crate) fn line(&self, line: u64, length: usize) -> Result<LineOutcome, CollisionGap> {
        let line = line & cells(length);
        let compaction = Compaction::of_one(line, length);
        let acting = self.prefilter.acting::<false>(&compaction, 1, length) as u8;
        self.line_with(line, length, compaction.line(0, LONGEST), acting)
    }

    /// Resolves a compact line of any length, the front tile first, if its tiles look no
    /// further than the next one ahead. In the result `after` is the number of tiles that
    /// are left, in front. After an error the tiles are in disorder.
    pub(crate) fn pairwise(&self, tiles: &mut [u8]) -> Result<LineResult<usize, u128>, CollisionGap> {
        let mut outcome = LineResult::<usize, u128>::without_merges(0, 0);
        // The tiles left that can't take part in a merge, a bit for each.
        let mut cannot_take_part = 0_u64;
        for next in 0..tiles.len() {
            let (mut own, mut own_cannot_take_part, mut cannot_start) = (tiles[next], false, false);
            while let Some(last) = outcome.after.checked_sub(1) {
                let row = CellWindow::of(u64::from(own) | u64::from(tiles[last]) << 8, 2);
                let Some((merge, seen)) = self.pair(row)? else { break };
                if own_cannot_take_part || cannot_take_part >> last & 1 == 1 {
                    match merge.is_last {
                        true => break,
                        false => {
                            return Err(CollisionGap::UnknownIfCannotTakePart(CollisionView::of(
                                row,
                                CellWindow::NONE,
                                seen,
                            )));
                        }
                    }
                }
                if outcome.merges == MOST_MERGES {
                    return Err(CollisionGap::Unclear);
                }
                outcome.merges += 1;
                outcome.points += merge.points;
                outcome.made |= merge.made;
                outcome.exact = outcome.exact.and(merge.exact);
                outcome.after = last;
                (own, own_cannot_take_part, cannot_start) =
                    (merge.tiles as u8, merge.cannot_take_part & 1 == 1, merge.cannot_start);
                if cannot_start {
                    break;
                }
            }
            if outcome.after == 0 && !cannot_start && self.pair(CellWindow::of(own.into(), 1))?.is_some() {
                return Err(CollisionGap::Unclear);
            }
            cannot_take_part =
                cannot_take_part & !(1 << outcome.after) | u64::from(own_cannot_take_part) << outcome.after;
            tiles[outcome.after] = own;
            outcome.after += 1;
        }
        Ok(outcome)
    }

    /// Returns the merge of a tile with the next one ahead, and `None` if it rests. An
    /// error says that the result is not known, or depends on more.
    #[inline(always)]
    fn pair(&self, row: CellWindow) -> Result<Option<(&PackedMerge, Depth)>, CollisionGap> {
        if self.trie.collide(row) == KnownCollision::RESTS {
            return Ok(None);
        }
        let (known, seen) = self.trie.look(row, CellWindow::NONE);
        let merge = known.merge().map(|merge| &self.merges[merge]);
        match merge.filter(|merge| merge.length == 2 && merge.left == 1 && !merge.ends) {
            _ if !seen.is_pair() => Err(CollisionGap::Unclear),
            Some(merge) => Ok(Some((merge, seen))),
            None if known == KnownCollision::NOTHING => {
                Err(CollisionGap::Unknown(CollisionView::of(row, CellWindow::NONE, seen)))
            }
            None => Err(CollisionGap::Unclear),
        }
    }

    /// Resolves a line, given the tiles that the prefilter does not know to rest.
    pub(crate) fn line_with(
        &self,
        line: u64,
        length: usize,
        compact: CompactLine,
        acting: PlacesOfLine,
    ) -> Result<LineOutcome, CollisionGap> {
        let mut tiles = CompactTiles { codes: compact.tiles, cannot_take_part: 0, watching: 0 };
        let mut outcome = LineOutcome::without_merges(0, 0);
        // Merges move the tiles behind them by this many places nearer to the front.
        let (mut still, mut nearer) = (u32::from(acting), 0);
        while still != 0 {
            let mut place = still.trailing_zeros();
            still &= still - 1;
            if tiles.code(place) == EMPTY {
                break;
            }
            // The cells behind the tile are as in the original line until its first test.
            let mut left = compact.left_behind(line, place + nearer);
            loop {
                let row = CellWindow::of(left, length.saturating_sub(place as usize + 1));
                let (merge, seen) = self.test(&tiles, place, row)?;
                let Some(merge) = merge else {
                    self.rest(&mut tiles, place, (row, seen))?;
                    break;
                };
                if outcome.merges == MOST_MERGES {
                    return Err(CollisionGap::Unclear);
                }
                outcome.merges += 1;
                outcome.points += merge.points;
                outcome.made |= merge.made;
                outcome.exact = outcome.exact.and(merge.exact);
                let from = place + 1 - u32::from(merge.length);
                let end = from + u32::from(merge.left);
                // The tiles right behind the merge may act now.
                still = tiles.merge(merge, (from, place), still) | 0b11 << end;
                nearer += place + 1 - end;
                place = end - 1;
                if from > 0 && tiles.watching >> (from - 1) & 1 == 1 {
                    self.stay(&tiles, from - 1, CellWindow::of(tiles.code(from).into(), LONGEST))?;
                }
                // The next tile behind has slid one cell before this tile is tested again.
                left = left.checked_shl(8 * u32::from(merge.length).saturating_sub(2)).unwrap_or(0);
                if merge.cannot_start {
                    if merge.ends {
                        // The tile can't merge any more, but a rule of the end of the turn
                        // could apply to it.
                        let row = CellWindow::of(left, length.saturating_sub(place as usize + 1));
                        let seen = self.stay(&tiles, place, row)?;
                        self.rest(&mut tiles, place, (row, seen))?;
                    }
                    break;
                }
            }
        }
        outcome.after = tiles.codes;
        // Callers see from the cells alone if anything moved.
        match outcome.merges > 0 && outcome.after == line {
            true => Err(CollisionGap::Unclear),
            false => Ok(outcome),
        }
    }

    /// Lets a tile rest that may depend on what is behind it. While the next tile behind
    /// approaches over empty cells, further tests of this tile must have the same result,
    /// because other lines decide when it is tested.
    #[inline]
    fn rest(
        &self,
        tiles: &mut CompactTiles,
        place: u32,
        (row, seen): (CellWindow, Depth),
    ) -> Result<(), CollisionGap> {
        if seen.behind == 0 {
            return Ok(());
        }
        tiles.watching |= 1 << place;
        let gap = row.gap();
        let next = row.nth(gap);
        if next == EDGE {
            return Ok(());
        }
        for away in (0..gap).rev() {
            self.stay(tiles, place, CellWindow::of(u64::from(next) << (8 * away), LONGEST))?;
        }
        Ok(())
    }

    /// Makes sure that a tile does nothing if it is tested with these cells behind it.
    /// Returns how far it looks.
    fn stay(&self, tiles: &CompactTiles, place: u32, behind: CellWindow) -> Result<Depth, CollisionGap> {
        match self.test(tiles, place, behind)? {
            (None, seen) => Ok(seen),
            (Some(_), _) => Err(CollisionGap::Unclear),
        }
    }

    /// Returns the merge that a tile starts, if any, and how far it looks for that.
    #[inline(always)]
    fn test(
        &self,
        tiles: &CompactTiles,
        place: u32,
        behind: CellWindow,
    ) -> Result<(Option<&PackedMerge>, Depth), CollisionGap> {
        let row = tiles.up_to(place);
        let (known, seen) = self.trie.look(row, behind);
        if known == KnownCollision::RESTS {
            return Ok((None, seen));
        }
        let merge = match known.merge() {
            Some(merge) => &self.merges[merge],
            None if known == KnownCollision::NOTHING => {
                return Err(CollisionGap::Unknown(CollisionView::of(row, behind, seen)));
            }
            None => return Err(CollisionGap::Unclear),
        };
        let end = place + 1;
        let Some(from) = end.checked_sub(merge.length.into()) else { return Err(CollisionGap::Unclear) };
        // A tile that cannot take part stops the merge, and it must be known that nothing
        // else happens then.
        match (tiles.cannot_take_part & bits(end) & !bits(from), merge.is_last) {
            (0, _) => Ok((Some(merge), seen)),
            (_, true) => Ok((None, seen)),
            (_, false) => Err(CollisionGap::UnknownIfCannotTakePart(CollisionView::of(row, behind, seen))),
        }
    }

    /// Records the result of a view. `code` returns the codes of contents. Returns `None`
    /// if the result is not known.
    pub(crate) fn note(
        &mut self,
        view: &CollisionView,
        collision: CollisionResult<'_>,
        code: impl FnMut(TileId) -> Option<TileCode>,
    ) -> Option<()> {
        let known = match collision {
            CollisionResult::Rests => KnownCollision::RESTS,
            CollisionResult::Merges(merging) => match PackedMerge::of(merging, code) {
                Some(merge) => self.add(merge),
                None => KnownCollision::UNCLEAR,
            },
            CollisionResult::Further(side) => self.trie.node(side),
            CollisionResult::Unclear => KnownCollision::UNCLEAR,
            CollisionResult::Unknown => return None,
        };
        self.put(view, known);
        Some(())
    }

    fn add(&mut self, merge: PackedMerge) -> KnownCollision {
        self.merges.push(merge);
        KnownCollision::of_merge(self.merges.len() - 1)
    }

    fn put(&mut self, view: &CollisionView, known: KnownCollision) {
        self.trie.note(view, known);
        if known == KnownCollision::RESTS && view.behind().is_empty() {
            self.prefilter.note(view.ahead());
        }
    }

    /// Replaces all codes by others. Entries about codes without a new one are dropped.
    pub(crate) fn recode(&mut self, code: impl Fn(TileCode) -> Option<TileCode>) {
        let known = self.trie.all();
        self.trie.clear();
        self.prefilter.clear();
        let merges = std::mem::take(&mut self.merges);
        for (view, known) in known {
            let Some(view) = view.recoded(&code) else { continue };
            let known = match (known.next(), known.merge()) {
                (Some(side), _) => self.trie.node(side),
                (None, Some(merge)) => {
                    let Some(merge) = merges[merge].recoded(&code) else { continue };
                    self.add(merge)
                }
                (None, None) => known,
            };
            self.put(&view, known);
        }
    }

    /// Returns the number of entries beyond pairs.
    pub(crate) fn len(&self) -> usize {
        self.trie.len()
    }
}

#[cfg(test)]
mod tests;
