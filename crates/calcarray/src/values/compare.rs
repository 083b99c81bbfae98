//! Equality and order, as the language's operators see them
//! (docs/spec/calcarray.md, "Operators on any value" and "Binary search and
//! insertion").

use std::cmp::Ordering;

use crate::convert::{self, rational_constructor};
use crate::error::{Error, ErrorKind};
use crate::integer::Integer;
use crate::limits::Meter;
use crate::text::Text;
use crate::value::Value;

/// The language's `=`: same type and same value, arrays entry by entry. NaN
/// and the fraction 0/0 equal nothing; 0 equals -0.
///
/// # Errors
/// Only limits.
pub fn equals(a: &Value, b: &Value, meter: &mut Meter) -> Result<bool, Error> {
    if !matches!((a, b), (Value::Array(_), Value::Array(_))) {
        return same_scalar(a, b, meter);
    }
    if let (Value::Array(a), Value::Array(b)) = (a, b) {
        // Nearly all arrays are flat, and nothing has to be kept for later.
        if a.depth() == 1 || b.depth() == 1 {
            return same_entries(a, b, meter);
        }
    }
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        meter.charge(1)?;
        match (a, b) {
            (Value::Array(a), Value::Array(b)) => {
                if a.len() != b.len() {
                    return Ok(false);
                }
                // Pushed backwards, so that the first difference is found first.
                pending.extend(a.iter().zip(b.iter()).rev());
            }
            _ if !same_scalar(a, b, meter)? => return Ok(false),
            _ => {}
        }
    }
    Ok(true)
}

/// `=` for arrays of which one has no array in it.
fn same_entries(a: &[Value], b: &[Value], meter: &mut Meter) -> Result<bool, Error> {
    meter.charge(1)?;
    if a.len() != b.len() {
        return Ok(false);
    }
    for (a, b) in a.iter().zip(b) {
        meter.charge(1)?;
        if !same_scalar(a, b, meter)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `=` for values that cost nothing to compare; `None` for all others.
#[inline]
pub(crate) fn simply_equal(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Some(a == b),
        (Value::Boolean(a), Value::Boolean(b)) => Some(a == b),
        (Value::Integer(a), Value::Integer(b)) => Some(a.to_i64()? == b.to_i64()?),
        _ => None,
    }
}

/// The language's `!=`: the opposite of `=`, except that two fractions of
/// which one is 0/0 are neither equal nor unequal.
///
/// # Errors
/// Only limits.
pub fn differs(a: &Value, b: &Value, meter: &mut Meter) -> Result<bool, Error> {
    match (a, b) {
        (Value::Rational(a), Value::Rational(b)) if a.is_nan() || b.is_nan() => Ok(false),
        _ => Ok(!equals(a, b, meter)?),
    }
}

fn same_scalar(a: &Value, b: &Value, meter: &mut Meter) -> Result<bool, Error> {
    Ok(match (a, b) {
        (Value::Undefined, Value::Undefined) | (Value::Null, Value::Null) => true,
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::Integer(a), Value::Integer(b)) => {
            meter.charge(a.bits().min(b.bits()) / 4096)?;
            a == b
        }
        (Value::Rational(a), Value::Rational(b)) => {
            meter.charge(a.numerator().bits().max(a.denominator().bits()) / 4096)?;
            !a.is_nan() && a == b
        }
        (Value::Gaussian(a), Value::Gaussian(b)) => {
            meter.charge(a.re.bits().max(a.im.bits()) / 4096)?;
            a == b
        }
        (Value::Text(a), Value::Text(b)) => {
            meter.charge(a.len().min(b.len()) as u64 / 256)?;
            a == b
        }
        (Value::Object(_), Value::Object(_)) => a.identical(b),
        _ => false,
    })
}

/// One of the four relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Relation {
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
}

impl Relation {
    /// Returns true if the relation holds for this order; never for an unordered pair.
    fn holds(self, order: Option<Ordering>) -> bool {
        order.is_some_and(|order| match self {
            Relation::Less => order.is_lt(),
            Relation::Greater => order.is_gt(),
            Relation::LessOrEqual => order.is_le(),
            Relation::GreaterOrEqual => order.is_ge(),
        })
    }
}

