//! `colors`: tiles have colours, and those that merge must go together
//! (docs/spec/modifiers.md, "colors"). The new last entry of a tile is its
//! colour, 0 up to the number of colours less one.

use calcarray::Value;
use polymerge_rules::Mode;

use crate::choices::choice::Garbage;
use crate::choices::modifiers::Modifiers;
use crate::error::ModifierError;
use crate::parts::body::Leading;
use crate::parts::expression::{IntoValue, and, appended, entries, list, this};
use crate::parts::merge_rule::{MergeRule, change_rules};
use crate::parts::pattern::{Content, content, with_slot};
use crate::parts::tile_type::{add_overlay, set_types, types};
use crate::parts::traits::ModeTraits;

/// Tile types, winning tiles and spawn entries that a mode may get.
const MAX_COPIES: usize = 1 << 16;

pub(crate) fn apply(
    mode: &mut Mode,
    modifiers: &Modifiers,
    traits: &ModeTraits,
) -> Result<(), ModifierError> {
    let colors = modifiers.colors as usize;
    let lists = [&mode.tile_types, &mode.win_conditions, &mode.spawns];
    if lists.iter().any(|list| entries(list).len().saturating_mul(colors) > MAX_COPIES) {
        return Err(ModifierError::TooLarge { what: "entries in colours", limit: MAX_COPIES });
    }
    let slot = mode.tile_entries;
    mode.tile_entries = mode.tile_entries.saturating_add(1);
    tile_types(mode, slot, colors);
    mode.spawns = Value::array(
        entries(&mode.spawns).iter().map(|spawn| boxed_spawn(spawn, colors)).collect::<Vec<_>>(),
    );
    winning(mode, colors);
    let test = LookBehind {
        // The reference counts these the wrong way round
        // (docs/spec/modifiers.md, "Reference bugs and odd points", bug 2).
        place: 2 * (usize::from(modifiers.garbage != Garbage::Zeros) + usize::from(modifiers.interacting())),
        skipped: traits.colors_skip_look_behind,
    };
    change_rules(mode, "colors", Leading::GameVariables, |rule| color_rule(rule, slot, colors, &test))
}

fn tile_types(mode: &mut Mode, slot: usize, colors: usize) {
    let plain = types(mode, Leading::GameVariables);
    let mut all = Vec::new();
    for color in 0..colors {
        for mut body in plain.iter().cloned() {
            if let Some(pattern) = body.entries.first_mut() {
                *pattern = with_slot(pattern, slot, color as f64);
                add_overlay(&mut body, ring(color, colors));
            }
            all.push(body);
        }
    }
    set_types(mode, all);
}

/// A ring in the hue of the colour.
fn ring(color: usize, colors: usize) -> Value {
    let hue = 360.0 * color as f64 / colors as f64;
    let shade = |lightness: f64| list!["@HSLA", hue, 100, lightness, 0.5];
    let gradient = list![
        "@radial-gradient",
        "#0000",
        0,
        37.5,
        shade(37.5),
        shade(50.0),
        shade(37.5),
        "#0000",
        62.5,
        100
    ];
    list!["PrimeImage", gradient]
}

/// A spawn entry becomes a box that holds its tiles once in each colour.
fn boxed_spawn(spawn: &Value, colors: usize) -> Value {
    let parts = entries(spawn);
    let Some(first) = parts.first() else { return spawn.clone() };
    let mut all = vec![Value::from("Box"), parts.get(1).cloned().unwrap_or_default()];
    let mut add = |tile: &Value, count: Option<&Value>| {
        for color in 0..colors {
            all.push(appended(tile, [color.into()]));
            all.extend(count.cloned());
        }
    };
    if first.is_word("Box") {
        let mut rest = parts.get(2..).unwrap_or_default().iter().peekable();
        while let Some(tile) = rest.next() {
            // A tile that no number follows is contained once, and stays so.
            add(tile, rest.next_if(|entry| entry.as_number().is_some()));
        }
    } else {
        add(first, Some(&Value::Number(1.0)));
    }
    Value::array(all)
}

/// Winning tiles count once in each colour.
fn winning(mode: &mut Mode, colors: usize) {
    let mut all = entries(&mode.win_conditions).to_vec();
    for tile in entries(&mode.win_conditions) {
        let literal = tile.as_array().is_some()
            && matches!(
                content(entries(tile)),
                Content::Numbers | Content::Integers | Content::NumbersThenIntegers
            );
        if literal {
            all.extend((0..colors).map(|color| appended(tile, [color.into()])));
        }
    }
    mode.win_conditions = Value::array(all);
}

/// The element of a condition that a test of the tile behind is in.
struct LookBehind {
    place: usize,
    skipped: bool,
}

fn color_rule(
    rule: &mut MergeRule,
    slot: usize,
    colors: usize,
    test: &LookBehind,
) -> Result<(), ModifierError> {
    let result = if rule.first_entry().as_number().is_some_and(|first| first < 2.0) {
        this(slot)
    } else {
        let colors_of = |more: Option<Value>| merging_colors(rule, slot, more);
        let tiles = colors_of(None)?;
        let tested = entries(rule.condition()).get(test.place);
        let looks_behind =
            tested.and_then(|tested| entries(tested).first()).is_some_and(|e| e.is_word("@NextNE -1 0"));
        let mut condition = rule.condition().clone();
        if looks_behind && !test.skipped {
            let behind = list!["@CalcArray", format!("@NextNE -1 {slot}").into_value()];
            let with_behind = colors_of(Some(behind))?;
            let mut all = vec![list![with_behind, "multicolor", colors, "=", -1.0], "||".into()];
            all.extend_from_slice(entries(&condition));
            condition = Value::array(all);
        }
        rule.set_condition(and(&condition, list![tiles.clone(), "multicolor", colors, ">", -1.0]));
        list![tiles, "multicolor", colors]
    };
    let first = rule.outputs().first();
    let keyword = ["@MergeOverflowEmpty", "@MergeOverflowOverwrite"];
    let skipped = usize::from(first.is_some_and(|first| keyword.iter().any(|word| first.is_word(word))));
    let mut outputs = rule.outputs().to_vec();
    for (place, output) in outputs.iter_mut().enumerate().skip(skipped) {
        if output.as_array().is_some() {
            *output = appended(output, [list![result.clone(), "+", place, "%", colors]]);
        }
    }
    rule.set_outputs(outputs);
    Ok(())
}

/// The colour of the foremost merging cell, then of all merging tiles.
fn merging_colors(rule: &MergeRule, slot: usize, more: Option<Value>) -> Result<Value, ModifierError> {
    let front = |at: &str, step: &str| list![at, "+", list![step, "*", list![rule.length().clone(), "-", 1]]];
    let mut all = vec![
        Value::from("@Literal"),
        list![
            "@CalcArray",
            "@Grid",
            "arr_elem",
            front("@VCoord", "@VDir"),
            "arr_elem",
            front("@HCoord", "@HDir"),
            "arr_elem",
            slot
        ],
        list!["@CalcArray", this(slot)],
    ];
    let tiles = rule.length().as_number().map_or(1, |length| length as usize);
    for ahead in 1..tiles.min(rule.size()?.max(tiles.min(64))) {
        all.push(list!["@CalcArray", crate::parts::expression::next(ahead, slot)]);
    }
    all.extend(more);
    Ok(Value::array(all))
}
