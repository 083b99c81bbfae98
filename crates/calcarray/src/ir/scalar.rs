//! Computations with single values: doubles, integers of 64 bits, truth values. Callbacks and loops
//! that only compute are of this form; loops also read lists.
//!
//! A computation gives nothing if it meets a value that it does not know, or a result that does
//! not fit. Nothing has happened then, and the ordinary way is taken.

use crate::ir::doubles::Pure;
use crate::ir::operator::{Family, Operator, Order};
use crate::ir::term::operand;
use crate::value::{Type, Value};

/// The number of values that a computation reads at most; they lie on the stack.
pub(crate) const MOST_SCALARS: usize = 8;

/// The number of lists that a loop reads at most.
pub(crate) const MOST_LISTS: usize = 4;

/// The number of operands of an operator at most.
pub(crate) const MOST_OPERANDS: usize = 4;

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
    /// The entry of a list at an index.
    Element(usize, Box<Computation>),
    /// The number of entries of a list.
    Length(usize),
    /// The number of entries of a list that a callback keeps.
    Kept(Box<Kept>),
    /// An operator without effects.
    Apply(&'static Operator, Box<[Operand]>),
}

/// A callback that keeps entries of a list.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub list: usize,
    /// The slots of what the callback reads besides the values of a call, in order.
    pub leaves: Vec<usize>,
    pub result: Computation,
    /// Steps of one call.
    pub cost: u64,
    /// The number of values of a call that are declared as variables.
    pub declared: usize,
}

/// An operand of an operator.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    List(usize),
    /// A value that the operator takes only if it is of this family already.
    Scalar(Family, Computation),
}

/// The lists that computations read, and what they do with them. Nothing is given for what a
/// computation does not know.
pub(crate) trait Lists {
    fn element(&self, _list: usize, _index: f64) -> Option<Scalar> {
        None
    }
    fn length(&self, _list: usize) -> Option<usize> {
        None
    }
    fn kept(&mut self, _: &Kept, _: &Scalars) -> Option<usize> {
        None
    }
    fn apply(&mut self, _: &'static Operator, _: &[Operand], _: &Scalars) -> Option<Scalar> {
        None
    }
}

/// No lists.
impl Lists for () {}

/// A loop of which a round only computes and sets variables.
#[derive(Debug)]
pub(crate) struct ScalarLoop {
    /// The reads before the first round; variables keep their slot.
    pub leaves: Vec<Pure>,
    pub lists: Vec<Pure>,
    pub steps: Vec<ScalarRound>,
    /// Steps of one round.
    pub cost: u64,
    /// The number of nested evaluations that the lines in a round take at most.
    pub levels: u32,
}

/// One step of a round.
#[derive(Debug)]
pub(crate) enum ScalarRound {
    /// Sets the variable of a slot.
    Set(usize, Computation),
    /// Ends the loop before this round if the condition holds: what follows does more than compute.
    Unless(Computation),
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
    /// The number of nested evaluations that a call takes.
    pub levels: u32,
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

    /// Returns a value of a family, if this is one already; a text is none.
    pub fn into_family(self, family: Family) -> Option<Value> {
        match (family, self) {
            (Family::Number, own) => own.number().map(Value::Number),
            (Family::Integer, Scalar::Integer(_))
            | (Family::Boolean, Scalar::Truth(_))
            | (Family::Any, _) => self.into_value(),
            _ => None,
        }
    }

