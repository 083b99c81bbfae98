//! Problems that playing a mode finds and reading does not.

use polymerge_modefile::catalogue::{self, BuiltIn};
use polymerge_modefile::{NoFiles, PlayOptions, ReadOptions, Source, SourceFile, check, check_by_playing};

fn report(text: &str) -> String {
    let file = SourceFile::new("my.jsonc", text.as_bytes().to_vec());
    let options = PlayOptions { games: 3, moves: 60, ..PlayOptions::default() };
    check_by_playing(&file, &NoFiles, &ReadOptions::default(), &options).problems.to_text()
}

#[track_caller]
fn expect(text: &str, expected: &str) {
    let found = report(text);
    assert_eq!(found.trim_end(), expected.trim(), "\n--- found\n{found}");
}

#[test]
fn a_mode_that_plays_well() {
    expect(
        r##"{
  "title": "Doubles",
  "tiles": [{ "colour": "#ffffff" }],
  "spawns": [{ "tile": [1] }],
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
}"##,
        "0 errors, 0 warnings",
    );
}

/// Weights that become negative only in a game: at its start, or later.
#[test]
fn weights_that_are_none_in_a_game() {
    for (first, step, expected) in [(-2, "0", "this gives -2"), (1, "1", "this gives -")] {
        let text = format!(
            r##"{{
  "title": "Weights",
  "tiles": [{{ "colour": "#ffffff" }}],
  "variables": {{ "w": {first} }},
  "spawns": [
    {{ "tile": [1], "weight": 5 }},
    {{ "tile": [2], "weight": ["@GVar w"] }},
  ],
  "scripts": [{{ "on": "EndTurn", "do": [0, "@edit_gvar", "$w", ["@GVar w", "-", {step}]] }}],
}}"##
        );
        let report = report(&text);
        let mut lines = report.lines();
        let message = lines.next().unwrap_or_default();
        assert!(message.starts_with("error[weight]: ") && message.contains(expected), "{report}");
        assert_eq!(lines.next(), Some(" --> my.jsonc:7:30"), "{report}");
    }
}

#[test]
fn an_expression_that_fails() {
    expect(
        r##"{
  "title": "Quotients",
  "grid": "3x1",
  "tiles": [{ "colour": "#ffffff" }],
  "spawns": [{ "tile": ["@BigInt 0"] }],
  "merges": [
    { "match": [{}, {}], "result": [["@This value", "/B", "@Next 1 value"]], "score": 0 },
  ],
}"##,
        r#"
error[play]: an expression failed in a game: division by zero in operator "/B" on "@BigInt 0", at entry 1
 --> my.jsonc:7:5
  |
7 |     { "match": [{}, {}], "result": [["@This value", "/B", "@Next 1 value"]], "score": 0 },
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: this is the game of seed 0, move 1, in direction 3, on the grid [[["@BigInt 0"],["@BigInt 0"],"@Empty"]]

1 error, 0 warnings"#,
    );
}

#[test]
fn a_script_that_never_ends() {
    expect(
        r##"{
  "title": "Endless",
  "tiles": [{ "colour": "#ffffff" }],
  "spawns": [{ "tile": [1] }],
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
  "scripts": [
    { "on": "EndTurn", "do": [0, "@repeat", [1, "=", 1], "+", 1, "@end-repeat"] },
  ],
}"##,
        r#"
error[play]: an expression failed in a game: the limit "steps" was reached
 --> my.jsonc:7:30
  |
7 |     { "on": "EndTurn", "do": [0, "@repeat", [1, "=", 1], "+", 1, "@end-repeat"] },
  |                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: this is the game of seed 0, move 1, in direction 1, on the grid [[[1],"@Empty","@Empty","@Empty"],["@Empty","@Empty",[1],"@Empty"],["@Empty","@Empty","@Empty","@Empty"],["@Empty","@Empty","@Empty","@Empty"]]

1 error, 0 warnings"#,
    );
}

#[test]
fn a_step_of_a_script_that_fails() {
    expect(
        r##"{
  "title": "Deep",
  "grid": "2x1",
  "tiles": [{ "colour": "#ffffff" }],
  "spawns": [{ "tile": [1] }],
  "scripts": [
    {
      "on": "BeginTurn",
      "do": [
        0,
        "@edit_gvar", 0, ["@BigInt 1", "/B", ["@Moves", "BigInt"]],
      ],
    },
  ],
  "variables": [0],
  "merges": [{ "match": [{}, {}], "result": [1] }],
}"##,
        r#"
error[play]: an expression failed in a game: division by zero in operator "/B" on "@BigInt 1", at entry 3 > 1
  --> my.jsonc:11:40
   |
11 |         "@edit_gvar", 0, ["@BigInt 1", "/B", ["@Moves", "BigInt"]],
   |                                        ^^^^
   = help: this is the game of seed 0, move 1, in direction 1, on the grid [[[1],[1]]]

1 error, 0 warnings"#,
    );
}

#[test]
fn rules_that_never_fire_and_tiles_without_a_look() {
    expect(
        r##"{
  "title": "Gaps",
  "tiles": [
    { "tile": [1], "colour": "#ffffff" },
    { "tile": [2], "colour": "#aaaaaa" },
  ],
  "spawns": [{ "tile": [1] }],
  "merges": [
    { "match": [{ "value": 3 }, { "value": 3 }], "result": [5] },
    { "match": [{}, {}], "longer": true, "result": [["@This value", "*", "@MLength"]] },
  ],
}"##,
        r#"
warning[look]: no look fits the tile [16]
 --> my.jsonc:3:12
  |
3 |   "tiles": [
  |            ^
  = help: it appeared in the game of seed 0; the last look is used for it

warning[never-fired]: this rule never fired in 3 random games
 --> my.jsonc:9:5
  |
9 |     { "match": [{ "value": 3 }, { "value": 3 }], "result": [5] },
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: it may need positions that these games did not reach; more games may tell (--games N)

0 errors, 2 warnings"#,
    );
}

