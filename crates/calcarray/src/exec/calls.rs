//! Calls of callbacks that only compute with single values (`ir/scalar.rs`).
//!
//! The rest that they read can't change from one call to the next, so it is read once before. If
//! a value is none that they know, nothing has happened, and the call is made in the ordinary way.

use crate::exec::run::stays;
use crate::ir::evaluator::Evaluator;
use crate::ir::scalar::{Scalar, ScalarCall, Scalars, MOST_SCALARS, MOST_VALUES};
use crate::ir::scope::{Inherit, Scope};
use crate::limits::Meter;
use crate::value::Value;

/// A callback ready to be called.
pub(crate) struct Calling<'c> {
    call: &'c ScalarCall,
    slots: Scalars,
}

/// Returns a value that computations know.
#[inline]
fn scalar(value: &Value) -> Option<Scalar> {
    match value {
        Value::Number(number) => Some(Scalar::Number(*number)),
        Value::Integer(integer) => integer.to_i64().map(Scalar::Integer),
        Value::Boolean(truth) => Some(Scalar::Truth(*truth)),
        Value::Text(text) => stays(text).then_some(Scalar::Word),
        _ => None,
    }
}

impl Evaluator<'_> {
    /// Prepares so many calls, if the limits of lists allow all of them.
    pub fn calling<'c>(&self, call: &'c ScalarCall, calls: usize, scope: &Scope<'_>) -> Option<Calling<'c>> {
        let copies = scope.inherit == Inherit::Copy;
        if self.trace.is_some() || copies || (call.only && scope.inherit != Inherit::Nothing) {
            return None;
        }
        // Calls that share their variables declare them one after the other.
        let variables = scope.variables.borrow().len() + calls.checked_mul(call.declared)?;
        if variables > self.meter.limits().array_length {
            return None;
        }
        let mut slots = [Scalar::Word; MOST_SCALARS];
        for (slot, leaf) in slots[MOST_VALUES..].iter_mut().zip(&call.leaves) {
            *slot = self.read(leaf, scope, scalar)?;
        }
        Some(Calling { call, slots })
    }
}

impl Calling<'_> {
    /// Returns the result for an index, an entry and a total, and counts the call. `None`: the call
    /// is to be made in the ordinary way.
    #[inline]
    pub fn call(
        &mut self,
        index: usize,
        entry: &Value,
        total: Option<&Value>,
        meter: &mut Meter,
    ) -> Option<Scalar> {
        self.slots[0] = Scalar::Number(index as f64);
        self.slots[1] = scalar(entry)?;
        if let Some(total) = total {
            self.slots[2] = scalar(total)?;
        }
        let result = self.call.result.value(&self.slots).filter(|result| *result != Scalar::Word)?;
        meter.use_up(self.call.cost, 16 * self.call.declared as u64)?;
        Some(result)
    }
}