/// The operators `<`, `>`, `<=`, `>=`.
///
/// # Errors
/// [`ErrorKind::NotComparable`] when one side is a fraction and the other is
/// a text or an array that spells none; limits.
pub fn relates(a: &Value, relation: Relation, b: &Value, meter: &mut Meter) -> Result<bool, Error> {
    let order = match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.partial_cmp(b),
        (Value::Gaussian(_), _) | (_, Value::Gaussian(_)) => None,
        (Value::Rational(_), _) | (_, Value::Rational(_)) => exact_order(a, b, meter)?,
        _ => primitive_order(a, b, meter)?,
    };
    Ok(relation.holds(order))
}

/// The order of two fractions, both sides made into one.
fn exact_order(a: &Value, b: &Value, meter: &mut Meter) -> Result<Option<Ordering>, Error> {
    let a = rational_constructor(a, meter)?.ok_or_else(|| Error::new(ErrorKind::NotComparable))?;
    let b = rational_constructor(b, meter)?.ok_or_else(|| Error::new(ErrorKind::NotComparable))?;
    a.compare(&b, meter)
}

/// The operator `max`: `b` if it is greater than `a`, else `a`.
///
/// # Errors
/// [`ErrorKind::NotComparable`] for Gaussian integers, and where [`relates`]
/// has it; limits.
pub fn max(a: &Value, b: &Value, meter: &mut Meter) -> Result<Value, Error> {
    check_extremes(a, b, meter)?;
    let greater = primitive_order(b, a, meter)? == Some(Ordering::Greater);
    Ok(if greater { b.clone() } else { a.clone() })
}

/// The operator `min`: `b` if it is less than `a`, else `a`.
///
/// # Errors
/// As [`max`].
pub fn min(a: &Value, b: &Value, meter: &mut Meter) -> Result<Value, Error> {
    check_extremes(a, b, meter)?;
    let less = primitive_order(b, a, meter)? == Some(Ordering::Less);
    Ok(if less { b.clone() } else { a.clone() })
}

/// Computes the exact extreme if one side is a fraction, as the reference does. The reference does
/// not use it, but an error there fails `max` and `min`; after a first operand of 0/0 it does not
/// look at the second.
fn check_extremes(a: &Value, b: &Value, meter: &mut Meter) -> Result<(), Error> {
    if let (Value::Gaussian(_), _) | (_, Value::Gaussian(_)) = (a, b) {
        return Err(ErrorKind::NotComparable.into());
    }
    if let (Value::Rational(_), _) | (_, Value::Rational(_)) = (a, b) {
        let first = rational_constructor(a, meter)?.ok_or_else(|| Error::new(ErrorKind::NotComparable))?;
        if !first.is_nan() && rational_constructor(b, meter)?.is_none() {
            return Err(ErrorKind::NotComparable.into());
        }
    }
    Ok(())
}

/// The order function of `arr_binarySearch` and `arr_binaryInsert`: equal
/// means *loosely* equal, so 5, `"5"` and the integer 5 are; two fractions or
/// two arrays never are. `None` if the two have no order.
///
/// # Errors
/// Only limits.
pub fn search_order(a: &Value, b: &Value, meter: &mut Meter) -> Result<Option<Ordering>, Error> {
    match primitive_order(a, b, meter)? {
        Some(Ordering::Less) => Ok(Some(Ordering::Less)),
        Some(Ordering::Greater) => Ok(Some(Ordering::Greater)),
        _ if loosely_equals(a, b, meter)? => Ok(Some(Ordering::Equal)),
        _ => Ok(None),
    }
}

/// ECMAScript's `==`, where no two objects are the same one.
///
/// # Errors
/// Only limits.
pub fn loosely_equals(a: &Value, b: &Value, meter: &mut Meter) -> Result<bool, Error> {
    let (a, b) = match (is_object(a), is_object(b)) {
        (true, true) => return Ok(false),
        (true, false) if is_nothing(b) => return Ok(false),
        (false, true) if is_nothing(a) => return Ok(false),
        _ => (Primitive::of(a, meter)?, Primitive::of(b, meter)?),
    };
    Ok(match (a, b) {
        (Primitive::Nothing, Primitive::Nothing) => true,
        (Primitive::Nothing, _) | (_, Primitive::Nothing) => false,
        (Primitive::Text(a), Primitive::Text(b)) => a == b,
        (a, b) => numeric_order(a, b, meter)? == Some(Ordering::Equal),
    })
}

fn is_object(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Rational(_) | Value::Gaussian(_) | Value::Object(_))
}

fn is_nothing(value: &Value) -> bool {
    matches!(value, Value::Undefined | Value::Null)
}

/// The primitive that ECMAScript compares in place of a value.
enum Primitive {
    /// Undefined and null.
    Nothing,
    Number(f64),
    Integer(Integer),
    Text(Text),
}

