//! Loops that only compute with doubles (`ir/doubles.rs`).
//!
//! The parts of the game that such loops read can't change while they run, so they are
//! read once before. If any is no number, nothing has happened, and the ordinary way is taken.

use crate::error::Error;
use crate::exec::run::entry_at;
use crate::host::Store;
use crate::ir::doubles::{DoubleLoop, Pure, Round};
use crate::ir::evaluator::Evaluator;
use crate::ir::scope::Scope;
use crate::ir::term::{MOST_SLOTS, Slots, operand};
use crate::ir::tiles;
use crate::ir::variables::variable_place;
use crate::value::Value;

impl Evaluator<'_> {
    /// Reads something that a computation depends on.
    pub fn read<T>(
        &self,
        leaf: &Pure,
        scope: &Scope<'_>,
        convert: impl FnOnce(&Value) -> Option<T>,
    ) -> Option<T> {
        match leaf {
            Pure::Entry { ahead, entry } => {
                convert(tiles::entry(&*self.host, scope.position, *ahead, *entry)?)
            }
            Pure::Variable(index) => convert(entry_at(&scope.variables.borrow(), *index)?),
            Pure::GameVariable(index) => convert(entry_at(self.host.store(Store::GameVariables), *index)?),
            _ => None,
        }
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
        for (slot, leaf) in slots.iter_mut().zip(&own.leaves) {
            *slot = self.read(leaf, scope, Value::as_number)?;
        }
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
}
