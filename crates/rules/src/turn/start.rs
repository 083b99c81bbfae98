//! Starting a game (docs/spec/rules.md, "New game").

use std::sync::Arc;

use calcarray::{Position, Primes, Value};

use crate::board::cell::Cell;
use crate::board::heading::Heading;
use crate::error::{Place, TurnError};
use crate::game::Screen;
use crate::game::audit::Audit;
use crate::game::clock::Clock;
use crate::game::discoveries::Discoveries;
use crate::game::record::{Record, read_spawn_entry};
use crate::game::state::{StartValues, State};
use crate::game::unrecorded::Unrecorded;
use crate::ruleset::Ruleset;
use crate::turn::context::TurnContext;
use crate::turn::trigger::Trigger;

impl State {
    /// A game of which nothing has happened yet.
    pub(crate) fn new(rules: &Ruleset, now: f64) -> State {
        let start = Arc::new(rules.start_values());
        State {
            grid: rules.starting_grid().clone(),
            score: 0.0,
            moves: 0.0,
            manual_moves: 0.0,
            merges: 0.0,
            merge_moves: 0.0,
            merges_before: 0.0,
            won: 0.0,
            available: vec![true; rules.directions().len()],
            game_variables: Arc::new(start.game_variables.clone()),
            modifier_variables: Arc::new(start.modifier_variables.clone()),
            modifier_indices: Arc::new(start.modifier_indices.clone()),
            spawns: Arc::new(start.spawns.clone()),
            forced_spawns: Arc::new(start.forced_spawns.clone()),
            start,
            spawn_boxes: Arc::default(),
            conveyor: Vec::new(),
            discoveries: Discoveries::default(),
            possible_over_checked: false,
            screen: Screen::Play,
            last_mover: None,
            clock: Clock::starting(now, rules.scripts().len()),
            record: Record::new(),
            unrecorded: Unrecorded::default(),
            primes: Primes::default(),
        }
    }

    /// Takes variables and spawn lists back to their start values.
    fn reset_values(&mut self) {
        let start = &self.start;
        self.game_variables = Arc::new(start.game_variables.clone());
        self.modifier_variables = Arc::new(start.modifier_variables.clone());
        self.modifier_indices = Arc::new(start.modifier_indices.clone());
        self.spawns = Arc::new(start.spawns.clone());
        self.forced_spawns = Arc::new(start.forced_spawns.clone());
    }

    /// Makes the current values the start values.
    fn keep_values(&mut self) {
        self.start = Arc::new(StartValues {
            game_variables: self.game_variables.to_vec(),
            modifier_variables: self.modifier_variables.to_vec(),
            modifier_indices: self.modifier_indices.to_vec(),
            spawns: self.spawns.to_vec(),
            forced_spawns: self.forced_spawns.to_vec(),
            undrawn: None,
        });
    }
}

