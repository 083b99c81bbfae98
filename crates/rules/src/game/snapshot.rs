//! A state as text, and back: exactly, but for its record. A saved game
//! ([`SavedGame`](crate::SavedGame)) leaves out what a game began with.

use std::sync::Arc;

use calcarray::{Board, Value, json, number};

use crate::board::grid::Grid;
use crate::board::heading::Mover;
use crate::board::shared_values::Shared;
use crate::error::TurnError;
use crate::game::Screen;
use crate::game::clock::Clock;
use crate::game::discoveries::Discoveries;
use crate::game::record::{count, whole};
use crate::game::state::{StartValues, State};
use crate::ruleset::Ruleset;

/// The error of a text that is no state, with its reason.
pub(crate) fn bad(what: &str) -> TurnError {
    TurnError::BadRecord(format!("the snapshot does not fit: {what}"))
}

/// Writes a value as text that reading gives back identically.
///
/// # Errors
/// A text in it would be read as something else.
pub(crate) fn write(value: &Value) -> Result<String, TurnError> {
    let text = json::write(value);
    match read(&text) {
        Ok(again) if again.identical(value) => Ok(text),
        _ => Err(bad("a text in the game would be read as another value")),
    }
}

/// Reads what [`write`] wrote.
pub(crate) fn read(text: &str) -> Result<Value, TurnError> {
    json::read(text, &json::ReadLimits::default()).map_err(|error| bad(&error.to_string()))
}

impl State {
    /// Returns everything but the record, as one value.
    pub(crate) fn snapshot(&self) -> Value {
        let list = |list: &[Value]| Value::array(list.to_vec());
        let flags = |flags: &[bool]| Value::from(flags.iter().map(|own| (*own).into()).collect::<Vec<_>>());
        let numbers = [
            self.score,
            self.moves,
            self.manual_moves,
            self.merges,
            self.merge_moves,
            self.merges_before,
            self.won,
        ];
        let screen = match self.screen {
            Screen::Play => 0.0,
            Screen::Win => 1.0,
            Screen::GameOver => 2.0,
        };
        let mover = match self.last_mover {
            None => Value::Null,
            Some(Mover::Player(index)) => numbered(0.0, index),
            Some(Mover::Automatic(index)) => numbered(1.0, index),
        };
        Value::from(vec![
            self.grid.to_value(),
            of_numbers(&numbers),
            flags(&self.available),
            Value::Number(screen),
            self.possible_over_checked.into(),
            mover,
            clock(&self.clock),
            start(&self.start),
            list(&self.game_variables),
            list(&self.modifier_variables),
            list(&self.modifier_indices),
            list(&self.spawns),
            list(&self.forced_spawns),
            list(&self.spawn_boxes),
            list(&self.conveyor),
            list(&self.discoveries.tiles),
            list(&self.discoveries.winning),
            list(&self.discoveries.losing),
        ])
    }

    /// Goes on from a snapshot of a game of these rules.
    pub(crate) fn of_snapshot(rules: &Ruleset, value: &Value) -> Result<State, TurnError> {
        let mut state = State::new(rules, 0.0);
        let parts = &mut Parts::of(value)?;
        let (height, width) = (state.grid.height(), state.grid.width());
        state.grid = Grid::read(parts.next()?, height, width, state.grid.tiles())
            .ok_or_else(|| bad(&format!("the grid is not {height} rows of {width} cells")))?;
        let counts = parts.list()?;
        let [score, moves, manual_moves, merges, merge_moves, merges_before, won] = counts.as_slice() else {
            return Err(bad("it has other counts"));
        };
        state.score = to_number(score)?;
        state.moves = to_number(moves)?;
        state.manual_moves = to_number(manual_moves)?;
        state.merges = to_number(merges)?;
        state.merge_moves = to_number(merge_moves)?;
        state.merges_before = to_number(merges_before)?;
        state.won = to_number(won)?;
        state.available = parts.list()?.iter().map(Value::is_true).collect();
        if state.available.len() != rules.directions().len() {
            return Err(bad("it has another number of directions"));
        }
        state.screen = match to_number(parts.next()?)? {
            0.0 => Screen::Play,
            1.0 => Screen::Win,
            2.0 => Screen::GameOver,
            _ => return Err(bad("it has no such screen")),
        };
        state.possible_over_checked = parts.next()?.is_true();
        state.last_mover = mover(parts.next()?, rules)?;
        state.clock = read_clock(parts.next()?, rules.scripts().len())?;
        state.start = Arc::new(read_start(parts.next()?)?);
        state.game_variables = parts.shared()?;
        state.modifier_variables = parts.shared()?;
        state.modifier_indices = parts.shared()?;
        state.spawns = parts.shared()?;
        state.forced_spawns = parts.shared()?;
        state.spawn_boxes = parts.shared()?;
        state.conveyor = parts.list()?;
        if state.conveyor.len() != rules.next_tiles().max(1) {
            return Err(bad("it has another number of next tiles"));
        }
        state.discoveries = Discoveries::new(parts.list()?, parts.list()?, parts.list()?);
        Ok(state)
    }
}

