//! Modifier variables.

use calcarray::Value;
use polymerge_rules::Mode;

use crate::parts::expression::{appended, entries};

/// Adds a modifier variable with its origin: the index of the modifier plus one,
/// settings negative. Returns the number of the variable.
pub(crate) fn add_variable(mode: &mut Mode, value: Value, origin: f64) -> usize {
    let number = entries(&mode.modifier_variables).len();
    mode.modifier_variables = appended(&mode.modifier_variables, [value]);
    mode.modifier_indices = appended(&mode.modifier_indices, [Value::Number(origin)]);
    number
}
