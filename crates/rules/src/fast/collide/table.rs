//! What tiles do when they meet, where that tells all that becomes of a line.
//!
//! A tile slides until it meets another one, or the edge. If it then merges or
//! rests by what it sees along the line, and nothing else happens, a line is
//! worked out tile by tile, the front one first: each comes to stand behind those
//! that rest already. So the lines of modes with many tiles, which hardly come
//! twice, need not be looked up one by one; what is known of a few thousand
//! collisions is at hand.
//!
//! As everything here, collisions are recorded from the interpreter. A line that they
//! do not tell everything about is left to those who remember whole lines.

use crate::board::tile_table::{Kind, TileId};
use crate::fast::collide::compaction::{CompactLine, Compaction, PlacesOfLine};
use crate::fast::collide::prefilter::RestPrefilter;
use crate::fast::collide::trie::{
    CellWindow, CollisionTrie, CollisionView, Depth, KnownCollision, EDGE, EMPTY,
};
use crate::fast::line_result::LineResult;
use crate::fast::lines::exact_sum::Exact;
use crate::fast::packed::bytes::cells;
use crate::fast::packed::layout::{CodeSet, TileCode, LONGEST};
use crate::merge::instance::Open;
use crate::turn::read_tracker::Side;

/// A line with more merges is left to others.
const MOST_MERGES: u32 = 16;

/// What a tile sees; `None` is the edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'v> {
    /// Itself, and what is ahead of it, cell by cell.
    pub(crate) ahead: &'v [Option<TileId>],
    /// What is behind it, up to the next tile.
    pub(crate) behind: &'v [Option<TileId>],
}

impl View<'_> {
    /// Whether there is nothing more to be seen on a side.
    pub(crate) fn is_whole(&self, side: Side) -> bool {
        match side {
            Side::Ahead => self.ahead.last() == Some(&None),
            Side::Behind => self.behind.last().is_some_and(|last| *last != Some(TileId::EMPTY)),
        }
    }
}

/// What comes of the collision of a tile with others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CollisionResult<'t> {
    /// It rests.
    Rests,
    /// It merges with those ahead.
    Merges(CollisionMerge<'t>),
    /// That depends on the next cell ahead, or behind.
    Further(Side),
    /// That depends on something else, or something else happens, too.
    Unclear,
    /// That is not known yet.
    Unknown,
}

/// A merge of tiles that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CollisionMerge<'t> {
    /// What their cells hold then and whether they may merge again, the front
    /// one first.
    pub(crate) cells: &'t [(TileId, Open)],
    /// Whether all may, in spite of that.
    pub(crate) multi: bool,
    pub(crate) points: f64,
    /// Whether it is known that nothing happens if one of them may not merge, not even
    /// at the end of the turn.
    pub(crate) is_last: bool,
    /// Whether something may happen to tiles at the end of the turn: then even
    /// those that can't merge any more have to rest.
    pub(crate) ends: bool,
}

/// A merge of tiles that meet, by their kinds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PackedMerge {
    /// How many merge, and how many tiles are left of them; the other cells are
    /// empty then.
    length: u8,
    left: u8,
    /// The front one lowest.
    tiles: u64,
    /// Which of them can't be part of a merge, a bit for each.
    cannot_take_part: u32,
    /// Whether the last one can't start a merge.
    cannot_start: bool,
    is_last: bool,
    ends: bool,
    points: f64,
    made: u128,
    exact: Exact,
}