    /// Returns true if the value counts as true; a word stands for any text.
    pub fn is_truthy(self) -> bool {
        match self {
            Scalar::Number(number) => number != 0.0 && !number.is_nan(),
            Scalar::Integer(integer) => integer != 0,
            Scalar::Truth(truth) => truth,
            Scalar::Word => true,
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

/// A computation is evaluated by the type that is wanted: a truth value, an integer or a number
/// comes in registers, and any value does not. All ways give the same result; where it is of another
/// type than the wanted one, there is none.
impl Computation {
    /// Returns the result.
    #[inline]
    pub fn value<L: Lists>(&self, slots: &Scalars, lists: &mut L) -> Option<Scalar> {
        Some(match self {
            Computation::Slot(slot) => slots[*slot % MOST_SCALARS],
            Computation::Constant(scalar) => *scalar,
            _ => return self.compound(slots, lists),
        })
    }

    fn compound<L: Lists>(&self, slots: &Scalars, lists: &mut L) -> Option<Scalar> {
        match self {
            Computation::Number1(..)
            | Computation::Number2(..)
            | Computation::Length(_)
            | Computation::Kept(_) => self.compound_number(slots, lists).map(Scalar::Number),
            Computation::Integer1(..) | Computation::Integer2(..) => {
                self.compound_integer(slots, lists).map(Scalar::Integer)
            }
            Computation::Equal(..)
            | Computation::Compare(..)
            | Computation::Both(..)
            | Computation::Not(_)
            | Computation::IsType(..) => self.compound_truth(slots, lists).map(Scalar::Truth),
            Computation::If(parts) => chosen(parts, slots, lists)?.value(slots, lists),
            Computation::Element(list, index) => {
                let index = index.number(slots, lists)?;
                lists.element(*list, index)
            }
            Computation::Apply(operator, operands) => lists.apply(operator, operands, slots),
            Computation::Slot(_) | Computation::Constant(_) => self.value(slots, lists),
        }
    }

    /// Returns the result if it is a number; one that is NaN counts as 0, as operands do.
    #[inline]
    fn number<L: Lists>(&self, slots: &Scalars, lists: &mut L) -> Option<f64> {
        match self {
            Computation::Slot(slot) => slots[*slot % MOST_SCALARS].number(),
            Computation::Constant(scalar) => scalar.number(),
            _ => self.compound_number(slots, lists).map(operand),
        }
    }

    /// Returns the result if it is a number, as it is.
    fn compound_number<L: Lists>(&self, slots: &Scalars, lists: &mut L) -> Option<f64> {
        match self {
            Computation::Number1(f, a) => Some(f(a.number(slots, lists)?)),
            Computation::Number2(f, operands) => {
                let [a, b] = &**operands;
                let a = a.number(slots, lists)?;
                Some(f(a, b.number(slots, lists)?))
            }
            Computation::Length(list) => Some(lists.length(*list)? as f64),
            Computation::Kept(kept) => Some(lists.kept(kept, slots)? as f64),
            _ => self.value(slots, lists)?.number(),
        }
    }

    /// Returns the result if it is an integer.
    #[inline]
    fn integer<L: Lists>(&self, slots: &Scalars, lists: &mut L) -> Option<i64> {
        match self {
            Computation::Slot(slot) => slots[*slot % MOST_SCALARS].integer(),
            Computation::Constant(scalar) => scalar.integer(),
            _ => self.compound_integer(slots, lists),
        }
    }

    fn compound_integer<L: Lists>(&self, slots: &Scalars, lists: &mut L) -> Option<i64> {
        match self {
            Computation::Integer1(f, a) => f(a.integer(slots, lists)?),
            Computation::Integer2(f, operands) => {
                let [a, b] = &**operands;
                let a = a.integer(slots, lists)?;
                f(a, b.integer(slots, lists)?)
            }
            _ => self.value(slots, lists)?.integer(),
        }
    }

    /// Returns the result if it is a truth value.
    #[inline]
    fn truth<L: Lists>(&self, slots: &Scalars, lists: &mut L) -> Option<bool> {
        match self {
            Computation::Slot(slot) => slots[*slot % MOST_SCALARS].truth(),
            Computation::Constant(scalar) => scalar.truth(),
            _ => self.compound_truth(slots, lists),
        }
    }

    fn compound_truth<L: Lists>(&self, slots: &Scalars, lists: &mut L) -> Option<bool> {
        match self {
            Computation::Equal(operands, same) => {
                let [a, b] = &**operands;
                let equal = match (a, b) {
                    (Computation::Integer1(..) | Computation::Integer2(..), Computation::Constant(other)) => {
                        *other == Scalar::Integer(a.integer(slots, lists)?)
                    }
                    _ => {
                        let a = a.value(slots, lists)?;
                        a.equals(b.value(slots, lists)?)?
                    }
                };
                Some(equal == *same)
            }
            Computation::Compare(order, operands) => {
                let [a, b] = &**operands;
                let a = a.value(slots, lists)?;
                a.compare(*order, b.value(slots, lists)?)
            }
            Computation::Both(tests, wanted) => match tests[0].truth(slots, lists)? {
                truth if truth == *wanted => tests[1].truth(slots, lists),
                truth => Some(truth),
            },
            Computation::Not(test) => Some(!test.truth(slots, lists)?),
            Computation::IsType(a, types, same) => {
                Some((types & a.value(slots, lists)?.kind().bit() != 0) == *same)
            }
            _ => self.value(slots, lists)?.truth(),
        }
    }

    /// Returns true if the result counts as true; `None` if it is a text, of which only the type is
    /// known.
    #[inline]
    pub fn holds<L: Lists>(&self, slots: &Scalars, lists: &mut L) -> Option<bool> {
        match self {
            Computation::Equal(..)
            | Computation::Compare(..)
            | Computation::Both(..)
            | Computation::Not(_)
            | Computation::IsType(..) => self.compound_truth(slots, lists),
            _ => {
                let result = self.value(slots, lists)?;
                (result != Scalar::Word).then(|| result.is_truthy())
            }
        }
    }
}

/// Returns the branch that the condition chooses.
fn chosen<'c, L: Lists>(
    parts: &'c [Computation; 3],
    slots: &Scalars,
    lists: &mut L,
) -> Option<&'c Computation> {
    let [condition, then, otherwise] = parts;
    Some(if condition.truth(slots, lists)? { then } else { otherwise })
}
