//! The parts of a game that expressions read and change (docs/spec/calcarray.md, "State an
//! expression can read or change").

use std::sync::Arc;

use calcarray::host::{Counter, List, Store, Timer};
use calcarray::internals::{Looked, Observer};
use calcarray::{Board, Error, ErrorKind, Host, Meter, Position, Primes, Program, Text, Value};

use crate::board::cell::Cell;
use crate::game::Screen;
use crate::game::event::Event;
use crate::game::record::whole;
use crate::turn::context::TurnContext;

/// The number of signals that wait to be followed, at most. Others are lost, as are those behind
/// the first custom one.
const SIGNALS: usize = 100;

/// The work of recording a random number, beyond that of its size.
const RECORDING: u64 = 16;

impl TurnContext<'_> {
    /// Tells the tracker of a read that can't be part of a cache key.
    fn depends_on_the_game(&self) {
        if let Some(tracker) = &self.tracker {
            tracker.other();
        }
    }
}

impl TurnContext<'_> {
    /// Returns true if changes are forbidden, because the expression is only evaluated for its
    /// value.
    fn forbids_changes(&self) -> bool {
        self.depends_on_the_game();
        self.tracker.as_ref().is_some_and(|tracker| tracker.forbids())
    }
}

/// The grid as expressions see it: reads are told to the tracker.
impl Board for TurnContext<'_> {
    fn height(&self) -> usize {
        Board::height(&self.state.grid)
    }

    fn width(&self, row: usize) -> usize {
        Board::width(&self.state.grid, row)
    }

    fn cell(&self, row: usize, column: usize) -> Option<&Value> {
        let cell = Cell::new(row, column);
        if let (Some(tracker), true) = (&self.tracker, self.state.grid.contains(cell)) {
            tracker.cell(self.state.grid.index(cell));
        }
        Board::cell(&self.state.grid, row, column)
    }

    /// Returns false, so that cells are read one by one: those that an expression does not
    /// read are no dependency of its result.
    fn tiles<'b>(&'b self, _: (i32, i32), _: (i32, i32), _: &mut [&'b [Value]]) -> bool {
        false
    }

    fn to_value(&self) -> Value {
        self.depends_on_the_game();
        Board::to_value(&self.state.grid)
    }

    fn is_empty(&self, row: i32, column: i32) -> Option<bool> {
        let empty = Board::is_empty(&self.state.grid, row, column);
        if let Some(tracker) = &self.tracker {
            tracker.empty(&self.state.grid, row, column);
        }
        empty
    }

    fn is_plain(&self) -> bool {
        Board::is_plain(&self.state.grid)
    }

    fn beyond(&self, row: f64, column: f64) {
        if let Some(tracker) = &self.tracker {
            tracker.beyond(row, column);
        }
    }
}

impl Observer for TurnContext<'_> {
    fn note(&self, looked: Looked) {
        if let Some(tracker) = &self.tracker {
            tracker.note(looked);
        }
    }

    /// Counts as a variable where some rule asks for the parity of moves.
    fn counter_for_parity(&self, counter: Counter) -> f64 {
        match &self.tracker {
            Some(tracker) if counter == Counter::Moves && self.rules.reads_parity() => tracker.variables(),
            _ => self.depends_on_the_game(),
        }
        self.state.counter(counter)
    }

    fn is_dry_run(&self) -> bool {
        self.tracker.as_ref().is_some_and(|tracker| tracker.forbids())
    }
}

