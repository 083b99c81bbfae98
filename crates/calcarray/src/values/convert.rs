//! Conversions of any value to each type (docs/spec/calcarray.md, "Values", "Argument conversion"
//! and "Operators on any value").
//!
//! The `to_…` functions never fail on a value, whatever its type: what can't
//! be converted has a fixed result. They fail on limits only.

use crate::array::Array;
use crate::error::{Error, Limit};
pub use crate::float::half_up as round;
use crate::gaussian::Gaussian;
use crate::integer::Integer;
use crate::limits::{Meter, exceeded};
use crate::number;
use crate::rational::Rational;
use crate::text::Text;
use crate::value::Value;

/// The text of a JSON object, which no expression makes.
const OBJECT: &str = "[object Object]";

/// `Str`: the text of any value. Arrays are their entries' texts with commas
/// between them and no brackets; an undefined entry is empty.
pub fn to_text(value: &Value, meter: &mut Meter) -> Result<Text, Error> {
    match value {
        Value::Text(text) => Ok(text.clone()),
        Value::Array(array) => join(array, meter),
        Value::Undefined => Ok(Text::from("undefined")),
        Value::Null => Ok(Text::from("null")),
        scalar => Ok(Text::from(scalar_text(scalar, meter)?)),
    }
}

/// The text of anything but an array or a text, as an entry of an array.
fn scalar_text(value: &Value, meter: &mut Meter) -> Result<String, Error> {
    Ok(match value {
        Value::Boolean(true) => "true".to_owned(),
        Value::Boolean(false) => "false".to_owned(),
        Value::Number(number) => number::to_text(*number),
        Value::Integer(integer) => integer.to_text(meter)?,
        Value::Rational(rational) => rational.to_text(meter)?,
        Value::Gaussian(gaussian) => gaussian.to_text(meter)?,
        Value::Object(_) => OBJECT.to_owned(),
        Value::Undefined | Value::Null | Value::Text(_) | Value::Array(_) => String::new(),
    })
}

fn join(array: &Array, meter: &mut Meter) -> Result<Text, Error> {
    let mut units: Vec<u16> = Vec::new();
    let mut open = vec![array.iter()];
    let mut first = true;
    while let Some(entries) = open.last_mut() {
        let Some(entry) = entries.next() else {
            open.pop();
            first = false;
            continue;
        };
        meter.charge(1)?;
        if !first {
            append(&mut units, &[u16::from(b',')], meter)?;
        }
        first = false;
        match entry {
            Value::Array(inner) => {
                open.push(inner.iter());
                first = true;
            }
            Value::Text(text) => append(&mut units, text.units(), meter)?,
            scalar => {
                let text: Vec<u16> = scalar_text(scalar, meter)?.encode_utf16().collect();
                append(&mut units, &text, meter)?;
            }
        }
    }
    Ok(Text::from_units(units))
}

fn append(units: &mut Vec<u16>, more: &[u16], meter: &mut Meter) -> Result<(), Error> {
    if units.len() + more.len() > meter.limits().text_length {
        return Err(exceeded(Limit::TextLength));
    }
    meter.allocate(2 * more.len() as u64)?;
    units.extend_from_slice(more);
    Ok(())
}

/// `Num`: the number of any value, NaN if it has none. (The number *family*
/// turns NaN into 0 afterwards; this does not.)
#[inline]
pub fn to_number(value: &Value, meter: &mut Meter) -> Result<f64, Error> {
    match value {
        Value::Number(number) => Ok(*number),
        other => other_to_number(other, meter),
    }
}

fn other_to_number(value: &Value, meter: &mut Meter) -> Result<f64, Error> {
    Ok(match value {
        Value::Number(number) => *number,
        Value::Boolean(truth) => f64::from(u8::from(*truth)),
        Value::Integer(integer) => {
            meter.charge(integer.bits() / 4096)?;
            integer.to_f64()
        }
        Value::Null => 0.0,
        Value::Undefined | Value::Object(_) => f64::NAN,
        Value::Rational(rational) => {
            meter.charge((rational.numerator().bits() + rational.denominator().bits()) / 4096)?;
            rational.to_f64()
        }
        Value::Gaussian(gaussian) if gaussian.im.is_zero() => gaussian.re.to_f64(),
        Value::Gaussian(_) => f64::NAN,
        Value::Text(text) => text_to_number(text, meter)?.unwrap_or(f64::NAN),
        Value::Array(array) => match array_text(array) {
            ArrayText::Empty => 0.0,
            ArrayText::HasComma => f64::NAN,
            ArrayText::Entry(Value::Boolean(_)) => f64::NAN,
            ArrayText::Entry(Value::Rational(rational)) if rational.is_finite() && !rational.is_whole() => {
                f64::NAN
            }
            // The text of -0 is that of 0.
            ArrayText::Entry(Value::Number(number)) => *number + 0.0,
            ArrayText::Entry(entry) => other_to_number(entry, meter)?,
        },
    })
}

