//! Operators on texts. Spec: calcarray.md, section 10.4.

use super::Family::{self, Any, Array, Boolean, Number, Text as TextFamily};
use super::{Operator, Run};
use crate::convert;
use crate::error::{Error, ErrorKind};
use crate::evaluate::as_integer;
use crate::limits::Meter;
use crate::text::Text;
use crate::value::Value;

macro_rules! text {
    ($name:literal, $arguments:expr, $result:expr, $function:expr, $help:literal, $example:literal => $value:literal) => {
        Operator::new($name, TextFamily, $arguments, $result, Run::Pure($function), $help, ($example, $value))
    };
}

const NONE: &[Family] = &[];
const ONE_TEXT: &[Family] = &[TextFamily];
const TWO_NUMBERS: &[Family] = &[Number, Number];

pub(super) const OPERATORS: &[Operator] = &[
    text!("str_char", &[Number], TextFamily, char_at, "The character at a position, negative from the end.",
        r#"["hello","str_char",-1]"# => r#""o""#),
    text!("str_length", NONE, Number, length, "The number of UTF-16 code units.", r#"["hello","str_length"]"# => "5"),
    text!("str_concat", ONE_TEXT, TextFamily, |v, m| concat(v, m, false), "The argument put behind.",
        r#"["ab","str_concat","cd"]"# => r#""abcd""#),
    text!("str_concat_front", ONE_TEXT, TextFamily, |v, m| concat(v, m, true), "The argument put in front.",
        r#"["ab","str_concat_front","cd"]"# => r#""cdab""#),
    text!("str_slice", TWO_NUMBERS, TextFamily, slice, "From one position up to before another, negative from the end.",
        r#"["hello","str_slice",1,-1]"# => r#""ell""#),
    text!("str_substr", TWO_NUMBERS, TextFamily, substr, "A number of characters from a position on.",
        r#"["hello","str_substr",1,2]"# => r#""el""#),
    text!("str_replace", ONE_TEXT, TextFamily, replace, "Replaces the first occurrence by the text undefined.",
        r#"["hello","str_replace","l"]"# => r#""heundefinedlo""#),
    text!("str_indexOf", &[Any], Number, |v, m| index_of(v, m, false), "Where the argument first occurs, or -1.",
        r#"["hello","str_indexOf","l"]"# => "2"),
    text!("str_lastIndexOf", &[Any], Number, |v, m| index_of(v, m, true), "Where the argument last occurs, or -1.",
        r#"["hello","str_lastIndexOf","l"]"# => "3"),
    text!("str_indexOfFrom", &[Any, Number], Number, |v, m| index_of(v, m, false),
        "The same from a position on, which is read and left in the line.",
        r#"["hello","str_indexOfFrom","l",3]"# => "3")
    .removing(2),
    text!("str_lastIndexOfFrom", &[Any, Number], Number, |v, m| index_of(v, m, true),
        "The same backwards from a position on, which is read and left in the line.",
        r#"["hello","str_lastIndexOfFrom","l",2]"# => "2")
    .removing(2),
    text!("str_includes", ONE_TEXT, Boolean, includes, "Whether the argument occurs.",
        r#"["hello","str_includes","ell"]"# => "true"),
    text!("str_splice", &[Number, Number, TextFamily], TextFamily, splice,
        "Replaces a number of characters at a position.", r#"["hello","str_splice",1,3,"ipp"]"# => r#""hippo""#),
    text!("str_toUpperCase", NONE, TextFamily, |v, m| change_case(v, m, str::to_uppercase), "In capital letters.",
        r#"["straße","str_toUpperCase"]"# => r#""STRASSE""#),
    text!("str_toLowerCase", NONE, TextFamily, |v, m| change_case(v, m, str::to_lowercase), "In small letters.",
        r#"["HELLO","str_toLowerCase"]"# => r#""hello""#),
    text!("str_split", ONE_TEXT, Array, split, "The parts between occurrences of the argument.",
        r#"["a,b","str_split",","]"# => r#"["a","b"]"#),
];

/// A text that a special string stood for may turn out not to be one: the
/// look-up comes after the conversion (section 5).
fn own(values: &[Value]) -> Result<Text, Error> {
    match values.first() {
        Some(Value::Text(text)) => Ok(text.clone()),
        _ => Err(ErrorKind::Type("a text is needed").into()),
    }
}

fn argument(values: &[Value], place: usize, meter: &mut Meter) -> Result<Text, Error> {
    match values.get(place) {
        Some(Value::Text(text)) => Ok(text.clone()),
        Some(other) => convert::to_text(other, meter),
        None => Ok(Text::from("undefined")),
    }
}

fn number(values: &[Value], place: usize) -> f64 {
    values.get(place).and_then(Value::as_number).unwrap_or(0.0)
}

fn made(units: Vec<u16>, meter: &mut Meter) -> Result<Value, Error> {
    meter.text(units.len())?;
    Ok(Value::Text(Text::from_units(units)))
}

/// A position from the start or, if negative, from the end, within bounds.
pub(super) fn relative(position: f64, length: usize) -> usize {
    let position = position.trunc();
    let position = if position < 0.0 { position + length as f64 } else { position };
    position.clamp(0.0, length as f64) as usize
}

fn char_at(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let text = own(values)?;
    let position = number(values, 1).trunc();
    let position = if position < 0.0 { position + text.len() as f64 } else { position };
    if position < 0.0 || position >= text.len() as f64 {
        return Ok(Value::Undefined);
    }
    made(vec![text.units()[position as usize]], meter)
}

fn length(values: &mut [Value], _: &mut Meter) -> Result<Value, Error> {
    Ok(match values.first() {
        Some(Value::Text(text)) => Value::from(text.len()),
        Some(Value::Array(array)) => Value::from(array.len()),
        _ => Value::Undefined,
    })
}

fn concat(values: &mut [Value], meter: &mut Meter, front: bool) -> Result<Value, Error> {
    let [a, b, ..] = values else { return Ok(Value::Undefined) };
    let (a, b) = if front { (b, a) } else { (a, b) };
    add(primitive(a, meter)?, primitive(b, meter)?, meter)
}

/// ECMAScript's ToPrimitive: fractions become numbers, Gaussian integers
/// integers if they are real, arrays and the rest texts.
fn primitive(value: &Value, meter: &mut Meter) -> Result<Value, Error> {
    Ok(match value {
        Value::Rational(rational) => Value::Number(rational.to_f64()),
        Value::Gaussian(gaussian) if gaussian.im == crate::Integer::ZERO => {
            Value::Integer(gaussian.re.clone())
        }
        Value::Gaussian(_) | Value::Array(_) | Value::Object(_) => {
            Value::Text(convert::to_text(value, meter)?)
        }
        primitive => primitive.clone(),
    })
}

/// ECMAScript's `+`.
fn add(a: Value, b: Value, meter: &mut Meter) -> Result<Value, Error> {
    match (&a, &b) {
        (Value::Text(_), _) | (_, Value::Text(_)) => {
            let (a, b) = (convert::to_text(&a, meter)?, convert::to_text(&b, meter)?);
            meter.text(a.len() + b.len())?;
            Ok(Value::Text(Text::from_units([a.units(), b.units()].concat())))
        }
        (Value::Integer(_), Value::Integer(_)) => {
            let (a, b) = (as_integer(&a), as_integer(&b));
            meter.integer(a.bits().max(b.bits()) + 1)?;
            Ok(Value::Integer((a.to_bigint() + b.to_bigint()).into()))
        }
        (Value::Integer(_), _) | (_, Value::Integer(_)) => {
            Err(ErrorKind::Type("a number and a big integer can't be added").into())
        }
        _ => Ok(Value::Number(convert::to_number(&a, meter)? + convert::to_number(&b, meter)?)),
    }
}

fn slice(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let text = own(values)?;
    let (from, to) = (relative(number(values, 1), text.len()), relative(number(values, 2), text.len()));
    made(text.units()[from..to.max(from)].to_vec(), meter)
}

fn substr(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let text = own(values)?;
    let from = relative(number(values, 1), text.len());
    let count = number(values, 2).trunc().clamp(0.0, (text.len() - from) as f64) as usize;
    made(text.units()[from..from + count].to_vec(), meter)
}

fn replace(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let (text, sought) = (own(values)?, argument(values, 1, meter)?);
    let Some(place) = find(text.units(), sought.units(), 0, meter)? else { return Ok(Value::Text(text)) };
    let mut units = text.units()[..place].to_vec();
    units.extend("undefined".encode_utf16());
    units.extend(&text.units()[place + sought.len()..]);
    made(units, meter)
}

/// The first occurrence at or after a position.
fn find(text: &[u16], sought: &[u16], from: usize, meter: &mut Meter) -> Result<Option<usize>, Error> {
    if sought.len() > text.len() {
        return Ok(None);
    }
    for place in from..=text.len() - sought.len() {
        meter.charge(u64::from(place % 16 == 0) + sought.len() as u64 / 64)?;
        if text[place..].starts_with(sought) {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// The last occurrence at or before a position.
fn find_last(text: &[u16], sought: &[u16], from: usize, meter: &mut Meter) -> Result<Option<usize>, Error> {
    let Some(last) = text.len().checked_sub(sought.len()) else { return Ok(None) };
    for place in (0..=last.min(from)).rev() {
        meter.charge(u64::from(place % 16 == 0) + sought.len() as u64 / 64)?;
        if text[place..].starts_with(sought) {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

fn index_of(values: &mut [Value], meter: &mut Meter, last: bool) -> Result<Value, Error> {
    let (text, sought) = (own(values)?, argument(values, 1, meter)?);
    let start = match values.get(2) {
        Some(_) => number(values, 2).trunc().clamp(0.0, text.len() as f64) as usize,
        None if last => text.len(),
        None => 0,
    };
    let place = match last {
        true => find_last(text.units(), sought.units(), start, meter)?,
        false => find(text.units(), sought.units(), start, meter)?,
    };
    Ok(place.map_or(Value::Number(-1.0), Value::from))
}

fn includes(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let (text, sought) = (own(values)?, argument(values, 1, meter)?);
    Ok(Value::Boolean(find(text.units(), sought.units(), 0, meter)?.is_some()))
}

fn splice(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    // Golden data (fuzz_tiles-0550): this one takes what is no text for one.
    let (text, inserted) = (argument(values, 0, meter)?, argument(values, 3, meter)?);
    let (from, count) = (number(values, 1), number(values, 2));
    // With a negative position and `from + count` = 0 the tail is the whole
    // text: that is what slicing from 0 gives.
    let (head, tail) = (relative(from, text.len()), relative(from + count, text.len()));
    meter.text(head + inserted.len() + text.len() - tail)?;
    made([&text.units()[..head], inserted.units(), &text.units()[tail..]].concat(), meter)
}

fn change_case(values: &mut [Value], meter: &mut Meter, change: fn(&str) -> String) -> Result<Value, Error> {
    let text = own(values)?;
    // One character can become three.
    meter.text(text.len())?;
    let mut units = Vec::with_capacity(text.len());
    let mut run = String::new();
    for unit in char::decode_utf16(text.units().iter().copied()) {
        match unit {
            Ok(character) => run.push(character),
            Err(lone) => {
                units.extend(change(&run).encode_utf16());
                run.clear();
                units.push(lone.unpaired_surrogate());
            }
        }
    }
    units.extend(change(&run).encode_utf16());
    made(units, meter)
}

fn split(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let (text, separator) = (own(values)?, argument(values, 1, meter)?);
    let mut parts = Vec::new();
    if separator.is_empty() {
        meter.array(text.len())?;
        meter.allocate(64 * text.len() as u64)?;
        parts.extend(text.units().iter().map(|&unit| Value::Text(Text::from_units(vec![unit]))));
        return Ok(Value::array(parts));
    }
    let mut from = 0;
    while let Some(place) = find(text.units(), separator.units(), from, meter)? {
        parts.push(made(text.units()[from..place].to_vec(), meter)?);
        meter.array(parts.len() / 64)?;
        from = place + separator.len();
    }
    parts.push(made(text.units()[from..].to_vec(), meter)?);
    meter.array(parts.len())?;
    Ok(Value::array(parts))
}
