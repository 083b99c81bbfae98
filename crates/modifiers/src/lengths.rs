//! Merge rules for several lengths: one rule for each (spec/rules.md, section
//! 2.2), and back again.
//!
//! A rule for several lengths has ten entries; from the seventh on: the
//! length its condition is written for, by how much each tile it names moves
//! ahead in a longer one, the step from length to length, and the longest.

use calcarray::{number, Text, Value};
use polymerge_rules::Mode;

use crate::body::{Body, Leading};
use crate::error::ModifierError;
use crate::expression::{entries, IntoValue};

const LENGTH: usize = 0;
const CONDITION: usize = 1;
const OUTPUTS: usize = 3;
const FLAGS: usize = 5;
const BASE: usize = 6;
const INCREMENTS: usize = 7;
const STEP: usize = 8;
const LONGEST: usize = 9;

/// Copies of conditions that a mode may be expanded to.
const MAX_COPIES: usize = 1 << 17;

/// The larger side of the grid: no merge is longer.
fn side(mode: &Mode) -> f64 {
    mode.width.max(mode.height) as f64
}

/// Replaces rules for several lengths by one for each, longest first.
///
/// # Errors
/// If there would be too many.
pub(crate) fn expand(mode: &mut Mode) -> Result<(), ModifierError> {
    let longest = side(mode);
    let mut all = Vec::new();
    let mut copies = 0;
    let mut rules = entries(&mode.merge_rules).iter();
    for rule in rules.by_ref() {
        let body = Body::read(rule, Leading::GameVariables);
        if body.get(LENGTH) == Value::Number(0.0) {
            // A reference bug that modes are written around: rules after one
            // for the end of a turn stay as they are.
            all.push(rule.clone());
            break;
        }
        match expanded(&body, longest, &mut copies)? {
            Some(rules) => all.extend(rules),
            None => all.push(rule.clone()),
        }
    }
    all.extend(rules.cloned());
    mode.merge_rules = Value::array(all);
    Ok(())
}

/// One rule for each length, longest first; `None` if it is for one length.
fn expanded(body: &Body, side: f64, copies: &mut usize) -> Result<Option<Vec<Value>>, ModifierError> {
    let (Some(base), Some(step)) = (body.get(BASE).as_number(), body.get(STEP).as_number()) else {
        return Ok(None);
    };
    let listed: Option<Vec<f64>> =
        body.get(LONGEST).as_array().map(|list| list.iter().filter_map(Value::as_number).collect());
    let longest = match (&listed, body.get(LONGEST)) {
        (Some(list), _) => list.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        (None, Value::Number(longest)) if longest >= base => longest,
        _ => return Ok(None),
    };
    let kept = |length: f64| match (&listed, body.get(LENGTH)) {
        (Some(list), _) => list.contains(&length),
        (None, Value::Number(least)) => length >= least,
        _ => true,
    };
    let mut rules = Vec::new();
    let mut length = base;
    while length <= longest.min(side) {
        if kept(length) {
            *copies += ((length - base) / step).max(1.0) as usize;
            if *copies > MAX_COPIES {
                return Err(ModifierError::TooLarge { what: "conditions", limit: MAX_COPIES });
            }
            rules.push(for_length(body, length));
        }
        if !(step > 0.0 && length + step > length) {
            break;
        }
        length += step;
    }
    rules.reverse();
    Ok(Some(rules))
}

fn increments(body: &Body) -> Vec<f64> {
    entries(&body.get(INCREMENTS)).iter().map(|entry| entry.as_number().unwrap_or(0.0)).collect()
}

fn for_length(body: &Body, length: f64) -> Value {
    let mut rule = body.clone();
    let increments = increments(body);
    if increments.iter().any(|increment| *increment != 0.0) {
        let (base, step) = (number_at(body, BASE), number_at(body, STEP));
        rule.entries[CONDITION] = repeated(&body.get(CONDITION), &increments, (length - base) / step);
        rule.entries[BASE] = Value::Number(length);
    }
    rule.entries[LENGTH] = Value::Number(length);
    rule.entries[LONGEST] = Value::Number(length);
    if entries(&body.get(FLAGS)).is_empty() {
        let outputs = entries(&body.get(OUTPUTS)).len();
        let flag = |place| Value::Boolean(place >= outputs);
        rule.entries[FLAGS] = Value::array((0..outputs.max(length as usize)).map(flag).collect::<Vec<_>>());
    }
    rule.write()
}

fn number_at(body: &Body, entry: usize) -> f64 {
    body.get(entry).as_number().unwrap_or(f64::NAN)
}

/// The condition, and copies of it that look further and further ahead.
fn repeated(condition: &Value, increments: &[f64], copies: f64) -> Value {
    if copies < 1.0 || copies.is_nan() {
        return condition.clone();
    }
    let mut all = vec!["@var_retain".into(), condition.clone()];
    for copy in 1..=copies as usize {
        all.extend(["&&".into(), ahead(condition, increments, copy as f64)]);
    }
    Value::array(all)
}

/// The same with tile i being tile i + copy · increments\[i\].
fn ahead(value: &Value, increments: &[f64], copy: f64) -> Value {
    match value {
        Value::Array(array) => {
            Value::array(array.iter().map(|entry| ahead(entry, increments, copy)).collect::<Vec<_>>())
        }
        Value::Text(text) if text.is_special() => {
            moved(text, increments, copy).map_or_else(|| value.clone(), IntoValue::into_value)
        }
        other => other.clone(),
    }
}

