//! The directions a player can press, and the moves that happen by themselves.

use calcarray::{Limits, Program, Value};

use crate::error::ModeError;

/// The side effects of a move: the fifth entry of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// 1: a full manual move; 0: an automatic move with a turn of its own;
    /// -1: an automatic move that belongs to the manual one.
    pub turn: f64,
    /// True if merges may happen.
    pub merges: bool,
    /// True if temporary holes count down and length-0 rules apply.
    pub end_of_turn: bool,
    /// True if the scripts around a move run.
    pub scripts: bool,
}

impl Strength {
    /// A full manual move: what a direction has if it says nothing else.
    pub const MANUAL: Strength = Strength { turn: 1.0, merges: true, end_of_turn: true, scripts: true };
}

/// A direction: one way to move the tiles.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Step in rows, down is positive.
    pub rows: i64,
    /// Step in columns, right is positive.
    pub columns: i64,
    /// The number of passes, at most; infinity: until nothing moves; 0: stay still.
    pub slide: f64,
    /// A number that expressions can see.
    pub kind: f64,
    /// The side effects of the move.
    pub strength: Strength,
    /// The probability of the move, in percent; without one it always happens.
    pub probability: Option<f64>,
    /// The condition of the direction: if it gives `false`, the direction is blacked out.
    pub availability: Option<Program>,
    /// The whole entry as written: label, layout, keys.
    pub source: Value,
}

impl Direction {
    /// Returns true if the tiles stay where they are in this move.
    pub fn stays_still(&self) -> bool {
        (self.rows == 0 && self.columns == 0) || self.slide == 0.0
    }

    /// Compiles an entry of `directions`: `[move, label, …]`.
    pub(crate) fn compile(entry: &Value, limits: &Limits) -> Result<Direction, Problem> {
        let entries = entry.as_array().ok_or(Problem::from("must be a list"))?;
        let mv = entries.first().ok_or(Problem::from("has no move"))?;
        let mut direction = Direction::read_move(mv).map_err(|problem| problem.inside(0))?;
        direction.availability = match entries.get(9) {
            None | Some(Value::Undefined) => None,
            Some(expression) => Some(
                Program::compile(expression, limits)
                    .map_err(|error| Problem::from(error.to_string()).inside(9))?,
            ),
        };
        direction.source = entry.clone();
        Ok(direction)
    }

    /// Reads `[rows, columns, slide, type, strength, probability?]`.
    fn read_move(mv: &Value) -> Result<Direction, Problem> {
        let entries = mv.as_array().ok_or(Problem::from("must be a list"))?;
        let number = |index: usize, default: f64| match entries.get(index) {
            None | Some(Value::Undefined) => Ok(default),
            Some(Value::Number(number)) => Ok(*number),
            Some(_) => Err(Problem::from("must be a number").inside(index)),
        };
        let step = |index: usize| {
            let step = number(index, 0.0)?;
            if step.fract() != 0.0 || step.abs() > 1e9 {
                return Err(Problem::from("must be a whole number").inside(index));
            }
            Ok(step as i64)
        };
        let strength = match entries.get(4) {
            None | Some(Value::Undefined) => Strength::MANUAL,
            Some(strength) => Strength::read(strength).map_err(|problem| problem.inside(4))?,
        };
        Ok(Direction {
            rows: step(0)?,
            columns: step(1)?,
            slide: number(2, f64::INFINITY)?,
            kind: number(3, 0.0)?,
            strength,
            probability: match entries.get(5) {
                None | Some(Value::Undefined) => None,
                Some(_) => Some(number(5, 100.0)?),
            },
            availability: None,
            source: mv.clone(),
        })
    }
}

impl Strength {
    fn read(entry: &Value) -> Result<Strength, Problem> {
        let entries = entry.as_array().ok_or(Problem::from("must be a list"))?;
        let turn = match entries.first() {
            None => 1.0,
            Some(turn) => turn.as_number().ok_or(Problem::from("must be a number").inside(0))?,
        };
        let flag = |index: usize| !matches!(entries.get(index), Some(Value::Boolean(false)));
        Ok(Strength { turn, merges: flag(1), end_of_turn: flag(2), scripts: flag(3) })
    }
}

/// The moment of an automatic move within a manual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Timing {
    Before,
    Between,
    After,
}

/// A move that happens by itself.
#[derive(Clone, Debug)]
pub struct AutoMove {
    /// The move.
    pub direction: Direction,
    /// The moment within the manual move.
    pub timing: Timing,
    /// The move happens only if this gives `true`; without one it always happens.
    pub condition: Option<Program>,
}

impl AutoMove {
    /// Compiles an entry of `auto_directions`: `[move, timing, condition?]`.
    pub(crate) fn compile(entry: &Value, limits: &Limits) -> Result<AutoMove, Problem> {
        let entries = entry.as_array().ok_or(Problem::from("must be a list"))?;
        let mv = entries.first().ok_or(Problem::from("has no move"))?;
        let direction = Direction::read_move(mv).map_err(|problem| problem.inside(0))?;
        let timing = match entries.get(1) {
            Some(word) if word.is_word("Before") => Timing::Before,
            Some(word) if word.is_word("Between") => Timing::Between,
            Some(word) if word.is_word("After") => Timing::After,
            _ => return Err(Problem::from("must be Before, Between or After").inside(1)),
        };
        let condition = match entries.get(2) {
            None | Some(Value::Undefined) => None,
            Some(expression) => Some(
                Program::compile(expression, limits)
                    .map_err(|error| Problem::from(error.to_string()).inside(2))?,
            ),
        };
        Ok(AutoMove { direction, timing, condition })
    }
}

/// The fault of an entry, with the place in it.
#[derive(Debug)]
pub(crate) struct Problem {
    path: Vec<usize>,
    reason: String,
}

impl Problem {
    fn inside(mut self, entry: usize) -> Problem {
        self.path.insert(0, entry);
        self
    }

    /// Returns the problem as an error in an entry of a field of the mode.
    pub(crate) fn of(self, field: &'static str, entry: usize) -> ModeError {
        let inside = self.inside(entry);
        ModeError { field, path: inside.path, reason: inside.reason }
    }
}

impl<T: Into<String>> From<T> for Problem {
    fn from(reason: T) -> Problem {
        Problem { path: Vec::new(), reason: reason.into() }
    }
}
