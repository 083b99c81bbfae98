//! Writing extended JSON.

use std::fmt;

use crate::array::Array;
use crate::number;
use crate::text::Text;
use crate::value::Value;

/// Writes a value so that reading gives the identical value (-0 as `-0.0`).
pub fn write(value: &Value) -> String {
    let mut out = String::new();
    append(value, &mut out, "-0.0");
    out
}

/// Writes a value byte for byte as save codes hold it: as [`write`](fn@write), but -0
/// is `0`.
pub fn write_canonical(value: &Value) -> String {
    let mut out = String::new();
    append(value, &mut out, "0");
    out
}

/// A value for an error message: never longer than a line.
pub(crate) fn shortened(value: &Value) -> String {
    const LONGEST: usize = 60;
    match value {
        Value::Array(array) if array.len() > 8 || array.depth() > 4 => {
            format!("an array of {} entries", array.len())
        }
        Value::Integer(integer) if integer.bits() > 256 => format!("an integer of {} bits", integer.bits()),
        Value::Text(text) if text.len() > LONGEST => format!("a text of {} characters", text.len()),
        value => {
            let text = write(value);
            match text.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        }
    }
}

/// A part of the text that is still to be written: a value, or a piece of punctuation.
enum Pending<'a> {
    Value(&'a Value),
    Key(&'a Text),
    Mark(char),
}

fn append(value: &Value, out: &mut String, minus_zero: &str) {
    let mut pending = vec![Pending::Value(value)];
    while let Some(next) = pending.pop() {
        let value = match next {
            Pending::Value(value) => value,
            Pending::Key(key) => {
                append_text(key, out);
                out.push(':');
                continue;
            }
            Pending::Mark(mark) => {
                out.push(mark);
                continue;
            }
        };
        match value {
            Value::Array(array) => {
                out.push('[');
                pending.push(Pending::Mark(']'));
                for (place, entry) in array.iter().enumerate().rev() {
                    pending.push(Pending::Value(entry));
                    if place > 0 {
                        pending.push(Pending::Mark(','));
                    }
                }
            }
            Value::Object(object) => {
                out.push('{');
                pending.push(Pending::Mark('}'));
                for (place, (key, member)) in object.members().iter().enumerate().rev() {
                    pending.push(Pending::Value(member));
                    pending.push(Pending::Key(key));
                    if place > 0 {
                        pending.push(Pending::Mark(','));
                    }
                }
            }
            Value::Number(number) if *number == 0.0 && number.is_sign_negative() => out.push_str(minus_zero),
            scalar => append_scalar(scalar, out),
        }
    }
}

fn append_scalar(value: &Value, out: &mut String) {
    match value {
        Value::Undefined => out.push_str("\"@undefined\""),
        Value::Null => out.push_str("null"),
        Value::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) if number.is_nan() => out.push_str("\"@NaN\""),
        Value::Number(number) if number.is_infinite() => {
            out.push_str(if *number > 0.0 { "\"@Infinity\"" } else { "\"@-Infinity\"" });
        }
        Value::Number(number) => out.push_str(&number::to_text(*number)),
        Value::Integer(integer) => out.push_str(&format!("\"@BigInt {integer}\"")),
        Value::Rational(r) => {
            out.push_str(&format!("\"@BigRational {} {}\"", r.numerator(), r.denominator()))
        }
        Value::Gaussian(g) => out.push_str(&format!("\"@GaussianBigInt {} {}\"", g.re, g.im)),
        Value::Text(text) => append_text(text, out),
        Value::Array(_) | Value::Object(_) => {}
    }
}

fn append_text(text: &Text, out: &mut String) {
    out.push('"');
    for unit in char::decode_utf16(text.units().iter().copied()) {
        match unit {
            Ok('"') => out.push_str("\\\""),
            Ok('\\') => out.push_str("\\\\"),
            Ok('\u{8}') => out.push_str("\\b"),
            Ok('\u{c}') => out.push_str("\\f"),
            Ok('\n') => out.push_str("\\n"),
            Ok('\r') => out.push_str("\\r"),
            Ok('\t') => out.push_str("\\t"),
            Ok(c) if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            Ok(c) => out.push(c),
            Err(lone) => out.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
    }
    out.push('"');
}

/// Writes the array as JSON.
impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As it is written, which takes no recursion however deep it nests.
        f.write_str(&write(&Value::Array(self.clone())))
    }
}
