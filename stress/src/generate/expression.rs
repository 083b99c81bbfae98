//! Expressions: lines of operators whose operands mostly are what they ask
//! for.

use std::sync::LazyLock;

use calcarray::Value;
use calcarray::ops::{self, Family, Operator};
use polymerge_rules::keywords;

use super::{leaf, list};
use crate::Picks;

/// Operators that modes use all the time, asked for as often as all others.
const COMMON_NAMES: [&str; 16] = [
    "+",
    "=",
    "-",
    "*",
    "^",
    "<",
    ">",
    "&&",
    "||",
    "!",
    "%",
    "arr_elem",
    "arr_push",
    "arr_length",
    "+B",
    "Array",
];

static COMMON: LazyLock<Vec<&'static Operator>> =
    LazyLock::new(|| COMMON_NAMES.iter().filter_map(|name| ops::find(name)).collect());

/// Whole steps that change the game.
const CHANGES: &[(&str, &[Family])] = &[
    ("@edit_gvar", &[Family::Number, Family::Any]),
    ("@add_gvar", &[Family::Any]),
    ("@replace_tile", &[Family::Number, Family::Number, Family::Array]),
    ("@ScriptSignal", &[Family::Text]),
    ("@add_score", &[Family::Number]),
    ("@run_script", &[Family::Number]),
    ("@edit_spawn", &[Family::Number, Family::Array]),
    ("@add_spawn", &[Family::Array]),
    ("@remove_spawn", &[Family::Number]),
    ("@edit_forced_spawn", &[Family::Number, Family::Array]),
    ("@edit_mvar", &[Family::Number, Family::Any]),
    ("@edit_var", &[Family::Number, Family::Any]),
];

/// Signals that scripts send, two of them to scripts of their own.
static SIGNALS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let signals = keywords::SIGNALS.keywords.iter().map(|signal| signal.name);
    ["Ping", "Pong"].into_iter().chain(signals.filter(|name| name.starts_with('@'))).collect()
});

static OPERATORS: LazyLock<Vec<&'static Operator>> = LazyLock::new(|| ops::all().collect());

/// An expression: a plain value or a line.
pub fn expression(picks: &mut Picks<'_>) -> Value {
    match picks.below(8) {
        0 => leaf::scalar(picks),
        1 => leaf::word(picks),
        _ => line(picks, Family::Any),
    }
}

/// A line that begins with something of a family.
fn line(picks: &mut Picks<'_>, family: Family) -> Value {
    const STARTS: [&str; 6] = [
        "@var_retain",
        "@global_var_retain",
        "@var_copy",
        "@global_var_copy",
        "@CalcArray",
        "@include_gvars",
    ];
    let mut entries = Vec::new();
    if picks.once_in(3) {
        entries.push(Value::text(picks.one(&STARTS)));
    }
    if picks.once_in(6) {
        entries.extend(picks.list(2, expression));
        entries.push("@end_vars".into());
    }
    entries.push(operand(picks, family));
    entries.extend(steps(picks));
    list(entries)
}

/// The steps of a line: operators with their arguments.
pub(super) fn steps(picks: &mut Picks<'_>) -> Vec<Value> {
    let mut entries = Vec::new();
    for _ in 0..picks.below(4) {
        if !picks.spend() {
            break;
        }
        match picks.below(10) {
            0..=3 => operator(picks, &COMMON, &mut entries),
            4..=6 => operator(picks, &OPERATORS, &mut entries),
            7 => change(picks, &mut entries),
            8 => block(picks, &mut entries),
            _ => entries.push(operand(picks, Family::Any)),
        }
    }
    entries
}

fn operator(picks: &mut Picks<'_>, table: &[&Operator], entries: &mut Vec<Value>) {
    let operator = picks.one(table);
    entries.push(operator.name.into());
    for family in operator.arguments {
        entries.push(operand(picks, *family));
    }
}

fn change(picks: &mut Picks<'_>, entries: &mut Vec<Value>) {
    let (name, arguments) = picks.one(CHANGES);
    entries.push(name.into());
    for family in arguments {
        entries.push(match name {
            "@ScriptSignal" => Value::text(picks.one(&SIGNALS)),
            _ => operand(picks, *family),
        });
    }
}

/// A condition or a loop with its body.
fn block(picks: &mut Picks<'_>, entries: &mut Vec<Value>) {
    let (word, end) = picks.one(&[
        ("@if", "@end-if"),
        ("@repeat", "@end-repeat"),
        ("@else-if", "@end-else-if"),
        ("@else", "@end-else"),
    ]);
    entries.push(word.into());
    match word {
        "@else" => {}
        "@repeat" => entries.push(operand(picks, Family::Number)),
        _ => entries.push(operand(picks, Family::Boolean)),
    }
    entries.extend(steps(picks));
    if !picks.once_in(6) {
        entries.push(end.into());
    }
}

/// An argument, nearly always of the family that is asked for.
fn operand(picks: &mut Picks<'_>, family: Family) -> Value {
    if family == Family::Raw {
        return callback(picks);
    }
    match picks.below(6) {
        0 => of_family(picks, family),
        1 => leaf::word(picks),
        2 | 3 if picks.spend() => line(picks, family),
        4 => leaf::scalar(picks),
        _ => of_family(picks, family),
    }
}

fn of_family(picks: &mut Picks<'_>, family: Family) -> Value {
    match family {
        Family::Number => leaf::number(picks),
        Family::Array => list([vec!["@Literal".into()], picks.list(4, leaf::any)].concat()),
        Family::Boolean => (!picks.once_in(2)).into(),
        _ => leaf::any(picks),
    }
}

/// An expression that an operator runs for entries of an array.
fn callback(picks: &mut Picks<'_>) -> Value {
    let variable = Value::text(picks.one(&["@Var -1", "@Var -2", "@Var 0"]));
    list([vec!["@var_retain".into(), variable], steps(picks)].concat())
}
