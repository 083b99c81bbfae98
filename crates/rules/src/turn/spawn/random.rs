//! Random tiles (docs/spec/rules.md, "Random tiles").

use std::sync::Arc;

use calcarray::{Container, Value};

use crate::board::cell::Cell;
use crate::board::grid::{Grid, Step};
use crate::board::heading::Heading;
use crate::board::tile_table::{Kind, TileId};
use crate::error::{Place, TurnError};
use crate::game::event::Event;
use crate::game::record::spawn_entry;
use crate::random::Placement;
use crate::turn::context::TurnContext;
use crate::turn::spawn::plan::{SpawnPlan, Spawned};
use crate::turn::trigger::Trigger;

/// The cells of line `line` of the edge that a move came from.
fn edge_line(grid: &Grid, step: Step, line: usize) -> Vec<Cell> {
    let (height, width) = (grid.height(), grid.width());
    let row = |row: usize| (0..width).map(|column| Cell::new(row, column)).collect();
    let column = |column: usize| (0..height).map(|row| Cell::new(row, column)).collect();
    let corner = |row: i64, column: i64, rows: i64, columns: i64| {
        let cell = |i: i64| {
            let place = usize::try_from(row + i * rows).ok().zip(usize::try_from(column + i * columns).ok());
            place.map(|(row, column)| Cell::new(row, column)).filter(|cell| grid.contains(*cell))
        };
        (0..=line as i64).filter_map(cell).collect()
    };
    let (last_row, last_column, i) = (height as i64 - 1, width as i64 - 1, line as i64);
    match (step.rows.signum(), step.columns.signum()) {
        (-1, 0) => row(height - 1 - line),
        (1, 0) => row(line),
        (0, -1) => column(width - 1 - line),
        (0, 1) => column(line),
        (-1, -1) => corner(last_row - i, last_column, 1, -1),
        (1, -1) => corner(0, last_column - i, 1, 1),
        (-1, 1) => corner(last_row - i, 0, 1, 1),
        _ => corner(0, i, 1, -1),
    }
}

/// The cells of the edge that a move came from: its lines up to the first one
/// that is more than holes.
pub(crate) fn edge(grid: &Grid, step: Step) -> Vec<Cell> {
    let lines = match (step.rows.signum(), step.columns.signum()) {
        (_, 0) => grid.height(),
        (0, _) => grid.width(),
        // The last lines that have a cell at all.
        _ => grid.height().min(grid.width()),
    };
    let mut cells = Vec::new();
    for line in 0..lines {
        let more = edge_line(grid, step, line);
        let found = more.iter().any(|cell| grid.kind(*cell) != Kind::Hole);
        cells.extend(more);
        if found {
            break;
        }
    }
    cells
}

