//! Results of lines on tiles, in a shape that goes through registers.
//!
//! An enum is handed on in two of them only where all of its contents are words
//! of one kind; with a double or a truth value in one of them it is written to
//! memory and read again in other pieces, which takes longer than most of what
//! is computed.

use crate::array::Array;
use crate::limits::Meter;
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

/// The result of a line on tiles.
pub(crate) enum Outcome {
    Number(Double),
    Boolean(Truth),
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
            Outcome::Array(array) => Value::Array(array),
        }
    }
}

impl Outcome {
    /// Counts so much work, and an array if it is one; `None` if that exceeds a
    /// limit, which the interpreter will say.
    #[inline]
    pub fn pay(&self, cost: u64, meter: &mut Meter) -> Option<()> {
        match self {
            Outcome::Array(array) => {
                let limits = meter.limits();
                if array.len() > limits.array_length || array.depth() > limits.nesting {
                    return None;
                }
                meter.spend(cost, Meter::array_bytes(array.len()))
            }
            _ => meter.charge(cost).ok(),
        }
    }
}
