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
use crate::recipe::Case;
use crate::tile::{Kind, TileId, Tiles};

/// Rules for more tiles than this are tested in the ordinary way.
pub(crate) const LONGEST: usize = 6;

/// A power of two, which spares a test for each tile.
const ROOM: usize = 8;

/// A tile and those that follow it ahead, without a gap.
pub(crate) struct Row<'t> {
    ids: [TileId; ROOM],
    tiles: usize,
    /// Whether it is known that no tile follows.
    ends: bool,
    table: &'t Tiles,
    /// How many entries of a tile references can reach.
    width: usize,
}

impl<'t> Row<'t> {
    /// The entries of the tile so many steps ahead that references can reach.
    #[inline]
    pub(crate) fn tile(&self, ahead: usize) -> &'t [Value] {
        let id = self.ids[ahead % ROOM];
        let tile = self.table.get(id).as_array().map_or(&[][..], |tile| tile.entries());
        &tile[..tile.len().min(self.width)]
    }

    /// An entry of the tile so many steps ahead, if references can reach it and it
    /// is a number.
    #[inline(always)]
    fn number(&self, ahead: usize, entry: usize) -> Option<f64> {
        if entry == 0 && self.width > 0 {
            if let Some(leading) = self.table.leading(self.ids[ahead % ROOM]) {
                return Some(leading);
            }
        }
        self.tile(ahead).get(entry)?.as_number()
    }

    /// Notes two tiles, of which the second one is in the very next cell of the
    /// first, and those behind them: `most` if there are so many.
    #[inline(always)]
    pub(crate) fn look_beyond(
        &mut self,
        grid: &Grid,
        (index, ahead): (usize, usize),
        heading: &Heading,
        most: usize,
    ) {
        [self.ids[0], self.ids[1]] = [grid.ids()[index], grid.ids()[ahead]];
        self.tiles = 2;
        if most > 2 {
            self.look_ahead(grid, heading.neighbour_or_edge(grid, ahead), heading, most);
        }
    }

    /// Notes the next tile, if there is room for it.
    fn push(&mut self, id: TileId) {
        // Nothing reads what is farther than the longest rule reaches.
        self.ids[self.tiles % ROOM] = id;
        self.tiles += 1;
    }

    /// Notes the tiles from a cell on, `most` of them if there are so many. They
    /// are written where they are read again: moved in larger pieces, they would
    /// keep the processor waiting.
    #[inline(always)]
    pub(crate) fn look_ahead(&mut self, grid: &Grid, index: usize, heading: &Heading, most: usize) {
        let mut next = index;
        while self.tiles < most.min(LONGEST) {
            let Some(id) = grid.ids().get(next).copied() else {
                self.ends = true;
                break;
            };
            if !id.is_tile() {
                // Behind what is slid over there may be more.
                self.ends = id.kind() != Kind::Slippery;
                break;
            }
            self.push(id);
            next = heading.neighbour_or_edge(grid, next);
        }
    }
}

