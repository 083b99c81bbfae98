//! What tiles do when they meet, where that tells all that becomes of a line.
//!
//! A tile slides until it meets another one, or the edge. If it then merges or
//! rests by what it sees along the line, and nothing else happens, a line is
//! worked out tile by tile, the front one first: each comes to stand behind those
//! that rest already. So the lines of modes with many tiles, which hardly come
//! twice, need not be looked up one by one; what is known of a few thousand
//! meetings is at hand.
//!
//! As everything here, meetings are learned from the plain turn. A line that they
//! do not tell everything about is left to those who remember whole lines.

use super::bytes::cells;
use super::exact::Exact;
use super::packing::{KindSet, LONGEST};
use super::sights::{Known, Row, Seen, Sight, Sights, EMPTY};
use super::watch::Side;
use crate::form::Open;
use crate::tile::{Kind, TileId};

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

/// What somebody knows of a tile that meets others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Met<'t> {
    /// It rests.
    Rests,
    /// It merges with those ahead.
    Merges(Merging<'t>),
    /// That depends on the next cell ahead, or behind.
    Further(Side),
    /// That depends on something else, or something else happens, too.
    Unclear,
    /// That is not known yet.
    Unknown,
}

/// A merge of tiles that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Merging<'t> {
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

/// The same of kinds.
#[derive(Clone, Copy, Debug)]
struct Merge {
    /// How many merge, and how many tiles are left of them; the other cells are
    /// empty then.
    length: u8,
    left: u8,
    /// The last one lowest, as the bits for those which can't be part of a merge.
    tiles: u64,
    closed: u32,
    /// Whether the last one can't start a merge.
    shut: bool,
    is_last: bool,
    ends: bool,
    points: f64,
    made: u128,
    exact: Exact,
}

impl Merge {
    /// `None` if tiles may move in another order than one by one.
    fn of(merging: Merging<'_>, mut kind: impl FnMut(TileId) -> Option<u8>) -> Option<Merge> {
        let Merging { cells, multi, points, is_last, ends } = merging;
        let left = cells.iter().take_while(|(id, _)| *id != TileId::EMPTY).count();
        let open = |open: Open| if multi { Open::Yes } else { open };
        let is_free = |(id, own): &(TileId, Open)| *id == TileId::EMPTY && open(*own) == Open::Yes;
        if left == 0 || cells.len() > LONGEST || !cells[left..].iter().all(is_free) {
            return None;
        }
        let (mut tiles, mut shut, mut closed, mut made) = (0, 0, 0, u128::NONE);
        for (id, own) in &cells[..left] {
            if id.kind() != Kind::Tile {
                return None;
            }
            let own_kind = kind(*id)?;
            tiles = tiles << 8 | u64::from(own_kind);
            made = made.with(u128::one(own_kind));
            shut += usize::from(open(*own) != Open::Yes);
            closed = closed << 1 | u32::from(open(*own) == Open::No);
        }
        // Those behind a single tile that may go on have to slide first, and so
        // come after it. Otherwise one of them would meet what is still to move.
        let goes_on_first = left == 1 && cells.len() > 1;
        let all_rest = shut == left;
        let is_told = (goes_on_first || all_rest) && (left == 1 || !ends);
        is_told.then(|| Merge {
            length: cells.len() as u8,
            left: left as u8,
            tiles,
            closed,
            shut: all_rest,
            is_last,
            ends,
            points,
            made,
            exact: Exact::of(points),
        })
    }
}

/// What a line becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// Its kinds, the front one lowest; nothing behind.
    pub(crate) after: u64,
    pub(crate) points: f64,
    pub(crate) merges: u32,
    pub(crate) made: u128,
    pub(crate) exact: Exact,
}

/// Why it is not known what a line becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// What comes of a meeting is not known.
    Unknown(Sight),
    /// It is not known what comes of one if not all tiles may merge.
    UnknownIfClosed(Sight),
    /// Meetings don't tell.
    Unclear,
}

/// What is known of meetings in lines of a class.
#[derive(Debug, Default)]
pub(crate) struct Meetings {
    sights: Sights,
    merges: Vec<Merge>,
}