/// The entries of a list, one after another.
pub(crate) struct Parts<'v> {
    left: std::slice::Iter<'v, Value>,
}

impl<'v> Parts<'v> {
    pub(crate) fn of(value: &'v Value) -> Result<Parts<'v>, TurnError> {
        let list = value.as_array().ok_or_else(|| bad("a list is missing"))?;
        Ok(Parts { left: list.entries().iter() })
    }

    pub(crate) fn next(&mut self) -> Result<&'v Value, TurnError> {
        self.left.next().ok_or_else(|| bad("an entry is missing"))
    }

    pub(crate) fn number(&mut self) -> Result<f64, TurnError> {
        to_number(self.next()?)
    }

    pub(crate) fn whole(&mut self) -> Result<usize, TurnError> {
        let number = self.number()?;
        whole(number).ok_or_else(|| bad(&format!("{} is no count", number::to_text(number))))
    }

    pub(crate) fn count(&mut self) -> Result<u64, TurnError> {
        let number = self.number()?;
        count(number).ok_or_else(|| bad(&format!("{} is no count", number::to_text(number))))
    }

    pub(crate) fn is_true(&mut self) -> Result<bool, TurnError> {
        Ok(self.next()?.is_true())
    }

    pub(crate) fn list(&mut self) -> Result<Vec<Value>, TurnError> {
        let list = self.next()?.as_array().ok_or_else(|| bad("a list is missing"))?;
        Ok(list.to_vec())
    }

    pub(crate) fn whole_numbers(&mut self) -> Result<Vec<usize>, TurnError> {
        let mut whole_numbers = Vec::new();
        while !self.left.as_slice().is_empty() {
            whole_numbers.push(self.whole()?);
        }
        Ok(whole_numbers)
    }

    fn shared(&mut self) -> Result<Shared, TurnError> {
        self.list().map(Arc::new)
    }
}

fn to_number(value: &Value) -> Result<f64, TurnError> {
    value.as_number().ok_or_else(|| bad("a number is missing"))
}

pub(crate) fn of_numbers(numbers: &[f64]) -> Value {
    numbers.iter().copied().map(Value::Number).collect::<Vec<_>>().into()
}

fn numbered(kind: f64, index: usize) -> Value {
    of_numbers(&[kind, index as f64])
}

fn mover(value: &Value, rules: &Ruleset) -> Result<Option<Mover>, TurnError> {
    if *value == Value::Null {
        return Ok(None);
    }
    let mut parts = Parts::of(value)?;
    let kind = parts.number()?;
    let index = parts.whole()?;
    let mover = if kind == 0.0 { Mover::Player(index) } else { Mover::Automatic(index) };
    match rules.order(mover) {
        Some(_) => Ok(Some(mover)),
        None => Err(bad("nothing of the mode has moved last")),
    }
}

/// The moments of a clock that may not have come.
fn clock(clock: &Clock) -> Value {
    let moments = [clock.first_move, clock.move_start, clock.move_end, clock.victory, clock.game_over];
    let moments = moments.map(|moment| moment.map_or(Value::Null, Value::Number));
    Value::from(vec![Value::Number(clock.start), Value::from(moments.to_vec()), of_numbers(&clock.scripts)])
}

fn read_clock(value: &Value, scripts: usize) -> Result<Clock, TurnError> {
    let mut parts = Parts::of(value)?;
    let start = parts.number()?;
    let moments: Vec<Option<f64>> = parts.list()?.iter().map(Value::as_number).collect();
    let times = parts.list()?.iter().map(to_number).collect::<Result<Vec<f64>, _>>()?;
    let [first_move, move_start, move_end, victory, game_over] = moments[..] else {
        return Err(bad("it has other moments"));
    };
    if times.len() != scripts {
        return Err(bad("it has another number of scripts"));
    }
    Ok(Clock { start, first_move, move_start, move_end, victory, game_over, scripts: times })
}

fn start(start: &StartValues) -> Value {
    let list = |list: &[Value]| Value::array(list.to_vec());
    Value::from(vec![
        list(&start.game_variables),
        list(&start.modifier_variables),
        list(&start.modifier_indices),
        list(&start.spawns),
        list(&start.forced_spawns),
        start.undrawn.as_deref().map_or(Value::Null, list),
    ])
}

fn read_start(value: &Value) -> Result<StartValues, TurnError> {
    let mut parts = Parts::of(value)?;
    Ok(StartValues {
        game_variables: parts.list()?,
        modifier_variables: parts.list()?,
        modifier_indices: parts.list()?,
        spawns: parts.list()?,
        forced_spawns: parts.list()?,
        undrawn: parts.next()?.as_array().map(|list| list.to_vec()),
    })
}
