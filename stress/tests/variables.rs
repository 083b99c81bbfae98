//! Rules that set game variables when they merge, and rules that change single tiles at the
//! end of a turn: their cached results are complete.

use std::sync::Arc;

use polymerge_rules::{Limits, Mode, Ruleset};
use stress::rollout::{goes_the_same_way, is_mostly_quiet};
use stress::value;

/// Tiles of one number that double, with a variable that is 0 at first.
fn setting(rule: &str) -> Arc<Ruleset> {
    let mode = Mode {
        merge_rules: value(&format!("[{rule}]")),
        game_variables: value("[0]"),
        win_conditions: value("[]"),
        ..Mode::classic(4, 4)
    };
    Ruleset::compile(mode, Limits::default()).unwrap()
}

/// Tiles of two numbers, a power and some turns.
fn ending(rules: &str, filter: &str) -> Arc<Ruleset> {
    let mode = Mode {
        tile_entries: 2,
        merge_rules: value(rules),
        spawns: value("[[[1, 9], 80], [[2, 5], 20]]"),
        game_variables: value("[0]"),
        win_conditions: value("[]"),
        discovered_filter: value(filter),
        ..Mode::classic(3, 4)
    };
    Ruleset::compile(mode, Limits::default()).unwrap()
}

/// The ways in which merges set the variable.
const SET: [(&str, &str); 10] = [
    (
        "the largest tile is kept",
        r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], [1, "@edit_gvar", 0, ["@GVar 0", "max", "@This 0"]]]"#,
    ),
    (
        "it comes and goes, and two merges undo one another",
        r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], [1, "@edit_gvar", 0, [1, "-", "@GVar 0"]]]"#,
    ),
    (
        "it goes round",
        r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], [1, "@edit_gvar", 0, ["@GVar 0", "+", 1, "%", 3]]]"#,
    ),
    (
        "it tells which tiles may merge",
        r#"[2, ["@This 0", "=", "@Next 1 0", "&&", ["@This 0", "%", 2, "=", "@GVar 0", "||", ["@This 0", "=", 1]]], true, [[["@This 0", "+", 1]]], [1, "@edit_gvar", 0, [1, "-", "@GVar 0"]]]"#,
    ),
    (
        "it tells what tiles become",
        r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1, "+", "@GVar 0"]]], [1, "@edit_gvar", 0, ["@This 0", "%", 2]]]"#,
    ),
    (
        "it tells how many points there are",
        r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], ["@This 0", "+", "@GVar 0", "@edit_gvar", 0, ["@This 0", "%", 2]]]"#,
    ),
    (
        "two merges of a line set it, and others see it in between",
        r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], [["@GVar 0", "=", 1, "Number"], "@edit_gvar", 0, ["@GVar 0", "+", ["@This 0", "=", 1, "Number"], "%", 3]]]"#,
    ),
    (
        "some merges leave it, and tell it by their tiles",
        r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], [1, "@edit_gvar", 0, ["@This 0", "min", 3]]]"#,
    ),
    (
        "it counts further and further",
        r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], [1, "@edit_gvar", 0, ["@GVar 0", "+", 1]]]"#,
    ),
    (
        "tiles that vanish set it",
        r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], 1], [2, ["@This 0", "=", 1, "&&", ["@Next 1 0", "=", 2]], false, [], [0, "@edit_gvar", 0, [1, "-", "@GVar 0"]], [true, true]]"#,
    ),
];

#[test]
fn merges_may_set_variables() {
    for (what, rule) in SET {
        let rules = setting(rule);
        goes_the_same_way(what, &rules, 1200);
    }
}

const MERGE: &str =
    r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1], 6]], [2, "^", "@This 0"]]"#;
const COUNT: &str = r#"[0, ["@This 1", ">", 0], true, [["@This 0", ["@This 1", "-", 1]]], 0]"#;

