//! Loops of which most rounds only compute with single values and lists (`ir/scalar.rs`).
//!
//! The parts of the game that such loops read can't change while they run, so they are read once
//! before. A round that does more, or meets a value that computations do not know, has not happened:
//! it is made in the ordinary way.

use crate::array::Array;
use crate::exec::calls::scalar;
use crate::exec::run::entry_at;
use crate::host::{Host, Store};
use crate::ir::board::whole;
use crate::ir::doubles::Pure;
use crate::ir::evaluator::Evaluator;
use crate::ir::operator::{Operator, Run};
use crate::ir::scalar::{
    Kept, Lists, MOST_LISTS, MOST_OPERANDS, MOST_SCALARS, MOST_VALUES, Operand, Scalar, ScalarLoop,
    ScalarRound, Scalars,
};
use crate::ir::scope::Scope;
use crate::ir::variables::variable_place;
use crate::limits::Meter;
use crate::value::Value;

/// The outcome of a round.
enum Outcome {
    Done,
    /// A condition holds, and more than a computation follows.
    DoesMore,
    /// There is a value that computations do not know.
    Unknown,
}

/// The lists that a loop reads, and its meter.
struct Read<'r> {
    lists: [Option<&'r Array>; MOST_LISTS],
    meter: &'r mut Meter,
    /// The number of variables around.
    variables: usize,
}

impl Evaluator<'_> {
    /// Makes rounds until none are left or the next one does more than compute. Returns false if
    /// the rounds after that do more, too.
    pub fn scalar_rounds(&mut self, own: &ScalarLoop, left: &mut f64, scope: &Scope<'_>) -> bool {
        self.rounds_with(own, left, scope).unwrap_or(false)
    }

    fn rounds_with(&mut self, own: &ScalarLoop, left: &mut f64, scope: &Scope<'_>) -> Option<bool> {
        let mut slots = [Scalar::Word; MOST_SCALARS];
        for (slot, leaf) in slots.iter_mut().zip(&own.leaves) {
            *slot = self.read(leaf, scope, scalar)?;
        }
        let mut variables = scope.variables.borrow_mut();
        let places = places(own, variables.len())?;
        let mut lists = [None; MOST_LISTS];
        for (list, leaf) in lists.iter_mut().zip(&own.lists) {
            *list = Some(list_of(&*self.host, &variables, leaf)?);
        }
        let mut read = Read { lists, meter: &mut *self.meter, variables: variables.len() };
        let (mut done, mut outcome) = (false, Outcome::Done);
        while *left > 0.0 {
            let before = (slots, read.meter.left());
            outcome = own.round(&mut slots, &mut read);
            if !matches!(outcome, Outcome::Done) {
                slots = before.0;
                read.meter.go_back(before.1);
                break;
            }
            *left -= 1.0;
            done = true;
        }
        if done {
            let is_set =
                |slot| own.steps.iter().any(|step| matches!(step, ScalarRound::Set(own, _) if *own == slot));
            for (slot, place) in places.into_iter().enumerate().filter(|(slot, _)| is_set(*slot)) {
                if let Some(variable) = place.and_then(|place| variables.get_mut(place)) {
                    *variable = slots[slot].into_value()?;
                }
            }
        }
        Some(!matches!(outcome, Outcome::Unknown))
    }
}

/// The places of the variables that slots hold. `None`: two names of one variable, whose slots would
/// part.
fn places(own: &ScalarLoop, length: usize) -> Option<[Option<usize>; MOST_SCALARS]> {
    let mut places = [None; MOST_SCALARS];
    for (slot, leaf) in own.leaves.iter().enumerate() {
        if let Pure::Variable(index) = leaf {
            let place = variable_place(*index, length);
            if places.contains(&place) {
                return None;
            }
            *places.get_mut(slot)? = place;
        }
    }
    Some(places)
}

/// A list that nothing in it is evaluated of.
fn list_of<'l>(host: &'l dyn Host, variables: &'l [Value], leaf: &Pure) -> Option<&'l Array> {
    let value = match leaf {
        Pure::Variable(index) => entry_at(variables, *index)?,
        Pure::GameVariable(index) => entry_at(host.store(Store::GameVariables), *index)?,
        _ => return None,
    };
    value.as_array().filter(|list| list.is_plain())
}

impl ScalarLoop {
    fn round(&self, slots: &mut Scalars, read: &mut Read<'_>) -> Outcome {
        if read.meter.use_up(self.cost, 0).is_none() {
            return Outcome::Unknown;
        }
        for step in &self.steps {
            match step {
                ScalarRound::Set(slot, value) => match value.value(slots, read) {
                    None | Some(Scalar::Word) => return Outcome::Unknown,
                    Some(value) => slots[*slot % MOST_SCALARS] = value,
                },
                ScalarRound::Unless(condition) => match condition.value(slots, read) {
                    None => return Outcome::Unknown,
                    Some(Scalar::Truth(true)) => return Outcome::DoesMore,
                    Some(_) => {}
                },
            }
        }
        Outcome::Done
    }
}

impl Read<'_> {
    fn list(&self, list: usize) -> Option<&Array> {
        *self.lists.get(list)?
    }
}

impl Lists for Read<'_> {
    #[inline]
    fn element(&self, list: usize, index: f64) -> Option<Scalar> {
        scalar(self.list(list)?.get(usize::try_from(whole(index)?).ok()?)?)
    }

    #[inline]
    fn length(&self, list: usize) -> Option<usize> {
        Some(self.list(list)?.len())
    }

    /// Counts the entries that are kept, as if a list of them were made.
    fn kept(&mut self, kept: &Kept, slots: &Scalars) -> Option<usize> {
        let list = self.list(kept.list)?;
        let mut own = [Scalar::Word; MOST_SCALARS];
        for (slot, leaf) in own[MOST_VALUES..].iter_mut().zip(&kept.leaves) {
            *slot = slots[*leaf % MOST_SCALARS];
        }
        let mut length = 0;
        for (index, entry) in list.iter().enumerate() {
            own[0] = Scalar::Number(index as f64);
            own[1] = scalar(entry)?;
            length += usize::from(kept.result.holds(&own, &mut ())?);
        }
        let calls = list.len();
        let (declared, limits) = (calls.checked_mul(kept.declared)?, self.meter.limits());
        if self.variables.checked_add(declared)? > limits.array_length || list.size() > limits.memory {
            return None;
        }
        let made = Meter::array_bytes(length);
        let steps = kept.cost.checked_mul(calls as u64)?.checked_add(made / 64)?;
        self.meter.use_up(steps, (16 * declared as u64).checked_add(made)?)?;
        Some(length)
    }

    fn apply(
        &mut self,
        operator: &'static Operator,
        operands: &[Operand],
        slots: &Scalars,
    ) -> Option<Scalar> {
        let Run::Pure(run) = operator.run else { return None };
        let mut values: [Value; MOST_OPERANDS] = Default::default();
        for (value, operand) in values.get_mut(..operands.len())?.iter_mut().zip(operands) {
            *value = match operand {
                Operand::List(list) => Value::Array(self.list(*list)?.clone()),
                Operand::Scalar(family, own) => own.value(slots, self)?.into_family(*family)?,
            };
        }
        scalar(&run(&mut values[..operands.len()], self.meter).ok()?)
    }
}
