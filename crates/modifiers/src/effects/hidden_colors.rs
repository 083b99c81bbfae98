//! `hidden_colors`: all tiles look alike (docs/spec/modifiers.md, "Hidden
//! tiles").

use polymerge_rules::Mode;

use crate::parts::body::Leading;
use crate::parts::tile_type::{set_types, types};

/// Removes everything after the text of each tile type; boxes and the marks of
/// later modifiers stay visible.
pub(crate) fn apply(mode: &mut Mode) {
    let mut all = types(mode, Leading::GameVariables);
    for body in &mut all {
        body.entries.truncate(2);
        body.entries.extend(["#ffffff".into(), "#000000".into()]);
    }
    set_types(mode, all);
}