/// Rules of the end of a turn: the fate of tiles, the filter, and the most of 1000 turns
/// that are played as a whole.
const END: [(&str, u64, &str, &str); 10] = [
    ("tiles vanish", 10, r#"[0, ["@This 1", "<=", 0], true, [], 0]"#, "[]"),
    (
        "tiles vanish, and turns don't count",
        10,
        r#"[0, ["@This 1", "<=", 0], true, [], 0]"#,
        r#"["arr_edit_elem", 1, ""]"#,
    ),
    (
        "tiles become smaller",
        10,
        r#"[0, ["@This 1", "<=", 0], true, [[["@This 0", "-", 1, "max", 1], 9]], 0]"#,
        r#"["arr_edit_elem", 1, ""]"#,
    ),
    (
        "it is counted how many vanish, up to four",
        80,
        r#"[0, ["@This 1", "<=", 0], true, [], [0, "@edit_gvar", 0, ["@GVar 0", "+", 1, "%", 4]]]"#,
        r#"["arr_edit_elem", 1, ""]"#,
    ),
    (
        "it is counted how many vanish",
        1000,
        r#"[0, ["@This 1", "<=", 0], true, [], [0, "@edit_gvar", 0, ["@GVar 0", "+", 1]]]"#,
        r#"["arr_edit_elem", 1, ""]"#,
    ),
    (
        "every second tile vanishes",
        160,
        r#"[0, ["@This 1", "<=", 0, "&&", ["@GVar 0", "=", 1]], true, [], [0, "@edit_gvar", 0, 0]], [0, ["@This 1", "<=", 0, "&&", ["@GVar 0", "=", 0]], true, [["@This 0", 4]], [0, "@edit_gvar", 0, 1]]"#,
        r#"["arr_edit_elem", 1, ""]"#,
    ),
    (
        "one that vanishes tells what becomes of others",
        300,
        r#"[0, ["@This 1", "<=", 0], true, [], [0, "@edit_gvar", 0, [1, "-", "@GVar 0"]]], [0, ["@This 0", "=", 2, "&&", ["@GVar 0", "=", 1]], true, [[1, "@This 1"]], 0]"#,
        r#"["arr_edit_elem", 1, ""]"#,
    ),
    (
        "tiles that merged are changed at once",
        20,
        r#"[0, ["@This 1", "=", 5], true, [[["@This 0", "+", 2, "%", 7, "max", 1], 4]], 0]"#,
        r#"["arr_edit_elem", 1, ""]"#,
    ),
    (
        "there are points for it",
        1000,
        r#"[0, ["@This 1", "<=", 0], true, [], 0.1]"#,
        r#"["arr_edit_elem", 1, ""]"#,
    ),
    (
        "tiles look at others",
        1000,
        r#"[0, ["@This 1", "<=", 0, "&&", ["@Next 1 0", "!=", 2]], true, [], 0]"#,
        "[]",
    ),
];

#[test]
fn tiles_may_be_changed_at_the_end_of_a_turn() {
    for (what, most, rule, filter) in END {
        let rules = ending(&format!("[{MERGE}, {COUNT}, {rule}]"), filter);
        goes_the_same_way(what, &rules, 1200);
        is_mostly_quiet(what, &rules, 20_000, most);
    }
}

/// Merges and the end of a turn set the same variable, and both depend on it.
#[test]
fn merges_and_the_end_of_a_turn_may_set_the_same_variable() {
    let merge = r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1], [5, "+", "@GVar 0"]]], [1, "@edit_gvar", 0, [1, "-", "@GVar 0"]]]"#;
    for end in [
        r#"[0, ["@This 1", "<=", 0], true, [], [0, "@edit_gvar", 0, [1, "-", "@GVar 0"]]]"#,
        r#"[0, ["@This 1", "<=", "@GVar 0"], true, [], 0]"#,
        r#"[0, ["@This 1", "<=", "@GVar 0"], true, [], [0, "@edit_gvar", 0, 0]]"#,
    ] {
        let rules = ending(&format!("[{merge}, {COUNT}, {end}]"), r#"["arr_edit_elem", 1, ""]"#);
        goes_the_same_way(end, &rules, 1200);
    }
}

/// Merges that ask whether a move is being made: one is, whenever they are looked at.
#[test]
fn merges_know_that_a_move_is_being_made() {
    for rule in [
        r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], "@InGameStatus"]"#,
        r#"[2, ["@This 0", "=", "@Next 1 0", "&&", ["@InGameStatus", "=", 2]], true, [[["@This 0", "+", 1]]], 1]"#,
    ] {
        goes_the_same_way(rule, &setting(rule), 1200);
    }
}