/// StringToNumber of a text.
pub fn text_to_number(text: &Text, meter: &mut Meter) -> Result<Option<f64>, Error> {
    meter.charge(text.len() as u64 / 64)?;
    Ok(number::parse(&text.to_string_lossy()))
}

/// StringToBigInt of a text.
pub fn text_to_integer(text: &Text, meter: &mut Meter) -> Result<Option<Integer>, Error> {
    Integer::parse_metered(&text.to_string_lossy(), meter)
}

/// The text of an array, as far as it can be a number: a text with a comma never is one.
enum ArrayText<'a> {
    /// The text is empty.
    Empty,
    /// The text is that of this entry, which is no array.
    Entry(&'a Value),
    /// The text has a comma.
    HasComma,
}

fn array_text(array: &Array) -> ArrayText<'_> {
    let mut entries = array.entries();
    loop {
        match entries {
            [] | [Value::Undefined | Value::Null] => return ArrayText::Empty,
            [Value::Array(inner)] => entries = inner.entries(),
            [entry] => return ArrayText::Entry(entry),
            _ => return ArrayText::HasComma,
        }
    }
}

/// Returns true if the value counts as true (`Truthy`). Every array, Gaussian integer
/// and fraction does, whatever is in it.
pub fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Boolean(truth) => *truth,
        Value::Number(number) => *number != 0.0 && !number.is_nan(),
        Value::Text(text) => !text.is_empty(),
        Value::Integer(integer) => !integer.is_zero(),
        Value::Undefined | Value::Null => false,
        Value::Rational(_) | Value::Gaussian(_) | Value::Array(_) | Value::Object(_) => true,
    }
}

/// The integer nearest to a number; 0 for what is none.
fn nearest_integer(number: f64) -> Integer {
    Integer::from_f64(round(number)).unwrap_or(Integer::ZERO)
}

/// `ToBig`: the integer of any value, 0 if it has none.
pub fn to_integer(value: &Value, meter: &mut Meter) -> Result<Integer, Error> {
    Ok(match value {
        Value::Integer(integer) => integer.clone(),
        Value::Number(number) => nearest_integer(*number),
        Value::Boolean(truth) => Integer::from(i64::from(*truth)),
        // Through a double, so digits are lost (docs/spec/calcarray.md,
        // "Documentation and reference", row 36).
        Value::Rational(rational) => nearest_integer(rational.to_f64()),
        Value::Gaussian(gaussian) if gaussian.im.is_zero() => gaussian.re.clone(),
        Value::Text(text) => text_to_nearest_integer(text, meter)?,
        Value::Array(array) => match array_text(array) {
            ArrayText::Entry(Value::Integer(integer)) => integer.clone(),
            ArrayText::Entry(Value::Text(text)) => text_to_nearest_integer(text, meter)?,
            // The text counts: it does not have all the digits of a large
            // number, but it has those of a whole fraction.
            ArrayText::Entry(entry) => text_to_nearest_integer(&to_text(entry, meter)?, meter)?,
            ArrayText::Empty | ArrayText::HasComma => Integer::ZERO,
        },
        Value::Undefined | Value::Null | Value::Gaussian(_) | Value::Object(_) => Integer::ZERO,
    })
}

fn text_to_nearest_integer(text: &Text, meter: &mut Meter) -> Result<Integer, Error> {
    if let Some(integer) = text_to_integer(text, meter)? {
        return Ok(integer);
    }
    Ok(text_to_number(text, meter)?.map_or(Integer::ZERO, nearest_integer))
}

/// `ToGauss`: the Gaussian integer of any value, 0 if it has none.
pub fn to_gaussian(value: &Value, meter: &mut Meter) -> Result<Gaussian, Error> {
    let read = match value {
        Value::Gaussian(gaussian) => Some(Gaussian::clone(gaussian)),
        Value::Array(array) => whole_pair(array).map(|(re, im)| Gaussian { re, im }),
        Value::Boolean(_) => None,
        other => gaussian_scalar(other, meter)?,
    };
    Ok(read.unwrap_or(Gaussian::ZERO))
}

