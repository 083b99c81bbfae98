//! Building expressions and lists of values.

use calcarray::{Array, Text, Value};

/// A list of values: `list!["@This 0", "=", 1]`.
macro_rules! list {
    ($($entry:expr),* $(,)?) => {
        calcarray::Value::array(vec![$(calcarray::Value::from($entry)),*])
    };
}
pub(crate) use list;

/// The entries of a list; none of anything else.
pub(crate) fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Array::entries)
}

/// A list with more entries at its end. What is no list becomes the first
/// entry of one, so that a condition `true` can be added to.
pub(crate) fn appended(value: &Value, more: impl IntoIterator<Item = Value>) -> Value {
    let mut all = match value {
        Value::Array(array) => array.to_vec(),
        other => vec![other.clone()],
    };
    all.extend(more);
    Value::array(all)
}

/// `condition && extra`, in the list of the condition itself.
pub(crate) fn and(condition: &Value, extra: Value) -> Value {
    appended(condition, ["&&".into(), extra])
}

/// The tile that stands here, as an expression reads its entry.
pub(crate) fn this(entry: usize) -> Value {
    format!("@This {entry}").into_value()
}

/// The tile `ahead` cells ahead, as an expression reads its entry.
pub(crate) fn next(ahead: usize, entry: usize) -> Value {
    format!("@Next {ahead} {entry}").into_value()
}

/// A text made on the spot.
pub(crate) trait IntoValue {
    fn into_value(self) -> Value;
}

impl IntoValue for String {
    fn into_value(self) -> Value {
        Value::Text(Text::from(self))
    }
}

/// Returns true if `word` is one of the entries themselves.
pub(crate) fn has_word(entries: &[Value], word: &str) -> bool {
    entries.iter().any(|entry| entry.is_word(word))
}

/// Returns true if `word` occurs anywhere in a value.
pub(crate) fn mentions(value: &Value, word: &str) -> bool {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(array) => pending.extend(array.iter()),
            value if value.is_word(word) => return true,
            _ => {}
        }
    }
    false
}

/// A list cut or filled up with `undefined` to a number of entries at least.
pub(crate) fn padded(mut entries: Vec<Value>, length: usize) -> Vec<Value> {
    if entries.len() < length {
        entries.resize(length, Value::Undefined);
    }
    entries
}