impl TurnContext<'_> {
    /// Spawns random tiles in a move. Gives the tiles.
    pub(crate) fn spawn_random(&mut self, amount: f64, heading: &Heading) -> Result<Vec<Value>, TurnError> {
        if let Some(skipped_spawns) = self.skipped_spawns.take() {
            self.skip_spawns(skipped_spawns, amount, heading)?;
            return Ok(Vec::new());
        }
        let anywhere = !self.rules.spawns_at_edge() && self.rules.spawn_blocked().is_none();
        if amount <= 1.0
            && anywhere
            && self.placement() == Placement::Direct
            && let Some(plan) = self.plan_of_known_tiles()
        {
            return self.spawn_one(&plan, amount, heading);
        }
        let mut cells = self.cells_to_draw(heading);
        if self.placement() == Placement::Direct {
            cells.retain(|cell| self.state.grid.id(*cell) == TileId::EMPTY);
        }
        let index = self.state.record.random_index;
        let mut tiles = Vec::new();
        while (tiles.len() as f64) < amount && !cells.is_empty() {
            self.fill_conveyor()?;
            let Some(place) = self.draw_place(&mut cells, heading)? else {
                let tile = self.state.conveyor.first().cloned().unwrap_or_default();
                self.spawn_failed(tile, false, heading)?;
                break;
            };
            let tile = self.take_from_conveyor()?;
            let cell = cells.remove(place);
            self.put_spawn(tile.clone(), cell, false, heading)?;
            tiles.push(tile);
        }
        self.state.record.random_index = index;
        self.discover()?;
        self.refresh()?;
        Ok(tiles)
    }

    /// Returns the plan of the next tiles, if it is known that nothing has to be computed for them. An
    /// expression of the spawn list could change the grid.
    fn plan_of_known_tiles(&self) -> Option<Arc<SpawnPlan>> {
        let is_known = |(spawned, _): &(Spawned, f64)| *spawned != Spawned::Computed;
        self.hooks.spawn_plan(&self.state).filter(|plan| plan.entries.iter().all(is_known))
    }

    /// Spawns a random tile, if one is wanted, in any free cell, if there is one. Gives the tile.
    fn spawn_one(
        &mut self,
        plan: &SpawnPlan,
        amount: f64,
        heading: &Heading,
    ) -> Result<Vec<Value>, TurnError> {
        let index = self.state.record.random_index;
        let is_free = |id: &TileId| *id == TileId::EMPTY;
        let free = self.state.grid.ids().iter().filter(|id| is_free(id)).count();
        let mut tiles = Vec::new();
        if amount > 0.0 && free > 0 {
            let known = self.draw_next(plan)?;
            let drawn = self.draw_index(free)?;
            let tile = match known {
                Some(id) => self.state.grid.value(id).clone(),
                None => self.take_from_conveyor()?,
            };
            let ids = self.state.grid.ids();
            let place = (0..ids.len()).filter(|place| is_free(&ids[*place])).nth(drawn);
            if let Some(place) = place {
                let cell = self.state.grid.place(place);
                self.permit_spawn(&tile)?;
                match known {
                    Some(id) => self.state.grid.set_at(place, id),
                    None => self.state.grid.set(cell, &tile),
                }
                self.after_spawn(&tile, cell, false, heading)?;
            }
            tiles.push(tile);
        }
        self.state.record.random_index = index;
        self.discover()?;
        self.refresh()?;
        Ok(tiles)
    }

    /// Draws the next tile by a plan. Gives the tile if it need not go over the conveyor; otherwise the
    /// conveyor has it.
    fn draw_next(&mut self, plan: &SpawnPlan) -> Result<Option<TileId>, TurnError> {
        let is_free = matches!(&self.state.conveyor[..], [slot] if slot.is_word("@Empty"));
        if self.rules.next_tiles() > 0 || !is_free {
            self.fill_conveyor()?;
            return Ok(None);
        }
        let number = self.draw().map_err(|_| TurnError::OutOfRandomness)?;
        let chosen = plan.choose(number);
        if let Some((Spawned::Tile(id), _)) = chosen.and_then(|place| plan.entries.get(place)) {
            return Ok(Some(*id));
        }
        let index = self.state.record.random_index;
        self.state.conveyor[0] = self.drawn_by_plan(plan, chosen)?;
        self.state.record.random_index = index;
        Ok(None)
    }

    /// The cells among which is drawn.
    pub(crate) fn cells_to_draw(&self, heading: &Heading) -> Vec<Cell> {
        match self.rules.spawns_at_edge() && !heading.step.is_still() {
            true => edge(&self.state.grid, heading.step),
            false => self.state.grid.places().collect(),
        }
    }

    /// Draws cells until one takes the next tile; removes those that don't.
    fn draw_place(&mut self, cells: &mut Vec<Cell>, heading: &Heading) -> Result<Option<usize>, TurnError> {
        while !cells.is_empty() {
            let place = self.draw_index(cells.len())?;
            let cell = cells[place];
            let tile = self.state.conveyor.first().cloned().unwrap_or_default();
            if self.state.grid.kind(cell) == Kind::Empty && !self.spawn_blocked(&tile, cell, heading)? {
                return Ok(Some(place));
            }
            self.charge(cells.len() as u64)?;
            cells.remove(place);
        }
        Ok(None)
    }

    /// Returns true if the mode does not let this tile spawn there.
    pub(crate) fn spawn_blocked(
        &mut self,
        tile: &Value,
        cell: Cell,
        heading: &Heading,
    ) -> Result<bool, TurnError> {
        let Some(program) = self.rules.spawn_blocked() else { return Ok(false) };
        self.charge(self.state.grid.size() as u64 / 16)?;
        let mut grid = self.state.grid.clone();
        grid.set(cell, tile);
        let position = calcarray::Position { container: Container::Board(&grid), ..heading.at(cell) };
        Ok(self.evaluate(program, &position, Place::Field("spawn_tile_blocked"))?.is_true())
    }

    /// Puts a tile where it spawns.
    pub(crate) fn put_spawn(
        &mut self,
        tile: Value,
        cell: Cell,
        forced: bool,
        heading: &Heading,
    ) -> Result<(), TurnError> {
        self.permit_spawn(&tile)?;
        self.state.grid.set(cell, &tile);
        self.after_spawn(&tile, cell, forced, heading)
    }

    fn permit_spawn(&mut self, tile: &Value) -> Result<(), TurnError> {
        let place = Place::Field("spawns");
        self.permit_content(tile).map_err(|error| crate::turn::context::failed(place, error))
    }

    /// Records a tile that was put where it spawns, and runs the scripts for it.
    fn after_spawn(
        &mut self,
        tile: &Value,
        cell: Cell,
        forced: bool,
        heading: &Heading,
    ) -> Result<(), TurnError> {
        self.note_spawn(tile, cell, forced);
        match self.rules.has_scripts_for(Trigger::TileSpawn) {
            true => {
                self.trigger_with(Trigger::TileSpawn, &heading.at(cell), &[tile.clone(), forced.into()])?;
            }
            false => self.signals.clear(),
        }
        self.refresh()
    }

    /// Records that a tile appeared.
    pub(crate) fn note_spawn(&mut self, tile: &Value, cell: Cell, forced: bool) {
        match &mut self.separate_spawns {
            Some(spawns) => spawns.push(spawn_entry(tile, cell)),
            None => self.state.record.spawned(tile, cell),
        }
        self.emit(|_| Event::Spawn { cell, tile: tile.clone(), forced });
    }

    /// Notes that there was no cell left for a tile.
    pub(crate) fn spawn_failed(
        &mut self,
        tile: Value,
        forced: bool,
        heading: &Heading,
    ) -> Result<(), TurnError> {
        self.emit(|_| Event::SpawnFailed { forced });
        let position = heading.at(Cell::default());
        self.trigger_with(Trigger::TileSpawnFail, &position, &[tile, forced.into()])?;
        Ok(())
    }
}
