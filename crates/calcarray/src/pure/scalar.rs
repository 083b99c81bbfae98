//! Values that need no storage, as pure expressions compute with them.

use super::view::stays;
use crate::ir::outcome::{Double, Outcome, Truth};
use crate::value::Value;

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

    /// The value as an outcome: texts are none.
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
