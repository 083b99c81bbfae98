//! The patterns of tile types, spawn entries and winning tiles.

use calcarray::Value;

use crate::parts::expression::{and, appended, list, this};

/// The sorts of entries in a list of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Numbers alone.
    Numbers,
    /// Integers of the language alone.
    Integers,
    /// Numbers followed by integers.
    NumbersThenIntegers,
    /// Numbers and integers in another order.
    Mixed,
    /// Another list.
    Other,
}

/// Returns the sorts of a list's entries.
pub(crate) fn content(entries: &[Value]) -> Content {
    if entries.iter().all(|entry| matches!(entry, Value::Number(_))) {
        return Content::Numbers;
    }
    if entries.iter().all(|entry| matches!(entry, Value::Integer(_))) {
        return Content::Integers;
    }
    if !entries.iter().all(|entry| matches!(entry, Value::Number(_) | Value::Integer(_))) {
        return Content::Other;
    }
    let numbers = entries.iter().take_while(|entry| matches!(entry, Value::Number(_))).count();
    let sorted = entries[numbers..].iter().all(|entry| matches!(entry, Value::Integer(_)));
    if sorted { Content::NumbersThenIntegers } else { Content::Mixed }
}

/// The pattern for tiles whose entry `slot` is `value` and that the old
/// pattern fits: a literal gets it appended, `true` becomes the test, and
/// anything else is taken as a condition (docs/spec/modifiers.md,
/// "negative_tiles" and "colors").
pub(crate) fn with_slot(pattern: &Value, slot: usize, value: f64) -> Value {
    let test = || list![this(slot), "=", value];
    match pattern {
        Value::Boolean(true) => test(),
        Value::Array(entries) if content(entries) != Content::Other => {
            appended(pattern, [Value::Number(value)])
        }
        _ => and(pattern, test()),
    }
}