fn moved(text: &Text, increments: &[f64], copy: f64) -> Option<String> {
    let text = text.to_utf8()?;
    let mut parts = text.split(' ');
    let word = parts.next()?;
    let tile = match word {
        "@This" => 0.0,
        "@Next" | "@NextNE" => number::parse(parts.next()?).filter(|tile| *tile >= 0.0)?,
        _ => return None,
    };
    let entry = parts.next().map_or(String::new(), |entry| format!(" {entry}"));
    if parts.next().is_some() || tile.fract() != 0.0 {
        return None;
    }
    let word = if word == "@This" { "@Next" } else { word };
    Some(match increments.get(tile as usize) {
        // A tile that no increment is given for is lost.
        None => format!("{word} undefined{entry}"),
        Some(increment) => match tile + copy * increment {
            0.0 => format!("@This{entry}"),
            tile => format!("{word} {}{entry}", number::to_text(tile)),
        },
    })
}

/// A mode with rules for several lengths where its code has one for each, so
/// that modifiers see them as their author wrote them. Expanding them again
/// gives the same mode.
///
/// What the author wrote as the longest length is lost: the longest that
/// there was is taken for it.
pub fn contract(mode: &Mode) -> Mode {
    let rules = entries(&mode.merge_rules);
    let mut all: Vec<Value> = Vec::new();
    let mut place = 0;
    while let Some(rule) = rules.get(place) {
        let group = contracted(&rules[place..], side(mode));
        place += group.as_ref().map_or(1, |(_, length)| *length);
        all.push(group.map_or_else(|| rule.clone(), |(rule, _)| rule));
    }
    Mode { merge_rules: Value::array(all), ..mode.clone() }
}

/// A rule that expands to the first of these, and how many those are.
fn contracted(rules: &[Value], side: f64) -> Option<(Value, usize)> {
    let first = Body::read(&rules[0], Leading::GameVariables);
    let length = first.get(LENGTH).as_number()?;
    if first.entries.len() <= LONGEST || first.get(LONGEST) != Value::Number(length) {
        return None;
    }
    let mut candidate = first.clone();
    let copies = copies(&first);
    if copies > 0 {
        candidate.entries[CONDITION] = entries(&first.get(CONDITION))[1].clone();
        candidate.entries[BASE] = Value::Number(length - copies as f64 * number_at(&first, STEP));
    }
    let outputs = entries(&first.get(OUTPUTS)).len();
    let plain =
        entries(&first.get(FLAGS)).iter().enumerate().all(|(i, flag)| *flag == Value::Boolean(i >= outputs));
    if plain {
        candidate.entries[FLAGS] = Value::array(Vec::new());
    }
    // The rule may go down to any of the shorter lengths.
    let mut shortest = length;
    let mut found = None;
    while shortest >= number_at(&candidate, BASE).max(1.0) {
        candidate.entries[LENGTH] = Value::Number(shortest);
        let expanded = expanded(&candidate, side.max(length), &mut 0).ok()??;
        if rules.len() < expanded.len() || rules[..expanded.len()] != expanded[..] {
            break;
        }
        found = Some((candidate.clone().write(), expanded.len()));
        let step = number_at(&candidate, STEP);
        if step.is_nan() || step <= 0.0 {
            break;
        }
        shortest -= step;
    }
    found
}

/// How many copies of a condition stand in the condition of a rule.
fn copies(body: &Body) -> usize {
    let condition = body.get(CONDITION);
    let [first, original, rest @ ..] = entries(&condition) else { return 0 };
    let increments = increments(body);
    let copies = rest.len() / 2;
    let whole = first.is_word("@var_retain") && repeated(original, &increments, copies as f64) == condition;
    if whole && increments.iter().any(|increment| *increment != 0.0) {
        copies
    } else {
        0
    }
}

/// Makes rules that are as long as the grid as long as the new grid.
pub(crate) fn follow_grid(mode: &mut Mode, old: f64) {
    let new = Value::Number(side(mode));
    let old = Value::Number(old);
    let rule = |rule: &Value| {
        let mut body = Body::read(rule, Leading::GameVariables);
        if body.get(LONGEST) == old {
            for entry in [LENGTH, LONGEST] {
                if body.entries[entry] == old {
                    body.entries[entry] = new.clone();
                }
            }
        }
        body.write()
    };
    let rules: Vec<Value> = entries(&mode.merge_rules).iter().map(rule).collect();
    mode.merge_rules = Value::array(rules);
    if Value::Number(mode.known_merge_max_length) == old {
        mode.known_merge_max_length = side(mode);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Mode {
        let rules = calcarray::json::read(text, &Default::default()).unwrap();
        Mode { width: 3, height: 3, merge_rules: rules, ..Mode::default() }
    }

    #[test]
    fn rules_expand_and_contract() {
        // as written, as expanded on a grid of side 3
        let cases = [
            (
                r#"[[2,["@Next 1 0","=","@This 0"],true,[["@This 0"]],1,[],2,[0,1],1,3]]"#,
                r#"[[3,["@var_retain",["@Next 1 0","=","@This 0"],"&&",["@Next 2 0","=","@This 0"]],true,
                     [["@This 0"]],1,[false,true,true],3,[0,1],1,3],
                    [2,["@Next 1 0","=","@This 0"],true,[["@This 0"]],1,[false,true],2,[0,1],1,2]]"#,
            ),
            (
                r#"[[2,true,true,[],1,[],2,[0,0],1,3],[2,true,true,[],5]]"#,
                r#"[[3,true,true,[],1,[true,true,true],2,[0,0],1,3],
                    [2,true,true,[],1,[true,true],2,[0,0],1,2],[2,true,true,[],5]]"#,
            ),
        ];
        for (written, code) in cases {
            let mut mode = rules(written);
            expand(&mut mode).unwrap();
            assert_eq!(mode.merge_rules, rules(code).merge_rules, "{written}");
            assert_eq!(contract(&mode).merge_rules, rules(written).merge_rules, "{written}");
        }
    }
}
