//! Where two values differ first, in words.

use calcarray::{Value, json};

/// How many characters of a value are shown.
const SHOWN: usize = 120;

/// The first difference between what golden data expects and what came out;
/// `Ok` if there is none.
///
/// # Errors
/// Says where and what.
pub fn exact(what: &str, expected: &Value, found: &Value) -> Result<(), String> {
    compare(what, expected, found, 0.0)
}

/// Compares two values, numbers within a relative tolerance.
///
/// # Errors
/// Says where and what.
pub fn compare(what: &str, expected: &Value, found: &Value, tolerance: f64) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let mut path = what.to_owned();
    match first(expected, found, tolerance, &mut path) {
        Some((expected, found)) => Err(format!("{path}: expected {expected}, found {found}")),
        None => Ok(()),
    }
}

fn first(expected: &Value, found: &Value, tolerance: f64, path: &mut String) -> Option<(String, String)> {
    match (expected, found) {
        (Value::Array(a), Value::Array(b)) => {
            for (place, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                let length = path.len();
                path.push_str(&format!("[{place}]"));
                if let Some(pair) = first(a, b, tolerance, path) {
                    return Some(pair);
                }
                path.truncate(length);
            }
            (a.len() != b.len()).then(|| {
                let count = |list: &[Value], value| format!("{} entries, {}", list.len(), shown(value));
                (count(a, expected), count(b, found))
            })
        }
        (Value::Object(a), Value::Object(b)) if a.members().len() == b.members().len() => {
            for ((key, a), (other, b)) in a.members().iter().zip(b.members()) {
                let length = path.len();
                path.push_str(&format!(".{key}"));
                if key != other {
                    return Some((format!("key {key:?}"), format!("key {other:?}")));
                }
                if let Some(pair) = first(a, b, tolerance, path) {
                    return Some(pair);
                }
                path.truncate(length);
            }
            None
        }
        (Value::Number(a), Value::Number(b)) if close(*a, *b, tolerance) => None,
        _ => (expected != found).then(|| (shown(expected), shown(found))),
    }
}

fn close(expected: f64, found: f64, tolerance: f64) -> bool {
    tolerance > 0.0 && (expected - found).abs() <= tolerance * expected.abs().max(found.abs())
}

/// A value as extended JSON, shortened.
pub fn shown(value: &Value) -> String {
    let text = json::write(value);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::read_json;

    #[test]
    fn the_first_difference_is_named_with_its_place() {
        // expected, found, tolerance, message
        let cases = [
            ("[1,[2,3]]", "[1,[2,3]]", 0.0, ""),
            ("[1,[2,3]]", "[1,[2,4]]", 0.0, "value[1][1]: expected 3, found 4"),
            ("0", "-0.0", 0.0, "value: expected 0, found -0.0"),
            ("1", "\"@BigInt 1\"", 0.0, "value: expected 1, found \"@BigInt 1\""),
            ("[1]", "[1,2]", 0.0, "value: expected 1 entries, [1], found 2 entries, [1,2]"),
            ("{\"a\":1}", "{\"a\":2}", 0.0, "value.a: expected 1, found 2"),
            ("[1.0000000001]", "[1]", 1e-9, ""),
        ];
        for (expected, found, tolerance, message) in cases {
            let read = |text| read_json(text).unwrap();
            let result = compare("value", &read(expected), &read(found), tolerance);
            assert_eq!(result.err().unwrap_or_default(), message, "{expected} against {found}");
        }
    }
}
