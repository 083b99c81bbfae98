//! The running values of the lines around, for `@Parent`. See
//! docs/spec/calcarray.md, "Special strings".

use std::cell::RefCell;

use crate::error::Error;
use crate::exec::evaluate::{Evaluator, Scope};
use crate::exec::lookup::Found;
use crate::ir::line::Node;
use crate::value::Value;

/// The running value of a line, for `@Parent`: lines within lines make a
/// chain of them.
pub(crate) struct Parent<'p> {
    outer: Option<&'p Parent<'p>>,
    level: usize,
    /// The first entry, until it has been evaluated.
    first: &'p Node,
    running: RefCell<Option<Value>>,
}

impl<'p> Parent<'p> {
    pub fn new(outer: Option<&'p Parent<'p>>, first: &'p Node) -> Parent<'p> {
        Parent { outer, level: outer.map_or(0, |outer| outer.level + 1), first, running: RefCell::new(None) }
    }

    /// Notes the running value.
    pub fn set(&self, value: &Value) {
        *self.running.borrow_mut() = Some(value.clone());
    }

    fn at(&self, index: f64) -> Option<&Parent<'p>> {
        let index = if index.is_nan() { 0.0 } else { index.trunc() };
        let count = (self.level + 1) as f64;
        let index = if index < 0.0 { index + count } else { index };
        if !(0.0..count).contains(&index) {
            return None;
        }
        let mut parent = self;
        for _ in index as usize..self.level {
            parent = parent.outer?;
        }
        Some(parent)
    }
}

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
