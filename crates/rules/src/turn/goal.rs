//! Goals: the tiles that win or lose a game, and how many of them it takes.

use std::sync::{Arc, OnceLock};

use calcarray::internals::{self, Counted};
use calcarray::{Limits, Program, Value};

/// Tiles that win or lose the game, and how many of them it takes.
#[derive(Debug)]
pub(crate) struct Goal {
    pub(crate) tiles: Vec<(Value, Program)>,
    pub(crate) requirement: Requirement,
    pub(crate) field: &'static str,
}

/// A question about a tile: whether it belongs to a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Question {
    Wins,
    Loses,
}

/// The number of tiles that a goal needs, or a condition.
#[derive(Debug)]
pub(crate) enum Requirement {
    Count(f64),
    /// Whatever is found.
    Constant(bool),
    Condition(Condition),
}

/// An expression that decides whether a goal is met.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(super) program: Program,
    counted: OnceLock<Option<Arc<Counted>>>,
}

impl Condition {
    pub(crate) fn new(program: Program) -> Condition {
        Condition { program, counted: OnceLock::new() }
    }

    /// Returns the condition as one on counters of the game, if it reads nothing else.
    pub(crate) fn counted(&self, limits: &Limits) -> Option<&Arc<Counted>> {
        let find = || internals::counted(&self.program, limits).map(Arc::new);
        self.counted.get_or_init(find).as_ref()
    }
}
