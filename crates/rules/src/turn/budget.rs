//! The budget of a turn, and the limits of what a game may hold.

use calcarray::{Error, ErrorKind, Value};

use crate::board::grid::Grid;
use crate::board::shared_values::Shared;
use crate::error::TurnError;
use crate::game::GameState;
use crate::game::state::State;
use crate::turn::context::TurnContext;

/// The work that an event of a turn counts for: it has to be kept.
const EVENT: u64 = 120;

/// Bytes that are handled for one unit of work.
const BYTES: u64 = 4;

/// The depth to which stored values may nest, so that a code of them can be read again.
const DEEPEST: u32 = 200;

impl TurnContext<'_> {
    /// The work of the events since this was last asked.
    pub(crate) fn work_of_events(&mut self) -> u64 {
        let known = std::mem::replace(&mut self.events_counted, self.events.len());
        EVENT * self.events.len().saturating_sub(known) as u64
    }

    /// Counts the work of handling a value, where nothing can fail. If the limit is
    /// passed, the next call that counts work fails.
    pub(crate) fn spend_on(&mut self, value: &Value) {
        self.spend(1 + value.size() / BYTES);
    }

    /// Permits the content of a cell, and counts the work of putting it there.
    pub(crate) fn permit_content(&mut self, content: &Value) -> Result<(), Error> {
        self.spend_on(content);
        let deep = content.as_array().is_some_and(|tile| tile.depth() > DEEPEST);
        if deep || content.size() > self.rules.limits().content {
            return Err(ErrorKind::Host("what is put into a cell is too large".to_owned()).into());
        }
        Ok(())
    }

    /// Checks that the lists that expressions change are within the limits.
    pub(crate) fn permit_lists(&mut self) -> Result<(), Error> {
        let entries: usize = self.state.lists().iter().map(|list| list.len()).sum();
        let size = self.state.size_of_lists();
        self.work(entries as u64 / 8)?;
        match size > self.rules.limits().kept {
            true => {
                Err(ErrorKind::Host("the variables and spawns of the game are too large".to_owned()).into())
            }
            false => Ok(()),
        }
    }

    /// Checks that everything that the game holds is within the limits. It must be so after every
    /// turn, of games and of engines: otherwise the game could not be saved and read again.
    pub(crate) fn permit_state(&mut self) -> Result<(), TurnError> {
        self.permit_lists().map_err(|_| TurnError::Limit("kept"))?;
        let most = self.rules.limits().kept;
        let at_most = self.state.size_of_next().saturating_add(most_of_grid(&self.state.grid));
        match at_most > most && self.state.size_of_tiles() > most {
            true => Err(TurnError::Limit("kept")),
            false => Ok(()),
        }
    }
}

impl State {
    fn lists(&self) -> [&Shared; 5] {
        [
            &self.game_variables,
            &self.modifier_variables,
            &self.modifier_indices,
            &self.spawns,
            &self.forced_spawns,
        ]
    }

    /// The size of the lists that expressions change.
    pub(crate) fn size_of_lists(&self) -> u64 {
        total(self.lists().into_iter().map(|list| size_of_list(list)))
    }

    /// The size of the tiles on the grid and of those that come next.
    fn size_of_tiles(&self) -> u64 {
        self.size_of_next().saturating_add(grid_size(&self.grid))
    }

    /// The size of the tiles that come next.
    pub(crate) fn size_of_next(&self) -> u64 {
        total(self.conveyor.iter().chain(self.spawn_boxes.iter()).map(kept_size))
    }
}

impl GameState {
    /// Returns the size of the game: its variables, spawns and tiles (see [`Value::size`]), and the
    /// lists of discovered tiles and random events. It is about the memory that a copy takes once
    /// it has become different.
    pub fn size(&self) -> u64 {
        let state = self.state();
        let lists = [
            &state.discoveries.tiles,
            &state.discoveries.winning,
            &state.discoveries.losing,
            &state.record.random_events,
        ];
        let entries: usize = lists.iter().map(|list| list.len()).sum();
        total([state.size_of_lists(), state.size_of_tiles(), entries as u64 * Value::OWN_SIZE].into_iter())
    }
}

/// The size of a value that is kept; one that nests too deep has no end.
pub(crate) fn kept_size(value: &Value) -> u64 {
    match value.as_array() {
        Some(array) if array.depth() > DEEPEST => u64::MAX >> 20,
        _ => value.size(),
    }
}

/// The sum of sizes. Values that share their parts may be larger than 64 bits count.
fn total(sizes: impl Iterator<Item = u64>) -> u64 {
    sizes.fold(0, u64::saturating_add)
}

/// The size of a list that is kept.
pub(crate) fn size_of_list(list: &[Value]) -> u64 {
    total(list.iter().map(kept_size))
}

fn grid_size(grid: &Grid) -> u64 {
    total(grid.ids().iter().map(|id| grid.value(*id).size()))
}

/// A size that no grid with these contents exceeds. It is known without a look at the cells.
fn most_of_grid(grid: &Grid) -> u64 {
    grid.tiles().largest().saturating_mul(grid.size() as u64).min(u64::MAX >> 1)
}