/// Tiles of a line that have come to rest.
struct Resting {
    tiles: Row,
    count: usize,
    /// Whether the last one can't start a merge.
    shut: bool,
    /// Which of them can't be part of a merge, a bit for each, the last one lowest.
    closed: u32,
    /// Which have looked at what is behind them.
    watching: u32,
    /// How many cells were empty then behind the last one of those.
    gap: u32,
}

impl Resting {
    /// Another one comes to stand behind them.
    #[inline]
    fn push(&mut self, kind: u8) {
        self.tiles = self.tiles.with(kind);
        self.count += 1;
        self.shut = false;
        self.closed <<= 1;
        self.watching <<= 1;
    }

    /// The last one rests, and may have looked at what is behind it.
    #[inline]
    fn rest(&mut self, behind: Row, seen: Seen) {
        self.watching |= u32::from(seen.behind > 0);
        self.gap = behind.gap();
    }

    /// The last ones become what is left of a merge.
    fn merge(&mut self, merge: &Merge) {
        let (length, left) = (usize::from(merge.length), usize::from(merge.left));
        self.tiles = self.tiles.without(length).with_all(merge.tiles, left);
        self.count = self.count - length + left;
        self.shut = merge.shut;
        self.closed = self.closed >> length << left | merge.closed;
        self.watching = self.watching >> length << left;
    }
}

impl Meetings {
    /// Whether it is worth asking for two tiles ahead at once (`BY_TWO`), where there
    /// are so many kinds.
    #[inline]
    pub(crate) fn often_look_at_two(&self, kinds: u8) -> bool {
        self.sights.often_look_at_two(kinds)
    }

    /// The tiles of a line of so many cells closed up, and whether it is known
    /// that this is all that happens.
    #[inline]
    pub(crate) fn close_up<const BY_TWO: bool>(&self, line: u64, length: usize) -> (u64, bool) {
        let (mut left, mut tiles, mut count, mut any_acts) = (line, Row::NONE, 0, 0);
        for _ in 0..length {
            let own = left as u8;
            left >>= 8;
            // Without a branch; at an empty cell, the last one is looked at again.
            tiles = if own == EMPTY { tiles } else { tiles.with(own) };
            count += usize::from(own != EMPTY);
            any_acts |= self.acts::<BY_TWO>(tiles);
        }
        (tiles.word(count), any_acts == 0)
    }

    /// 0 if it is known that the last one of these tiles rests.
    #[inline(always)]
    fn acts<const BY_TWO: bool>(&self, tiles: Row) -> u32 {
        match BY_TWO {
            true => u32::from(!self.sights.rests_by_two(tiles)),
            false => self.sights.meet(tiles).unless_resting(),
        }
    }

    /// What a line of so many cells becomes.
    pub(crate) fn line<const BY_TWO: bool>(&self, line: u64, length: usize) -> Result<Outcome, Gap> {
        let mut outcome = Outcome { after: 0, points: 0.0, merges: 0, made: 0, exact: Exact::ALL };
        let mut resting = Resting { tiles: Row::NONE, count: 0, shut: false, closed: 0, watching: 0, gap: 0 };
        let line = line & cells(length);
        let mut left = line;
        while left != 0 {
            left >>= left.trailing_zeros() & !7;
            resting.push(left as u8);
            left >>= 8;
            if resting.watching & 2 != 0 {
                self.watch(&resting, 0, resting.gap)?;
            }
            if self.acts::<BY_TWO>(resting.tiles) == 0 {
                continue;
            }
            self.settle(&mut resting, (left, length), &mut outcome)?;
        }
        outcome.after = resting.tiles.word(resting.count);
        // Whether anything moved shows in the cells alone.
        match outcome.merges > 0 && outcome.after == line {
            true => Err(Gap::Unclear),
            false => Ok(outcome),
        }
    }

