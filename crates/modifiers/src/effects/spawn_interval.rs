//! The modifier `spawn_interval`: tiles spawn in every n-th move
//! (docs/spec/modifiers.md, "spawn_interval").

use polymerge_rules::Mode;

use crate::parts::expression::{appended, list, mentions};

/// The turn is counted before tiles spawn: the first ones come after turn
/// `interval` - 1.
pub(crate) fn apply(mode: &mut Mode, interval: u32) {
    let due = list!["@Moves", "+", 1, "%", f64::from(interval), "=", 0];
    mode.spawn_conditions = list![mode.spawn_conditions.clone(), "&&", due];
    if !mentions(&mode.stat_boxes, "@Moves") {
        mode.stat_boxes = appended(&mode.stat_boxes, [list!["Moves", "@Moves"]]);
    }
}
