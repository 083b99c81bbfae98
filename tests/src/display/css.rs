//! Comparing CSS texts as the data's README asks for: the words exactly, the
//! numbers with a tolerance.

use calcarray::{Text, Value};

use crate::difference::shown;
use crate::record::get;

/// What numbers may differ by, relatively.
const TOLERANCE: f64 = 1e-6;

/// Compares values; texts count as CSS.
///
/// # Errors
/// Says where and what differs.
pub fn compare(path: &str, expected: &Value, found: &Value) -> Result<(), String> {
    let fail = || Err(format!("{path}: expected {}, found {}", shown(expected), shown(found)));
    match (expected, found) {
        (Value::Text(a), Value::Text(b)) => match same(&a.to_string_lossy(), &b.to_string_lossy()) {
            true => Ok(()),
            false => Err(format!("{path}: expected {a}, found {b}")),
        },
        (Value::Number(a), Value::Number(b)) if close(*a, *b, TOLERANCE) => Ok(()),
        (Value::Array(a), Value::Array(b)) => {
            for (index, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                compare(&format!("{path}[{index}]"), a, b)?;
            }
            if a.len() == b.len() {
                Ok(())
            } else {
                Err(format!("{path}: expected {} entries, found {}", a.len(), b.len()))
            }
        }
        (Value::Object(a), Value::Object(b)) => {
            let invalid = |value: &Value| matches!(value, Value::Text(text) if is_invalid(text));
            // The text colours of inner pictures have no effect.
            let inner = get(expected, "kind").is_some_and(|kind| !kind.is_word("text"));
            let ignored = |key: &Text| inner && (key.is("color") || key.is("shadow"));
            for (key, a) in a.members().iter().filter(|(key, _)| !ignored(key)) {
                match get(found, &key.to_string_lossy()) {
                    Some(b) => compare(&format!("{path}.{key}"), a, b)?,
                    None if invalid(a) => {}
                    None => return Err(format!("{path}.{key}: expected {}, found nothing", shown(a))),
                }
            }
            let known = |key: &Text| a.members().iter().any(|(other, _)| other == key);
            match b.members().iter().find(|(key, _)| !known(key)) {
                Some((key, b)) => Err(format!("{path}.{key}: expected nothing, found {}", shown(b))),
                None => Ok(()),
            }
        }
        _ if expected == found => Ok(()),
        _ => fail(),
    }
}

/// CSS that no browser accepts, which may be absent.
fn is_invalid(text: &Text) -> bool {
    let text = text.to_string_lossy();
    ["NaN", "Infinity", "undefined"].iter().any(|word| text.contains(word))
}

fn close(expected: f64, found: f64, tolerance: f64) -> bool {
    expected == found
        || expected.is_nan() && found.is_nan()
        || (expected - found).abs() <= tolerance * expected.abs().max(1.0)
}

/// A piece of a text: a number, or what is between numbers.
#[derive(Debug, PartialEq)]
enum Piece<'t> {
    Number(f64),
    Word(&'t str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let sign = usize::from(first == '-');
        let mut end = sign + digits(&rest[sign..]);
        if end > sign {
            if rest[end..].starts_with('.') && digits(&rest[end + 1..]) > 0 {
                end += 1 + digits(&rest[end + 1..]);
            }
            if let Some(exponent) = rest[end..].strip_prefix('e') {
                let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
                if digits(unsigned) > 0 {
                    end += 1 + exponent.len() - unsigned.len() + digits(unsigned);
                }
            }
            pieces.push(Piece::Number(rest[..end].parse().unwrap_or(f64::NAN)));
        } else {
            // Colours in hex digits are words.
            let hex = if first == '#' {
                1 + rest[1..].bytes().take_while(u8::is_ascii_hexdigit).count()
            } else {
                0
            };
            end = hex.max(first.len_utf8());
            pieces.push(Piece::Word(&rest[..end]));
        }
        rest = &rest[end..];
    }
    pieces
}

/// Whether two CSS texts mean the same.
fn same(expected: &str, found: &str) -> bool {
    if expected == found {
        return true;
    }
    let hues_turn = expected.contains("gradient(") && expected.contains("hsla(");
    let (a, b) = (pieces(expected), pieces(found));
    a.len() == b.len()
        && a.iter().zip(&b).enumerate().all(|(index, (a_piece, b_piece))| match (a_piece, b_piece) {
            (Piece::Number(x), Piece::Number(y)) => {
                let is_hue = hues_turn && ends_with(&a[..index], "hsla(");
                // Colours as they are computed may be rounded differently.
                let computed = in_rgb(&a[..index]);
                close(*x, *y, TOLERANCE)
                    || computed && (x - y).abs() <= 1.0
                    || is_hue && close((x - y).rem_euclid(360.0).min((y - x).rem_euclid(360.0)), 0.0, 1e-4)
            }
            (a, b) => a == b,
        })
}

/// Whether the words before a number are these characters.
fn ends_with(before: &[Piece<'_>], word: &str) -> bool {
    let mut pieces = before.iter().rev();
    word.chars().rev().all(|c| matches!(pieces.next(), Some(Piece::Word(w)) if w.chars().eq([c])))
}

/// Whether what follows is a channel of `rgb(…)`.
fn in_rgb(before: &[Piece<'_>]) -> bool {
    let open = before.iter().rposition(|piece| *piece == Piece::Word("("));
    open.is_some_and(|open| {
        ends_with(&before[..=open], "rgb(") && !before[open..].contains(&Piece::Word(")"))
    })
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn words_exactly_and_numbers_nearly() {
        for (expected, found, equal) in [
            ("hsla(1, 2%, 3%, 1)", "hsla(1.0000001, 2%, 3%, 1)", true),
            ("hsla(1, 2%, 3%, 1)", "hsla(1.001, 2%, 3%, 1)", false),
            ("#123456", "#123457", false),
            ("#123", "#1234", false),
            ("rgb(1, 2, 3)", "rgb(1, 2, 4)", true),
            ("1e+21", "1000000000000000000000", true),
            ("a 1", "b 1", false),
        ] {
            assert_eq!(same(expected, found), equal, "{expected} {found}");
        }
    }
}
