//! Tiles that have been seen (spec/rules.md, section 7.1).

use std::sync::Arc;

use calcarray::{compare, Position, Value};

use crate::event::Event;
use crate::failure::{Place, TurnError};
use crate::play::Play;
use crate::state::Shared;
use crate::tile::Marks;

/// The tiles seen so far, filtered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Discoveries {
    pub(crate) tiles: Shared,
    pub(crate) winning: Shared,
    pub(crate) losing: Shared,
    /// Tiles that are known to be in the list, for modes without a filter.
    seen: Arc<Marks>,
}

impl Discoveries {
    pub(crate) fn new(tiles: Vec<Value>, winning: Vec<Value>, losing: Vec<Value>) -> Discoveries {
        Discoveries {
            tiles: Arc::new(tiles),
            winning: Arc::new(winning),
            losing: Arc::new(losing),
            seen: Arc::default(),
        }
    }
}

impl PartialEq for Discoveries {
    fn eq(&self, other: &Discoveries) -> bool {
        self.tiles == other.tiles && self.winning == other.winning && self.losing == other.losing
    }
}

impl Play<'_> {
    /// Adds the tiles on the grid that have not been seen yet to the list.
    pub(crate) fn discover(&mut self) -> Result<(), TurnError> {
        let filtered = !self.rules.discovered_filter().is_empty();
        self.charge(1 + self.state.grid.size() as u64 / 16)?;
        for index in 0..self.state.grid.size() {
            let id = self.state.grid.ids()[index];
            let known = !filtered && self.state.discoveries.seen.contains(self.state.grid.tiles(), id);
            if !id.is_tile() || known {
                continue;
            }
            let tile = self.filtered(index)?;
            if !self.listed(&self.state.discoveries.tiles.clone(), &tile)? {
                Arc::make_mut(&mut self.state.discoveries.tiles).push(tile.clone());
                self.events.push(Event::Discovered { tile });
            }
            if !filtered {
                let state = &mut self.state;
                Arc::make_mut(&mut state.discoveries.seen).insert(state.grid.tiles(), id);
            }
        }
        Ok(())
    }

    /// What of the tile at a place counts as discovered.
    pub(crate) fn filtered(&mut self, index: usize) -> Result<Value, TurnError> {
        let tile = self.state.grid.value(self.state.grid.ids()[index]).clone();
        let filter = self.rules.discovered_filter();
        if filter.is_empty() {
            return Ok(tile);
        }
        // The tile is a value there, not code.
        let mut literal = vec![Value::text("@Literal")];
        literal.extend(tile.as_array().into_iter().flat_map(|tile| tile.iter().cloned()));
        let steps = Value::array([&[Value::array(literal)], filter].concat());
        self.evaluate_value(&steps, &Position::default(), Place::Field("discovered_filter"))
    }

    /// Whether an equal tile is in the list. A tile with NaN in it, which
    /// equals nothing, is at least the one that it is: otherwise it would be
    /// found anew in every turn.
    pub(crate) fn listed(&mut self, list: &[Value], tile: &Value) -> Result<bool, TurnError> {
        let result = self.metered(|_, meter| {
            meter.reset();
            for entry in list {
                if compare::equals(entry, tile, meter)? || entry.identical(tile) {
                    return Ok(true);
                }
            }
            Ok(false)
        });
        result.map_err(|error| crate::play::failed(Place::Field("discovered_filter"), error))
    }
}
