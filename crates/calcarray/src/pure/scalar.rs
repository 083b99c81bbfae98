//! What short ways compute, in a shape that goes through registers.
//!
//! An enum is handed on in two of them only where all of its contents are words
//! of one kind; with a double or a truth value in one of them it is written to
//! memory and read again in other pieces, which takes longer than most of what
//! is computed here.

use super::view::stays;
use crate::array::Array;
use crate::value::Value;

/// A double, as a word.
#[derive(Clone, Copy)]
pub(crate) struct Double(u64);

impl Double {
    #[inline]
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl From<f64> for Double {
    #[inline]
    fn from(number: f64) -> Double {
        Double(number.to_bits())
    }
}

/// A truth value, as a word.
#[derive(Clone, Copy)]
pub(crate) struct Truth(u64);

impl Truth {
    #[inline]
    pub fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for Truth {
    #[inline]
    fn from(truth: bool) -> Truth {
        Truth(truth.into())
    }
}

/// What a quick expression gives.
pub(crate) enum Outcome {
    Number(Double),
    Boolean(Truth),
    Integer(i64),
    Array(Array),
}

impl From<f64> for Outcome {
    #[inline]
    fn from(number: f64) -> Outcome {
        Outcome::Number(number.into())
    }
}

impl From<bool> for Outcome {
    #[inline]
    fn from(truth: bool) -> Outcome {
        Outcome::Boolean(truth.into())
    }
}

impl From<Outcome> for Value {
    #[inline]
    fn from(outcome: Outcome) -> Value {
        match outcome {
            Outcome::Number(number) => Value::Number(number.get()),
            Outcome::Boolean(truth) => Value::Boolean(truth.get()),
            Outcome::Integer(integer) => Value::Integer(integer.into()),
            Outcome::Array(array) => Value::Array(array),
        }
    }
}

/// A value that needs no storage.
#[derive(Clone, Copy)]
pub(super) enum Scalar {
    Number(Double),
    Boolean(Truth),
    Integer(i64),
    /// Some text: not equal to anything else, and more can't be said here.
    Text,
}

impl Scalar {
    #[inline]
    pub fn of(value: &Value) -> Option<Scalar> {
        match value {
            Value::Number(number) => Some((*number).into()),
            Value::Boolean(truth) => Some((*truth).into()),
            Value::Integer(integer) => integer.to_i64().map(Scalar::Integer),
            Value::Text(text) if stays(text) => Some(Scalar::Text),
            _ => None,
        }
    }

    /// The same as an outcome: texts are none.
    #[inline]
    pub fn outcome(self) -> Option<Outcome> {
        Some(match self {
            Scalar::Number(number) => Outcome::Number(number),
            Scalar::Boolean(truth) => Outcome::Boolean(truth),
            Scalar::Integer(integer) => Outcome::Integer(integer),
            Scalar::Text => return None,
        })
    }
}

impl From<f64> for Scalar {
    #[inline]
    fn from(number: f64) -> Scalar {
        Scalar::Number(number.into())
    }
}

impl From<bool> for Scalar {
    #[inline]
    fn from(truth: bool) -> Scalar {
        Scalar::Boolean(truth.into())
    }
}
