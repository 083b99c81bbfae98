//! Merge rules for several lengths (docs/spec/rules.md, "Expansion of several
//! lengths"): back from one rule for each, and on a grid of another size.
//!
//! A rule for several lengths has ten entries; from the seventh on: the
//! length its condition is written for, by how much each tile it names moves
//! ahead in a longer one, the step from length to length, and the longest.

use calcarray::Value;
use polymerge_rules::{Mode, ModeError};

use crate::error::ModifierError;
use crate::parts::body::{Body, Leading};
use crate::parts::expression::entries;
use crate::parts::merge_rule::MAX_SIZE;

const LENGTH: usize = 0;
const CONDITION: usize = 1;
const OUTPUTS: usize = 3;
const FLAGS: usize = 5;
const BASE: usize = 6;
const STEP: usize = 8;
const LONGEST: usize = 9;

/// The larger side of the grid: no merge is longer.
fn side(mode: &Mode) -> f64 {
    mode.width.max(mode.height) as f64
}

/// Replaces rules for several lengths by one for each, longest first.
///
/// # Errors
/// If there would be too many.
pub(crate) fn expand(mode: &mut Mode) -> Result<(), ModifierError> {
    let wrong = |error: ModeError| ModifierError::Mode {
        modifier: "the expansion of rules for several lengths",
        field: error.field,
        entry: error.path.first().copied(),
        reason: error.reason,
    };
    mode.merge_rules = Value::array(mode.expanded_merge_rules().map_err(wrong)?);
    Ok(())
}

fn number_at(body: &Body, entry: usize) -> f64 {
    body.get(entry).as_number().unwrap_or(f64::NAN)
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
        let group = contracted(&rules[place..], mode.width.max(mode.height));
        place += group.as_ref().map_or(1, |(_, length)| *length);
        all.push(group.map_or_else(|| rule.clone(), |(rule, _)| rule));
    }
    Mode { merge_rules: Value::array(all), ..mode.clone() }
}

/// A rule that expands to the first of these, and how many those are.
fn contracted(rules: &[Value], side: usize) -> Option<(Value, usize)> {
    let first = Body::read(&rules[0], Leading::GameVariables);
    let length = first.get(LENGTH).as_number()?;
    if first.entries.len() <= LONGEST
        || first.get(LONGEST) != Value::Number(length)
        || length > MAX_SIZE as f64
    {
        return None;
    }
    let with_copies = |copies: usize| {
        let mut candidate = first.clone();
        if copies > 0 {
            candidate.entries[CONDITION] = entries(&first.get(CONDITION))[1].clone();
            candidate.entries[BASE] = Value::Number(length - copies as f64 * number_at(&first, STEP));
        }
        let outputs = entries(&first.get(OUTPUTS)).len();
        let flags = first.get(FLAGS);
        if entries(&flags).iter().enumerate().all(|(i, flag)| *flag == Value::Boolean(i >= outputs)) {
            candidate.entries[FLAGS] = Value::array(Vec::new());
        }
        shortest(candidate, length, rules, side.max(length as usize))
    };
    match copies(&first) {
        0 => with_copies(0),
        copies => with_copies(copies).or_else(|| with_copies(0)),
    }
}

/// The candidate with the shortest length for which it still expands to the
/// first rules, and how many those are.
fn shortest(mut candidate: Body, longest: f64, rules: &[Value], side: usize) -> Option<(Value, usize)> {
    let mut length = longest;
    let mut found = None;
    while length >= number_at(&candidate, BASE).max(1.0) {
        candidate.entries[LENGTH] = Value::Number(length);
        let rule = candidate.clone().write();
        let alone = Mode { width: side, merge_rules: Value::array(vec![rule.clone()]), ..Mode::default() };
        let expanded = alone.expanded_merge_rules().ok()?;
        if rules.len() < expanded.len() || rules[..expanded.len()] != expanded[..] {
            break;
        }
        found = Some((rule, expanded.len()));
        let step = number_at(&candidate, STEP);
        if step.is_nan() || step <= 0.0 {
            break;
        }
        length -= step;
    }
    found
}

/// The number of copies of a condition that seem to be in the condition of a rule:
/// `["@var_retain", condition, "&&", copy, "&&", copy, …]`.
fn copies(body: &Body) -> usize {
    match entries(&body.get(CONDITION)) {
        [word, _, copies @ ..] if word.is_word("@var_retain") => copies.len() / 2,
        _ => 0,
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