impl PackedMerge {
    /// `None` if tiles may move in another order than one by one.
    fn of(
        merging: CollisionMerge<'_>,
        mut code: impl FnMut(TileId) -> Option<TileCode>,
    ) -> Option<PackedMerge> {
        let CollisionMerge { cells, multi, points, is_last, ends } = merging;
        let left = cells.iter().take_while(|(id, _)| *id != TileId::EMPTY).count();
        let open = |open: Open| if multi { Open::Yes } else { open };
        let is_free = |(id, own): &(TileId, Open)| *id == TileId::EMPTY && open(*own) == Open::Yes;
        if left == 0 || cells.len() > LONGEST || !cells[left..].iter().all(is_free) {
            return None;
        }
        let (mut tiles, mut cannot_start, mut cannot_take_part, mut made) = (0, 0, 0, u128::NONE);
        for (place, (id, own)) in cells[..left].iter().enumerate() {
            if id.kind() != Kind::Tile {
                return None;
            }
            let own_code = code(*id)?;
            tiles |= u64::from(own_code) << (8 * place);
            made = made.with(u128::one(own_code));
            cannot_start += usize::from(open(*own) != Open::Yes);
            cannot_take_part |= u32::from(open(*own) == Open::No) << place;
        }
        // Those behind a single tile that may go on have to slide first, and so
        // come after it. Otherwise one of them would meet what is still to move.
        let goes_on_first = left == 1 && cells.len() > 1;
        let all_rest = cannot_start == left;
        let is_resolved = (goes_on_first || all_rest) && (left == 1 || !ends);
        is_resolved.then(|| PackedMerge {
            length: cells.len() as u8,
            left: left as u8,
            tiles,
            cannot_take_part,
            cannot_start: all_rest,
            is_last,
            ends,
            points,
            made,
            exact: Exact::of(points),
        })
    }
}

impl PackedMerge {
    /// The merge with other numbers for kinds; `None` if one has none.
    fn recoded(&self, code: impl Fn(TileCode) -> Option<TileCode>) -> Option<PackedMerge> {
        let (mut tiles, mut made) = (0, u128::NONE);
        for place in 0..self.left {
            let own = code((self.tiles >> (8 * place)) as u8)?;
            tiles |= u64::from(own) << (8 * place);
            made = made.with(u128::one(own));
        }
        Some(PackedMerge { tiles, made, ..*self })
    }
}

/// What a line of kinds becomes; the front one is lowest, and nothing is behind.
pub(crate) type LineOutcome = LineResult<u64, u128>;

/// Why it is not known what a line becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CollisionGap {
    /// What comes of a collision is not known.
    Unknown(CollisionView),
    /// It is not known what comes of one if not all tiles may merge.
    UnknownIfCannotTakePart(CollisionView),
    /// Collisions don't tell.
    Unclear,
}

/// What is known of collisions in lines of one context.
#[derive(Debug, Default)]
pub(crate) struct CollisionTable {
    trie: CollisionTrie,
    /// What of that is seen at a glance.
    prefilter: RestPrefilter,
    merges: Vec<PackedMerge>,
}

/// The tiles of a line, as far as they are known to close up.
struct CompactTiles {
    /// The front one lowest.
    codes: u64,
    /// Which of them can't be part of a merge, a bit for each.
    cannot_take_part: u32,
    /// Which may have looked at what is behind them.
    watching: u32,
}

/// The bits of so many tiles.
#[inline]
fn bits(count: u32) -> u32 {
    !u32::MAX.checked_shl(count).unwrap_or(0)
}

impl CompactTiles {
    /// What is in a place; 0 if that is behind all of them.
    #[inline]
    fn code(&self, place: u32) -> TileCode {
        self.codes.checked_shr(8 * place).unwrap_or(0) as u8
    }

    /// Those up to one which is the last of them.
    #[inline]
    fn up_to(&self, place: u32) -> CellWindow {
        CellWindow::of(self.codes.swap_bytes() >> (56 - 8 * (place & 7)), place as usize + 1)
    }

    /// Those from one place to another become what is left of a merge. Gives some of
    /// them, by bits, as they come to stand behind it.
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
    /// What is known of tiles at a glance. If no tile of a line may do something, that
    /// it closes up is all that happens.
    #[inline(always)]
    pub(crate) fn prefilter(&self) -> &RestPrefilter {
        &self.prefilter
    }

    /// What a line of so many cells becomes.
    pub(crate) fn line(&self, line: u64, length: usize) -> Result<LineOutcome, CollisionGap> {
        let line = line & cells(length);
        let compaction = Compaction::of_one(line, length);
        let acting = self.prefilter.acting::<false>(&compaction, 1, length) as u8;
        self.line_with(line, length, compaction.line(0, LONGEST), acting)
    }

