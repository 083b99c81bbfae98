//! Goals, forced spawns and weights that depend on what the game counts: games go the same way with
//! and without memory, and mostly on packed boards.

use std::sync::Arc;

use polymerge_rules::{Limits, Mode, Ruleset};
use stress::rollout::{goes_the_same_way, is_mostly_quiet};
use stress::value;

fn compiled(change: impl FnOnce(&mut Mode)) -> Arc<Ruleset> {
    let mut mode = Mode { win_conditions: value("[]"), ..Mode::classic(4, 4) };
    change(&mut mode);
    Ruleset::compile(mode, Limits::default()).unwrap()
}

/// A bound that also holds where the interpreter plays all turns.
const ALL: u64 = 2000;

/// Conditions, and how many of 1,000 turns they leave to the interpreter at the most.
const GOALS: [(&str, u64); 9] = [
    (r#"["@Score", ">=", 500]"#, 60),
    (r#"["@Moves", ">", 80]"#, 60),
    (r#"["@Merges", ">=", 40, "||", ["@Moves", ">", 90]]"#, 60),
    (r#"["@MergeMoves", "%", 70, "=", 69]"#, 60),
    (r#"[["@Moves", "-", "@MergesBefore"], ">", 45]"#, 60),
    (r#"["@Score", "/", ["@Moves", "+", 1], ">", 5]"#, 200),
    // Goals that are met from the start.
    (r#"["@Moves", "<", 1]"#, 60),
    (r#"["@Score", ">=", 0]"#, ALL),
    // It is no condition, but a number.
    (r#"["@Score", "+", 1]"#, ALL),
];

#[test]
fn counters_win_and_lose_games() {
    for (condition, most) in GOALS {
        for (what, wins) in [("wins", true), ("loses", false)] {
            let rules = compiled(|mode| match wins {
                true => mode.win_requirement = value(condition),
                false => mode.lose_requirement = value(condition),
            });
            let what = format!("{condition} {what}");
            goes_the_same_way(&what, &rules, 500);
            is_mostly_quiet(&what, &rules, 4000, most);
        }
    }
}

#[test]
fn a_game_that_is_won_goes_on_until_it_is_lost() {
    let rules = compiled(|mode| {
        mode.win_requirement = value(r#"["@Score", ">=", 200]"#);
        mode.lose_requirement = value(r#"["@Moves", ">=", 70]"#);
        mode.postgame_allowed = value("true");
    });
    goes_the_same_way("a game that is won", &rules, 1500);
    is_mostly_quiet("a game that is won", &rules, 4000, 60);
}

/// Lists of forced spawns, and how many of 1,000 turns they leave to the interpreter at the most.
const FORCED: [(&str, u64); 10] = [
    (r#"[[["@Moves", "%", 10, "=", 0], "BeforeSpawns", false, [8]]]"#, 200),
    (r#"[[["@Moves", "%", 10, "=", 3], "AfterSpawns", false, [8], [1, "+", 1]]]"#, 200),
    // Once, and of two entries.
    (
        r#"[[["@Moves", "=", 20], "BeforeSpawns", [false, true], [3]], [["@Score", ">", 100], "AfterSpawns", [false, true], [5]]]"#,
        120,
    ),
    // Once at the start.
    (r#"[[["@Moves", "=", 0], "BeforeSpawns", [false, true], [3]]]"#, 60),
    // The game is lost where there is no room.
    (r#"[[["@Merges", "%", 30, "=", 29], "AfterSpawns", true, [3], [3], [3]]]"#, 200),
    // Holes, and at no moment.
    (r#"[[["@Moves", "%", 20, "=", 10], "BeforeSpawns", false, "@TemporaryHole 3"]]"#, ALL),
    (r#"[[["@Moves", "%", 10, "=", 0], "Sometimes", false, [8]]]"#, 200),
    // An object, which is no expression.
    (r#"[[["@Moves", "%", 10, "=", 0], "BeforeSpawns", false, [{"a": [1]}]]]"#, ALL),
    // A tile that has to be computed, which could fail.
    (r#"[[["@Moves", "%", 10, "=", 0], "BeforeSpawns", false, [[1, "+", "@GVar 0"]]]]"#, ALL),
    // It is told by more than counters.
    (r#"[[["@GVar 0", "=", 0], "BeforeSpawns", [false, true], [8]]]"#, ALL),
];

#[test]
fn counters_force_spawns() {
    for (list, most) in FORCED {
        let rules = compiled(|mode| {
            mode.forced_spawns = value(list);
            mode.game_variables = value("[0]");
        });
        goes_the_same_way(list, &rules, 500);
        is_mostly_quiet(list, &rules, 4000, most);
    }
}
