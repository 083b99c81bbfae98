//! Shortcuts through all calls of a callback at once.
//!
//! An operator such as `arr_map` over numbers, with an expression that only
//! computes, is a loop over doubles: the values that each call puts into the
//! line lie in slots, everything else is read once before. If anything is no
//! number, nothing has happened and the calls are made one by one.

use super::term::{self, Terms};
use super::view::{Seen, View};
use super::{is_taken_as_it_is, Pure, PureLine};
use crate::convert;
use crate::ir::evaluator::Evaluator;
use crate::ir::language::CallShortcut;
use crate::ir::outcome::Outcome;
use crate::ir::scope::{Inherit, Scope};
use crate::ir::term::{Slots, Term, Test, MOST_SLOTS};
use crate::limits::Meter;
use crate::value::Value;

/// No operator puts more values into a call.
const MOST_VALUES: usize = 3;

/// A callback that only computes.
#[derive(Clone, Debug)]
struct PureCall {
    /// What is read besides the values of the call.
    leaves: Vec<Pure>,
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

impl PureCall {
    /// The callback that is this line, if it only computes.
    fn of(line: &PureLine) -> Option<PureCall> {
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
        Some(PureCall { leaves: terms.into_leaves(), result, cost: line.cost, declared, only })
    }
}

/// A callback ready to be called.
struct Calling<'c> {
    call: &'c PureCall,
    slots: Slots,
    steps: u64,
    bytes: u64,
}

impl PureCall {
    /// Prepares `calls` calls, if the limits allow all of them.
    fn prepare(&self, evaluator: &Evaluator<'_>, calls: usize, scope: &Scope<'_>) -> Option<Calling<'_>> {
        if self.only && scope.inherit != Inherit::Nothing {
            return None;
        }
        // Calls that share their variables declare them one after the other.
        let variables = scope.variables.borrow().len() + calls.checked_mul(self.declared)?;
        if variables > evaluator.meter.limits().array_length {
            return None;
        }
        let mut slots = [0.0; MOST_SLOTS];
        term::fill(&mut slots, MOST_VALUES, &self.leaves, &*evaluator.host, scope.position, Seen::Nothing)?;
        let calls = calls as u64;
        let steps = self.cost.checked_mul(calls)?;
        Some(Calling { call: self, slots, steps, bytes: 16 * self.declared as u64 * calls })
    }
}

/// All calls of a callback that is pure.
#[derive(Clone, Debug)]
pub(super) struct PureCalls {
    line: PureLine,
    /// Where it computes numbers or truth values from numbers.
    on_numbers: Option<PureCall>,
}

impl PureCalls {
    pub fn of(line: &PureLine) -> PureCalls {
        PureCalls { line: line.clone(), on_numbers: PureCall::of(line) }
    }

    fn on_numbers(
        &self,
        evaluator: &Evaluator<'_>,
        entries: &[Value],
        scope: &Scope<'_>,
    ) -> Option<Calling<'_>> {
        self.on_numbers.as_ref()?.prepare(evaluator, entries.len(), scope)
    }

    fn map_numbers(
        &self,
        evaluator: &mut Evaluator<'_>,
        entries: &[Value],
        scope: &Scope<'_>,
    ) -> Option<Vec<Value>> {
        let mut calls = self.on_numbers(evaluator, entries, scope)?;
        let mut mapped = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            mapped.push(calls.value([index as f64, entry.as_number()?, 0.0]));
        }
        calls.pay(Some(entries.len()), evaluator.meter)?;
        Some(mapped)
    }

    fn filter_numbers(
        &self,
        evaluator: &mut Evaluator<'_>,
        entries: &[Value],
        scope: &Scope<'_>,
    ) -> Option<Vec<Value>> {
        let mut calls = self.on_numbers(evaluator, entries, scope)?;
        let mut kept = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            if convert::is_truthy(&calls.value([index as f64, entry.as_number()?, 0.0])) {
                kept.push(entry.clone());
            }
        }
        calls.pay(Some(kept.len()), evaluator.meter)?;
        Some(kept)
    }

    /// Makes a call for each entry, with its index and itself, where not all
    /// values are numbers; gives what `take` keeps of the results.
    fn each(
        &self,
        evaluator: &mut Evaluator<'_>,
        entries: &[Value],
        scope: &Scope<'_>,
        mut take: impl FnMut(&mut Vec<Value>, &Value, Outcome) -> Option<()>,
    ) -> Option<Vec<Value>> {
        let line = &self.line;
        let around = scope.variables.borrow().len();
        if !line.is_steady(around, scope) {
            return None;
        }
        let declared = entries.len().checked_mul(line.declared)?;
        if around.checked_add(declared)? > evaluator.meter.limits().array_length {
            return None;
        }
        let mut results = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            if !is_taken_as_it_is(entry) {
                return None;
            }
            let values = [Value::from(index), entry.clone()];
            let seen = match line.shares {
                true => Seen::Behind { list: scope.variables, values: &values, declared: line.declared },
                false => Seen::Values { values: &values, declared: line.declared },
            };
            let outcome = View::new(&*evaluator.host, scope.position, seen).outcome(&line.expression)?;
            take(&mut results, entry, outcome)?;
        }
        let steps = line.cost.checked_mul(entries.len() as u64)?;
        if results.len() > evaluator.meter.limits().array_length {
            return None;
        }
        evaluator.meter.spend(steps, 16 * declared as u64 + Meter::array_bytes(results.len()))?;
        Some(results)
    }
}

impl CallShortcut for PureCalls {
    fn map(&self, evaluator: &mut Evaluator<'_>, entries: &[Value], scope: &Scope<'_>) -> Option<Vec<Value>> {
        if let Some(mapped) = self.map_numbers(evaluator, entries, scope) {
            return Some(mapped);
        }
        self.each(evaluator, entries, scope, |mapped, _, outcome| match outcome {
            Outcome::Array(_) => None,
            scalar => {
                mapped.push(scalar.into());
                Some(())
            }
        })
    }

    fn filter(
        &self,
        evaluator: &mut Evaluator<'_>,
        entries: &[Value],
        scope: &Scope<'_>,
    ) -> Option<Vec<Value>> {
        if let Some(kept) = self.filter_numbers(evaluator, entries, scope) {
            return Some(kept);
        }
        self.each(evaluator, entries, scope, |kept, entry, outcome| {
            if convert::is_truthy(&outcome.into()) {
                kept.push(entry.clone());
            }
            Some(())
        })
    }

    fn reduce(
        &self,
        evaluator: &mut Evaluator<'_>,
        entries: &[Value],
        initial: &Value,
        from_end: bool,
        scope: &Scope<'_>,
    ) -> Option<f64> {
        let mut calls = self.on_numbers(evaluator, entries, scope).filter(Calling::gives_numbers)?;
        let mut total = initial.as_number()?;
        for step in 0..entries.len() {
            let index = if from_end { entries.len() - 1 - step } else { step };
            total = calls.number([index as f64, entries[index].as_number()?, total]);
        }
        calls.pay(None, evaluator.meter)?;
        Some(total)
    }
}

impl PureLine {
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
    /// that exceeds a limit, which the interpreter will say.
    pub fn pay(&self, results: Option<usize>, meter: &mut Meter) -> Option<()> {
        let array = results.map_or(0, Meter::array_bytes);
        if results.is_some_and(|length| length > meter.limits().array_length) {
            return None;
        }
        meter.spend(self.steps, self.bytes + array)
    }
}
