//! `random_boxes` and the boxes of a custom grid: tiles that never merge
//! (docs/spec/modifiers.md, "Boxes").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::error::ModifierError;
use crate::parts::body::Leading;
use crate::parts::expression::{and, appended, entries, list, next, this};
use crate::parts::merge_rule::change_rules;
use crate::parts::tile_type::prepend_type;

const NAME: &str = "BlackBox";

/// The word for a box on a drawn grid.
const DRAWN: &str = "@BlackBox";

/// The tile, with as many entries as others have now.
pub(crate) fn tile(mode: &Mode) -> Value {
    appended(&list![NAME], vec![Value::Number(0.0); mode.tile_entries.saturating_sub(1)])
}

/// Returns true if a box was drawn on the starting grid.
pub(crate) fn drawn(mode: &Mode) -> bool {
    entries(&mode.starting_grid).iter().any(|row| entries(row).iter().any(|cell| cell.is_word(DRAWN)))
}

/// Adds the tile, and keeps all rules from merging it.
pub(crate) fn apply(mode: &mut Mode) -> Result<(), ModifierError> {
    let tile = tile(mode);
    let look = list!["@radial-gradient", "#000000", 0, 80, "#ffffff", 90];
    prepend_type(mode, list![tile.clone(), "", look, "#ffffff"]);
    change_rules(mode, "random_boxes", Leading::GameVariables, |rule| {
        let mut no_box = list![this(0), "!=", NAME];
        for ahead in rule.ahead()? {
            no_box = and(&no_box, list![next(ahead, 0), "!=", NAME]);
        }
        let condition = rule.condition();
        let old = match condition {
            Value::Array(condition) => appended(&list!["@var_retain"], condition.iter().cloned()),
            other => list!["@var_retain", other.clone()],
        };
        rule.set_condition(list!["@var_retain", no_box, "&&", old]);
        Ok(())
    })?;
    let cell = |cell: &Value| if cell.is_word(DRAWN) { tile.clone() } else { cell.clone() };
    let row = |row: &Value| Value::array(entries(row).iter().map(cell).collect::<Vec<_>>());
    mode.starting_grid = Value::array(entries(&mode.starting_grid).iter().map(row).collect::<Vec<_>>());
    Ok(())
}
