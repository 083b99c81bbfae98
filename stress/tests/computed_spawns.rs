//! Computed spawns: a turn whose tile has to be computed is played by the interpreter, with
//! the random numbers that chose it.

use std::sync::Arc;

use polymerge_rules::{Direct, Limits, MemoryLimits, Mode, Rng, Rollout, Ruleset, TurnError};
use stress::rollout::{compare, goes_the_same_way};
use stress::value;

/// Tiles that double, and the largest of those in a variable.
const MERGE: &str = r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], [1, "@edit_gvar", 0, ["@GVar 0", "max", "@This 0"]]]"#;

/// Tiles that double, with one more point every second turn.
const ODD: &str = r#"[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], ["@Moves", "%", 2]]"#;

/// Modes: a name, merge rules, and spawn lists.
const MODES: [(&str, &str, &str); 17] = [
    ("it is always the same", MERGE, r#"[[[[1, "+", 1]], 20], [[1], 80]]"#),
    ("a random number tells", MERGE, r#"[[[1], 70], [[[1, "rand_int", 4]], 30]]"#),
    ("two of them tell", MERGE, r#"[[[1], 70], [[[1, "rand_int", 2, "+", [0, "rand_int", 2]]], 30]]"#),
    ("the variable tells", MERGE, r#"[[[1], 70], [[["@GVar 0", "max", 1]], 30]]"#),
    ("both tell", MERGE, r#"[[[1], 70], [[[1, "rand_int", ["@GVar 0", "max", 1]]], 30]]"#),
    ("all is computed", MERGE, r#"[[[[1, "rand_int", 3]], 100]]"#),
    ("as a whole", MERGE, r#"[[["@CalcArray", ["@Literal", 2]], 30], [[1], 70]]"#),
    (
        "weights are computed, too",
        MERGE,
        r#"[[[[1, "rand_int", 3]], ["@DiscTiles arr_length", "%", 2, "*", 30]], [[[4, "rand_int", 6]], 20], [[1], 50]]"#,
    ),
    ("there is a box, too", MERGE, r#"[["Box", 70, [1], 3, [2]], [[[1, "rand_int", 3]], 30]]"#),
    ("whether the turn is odd tells", ODD, r#"[[[1], 70], [[["@Moves", "%", 2, "+", 1]], 30]]"#),
    ("most of it is new", MERGE, r#"[[[1], 70], [[[1, "rand_float", 2]], 30]]"#),
    (
        "nothing comes of it sometimes",
        MERGE,
        r#"[[[1], 70], [["@CalcArray", ["@Literal", [1], "@Empty"], "arr_elem", [0, "rand_int", 1]], 30]]"#,
    ),
    ("the number of moves tells", MERGE, r#"[[[1], 70], [[["@Moves", "%", 3, "+", 1]], 30]]"#),
    (
        "the score tells, after a random number was drawn",
        MERGE,
        r#"[[[1], 70], [[[1, "rand_int", 2, "+", ["@Score", "%", 3]]], 30]]"#,
    ),
    // What one start leaves behind is not the beginning of the next one.
    ("it counts", MERGE, r#"[[[1], 70], [[[1, "rand_int", 3, "@edit_gvar", 0, ["@GVar 0", "+", 5]]], 30]]"#),
    ("it gives points", MERGE, r#"[[[1], 70], [[[1, "rand_int", 3, "@add_score", 5]], 30]]"#),
    ("it sets the variable", MERGE, r#"[[[1], 70], [[[1, "rand_int", 3, "@edit_gvar", 0, 0]], 30]]"#),
];

fn rules(merge: &str, spawns: &str, wins: &str) -> Arc<Ruleset> {
    let mode = Mode {
        merge_rules: value(&format!("[{merge}]")),
        spawns: value(spawns),
        game_variables: value("[0]"),
        win_conditions: value(wins),
        ..Mode::classic(4, 4)
    };
    Ruleset::compile(mode, Limits::default()).unwrap()
}

#[test]
fn tiles_are_computed_as_they_spawn() {
    for (what, merge, spawns) in MODES {
        let rules = rules(merge, spawns, "[]");
        goes_the_same_way(what, &rules, 600);
    }
}

#[test]
fn turns_whose_tile_cannot_be_computed_fail() {
    let spawns = r#"[[[1], 90], [[["@BigInt 6", "/B", [0, "rand_int", 3, "BigInt"], "Number"]], 10]]"#;
    let rules = rules(MERGE, spawns, "[]");
    let mut random = Direct(Rng::new(1));
    let mut game = Rollout::new(Arc::clone(&rules), &mut random, 0.0).unwrap();
    let failed = |press| matches!(game.play(press % 4, &mut random), Err(TurnError::Expression { .. }));
    assert!((0..200_usize).any(failed));
    // Each goes on to its first failure.
    for seed in 0..40 {
        compare(&rules, &Direct(Rng::new(seed)), 300, MemoryLimits::default());
    }
}

#[test]
fn what_spawns_may_win() {
    let spawns = r#"[[[1], 90], [[[1, "rand_int", 9]], 10]]"#;
    goes_the_same_way("a nine wins", &rules(MERGE, spawns, "[[9]]"), 600);
}
