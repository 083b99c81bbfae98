//! A mode, compiled and checked.

use std::sync::Arc;

use calcarray::Value;

use crate::direction::{AutoMove, Direction};
use crate::failure::ModeError;
use crate::limits::Limits;
use crate::mode::Mode;

/// A mode that can be played: compiled and checked once, immutable, shared by
/// any number of games and threads.
#[derive(Debug)]
pub struct Ruleset {
    mode: Mode,
    limits: Limits,
    directions: Vec<Direction>,
    auto_moves: Vec<AutoMove>,
}

impl Ruleset {
    /// Compiles a mode.
    ///
    /// # Errors
    /// A field that can't be made sense of, or a limit that it exceeds.
    pub fn compile(_mode: Mode, _limits: Limits) -> Result<Arc<Ruleset>, ModeError> {
        todo!()
    }

    /// The mode, as it was given.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// The bounds that its games keep.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The directions a player can press.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// The automatic moves.
    pub fn auto_moves(&self) -> &[AutoMove] {
        &self.auto_moves
    }

    /// The merge rules as they are played: rules for several lengths are
    /// replaced by one rule for each length (spec/rules.md, section 2.2).
    pub fn merge_rules(&self) -> &[Value] {
        todo!()
    }
}
