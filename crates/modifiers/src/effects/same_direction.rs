//! `same_direction`: merging takes two equal moves in a row, or a direction
//! rests after it was used (docs/spec/modifiers.md, "same_direction").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::choices::choice::SameDirection;
use crate::error::ModifierError;
use crate::parts::body::Leading;
use crate::parts::expression::{IntoValue, appended, list};
use crate::parts::merge_rule::change_rules;
use crate::parts::variable::add_variable;

/// The place of the modifier in the reference's list, plus one.
const ORIGIN: f64 = 21.0;

pub(crate) fn apply(mode: &mut Mode, kind: SameDirection) -> Result<(), ModifierError> {
    // Steps and slide tell directions apart; no direction has halves.
    let direction = || list!["@VDir", "arr_push", "@HDir", "arr_push", "@SlideAmount"];
    let none = || list![0.5, 0.5, 0.5];
    match kind {
        SameDirection::Free => {}
        SameDirection::TwiceToMerge => {
            let k = add_variable(mode, none(), ORIGIN);
            let last = format!("@MVar {k}").into_value();
            let spent = list![
                "@var_retain",
                "@Var 0",
                "@if",
                list!["@var_retain", "@Var 0", "=", last.clone()],
                "2nd",
                list!["@Literal", 0, 0, 0],
                "@end-if"
            ];
            let script = list![direction(), "@end_vars", 0, "@edit_mvar", k, spent];
            mode.scripts = appended(&mode.scripts, [list![script, "EndTurn"]]);
            change_rules(mode, "same_direction", Leading::GameVariables, |rule| {
                rule.require(list![direction(), "=", last.clone()]);
                Ok(())
            })?;
            mode.merge_result_known_level = 0.0;
        }
        SameDirection::Cooldown(turns) => {
            let k = add_variable(mode, Value::array(vec![none(); turns as usize]), ORIGIN);
            let resting = format!("@MVar {k}").into_value();
            let shifted = list![resting.clone(), "arr_shift", "arr_push", direction()];
            let script = list![0, "@edit_mvar", k, shifted];
            mode.scripts = appended(&mode.scripts, [list![script, "EndTurn"]]);
            let rests = list![resting, "arr_indexOf", direction(), "!=", -1.0];
            mode.direction_blocked = list!["@var_retain", mode.direction_blocked.clone(), "||", rests];
        }
    }
    Ok(())
}
