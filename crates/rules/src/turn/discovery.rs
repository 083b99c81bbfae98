//! Tiles that have been seen (docs/spec/rules.md, "Discovery check").

use calcarray::{Error, Meter, Position, Value, compare};

use crate::board::shared_values::push;
use crate::board::tile_table::TileId;
use crate::error::{Place, TurnError};
use crate::game::event::Event;
use crate::turn::context::TurnContext;

impl TurnContext<'_> {
    /// Adds the tiles on the grid that have not been seen yet to the list.
    #[inline]
    pub(crate) fn discover(&mut self) -> Result<(), TurnError> {
        match self.state.grid.pending.to_discover {
            true => self.discover_new_tiles(),
            false => Ok(()),
        }
    }

    fn discover_new_tiles(&mut self) -> Result<(), TurnError> {
        self.charge(1 + self.state.grid.size() as u64 / 16)?;
        let state = &mut self.state;
        if state.discoveries.have_all_been_seen(&state.grid) {
            state.grid.pending.to_discover = false;
            return Ok(());
        }
        for index in 0..self.state.grid.size() {
            let id = self.state.grid.ids()[index];
            if id.is_tile() && !self.state.discoveries.has_seen(&self.state.grid, id) {
                self.discover_tile(id)?;
            }
        }
        Ok(())
    }

    /// Adds a tile of the grid's table to the list, if it is not there.
    pub(crate) fn discover_tile(&mut self, id: TileId) -> Result<(), TurnError> {
        let (tile, depends) = self.watching(|play| play.filtered(id));
        let tile = tile?;
        let new = !self.listed(&self.state.discoveries.tiles.clone(), &tile)?;
        // Unless the filter looks at more than the tile, it is settled.
        if depends.are_none() {
            let hooks = self.hooks;
            hooks.discovered(self, id, &tile);
            let state = &mut self.state;
            state.discoveries.settle(&state.grid, id);
        }
        if new && self.state.discoveries.has_room_for(&tile) {
            push(&mut self.state.discoveries.tiles, tile.clone());
            self.emit(|_| Event::Discovered { tile });
        }
        Ok(())
    }

    /// The filter applied to a tile: what counts as discovered when it is seen.
    pub(crate) fn filtered(&mut self, id: TileId) -> Result<Value, TurnError> {
        let tile = self.state.grid.value(id).clone();
        let filter = self.rules.discovered_filter();
        if filter.is_empty() {
            return Ok(tile);
        }
        if let Some(known) = self.hooks.filtered(&self.state, id) {
            return Ok(known);
        }
        // The tile is a value there, not code.
        let mut literal = vec![Value::text("@Literal")];
        literal.extend(tile.as_array().into_iter().flat_map(|tile| tile.iter().cloned()));
        let steps = Value::array([&[Value::array(literal)], filter].concat());
        self.evaluate_value(&steps, &Position::default(), Place::Field("discovered_filter"))
    }

    /// Returns true if an equal tile is in the list. A tile with NaN in it equals nothing, so an
    /// identical one counts, too: otherwise it would be found again in every turn.
    pub(crate) fn listed(&mut self, list: &[Value], tile: &Value) -> Result<bool, TurnError> {
        let result = self.metered(
            || Place::Field("discovered_filter"),
            |play, meter| {
                meter.reset();
                let before = meter.steps_left();
                let listed = listed(list, tile, meter);
                play.work((before - meter.steps_left()).saturating_add(1))?;
                listed
            },
        );
        result.map_err(|error| crate::turn::context::failed(Place::Field("discovered_filter"), error))
    }
}

/// Returns true if an equal or identical tile is in the list, charged to the meter.
fn listed(list: &[Value], tile: &Value, meter: &mut Meter) -> Result<bool, Error> {
    for entry in list {
        meter.charge(4)?;
        if compare::equals(entry, tile, meter)? || entry.identical(tile) {
            return Ok(true);
        }
    }
    Ok(false)
}
