//! Operators on texts. See docs/spec/calcarray.md, "String operators".
//!
//! All positions count UTF-16 code units. The running value is made into a
//! text *before* special strings are looked up, so that it may be anything
//! here (docs/spec/calcarray.md, "Argument conversion"); only the first three
//! rows and `str_splice` can do something with that.

use super::Family::{self, Any, Array, Boolean, Number, Text};
use super::operand::{number, take};
use super::{Facts, Operator, Run};
use crate::convert;
use crate::error::{Error, ErrorKind, Limit};
use crate::integer::Integer;
use crate::limits::{Meter, exceeded};
use crate::text::Text as Str;
use crate::value::Value;

macro_rules! text {
    ($name:literal, $arguments:expr, $result:expr, $function:expr, $($text:tt)+) => {
        row!($name, Text, $arguments, $result, Facts::PURE, Run::Pure($function), $($text)+)
    };
}

const NONE: &[Family] = &[];
const STRING: &[Family] = &[Text];
const SOUGHT: &[Family] = &[Any];
const FROM: &[Family] = &[Any, Number];
const RANGE: &[Family] = &[Number, Number];

pub(super) const OPERATORS: &[Operator] = &[
    text!("str_concat", STRING, Any, |v, m| add(take(v, 0), take(v, 1), m),
        "The argument after the text.", r#"["a","str_concat","b"]"# => r#""ab""#),
    text!("str_concat_front", STRING, Any, |v, m| add(take(v, 1), take(v, 0), m),
        "The argument before the text.", r#"["a","str_concat_front","b"]"# => r#""ba""#),
    text!("str_length", NONE, Any, |v, _| Ok(length(&take(v, 0))),
        "The number of code units.", r#"["abc","str_length"]"# => "3"),
    text!("str_char", &[Number], Text, character,
        "The code unit at a position, counted from 0, or back from -1; else undefined.",
        r#"["abc","str_char",-1]"# => r#""c""#),
    text!("str_slice", RANGE, Text, slice,
        "The part from one position up to, but not including, another; negative ones count from the end.",
        r#"["abcd","str_slice",1,-1]"# => r#""bc""#),
    text!("str_substr", RANGE, Text, substr,
        "The part that begins at a position and has this many code units.", r#"["abcd","str_substr",1,2]"# => r#""bc""#),
    text!("str_replace", STRING, Text, replace,
        "Replaces the first occurrence of a text by the word undefined; it reads no replacement.",
        r#"["abc","str_replace","b"]"# => r#""aundefinedc""#),
    text!("str_indexOf", SOUGHT, Number, |v, m| first_place(v, 0.0, m),
        "The first position of a text, or -1.", r#"["abcabc","str_indexOf","c"]"# => "2"),
    text!("str_lastIndexOf", SOUGHT, Number, |v, m| last_place(v, f64::INFINITY, m),
        "The last position of a text, or -1.", r#"["abcabc","str_lastIndexOf","c"]"# => "5"),
    text!("str_indexOfFrom", FROM, Number, |v, m| first_place(v, number(v, 2), m),
        "The first position from a start on; the last argument stays in the line.",
        r#"["abcabc","str_indexOfFrom","c",3]"# => "5")
    .removing(2),
    text!("str_lastIndexOfFrom", FROM, Number, |v, m| last_place(v, number(v, 2), m),
        "The last position at or before a start; the last argument stays in the line.",
        r#"["abcabc","str_lastIndexOfFrom","c",4]"# => "2")
    .removing(2),
    text!("str_includes", STRING, Boolean, includes,
        "Whether a text occurs in it.", r#"["abc","str_includes","b"]"# => "true"),
    text!("str_splice", &[Number, Number, Text], Text, splice,
        "Removes this many code units at a position and puts a text there.",
        r#"["abcd","str_splice",1,2,"X"]"# => r#""aXd""#),
    text!("str_toUpperCase", NONE, Text, |v, m| map_case(v, m, str::to_uppercase),
        "The text in capital letters.", r#"["aß","str_toUpperCase"]"# => r#""ASS""#),
    text!("str_toLowerCase", NONE, Text, |v, m| map_case(v, m, str::to_lowercase),
        "The text in small letters.", r#"["ABC","str_toLowerCase"]"# => r#""abc""#),
    text!("str_split", STRING, Array, split,
        "Splits at each occurrence of a text; an empty text splits everywhere.",
        r#"["a,b","str_split",","]"# => r#"["a","b"]"#),
];

/// The running value, which must be a text.
fn subject(values: &[Value]) -> Result<&Str, Error> {
    match values.first() {
        Some(Value::Text(text)) => Ok(text),
        _ => Err(ErrorKind::Type("this works on texts only").into()),
    }
}

/// An argument as a text, whatever a special string made of it.
fn argument(values: &[Value], place: usize, meter: &mut Meter) -> Result<Str, Error> {
    convert::to_text(values.get(place).unwrap_or(&Value::Undefined), meter)
}

fn text_of(units: &[u16], meter: &mut Meter) -> Result<Value, Error> {
    meter.text(units.len())?;
    Ok(Value::Text(Str::from_units(units)))
}

/// A position as `slice` reads it: cut off, from the end if negative, clamped.
pub(super) fn clamp(position: f64, length: usize) -> usize {
    let whole = position.trunc();
    if whole < 0.0 { (length as f64 + whole).max(0.0) as usize } else { whole.min(length as f64) as usize }
}

/// The index of an entry as `at` reads it: cut off, from the end if negative.
pub(super) fn index(position: f64, length: usize) -> Option<usize> {
    let whole = position.trunc();
    let index = if whole < 0.0 { length as f64 + whole } else { whole };
    (0.0 <= index && index < length as f64).then_some(index as usize)
}

/// ECMAScript's `+`.
fn add(a: Value, b: Value, meter: &mut Meter) -> Result<Value, Error> {
    match (primitive(a, meter)?, primitive(b, meter)?) {
        (Value::Text(a), b) => concatenate(&a, &convert::to_text(&b, meter)?, meter),
        (a, Value::Text(b)) => concatenate(&convert::to_text(&a, meter)?, &b, meter),
        (Value::Integer(a), Value::Integer(b)) => Ok(a.add(&b, meter)?.into()),
        (Value::Integer(_), _) | (_, Value::Integer(_)) => {
            Err(ErrorKind::Type("a number and a big integer can't be added").into())
        }
        (a, b) => Ok(Value::Number(convert::to_number(&a, meter)? + convert::to_number(&b, meter)?)),
    }
}

/// ToPrimitive: fractions are numbers, Gaussian integers integers if they can
/// be, everything else with parts is a text.
fn primitive(value: Value, meter: &mut Meter) -> Result<Value, Error> {
    Ok(match value {
        Value::Rational(_) => Value::Number(convert::to_number(&value, meter)?),
        Value::Gaussian(gaussian) if gaussian.im.is_zero() => Value::Integer(Integer::clone(&gaussian.re)),
        Value::Gaussian(_) | Value::Array(_) | Value::Object(_) => {
            Value::Text(convert::to_text(&value, meter)?)
        }
        other => other,
    })
}

fn concatenate(a: &Str, b: &Str, meter: &mut Meter) -> Result<Value, Error> {
    let length = a.len() + b.len();
    meter.text(length)?;
    let mut units = Vec::with_capacity(length);
    units.extend_from_slice(a.units());
    units.extend_from_slice(b.units());
    Ok(Value::Text(Str::from_units(units)))
}

fn length(value: &Value) -> Value {
    match value {
        Value::Text(text) => Value::from(text.len()),
        Value::Array(array) => Value::from(array.len()),
        _ => Value::Undefined,
    }
}

fn character(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let text = subject(values)?;
    match index(number(values, 1), text.len()) {
        Some(index) => text_of(&text.units()[index..=index], meter),
        None => Ok(Value::Undefined),
    }
}

fn slice(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let text = subject(values)?;
    let from = clamp(number(values, 1), text.len());
    let to = clamp(number(values, 2), text.len()).max(from);
    text_of(&text.units()[from..to], meter)
}

fn substr(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let text = subject(values)?;
    let from = clamp(number(values, 1), text.len());
    let length = number(values, 2).trunc().clamp(0.0, (text.len() - from) as f64) as usize;
    text_of(&text.units()[from..from + length], meter)
}

fn replace(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let (text, sought) = (subject(values)?.clone(), argument(values, 1, meter)?);
    let Some(place) = find(text.units(), sought.units(), 0, meter)? else { return Ok(Value::Text(text)) };
    let (before, after) = (&text.units()[..place], &text.units()[place + sought.len()..]);
    let word: Vec<u16> = "undefined".encode_utf16().collect();
    meter.text(before.len() + word.len() + after.len())?;
    Ok(Value::Text(Str::from_units([before, &word, after].concat())))
}

/// The first place of `sought` in `text` from an index on.
fn find(text: &[u16], sought: &[u16], from: usize, meter: &mut Meter) -> Result<Option<usize>, Error> {
    let Some(last) = text.len().checked_sub(sought.len()) else { return Ok(None) };
    for place in from..=last {
        if matches(text, sought, place, meter)? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// Returns true if `sought` stands at this place; pays for long comparisons only, and now and then
/// for a short one.
fn matches(text: &[u16], sought: &[u16], place: usize, meter: &mut Meter) -> Result<bool, Error> {
    let same = text[place..].iter().zip(sought).take_while(|(a, b)| a == b).count();
    if same >= 64 || place.is_multiple_of(64) {
        meter.charge(1 + same as u64 / 64)?;
    }
    Ok(same == sought.len())
}

fn place_number(place: Option<usize>) -> Value {
    place.map_or(Value::Number(-1.0), Value::from)
}

fn first_place(values: &mut [Value], from: f64, meter: &mut Meter) -> Result<Value, Error> {
    let (text, sought) = (subject(values)?, argument(values, 1, meter)?);
    let from = from.trunc().clamp(0.0, text.len() as f64) as usize;
    Ok(place_number(find(text.units(), sought.units(), from, meter)?))
}

fn last_place(values: &mut [Value], from: f64, meter: &mut Meter) -> Result<Value, Error> {
    let (text, sought) = (subject(values)?, argument(values, 1, meter)?);
    let Some(last) = text.len().checked_sub(sought.len()) else { return Ok(place_number(None)) };
    let from = from.trunc().clamp(0.0, last as f64) as usize;
    for place in (0..=from).rev() {
        if matches(text.units(), sought.units(), place, meter)? {
            return Ok(Value::from(place));
        }
    }
    Ok(place_number(None))
}

fn includes(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let (text, sought) = (subject(values)?, argument(values, 1, meter)?);
    Ok(Value::Boolean(find(text.units(), sought.units(), 0, meter)?.is_some()))
}

/// The only one of these that takes a running value of any type, as a text
/// (golden data: `["@HCoord","str_splice",0,0,"x"]` is no error).
fn splice(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let text = argument(values, 0, meter)?;
    let (from, count) = (number(values, 1), number(values, 2));
    let before = text_of(&text.units()[..clamp(from, text.len())], meter)?;
    // The end is a position of its own: when it comes out as 0, or negative,
    // the tail is more than one would think.
    let end = from + count;
    let after = text_of(&text.units()[clamp(if end.is_nan() { 0.0 } else { end }, text.len())..], meter)?;
    let before = add(before, take(values, 3), meter)?;
    add(before, after, meter)
}

/// Lone halves of surrogate pairs have no case and stay as they are.
fn map_case(values: &mut [Value], meter: &mut Meter, map: fn(&str) -> String) -> Result<Value, Error> {
    let text = subject(values)?;
    // A letter becomes three at most.
    meter.text(3 * text.len())?;
    let mut units = Vec::with_capacity(text.len());
    let mut whole = String::new();
    for decoded in char::decode_utf16(text.units().iter().copied()) {
        match decoded {
            Ok(character) => whole.push(character),
            Err(lone) => {
                units.extend(map(&whole).encode_utf16());
                whole.clear();
                units.push(lone.unpaired_surrogate());
            }
        }
    }
    units.extend(map(&whole).encode_utf16());
    Ok(Value::Text(Str::from_units(units)))
}

fn split(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let (text, separator) = (subject(values)?.clone(), argument(values, 1, meter)?);
    let units = text.units();
    let mut parts = Vec::new();
    let part = |from: usize, to: usize, parts: &mut Vec<Value>, meter: &mut Meter| {
        meter.charge(1)?;
        meter.allocate(16)?;
        if parts.len() >= meter.limits().array_length {
            return Err(exceeded(Limit::ArrayLength));
        }
        parts.push(text_of(&units[from..to], meter)?);
        Ok(())
    };
    if separator.is_empty() {
        for place in 0..units.len() {
            part(place, place + 1, &mut parts, meter)?;
        }
        return Ok(Value::array(parts));
    }
    let mut from = 0;
    while let Some(place) = find(units, separator.units(), from, meter)? {
        part(from, place, &mut parts, meter)?;
        from = place + separator.len();
    }
    part(from, units.len(), &mut parts, meter)?;
    Ok(Value::array(parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn run(name: &str, values: &[Value]) -> Value {
        let operator = super::super::find(name).unwrap();
        let Run::Pure(function) = operator.run else { panic!("{name}") };
        function(&mut values.to_vec(), &mut Meter::new(Limits::default())).unwrap()
    }

    #[test]
    fn adding_as_ecmascript_does() {
        let text = Value::text("x");
        let half = Value::from(crate::Rational::new(1.into(), 2.into()));
        let five = Value::Integer(5.into());
        for (a, b, sum) in [
            (Value::from(1.0), Value::from(2.0), Value::from(3.0)),
            (five.clone(), five.clone(), Value::Integer(10.into())),
            (text.clone(), half.clone(), Value::text("x0.5")),
            (half, Value::from(1.0), Value::from(1.5)),
            (text.clone(), Value::Undefined, Value::text("xundefined")),
            (Value::Boolean(true), Value::Boolean(true), Value::from(2.0)),
            (Value::Undefined, Value::from(2.0), Value::from(f64::NAN)),
            (Value::array(vec![five.clone(), text]), Value::from(2.0), Value::text("5,x2")),
        ] {
            assert_eq!(run("str_concat", &[a.clone(), b.clone()]), sum, "{a:?} {b:?}");
            assert_eq!(run("str_concat_front", &[b, a]), sum);
        }
        let mut mixed = [five, Value::from(1.0)];
        assert!(add(take(&mut mixed, 0), take(&mut mixed, 1), &mut Meter::new(Limits::default())).is_err());
    }

    #[test]
    fn positions_beyond_the_ends() {
        let text = || Value::text("abcd");
        for (name, i, j, result) in [
            ("str_slice", -3.0, f64::INFINITY, "bcd"),
            ("str_slice", 3.0, 1.0, ""),
            ("str_slice", -9.0, 2.9, "ab"),
            ("str_substr", -2.0, 9.0, "cd"),
            ("str_substr", 1.0, -1.0, ""),
            ("str_substr", f64::NEG_INFINITY, 1.5, "a"),
        ] {
            assert_eq!(run(name, &[text(), i.into(), j.into()]), Value::text(result), "{name} {i} {j}");
        }
        for (i, n, result) in
            [(-1.0, 1.0, "abcXabcd"), (1.0, 2.0, "aXd"), (-3.0, 1.0, "aXcd"), (9.0, 1.0, "abcdX")]
        {
            let spliced = run("str_splice", &[text(), i.into(), n.into(), Value::text("X")]);
            assert_eq!(spliced, Value::text(result), "{i} {n}");
        }
    }

    #[test]
    fn empty_texts() {
        for (text, separator, parts) in
            [("", "", vec![]), ("", ",", vec![""]), ("ab", "", vec!["a", "b"]), ("a", "a", vec!["", ""])]
        {
            let parts = Value::array(parts.into_iter().map(Value::text).collect::<Vec<_>>());
            assert_eq!(run("str_split", &[text.into(), separator.into()]), parts);
        }
        assert_eq!(run("str_indexOfFrom", &["ab".into(), "".into(), 9.0.into()]), Value::from(2.0));
        assert_eq!(run("str_lastIndexOf", &["ab".into(), "".into()]), Value::from(2.0));
        assert_eq!(run("str_replace", &["ab".into(), "".into()]), Value::text("undefinedab"));
    }

    #[test]
    fn other_values_can_be_spliced() {
        let spliced = run("str_splice", &[7.0.into(), 0.0.into(), 0.0.into(), Value::text("x")]);
        assert_eq!(spliced, Value::text("x7"));
    }
}
