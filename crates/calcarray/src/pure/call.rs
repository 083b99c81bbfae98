//! The short way through all calls of a callback at once.
//!
//! An operator such as `arr_map` over numbers, with an expression that only
//! computes, is a loop over doubles: the values that each call puts into the
//! line lie in slots, everything else is read once before. If anything is no
//! number, nothing has happened and the calls are made one by one.

use super::term::{self, Slots, Term, Terms, Test, MOST_SLOTS};
use super::{Quick, QuickLine};
use crate::exec::evaluate::{Evaluator, Inherit, Scope};
use crate::ir::line::Line;
use crate::limits::Meter;
use crate::pure::view::View;
use crate::pure::{is_taken_as_it_is, Outcome, Seen};
use crate::value::Value;

/// No operator puts more values into a call.
pub(crate) const MOST_VALUES: usize = 3;

/// A callback that only computes.
#[derive(Clone, Debug)]
pub(crate) struct QuickCall {
    /// What is read besides the values of the call.
    leaves: Vec<Quick>,
    result: Computed,
    cost: u64,
    /// How many of the values are declared as variables.
    declared: usize,
    /// Whether it reads variables as if the values were the only ones.
    only: bool,
}

#[derive(Clone, Debug)]
enum Computed {
    Number(Term),
    Boolean(Test),
}

impl QuickCall {
    /// The short way of a callback's line, if it has one.
    pub fn of(line: &QuickLine) -> Option<QuickCall> {
        let declared = line.declared;
        // Counted from the end, the variables are those of the call whatever
        // stands before them.
        let only = line.reads.is_some_and(|(least, greatest)| least < -(declared as i32) || greatest >= 0);
        if (only && !line.plain) || declared > MOST_VALUES {
            return None;
        }
        let mut terms = Terms::new(MOST_VALUES, Some(declared));
        let result = if line.expression.gives_truth() {
            Computed::Boolean(terms.test(&line.expression)?)
        } else {
            Computed::Number(terms.term(&line.expression)?)
        };
        Some(QuickCall { leaves: terms.into_leaves(), result, cost: line.cost, declared, only })
    }
}

/// A callback ready to be called.
pub(crate) struct Calling<'c> {
    call: &'c QuickCall,
    slots: Slots,
    steps: u64,
    bytes: u64,
}

impl Evaluator<'_> {
    /// Prepares `calls` calls, if the short way is open and the limits allow
    /// all of them.
    pub fn quick_calls<'c>(
        &self,
        call: Option<&'c QuickCall>,
        calls: usize,
        scope: &Scope<'_>,
    ) -> Option<Calling<'c>> {
        let call = call?;
        if self.trace.is_some() || (call.only && scope.inherit != Inherit::Nothing) {
            return None;
        }
        // Calls that share their variables declare them one after the other.
        let variables = scope.variables.borrow().len() + calls.checked_mul(call.declared)?;
        if variables > self.meter.limits().array_length {
            return None;
        }
        let mut slots = [0.0; MOST_SLOTS];
        term::fill(&mut slots, MOST_VALUES, &call.leaves, &*self.host, scope.position, Seen::Nothing)?;
        let calls = calls as u64;
        let steps = call.cost.checked_mul(calls)?;
        Some(Calling { call, slots, steps, bytes: 16 * call.declared as u64 * calls })
    }
}

impl Evaluator<'_> {
    /// Makes a call for each entry, with its index and itself, where not all
    /// values are numbers; gives what `take` keeps of the results. `None`:
    /// nothing has happened.
    pub fn quick_each(
        &mut self,
        line: &Line,
        entries: &[Value],
        scope: &Scope<'_>,
        mut take: impl FnMut(&mut Vec<Value>, &Value, Outcome) -> Option<()>,
    ) -> Option<Vec<Value>> {
        let quick = line.quick.as_ref()?;
        let around = scope.variables.borrow().len();
        if self.trace.is_some() || !quick.is_steady(around, scope) {
            return None;
        }
        let declared = entries.len().checked_mul(quick.declared)?;
        if around.checked_add(declared)? > self.meter.limits().array_length {
            return None;
        }
        let mut results = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            if !is_taken_as_it_is(entry) {
                return None;
            }
            let values = [Value::from(index), entry.clone()];
            let seen = match quick.shares {
                true => Seen::Behind { list: scope.variables, values: &values, declared: quick.declared },
                false => Seen::Values { values: &values, declared: quick.declared },
            };
            let outcome = View::new(&*self.host, scope.position, seen).outcome(&quick.expression)?;
            take(&mut results, entry, outcome)?;
        }
        let steps = quick.cost.checked_mul(entries.len() as u64)?;
        if results.len() > self.meter.limits().array_length {
            return None;
        }
        self.meter.spend(steps, 16 * declared as u64 + Meter::array_bytes(results.len()))?;
        Some(results)
    }
}

impl QuickLine {
    /// Whether calls read the same variables whatever calls before them have
    /// declared, of which there are `around` at first.
    fn is_steady(&self, around: usize, scope: &Scope<'_>) -> bool {
        let alone = self.plain && scope.inherit == Inherit::Nothing;
        let fixed = if self.shares { around } else { self.declared };
        let inside = |(least, greatest): (i32, i32)| {
            least >= -(self.declared as i32) && i64::from(greatest) < fixed as i64
        };
        self.declared == 2 && (self.shares || alone) && self.reads.is_none_or(inside)
    }
}

impl Calling<'_> {
    /// Whether the expression gives numbers.
    pub fn gives_numbers(&self) -> bool {
        matches!(self.call.result, Computed::Number(_))
    }

    /// The number that it gives for these values.
    #[inline]
    pub fn number(&mut self, values: [f64; MOST_VALUES]) -> f64 {
        self.slots[..MOST_VALUES].copy_from_slice(&values);
        match &self.call.result {
            Computed::Number(term) => term.value(&self.slots),
            Computed::Boolean(test) => f64::from(u8::from(test.holds(&self.slots))),
        }
    }

    /// The value that it gives.
    #[inline]
    pub fn value(&mut self, values: [f64; MOST_VALUES]) -> Value {
        self.slots[..MOST_VALUES].copy_from_slice(&values);
        match &self.call.result {
            Computed::Number(term) => Value::Number(term.value(&self.slots)),
            Computed::Boolean(test) => Value::Boolean(test.holds(&self.slots)),
        }
    }

    /// Counts all calls, and an array of results if they make one; `None` if
    /// that exceeds a limit, which the ordinary way will say.
    pub fn pay(&self, results: Option<usize>, meter: &mut Meter) -> Option<()> {
        let array = results.map_or(0, Meter::array_bytes);
        if results.is_some_and(|length| length > meter.limits().array_length) {
            return None;
        }
        meter.spend(self.steps, self.bytes + array)
    }
}
