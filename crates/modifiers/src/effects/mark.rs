//! Marks, the common part of unmoving and unmerging tiles: a last entry that is 1,
//! or 0 for the rest of a turn (docs/spec/modifiers.md, "unmoving" and
//! "unmerging").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::effects::garbage::Left;
use crate::error::ModifierError;
use crate::parts::body::Leading;
use crate::parts::expression::{appended, entries, has_word, list};
use crate::parts::merge_rule::{MergeRule, change_rules};
use crate::parts::pattern::{Content, content};
use crate::parts::tile_type::{add_overlay, set_types, types};

/// The differences between the two marks.
pub(crate) struct Mark<'a> {
    /// The modifier, for messages.
    pub modifier: &'static str,
    /// Tiles that get it each turn.
    pub count: u32,
    /// The entry that holds it.
    pub slot: usize,
    /// The picture over marked tiles.
    pub overlay: Value,
    /// The mark of a merge result.
    pub result: Value,
    /// The further changes of a rule.
    pub rule: &'a dyn Fn(&mut MergeRule) -> Result<(), ModifierError>,
}

/// Adds the entry to the mode.
pub(crate) fn apply(mode: &mut Mode, mark: &Mark<'_>, left: &mut Left) -> Result<(), ModifierError> {
    mode.tile_entries = mode.tile_entries.saturating_add(1);
    tile_types(mode, mark);
    mode.spawns = Value::array(entries(&mode.spawns).iter().map(free_spawn).collect::<Vec<_>>());
    change_rules(mode, mark.modifier, Leading::GameVariables, |rule| {
        (mark.rule)(rule)?;
        let output = |output: &Value| match output {
            Value::Array(_) => left.extended(output, &mark.result),
            other => other.clone(),
        };
        let outputs: Vec<Value> = rule.outputs().iter().map(output).collect();
        rule.set_outputs(outputs);
        Ok(())
    })?;
    left.extend(&mark.result);
    let winning = |tile: &Value| {
        let kind = content(entries(tile));
        let literal = kind != Content::Other && kind != Content::Mixed && tile.as_array().is_some();
        if literal { appended(tile, [1usize.into()]) } else { tile.clone() }
    };
    mode.win_conditions = Value::array(entries(&mode.win_conditions).iter().map(winning).collect::<Vec<_>>());
    let scripts = [reset(mark.slot), choose(mark.slot, mark.count)];
    let scripts = scripts.map(|script| list![script, "EndTurn"]);
    mode.scripts = appended(&Value::array(scripts), entries(&mode.scripts).iter().cloned());
    let free = ["arr_edit_elem".into(), mark.slot.into(), 1usize.into()];
    mode.discovered_filter = appended(&mode.discovered_filter, free);
    Ok(())
}

fn tile_types(mode: &mut Mode, mark: &Mark<'_>) {
    let mut all = types(mode, Leading::GameVariables);
    for body in &mut all {
        let Some(pattern) = body.entries.first_mut() else { continue };
        if let Value::Array(literal) = &*pattern {
            let texts = literal.iter().any(|entry| entry.as_text().is_some());
            if !texts || has_word(literal, "@Signless") {
                let literal = appended(&list!["@Literal"], literal.iter().cloned());
                *pattern = list!["@This", "arr_slice", 0, mark.slot, "=", literal];
            }
        }
        add_overlay(body, mark.overlay.clone());
    }
    set_types(mode, all);
}

/// Tiles spawn free.
fn free_spawn(spawn: &Value) -> Value {
    let parts = entries(spawn);
    let boxed = parts.first().is_some_and(|first| first.is_word("Box"));
    let tile = |place: usize| match boxed {
        true => place >= 2 && parts.get(place + 1).is_some_and(|count| count.as_number().is_some()),
        false => place == 0,
    };
    let part = |(place, part): (usize, &Value)| match part {
        Value::Array(_) if tile(place) => appended(part, [1usize.into()]),
        other => other.clone(),
    };
    Value::array(parts.iter().enumerate().map(part).collect::<Vec<_>>())
}

/// The tile in a cell that expressions name.
fn cell(row: Value, column: Value, more: impl IntoIterator<Item = Value>) -> Value {
    appended(&list!["@Grid", "arr_elem", row, "arr_elem", column], more)
}

/// Returns the script that frees all tiles at the end of a turn.
fn reset(slot: usize) -> Value {
    let place = |part: usize| list!["@TileOrder", "arr_elem", "@Var 0", "arr_elem", part];
    let is_tile = cell(place(0), place(1), ["typeof", "=", "array"].map(Value::from));
    let free = cell(place(0), place(1), ["arr_edit_elem".into(), slot.into(), 1usize.into()]);
    #[rustfmt::skip]
    let script = list![
        "@global_var_retain_inner", 0, "@end_vars", 0,
        "@repeat", list!["@TileOrder", "arr_length", ">", "@Var 0"],
            "@if", is_tile, "@replace_tile", place(0), place(1), free, "@end-if",
            "@edit_var", 0, list!["@Var 0", "+", 1],
        "@end-repeat"
    ];
    script
}

/// Returns the script that draws the marked tiles after that.
fn choose(slot: usize, count: u32) -> Value {
    let last = |part: usize| list!["@Var -1", "arr_elem", part];
    let drawn = |part: usize| list!["@Var 1", "arr_elem", part];
    let is_tile = appended(
        &list!["@global_var_retain_inner"],
        entries(&cell(last(0), last(1), ["typeof", "=", "array"].map(Value::from))).iter().cloned(),
    );
    let marked = cell(drawn(0), drawn(1), ["arr_edit_elem".into(), slot.into(), 0usize.into()]);
    let wanted = list![list!["@Var -2", "<", f64::from(count)], "&&", list!["@Var 0", "arr_length", ">", 0]];
    #[rustfmt::skip]
    let script = list![
        "@global_var_retain_inner",
        list!["@TileOrder", "arr_filter", is_tile], list!["@Literal", -1.0, -1.0], 0, 0,
        "@end_vars", 0,
        "@repeat", wanted,
            "@edit_var", 3, list!["@Var 0", "arr_length", "-", 1, "rand_int", 0],
            "@edit_var", 1, list!["@Var 0", "arr_elem", "@Var 3"],
            "@replace_tile", drawn(0), drawn(1), marked,
            "@edit_var", 0, list!["@Var 0", "arr_splice", "@Var 3", 1, list!["@Literal"]],
            "@edit_var", 2, list!["@Var 2", "+", 1],
        "@end-repeat"
    ];
    script
}