impl Host for TurnContext<'_> {
    fn grid(&self) -> &dyn Board {
        match &self.tracker {
            None => &self.state.grid,
            Some(_) => self,
        }
    }

    fn observer(&self) -> Option<&dyn Observer> {
        self.tracker.is_some().then_some(self)
    }

    fn tile_entries(&self) -> usize {
        self.rules.mode().tile_entries
    }

    fn counter(&self, counter: Counter) -> f64 {
        self.depends_on_the_game();
        self.state.counter(counter)
    }

    fn hexagonal(&self) -> bool {
        calcarray::convert::is_truthy(&self.rules.mode().hexagonal)
    }

    fn add_score(&mut self, points: f64) {
        if self.forbids_changes() {
            return;
        }
        self.changes += 1;
        self.state.score += points;
    }

    fn list(&self, list: List) -> &[Value] {
        match (&self.tracker, list) {
            (Some(tracker), List::Discovered) => tracker.discovered(),
            _ => self.depends_on_the_game(),
        }
        let state = &self.state;
        match list {
            List::Discovered => &state.discoveries.tiles,
            List::Winning => &state.discoveries.winning,
            List::Losing => &state.discoveries.losing,
            List::NextSpawns => &state.conveyor,
        }
    }

    fn tile_order(&self) -> Value {
        self.depends_on_the_game();
        let order = self.state.last_mover.and_then(|mover| self.rules.order(mover));
        let value = order.map(|order| order.value(self.state.grid.width()).clone());
        value.unwrap_or_else(|| Value::array(Vec::new()))
    }

    fn store(&self, store: Store) -> &[Value] {
        match (&self.tracker, store) {
            (None, _) => {}
            (Some(tracker), Store::GameVariables | Store::ModifierVariables) => tracker.variables(),
            (Some(tracker), Store::Spawns) => tracker.spawns(),
            (Some(tracker), Store::ForcedSpawns) => tracker.other(),
        }
        let state = &self.state;
        match store {
            Store::GameVariables => &state.game_variables,
            Store::ModifierVariables => &state.modifier_variables,
            Store::Spawns => &state.spawns,
            Store::ForcedSpawns => &state.forced_spawns,
        }
    }

    fn store_mut(&mut self, store: Store) -> Option<&mut Vec<Value>> {
        match (&self.tracker, store) {
            // What becomes of the others depends on them all.
            (Some(tracker), Store::GameVariables) if tracker.lets_set_variables() => tracker.variables(),
            (Some(tracker), _) if tracker.forbids() => {
                tracker.other();
                return None;
            }
            (Some(tracker), Store::Spawns) => tracker.spawns(),
            _ => self.depends_on_the_game(),
        }
        self.changes += 1;
        let state = &mut self.state;
        Some(Arc::make_mut(match store {
            Store::GameVariables => &mut state.game_variables,
            Store::ModifierVariables => &mut state.modifier_variables,
            Store::Spawns => &mut state.spawns,
            Store::ForcedSpawns => &mut state.forced_spawns,
        }))
    }

    fn modifier_indices(&self) -> &[Value] {
        self.depends_on_the_game();
        &self.state.modifier_indices
    }

    fn modifier_indices_mut(&mut self) -> Option<&mut Vec<Value>> {
        if self.forbids_changes() {
            return None;
        }
        Some(Arc::make_mut(&mut self.state.modifier_indices))
    }

    fn timer(&self, timer: Timer) -> f64 {
        self.depends_on_the_game();
        self.has_read_time.set(true);
        self.state.clock.read(timer, self.now)
    }

    /// Returns the status, which is no part of a cache key: an expression that is evaluated
    /// beforehand may not be in a move yet.
    fn status(&self) -> f64 {
        self.depends_on_the_game();
        match self.state.screen {
            Screen::Play if self.moving => 2.0,
            Screen::Play => 1.0,
            Screen::Win if self.rules.postgame_allowed() => -1.0,
            Screen::Win | Screen::GameOver => -2.0,
        }
    }

    fn can_replace_tiles(&self) -> bool {
        self.depends_on_the_game();
        self.state.screen == Screen::Play
    }

    fn replace_tile(&mut self, row: f64, column: f64, tile: Value) -> Result<(), Error> {
        if self.forbids_changes() {
            return Ok(());
        }
        let grid = &self.state.grid;
        let cell = whole(row).zip(whole(column)).map(|(row, column)| Cell::new(row, column));
        let size = (grid.height(), grid.width());
        let cell = cell.filter(|cell| grid.contains(*cell));
        let cell = cell.ok_or_else(|| ErrorKind::no_cell(row, column, size))?;
        self.permit_content(&tile)?;
        let grid = &mut self.state.grid;
        let before = grid.content(cell).clone();
        grid.set(cell, &tile);
        self.changes += 1;
        self.emit(|_| Event::Replaced { cell, before, after: tile });
        Ok(())
    }

    fn signal(&mut self, signal: Value) {
        if self.forbids_changes() {
            return;
        }
        self.changes += 1;
        self.spend_on(&signal);
        if self.signals.len() < SIGNALS && !self.signals.contains(&signal) {
            self.signals.push(signal);
        }
    }

    fn announce(&mut self, message: Text, milliseconds: f64) {
        if self.forbids_changes() {
            return;
        }
        self.spend(message.len() as u64);
        self.emit(|_| Event::Announcement { message, milliseconds });
    }

    fn output(&mut self, argument: &Value, value: &Value) {
        if self.forbids_changes() {
            return;
        }
        self.spend_on(argument);
        self.spend_on(value);
        self.emit(|_| Event::Output { argument: argument.clone(), value: value.clone() });
    }

    fn primes(&mut self) -> &mut Primes {
        if self.rules.lists_primes() {
            self.depends_on_the_game();
        }
        &mut self.state.primes
    }

    fn random(&mut self) -> Result<f64, Error> {
        self.depends_on_the_game();
        self.draw()
    }

    fn replayed_random(&mut self) -> Option<Result<Value, Error>> {
        if self.forbids_changes() {
            return None;
        }
        self.state.record.replay_event()
    }

    fn record_random(&mut self, result: &Value) {
        if self.forbids_changes() {
            return;
        }
        self.spend_on(result);
        self.spend(RECORDING);
        self.state.record.event(result);
    }

    fn script(&self, index: f64) -> Option<Program> {
        self.rules.scripts().get(whole(index)?).map(|script| script.program.clone())
    }

    fn tile_value(&self) -> Program {
        self.rules.tile_value().clone()
    }

    fn discovered_filter(&self) -> &[Value] {
        self.rules.discovered_filter()
    }

    fn merge_rule_applies(
        &mut self,
        rule: f64,
        offset: f64,
        recursive: bool,
        position: &Position<'_>,
        meter: &mut Meter,
    ) -> Result<bool, Error> {
        self.rule_applies(rule, offset, !recursive, position, meter)
    }
}