impl Primitive {
    /// ToPrimitive, with truth values as numbers: arrays are their text,
    /// fractions their double, Gaussian integers an integer or their text.
    fn of(value: &Value, meter: &mut Meter) -> Result<Primitive, Error> {
        Ok(match value {
            Value::Undefined | Value::Null => Primitive::Nothing,
            Value::Boolean(truth) => Primitive::Number(f64::from(u8::from(*truth))),
            Value::Number(number) => Primitive::Number(*number),
            Value::Integer(integer) => Primitive::Integer(integer.clone()),
            Value::Rational(_) => Primitive::Number(convert::to_number(value, meter)?),
            Value::Gaussian(gaussian) if gaussian.im.is_zero() => Primitive::Integer(gaussian.re.clone()),
            Value::Text(text) => Primitive::Text(text.clone()),
            Value::Gaussian(_) | Value::Array(_) | Value::Object(_) => {
                Primitive::Text(convert::to_text(value, meter)?)
            }
        })
    }
}

/// ECMAScript's relational comparison.
fn primitive_order(a: &Value, b: &Value, meter: &mut Meter) -> Result<Option<Ordering>, Error> {
    if let (Value::Number(a), Value::Number(b)) = (a, b) {
        return Ok(a.partial_cmp(b));
    }
    // Unlike undefined, null counts as 0 here.
    let order_as = |value: &Value, meter: &mut Meter| match value {
        Value::Null => Ok(Primitive::Number(0.0)),
        other => Primitive::of(other, meter),
    };
    let (a, b) = (order_as(a, meter)?, order_as(b, meter)?);
    if let (Primitive::Text(a), Primitive::Text(b)) = (&a, &b) {
        meter.charge(a.len().min(b.len()) as u64 / 256)?;
        return Ok(Some(a.cmp(b)));
    }
    numeric_order(a, b, meter)
}

/// The order of two primitives of which at least one is no text.
fn numeric_order(a: Primitive, b: Primitive, meter: &mut Meter) -> Result<Option<Ordering>, Error> {
    Ok(match (a, b) {
        (Primitive::Nothing, _) | (_, Primitive::Nothing) => None,
        (Primitive::Integer(a), Primitive::Integer(b)) => {
            meter.charge(a.bits().min(b.bits()) / 4096)?;
            Some(a.cmp(&b))
        }
        (Primitive::Integer(a), Primitive::Text(b)) => {
            convert::text_to_integer(&b, meter)?.map(|b| a.cmp(&b))
        }
        (Primitive::Text(a), Primitive::Integer(b)) => {
            convert::text_to_integer(&a, meter)?.map(|a| a.cmp(&b))
        }
        (Primitive::Integer(a), Primitive::Number(b)) => integer_with_number(&a, b),
        (Primitive::Number(a), Primitive::Integer(b)) => integer_with_number(&b, a).map(Ordering::reverse),
        (a, b) => match (number_of(a, meter)?, number_of(b, meter)?) {
            (Some(a), Some(b)) => a.partial_cmp(&b),
            _ => None,
        },
    })
}

fn number_of(primitive: Primitive, meter: &mut Meter) -> Result<Option<f64>, Error> {
    match primitive {
        Primitive::Number(number) => Ok(Some(number)),
        Primitive::Text(text) => convert::text_to_number(&text, meter),
        Primitive::Integer(integer) => Ok(Some(integer.to_f64())),
        Primitive::Nothing => Ok(None),
    }
}

