//! Slips of authors that a mode is played with all the same: which are found, and what is
//! none.

use polymerge_modefile::{NoFiles, ReadOptions, SourceFile, check, check_expression};

/// A mode without mistakes, with these keys in place of its own ones.
fn mode(keys: &str) -> String {
    let own = [
        ("\"spawns\"", r#""spawns": [{ "tile": [2] }],"#),
        ("\"merges\"", r#""merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],"#),
        ("\"tiles\"", r##""tiles": [{ "colour": "#eee4da" }],"##),
    ];
    // Keys stand at the beginning, or after the end of a value.
    let has = |key: &str| keys.starts_with(key) || keys.contains(&format!(", {key}:"));
    let others: String = own.iter().filter(|(key, _)| !has(key)).map(|(_, text)| *text).collect();
    format!(r#"{{ "title": "Mine", {others} {keys} }}"#)
}

/// The codes of what is found, in order.
fn codes(keys: &str) -> String {
    let file = SourceFile::new("my.jsonc", mode(keys).into_bytes());
    let problems = check(&file, &NoFiles, &ReadOptions::default()).problems;
    problems.list().iter().map(|problem| problem.code).collect::<Vec<_>>().join(" ")
}

/// Checks a table: each line has keys, and the codes that are found.
#[track_caller]
fn expect(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter(|(keys, expected)| codes(keys) != *expected)
        .map(|(keys, expected)| format!("{keys}\n  found: {}\n  expected: {expected}", codes(keys)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A script on a trigger.
fn script(on: &str, what: &str) -> String {
    format!(r#""variables": {{ "hp": 3, "list": [] }}, "scripts": [{{ "on": "{on}", "do": [{what}] }}]"#)
}

/// Checks a table: each line has a trigger, steps of the script, and the codes that are found.
#[track_caller]
fn expect_scripts(cases: &[(&str, &str, &str)]) {
    let cases: Vec<(String, &str)> =
        cases.iter().map(|(on, what, found)| (script(on, what), *found)).collect();
    let cases: Vec<(&str, &str)> = cases.iter().map(|(keys, found)| (keys.as_str(), *found)).collect();
    expect(&cases);
}

#[test]
fn modes_in_which_nothing_moves() {
    expect(&[
        (r#""start_tiles": 0"#, "no-moves"),
        (r#""grid": "1x1""#, "no-moves"),
        (r##""grid": { "cells": [".#", "#."] }"##, "no-moves"),
        (r###""grid": { "cells": ["##"] }"###, "no-room no-moves"),
        (r#""grid": { "cells": ["~~"] }"#, "no-room no-moves"),
        (r#""grid": { "cells": [["@TemporaryHole 3", "@TemporaryHole 3"]] }"#, "no-room no-moves"),
        (r#""grid": { "cells": [[[2], "@Void", [2]]] }"#, "no-moves"),
        // Each cell is full, and nothing merges.
        (r#""grid": { "cells": [[[2], [4]]] }"#, "no-moves"),
        (r#""start_tiles": "@Infinity", "grid": "2x2", "merges": []"#, "no-moves no-merges"),
        (r#""directions": []"#, "directions no-moves"),
        (r#""direction_blocked": true"#, "no-moves"),
        (r#""direction_blocked": ["@Moves", "=", 0]"#, "no-moves"),
        (r#""movement": { "slide": 0 }"#, "no-moves"),
        (r#""movement": { "down": 0, "right": 0 }"#, "no-moves"),
        (r#""movement": { "slide": ["@This value", ">", 99, "Number"] }"#, "no-moves"),
        (r#""spawn_tile_blocked": true"#, "no-moves"),
        (r#""spawns": [{ "tile": [2], "weight": 0 }], "start_tiles": 0"#, "weight no-moves"),
        (r#""directions": [{ "move": [1, 0], "chance": 0 }]"#, "no-moves"),
        (r#""directions": [{ "move": [1, 0], "available": false }]"#, "no-moves"),
        // Something moves in some way, or in some games.
        (r#""grid": "2x1""#, ""),
        (r#""grid": "2x2", "start_tiles": "@Infinity", "spawns": [{ "tile": [2] }, { "tile": [4] }]"#, ""),
        (r#""start_tiles": 0, "forced_spawns": [{ "tiles": [[2]] }]"#, ""),
        (r#""start_tiles": 0, "grid": { "cells": [[[2], "@Empty"]] }"#, ""),
        (r#""directions": { "set": "orthogonal", "stay_still": true }, "start_tiles": 0"#, ""),
        (
            r#""start_tiles": 0, "scripts": [{ "on": "EndModeSetup", "do": [0, "@replace_tile", 0, 0, ["@Literal", 2]] }]"#,
            "",
        ),
        (
            r#""start_tiles": 0, "display_interval": 100, "scripts": [{ "on": "Interval", "every": 30000, "do": [0, "@replace_tile", 0, 0, ["@Literal", 2]] }]"#,
            "",
        ),
        (
            r#""start_tiles": 0, "stat_boxes": [{ "title": "Go", "value": "@Score", "click": [0, "@replace_tile", 0, 0, ["@Literal", 2]] }]"#,
            "",
        ),
        (
            r#""start_tiles": 0, "scripts": [{ "on": "EndMovementMoveless", "do": [0, "@replace_tile", 0, 0, ["@Literal", 2]] }]"#,
            "",
        ),
        (
            r#""grid": { "cells": [[[2], [4]]] }, "scripts": [{ "on": "TileClick", "do": [0, "@replace_tile", 0, 0, "@Empty"] }]"#,
            "",
        ),
        (
            r#""grid": { "cells": [[[2], [4]]] }, "scripts": [{ "on": "PossibleOver", "do": [0, "@replace_tile", 0, 0, ["@Literal", 4]] }]"#,
            "",
        ),
    ]);
}

#[test]
fn numbers_that_are_kept_as_others() {
    expect(&[
        (r#""tile_value": ["@This value", "*", 9007199254740993]"#, "inexact-number"),
        (r#""tile_value": ["@This value", "*", 0.1000000000000000055511151231257827]"#, "inexact-number"),
        (r#""spawns": [{ "tile": [2], "weight": 1e400 }], "start_tiles": 2"#, "inexact-number no-moves"),
        (r#""spawns": [{ "tile": [2], "weight": 1e-400 }, { "tile": [2] }]"#, "inexact-number weight"),
        (r#""variables": { "v": [[123456789012345678901]] }"#, "inexact-number"),
        (r#""define": { "a": 9007199254740993 }"#, "inexact-number"),
        (
            r#""merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]], "score": 9007199254740993 }]"#,
            "inexact-number",
        ),
        (r#""start_tiles": 0, "grid": { "cells": [[[9007199254740993], "@Empty"]] }"#, "inexact-number"),
        (r#""win": { "needed": ["@Score", ">", 9007199254740993] }"#, "inexact-number"),
        (r#""tile_value": ["@This value", "*", 0.1, "*", 1e23, "*", 18446744073709552000]"#, ""),
        (r#""variables": { "v": ["@BigInt 9007199254740993"] }"#, ""),
    ]);
    let messages = |text| check_expression(text, &ReadOptions::default()).to_text();
    assert!(messages("[9007199254740993]").contains(r#""@BigInt 9007199254740993" keeps all digits"#));
    assert_eq!(messages("[9007199254740992, \"+\", 0.1]"), "0 errors, 0 warnings\n");
}

#[test]
fn values_that_end_early() {
    expect_scripts(&[
        ("EndTurn", r#"0, "@edit_gvar", "$hp", "@GVar hp", "-", 1"#, "ends-early"),
        ("EndTurn", r#"0, "@edit_gvar", "$hp", ["@GVar hp"], "-", 1"#, "ends-early"),
        ("EndTurn", r#"0, "@add_score", "@Moves", "*", 2"#, "ends-early"),
        ("EndTurn", r#"0, "@edit_gvar", "$list", "@GVar list", "arr_push", 3"#, "ends-early"),
        ("EndTurn", r#"0, "@add_var", "@Moves", "+", 1"#, "ends-early"),
        ("EndTurn", r#"0, "@if", "@GVar hp", "=", 0, "@add_score", 1, "@end-if""#, "ends-early"),
        ("EndTurn", r#"0, "@repeat", "@GVar hp", "-", 1, "@add_score", 1, "@end-repeat""#, "ends-early"),
        (
            "EndTurn",
            r#"0, "@if", ["@Moves", ">", 3], "@edit_gvar", "$hp", "@GVar hp", "-", 1, "@end-if""#,
            "ends-early",
        ),
        ("EndTurn", r#"0, "@edit_gvar", "$hp", ["@GVar hp", "-", 1], "@add_score", 1"#, ""),
        // What changes something else, or is read elsewhere, is of use.
        ("EndTurn", r#"0, "@add_score", 1, "2nd", [0, "@add_score", 1]"#, ""),
        ("EndTurn", r#"0, "@add_score", 1, "+", 5, "@add_score", "@Parent -1""#, ""),
        ("EndTurn", r#"0, "@add_score", 1, "+", [0, "@add_score", 1]"#, ""),
    ]);
    expect(&[
        (r#""tile_value": ["@This value", "@if", "@This value", "=", 2, "@end-if"]"#, "ends-early"),
        (r#""tile_value": ["@This value", "@if", ["@This value", "=", 2], "*", 2, "@end-if"]"#, ""),
        (r#""tile_value": ["@This value", "@repeat", 3, "*", 2, "@end-repeat"]"#, ""),
        (
            r#""variables": { "hp": 3 }, "stat_boxes": [{ "title": "Hit", "value": "@Score", "click": [0, "@edit_gvar", "$hp", "@GVar hp", "-", 1] }]"#,
            "ends-early",
        ),
    ]);
}

#[test]
fn tiles_that_are_none() {
    expect_scripts(&[
        ("EndTurn", r#"0, "@replace_tile", 0, 0, [4]"#, "bare-value"),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, [4, "*", 2]"#, "bare-value"),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, "@Moves""#, "bare-value"),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, ["@Grid 0 1 value"]"#, "bare-value"),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, ["@Literal", "@GVar hp"]"#, "not-calculated"),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, ["@Literal", ["@GVar hp", "+", 1]]"#, "not-calculated"),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, ["@Literal", 1, 2]"#, "tile"),
        ("EndTurn", r#"0, "@replace_tile", 0, 4, ["@Literal", 1]"#, "outside-grid"),
        ("EndTurn", r#"0, "@replace_tile", -1, 0, ["@Literal", 1]"#, "outside-grid"),
        ("EndTurn", r#"0, "@replace_tile", 0.5, 0, ["@Literal", 1]"#, "outside-grid"),
        ("EndTurn", r#"0, "@edit_spawn", 0, [4]"#, "bare-value"),
        ("EndTurn", r#"0, "@edit_spawn", 1, ["@Literal", [4], 1]"#, "index"),
        ("EndTurn", r#"0, "@edit_spawn", -1, ["@Literal", [4], 1]"#, ""),
        ("EndTurn", r#"0, "@remove_forced_spawn", 0"#, "index"),
        ("EndTurn", r#"0, "@add_score", ["@Grid 4 0 value"]"#, "outside-grid"),
        ("EndTurn", r#"0, "@add_score", ["@Grid 0 7 value"]"#, "outside-grid"),
        ("EndTurn", r#"0, "@add_score", ["@Grid 3 3 value"]"#, ""),
        ("EndTurn", r#"0, "@add_score", [["@Literal", 1, 2], "arr_elem", 2]"#, "beyond-list"),
        ("EndTurn", r#"0, "@add_score", [["@Literal", 1, 2], "arr_elem", -3]"#, "beyond-list"),
        ("EndTurn", r#"0, "@add_score", [["@Literal", 1, 2], "arr_elem", -1]"#, ""),
        ("EndTurn", r#"0, "@replace_tile", 3, 3, ["@Literal", 1]"#, ""),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, ["@GVar hp", "Array"]"#, ""),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, ["@Literal", ["@CalcArray", "@GVar hp"]]"#, ""),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, "@Grid 0 1""#, ""),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, ["@Literal", "@BigInt 5"]"#, ""),
        ("EndTurn", r#"0, "@replace_tile", 0, 0, "@Void""#, ""),
    ]);
    expect(&[
        (
            r#""variables": { "v": 2 }, "grid": { "cells": [[["@GVar v"], "@Empty", "@Empty"]] }"#,
            "not-calculated",
        ),
        (r#""grid": { "cells": [[[[1, "+", 1]], "@Empty"]] }, "start_tiles": 0"#, "not-calculated"),
        (r#""variables": { "v": 2 }, "spawns": [{ "tile": ["@GVar v"] }]"#, "not-calculated"),
        (r#""variables": { "v": 2 }, "forced_spawns": [{ "tiles": [["@GVar v"]] }]"#, "not-calculated"),
        (r#""variables": { "v": 2 }, "spawns": [{ "tile": [["@GVar v"]] }]"#, ""),
        (r#""spawns": [{ "tile": ["@BigInt 5"] }]"#, ""),
        // Boxes.
        (r#""spawns": [{ "box": [[2], [4]] }]"#, "box box"),
        (r#""spawns": [{ "box": [[2], 3, [4]] }]"#, "box"),
        (r#""spawns": [{ "box": [[2], 1, [4], 1] }]"#, ""),
        (
            r#""tile": 2, "spawns": [{ "box": [[0, 1], [0, 2]] }], "merges": [{ "when": ["@Next 1", "=", "@This"], "result": [["@This 0", "+", 1], 1] }]"#,
            "",
        ),
    ]);
}

#[test]
fn words_that_mean_nothing_where_they_stand() {
    expect_scripts(&[
        ("Merge", r#"0, "@add_score", "@This value""#, "no-tile"),
        ("Merge", r#"0, "@add_score", "@This @HCoord""#, ""),
        ("TileMove", r#"0, "@add_score", "@This value""#, "no-tile"),
        ("TileMove", r#"0, "@add_score", "@Next 1 value""#, ""),
        ("EndTurn", r#"0, "@add_score", "@This value""#, "no-tile"),
        ("EndTurn", r#"0, "@add_score", "@Next 1 value""#, "no-tile"),
        ("PostSpawn", r#"0, "@if", ["@This", "=", ["@Literal", 2]], "@add_score", 1, "@end-if""#, "no-tile"),
        ("TileSpawn", r#"0, "@add_score", "@This value""#, ""),
        ("TileClick", r#"0, "@add_score", "@This value""#, ""),
        ("ZeroMerge", r#"0, "@add_score", "@This value""#, ""),
        // A place of its own.
        (
            "EndTurn",
            r#"0, "@add_score", "@Next 1 value @FromVCoord 1 @FromHCoord 0 @FromVDir 0 @FromHDir 1""#,
            "",
        ),
        (
            "EndTurn",
            r#"0, "@if", ["@Merges", ">", "@MergesBefore"], "@add_score", 1, "@end-if""#,
            "zero-counter",
        ),
        ("PreSpawn", r#"0, "@add_score", ["@Merges", "-", "@MergesBefore"]"#, "zero-counter"),
        ("EndMovement", r#"0, "@add_score", ["@Merges", "-", "@MergesBefore"]"#, ""),
        ("EndTurn", r#"0, "@add_score", "@Merges""#, ""),
        ("RestartMode", r#"0, "@edit_gvar", "$hp", ["@GVar hp", "max", "@Score"]"#, "zero-counter"),
        ("EndModeSetup", r#"0, "@edit_gvar", "$hp", "@Moves""#, "zero-counter"),
        ("BeginTurn", r#"0, "@edit_gvar", "$hp", "@Moves""#, ""),
        (
            "EndTurn",
            r#"0, "@add_score", ["@Grid", "arr_elem", ["@GVar hp", "-", 1], "arr_elem", 0, "arr_length"]"#,
            "",
        ),
        (
            "TileClick",
            r#"0, "@add_score", ["@Grid", "arr_elem", ["@VCoord", "-", 1], "arr_elem", "@HCoord", "arr_elem", 0]"#,
            "wraps-around",
        ),
        (
            "TileClick",
            r#"0, "@edit_gvar", "$list", [["@Literal", -1, 0, 1], "arr_map", ["@var_retain", "@Grid", "arr_elem", ["@var_retain", "@VCoord", "+", "@Var -1"], "arr_elem", "@HCoord"]]"#,
            "wraps-around",
        ),
        (
            "TileClick",
            r#"0, "@if", ["@VCoord", ">", 0], "@add_score", ["@Grid", "arr_elem", ["@VCoord", "-", 1], "arr_elem", "@HCoord", "arr_elem", 0], "@end-if""#,
            "",
        ),
        (
            "TileClick",
            r#"0, "@add_score", ["@Grid", "arr_elem", [["@VCoord", "-", 1], "mod", "@GridHeight"], "arr_elem", "@HCoord", "arr_elem", 0]"#,
            "",
        ),
    ]);
    let rule = |when: &str| {
        format!(
            r#""merges": [{{ "match": [{{}}, {{}}], "when": {when}, "result": [["@This value", "*", 2]] }}]"#
        )
    };
    expect(&[
        (&rule(r#"["@Relative 0 1 value", "!=", 2]"#), "relative"),
        (&rule(r#"[["@Relative -1 0 value"], "!=", 2]"#), "relative"),
        (&rule(r#"["@Relative 0 0 value", "!=", 3]"#), ""),
        (&rule(r#"["@Relative 0 1", "!=", ["@Literal", 2]]"#), ""),
        (r#""spawn_conditions": ["@This value", "!=", 2]"#, "no-tile"),
        (r#""spawns": [{ "tile": [[["@This value"], "max", 2]] }]"#, "no-tile"),
        // One result for each tile: the rear one is there.
        (
            r#""merges": [{ "match": [{}, {}], "results": [[["@This value", "*", 2]], [1]] }], "scripts": [{ "on": "Merge", "do": [0, "@add_score", "@This value"] }]"#,
            "",
        ),
    ]);
}

#[test]
fn rules_of_length_0_that_undo_one_another() {
    let rules = |pairs: &[(i32, i32)]| {
        let rule = |(from, to): &(i32, i32)| {
            format!(r#", {{ "length": 0, "match": [{{ "value": {from} }}], "result": [{to}], "score": 0 }}"#)
        };
        let rules: String = pairs.iter().map(rule).collect();
        format!(
            r#""spawns": [{{ "tile": [2] }}], "merges": [{{ "match": [{{}}, {{}}], "result": [["@This value", "*", 2]] }}{rules}]"#
        )
    };
    expect(&[
        (&rules(&[(2, 4), (4, 2)]), "undone"),
        (&rules(&[(2, 4), (4, 8), (8, 2)]), "undone"),
        (&rules(&[(2, 3), (4, 5), (3, 2)]), "undone"),
        // A tile goes two steps in a turn, and does not come back.
        (&rules(&[(2, 3), (3, 5)]), ""),
        (&rules(&[(4, 6)]), ""),
    ]);
}

#[test]
fn what_is_no_expression_is_none() {
    expect(&[
        (
            r#""variables": { "left": 10 }, "stat_boxes": [{ "title": "Moves left", "value": "@GVar left" }]"#,
            "",
        ),
        (r#""stat_boxes": [{ "title": "Next 3", "value": "@Score" }]"#, ""),
        (r#""variables": { "left": 1 }, "rules_text": ["Score left", { "h2": "This value" }]"#, ""),
        (r#""stat_boxes": [{ "title": "A", "value": ["Next 3", "str_concat", "This value"] }]"#, ""),
        (r##""tiles": [{ "colour": "#eee4da", "text": "This value" }]"##, ""),
        (r#""tile_value": ["This value"]"#, "expression-in-text"),
        (r#""tile_value": ["Next 1 value", "max", 2]"#, "expression-in-text"),
    ]);
}

#[test]
fn what_a_lint_can_not_know() {
    let merge = |when: &str| {
        format!(
            r#""merges": [{{ "match": [{{}}, {{}}], "when": {when}, "result": [["@This value", "*", 2]] }}], "win": [[8]]"#
        )
    };
    let places = r#"[["@Next 1 @HCoord", "-", "@This @HCoord", "abs"], ">", 1]"#;
    expect(&[
        (&merge(places), ""),
        (&merge(r#"["@This @VCoord", ">", 1]"#), ""),
        (&merge(r#"["@This @Position", "arr_elem", 0, ">", 1]"#), ""),
        (&merge(r#"["@NextNE 1 @VCoord", ">", 1]"#), ""),
        (&merge(r#"["@HCoord", ">", 1]"#), ""),
        (&merge(r#"["@NextNE -1", "!=", "@This"]"#), ""),
        (&merge(r#"["@Score", ">", 1]"#), ""),
        (&merge(r#"["@Moves", "%", 2, "=", 1]"#), ""),
        (&merge(r#"[["@Grid", "arr_length"], ">", 5]"#), ""),
        (&merge(r#"[1, "rand_int", 2, "=", 3]"#), ""),
        (&merge(r#"[["@Literal", 1, 2], "weightedRandomArrayEntry", ["@Literal", 1, 1], "=", 3]"#), ""),
        (&merge(r#"["@TimeSinceStartGame", ">", 5]"#), ""),
        (&merge(r#"[["@This 0"], "CalcArrayParent", ["=", "@Grid 0 0 0"]]"#), ""),
        (&merge(r#"["@This 0 @FromHCoord 1", ">", 99]"#), ""),
        // Signals whose names are calculated, and spawns that scripts add.
        (
            r#""scripts": [{ "on": "EndTurn", "do": [0, "@ScriptSignal", ["a", "str_concat", "b"]] }, { "on": "ab", "do": [0, "@add_score", 1] }]"#,
            "",
        ),
        (
            r#""spawns": [], "start_tiles": 2, "scripts": [{ "on": "StartModeBM", "do": [0, "@add_spawn", ["@Literal", [2], 1]] }]"#,
            "",
        ),
        (
            r#""spawns": [{ "tile": [2] }, { "tile": [4], "weight": 0 }], "scripts": [{ "on": "EndTurn", "do": [0, "@edit_spawn", 1, ["@Literal", [4], 1]] }]"#,
            "",
        ),
        (r#""spawns": [{ "tile": [2] }, { "tile": [4], "weight": 0 }]"#, "weight"),
        (r#""spawns": [{ "tile": [2] }, { "tile": [4], "weight": 0 }], "win": [[4]]"#, "weight"),
        // An order that is an expression may ask for more.
        (
            r#""merges": [
                { "when": ["@Next 1", "=", "@This"], "order": ["@CheckStart", "@Score", "<", 10], "result": [["@This value", "*", 2]] },
                { "when": ["@Next 1", "=", "@This"], "order": "any", "result": [["@This value", "*", 2]] },
            ]"#,
            "",
        ),
        // A box is a tile of its own.
        (r#""grid": { "cells": [["@BlackBox", "@Empty", "@Empty", "@Empty"]] }, "win": [["BlackBox"]]"#, ""),
        // What is drawn may come out in another way.
        (
            r##""tiles": [{ "when": [0, "rand_int", 1, "=", 1], "colour": "#eee4da" }, { "when": [0, "rand_int", 1, "=", 1], "colour": "#a04040" }, { "colour": "#404080" }]"##,
            "",
        ),
    ]);
}

#[test]
fn looks_of_tiles_that_there_are_and_are_not() {
    let looks = |tiles: &[i32]| {
        let looks: Vec<String> = tiles
            .iter()
            .map(|tile| {
                format!(
                    r##"{{ "tile": [{tile}], "colour": "hsl({}, 60%, 70%)", "text_colour": "#000000" }}"##,
                    tile * 40
                )
            })
            .collect();
        format!(r#""tiles": [{}]"#, looks.join(", "))
    };
    let first = r#""merges": [{ "match": [{ "value": 2 }, { "value": 2 }], "result": [8] }, { "match": [{}, {}], "result": [["@This value", "*", 2]] }]"#;
    expect(&[
        (&looks(&[2, 4, 16]), "no-look"),
        (&looks(&[2, 4, 8, 16]), ""),
        // There is never a tile 4: an earlier rule takes the tiles.
        (&format!("{}, {first}", looks(&[2, 8, 16])), ""),
        (&format!("{}, {first}", looks(&[2, 8, 32])), "no-look"),
        (&looks(&[2, 4, 5, 8]), "unused-look"),
        (
            &format!(
                r#"{}, "stat_boxes": [{{ "title": "Never", "value": ["@Literal", 5], "show": "Tile" }}]"#,
                looks(&[2, 4, 5, 8])
            ),
            "",
        ),
    ]);
}

#[test]
fn goals_of_the_wrong_kind() {
    expect(&[
        (r#""win": [["128"]]"#, "number-in-quotes"),
        (r#""lose": [["8"]]"#, "number-in-quotes"),
        (r#""win": { "tiles": [["128"]], "needed": 1 }"#, "number-in-quotes"),
        (r#""win": ["128"]"#, "goal"),
        (r#""win": "128""#, "goal"),
        (r#""win": [[true]]"#, "unreachable-goal"),
        (r#""win": [["abc"]]"#, "unreachable-goal"),
        (r#""win": [[null]]"#, "unreachable-goal"),
        (r#""win": [[[128]]]"#, "unreachable-goal"),
        (r#""win": [["@GVar goal"]], "variables": { "goal": 128 }"#, "condition"),
        (r#""win": [{ "when": ["@GVar over"] }], "variables": { "over": false }"#, ""),
        (r#""win": { "tiles": [[128]], "needed": "2" }"#, "condition"),
        (r#""win": [[128]]"#, ""),
    ]);
    let file = SourceFile::new("my.jsonc", mode(r#""win": [["abc"]]"#).into_bytes());
    let problems = check(&file, &NoFiles, &ReadOptions::default()).problems.to_text();
    assert!(problems.contains("spawns and merges never make such a tile"), "{problems}");
}
