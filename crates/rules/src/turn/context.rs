//! Playing: the state being changed, with all that a turn needs around it.

use std::cell::Cell as Changing;
use std::rc::Rc;

use calcarray::{Error, ErrorKind, Limit, Meter, Position, Program, Value, Variables};

use crate::board::grid::Grid;
use crate::board::places::Places;
use crate::error::{Place, TurnError};
use crate::game::event::{Event, Turn};
use crate::game::state::State;
use crate::merge::instance::Open;
use crate::random::{Placement, Randomness};
use crate::ruleset::Ruleset;
use crate::turn::account::Account;
use crate::turn::hooks::Hooks;
use crate::turn::profile::Profile;
use crate::turn::read_tracker::ReadTracker;
use crate::turn::spawn::skipped::SkippedSpawns;
use crate::world::World;

/// A game while something happens in it: works on a copy of the state, which
/// replaces the game's own only once everything has gone well.
pub(crate) struct TurnContext<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) state: Box<State>,
    pub(crate) now: f64,
    /// None for a look at the game that must not draw.
    pub(crate) random: Option<&'a mut dyn Randomness>,
    /// The events so far; empty if no events are wanted.
    pub(crate) events: Vec<Event>,
    /// True if events are kept.
    pub(crate) emit_events: bool,
    /// Signals that scripts have sent since the last trigger.
    pub(crate) signals: Vec<Value>,
    /// True if a move is being made: `@InGameStatus`.
    pub(crate) moving: bool,
    /// True if the turn is only to show whether something moves: it ends as soon as that is sure.
    pub(crate) ends_when_moved: bool,
    /// The spawns of the current separate automatic move, if there is one.
    pub(crate) separate_spawns: Option<Vec<Value>>,
    /// The spawns that were left out, in a turn without spawns.
    pub(crate) skipped_spawns: Option<SkippedSpawns>,
    /// The number of moves and triggers that are running inside one another.
    pub(crate) depth: u32,
    /// Counts the changes that scripts make, to tell which ones did something.
    pub(crate) changes: u64,
    /// The number of events that were counted as work.
    pub(crate) events_counted: usize,
    /// A faster engine that may know results from former turns.
    pub(crate) hooks: &'a (dyn Hooks + 'a),
    /// The account of the turn, if one is wanted.
    pub(crate) account: Option<Box<Account>>,
    /// Notes what expressions read, while something is recorded.
    pub(crate) tracker: Option<Rc<ReadTracker>>,
    /// True if every start sets up the same, apart from random tiles.
    pub(crate) same_setup: bool,
    /// True if an expression has read a timer.
    pub(crate) has_read_time: Changing<bool>,
    /// The number of evaluations.
    pub(crate) evaluations: u64,
    /// The number of cells that passes of the tiles went over.
    pub(crate) cells_passed: u64,
    pub(crate) workspace: Box<Workspace>,
    /// The meter of evaluations. It is boxed, because it is lent and given back often.
    pub(crate) meter: Option<Box<Meter>>,
    score_before: f64,
    work_left: u64,
    passes_left: u64,
}

/// Storage that turns use again, so that they allocate less.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// Flags of the cells while tiles move.
    pub(crate) open: Vec<Open>,
    pub(crate) awake_places: Places,
    /// A copy of the grid as it was.
    pub(crate) grid: Option<Grid>,
    /// A tracker of reads, shared only while it tracks, so that the workspace can go
    /// to another thread.
    pub(crate) tracker: Option<ReadTracker>,
    /// The times of evaluations, if they are taken.
    pub(crate) profile: Option<Box<Profile>>,
}

/// Returns the growth of a score; 0 if that is no number.
pub(crate) fn gain(before: f64, after: f64) -> f64 {
    let gain = after - before;
    if gain.is_nan() { 0.0 } else { gain }
}

