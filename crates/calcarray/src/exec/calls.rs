//! Calls of callbacks that only compute with single values (`ir/scalar.rs`).
//!
//! The rest that they read is read once before: no such call changes it. If a value is none that
//! they know, nothing has happened, and the call is made in the ordinary way, which may change it.

use crate::array::Array;
use crate::exec::run::stays;
use crate::ir::evaluator::Evaluator;
use crate::ir::line::CallbackLine;
use crate::ir::operator::ListWork;
use crate::ir::scalar::{MOST_SCALARS, MOST_VALUES, Scalar, ScalarCall, Scalars};
use crate::ir::scope::Scope;
use crate::ir::variables::Inherit;
use crate::limits::Meter;
use crate::value::Value;

/// A callback ready to be called.
pub(crate) struct Calling<'c> {
    call: &'c ScalarCall,
    slots: Scalars,
}

/// Returns a value that computations know.
#[inline]
pub(super) fn scalar(value: &Value) -> Option<Scalar> {
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
        if self.meter.depth().checked_add(call.levels)? > self.meter.limits().depth {
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

impl Evaluator<'_> {
    /// Does some work on a list by calls that only compute; of entries that are kept, it may be only
    /// their number that counts. `None`: nothing has happened, and the calls are to be made in the
    /// ordinary way.
    pub fn all_calls(
        &mut self,
        callback: &CallbackLine,
        (work, counts): (ListWork, bool),
        entries: &Array,
        scope: &Scope<'_>,
    ) -> Option<Value> {
        let limits = self.meter.limits();
        if !entries.is_plain() || entries.len() > limits.array_length || entries.size() > limits.memory {
            return None;
        }
        let mut own = self.calling(callback.scalars.as_ref()?, entries.len(), scope)?;
        let lists = self.host.grid().lists().filter(|lists| own.is_alone() && lists.are_of(entries));
        let known = lists.and_then(|lists| lists.kept_by(&callback.source));
        let (length, result) = match (work, counts) {
            (ListWork::Filter, true) if known.is_some() => {
                let kept = known.map_or(0, |kept| kept.len());
                (kept, Value::from(kept))
            }
            (ListWork::Filter, true) => {
                let mut kept = 0;
                for (index, entry) in entries.iter().enumerate() {
                    kept += usize::from(own.keeps(index, entry)?);
                }
                (kept, Value::from(kept))
            }
            (ListWork::Filter, false) => {
                let kept = match known {
                    Some(known) => known.clone(),
                    None => own.kept(entries)?,
                };
                if let (Some(lists), None) = (lists, known) {
                    lists.note_kept(&callback.source, &kept);
                }
                (kept.len(), Value::Array(kept))
            }
            (ListWork::Map, _) => {
                let mapped = Array::new(own.values(entries)?);
                mapped.check(self.meter.limits()).ok()?;
                (mapped.len(), Value::Array(mapped))
            }
        };
        own.pay_with_list((entries.len(), counts), length, self.meter)?;
        Some(result)
    }
}

impl Calling<'_> {
    /// Returns true if the callback reads nothing but the values of the call: calls that are made in
    /// the ordinary way in between can't change what it reads.
    pub fn is_alone(&self) -> bool {
        self.call.leaves.is_empty()
    }

    /// Returns the result for an index, an entry and a total. `None`: the call is to be made in the
    /// ordinary way.
    #[inline]
    pub fn result(&mut self, index: usize, entry: &Value, total: Option<Scalar>) -> Option<Scalar> {
        self.slots[0] = Scalar::Number(index as f64);
        self.slots[1] = scalar(entry)?;
        if let Some(total) = total {
            self.slots[2] = total;
        }
        self.call.result.value(&self.slots, &mut ()).filter(|result| *result != Scalar::Word)
    }

    /// Returns true if the callback keeps an entry. `None`: the call is to be made in the ordinary way.
    #[inline]
    fn keeps(&mut self, index: usize, entry: &Value) -> Option<bool> {
        self.slots[0] = Scalar::Number(index as f64);
        self.slots[1] = scalar(entry)?;
        self.call.result.holds(&self.slots, &mut ())
    }

    /// Returns the entries that the callback keeps: the list itself if these are all.
    fn kept(&mut self, entries: &Array) -> Option<Array> {
        let mut first = 0;
        while first < entries.len() && self.keeps(first, &entries[first])? {
            first += 1;
        }
        if first == entries.len() {
            return Some(entries.clone());
        }
        let mut kept = Vec::with_capacity(entries.len());
        kept.extend_from_slice(&entries[..first]);
        for (index, entry) in entries.iter().enumerate().skip(first + 1) {
            if self.keeps(index, entry)? {
                kept.push(entry.clone());
            }
        }
        Some(Array::new(kept))
    }

    /// Counts so many calls. `None`: they exceed a limit, and the ordinary way will say which.
    #[inline]
    pub fn pay(&self, calls: usize, meter: &mut Meter) -> Option<()> {
        let calls = calls as u64;
        meter.use_up(self.call.cost.checked_mul(calls)?, (16 * self.call.declared as u64).checked_mul(calls)?)
    }

    /// Counts so many calls, and a list of this length that they make; perhaps also the step that asks
    /// for its length.
    fn pay_with_list(&self, (calls, counts): (usize, bool), length: usize, meter: &mut Meter) -> Option<()> {
        let (calls, list) = (calls as u64, Meter::array_bytes(length));
        let more = list / 64 + u64::from(counts);
        let steps = self.call.cost.checked_mul(calls)?.checked_add(more)?;
        meter.use_up(steps, (16 * self.call.declared as u64).checked_mul(calls)?.checked_add(list)?)
    }

    /// Returns the value for each entry.
    fn values(&mut self, entries: &[Value]) -> Option<Vec<Value>> {
        let mut values = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            values.push(self.result(index, entry, None)?.into_value()?);
        }
        Some(values)
    }

    /// Returns the value for each entry. `None`: nothing has happened.
    pub fn map(&mut self, entries: &[Value], meter: &mut Meter) -> Option<Vec<Value>> {
        let mapped = self.values(entries)?;
        self.pay(mapped.len(), meter)?;
        Some(mapped)
    }

    /// Returns the total from `initial` on. `None`: nothing has happened.
    pub fn reduce(
        &mut self,
        entries: &[Value],
        initial: &Value,
        from_end: bool,
        meter: &mut Meter,
    ) -> Option<Value> {
        let mut total = scalar(initial)?;
        for step in 0..entries.len() {
            let index = if from_end { entries.len() - 1 - step } else { step };
            total = self.result(index, &entries[index], Some(total))?;
        }
        self.pay(entries.len(), meter)?;
        total.into_value()
    }
}