    /// Lets the last one merge with those ahead as often as it does. What is left
    /// of the line of this length is as far behind as at first, until this one has
    /// been tested.
    #[inline(never)]
    fn settle(
        &self,
        resting: &mut Resting,
        (mut left, length): (u64, usize),
        outcome: &mut Outcome,
    ) -> Result<(), Gap> {
        let behind = |left: u64, count: usize| Row::of(left, length.saturating_sub(count));
        while !resting.shut {
            let row = behind(left, resting.count);
            let (merge, seen) = self.test(resting, 0, row)?;
            let Some(merge) = merge else {
                resting.rest(row, seen);
                return Ok(());
            };
            outcome.merges += 1;
            if outcome.merges > MOST_MERGES {
                return Err(Gap::Unclear);
            }
            outcome.points += merge.points;
            outcome.made |= merge.made;
            outcome.exact = outcome.exact.and(merge.exact);
            resting.merge(merge);
            if resting.watching >> merge.left & 1 == 1 {
                self.watch(resting, usize::from(merge.left) - 1, 1)?;
            }
            // It has come one cell nearer before the tile is tested again.
            left = left.checked_shl(8 * u32::from(merge.length).saturating_sub(2)).unwrap_or(0);
            if merge.ends && resting.shut {
                // It can't merge, but something could happen to it in the end.
                let row = behind(left, resting.count);
                let seen = self.stay(resting, 0, row)?;
                resting.rest(row, seen);
            }
        }
        Ok(())
    }

    /// A tile that rests, and has looked at what is behind it, sees another one
    /// come near, this many from the last, over cells that were empty: it must not
    /// matter whether it is tested again.
    #[inline(never)]
    fn watch(&self, resting: &Resting, from_last: usize, gap: u32) -> Result<(), Gap> {
        let kind = u64::from(resting.tiles.without(from_last).last());
        for away in (0..gap).rev() {
            self.stay(resting, from_last + 1, Row::of(kind << (8 * away), LONGEST))?;
        }
        Ok(())
    }

    /// Makes sure that a tile does nothing if it is tested here. Gives how far it
    /// looks then.
    fn stay(&self, resting: &Resting, from_last: usize, behind: Row) -> Result<Seen, Gap> {
        match self.test(resting, from_last, behind)? {
            (None, seen) => Ok(seen),
            (Some(_), _) => Err(Gap::Unclear),
        }
    }

    /// How a tile merges, if it does, by those ahead of it and what is behind.
    #[inline(always)]
    fn test(&self, resting: &Resting, from_last: usize, behind: Row) -> Result<(Option<&Merge>, Seen), Gap> {
        let tiles = resting.tiles.without(from_last);
        let (known, seen) = self.sights.look(tiles, behind);
        if known == Known::RESTS {
            return Ok((None, seen));
        }
        let merge = match known.merge() {
            Some(merge) => &self.merges[merge],
            None if known == Known::NOTHING => return Err(Gap::Unknown(Sight::of(tiles, behind, seen))),
            None => return Err(Gap::Unclear),
        };
        let length = usize::from(merge.length);
        if length + from_last > resting.count {
            return Err(Gap::Unclear);
        }
        match (resting.closed >> from_last & ((1 << length) - 1), merge.is_last) {
            (0, _) => Ok((Some(merge), seen)),
            (_, true) => Ok((None, seen)),
            (_, false) => Err(Gap::UnknownIfClosed(Sight::of(tiles, behind, seen))),
        }
    }

    /// Notes what comes of a sight. `kind` gives the kinds of contents. `None`:
    /// that is not known.
    pub(crate) fn note(
        &mut self,
        sight: &Sight,
        met: Met<'_>,
        kind: impl FnMut(TileId) -> Option<u8>,
    ) -> Option<()> {
        let known = match met {
            Met::Rests => Known::RESTS,
            Met::Merges(merging) => match Merge::of(merging, kind) {
                Some(merge) => {
                    self.merges.push(merge);
                    Known::of_merge(self.merges.len() - 1)
                }
                None => Known::UNCLEAR,
            },
            Met::Further(side) => self.sights.node(side),
            Met::Unclear => Known::UNCLEAR,
            Met::Unknown => return None,
        };
        self.sights.note(sight, known);
        Some(())
    }

    /// How much is known.
    pub(crate) fn len(&self) -> usize {
        self.sights.len()
    }
}

#[cfg(test)]
mod tests;
