//! Codes of modifiers: settings that older lists lacked
//! (docs/spec/savecodes.md, "Modifiers codes").

use calcarray::Value;

use crate::check::list;
use crate::named::Misplaced;

/// The settings that came after the first release, from number 28 of the
/// stored list on, as version 3.0 starts with them: unused, unmoving tiles,
/// unmerging tiles, hidden colours, destroying clicks.
const LATER: [Value; 5] =
    [Value::Number(100.0), Value::Number(0.0), Value::Number(0.0), Value::Boolean(false), Value::Number(0.0)];

/// The length of the list in the first release.
const FIRST_LENGTH: usize = 28;

/// Garbage tiles: a truth value in 2.1, now an amount, or -1 for none.
const GARBAGE: usize = 12;

/// Adds the missing values; a complete code stays as it is.
pub(crate) fn complete(mut values: Vec<Value>) -> Result<Vec<Value>, Misplaced> {
    if let Some(value) = values.first_mut() {
        let mut settings = list(value).map_err(|problem| (0, "modifiers", problem))?.to_vec();
        let missing = settings.len().saturating_sub(FIRST_LENGTH);
        settings.extend(LATER.into_iter().skip(missing));
        match settings.get(GARBAGE) {
            Some(Value::Boolean(false)) => settings[GARBAGE] = Value::Number(-1.0),
            Some(Value::Boolean(true)) => settings[GARBAGE] = Value::Number(0.0),
            _ => {}
        }
        *value = settings.into();
    }
    Ok(values)
}