/// The operator `GaussianBigInt`: like [`to_gaussian`], but arrays may have
/// more entries, and texts and truth values as entries.
pub fn gaussian_constructor(value: &Value, meter: &mut Meter) -> Result<Gaussian, Error> {
    match value {
        Value::Array(array) => {
            let (re, im) = (big_int(array.first(), meter)?, big_int(array.get(1), meter)?);
            Ok(re.zip(im).map_or(Gaussian::ZERO, |(re, im)| Gaussian { re, im }))
        }
        other => to_gaussian(other, meter),
    }
}

fn gaussian_scalar(value: &Value, meter: &mut Meter) -> Result<Option<Gaussian>, Error> {
    match value {
        Value::Number(number) => Ok(Integer::from_f64(*number).map(Gaussian::real)),
        Value::Integer(integer) => Ok(Some(Gaussian::real(integer.clone()))),
        Value::Text(text) => Gaussian::from_text(&text.to_string_lossy(), meter),
        _ => Ok(None),
    }
}

/// Exactly two entries, each a whole number or an integer.
fn whole_pair(array: &Array) -> Option<(Integer, Integer)> {
    let whole = |entry: &Value| match entry {
        Value::Number(number) => Integer::from_f64(*number),
        Value::Integer(integer) => Some(integer.clone()),
        _ => None,
    };
    match array.entries() {
        [first, second] => whole(first).zip(whole(second)),
        _ => None,
    }
}

/// ECMAScript's `BigInt(x)`; `None` where that fails.
fn big_int(value: Option<&Value>, meter: &mut Meter) -> Result<Option<Integer>, Error> {
    Ok(match value {
        Some(Value::Number(number)) => Integer::from_f64(*number),
        Some(Value::Rational(rational)) => Integer::from_f64(rational.to_f64()),
        Some(Value::Gaussian(gaussian)) if gaussian.im.is_zero() => Some(gaussian.re.clone()),
        Some(Value::Integer(integer)) => Some(integer.clone()),
        Some(Value::Boolean(truth)) => Some(Integer::from(i64::from(*truth))),
        Some(Value::Text(text)) => text_to_integer(text, meter)?,
        Some(Value::Array(array)) => match array_text(array) {
            ArrayText::Empty => Some(Integer::ZERO),
            ArrayText::Entry(entry) => text_to_integer(&to_text(entry, meter)?, meter)?,
            ArrayText::HasComma => None,
        },
        Some(Value::Gaussian(_) | Value::Object(_) | Value::Undefined | Value::Null) | None => None,
    })
}

/// `ToRat`: the fraction of any value, 0/0 if it has none.
pub fn to_rational(value: &Value, meter: &mut Meter) -> Result<Rational, Error> {
    match value {
        Value::Rational(rational) => Ok(Rational::clone(rational)),
        Value::Integer(integer) => Ok(Rational::whole(integer.clone())),
        Value::Number(_) | Value::Text(_) => Ok(rational_constructor(value, meter)?.unwrap_or(Rational::NAN)),
        Value::Array(array) => match whole_pair(array) {
            Some((numerator, denominator)) => Rational::reduced(numerator, denominator, meter),
            None => Ok(Rational::NAN),
        },
        _ => Ok(Rational::NAN),
    }
}

