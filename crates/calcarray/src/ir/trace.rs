//! Watching an evaluation step by step.

use crate::value::Value;

/// Is told of every step of an evaluation.
pub trait Trace {
    /// One operator was applied.
    fn step(&mut self, step: Traced<'_>);
}

/// One step, as it is reported to a [`Trace`].
#[derive(Clone, Copy, Debug)]
pub struct Traced<'t> {
    /// The number of evaluations around this one.
    pub depth: u32,
    /// Place of the operator in its line.
    pub place: usize,
    /// The operator.
    pub operator: &'t str,
    /// The running value, then the arguments, as the operator got them.
    pub operands: &'t [Value],
    /// The new running value.
    pub result: &'t Value,
}
