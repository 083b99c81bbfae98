//! `@Parent`. See docs/spec/calcarray.md, "Special strings".

use crate::error::Error;
use crate::exec::lookup::Found;
use crate::ir::evaluator::Evaluator;
use crate::ir::scope::Scope;
use crate::value::Value;

impl Evaluator<'_> {
    /// `@Parent n`: the running value of a line around, evaluated once more.
    pub fn parent(&mut self, index: f64, scope: &Scope<'_>) -> Result<Found, Error> {
        let Some(parent) = scope.parents.and_then(|parents| parents.at(index)) else {
            return Ok(Found::Unchanged);
        };
        self.meter.enter()?;
        self.meter.charge(1)?;
        let running = parent.running.borrow().clone();
        let value = match running {
            None => self.evaluate(parent.first, scope),
            Some(Value::Array(array)) => {
                self.inner_literal(scope, |e, scope| e.resolve(array, scope)).map(Value::Array)
            }
            Some(value @ Value::Text(_)) => {
                let node = self.compile(&value)?;
                self.evaluate(&node, scope)
            }
            Some(value) => Ok(value),
        };
        self.meter.leave();
        Ok(Found::Value(value?))
    }
}
