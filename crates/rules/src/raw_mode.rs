//! A mode as one value, so that it can be handed to an engine that reads no mode files.

use calcarray::{Array, Value};

use crate::error::ModeError;
use crate::mode::Mode;

/// A type of a field.
trait Field {
    fn write(&self) -> Value;
    /// Returns true if a value is of this type.
    fn fits(value: &Value) -> bool;
    /// Reads a value that fits.
    fn read(value: &Value) -> Self;
}

impl Field for Value {
    fn write(&self) -> Value {
        self.clone()
    }

    fn fits(_: &Value) -> bool {
        true
    }

    fn read(value: &Value) -> Value {
        value.clone()
    }
}

impl Field for f64 {
    fn write(&self) -> Value {
        Value::Number(*self)
    }

    fn fits(value: &Value) -> bool {
        value.as_number().is_some()
    }

    fn read(value: &Value) -> f64 {
        value.as_number().unwrap_or_default()
    }
}

/// The largest number of rows, columns or entries that is read; compiling has a lower limit.
const MOST: f64 = 4_294_967_295.0;

impl Field for usize {
    fn write(&self) -> Value {
        Value::Number(*self as f64)
    }

    fn fits(value: &Value) -> bool {
        value.as_number().is_some_and(|number| (0.0..=MOST).contains(&number) && number.fract() == 0.0)
    }

    fn read(value: &Value) -> usize {
        value.as_number().unwrap_or_default() as usize
    }
}

/// A list of one value, or of none.
impl Field for Option<Value> {
    fn write(&self) -> Value {
        Value::array(self.iter().cloned().collect::<Vec<_>>())
    }

    fn fits(value: &Value) -> bool {
        value.as_array().is_some_and(|list| list.len() <= 1)
    }

    fn read(value: &Value) -> Option<Value> {
        value.as_array()?.entries().first().cloned()
    }
}

/// A test of the value of a field.
type Fits = fn(&Value) -> bool;

/// Returns the test of the field that a function reads.
const fn fits<F: Field>(_: fn(&Mode) -> &F) -> Fits {
    F::fits
}

/// Writes both directions from one list, so that no field can be missing in one of them.
macro_rules! fields {
    ($($field:ident)*) => {
        /// The fields with their tests, in their order.
        const FIELDS: &[(&str, Fits)] = &[$((stringify!($field), fits(|mode| &mode.$field))),*];

        impl Mode {
            /// Returns all fields as one list, in their order.
            ///
            /// ```
            /// use polymerge_rules::Mode;
            ///
            /// let mode = Mode::classic(4, 4);
            /// assert_eq!(Mode::from_value(&mode.to_value())?, mode);
            /// # Ok::<(), polymerge_rules::ModeError>(())
            /// ```
            pub fn to_value(&self) -> Value {
                let Mode { $($field),* } = self;
                Value::array(vec![$($field.write()),*])
            }

            /// Reads what [`Mode::to_value`] returned in this version of the engine. As for any
            /// mode, [`Ruleset::compile`](crate::Ruleset::compile) checks what it means.
            ///
            /// # Errors
            /// The value is no list of all fields, or a field is of another type.
            pub fn from_value(value: &Value) -> Result<Mode, ModeError> {
                let values = value.as_array().map(Array::entries).unwrap_or_default();
                check(values)?;
                let mut next = values.iter();
                let mut value = || next.next().unwrap_or(&Value::Undefined);
                // The order in which they stand is that in which they are read.
                Ok(Mode { $($field: Field::read(value())),* })
            }
        }
    };
}

fn check(values: &[Value]) -> Result<(), ModeError> {
    if values.len() != FIELDS.len() {
        let reason = format!("must be a list of {} fields, not of {}", FIELDS.len(), values.len());
        return Err(ModeError::new("mode", reason));
    }
    match FIELDS.iter().zip(values).find(|((_, fits), value)| !fits(value)) {
        Some(((field, _), _)) => Err(ModeError::new(field, "is of another type than it must be")),
        None => Ok(()),
    }
}

fields! {
    width height starting_grid directions auto_directions movement_parameters tile_entries tile_types
    merge_rules spawns forced_spawns win_conditions win_requirement lose_conditions lose_requirement
    win_priority postgame_allowed stat_boxes screen_background grid_background cell_background
    text_background rules_text multi_merge spawn_location start_tiles tiles_per_turn spawn_conditions
    next_tiles game_variables modifier_variables scripts hexagonal hidden_tile_text
    tile_display_known_level merge_result_known_level known_merge_lookback known_merge_max_length
    tile_value discovered_filter display_interval spawn_tile_blocked direction_blocked
    component_opacities display_lag_reductions modifier_indices before_game
}

#[cfg(test)]
mod tests {
    use calcarray::json;

    use super::*;

    #[test]
    fn a_mode_is_read_as_it_was_written_also_as_text() {
        let drawn = Some(Value::array(vec![1.0.into()]));
        for mode in [Mode::default(), Mode { before_game: drawn, next_tiles: -0.0, ..Mode::classic(5, 3) }] {
            let text = json::write(&mode.to_value());
            let value = json::read(&text, &Default::default()).unwrap();
            let again = Mode::from_value(&value).unwrap();
            assert_eq!(again, mode);
            assert_eq!(json::write(&again.to_value()), text);
        }
    }

    #[test]
    fn what_is_no_mode_is_refused_with_the_field() {
        let with = |place: usize, other: Value| {
            let mut fields = Mode::default().to_value().as_array().unwrap().entries().to_vec();
            fields[place] = other;
            Mode::from_value(&Value::array(fields)).unwrap_err().to_string()
        };
        let list = |length: usize| Value::array(vec![Value::Null; length]);
        for (message, wanted) in [
            (
                Mode::from_value(&Value::Null).unwrap_err().to_string(),
                "mode: must be a list of 47 fields, not of 0",
            ),
            (
                Mode::from_value(&list(48)).unwrap_err().to_string(),
                "mode: must be a list of 47 fields, not of 48",
            ),
            (with(0, Value::Number(-1.0)), "width: is of another type than it must be"),
            (with(1, Value::Number(0.5)), "height: is of another type than it must be"),
            (with(6, Value::Number(1e300)), "tile_entries: is of another type than it must be"),
            (with(25, Value::text("2")), "start_tiles: is of another type than it must be"),
            (with(46, list(2)), "before_game: is of another type than it must be"),
        ] {
            assert_eq!(message, wanted);
        }
    }
}
