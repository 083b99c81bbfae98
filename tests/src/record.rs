//! Objects of golden data, read by key.

use calcarray::{Array, Text, Value};

/// The member of an object with this key.
///
/// An undefined member counts as absent, as objects do not keep those.
pub fn get<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(object) => {
            object.members().iter().find(|(name, _)| name == &Text::from(key)).map(|(_, value)| value)
        }
        _ => None,
    }
}

/// A member that must be there.
///
/// # Errors
/// If it is not.
pub fn need<'a>(value: &'a Value, key: &str) -> Result<&'a Value, String> {
    get(value, key).ok_or_else(|| format!("the case has no {key:?}"))
}

/// A member that is a number.
pub fn number(value: &Value, key: &str) -> Option<f64> {
    get(value, key).and_then(Value::as_number)
}

/// A member that is a text.
pub fn text(value: &Value, key: &str) -> Option<String> {
    get(value, key).and_then(Value::as_text).map(Text::to_string_lossy)
}

/// Whether a member is `true`.
pub fn flag(value: &Value, key: &str) -> bool {
    get(value, key).is_some_and(Value::is_true)
}

/// The entries of a member that is an array; none if there is no such member.
pub fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    get(value, key).and_then(Value::as_array).map_or(&[], Array::entries)
}

/// The numbers of a member that is an array.
pub fn numbers(value: &Value, key: &str) -> Vec<f64> {
    list(value, key).iter().filter_map(Value::as_number).collect()
}

/// The entries of an array; none of anything else.
pub fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Array::entries)
}