/// The constructor behind the operator `BigRational` and behind comparisons
/// with fractions: truth values, undefined and Gaussian integers are 0/1, an
/// array's first two entries are numerator and denominator; `None` for what
/// can't be read.
pub fn rational_constructor(value: &Value, meter: &mut Meter) -> Result<Option<Rational>, Error> {
    match value {
        Value::Rational(rational) => Ok(Some(Rational::clone(rational))),
        Value::Integer(integer) => Ok(Some(Rational::whole(integer.clone()))),
        Value::Number(number) => Rational::from_number(*number, meter),
        Value::Text(text) => Rational::from_text(&text.to_string_lossy(), meter),
        Value::Array(array) => {
            let (n, d) = (big_int(array.first(), meter)?, big_int(array.get(1), meter)?);
            n.zip(d).map(|(n, d)| Rational::reduced(n, d, meter)).transpose()
        }
        Value::Undefined | Value::Null | Value::Boolean(_) | Value::Gaussian(_) | Value::Object(_) => {
            Ok(Some(Rational::ZERO))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{self, ReadLimits};
    use crate::limits::Limits;

    fn read(text: &str) -> Value {
        json::read(text, &ReadLimits::default()).unwrap()
    }

    fn meter() -> Meter {
        Meter::new(Limits::default())
    }

    #[test]
    fn text_of_any_value() {
        for (value, text) in [
            ("[1,[2,[]],\"a\",\"@undefined\",null,[true]]", "1,2,,a,,,true"),
            ("[]", ""),
            ("[[[]]]", ""),
            ("[[1,2],[3]]", "1,2,3"),
            ("\"@BigRational -1 2\"", "-1/2"),
            ("\"@GaussianBigInt 0 1\"", "1i"),
            ("-0.0", "0"),
            ("\"@undefined\"", "undefined"),
            ("null", "null"),
        ] {
            assert_eq!(to_text(&read(value), &mut meter()).unwrap(), Text::from(text), "{value}");
        }
    }

    #[test]
    fn shared_arrays_can_not_make_an_endless_text() {
        let mut value = Value::text("0123456789");
        for _ in 0..60 {
            value = Value::array(vec![value.clone(), value]);
        }
        assert!(to_text(&value, &mut meter()).is_err());
    }

    #[test]
    fn number_of_any_value() {
        for (value, number) in [
            ("\" 12 \"", 12.0),
            ("\"12px\"", f64::NAN),
            ("[]", 0.0),
            ("[5]", 5.0),
            ("[[\"@BigInt 5\"]]", 5.0),
            ("[1,2]", f64::NAN),
            ("[true]", f64::NAN),
            ("[\"@BigRational 1 2\"]", f64::NAN),
            ("[\"@BigRational 4 2\"]", 2.0),
            ("[\"@undefined\"]", 0.0),
            ("[-0.0]", 0.0),
            ("true", 1.0),
            ("null", 0.0),
            ("\"@undefined\"", f64::NAN),
            ("\"@GaussianBigInt 3 0\"", 3.0),
            ("\"@GaussianBigInt 3 1\"", f64::NAN),
            ("\"@BigRational 1 0\"", f64::INFINITY),
        ] {
            let converted = Value::Number(to_number(&read(value), &mut meter()).unwrap());
            assert_eq!(converted, Value::Number(number), "{value}");
        }
    }

    #[test]
    fn integer_of_any_value() {
        for (value, integer) in [
            ("2.5", 3),
            ("-2.5", -2),
            ("0.49999999999999994", 0),
            ("\"@Infinity\"", 0),
            ("\"1.5\"", 2),
            ("\"1e3\"", 1000),
            ("\"abc\"", 0),
            ("true", 1),
            ("[true]", 0),
            ("[[7]]", 7),
            ("[1,2]", 0),
            ("\"@BigRational 7 2\"", 4),
            ("[\"@BigRational 7 2\"]", 0),
            ("\"@GaussianBigInt 4 1\"", 0),
        ] {
            assert_eq!(to_integer(&read(value), &mut meter()).unwrap(), Integer::from(integer), "{value}");
        }
        let digits = to_integer(&read("[123456789012345680000.0]"), &mut meter()).unwrap();
        assert_eq!(digits.to_string(), "123456789012345680000");
    }

    #[test]
    fn constructors_are_less_strict_than_conversions() {
        for (value, converted, constructed) in [
            ("[1,2]", "1+2i", "1+2i"),
            ("[1,2,3]", "0", "1+2i"),
            ("[true,false]", "0", "1"),
            ("[-1,[1]]", "0", "-1+1i"),
            ("[1]", "0", "0"),
            ("true", "0", "0"),
        ] {
            assert_eq!(to_gaussian(&read(value), &mut meter()).unwrap().to_string(), converted, "{value}");
            let built = gaussian_constructor(&read(value), &mut meter()).unwrap();
            assert_eq!(built.to_string(), constructed, "{value}");
        }
        for (value, converted, constructed) in [
            ("[1,2]", "1/2", Some("1/2")),
            ("[\"1\",\"2\"]", "NaN", Some("1/2")),
            ("[1]", "NaN", None),
            ("true", "NaN", Some("0")),
            ("\"abc\"", "NaN", None),
        ] {
            assert_eq!(to_rational(&read(value), &mut meter()).unwrap().to_string(), converted, "{value}");
            let built = rational_constructor(&read(value), &mut meter()).unwrap();
            assert_eq!(built.map(|r| r.to_string()).as_deref(), constructed, "{value}");
        }
    }
}
