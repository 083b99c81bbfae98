//! Modifiers as Modifiers codes hold them (docs/spec/modifiers.md, "Modifier
//! codes").

use calcarray::Value;

use crate::choices::catalogue::{Modifier, Range};
use crate::choices::choice::{Choice, Garbage, GridShape};
use crate::choices::custom_grid::CustomGrid;
use crate::choices::modifiers::Modifiers;
use crate::effects::direction_set::directions;
use crate::effects::grid::MAX_CELLS;
use crate::effects::plain::CONDITION;
use crate::error::ModifierError;
use crate::parts::expression::entries;

/// Entries of the reference's list.
const ENTRIES: usize = 34;

/// The entry that codes leave out.
const LEFT_OUT: usize = 16;

/// The values of the entries that nothing uses.
const UNUSED: [(usize, f64); 2] = [(LEFT_OUT, 1.0), (29, 100.0)];

/// The content of a Modifiers code.
#[derive(Clone, Debug, PartialEq)]
pub struct CodeFields {
    /// The list without entry 16.
    pub settings: Value,
    /// Automatic moves.
    pub auto_moves: Value,
    /// The custom grid (shape Custom): width, height, hexagonal, starting grid,
    /// directions.
    pub grid: Option<[Value; 5]>,
}

impl Modifiers {
    /// The list of the reference, all 34 entries: expressions of Infused
    /// Modes see it.
    pub fn values(&self) -> Vec<Value> {
        let value = |index| match Modifier::at(index) {
            Some(modifier) => modifier.get(self),
            None => {
                let unused = UNUSED.iter().find(|(unused, _)| *unused == index);
                unused.map_or(Value::Undefined, |(_, value)| Value::Number(*value))
            }
        };
        (0..ENTRIES).map(value).collect()
    }

    /// Returns the content of a code of these modifiers.
    pub fn to_code(&self) -> CodeFields {
        let mut settings = self.values();
        settings.remove(LEFT_OUT);
        let grid = match (self.grid_shape, &self.custom_grid) {
            (GridShape::Custom, Some(grid)) => {
                let rows = entries(&grid.cells);
                let width = rows.first().map_or(0, |row| entries(row).len());
                let directions = directions(self, 0);
                Some([width.into(), rows.len().into(), grid.hexagonal.into(), grid.cells.clone(), directions])
            }
            _ => None,
        };
        let auto_moves: Vec<Value> = self.auto_moves.iter().map(auto_move_in_code).collect();
        CodeFields { settings: settings.into(), auto_moves: auto_moves.into(), grid }
    }

    /// Reads the content of a code. Entries that older codes lack stay as they are in
    /// `self`.
    ///
    /// The reference forgets the grid of a custom one (docs/spec/modifiers.md,
    /// "Reference bugs and odd points", bug 4); here it is restored if the code
    /// has it, and an empty one of the same size takes its place otherwise.
    ///
    /// # Errors
    /// If a value is not one that its modifier takes.
    pub fn with_code(&self, code: &CodeFields) -> Result<Modifiers, ModifierError> {
        let mut settings = entries(&code.settings).to_vec();
        settings.extend(self.values().into_iter().skip(settings.len() + 1));
        settings.insert(LEFT_OUT.min(settings.len()), Value::Number(1.0));
        let mut read = self.clone();
        for (index, value) in settings.iter().enumerate() {
            if let Some(modifier) = Modifier::at(index) {
                modifier.set(&mut read, &modernised(modifier, value))?;
            }
        }
        Modifier::find("auto_moves")?.set(&mut read, &code.auto_moves)?;
        if let Some([width, height, hexagonal, cells, directions]) = &code.grid {
            let sides =
                [height, width].map(|side| side.as_number().unwrap_or(0.0).clamp(0.0, 9999.0) as usize);
            let [rows, columns] = sides;
            if rows.saturating_mul(columns) > MAX_CELLS {
                return Err(ModifierError::TooLarge { what: "cells", limit: MAX_CELLS });
            }
            let drawn = entries(cells).len() == rows
                && entries(cells).iter().all(|row| entries(row).len() == columns);
            let empty = || Value::array(vec![Value::array(vec![Value::from("@Empty"); columns]); rows]);
            read.custom_grid = Some(CustomGrid {
                cells: if drawn { cells.clone() } else { empty() },
                hexagonal: hexagonal.is_true(),
                directions: Some(directions.clone()),
            });
        }
        Ok(read)
    }
}

