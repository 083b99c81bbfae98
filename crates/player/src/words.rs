//! Words in the values of a mode.

use calcarray::{Text, Value};

/// Returns true if a value is or holds a text that begins with one of these words.
pub(crate) fn has_text(value: &Value, words: &[&str]) -> bool {
    any_text(value, |text| words.iter().any(|word| text.starts_with(word)))
}

/// Returns true if a value is or holds a text that is none of these words.
pub(crate) fn has_other_text(value: &Value, words: &[&str]) -> bool {
    any_text(value, |text| !words.iter().any(|word| text.is(word)))
}

fn any_text(value: &Value, is_one: impl Fn(&Text) -> bool) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(entries) => open.extend(entries.iter()),
            Value::Text(text) if is_one(text) => return true,
            _ => {}
        }
    }
    false
}
