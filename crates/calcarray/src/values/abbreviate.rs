//! Numbers as the game shows them by default: with commas, or in scientific
//! notation (docs/spec/calcarray.md, "Abbreviation").

use crate::convert::round;
use crate::error::{Error, ErrorKind};
use crate::float;
use crate::gaussian::{self, Gaussian};
use crate::integer::Integer;
use crate::limits::Meter;
use crate::number;
use crate::rational::Rational;
use crate::value::Value;

/// `defaultAbbrevAny`: numbers of all types are abbreviated, everything else
/// stays as it is.
///
/// # Errors
/// As [`number()`] and [`rational()`]; limits.
pub fn any(value: &Value, meter: &mut Meter) -> Result<Value, Error> {
    match value {
        Value::Number(value) => number(*value),
        Value::Integer(value) => Ok(Value::text(integer(value, meter)?)),
        Value::Rational(value) => Ok(Value::text(rational(value, meter)?)),
        Value::Gaussian(value) => Ok(Value::text(gaussian(value, meter)?)),
        other => Ok(other.clone()),
    }
}

/// `defaultAbbrev`: a text, or for very large and small numbers an array that
/// is a text expression with a superscript.
///
/// # Errors
/// [`ErrorKind::Domain`] for 5e-324: 10 to the power of -324 is 0, and the
/// reference fails.
pub fn number(value: f64) -> Result<Value, Error> {
    let size = value.abs();
    if value == 0.0 {
        Ok(Value::text("0"))
    } else if value.is_nan() {
        Ok(Value::text(" NaN "))
    } else if value.is_infinite() {
        Ok(Value::text(number::to_text(value)))
    } else if (0.1..10_000.0).contains(&size) {
        Ok(Value::text(number::to_text(round(1000.0 * value) / 1000.0)))
    } else if (10_000.0..1e12).contains(&size) {
        let sign = if value < 0.0 { "-" } else { "" };
        Ok(Value::text(sign.to_owned() + &decimal(size, 1000.0)?))
    } else {
        scientific(value)
    }
}

fn scientific(value: f64) -> Result<Value, Error> {
    let exponent = float::log10(value.abs()).floor();
    let mantissa = decimal(value.abs() / float::power(10.0, exponent), 100_000.0)?;
    let mut entries = vec![Value::text("@TextE")];
    if value < 0.0 {
        entries.push(Value::text("-"));
    }
    entries.push(Value::text(mantissa));
    entries.push(Value::text(" × 10"));
    entries.push(Value::array(vec![Value::text("@Superscript"), Value::Number(exponent)]));
    Ok(Value::array(entries))
}

/// The whole part with commas and the fraction to so many parts of 1. A
/// fraction that rounds up to 1 is lost: it is not carried over.
fn decimal(size: f64, parts: f64) -> Result<String, Error> {
    let whole = size.trunc();
    let digits = Integer::from_f64(whole).ok_or(ErrorKind::Domain("too small a number to abbreviate"))?;
    let fraction = number::to_text(round((size - whole) * parts) / parts);
    Ok(commas(&digits.to_string()) + fraction.get(1..).unwrap_or(""))
}

/// `defaultAbbrevB`: with commas from 10000 on.
///
/// # Errors
/// Only limits.
pub fn integer(value: &Integer, meter: &mut Meter) -> Result<String, Error> {
    let digits = value.to_text(meter)?;
    meter.charge(digits.len() as u64 / 64)?;
    if value.to_i64().is_some_and(|small| small.unsigned_abs() < 10_000) {
        return Ok(digits);
    }
    Ok(match digits.strip_prefix('-') {
        Some(digits) => "-".to_owned() + &commas(digits),
        None => commas(&digits),
    })
}

/// A comma before every third digit from the end.
fn commas(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `defaultAbbrevGB`.
///
/// # Errors
/// Only limits.
pub fn gaussian(value: &Gaussian, meter: &mut Meter) -> Result<String, Error> {
    Ok(gaussian::join(integer(&value.re, meter)?, integer(&value.im, meter)?))
}

/// `defaultAbbrevBR`: a mixed number. The whole part goes through a double in
/// the reference, so that a large one is off and the fraction makes up for it.
///
/// # Errors
/// [`ErrorKind::Domain`] for a whole part beyond the range of doubles when
/// the value as a double is not infinite, but NaN; limits.
pub fn rational(value: &Rational, meter: &mut Meter) -> Result<String, Error> {
    let double = value.to_f64();
    if value.is_nan() {
        return Ok(" NaN ".to_owned());
    } else if double == 0.0 {
        return Ok("0".to_owned());
    } else if double.is_infinite() {
        return Ok(number::to_text(double));
    }
    let size = value.abs(meter)?;
    let whole = Integer::from_f64(size.floor(meter)?.to_f64())
        .ok_or(ErrorKind::Domain("too large a fraction to abbreviate"))?;
    let fraction = size.subtract(&Rational::whole(whole.clone()), meter)?;
    let mut text = String::new();
    if value.is_negative() {
        text.push('-');
    }
    if !whole.is_zero() {
        text.push_str(&integer(&whole, meter)?);
    }
    if !fraction.is_zero() {
        if !whole.is_zero() {
            text.push(' ');
        }
        text.push_str(&integer(fraction.numerator(), meter)?);
        text.push('/');
        text.push_str(&integer(fraction.denominator(), meter)?);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{self, ReadLimits};
    use crate::limits::Limits;

    #[test]
    fn every_type() {
        for (value, expected) in [
            ("-0.0", r#""0""#),
            ("9999.9996", r#""10000""#),
            ("-0.12345", r#""-0.123""#),
            ("12345.9999", r#""12,345""#),
            ("-12345.6789", r#""-12,345.679""#),
            ("-1e12", r#"["@TextE","-","1"," × 10",["@Superscript",12]]"#),
            ("0.000012345678", r#"["@TextE","1.23457"," × 10",["@Superscript",-5]]"#),
            ("999999999999999.9", r#"["@TextE","0"," × 10",["@Superscript",15]]"#),
            ("\"@NaN\"", r#"" NaN ""#),
            ("\"@BigInt 9999\"", r#""9999""#),
            ("\"@BigInt -1234567\"", r#""-1,234,567""#),
            ("\"@GaussianBigInt 3 -10000\"", r#""3-10,000i""#),
            ("\"@BigRational -123456789 20000\"", r#""-6172 16,789/20,000""#),
            ("\"@BigRational -1 4\"", r#""-1/4""#),
            ("\"@BigRational 12345 1\"", r#""12,345""#),
            ("\"@BigRational 1 0\"", r#""Infinity""#),
            ("\"text\"", r#""text""#),
            ("[1]", "[1]"),
        ] {
            let read = |text: &str| json::read(text, &ReadLimits::default()).unwrap();
            let abbreviated = any(&read(value), &mut Meter::new(Limits::default())).unwrap();
            assert_eq!(abbreviated, read(expected), "{value}");
        }
        assert!(number(5e-324).is_err());
    }
}
