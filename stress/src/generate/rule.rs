//! Merge rules: some that modes have, some that no mode has.

use std::sync::LazyLock;

use calcarray::Value;
use polymerge_rules::keywords::RESULTS;

use super::expression::expression;
use super::{leaf, list};
use crate::Picks;

/// Merge rules; `longest` is the longer side of the grid.
pub(super) fn rules(picks: &mut Picks<'_>, tile_entries: usize, longest: usize) -> Value {
    list(picks.list(4, |picks| rule(picks, tile_entries, longest)))
}

fn rule(picks: &mut Picks<'_>, tile_entries: usize, longest: usize) -> Value {
    let mut entries = prefix(picks);
    let length = match picks.below(8) {
        0..=3 => Value::Number(2.0),
        4 => 3.0.into(),
        5 => Value::Number(picks.one(&[0.0, 1.0, 4.0, 5.0])),
        6 => 0.0.into(),
        _ => expression(picks),
    };
    entries.extend([length, condition(picks), order(picks), outputs(picks, tile_entries), score(picks)]);
    if picks.once_in(3) {
        let flags = picks.list(3, |picks| picks.once_in(2).into());
        entries.push(list(flags));
        if picks.once_in(2) {
            let max = match picks.below(4) {
                0 => Value::Number(longest as f64),
                1 => f64::INFINITY.into(),
                2 => list([3.0.into(), 5.0.into()]),
                _ => leaf::any(picks),
            };
            let step = picks.one(&[1.0, 2.0, 0.0, -1.0, 0.5, f64::NAN]);
            entries.extend([2.0.into(), list([1.0.into(), 1.0.into()]), Value::Number(step), max]);
        }
    }
    list(entries)
}

/// The variables of a rule.
fn prefix(picks: &mut Picks<'_>) -> Vec<Value> {
    if !picks.once_in(6) {
        return Vec::new();
    }
    let mut entries = Vec::new();
    if picks.once_in(3) {
        entries.push("@include_gvars".into());
    }
    entries.extend(picks.list(2, expression));
    entries.push("@end_vars".into());
    entries
}

fn condition(picks: &mut Picks<'_>) -> Value {
    let equal = || list(["@Next 1 0".into(), "=".into(), "@This 0".into()]);
    match picks.below(6) {
        0..=2 => equal(),
        3 => true.into(),
        4 => list([equal(), "&&".into(), expression(picks)]),
        _ => expression(picks),
    }
}

fn order(picks: &mut Picks<'_>) -> Value {
    match picks.below(6) {
        0..=2 => true.into(),
        3 => false.into(),
        4 => {
            let word = picks.one(&["@CheckStart", "@CheckEnd"]);
            list([word.into(), expression(picks)])
        }
        _ => expression(picks),
    }
}

/// Keywords in front of the outputs, or among them.
static KEYWORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let alone = RESULTS.keywords.iter().filter(|keyword| keyword.usage() == keyword.name);
    alone.map(|keyword| keyword.name).collect()
});

fn outputs(picks: &mut Picks<'_>, tile_entries: usize) -> Value {
    let mut entries = Vec::new();
    if picks.once_in(4) {
        entries.push(Value::text(picks.one(&KEYWORDS)));
    }
    entries.push(output(picks, tile_entries));
    entries.extend(picks.list(2, |picks| match picks.below(8) {
        7 => Value::text(picks.one(&KEYWORDS)),
        _ => output(picks, tile_entries),
    }));
    if picks.once_in(8) {
        entries.clear();
    }
    list(entries)
}

fn output(picks: &mut Picks<'_>, tile_entries: usize) -> Value {
    let next = || list(["@This 0".into(), "+".into(), 1.0.into()]);
    match picks.below(6) {
        0..=2 => list([vec![next()], vec![Value::Number(0.0); tile_entries - 1]].concat()),
        3 => leaf::tile(picks, tile_entries),
        4 => {
            let word = picks.one(&["@CalcArray", "@STCalcArray"]);
            list([word.into(), expression(picks)])
        }
        _ => list((0..tile_entries).map(|_| expression(picks)).collect::<Vec<_>>()),
    }
}

fn score(picks: &mut Picks<'_>) -> Value {
    match picks.below(4) {
        0..=1 => list([2.0.into(), "^".into(), "@This 0".into()]),
        2 => leaf::number(picks),
        _ => expression(picks),
    }
}
