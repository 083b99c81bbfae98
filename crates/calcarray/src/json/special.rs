//! Texts that stand for other values.

use super::{ReadErrorKind, ReadLimits};
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
    if !text.is_special() {
        return Ok(Value::Text(text));
    }
    let integer = |part: &str| {
        if part.len() > limits.integer_digits {
            return Err(ReadErrorKind::Digits);
        }
        Integer::parse(part).ok_or(ReadErrorKind::Special)
    };
    let pair = |prefix: usize| {
        let text = text.to_string_lossy();
        let mut parts = text[prefix..].split(' ');
        match (parts.next(), parts.next()) {
            (Some(a), Some(b)) => Ok((integer(a)?, integer(b)?)),
            _ => Err(ReadErrorKind::Special),
        }
    };
    if text.starts_with("@BigInt ") {
        Ok(Value::Integer(integer(&text.to_string_lossy()["@BigInt ".len()..])?))
    } else if text.starts_with("@GaussianBigInt ") {
        let (re, im) = pair("@GaussianBigInt ".len())?;
        Ok(Gaussian { re, im }.into())
    } else if text.starts_with("@BigRational ") {
        let (numerator, denominator) = pair("@BigRational ".len())?;
        Ok(Rational::new(numerator, denominator).into())
    } else if text.is("@Infinity") {
        Ok(Value::Number(f64::INFINITY))
    } else if text.is("@-Infinity") {
        Ok(Value::Number(f64::NEG_INFINITY))
    } else if text.is("@NaN") {
        Ok(Value::Number(f64::NAN))
    } else if text.is("@undefined") {
        Ok(Value::Undefined)
    } else {
        Ok(Value::Text(text))
    }
}
