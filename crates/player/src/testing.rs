//! Engines for tests of this crate.

use polymerge_rules::{Engine, Limits, Mode, Ruleset};

/// An engine of a mode, in which the tiles that can come first have the lowest numbers.
pub(crate) fn engine_of(mode: Mode) -> Engine {
    let mut engine = Engine::new(Ruleset::compile(mode, Limits::default()).unwrap(), 0.0);
    engine.number_first_kinds();
    engine
}
