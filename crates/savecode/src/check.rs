//! Checks of the value of a piece: type, size, and agreement with other pieces.

use calcarray::{Array, Value};

use crate::error::{Problem, Reason, WarningKind};
use crate::kind::Kind;
use crate::limits::DecodeLimits;
use crate::piece::Shape;

/// The facts from earlier pieces of a code that later ones must fit.
pub(crate) struct Seen {
    kind: Kind,
    width: usize,
    height: usize,
    directions: usize,
}

impl Seen {
    /// A check that has seen no piece yet of a code of this kind.
    pub fn new(kind: Kind) -> Seen {
        Seen { kind, width: 0, height: 0, directions: 0 }
    }

    /// Checks a value against the shape of its piece and the pieces before.
    pub fn check(
        &mut self,
        shape: Shape,
        name: &str,
        value: &Value,
        limits: &DecodeLimits,
    ) -> Result<Option<WarningKind>, Problem> {
        match shape {
            Shape::Any => {}
            Shape::Side => {
                let side = size(value, limits.side)?;
                if name == "width" {
                    self.width = side;
                } else {
                    self.height = side;
                }
                if self.width.saturating_mul(self.height) > limits.cells {
                    return Err(limit("cells of the grid", limits.cells));
                }
            }
            Shape::TileEntries => {
                size(value, limits.tile_entries)?;
            }
            Shape::NextTiles => {
                if number(value)? > limits.next_tiles as f64 {
                    return Err(limit("tiles shown ahead", limits.next_tiles));
                }
            }
            Shape::Number => {
                number(value)?;
            }
            Shape::NumberOrNan => match value {
                Value::Number(number) if number.is_nan() => return Ok(Some(WarningKind::NotANumber)),
                value => {
                    number(value)?;
                }
            },
            Shape::List | Shape::RulesText => {
                list(value)?;
            }
            Shape::StartSpawns => {
                // A game may have lost its spawns to a script; it goes on without.
                if list(value)?.is_empty() && self.kind == Kind::Mode {
                    return Err(Problem::new(Reason::WrongType, "the list is empty: no tile can be chosen"));
                }
            }
            Shape::ListOrNan => match value {
                Value::Number(number) if number.is_nan() => {}
                value => {
                    list(value)?;
                }
            },
            Shape::Grid => self.grid(value)?,
            Shape::Directions => {
                self.directions = list(value)?.len();
                if self.directions == 0 {
                    return Ok(Some(WarningKind::NoDirections));
                }
            }
            Shape::AutoDirections => {
                list(value)?;
            }
            Shape::Available => {
                let length = list(value)?.len();
                if length < self.directions {
                    let detail = format!("{length} entries for {} directions", self.directions);
                    return Err(Problem::new(Reason::Shape, detail));
                }
            }
            Shape::SpawnLocation => {
                if !value.is_word("All") && !value.is_word("Edge") {
                    return Ok(Some(WarningKind::UnknownSpawnLocation));
                }
            }
            Shape::Moves => {
                if list(value)?.len() > limits.moves {
                    return Err(limit("recorded moves", limits.moves));
                }
            }
            Shape::Time => time(value)?,
            Shape::Times => match value {
                Value::Boolean(false) => {}
                value => list(value)?.iter().try_for_each(time)?,
            },
            Shape::CustomRules => at_least(value, 3)?,
            Shape::Modifiers => at_least(value, 28)?,
            Shape::Infused => {
                list(value)?;
            }
        }
        Ok(None)
    }

    fn grid(&self, value: &Value) -> Result<(), Problem> {
        let rows = list(value)?;
        if rows.len() != self.height {
            let detail = format!("{} rows in a grid of height {}", rows.len(), self.height);
            return Err(Problem::new(Reason::Shape, detail));
        }
        for (row, cells) in rows.iter().enumerate() {
            let cells = cells.as_array().ok_or_else(|| {
                Problem::new(Reason::WrongType, format!("row {row} is {}, not a list", article(cells)))
            })?;
            if cells.len() != self.width {
                let detail = format!("{} cells in row {row} of a grid of width {}", cells.len(), self.width);
                return Err(Problem::new(Reason::Shape, detail));
            }
        }
        Ok(())
    }
}

/// The list that a value must be.
pub(crate) fn list(value: &Value) -> Result<&Array, Problem> {
    value
        .as_array()
        .ok_or_else(|| Problem::new(Reason::WrongType, format!("{}, where a list is needed", article(value))))
}

/// A list must have at least this many entries.
pub(crate) fn at_least(value: &Value, length: usize) -> Result<(), Problem> {
    let found = list(value)?.len();
    if found < length {
        let detail = format!("{found} entries, where {length} are needed");
        return Err(Problem::new(Reason::Shape, detail));
    }
    Ok(())
}

fn number(value: &Value) -> Result<f64, Problem> {
    match value {
        Value::Number(number) if number.is_nan() => {
            Err(Problem::new(Reason::BadNumber, "NaN, where a number is needed"))
        }
        Value::Number(number) => Ok(*number),
        other => {
            Err(Problem::new(Reason::WrongType, format!("{}, where a number is needed", article(other))))
        }
    }
}

/// A number of columns, rows or entries.
fn size(value: &Value, most: usize) -> Result<usize, Problem> {
    let number = number(value)?;
    if number < 1.0 || number.fract() != 0.0 || number.is_infinite() {
        let detail = format!("{number}, where an integer of at least 1 is needed");
        return Err(Problem::new(Reason::OutOfRange, detail));
    }
    if number > most as f64 {
        return Err(Problem::new(Reason::Limit, format!("{number}, where at most {most} are allowed")));
    }
    Ok(number as usize)
}

fn time(value: &Value) -> Result<(), Problem> {
    match value {
        Value::Number(_) | Value::Boolean(false) => Ok(()),
        other => {
            let detail = format!("{}, where a time or false is needed", article(other));
            Err(Problem::new(Reason::WrongType, detail))
        }
    }
}

fn limit(what: &str, most: usize) -> Problem {
    Problem::new(Reason::Limit, format!("more than {most} {what}"))
}

fn article(value: &Value) -> &'static str {
    match value {
        Value::Undefined => "nothing",
        Value::Null => "null",
        Value::Boolean(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::Integer(_) => "a big integer",
        Value::Rational(_) => "a fraction",
        Value::Gaussian(_) => "a Gaussian integer",
        Value::Text(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
