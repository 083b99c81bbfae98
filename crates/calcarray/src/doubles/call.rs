//! Computations with single values (`ir/scalar.rs`), made of callbacks.

use super::term::{is_same_leaf, MOST_NODES};
use crate::ir::code::Order;
use crate::ir::doubles::{DoubleLine, Pure};
use crate::ir::line::Line;
use crate::ir::scalar::{Computation, Scalar, ScalarCall, MOST_SCALARS, MOST_VALUES};
use crate::ir::scope::variable_place;

/// All calls of a callback, if it only computes.
pub(crate) fn callback(line: &Line) -> Option<ScalarCall> {
    let own = line.doubles.whole.as_deref()?;
    if own.declared > MOST_VALUES {
        return None;
    }
    let mut call = Call { own, leaves: Vec::new(), nodes: 0, only: false };
    let result = call.computation(&own.expression)?;
    let (leaves, only) = (call.leaves, call.only);
    Some(ScalarCall { leaves, result, cost: own.cost, declared: own.declared, only })
}

/// Makes a computation, and gives each thing that it reads a slot, behind those of the values
/// of the call.
struct Call<'l> {
    own: &'l DoubleLine,
    leaves: Vec<Pure>,
    nodes: usize,
    only: bool,
}

impl Call<'_> {
    fn computation(&mut self, pure: &Pure) -> Option<Computation> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        Some(match pure {
            Pure::Number(number) => Computation::Constant(Scalar::Number(*number)),
            Pure::Boolean(truth) => Computation::Constant(Scalar::Truth(*truth)),
            Pure::Integer(integer) => Computation::Constant(Scalar::Integer(*integer)),
            Pure::Unary(f, a) => Computation::Number1(*f, self.computation(a)?.into()),
            Pure::ToNumber(a) => Computation::Number1(|number| number, self.computation(a)?.into()),
            Pure::Integer1(f, a) => Computation::Integer1(*f, self.computation(a)?.into()),
            Pure::Binary(f, a, b) => Computation::Number2(*f, self.both(a, b)?),
            Pure::Integer2(f, a, b) => Computation::Integer2(*f, self.both(a, b)?),
            Pure::Equal(a, b) => Computation::Equal(self.both(a, b)?, true),
            Pure::Unequal(a, b) => Computation::Equal(self.both(a, b)?, false),
            Pure::Less(a, b) => Computation::Compare(Order::Less, self.both(a, b)?),
            Pure::AtMost(a, b) => Computation::Compare(Order::AtMost, self.both(a, b)?),
            Pure::And(a, b) => Computation::Both(self.both(a, b)?, true),
            Pure::Or(a, b) => Computation::Both(self.both(a, b)?, false),
            Pure::Not(a) => Computation::Not(self.computation(a)?.into()),
            Pure::If(condition, then, otherwise) => {
                let condition = self.computation(condition)?;
                Computation::If([condition, self.computation(then)?, self.computation(otherwise)?].into())
            }
            Pure::IsType(a, types, same) => Computation::IsType(self.computation(a)?.into(), *types, *same),
            Pure::Inserted(index) => Computation::Slot((*index < MOST_VALUES).then_some(*index)?),
            Pure::Variable(index) => self.variable(*index)?,
            Pure::Entry { .. } | Pure::GameVariable(_) => self.leaf(pure)?,
            Pure::Content | Pure::Counter(_) | Pure::TypeOf(_) | Pure::Array(_) => return None,
        })
    }

    fn both(&mut self, a: &Pure, b: &Pure) -> Option<Box<[Computation; 2]>> {
        Some([self.computation(a)?, self.computation(b)?].into())
    }

    /// A variable: counted from the end, one of those of the call. Counted from the start, it is
    /// one of the call if that sees no others, and one of those around if it shares these.
    fn variable(&mut self, index: i32) -> Option<Computation> {
        if index >= 0 && self.own.retains {
            return self.leaf(&Pure::Variable(index));
        }
        if index >= 0 {
            self.only = true;
            self.own.plain.then_some(())?;
        }
        variable_place(index, self.own.declared).map(Computation::Slot)
    }

    fn leaf(&mut self, leaf: &Pure) -> Option<Computation> {
        let known = self.leaves.iter().position(|other| is_same_leaf(other, leaf));
        let slot = MOST_VALUES + known.unwrap_or(self.leaves.len());
        if known.is_none() {
            self.leaves.push(leaf.clone());
        }
        (slot < MOST_SCALARS).then_some(Computation::Slot(slot))
    }
}
