//! The interface to an engine that caches results: it observes an evaluation, and may forbid
//! changes.

use crate::ir::board::Counter;

/// A read of an expression that is no call of a method of its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// The coordinates of a cell, as numbers.
    Place,
    /// The direction: its step, slide amount, type or index, as values.
    Direction,
    /// The prime table as a list.
    Primes,
}

/// A host that wants to know what a result depends on. What its own methods are
/// asked for it hears anyway; this is the rest.
pub trait Observer {
    /// Told what an expression looks at in its position.
    fn note(&self, looked: Looked);
    /// A counter, for an expression whose value is, as long as the counter is a
    /// whole number, that of any other one which is odd or even as this is.
    fn counter_for_parity(&self, counter: Counter) -> f64;
    /// Returns true if an evaluation may change nothing. An entry that would be set to its present
    /// value is then no change.
    fn is_dry_run(&self) -> bool;
}
