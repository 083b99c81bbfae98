//! The converted operands of an operator: the running value, then the
//! arguments.

use crate::value::Value;

/// The number at a place; conversion has made sure that it is one.
pub(super) fn number(values: &[Value], place: usize) -> f64 {
    values.get(place).and_then(Value::as_number).unwrap_or(0.0)
}

/// Takes the operand at a place out.
pub(super) fn take(values: &mut [Value], place: usize) -> Value {
    values.get_mut(place).map(std::mem::take).unwrap_or_default()
}
