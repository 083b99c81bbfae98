//! `negative_tiles`: every tile has a negative (docs/spec/modifiers.md,
//! "negative_tiles"). The new last entry of a tile is its sign: 1, -1, or 0 for
//! *signless* tiles, which hold the word `@Signless`.

use calcarray::{Meter, Value};
use polymerge_rules::Mode;

use crate::choices::modifiers::Modifiers;
use crate::error::ModifierError;
use crate::parts::body::{Body, Leading};
use crate::parts::expression::{IntoValue, and, appended, entries, has_word, list, mentions, next, this};
use crate::parts::merge_rule::{MergeRule, change_rules, prepend_rule};
use crate::parts::pattern::{Content, content, with_slot};
use crate::parts::tile_type::{set_types, types};
use crate::parts::traits::{ModeTraits, Negatives};

const SIGNLESS: &str = "@Signless";

/// Outputs that are no tiles.
const KEYWORDS: &[&str] =
    &["@MergeReverseStart", "@MergeOverflowEmpty", "@MergeOverflowSlot", "@MergeOverflowOverwrite"];

/// Colour schemes whose first value is no integer, and how it is multiplied.
const SCHEMES: &[(&str, &str)] =
    &[("Partial Absorb 180", "*BR"), ("Rational DIVE", "*BR"), ("RACUTE", "*BR"), ("Gaussian DIVE", "*GB")];

pub(crate) fn apply(
    mode: &mut Mode,
    modifiers: &Modifiers,
    traits: &ModeTraits,
) -> Result<(), ModifierError> {
    if matches!(traits.negatives, Negatives::Ignored | Negatives::Own) {
        return Ok(());
    }
    let slot = mode.tile_entries;
    mode.tile_entries = mode.tile_entries.saturating_add(1);
    let colours: &[usize] = if traits.turns_text_colour_only { &[3] } else { &[2, 3] };
    let signless = tile_types(mode, slot, colours);
    mode.tile_value = appended(&mode.tile_value, ["*".into(), this(slot)]);
    mode.spawns = spawns(&mode.spawns, modifiers.ratios());
    winning(mode);
    if traits.negatives == Negatives::General {
        let sign = if signless { first_sign(slot) } else { this(slot) };
        change_rules(mode, "negative_tiles", Leading::Retaining, |rule| {
            keep_sign(rule, slot, &sign, signless)
        })?;
        if modifiers.interacting() {
            prepend_rule(mode, vanish(slot, signless));
        }
    }
    Ok(())
}

/// Replaces each type by a positive and a negative copy. Returns true if there are
/// signless ones, which come first.
fn tile_types(mode: &mut Mode, slot: usize, colours: &[usize]) -> bool {
    let (signless, signed): (Vec<Body>, Vec<Body>) = types(mode, Leading::Retaining)
        .into_iter()
        .partition(|body| has_word(entries(&body.get(0)), SIGNLESS));
    let any = !signless.is_empty();
    let mut all = Vec::new();
    for mut body in signless {
        body.entries[0] = appended(&body.entries[0], [0usize.into()]);
        all.push(body);
    }
    for sign in [1.0, -1.0] {
        for mut body in signed.iter().cloned() {
            if body.entries.is_empty() {
                continue;
            }
            body.entries[0] = with_slot(&body.entries[0], slot, sign);
            if sign < 0.0 {
                negate_look(&mut body, colours);
            }
            all.push(body);
        }
    }
    set_types(mode, all);
    any
}

/// Negates the text of a tile type and inverts its colours: those at these places, or
/// those of its scheme.
fn negate_look(body: &mut Body, colours: &[usize]) {
    if let Some(text) = body.entries.get_mut(1) {
        *text = negated_text(text);
    }
    if body.get(2).is_word("@ColorScheme") {
        let name = body.get(3);
        let operator = SCHEMES.iter().find(|(scheme, _)| name.is_word(scheme)).map_or("*B", |(_, by)| by);
        if let Some(Value::Array(tile)) = body.entries.get(4) {
            let mut tile = tile.to_vec();
            if let Some(first) = tile.first_mut() {
                *first = list!["@var_retain", first.clone(), operator, -1.0];
            }
            body.entries[4] = Value::array(tile);
        }
        return;
    }
    for &entry in colours {
        if let Some(color) = body.entries.get_mut(entry) {
            *color = list!["@var_retain", "@rotate", 180, true, color.clone()];
        }
    }
}

fn negated_text(text: &Value) -> Value {
    match text {
        Value::Number(number) => Value::Number(-number),
        Value::Integer(integer) => {
            let mut meter = Meter::new(Default::default());
            integer.negate(&mut meter).map_or_else(|_| text.clone(), Value::from)
        }
        Value::Text(plain) if !plain.is_special() => format!("-{plain}").into_value(),
        Value::Array(_) | Value::Text(_) if !mentions(text, "@no-negative-sign") => {
            list!["@var_retain", text.clone(), "defaultAbbrevAny", "str_concat_front", "-"]
        }
        other => other.clone(),
    }
}

