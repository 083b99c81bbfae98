//! `hole_count`, `hole_interval`, `hole_lifespan`: holes that come and go
//! (docs/spec/modifiers.md, "Temporary holes").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::choices::modifiers::Modifiers;
use crate::parts::expression::{IntoValue, appended, list};

/// The condition holds at the start of a game as well, after 0 moves.
pub(crate) fn apply(mode: &mut Mode, modifiers: &Modifiers) {
    let due = list!["@Moves", "%", f64::from(modifiers.hole_interval), "=", 0];
    let hole = format!("@TemporaryHole {}", modifiers.hole_lifespan).into_value();
    let holes = std::iter::repeat_n(hole, modifiers.hole_count as usize);
    let spawn = appended(&list![due, "AfterSpawns", false], holes);
    mode.forced_spawns = appended(&mode.forced_spawns, [Value::clone(&spawn)]);
}
