//! The work of the interpreter in the turns of an engine.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use crate::fast::engine::Engine;
use crate::turn::context::TurnContext;

/// The work that the interpreter did for an engine: for the turns that it played, and for what it
/// recorded for the caches. Turns on packed boards do none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineWork {
    /// Steps, as [`Limits::turn_steps`](crate::Limits::turn_steps) counts them.
    pub steps: u64,
    /// Evaluations of expressions: each takes time beyond its steps.
    pub evaluations: u64,
    /// Cells that passes of the tiles went over, which count as one step each.
    pub cells_passed: u64,
    /// True if an expression read a timer. Time stands still in an engine, so that a game in which
    /// time passes may go another way.
    pub has_read_time: bool,
}

impl EngineWork {
    /// Adds the work of a turn, or of a part of one.
    pub(super) fn add(&mut self, turn: &TurnContext<'_>) {
        self.steps = self.steps.saturating_add(turn.work_done());
        self.evaluations = self.evaluations.saturating_add(turn.evaluations);
        self.cells_passed = self.cells_passed.saturating_add(turn.cells_passed);
        self.has_read_time |= turn.has_read_time.get();
    }
}

impl Engine {
    /// Returns the work of the interpreter so far.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// let mut random = Rng::new(7);
    /// let mut position = engine.start(&mut random)?;
    /// for direction in 0..4 {
    ///     engine.play(&mut position, direction, &mut random)?;
    /// }
    /// assert!(engine.work().evaluations > 0); // rules were tested, and lines recorded
    /// assert!(!engine.work().has_read_time);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn work(&self) -> EngineWork {
        self.work
    }
}
