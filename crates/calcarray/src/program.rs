//! A compiled expression.

use std::sync::Arc;

use crate::error::Error;
use crate::host::{Host, Position};
use crate::limits::{Limits, Meter};
use crate::value::Value;

/// An expression, read and compiled once, to be run any number of times.
///
/// Immutable and cheap to clone; it can be shared between threads.
#[derive(Clone, Debug)]
pub struct Program(Arc<()>);

/// The variables an evaluation starts with and leaves behind.
pub type Variables = std::cell::RefCell<Vec<Value>>;

impl Program {
    /// Compiles an expression. Any value is one: arrays are code, texts may
    /// be special strings, everything else is itself.
    ///
    /// # Errors
    /// Only [`crate::limits::Limit::Nesting`].
    pub fn compile(_expression: &Value, _limits: &Limits) -> Result<Program, Error> {
        todo!()
    }

    /// A program that gives `value`.
    pub fn constant(_value: Value) -> Program {
        todo!()
    }

    /// The expression, as it was written.
    pub fn source(&self) -> &Value {
        todo!()
    }

    /// Evaluates (spec/calcarray.md, section 2, "outermost").
    pub fn run(
        &self,
        _host: &mut dyn Host,
        _position: &Position<'_>,
        _meter: &mut Meter,
    ) -> Result<Value, Error> {
        todo!()
    }

    /// Evaluates with the variables of an (imaginary) enclosing line, which
    /// the expression sees if it starts with a retaining word.
    pub fn run_with(
        &self,
        _host: &mut dyn Host,
        _position: &Position<'_>,
        _meter: &mut Meter,
        _variables: &Variables,
    ) -> Result<Value, Error> {
        todo!()
    }
}