/// Exactly: a double is not rounded to the integer's precision or the other
/// way round.
fn integer_with_number(integer: &Integer, number: f64) -> Option<Ordering> {
    if number.is_nan() {
        return None;
    }
    let floor = number.floor();
    let Some(whole) = Integer::from_f64(floor) else {
        return 0.0.partial_cmp(&number);
    };
    match integer.cmp(&whole) {
        Ordering::Equal if number > floor => Some(Ordering::Less),
        order => Some(order),
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
    fn equality() {
        for (a, b, equal, different) in [
            ("0", "-0.0", true, false),
            ("\"@NaN\"", "\"@NaN\"", false, true),
            ("5", "\"@BigInt 5\"", false, true),
            ("[1,[2,\"a\"]]", "[1,[2,\"a\"]]", true, false),
            ("[1,2]", "[1]", false, true),
            ("[\"@NaN\"]", "[\"@NaN\"]", false, true),
            ("[\"@BigRational 0 0\"]", "[\"@BigRational 0 0\"]", false, true),
            ("\"@undefined\"", "\"@undefined\"", true, false),
            ("\"@BigRational 0 0\"", "\"@BigRational 1 2\"", false, false),
            ("\"@BigRational 0 0\"", "1", false, true),
            ("\"@BigRational 1 0\"", "\"@BigRational 2 0\"", true, false),
        ] {
            let (x, y) = (read(a), read(b));
            assert_eq!(equals(&x, &y, &mut meter()).unwrap(), equal, "{a} = {b}");
            assert_eq!(differs(&x, &y, &mut meter()).unwrap(), different, "{a} != {b}");
        }
    }

    #[test]
    fn order() {
        for (a, b, less, greater) in [
            ("\"10\"", "\"9\"", true, false),
            ("\"10\"", "9", false, true),
            ("[10]", "[9]", true, false),
            ("\"@BigInt 9007199254740993\"", "9007199254740992", false, true),
            ("\"@BigInt 3\"", "2.5", false, true),
            ("\"@BigInt -3\"", "-2.5", true, false),
            ("\"@BigInt 3\"", "3.5", true, false),
            ("\"@BigInt 3\"", "\"@Infinity\"", true, false),
            ("\"@BigInt 3\"", "\"x\"", false, false),
            ("\"@BigInt 3\"", "\"4\"", true, false),
            ("\"@undefined\"", "1", false, false),
            ("null", "1", true, false),
            ("true", "2", true, false),
            ("\"@GaussianBigInt 1 0\"", "2", false, false),
            ("\"@BigRational 1 2\"", "1", true, false),
            ("\"@BigRational -1 0\"", "\"@BigRational 1 0\"", true, false),
            ("\"@BigRational -1 0\"", "-5", true, false),
            ("\"@BigRational 1 1\"", "[1,2]", false, true),
            ("\"@BigRational 0 0\"", "1", false, false),
        ] {
            let (x, y) = (read(a), read(b));
            assert_eq!(relates(&x, Relation::Less, &y, &mut meter()).unwrap(), less, "{a} < {b}");
            assert_eq!(relates(&x, Relation::Greater, &y, &mut meter()).unwrap(), greater, "{a} > {b}");
        }
        assert!(
            relates(&read("\"@BigRational 1 1\""), Relation::Less, &read("\"a\""), &mut meter()).is_err()
        );
        assert!(relates(&read("[1]"), Relation::Less, &read("\"@BigRational 1 1\""), &mut meter()).is_err());
    }

    #[test]
    fn extremes() {
        for (a, b, greatest, least) in [
            ("1", "\"@NaN\"", "1", "1"),
            ("\"@NaN\"", "1", "\"@NaN\"", "\"@NaN\""),
            ("1", "\"@BigInt 2\"", "\"@BigInt 2\"", "1"),
            ("\"@BigRational 1 2\"", "\"@BigRational 2 3\"", "\"@BigRational 2 3\"", "\"@BigRational 1 2\""),
            ("\"@BigRational 0 0\"", "\"B\"", "\"@BigRational 0 0\"", "\"@BigRational 0 0\""),
        ] {
            let (x, y) = (read(a), read(b));
            assert_eq!(max(&x, &y, &mut meter()).unwrap(), read(greatest), "{a} max {b}");
            assert_eq!(min(&x, &y, &mut meter()).unwrap(), read(least), "{a} min {b}");
        }
        assert!(max(&read("\"B\""), &read("\"@BigRational 0 0\""), &mut meter()).is_err());
        assert!(max(&read("1"), &read("\"@GaussianBigInt 1 0\""), &mut meter()).is_err());
    }

    #[test]
    fn search_order_is_loose() {
        for (a, b, order) in [
            ("5", "\"@BigInt 5\"", Some(Ordering::Equal)),
            ("5", "\"5\"", Some(Ordering::Equal)),
            ("\"@undefined\"", "null", Some(Ordering::Equal)),
            ("\"@undefined\"", "1", None),
            ("null", "0", None),
            ("\"@BigRational 1 2\"", "\"@BigRational 1 2\"", None),
            ("\"@BigRational 1 2\"", "0.5", Some(Ordering::Equal)),
            ("[5]", "5", Some(Ordering::Equal)),
            ("[5]", "[5]", None),
            ("1", "2", Some(Ordering::Less)),
        ] {
            assert_eq!(search_order(&read(a), &read(b), &mut meter()).unwrap(), order, "{a} and {b}");
        }
    }
}