    /// What a line of any length becomes that has closed up, the front tile first, if its
    /// tiles look at the next one ahead and no further. `after` is how many are left, in
    /// front; on an error they are in disorder.
    pub(crate) fn pairwise(&self, tiles: &mut [u8]) -> Result<LineResult<usize, u128>, CollisionGap> {
        let mut outcome = LineResult::<usize, u128>::without_merges(0, 0);
        // Which of those left can't be part of a merge, a bit for each.
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
                            )))
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

    /// The merge of a tile with the next one ahead, `None` if it rests; an error if that is
    /// not known, or depends on more.
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

    /// What a line becomes, given which of its tiles are not known to rest by those ahead.
    pub(crate) fn line_with(
        &self,
        line: u64,
        length: usize,
        compact: CompactLine,
        acting: PlacesOfLine,
    ) -> Result<LineOutcome, CollisionGap> {
        let mut tiles = CompactTiles { codes: compact.tiles, cannot_take_part: 0, watching: 0 };
        let mut outcome = LineOutcome::without_merges(0, 0);
        // By how many places they are nearer to the front than they would be without
        // merges.
        let (mut still, mut nearer) = (u32::from(acting), 0);
        while still != 0 {
            let mut place = still.trailing_zeros();
            still &= still - 1;
            if tiles.code(place) == EMPTY {
                break;
            }
            // What is behind it is as far away as at first, until it has been tested.
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
                // Those right behind may do something else now.
                still = tiles.merge(merge, (from, place), still) | 0b11 << end;
                nearer += place + 1 - end;
                place = end - 1;
                if from > 0 && tiles.watching >> (from - 1) & 1 == 1 {
                    self.stay(&tiles, from - 1, CellWindow::of(tiles.code(from).into(), LONGEST))?;
                }
                // It has come one cell nearer before the tile is tested again.
                left = left.checked_shl(8 * u32::from(merge.length).saturating_sub(2)).unwrap_or(0);
                if merge.cannot_start {
                    if merge.ends {
                        // It can't merge, but something could happen to it in the end.
                        let row = CellWindow::of(left, length.saturating_sub(place as usize + 1));
                        let seen = self.stay(&tiles, place, row)?;
                        self.rest(&mut tiles, place, (row, seen))?;
                    }
                    break;
                }
            }
        }
        outcome.after = tiles.codes;
        // Whether anything moved shows in the cells alone.
        match outcome.merges > 0 && outcome.after == line {
            true => Err(CollisionGap::Unclear),
            false => Ok(outcome),
        }
    }

    /// A tile rests, and may have looked at what is behind it. If the next one there
    /// comes near over empty cells, it must not matter whether this one is tested again.
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

    /// Makes sure that a tile does nothing if it is tested here. Gives how far it
    /// looks then.
    fn stay(&self, tiles: &CompactTiles, place: u32, behind: CellWindow) -> Result<Depth, CollisionGap> {
        match self.test(tiles, place, behind)? {
            (None, seen) => Ok(seen),
            (Some(_), _) => Err(CollisionGap::Unclear),
        }
    }

    /// How a tile merges, if it does, by those ahead of it and what is behind.
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
                return Err(CollisionGap::Unknown(CollisionView::of(row, behind, seen)))
            }
            None => return Err(CollisionGap::Unclear),
        };
        let end = place + 1;
        let Some(from) = end.checked_sub(merge.length.into()) else { return Err(CollisionGap::Unclear) };
        match (tiles.cannot_take_part & bits(end) & !bits(from), merge.is_last) {
            (0, _) => Ok((Some(merge), seen)),
            (_, true) => Ok((None, seen)),
            (_, false) => Err(CollisionGap::UnknownIfCannotTakePart(CollisionView::of(row, behind, seen))),
        }
    }

    /// Notes what comes of a sight. `kind` gives the kinds of contents. `None`:
    /// that is not known.
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

    /// Kinds have other numbers now. What is about those without one is forgotten.
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

    /// How much is known.
    pub(crate) fn len(&self) -> usize {
        self.trie.len()
    }
}

#[cfg(test)]
mod tests;
