//! The converted operands of an operator: the running value, then the
//! arguments.

use super::Family;
use crate::error::Error;
use crate::integer::Integer;
use crate::ir::operator::{LazyArguments, as_integer};
use crate::value::Value;

/// The number at a place; conversion has made sure that it is one.
pub(super) fn number(values: &[Value], place: usize) -> f64 {
    values.get(place).and_then(Value::as_number).unwrap_or(0.0)
}

/// The integer at a place; conversion has made sure that it is one.
pub(super) fn integer(values: &[Value], place: usize) -> &Integer {
    as_integer(values.get(place).unwrap_or(&Value::Undefined))
}

/// Takes the operand at a place out.
pub(super) fn take(values: &mut [Value], place: usize) -> Value {
    values.get_mut(place).map(std::mem::take).unwrap_or_default()
}

impl LazyArguments<'_, '_> {
    /// Evaluates an argument.
    pub(super) fn operand(&mut self, which: usize, family: Family) -> Result<Value, Error> {
        let value = self.evaluator.operand(self.node(which), family, self.scope);
        value.map_err(|error| error.inside(self.place + 1 + which))
    }
}