impl<'a> TurnContext<'a> {
    pub(crate) fn new(rules: &'a Ruleset, state: Box<State>, world: &'a mut World<'_>) -> TurnContext<'a> {
        let now = world.now;
        TurnContext { random: Some(&mut *world.random), ..TurnContext::look(rules, state, now) }
    }

    /// A context without randomness, for questions about a game.
    pub(crate) fn look(rules: &'a Ruleset, state: Box<State>, now: f64) -> TurnContext<'a> {
        TurnContext::look_with(rules, state, now, Box::default())
    }

    /// A context without randomness, in storage that was used before.
    #[inline]
    pub(crate) fn look_with(
        rules: &'a Ruleset,
        state: Box<State>,
        now: f64,
        workspace: Box<Workspace>,
    ) -> TurnContext<'a> {
        let score_before = state.score;
        TurnContext {
            rules,
            state,
            now,
            random: None,
            events: Vec::new(),
            emit_events: true,
            signals: Vec::new(),
            moving: false,
            ends_when_moved: false,
            separate_spawns: None,
            skipped_spawns: None,
            depth: 0,
            changes: 0,
            events_counted: 0,
            hooks: &(),
            account: None,
            tracker: None,
            same_setup: false,
            has_read_time: Changing::new(false),
            evaluations: 0,
            cells_passed: 0,
            workspace,
            meter: None,
            score_before,
            work_left: rules.limits().turn_steps,
            passes_left: rules.limits().passes,
        }
    }

    /// Ends the turn: gives the state and the account of what happened.
    pub(crate) fn finish(mut self, moved: bool) -> (Box<State>, Turn) {
        self.state.grid.forget_value();
        let score = gain(self.score_before, self.state.score);
        (self.state, Turn { moved, score, events: self.events.into() })
    }

    /// Ends a turn that went well or not: what it came to, and the work it took.
    pub(crate) fn end(self, moved: Result<bool, TurnError>) -> (Result<(Box<State>, Turn), TurnError>, u64) {
        let done = self.work_done();
        (moved.map(|moved| self.finish(moved)), done)
    }

    /// Adds an event to the account of the turn.
    pub(crate) fn emit(&mut self, event: impl FnOnce(&State) -> Event) {
        if self.emit_events {
            let event = event(&self.state);
            self.events.push(event);
        }
    }

    /// Inserts an event behind the first `place` events of the account.
    pub(crate) fn emit_at(&mut self, place: usize, event: impl FnOnce(&State) -> Event) {
        if self.emit_events {
            let event = event(&self.state);
            self.events.insert(place.min(self.events.len()), event);
        }
    }

    /// Lends the meter to `work`, which evaluates expressions.
    pub(crate) fn metered<T>(
        &mut self,
        place: impl FnOnce() -> Place,
        work: impl FnOnce(&mut Self, &mut Meter) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let limits = &self.rules.limits().evaluation;
        let mut meter = self.meter.take().unwrap_or_else(|| Box::new(Meter::new(limits.clone())));
        let begun = self.workspace.profile.as_mut().map(|profile| profile.begin());
        let result = work(self, &mut meter);
        if let Some((profile, begun)) = self.workspace.profile.as_mut().zip(begun) {
            profile.end(begun, place());
        }
        self.meter = Some(meter);
        result
    }

    /// A top-level evaluation with a meter of its own to be emptied.
    pub(crate) fn run(
        &mut self,
        program: &Program,
        position: &Position<'_>,
        variables: &Variables,
        meter: &mut Meter,
    ) -> Result<Value, Error> {
        meter.reset();
        self.evaluations += 1;
        let (before, changes) = (meter.steps_left(), self.changes);
        let result = program.run_with(self, position, meter, variables);
        self.work((before - meter.steps_left()).saturating_add(1))?;
        if self.changes != changes {
            self.permit_lists()?;
        }
        result
    }

    /// Evaluates an expression of the mode.
    pub(crate) fn evaluate(
        &mut self,
        program: &Program,
        position: &Position<'_>,
        place: Place,
    ) -> Result<Value, TurnError> {
        self.evaluate_with(program, position, &Variables::default(), place)
    }

    /// Evaluates an expression that sees these variables, at this position.
    pub(crate) fn evaluate_with(
        &mut self,
        program: &Program,
        position: &Position<'_>,
        variables: &Variables,
        place: Place,
    ) -> Result<Value, TurnError> {
        self.metered(|| place.clone(), |play, meter| play.run(program, position, variables, meter))
            .map_err(|error| failed(place, error))
    }

    /// Evaluates an expression that is not part of the ruleset: one that a
    /// list of spawns holds, for instance.
    pub(crate) fn evaluate_value(
        &mut self,
        expression: &Value,
        position: &Position<'_>,
        place: Place,
    ) -> Result<Value, TurnError> {
        match self.rules.program(expression) {
            Ok(program) => self.evaluate(&program, position, place),
            Err(error) => Err(failed(place, error)),
        }
    }

    /// Counts work against the turn's limit.
    pub(crate) fn work(&mut self, units: u64) -> Result<(), Error> {
        let units = units.saturating_add(self.work_of_events());
        match self.work_left.checked_sub(units) {
            Some(left) => {
                self.work_left = left;
                Ok(())
            }
            None => Err(ErrorKind::Limit(Limit::Steps).into()),
        }
    }

    /// Returns the work that has been done.
    pub(crate) fn work_done(&self) -> u64 {
        self.rules.limits().turn_steps - self.work_left
    }

    /// Counts work where nothing can fail. If the limit is passed, the next call
    /// that counts work fails.
    pub(crate) fn spend(&mut self, units: u64) {
        self.work_left = self.work_left.saturating_sub(units);
    }

    /// Counts work outside of expressions.
    pub(crate) fn charge(&mut self, units: u64) -> Result<(), TurnError> {
        self.work(units).map_err(|_| TurnError::Limit("turn_steps"))
    }

    /// Counts a pass of the tiles.
    pub(crate) fn charge_pass(&mut self) -> Result<(), TurnError> {
        // An error that is made beforehand would have to be dropped each time.
        let Some(left) = self.passes_left.checked_sub(1) else { return Err(TurnError::Limit("passes")) };
        self.passes_left = left;
        self.cells_passed += self.state.grid.size() as u64;
        self.charge(self.state.grid.size() as u64)
    }

    /// Runs work that may lead to itself, such as scripts that start scripts, within
    /// the limit of depth.
    pub(crate) fn nested<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, TurnError>,
    ) -> Result<T, TurnError> {
        if self.depth >= self.rules.limits().script_depth {
            return Err(TurnError::Limit("script_depth"));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// One random number.
    pub(crate) fn draw(&mut self) -> Result<f64, Error> {
        let source = self.random.as_deref_mut();
        source.and_then(Randomness::next).ok_or_else(|| ErrorKind::NoRandomness.into())
    }

    /// Returns the way in which free cells are drawn.
    pub(crate) fn placement(&self) -> Placement {
        self.random.as_ref().map_or(Placement::ByTrial, |random| random.placement())
    }

    /// A random whole number from 0 to `count` - 1.
    pub(crate) fn draw_index(&mut self, count: usize) -> Result<usize, TurnError> {
        let draw = self.draw().map_err(|_| TurnError::OutOfRandomness)?;
        Ok(((draw * count as f64).floor() as usize).min(count.saturating_sub(1)))
    }
}

/// An error with the part of the mode it belongs to.
#[cold]
pub(crate) fn failed(place: Place, error: Error) -> TurnError {
    match error.kind() {
        ErrorKind::NoRandomness => TurnError::OutOfRandomness,
        ErrorKind::Host(reason) if error.path().len() == 0 => {
            TurnError::Rule { place, reason: reason.clone() }
        }
        _ => TurnError::Expression { place, error },
    }
}