/// Errors and warnings alike: what is built in is an example for others. Only
/// weights of 0 are let pass, which some modes keep for settings that raise
/// them.
#[test]
fn the_checker_has_nothing_to_say_about_the_built_in_modes() {
    for mode in catalogue::modes() {
        let file = BuiltIn.open(mode.file, "").unwrap();
        let problems = check(&file, &BuiltIn, &ReadOptions::default()).problems;
        assert!(problems.list().iter().all(|problem| problem.code == "weight"), "{problems}");
        assert!(!problems.has_errors(), "{problems}");
    }
}

#[test]
fn the_report_of_a_seed_is_always_the_same() {
    let file = BuiltIn.open("044-mod-27.jsonc", "").unwrap();
    let options = PlayOptions { games: 2, moves: 40, seed: 7, ..PlayOptions::default() };
    let play = || check_by_playing(&file, &BuiltIn, &ReadOptions::default(), &options).problems.to_text();
    assert_eq!(play(), play());
}

/// Games tell how far they come, and whether they end.
#[test]
fn how_far_games_came() {
    let played = |win: &str| {
        let text = format!(
            r##"{{
  "title": "Doubles", "tile_value": ["@This value", "*", 10],
  "tiles": [{{ "colour": "#ffffff" }}],
  "spawns": [{{ "tile": [1] }}],
  "merges": [{{ "match": [{{}}, {{}}], "result": [["@This value", "*", 2]] }}],
  "win": {win},
}}"##
        );
        let file = SourceFile::new("my.jsonc", text.into_bytes());
        let options = PlayOptions { games: 3, moves: 60, ..PlayOptions::default() };
        check_by_playing(&file, &NoFiles, &ReadOptions::default(), &options).played
    };
    let without = played("false").unwrap();
    assert!(!without.has_goal && !without.has_loss && without.cut == 3 && without.turns == 60, "{without:?}");
    assert_eq!(played("[[8]]").unwrap().met, 3);
    assert_eq!(played(r#"{ "needed": ["@Moves", ">=", 50] }"#).unwrap().met, 3);
    let far = played("[[4096]]").unwrap();
    let largest = far.largest.as_ref().unwrap();
    assert!(far.games == 3 && far.met == 0 && (20..=60).contains(&far.moves), "{far:?}");
    let entry = largest.tile.as_array().unwrap()[0].as_number().unwrap();
    assert!(entry >= 8.0 && largest.value == 10.0 * entry && largest.seed < 3, "{largest:?}");
}

/// Variables that a script should change, and what is said after games in which it did not.
#[test]
fn variables_that_never_change() {
    // scripts, whether something is said
    let cases = [
        (r#"{ "on": "EndTurn", "do": [0, "@edit_gvar", "$hp", ["@GVar hp", "-", 0]] }"#, true),
        (r#"{ "on": "Merge", "do": [0, "@edit_gvar", "$hp", 3] }"#, true),
        (
            r#"{ "on": "EndTurn", "do": [0, "@if", ["@Score", "<", 0], "@edit_gvar", "$hp", 5, "@end-if"] }"#,
            true,
        ),
        (r#"{ "on": "EndTurn", "do": [0, "@edit_gvar", "$hp", ["@GVar hp", "-", 1]] }"#, false),
        (
            r#"{ "on": "EndTurn", "do": [0, "@edit_gvar", "$hp", ["@GVar hp", "+", 0]] }, { "on": "Merge", "do": [0, "@edit_gvar", "$hp", ["@GVar hp"]] }"#,
            true,
        ),
        // What random games may never come to.
        (r#"{ "on": "TileClick", "do": [0, "@edit_gvar", "$hp", 9] }"#, false),
        (r#"{ "on": "Victory", "do": [0, "@edit_gvar", "$hp", 9] }"#, false),
        (
            r#"{ "on": "help", "do": [0, "@edit_gvar", "$hp", 9] }, { "on": "EndTurn", "do": [0, "@if", ["@Score", "<", 0], "@ScriptSignal", "help", "@end-if"] }"#,
            false,
        ),
        // Set and set back in a turn.
        (
            r#"{ "on": "BeginTurn", "do": [0, "@edit_gvar", "$hp", 4] }, { "on": "EndTurn", "do": [0, "@edit_gvar", "$hp", 3] }"#,
            false,
        ),
        (r#"{ "on": "RestartMode", "do": [0, "@edit_gvar", "$hp", 3] }"#, false),
    ];
    for (scripts, is_reported) in cases {
        let text = format!(
            r##"{{
  "title": "Lives", "tiles": [{{ "colour": "#ffffff" }}], "variables": {{ "hp": 3 }}, "spawns": [{{ "tile": [1] }}],
  "merges": [{{ "match": [{{}}, {{}}], "result": [["@This value", "*", 2]] }}],
  "scripts": [{scripts}],
}}"##
        );
        let found = report(&text);
        let message = "warning[never-changed]: the variable `hp` kept its first value in 3 random games, though this is to change it";
        assert_eq!(found.starts_with(message), is_reported, "{scripts}\n{found}");
        assert!(is_reported || found.starts_with("0 errors, 0 warnings"), "{scripts}\n{found}");
    }
}
