//! Ruling merge rules out by a look at the tiles they are about.

use calcarray::Value;

use crate::board::cell::Cell;
use crate::board::grid::Grid;
use crate::board::heading::Heading;
use crate::board::tile_table::{TileId, Tiles};
use crate::merge::prefilter::{LONGEST, Prefilter};
use crate::merge::rule::MergeRule;
use crate::turn::context::TurnContext;

/// The room of a run of tiles. It is a power of two, which spares a test for each
/// tile.
const ROOM: usize = 8;

/// A tile and those that follow it ahead, without a gap.
struct TileRun<'t> {
    ids: [TileId; ROOM],
    tiles: usize,
    table: &'t Tiles,
    /// The number of entries of a tile that references can reach.
    width: usize,
}

impl<'t> TileRun<'t> {
    /// The entries of the tile so many steps ahead that references can reach.
    #[inline]
    fn tile(&self, ahead: usize) -> &'t [Value] {
        let id = self.ids[ahead % ROOM];
        let tile = self.table.get(id).as_array().map_or(&[][..], |tile| tile.entries());
        &tile[..tile.len().min(self.width)]
    }

    /// Notes the next tile, if there is room for it.
    fn push(&mut self, id: TileId) {
        // Nothing reads what is farther than the longest rule reaches.
        self.ids[self.tiles % ROOM] = id;
        self.tiles += 1;
    }

    /// Notes the tiles from a cell on, `most` of them if there are so many.
    fn look_ahead(&mut self, grid: &Grid, index: usize, heading: &Heading, most: usize) {
        let mut next = Some(index);
        while self.tiles < most.min(LONGEST) {
            let tile = next.map(|index| grid.ids()[index]).filter(|id| id.is_tile());
            let Some(id) = tile else { break };
            self.push(id);
            next = next.and_then(|index| heading.neighbour(grid, index));
        }
    }
}

impl TurnContext<'_> {
    /// A run without tiles.
    fn new_run(&self) -> TileRun<'_> {
        TileRun {
            ids: [TileId::EMPTY; ROOM],
            tiles: 0,
            table: self.state.grid.tiles(),
            width: self.rules.mode().tile_entries,
        }
    }

    /// The prefilter: whether the numbers of the tiles alone, looked at one by
    /// one, show that a rule does not apply. A read tracker, if there is one,
    /// notes how far it looked.
    pub(crate) fn is_ruled_out(&mut self, rule: &MergeRule, rear: Cell, heading: &Heading) -> bool {
        let mut cost = 0;
        let ruled_out = match (self.are_tiles_of_numbers(), rule.tiles_needed) {
            (true, _) => self.fails_at_some_tile(rule, rear, heading, &mut cost),
            (false, Some(tiles_needed)) => {
                !self.tiles_ahead(rear, heading, 0..tiles_needed)
                    || self.fails_by_all_tiles(rule, rear, heading, &mut cost)
            }
            (false, None) => false,
        };
        self.spend(cost);
        ruled_out
    }

    /// The prefilter for boards whose tiles are lists of numbers: tests one more
    /// tile at a time until a part of the condition fails. Adds to the cost.
    fn fails_at_some_tile(&self, rule: &MergeRule, rear: Cell, heading: &Heading, cost: &mut u64) -> bool {
        let grid = &self.state.grid;
        let (mut run, mut failed) = (self.new_run(), 0);
        let mut next = Some(grid.index(rear));
        let (tiles_needed, length) = match rule.tiles_needed {
            Some(tiles_needed) => (tiles_needed, None),
            None => {
                run.ids[0] = grid.ids()[grid.index(rear)];
                let Some(length) = rule.length_at(run.tile(0), run.width) else { return false };
                (length.max(1) as i64, Some(length))
            }
        };
        let prefilters = || match length {
            Some(length) => rule.prefilters_of_length(length),
            None => rule.prefilters(),
        };
        for tiles in 1..=tiles_needed {
            let Some(index) = next.filter(|_| tiles as usize <= grid.size()) else {
                self.tracker.iter().for_each(|tracker| tracker.edge_ahead());
                return true;
            };
            self.tracker.iter().for_each(|tracker| tracker.cell(index));
            let id = grid.ids()[index];
            if !id.is_tile() {
                return true;
            }
            next = if tiles < tiles_needed { heading.next(grid, index) } else { None };
            run.push(id);
            // A rule is not compiled before there are two tiles for it.
            let first = tiles_needed.min(2);
            let new = if tiles == first { 1 } else { run.tiles };
            if tiles >= first && self.fails_with(&run, new, prefilters(), &mut failed, cost) {
                return true;
            }
        }
        false
    }

    /// Returns true if the tiles of a row suffice to know that a rule applies in none of its
    /// arrangements. The tiles before `new` were tested before; `failed` has a bit for each
    /// arrangement that was ruled out then.
    fn fails_with(
        &self,
        run: &TileRun<'_>,
        new: usize,
        prefilters: Option<&[Prefilter]>,
        failed: &mut u32,
        cost: &mut u64,
    ) -> bool {
        let Some(prefilters) = prefilters else { return false };
        let entries = self.rules.mode().tile_entries;
        for (place, Prefilter { predicate, cost: own }) in prefilters.iter().enumerate() {
            // What looks at entries that no tile has may fail as a whole.
            if *failed >> place & 1 == 0 && predicate.width() <= entries {
                *cost += own;
                let fails = predicate.fails_with(new..=run.tiles, |ahead| run.tile(ahead));
                *failed |= u32::from(fails) << place;
            }
        }
        failed.count_ones() as usize == prefilters.len()
    }

    /// Returns true if all tiles have as many numbers as references can reach, and nothing else.
    fn are_tiles_of_numbers(&self) -> bool {
        self.state.grid.tiles().numbers() >= self.rules.mode().tile_entries
    }

    /// Returns true if the numbers of its tiles suffice to know that a rule does not apply. Adds to
    /// the cost.
    fn fails_by_all_tiles(&self, rule: &MergeRule, rear: Cell, heading: &Heading, cost: &mut u64) -> bool {
        let Some((tiles, prefilters)) = rule.tiles_needed.zip(rule.prefilters()) else { return false };
        let grid = &self.state.grid;
        let mut run = self.new_run();
        run.look_ahead(grid, grid.index(rear), heading, tiles as usize);
        // What slippery cells hide is not looked at.
        run.tiles as i64 >= tiles
            && prefilters.iter().all(|Prefilter { predicate, cost: own }| {
                *cost += own;
                predicate.is_whole() && predicate.holds(|ahead| run.tile(ahead)) == Some(false)
            })
    }
}
