//! Computations with single values: doubles, integers of 64 bits, truth values. Callbacks that
//! only compute are of this form.
//!
//! A computation gives nothing if it meets a value that it does not know, or a result that does
//! not fit. Nothing has happened then, and the ordinary way is taken.

use crate::ir::code::Order;
use crate::ir::doubles::Pure;
use crate::ir::term::operand;
use crate::value::{Type, Value};

/// The number of values that a computation reads at most; they lie on the stack.
pub(crate) const MOST_SCALARS: usize = 8;

/// No operator puts more values into a call.
pub(crate) const MOST_VALUES: usize = 3;

/// The values that are read.
pub(crate) type Scalars = [Scalar; MOST_SCALARS];

/// A single value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scalar {
    Number(f64),
    Integer(i64),
    Truth(bool),
    /// A text that stands for itself, of which only the type is known.
    Word,
}

/// A computation.
#[derive(Clone, Debug)]
pub(crate) enum Computation {
    Constant(Scalar),
    Slot(usize),
    Number1(fn(f64) -> f64, Box<Computation>),
    Number2(fn(f64, f64) -> f64, Box<[Computation; 2]>),
    Integer1(fn(i64) -> Option<i64>, Box<Computation>),
    Integer2(fn(i64, i64) -> Option<i64>, Box<[Computation; 2]>),
    /// True if two values are the same, or if they differ.
    Equal(Box<[Computation; 2]>, bool),
    Compare(Order, Box<[Computation; 2]>),
    /// The second one only if the first is this truth value.
    Both(Box<[Computation; 2]>, bool),
    Not(Box<Computation>),
    /// The second one if the first holds, otherwise the third.
    If(Box<[Computation; 3]>),
    IsType(Box<Computation>, u16, bool),
}

/// A callback that only computes.
#[derive(Debug)]
pub(crate) struct ScalarCall {
    /// The reads besides the values of the call.
    pub leaves: Vec<Pure>,
    pub result: Computation,
    /// Steps of one call.
    pub cost: u64,
    /// The number of values of the call that are declared as variables.
    pub declared: usize,
    /// True if the callback reads variables as if the values were the only ones.
    pub only: bool,
}

impl Scalar {
    /// Returns the value; a word stands for any text.
    pub fn into_value(self) -> Option<Value> {
        match self {
            Scalar::Number(number) => Some(Value::Number(number)),
            Scalar::Integer(integer) => Some(Value::Integer(integer.into())),
            Scalar::Truth(truth) => Some(Value::Boolean(truth)),
            Scalar::Word => None,
        }
    }

    fn kind(self) -> Type {
        match self {
            Scalar::Number(_) => Type::Number,
            Scalar::Integer(_) => Type::Integer,
            Scalar::Truth(_) => Type::Boolean,
            Scalar::Word => Type::Text,
        }
    }

    fn number(self) -> Option<f64> {
        match self {
            Scalar::Number(number) => Some(operand(number)),
            _ => None,
        }
    }

    fn integer(self) -> Option<i64> {
        match self {
            Scalar::Integer(integer) => Some(integer),
            _ => None,
        }
    }

    fn truth(self) -> Option<bool> {
        match self {
            Scalar::Truth(truth) => Some(truth),
            _ => None,
        }
    }

    fn equals(self, other: Scalar) -> Option<bool> {
        match (self, other) {
            (Scalar::Word, Scalar::Word) => None,
            (a, b) => Some(a == b),
        }
    }

    fn compare(self, order: Order, other: Scalar) -> Option<bool> {
        match (self, other) {
            (Scalar::Number(a), Scalar::Number(b)) => Some(order.holds(&a, &b)),
            (Scalar::Integer(a), Scalar::Integer(b)) => Some(order.holds(&a, &b)),
            _ => None,
        }
    }
}

impl Computation {
    /// Returns the result.
    #[inline]
    pub fn value(&self, slots: &Scalars) -> Option<Scalar> {
        Some(match self {
            Computation::Slot(slot) => slots[*slot % MOST_SCALARS],
            Computation::Constant(scalar) => *scalar,
            _ => return self.compound(slots),
        })
    }

    fn compound(&self, slots: &Scalars) -> Option<Scalar> {
        Some(match self {
            Computation::Number1(f, a) => Scalar::Number(f(a.value(slots)?.number()?)),
            Computation::Number2(f, operands) => {
                let [a, b] = both(operands, slots)?;
                Scalar::Number(f(a.number()?, b.number()?))
            }
            Computation::Integer1(f, a) => Scalar::Integer(f(a.value(slots)?.integer()?)?),
            Computation::Integer2(f, operands) => {
                let [a, b] = both(operands, slots)?;
                Scalar::Integer(f(a.integer()?, b.integer()?)?)
            }
            Computation::Equal(operands, same) => {
                let [a, b] = both(operands, slots)?;
                Scalar::Truth(a.equals(b)? == *same)
            }
            Computation::Compare(order, operands) => {
                let [a, b] = both(operands, slots)?;
                Scalar::Truth(a.compare(*order, b)?)
            }
            Computation::Both(tests, wanted) => match tests[0].value(slots)?.truth()? {
                truth if truth == *wanted => Scalar::Truth(tests[1].value(slots)?.truth()?),
                truth => Scalar::Truth(truth),
            },
            Computation::Not(test) => Scalar::Truth(!test.value(slots)?.truth()?),
            Computation::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                let holds = condition.value(slots)?.truth()?;
                return if holds { then } else { otherwise }.value(slots);
            }
            Computation::IsType(a, types, same) => {
                Scalar::Truth((types & a.value(slots)?.kind().bit() != 0) == *same)
            }
            simple => return simple.value(slots),
        })
    }
}

#[inline(always)]
fn both(operands: &[Computation; 2], slots: &Scalars) -> Option<[Scalar; 2]> {
    Some([operands[0].value(slots)?, operands[1].value(slots)?])
}
