//! `destroying_clicks`: tiles that can be clicked away (docs/spec/modifiers.md,
//! "destroying_clicks").

use polymerge_rules::Mode;

use crate::parts::expression::{IntoValue, appended, list};
use crate::parts::variable::add_variable;

/// The place of the modifier in the reference's list, plus one.
const ORIGIN: f64 = 34.0;

/// A click costs no turn; it makes all directions available again.
pub(crate) fn apply(mode: &mut Mode, clicks: u32) {
    let k = add_variable(mode, f64::from(clicks).into(), ORIGIN);
    let left = format!("@MVar {k}").into_value();
    let may = list![
        list![left.clone(), ">", 0],
        "&&",
        list!["@This", "typeof", "=", "array"],
        "&&",
        list!["@This 0", "!=", "BlackBox"]
    ];
    #[rustfmt::skip]
    let script = list![
        0, "@if", may,
        "@replace_tile", "@VCoord", "@HCoord", "@Empty",
        "@edit_mvar", k, list![left.clone(), "-", 1],
        "@ScriptSignal", "@ScriptSignal_MovementOccurred",
        "@end-if"
    ];
    mode.scripts = appended(&mode.scripts, [list![script, "TileClick"]]);
    mode.stat_boxes = appended(&mode.stat_boxes, [list!["Tile-Destroying Clicks Remaining", left]]);
}