/// An automatic move as codes hold it: numbers of its condition that JSON has no word for,
/// such as an infinite period, are `null`. (That of how far tiles slide has a text.)
fn auto_move_in_code(auto_move: &Value) -> Value {
    let mut parts = entries(auto_move).to_vec();
    match parts.get_mut(CONDITION) {
        Some(condition) => *condition = without_endless_numbers(condition),
        None => return auto_move.clone(),
    }
    parts.into()
}

fn without_endless_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) if !number.is_finite() => Value::Null,
        Value::Array(parts) => Value::array(parts.iter().map(without_endless_numbers).collect::<Vec<_>>()),
        value => value.clone(),
    }
}

/// Codes before version 3.0 have `false` where a modifier that is now a number
/// is off, and `true` for the zeros of garbage (docs/spec/savecodes.md, "Modifiers codes").
fn modernised(modifier: &Modifier, value: &Value) -> Value {
    match (modifier.range, value) {
        (Range::Count { .. }, Value::Boolean(false)) => modifier.default_value(),
        (_, Value::Boolean(true)) if modifier.name == "garbage" => Garbage::Zeros.to_value(),
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::plain::auto_move_in_mode;
    use crate::parts::expression::list;

    #[test]
    fn a_code_gives_the_modifiers_back() {
        let cells = list![list!["@Empty", "@Void"]];
        let custom_grid = Some(CustomGrid { cells, hexagonal: false, directions: Some(list![]) });
        let modifiers = Modifiers {
            colors: 3,
            next_tiles: 2,
            grid_shape: GridShape::Custom,
            custom_grid,
            ..Modifiers::default()
        };
        assert_eq!(Modifiers::default().with_code(&modifiers.to_code()), Ok(modifiers));
    }

    #[test]
    fn an_endless_period_is_null_in_codes() {
        let endless = Value::Number(f64::INFINITY);
        let moves = |period: &Value, offset: &Value, slide: &Value| {
            let condition = list![period.clone(), offset.clone(), "@end_vars", list!["@Var 0"]];
            list![list![1, 0, slide.clone(), 0, list![0, true, true, true]], "After", condition]
        };
        let (three, null) = (Value::Number(3.0), Value::Null);
        for (period, offset, own_period, own_offset) in [
            (&endless, &three, &null, &three),
            (&three, &endless, &three, &null),
            (&Value::Number(f64::NAN), &three, &null, &three),
            (&three, &three, &three, &three),
        ] {
            let auto_moves = vec![moves(period, offset, &endless)];
            let code = Modifiers { auto_moves, ..Modifiers::default() }.to_code();
            assert_eq!(code.auto_moves, list![moves(own_period, own_offset, &endless)]);
            let read = Modifiers::default().with_code(&code).unwrap();
            assert_eq!(Value::array(read.auto_moves.clone()), code.auto_moves);
            let made = auto_move_in_mode(&read.auto_moves[0]);
            let own = if own_period == &null { &endless } else { own_period };
            assert_eq!(made, moves(own, own_offset, &endless));
        }
        // Moves at any time, or with a condition of another form.
        for auto_move in [list![list![1, 0], "After"], list![list![1, 0], "After", true]] {
            assert_eq!(auto_move_in_mode(&auto_move_in_code(&auto_move)), auto_move);
        }
    }

    #[test]
    fn false_in_old_codes_is_off() {
        // Entry of the list without number 16, old value, what it comes to.
        let off = Modifiers::default();
        let zeros = Modifiers { garbage: Garbage::Zeros, ..off.clone() };
        let cases = [
            (12, false, &off),
            (12, true, &zeros),
            (19, false, &off), // same_direction
            (23, false, &off), // colors
        ];
        let read = |entry: usize, value: bool| {
            let mut code = Modifiers::default().to_code();
            let mut settings = entries(&code.settings).to_vec();
            settings[entry] = value.into();
            code.settings = settings.into();
            Modifiers::default().with_code(&code)
        };
        for (entry, value, expected) in cases {
            assert_eq!(read(entry, value).as_ref(), Ok(expected), "{entry} {value}");
        }
        let message = read(23, true).unwrap_err().to_string();
        assert_eq!(message, "colors can't be true: expected a whole number from 1 to 1000");
    }

    #[test]
    fn entries_that_an_old_code_lacks_stay() {
        let present = Modifiers { colors: 3, ..Modifiers::default() };
        let mut code = Modifiers { multi_merge: true, ..Modifiers::default() }.to_code();
        code.settings = Value::array(&entries(&code.settings)[..20]);
        let read = present.with_code(&code).unwrap();
        assert_eq!((read.colors, read.multi_merge), (3, true));
    }
}
