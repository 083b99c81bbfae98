//! Passes of which nobody hears: nothing happens in them than that tiles slide
//! and merge, and what they do is told by the tiles ahead of them.
//!
//! They go as [`Play::visit`] has it, cell by cell, with less to look at for each.

use crate::failure::TurnError;
use crate::form::Open;
use crate::passes::Passes;
use crate::play::Play;
use crate::tile::TileId;

impl Play<'_> {
    /// Visits the cells in a pass, if it is one of these. Gives whether it is.
    pub(crate) fn pass_unheard(&mut self, order: &[u32], passes: &mut Passes<'_>) -> Result<bool, TurnError> {
        let heading = passes.heading;
        let Some(neighbours) = heading.neighbours.as_deref().filter(|_| passes.is_unheard) else {
            return Ok(false);
        };
        let merges = passes.strength.merges;
        let multi = self.rules.multi_merge();
        let needs_neighbours = self.rules.shortest_row() >= 2;
        let (mut coming, mut cost) = (u64::MAX, 0);
        while let Some(place) = passes.next_in_rows(coming) {
            coming = (2_u64 << place).wrapping_neg();
            let index = order[place] as usize;
            let own = &neighbours[index];
            let ahead = self.state.grid.ids().get(own.ahead as usize).copied();
            if ahead == Some(TileId::EMPTY) {
                let to = own.ahead as usize;
                self.state.grid.slide(index, to);
                passes.note_slide_in_rows(own, &neighbours[to]);
                continue;
            }
            let is_next_to_tile = ahead.is_some_and(TileId::is_tile);
            let may_merge = merges & (is_next_to_tile | !needs_neighbours);
            let mut is_ruled_out = false;
            if may_merge && (multi || passes.is_open(index) == Open::Yes) {
                let most = self.rules.longest_row();
                let grid = &self.state.grid;
                let mut row = self.new_row();
                match is_next_to_tile && most >= 2 {
                    true => row.look_beyond(grid, (index, own.ahead as usize), heading, most),
                    false => row.look_ahead(grid, index, heading, most),
                }
                let first = self.next_rule_of(&row, 0);
                cost += first.cost;
                is_ruled_out = first.rule >= self.rules.rules().len();
                if !is_ruled_out && self.try_rules(&first, index, heading, passes)? {
                    if passes.is_unheard {
                        continue;
                    }
                    // What came of it is something else than a tile.
                    self.spend(cost);
                    return self.visit_from(place + 1, order, passes).map(|()| true);
                }
            }
            passes.let_rest_in_rows(place, is_ruled_out);
        }
        self.spend(cost);
        Ok(true)
    }
}
