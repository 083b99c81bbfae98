//! Texts that stand for other values, and what it costs to read them.

use super::failure::ReadErrorKind;
use super::shared::ReadLimits;
use crate::gaussian::Gaussian;
use crate::integer::Integer;
use crate::rational::Rational;
use crate::text::Text;
use crate::value::Value;

/// The value that a text stands for; most stand for themselves.
///
/// # Errors
/// If it starts like a special value and isn't one.
pub fn special(text: Text, limits: &ReadLimits) -> Result<Value, ReadErrorKind> {
    let value = match text.is_special() {
        true => special_value(&text.to_string_lossy(), limits)?,
        false => None,
    };
    Ok(value.unwrap_or(Value::Text(text)))
}

/// Returns the cost of reading the value that a text stands for: the squares of the lengths of its
/// long integers. Reading them, and reducing fractions of them, takes time that grows like that.
///
/// ```
/// use calcarray::json::integer_work;
/// let long = "7".repeat(2000);
/// assert_eq!(integer_work(&format!("@BigRational {long} {long}")), 8_000_000);
/// assert_eq!(integer_work("@BigInt 7"), 0);
/// assert_eq!(integer_work(&long), 0);
/// ```
pub fn integer_work(text: &str) -> u64 {
    const LONG: usize = 1000;
    let mut parts = text.split(' ');
    match parts.next() {
        Some("@BigInt" | "@GaussianBigInt" | "@BigRational") => {}
        _ => return 0,
    }
    let lengths = parts.map(str::len).filter(|length| *length >= LONG);
    lengths.fold(0, |work, length| work.saturating_add((length as u64).saturating_pow(2)))
}

/// The value of [`special`]; `None` for a text that stands for itself.
pub(super) fn special_value(text: &str, limits: &ReadLimits) -> Result<Option<Value>, ReadErrorKind> {
    if !text.starts_with('@') {
        return Ok(None);
    }
    let integer = |part: &str| {
        if part.len() > limits.integer_digits {
            return Err(ReadErrorKind::Digits);
        }
        Integer::parse(part).ok_or(ReadErrorKind::Special)
    };
    let pair = |parts: &str| {
        let mut parts = parts.split(' ');
        match (parts.next(), parts.next()) {
            (Some(a), Some(b)) => Ok((integer(a)?, integer(b)?)),
            _ => Err(ReadErrorKind::Special),
        }
    };
    Ok(Some(match text {
        "@Infinity" => Value::Number(f64::INFINITY),
        "@-Infinity" => Value::Number(f64::NEG_INFINITY),
        "@NaN" => Value::Number(f64::NAN),
        "@undefined" => Value::Undefined,
        _ => {
            if let Some(number) = text.strip_prefix("@BigInt ") {
                Value::Integer(integer(number)?)
            } else if let Some(parts) = text.strip_prefix("@GaussianBigInt ") {
                let (re, im) = pair(parts)?;
                Gaussian { re, im }.into()
            } else if let Some(parts) = text.strip_prefix("@BigRational ") {
                let (numerator, denominator) = pair(parts)?;
                Rational::new(numerator, denominator).into()
            } else {
                return Ok(None);
            }
        }
    }))
}
