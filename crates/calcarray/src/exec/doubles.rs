//! Loops and callbacks that only compute with doubles (`ir/doubles.rs`).
//!
//! What they read of the game can't change while they run, so it is read once before. If any of it
//! is no number, nothing has happened, and the ordinary way is taken.

use crate::convert;
use crate::error::Error;
use crate::exec::run::entry_at;
use crate::host::Store;
use crate::ir::doubles::{Computed, DoubleCall, DoubleLoop, Pure, Round, MOST_VALUES};
use crate::ir::evaluator::Evaluator;
use crate::ir::scope::{variable_place, Inherit, Scope};
use crate::ir::term::{operand, Slots, MOST_SLOTS};
use crate::ir::tiles;
use crate::limits::Meter;
use crate::value::Value;

/// A callback ready to be called.
pub(crate) struct Calling<'c> {
    call: &'c DoubleCall,
    slots: Slots,
    steps: u64,
    bytes: u64,
}

impl Evaluator<'_> {
    /// Reads the leaves into the slots from `first` on.
    fn fill(&self, slots: &mut Slots, first: usize, leaves: &[Pure], scope: &Scope<'_>) -> Option<()> {
        for (slot, leaf) in slots.iter_mut().skip(first).zip(leaves) {
            *slot = match leaf {
                Pure::Entry { ahead, entry } => {
                    tiles::entry(&*self.host, scope.position, *ahead, *entry)?.as_number()?
                }
                Pure::Variable(index) => entry_at(&scope.variables.borrow(), *index)?.as_number()?,
                Pure::GameVariable(index) => {
                    entry_at(self.host.store(Store::GameVariables), *index)?.as_number()?
                }
                _ => return None,
            };
        }
        Some(())
    }

    /// The running value after so many rounds from `running` on. `None`: nothing has happened, and
    /// the rounds are to be made one by one.
    pub fn run_rounds(
        &mut self,
        own: &DoubleLoop,
        rounds: f64,
        mut running: f64,
        scope: &Scope<'_>,
    ) -> Option<Result<f64, Error>> {
        let mut slots: Slots = [0.0; MOST_SLOTS];
        self.fill(&mut slots, 0, &own.leaves, scope)?;
        let mut places = [None; MOST_SLOTS];
        for (slot, leaf) in own.leaves.iter().enumerate() {
            if let Pure::Variable(index) = leaf {
                let place = variable_place(*index, scope.variables.borrow().len());
                // Two names of one variable: their slots would part.
                if places.contains(&place) {
                    return None;
                }
                places[slot] = place;
            }
        }
        let mut left = rounds;
        while left > 0.0 {
            if let Err(error) = self.meter.charge(own.cost) {
                return Some(Err(error));
            }
            for step in &own.steps {
                match step {
                    Round::Unary(f) => running = f(operand(running)),
                    Round::Binary(f, term) => running = f(operand(running), operand(term.value(&slots))),
                    Round::Set(slot, term) => slots[*slot % MOST_SLOTS] = term.value(&slots),
                }
            }
            left -= 1.0;
        }
        let mut variables = scope.variables.borrow_mut();
        for (number, place) in slots.iter().zip(places) {
            if let Some(variable) = place.and_then(|place| variables.get_mut(place)) {
                *variable = Value::Number(*number);
            }
        }
        Some(Ok(running))
    }

    /// Prepares so many calls, if the limits allow all of them.
    pub fn calling<'c>(&self, call: &'c DoubleCall, calls: usize, scope: &Scope<'_>) -> Option<Calling<'c>> {
        let copies = scope.inherit == Inherit::Copy;
        if self.trace.is_some() || copies || (call.only && scope.inherit != Inherit::Nothing) {
            return None;
        }
        // Calls that share their variables declare them one after the other.
        let variables = scope.variables.borrow().len() + calls.checked_mul(call.declared)?;
        if variables > self.meter.limits().array_length {
            return None;
        }
        let mut slots = [0.0; MOST_SLOTS];
        self.fill(&mut slots, MOST_VALUES, &call.leaves, scope)?;
        let calls = calls as u64;
        Some(Calling {
            call,
            slots,
            steps: call.cost.checked_mul(calls)?,
            bytes: 16 * call.declared as u64 * calls,
        })
    }
}

impl Calling<'_> {
    /// Returns true if the expression gives numbers.
    pub fn gives_numbers(&self) -> bool {
        matches!(self.call.result, Computed::Number(_))
    }

    /// The value that it gives for an index, an entry and a total.
    #[inline]
    pub fn value(&mut self, values: [f64; MOST_VALUES]) -> Value {
        self.slots[..MOST_VALUES].copy_from_slice(&values);
        match &self.call.result {
            Computed::Number(term) => Value::Number(term.value(&self.slots)),
            Computed::Boolean(test) => Value::Boolean(test.holds(&self.slots)),
        }
    }

    /// Returns the value of the call for each entry.
    pub fn map(&mut self, entries: &[Value], meter: &mut Meter) -> Option<Vec<Value>> {
        let mut mapped = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            mapped.push(self.value([index as f64, entry.as_number()?, 0.0]));
        }
        self.pay(Some(entries.len()), meter)?;
        Some(mapped)
    }

    /// The entries for which it gives what counts as true.
    pub fn filter(&mut self, entries: &[Value], meter: &mut Meter) -> Option<Vec<Value>> {
        let mut kept = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            if convert::is_truthy(&self.value([index as f64, entry.as_number()?, 0.0])) {
                kept.push(entry.clone());
            }
        }
        self.pay(Some(kept.len()), meter)?;
        Some(kept)
    }

    /// The total, from `initial` on.
    pub fn reduce(
        &mut self,
        entries: &[Value],
        initial: f64,
        from_end: bool,
        meter: &mut Meter,
    ) -> Option<f64> {
        let mut total = initial;
        for step in 0..entries.len() {
            let index = if from_end { entries.len() - 1 - step } else { step };
            total = self.value([index as f64, entries[index].as_number()?, total]).as_number()?;
        }
        self.pay(None, meter)?;
        Some(total)
    }

    /// Counts all calls, and an array of results if they make one; `None` if that exceeds a limit,
    /// which the ordinary way will say.
    fn pay(&self, results: Option<usize>, meter: &mut Meter) -> Option<()> {
        let array = results.map_or(0, Meter::array_bytes);
        if results.is_some_and(|length| length > meter.limits().array_length) {
            return None;
        }
        meter.use_up(self.steps.checked_add(array / 64)?, self.bytes + array)
    }
}