impl Play<'_> {
    /// A row without tiles, as far as is known.
    #[inline]
    pub(crate) fn new_row(&self) -> Row<'_> {
        Row {
            ids: [TileId::EMPTY; ROOM],
            tiles: 0,
            ends: false,
            table: self.state.grid.tiles(),
            width: self.rules.mode().tile_entries,
        }
    }

    /// Whether a look at the tiles, one by one, suffices to know that a rule
    /// does not apply. Whoever watches learns how far it went.
    pub(crate) fn is_ruled_out(&mut self, rule: &MergeRule, rear: Cell, heading: &Heading) -> bool {
        let mut cost = 0;
        let ruled_out = match (self.are_tiles_of_numbers(), rule.tiles_needed) {
            (true, _) => self.fails_at_some_tile(rule, rear, heading, &mut cost),
            (false, Some(tiles_needed)) => {
                !self.tiles_ahead(rear, heading, 0..tiles_needed)
                    || self.fails_at_a_glance(rule, rear, heading, &mut cost)
            }
            (false, None) => false,
        };
        self.spend(cost);
        ruled_out
    }

    /// The same where all tiles are made of numbers. Adds to the cost.
    fn fails_at_some_tile(&self, rule: &MergeRule, rear: Cell, heading: &Heading, cost: &mut u64) -> bool {
        let grid = &self.state.grid;
        let (mut row, mut failed) = (self.new_row(), 0);
        let mut next = Some(grid.index(rear));
        let (tiles_needed, length) = match rule.tiles_needed {
            Some(tiles_needed) => (tiles_needed, None),
            None => {
                row.ids[0] = grid.ids()[grid.index(rear)];
                let Some(length) = rule.length_at(row.tile(0), row.width) else { return false };
                (length.max(1) as i64, Some(length))
            }
        };
        let cases = || match length {
            Some(length) => rule.cases_of_length(length),
            None => rule.cases(),
        };
        for tiles in 1..=tiles_needed {
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
            if tiles >= first && self.fails_with(&row, new, cases(), &mut failed, cost) {
                return true;
            }
        }
        false
    }

    /// Whether the tiles of a row suffice to know that a rule applies in none of
    /// its arrangements. Those of them before `new` were looked at before;
    /// `failed` are the arrangements that were ruled out then, a bit for each.
    fn fails_with(
        &self,
        row: &Row<'_>,
        new: usize,
        cases: Option<&[Case]>,
        failed: &mut u32,
        cost: &mut u64,
    ) -> bool {
        let Some(cases) = cases else { return false };
        let entries = self.rules.mode().tile_entries;
        for (place, Case { glance, cost: own, .. }) in cases.iter().enumerate() {
            // What looks at entries that no tile has may fail as a whole.
            if *failed >> place & 1 == 0 && glance.width() <= entries {
                *cost += own;
                let fails = glance.fails_with(new..=row.tiles, |ahead| row.tile(ahead));
                *failed |= u32::from(fails) << place;
            }
        }
        failed.count_ones() as usize == cases.len()
    }

    /// Whether all tiles have as many numbers as references can reach, and
    /// nothing else.
    fn are_tiles_of_numbers(&self) -> bool {
        self.state.grid.tiles().numbers() >= self.rules.mode().tile_entries
    }

    /// Whether a look at all its tiles suffices to know that a rule does not
    /// apply. Adds to the cost.
    fn fails_at_a_glance(&self, rule: &MergeRule, rear: Cell, heading: &Heading, cost: &mut u64) -> bool {
        let Some(tiles) = rule.tiles_needed.filter(|_| rule.cases().is_some()) else { return false };
        let grid = &self.state.grid;
        let mut row = self.new_row();
        row.look_ahead(grid, grid.index(rear), heading, tiles as usize);
        matches!(self.glance_at(&row, rule, cost), Look::RuledOut)
    }

    /// What a look at the tiles of a row tells of a rule, whatever else is in the
    /// game. Adds to the cost.
    #[inline(always)]
    pub(crate) fn glance_at<'r>(&self, row: &Row<'_>, rule: &'r MergeRule, cost: &mut u64) -> Look<'r> {
        let Some(tiles_needed) = rule.tiles_needed else { return Look::Unsure };
        if tiles_needed > row.tiles as i64 {
            return if row.ends { Look::RuledOut } else { Look::Unsure };
        }
        let Some(cases) = rule.cases() else { return Look::Unsure };
        for case in cases {
            *cost += case.cost;
            let holds = match &case.pair {
                Some(pair) => pair.holds(|ahead, entry| row.number(ahead, entry)),
                None if case.glance.is_whole() || self.are_tiles_of_numbers() => {
                    case.glance.holds(|ahead| row.tile(ahead))
                }
                None => None,
            };
            match holds {
                Some(false) => {}
                Some(true) => return Look::Holds(case),
                None => return Look::Unsure,
            }
        }
        Look::RuledOut
    }
}

/// What a look at tiles tells of a rule.
pub(crate) enum Look<'r> {
    RuledOut,
    /// What it asks of numbers of the tiles holds in this arrangement, and in
    /// none before.
    Holds(&'r Case),
    Unsure,
}
