//! Ruling merge rules out by a look at the tiles they are about.
//!
//! Most rules of most modes compare numbers of the tiles that would merge, and
//! most tests of them fail. Such a condition is decided by the tiles, without a
//! position, variables or a host, and as long as the tiles are the same it need
//! not be looked at again.

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
    /// Whether a look at the tiles suffices to know that a rule does not apply.
    pub(crate) fn tells_at_a_glance(&mut self, rule: &MergeRule, rear: Cell, heading: &Heading) -> bool {
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
        let entries = self.rules.mode().tile_entries;
        let tiles = self.state.grid.tiles();
        let tile = |ahead: usize| {
            let id = row.ids.get(ahead).copied().unwrap_or(TileId::EMPTY);
            let tile = tiles.get(id).as_array().map_or(&[][..], |tile| tile.entries());
            &tile[..tile.len().min(entries)]
        };
        let mut cost = 0;
        let ruled_out = glances.iter().all(|glance| {
            cost += 1 + glance.cost();
            glance.holds(tile) == Some(false)
        });
        self.spend(cost);
        ruled_out
    }
}