impl TurnContext<'_> {
    /// A new game of the mode.
    pub(crate) fn start(&mut self) -> Result<(), TurnError> {
        // What start scripts change becomes the start values. They may see
        // the settings of the mode, which are not part of a mode here, and
        // its directions.
        let mode = self.rules.mode();
        let none = || Value::array(Vec::new());
        let directions = vec![none(), mode.directions.clone(), mode.auto_directions.clone()];
        let variables = [none(), none(), Value::array(directions)];
        self.trigger_with(Trigger::StartBeforeModifiers, &Position::default(), &variables)?;
        self.trigger_with(Trigger::StartAfterModifiers, &Position::default(), &variables)?;
        self.state.keep_values();
        self.set_up()
    }

    /// Takes the game back to its start. Manual moves go on being counted, as in
    /// the reference.
    pub(crate) fn start_again(&mut self) -> Result<(), TurnError> {
        let fresh = State::new(self.rules, self.now);
        let old = std::mem::replace(&mut *self.state, fresh);
        self.state.start = old.start;
        self.state.manual_moves = old.manual_moves;
        self.state.primes = old.primes;
        // The screen becomes the play screen only after the scripts.
        self.state.screen = old.screen;
        self.set_up()
    }

    /// Draws the first values of the game variables that are drawn before
    /// every game. Each game begins with what the mode says, not with what the
    /// game before it drew.
    ///
    /// The expression runs on a game of which nothing has happened, and only
    /// what it leaves in the variables counts: the record has none of it, since
    /// a playback begins with the values that were drawn.
    fn draw_first_values(&mut self) -> Result<(), TurnError> {
        let Some(expression) = self.rules.before_game() else { return Ok(()) };
        let start = &self.state.start;
        let undrawn = start.undrawn.as_ref().unwrap_or(&start.game_variables).clone();
        let mut fresh = Box::new(State::new(self.rules, self.now));
        fresh.start = Arc::clone(start);
        fresh.reset_values();
        fresh.game_variables = Arc::new(undrawn.clone());
        let mut turn = TurnContext::look(self.rules, fresh, self.now);
        turn.random = self.random.as_mut().map(|random| &mut **random as _);
        turn.evaluate(expression, &Position::default(), Place::Field("before_game"))?;
        let (drawn, work) = (Arc::clone(&turn.state.game_variables), turn.work_done());
        let start = StartValues {
            game_variables: drawn.to_vec(),
            undrawn: Some(undrawn),
            ..StartValues::clone(&self.state.start)
        };
        self.state.start = Arc::new(start);
        self.charge(work)
    }

    /// Runs the steps from "Current values" to "Setup scripts" (docs/spec/rules.md, "New game").
    fn set_up(&mut self) -> Result<(), TurnError> {
        self.draw_first_values()?;
        self.state.reset_values();
        self.trigger(Trigger::Restart, &Heading::default())?;
        if self.state.screen != Screen::Play {
            self.show(Screen::Play);
        }
        self.fill_boxes()?;
        self.clear_conveyor();
        self.fill_conveyor()?;
        let amount = self.rules.mode().start_tiles;
        self.spawn_all(amount, &Heading::default())?;
        self.state.leave_out_events(0..self.state.record.random_index);
        let (result, depends) = self.watching(|play| play.trigger(Trigger::EndSetup, &Heading::default()));
        result?;
        let is_drawn = self.rules.before_game().is_some() || self.rules.has_scripts_for(Trigger::Restart);
        self.same_setup = depends.at_most_spawns() && !is_drawn;
        self.refresh()
    }

    /// The start of a playback, with the recorded cells.
    pub(crate) fn start_playback(&mut self, recorded: &[Value]) -> Result<(), TurnError> {
        self.fill_boxes()?;
        self.clear_conveyor();
        self.state.record.audit = Audit::new(self.rules, &self.state).map(Box::new);
        let recorded = self.recorded_spawns(recorded)?;
        let amount = self.rules.mode().start_tiles;
        self.audit(&recorded, amount, &Heading::default(), true)?;
        self.place_recorded(recorded)?;
        self.trigger(Trigger::EndSetup, &Heading::default())?;
        self.refresh()
    }

    /// The contents and cells of recorded spawns.
    pub(crate) fn recorded_spawns(&self, recorded: &[Value]) -> Result<Vec<(Value, Cell)>, TurnError> {
        let mut spawns = Vec::with_capacity(recorded.len());
        for entry in recorded {
            let Some((content, cell)) = read_spawn_entry(entry) else {
                return Err(TurnError::BadRecord("a recorded spawn is not [tile, row, column]".to_owned()));
            };
            if !self.state.grid.contains(cell) {
                return Err(TurnError::BadRecord(format!(
                    "a recorded spawn is outside of the grid, at {cell}"
                )));
            }
            spawns.push((content, cell));
        }
        Ok(spawns)
    }

    /// Puts recorded contents into their cells. Gives the contents.
    pub(crate) fn place_recorded(&mut self, recorded: Vec<(Value, Cell)>) -> Result<Vec<Value>, TurnError> {
        let mut contents = Vec::with_capacity(recorded.len());
        for (content, cell) in recorded {
            self.state.grid.set(cell, &content);
            self.note_spawn(&content, cell, false);
            contents.push(content);
        }
        self.discover()?;
        Ok(contents)
    }
}
