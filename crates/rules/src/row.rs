//! Ruling merge rules out by a look at the tiles they are about.
//!
//! Most rules of most modes compare numbers of the tiles that would merge, and
//! most tests of them fail. Such a condition is decided by the tiles, without a
//! position, variables or a host, and as long as the tiles are the same it need
//! not be looked at again.

use calcarray::Value;

use crate::cell::Cell;
use crate::grid::Grid;
use crate::merge_rule::MergeRule;
use crate::play::{Heading, Play};
use crate::tile::{Kind, TileId};

/// Rules for more tiles than this are tested in the ordinary way.
pub(crate) const LONGEST: usize = 6;

/// A tile and those that follow it ahead, without a gap.
pub(crate) struct Row {
    ids: [TileId; LONGEST],
    tiles: usize,
    /// Whether it is known that no tile follows.
    ends: bool,
}

impl Row {
    /// No tiles, as far as is known.
    pub(crate) fn new() -> Row {
        Row { ids: [TileId::EMPTY; LONGEST], tiles: 0, ends: false }
    }

    /// Notes the next tile, if there is room for it.
    fn push(&mut self, id: TileId) {
        if let Some(place) = self.ids.get_mut(self.tiles) {
            *place = id;
        }
        self.tiles += 1;
    }

    /// Notes the tiles from a cell on, `most` of them if there are so many.
    /// They are written where they are read again: moved in larger pieces, they
    /// would keep the processor waiting.
    #[inline]
    pub(crate) fn look_ahead(&mut self, grid: &Grid, index: usize, heading: &Heading, most: usize) {
        let mut next = Some(index);
        for place in self.ids.iter_mut().take(most) {
            let Some(id) = next.map(|index| grid.ids()[index]) else {
                self.ends = true;
                break;
            };
            if !id.is_tile() {
                // Behind what is slid over there may be more.
                self.ends = id.kind() != Kind::Slippery;
                break;
            }
            *place = id;
            self.tiles += 1;
            next = next.and_then(|index| heading.neighbour(grid, index));
        }
    }
}

impl Play<'_> {
    /// Whether a look at the tiles, one by one, suffices to know that a rule
    /// does not apply. Whoever watches learns how far it went.
    pub(crate) fn is_ruled_out(&mut self, rule: &MergeRule, rear: Cell, heading: &Heading) -> bool {
        let Some(tiles_needed) = rule.tiles_needed else { return false };
        if !self.are_tiles_of_numbers() {
            return !self.tiles_ahead(rear, heading, 0..tiles_needed)
                || self.tells_at_a_glance(rule, rear, heading);
        }
        let (mut row, mut failed) = (Row::new(), 0);
        let mut next = Some(self.state.grid.index(rear));
        for tiles in 1..=tiles_needed {
            let grid = &self.state.grid;
            let Some(index) = next.filter(|_| tiles as usize <= grid.size()) else {
                self.watch.iter().for_each(|watch| watch.edge_ahead());
                return true;
            };
            self.watch.iter().for_each(|watch| watch.cell(index));
            let id = grid.ids()[index];
            if !id.is_tile() {
                return true;
            }
            next = if tiles < tiles_needed { heading.next(grid, index) } else { None };
            row.push(id);
            // A rule is not compiled before there are two tiles for it.
            let first = tiles_needed.min(2);
            let new = if tiles == first { 1 } else { row.tiles };
            if tiles >= first && self.fails_with(&row, new, rule, &mut failed) {
                return true;
            }
        }
        false
    }

    /// Whether the tiles of a row suffice to know that a rule applies in none of
    /// its arrangements. Those of them before `new` were looked at before;
    /// `failed` are the arrangements that were ruled out then, a bit for each.
    fn fails_with(&mut self, row: &Row, new: usize, rule: &MergeRule, failed: &mut u32) -> bool {
        let Some(glances) = rule.glances() else { return false };
        let entries = self.rules.mode().tile_entries;
        let mut cost = 0;
        for (place, glance) in glances.iter().enumerate() {
            // What looks at entries that no tile has may fail as a whole.
            if *failed >> place & 1 == 0 && glance.width() <= entries {
                cost += 1 + glance.cost();
                let fails = glance.fails_with(new..=row.tiles, |ahead| self.tile_of(row, ahead));
                *failed |= u32::from(fails) << place;
            }
        }
        self.spend(cost);
        failed.count_ones() as usize == glances.len()
    }

    /// The entries of a tile of a row that references can reach.
    #[inline]
    fn tile_of(&self, row: &Row, ahead: usize) -> &[Value] {
        let id = row.ids.get(ahead).copied().unwrap_or(TileId::EMPTY);
        let tile = self.state.grid.value(id).as_array().map_or(&[][..], |tile| tile.entries());
        &tile[..tile.len().min(self.rules.mode().tile_entries)]
    }

    /// Whether all tiles have as many numbers as references can reach, and
    /// nothing else.
    fn are_tiles_of_numbers(&self) -> bool {
        self.state.grid.tiles().numbers() >= self.rules.mode().tile_entries
    }

    /// Whether a look at all its tiles suffices to know that a rule does not
    /// apply.
    fn tells_at_a_glance(&mut self, rule: &MergeRule, rear: Cell, heading: &Heading) -> bool {
        let Some(tiles) = rule.tiles_needed.filter(|_| rule.glances().is_some()) else { return false };
        let grid = &self.state.grid;
        let mut row = Row::new();
        row.look_ahead(grid, grid.index(rear), heading, tiles as usize);
        self.rules_out(&row, rule)
    }

    /// Whether a look at the tiles of a row suffices to know that a rule does
    /// not apply to the first one, whatever else is in the game.
    pub(crate) fn rules_out(&mut self, row: &Row, rule: &MergeRule) -> bool {
        let Some(tiles_needed) = rule.tiles_needed else { return false };
        if tiles_needed > row.tiles as i64 {
            return row.ends;
        }
        let Some(glances) = rule.glances() else { return false };
        let mut cost = 0;
        let ruled_out = glances.iter().all(|glance| {
            cost += 1 + glance.cost();
            let told = glance.is_whole() || self.are_tiles_of_numbers();
            told && glance.holds(|ahead| self.tile_of(row, ahead)) == Some(false)
        });
        self.spend(cost);
        ruled_out
    }
}