/// Signless entries first, then all others positive, then all negative.
fn spawns(spawns: &Value, (positive, negative): (f64, f64)) -> Value {
    let (signless, signed): (Vec<&Value>, Vec<&Value>) = entries(spawns).iter().partition(
        |spawn| matches!(entries(spawn).first(), Some(Value::Array(tile)) if has_word(tile, SIGNLESS)),
    );
    let mut all = Vec::new();
    for spawn in signless {
        let mut spawn = entries(spawn).to_vec();
        spawn[0] = appended(&spawn[0], [0usize.into()]);
        if let Some(weight) = spawn.get_mut(1) {
            *weight = match &*weight {
                Value::Number(weight) => Value::Number(*weight * 2.0),
                other => list![other.clone(), "*", 2],
            };
        }
        all.push(Value::array(spawn));
    }
    for (sign, ratio) in [(1.0, positive), (-1.0, negative)] {
        all.extend(signed.iter().map(|spawn| signed_spawn(spawn, sign, ratio)));
    }
    Value::array(all)
}

/// A spawn entry, box or not, with a sign on each of its tiles.
fn signed_spawn(spawn: &Value, sign: f64, ratio: f64) -> Value {
    let change = |(place, entry): (usize, &Value)| match entry {
        Value::Number(weight) if place == 1 => Value::Number(weight * ratio),
        Value::Array(_) if place == 1 => appended(entry, ["*".into(), ratio.into()]),
        Value::Array(tile) if tile.first().is_some_and(|first| first.is_word("@CalcArray")) => {
            appended(entry, ["arr_push".into(), sign.into()])
        }
        Value::Array(tile) if has_word(tile, SIGNLESS) => appended(entry, [0usize.into()]),
        Value::Array(_) => appended(entry, [sign.into()]),
        other => other.clone(),
    };
    Value::array(entries(spawn).iter().enumerate().map(change).collect::<Vec<_>>())
}

/// Negative tiles win as well, and twice as many are needed. Conditions and
/// losing tiles stay.
fn winning(mode: &mut Mode) {
    if let Value::Number(needed) = mode.win_requirement {
        mode.win_requirement = Value::Number(needed * 2.0);
    }
    let mut positive = Vec::new();
    let mut negative = Vec::new();
    for tile in entries(&mode.win_conditions) {
        if matches!(content(entries(tile)), Content::Numbers | Content::Integers) && tile.as_array().is_some()
        {
            positive.push(appended(tile, [1usize.into()]));
            negative.push(appended(tile, [Value::Number(-1.0)]));
        } else {
            positive.push(tile.clone());
        }
    }
    positive.extend(negative);
    mode.win_conditions = Value::array(positive);
}

/// The first sign among the merging tiles that is not 0.
fn first_sign(slot: usize) -> Value {
    let own = list!["@Parent -2", "=", 0];
    let sign = || Value::array(["@var_retain", "@Var -1", "arr_elem"].map(Value::from));
    let sign = || appended(&sign(), [slot.into()]);
    let differs = appended(&sign(), ["!=".into(), 0usize.into(), "&&".into(), list!["@Parent -3", "=", 0]]);
    let pick = list!["@if", differs, "2nd", "@Var -1", "arr_elem", slot, "@end-if"];
    list![this(slot), "@if", own, "2nd", "@Next", "arr_reduce", 0, pick, "@end-if"]
}

/// Restricts a rule to tiles of one sign, and gives the result that sign.
fn keep_sign(rule: &mut MergeRule, slot: usize, sign: &Value, signless: bool) -> Result<(), ModifierError> {
    for ahead in rule.ahead()? {
        let same = list![next(ahead, slot), "=", sign.clone()];
        rule.require(if signless {
            let none = list![next(ahead, slot), "=", 0];
            list![appended(&same, ["||".into(), none])]
        } else {
            same
        });
    }
    let behind = list!["@NextNE -1 0", "!=", "@This 0"];
    if entries(rule.condition()).first() == Some(&behind) {
        let other = list![format!("@NextNE -1 {slot}").into_value(), "!=", sign.clone()];
        let mut condition = vec![other, "||".into()];
        condition.extend_from_slice(entries(rule.condition()));
        rule.set_condition(Value::array(condition));
    }
    let output = |output: &Value| match output {
        Value::Text(_) if KEYWORDS.iter().any(|word| output.is_word(word)) => output.clone(),
        Value::Array(_) => appended(output, [sign.clone()]),
        other => other.clone(),
    };
    let outputs: Vec<Value> = rule.outputs().iter().map(output).collect();
    rule.set_outputs(outputs);
    Ok(())
}

/// A tile and its exact negative vanish.
fn vanish(slot: usize, signless: bool) -> Value {
    let mut condition = list![list![next(1, 0), "=", this(0)]];
    for entry in 1..slot {
        condition = and(&condition, list![next(1, entry), "=", this(entry)]);
    }
    condition = and(&condition, list![next(1, slot), "!=", this(slot)]);
    if signless {
        condition = and(&condition, list![this(slot), "!=", 0]);
        condition = and(&condition, list![next(1, slot), "!=", 0]);
    }
    list![2, condition, true, Vec::<Value>::new(), 0, list![true, true]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_negative_tiles() {
        let read = |text| calcarray::json::read(text, &Default::default()).unwrap();
        // text, negated
        let cases = [
            ("2", "-2"),
            ("\"@BigInt 5\"", "\"@BigInt -5\""),
            ("\"x\"", "\"-x\""),
            (
                "[\"@This 0\"]",
                "[\"@var_retain\",[\"@This 0\"],\"defaultAbbrevAny\",\"str_concat_front\",\"-\"]",
            ),
            ("[\"@no-negative-sign\",1]", "[\"@no-negative-sign\",1]"),
            ("\"@BigRational 1 2\"", "\"@BigRational 1 2\""),
        ];
        for (text, negated) in cases {
            assert_eq!(negated_text(&read(text)), read(negated), "{text}");
        }
    }
}
