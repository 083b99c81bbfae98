//! Forms that authors try first, of other languages and other games: what is said of each.

use polymerge_modefile::catalogue::BuiltIn;
use polymerge_modefile::{Problems, ReadOptions, SourceFile, check};

fn problems(text: &str) -> Problems {
    let file = SourceFile::new("my.jsonc", text.as_bytes().to_vec());
    check(&file, &BuiltIn, &ReadOptions::default()).problems
}

/// Returns the messages for a text: a line for each, and one for its help.
fn messages(text: &str) -> String {
    let mut lines = Vec::new();
    for problem in problems(text).list() {
        lines.push(format!("{}: {}", problem.code, problem.message));
        lines.extend(problem.help.iter().map(|help| format!("  {help}")));
    }
    lines.join("\n")
}

/// A mode without mistakes, with these keys instead of its own.
fn mode(keys: &str) -> String {
    let own = [
        ("title", r#""Doubles""#),
        ("tiles", r##"[{ "colour": "#f0c040" }]"##),
        ("spawns", r#"[{ "tile": [1] }]"#),
        ("merges", r#"[{ "match": [{}, {}], "result": [["@This value", "*", 2]] }]"#),
    ];
    let others = own.iter().filter(|(key, _)| !keys.contains(&format!("\"{key}\":")));
    let others: String = others.map(|(key, value)| format!("\"{key}\": {value}, ")).collect();
    format!("{{ {others}{keys} }}")
}

#[track_caller]
fn expect(cases: &[(&str, &str)]) {
    for (keys, expected) in cases {
        assert_eq!(messages(&mode(keys)), *expected, "{keys}");
    }
}

#[test]
fn goals() {
    expect(&[
        (
            r#""win": ["@Score", ">", 100]"#,
            r#"goal: "win" is a list of tiles; this is an expression
  write "win": { "needed": ["@Score", ">", 100] }, which is about the whole game"#,
        ),
        (
            r#""win": ["@This value", ">=", 1000]"#,
            r#"goal: "win" is a list of tiles; this is an expression
  write "win": [{ "when": ["@This value", ">=", 1000] }], which is true of a tile"#,
        ),
        (
            r#""lose": ["@Moves", "==", 10]"#,
            r#"goal: "lose" is a list of tiles; this is an expression
  write "lose": { "needed": ["@Moves", "==", 10] }, which is about the whole game
unknown-operator: there is no operator `==`
  did you mean `=`?"#,
        ),
        (
            r#""win": { "tiles": ["@Score", ">", 100] }"#,
            r#"goal: "win" is a list of tiles; this is an expression
  write "win": { "needed": ["@Score", ">", 100] }, which is about the whole game"#,
        ),
        (
            r#""win": [["@This value", ">", 9], "&&", ["@Score", ">", 9]]"#,
            r#"goal: "win" is a list of tiles; this is an expression
  write "win": [{ "when": [["@This value", ">", 9], "&&", ["@Score", ">", 9]] }], which is true of a tile"#,
        ),
        (
            r#""win": 16"#,
            r#"goal: a goal is a tile, a list of its entries, not 16
  write "win": [[16]]"#,
        ),
        (
            r#""win": "16""#,
            r#"goal: a goal is a tile, a list of its entries, not a text
  write "win": [[16]]"#,
        ),
        (
            r#""win": true"#,
            r#"goal: a goal is a tile, a list of its entries, not a truth value
  write "win": [[…]]"#,
        ),
        (
            r#""win": "@This value >= 16""#,
            r#"goal: a goal is a tile, a list of its entries, not a text
  write "win": [{ "when": ["@This value", ">=", 16] }]"#,
        ),
        (
            r#""lose": "@Score > 16""#,
            r#"goal: a goal is a tile, a list of its entries, not a text
  write "lose": { "needed": ["@Score", ">", 16] }"#,
        ),
        (
            r#""tile": ["a", "b"], "spawns": [{ "tile": [1, 1] }], "merges": [], "win": 16"#,
            r#"goal: a goal is a tile, a list of its entries, not 16
  write "win": [[…]] with the 2 entries of a tile"#,
        ),
        (r#""win": ["@GVar 0", "@GVar 1"], "variables": [true, false]"#, ""),
        (r#""win": [["@This value", ">=", 64]]"#, ""),
    ]);
}

#[test]
fn tiles_and_entries_that_are_calculated() {
    expect(&[
        (
            r#""merges": [{ "match": [{}, {}], "result": ["@This value", "*", 2] }]"#,
            r#"tile: this tile has 3 entries, the tiles of this mode have 1
  an entry that is calculated is a list of its own: [["@This value", "*", 2]]"#,
        ),
        (
            r#""merges": [{ "match": [{}, {}], "results": [["@This value", "*", 2]] }]"#,
            r#"tile: this tile has 3 entries, the tiles of this mode have 1
  an entry that is calculated is a list of its own: [["@This value", "*", 2]]"#,
        ),
        (
            r#""merges": [{ "match": [{}, {}], "results": ["@This value", "*", 2] }]"#,
            r#"tile: results are a list of tiles; this is an expression
  a tile is a list, and so is an entry that is calculated: [[["@This value", "*", 2]]]"#,
        ),
        (
            r#""merges": [{ "match": [{}, {}], "result": "@This value * 2" }]"#,
            r#"tile: a text is not a tile; the words allowed here are "fill" and "@MergeOverflow…"
  write [["@This value", "*", 2]]"#,
        ),
        (
            r#""merges": [{ "match": [{}, {}], "result": "@This value" }]"#,
            r#"tile: a text is not a tile; the words allowed here are "fill" and "@MergeOverflow…"
  write ["@This value"]"#,
        ),
        (
            r#""merges": [{ "match": [{}, {}], "result": 2 }]"#,
            "tile: a tile is a list of its entries, not 2
  write [2]",
        ),
        (
            r#""merges": [{ "match": [{}, {}], "result": ["@This", "x", 2] }], "tile": ["a", "b"], "spawns": [{ "tile": [1, 1] }]"#,
            r#"tile: this tile has 3 entries, the tiles of this mode have 2
  an entry that is calculated is a list of its own: [["@This", "x", 2], …]"#,
        ),
        (
            r#""spawns": [{ "tile": 1 }]"#,
            "tile: a tile is a list of its entries, not 1
  write [1]",
        ),
        (
            r#""spawns": [{ "tile": "1" }]"#,
            "tile: a tile is a list of its entries, not a text
  write [1]",
        ),
        (
            r#""spawns": [{ "tile": [1, "+", 1] }]"#,
            r#"tile: this tile has 3 entries, the tiles of this mode have 1
  an entry that is calculated is a list of its own: [[1, "+", 1]]"#,
        ),
    ]);
}

#[test]
fn objects_with_keys() {
    expect(&[
        (
            r#""spawns": [1, 2]"#,
            r#"wrong-type: a spawn entry is expected here, not 1
  write { "tile": [1] }
wrong-type: a spawn entry is expected here, not 2
  write { "tile": [2] }"#,
        ),
        (
            r#""spawns": [[1], [2]]"#,
            r#"wrong-type: a spawn entry is an object with keys, not a list
  write { "tile": [1] }; a list as save codes have it is written {"raw": [...]}
wrong-type: a spawn entry is an object with keys, not a list
  write { "tile": [2] }; a list as save codes have it is written {"raw": [...]}"#,
        ),
        (
            r#""scripts": [["EndTurn", 1]]"#,
            r#"wrong-type: a script is an object with keys, not a list
  write { "on": "EndTurn", "do": "= score += 1" }; a list as save codes have it is written {"raw": [...]}"#,
        ),
        (
            r#""movement": [1, 2]"#,
            r#"wrong-type: "movement" is an object with keys, not a list
  a list as save codes have it is written {"raw": [...]}"#,
        ),
        (r#""memory": [1]"#, r#"wrong-type: "memory" is an object with keys, not a list"#),
        (
            r#""settings": [[1]]"#,
            r#"wrong-type: a setting is an object with keys, not a list
  write { "name": "size", "title": "Size", "kind": "whole", "from": 2, "to": 9, "default": 4 }"#,
        ),
        (
            r#""spawns": { "tile": [1] }"#,
            "wrong-type: a list of spawns is expected here, not an object
  put it into a list: [{ … }]",
        ),
        (
            r#""tile": ["a", "b"], "merges": [], "spawns": [2]"#,
            r#"wrong-type: a spawn entry is expected here, not 2
  write { "tile": [1, 1] }"#,
        ),
        (
            r#""spawns": []"#,
            r#"spawns: nothing spawns: the mode has no spawns
  write which tiles appear: "spawns": [{ "tile": [1] }]
no-moves: no direction moves anything, in 100 of 100 games
  no tile is in the grid, and tiles spawn only after a move: "spawns", "start_tiles" and free cells of the grid give the first ones"#,
        ),
        (
            r#""stat_boxes": ["moves"]"#,
            r#"wrong-type: a stat box is expected here, not a text
  write { "title": "Moves", "value": "@Moves" }"#,
        ),
        (
            r#""stat_boxes": [3]"#,
            r#"wrong-type: a stat box is expected here, not 3
  write { "title": "Moves", "value": "@Moves" }"#,
        ),
        (
            r#""merges": [{ "match": [1, 1], "result": [2] }]"#,
            r#"wrong-type: an object of tile entries is expected here, not 1
  write { "value": 1 }; two equal tiles are [{}, {}]
wrong-type: an object of tile entries is expected here, not 1
  write { "value": 1 }; two equal tiles are [{}, {}]"#,
        ),
        (
            r#""merges": [{ "match": {}, "result": [2] }]"#,
            r#"wrong-type: a list of tiles is expected here, not an object
  two equal tiles are written "match": [{}, {}]"#,
        ),
        (
            r#""tile": "value""#,
            r#"name: "match" needs names for the entries of a tile: "tile": [...]
name: there is no tile entry `value`
wrong-type: a list of names for the entries of a tile, or their number, from 1 to 64, is expected here, not a text
  write "tile": ["value"]"#,
        ),
        (
            r#""width": 5"#,
            r#"unknown-key: a mode has no key "width"
  did you mean "grid"? "grid": "5x4" is 5 wide and 4 high"#,
        ),
        (
            r#""start_tiles": 17"#,
            r#"start-tiles: there is no room for 17 tiles at the start: 16 cells are free
  write a number up to 16; "@Infinity" fills the grid"#,
        ),
    ]);
}

#[test]
fn grids() {
    expect(&[
        (
            r#""grid": "hexagon""#,
            r#"grid: a grid is written like "5x4": 5 wide, 4 high
  write { "shape": "hexagon", "size": 3 }"#,
        ),
        (
            r#""grid": "checkerbord""#,
            r#"grid: a grid is written like "5x4": 5 wide, 4 high
  write { "shape": "checkerboard", "width": 4, "height": 4 }"#,
        ),
        (
            r#""grid": "4d""#,
            r#"grid: a grid is written like "5x4": 5 wide, 4 high
  write { "shape": "4d", "size": [2, 2, 2, 2] }"#,
        ),
        (
            r#""grid": [4, 4]"#,
            r#"wrong-type: the grid is an object with keys, not a list
  write "4x4""#,
        ),
        (
            r#""grid": [5, 4, 3]"#,
            r#"wrong-type: the grid is an object with keys, not a list
  write "4x4", 4 wide and 4 high; rows of cells are written { "cells": [...] }"#,
        ),
        (
            r#""grid": [[[2], null], [null, null]]"#,
            r#"wrong-type: the grid is an object with keys, not a list
  write "4x4", 4 wide and 4 high; rows of cells are written { "cells": [...] }"#,
        ),
        (
            r#""grid": 4"#,
            r#"wrong-type: the grid is expected here, not 4
  write "4x4""#,
        ),
        (
            r#""grid": "4 by 4""#,
            r#"grid: a grid is written like "5x4": 5 wide, 4 high
  write "4x4""#,
        ),
        (
            r#""grid": "5×4""#,
            r#"grid: a grid is written like "5x4": 5 wide, 4 high
  write "5x4""#,
        ),
        (
            r#""grid": { "shape": "hexagon" }"#,
            r#"missing-key: the shape "hexagon" needs the key "size"
  such as "size": 3"#,
        ),
    ]);
}

#[test]
fn colours() {
    expect(&[
        (r#""tiles": [{ "colour": "gold" }]"#, ""),
        (
            r##""tiles": [{ "colour": "gold", "text_colour": "#ffffff" }]"##,
            r#"contrast: this text is hard to read: its contrast is 1.4:1
  4.5:1 is enough; without "text_colour", black or white is chosen"#,
        ),
        (
            r#""tiles": [{ "colour": "goold" }]"#,
            "colour: `goold` is not a colour
  did you mean `gold`?",
        ),
        (
            r##""tiles": [{ "colour": "#f0c04" }]"##,
            "colour: `#f0c04` is not a colour
  3, 4, 6 or 8 digits of 0 to 9 and a to f follow the #",
        ),
        (
            r##""tiles": [{ "colour": "#f0c04", "text_colour": "#000000" }]"##,
            "colour: `#f0c04` is not a colour
  3, 4, 6 or 8 digits of 0 to 9 and a to f follow the #",
        ),
        (
            r#""tiles": [{ "colour": "linear-gradient(red, blue)" }]"#,
            r##"missing-key: with this colour, "text_colour" has to be written
  write "text_colour": "#000000" or "#ffffff" beside it; it is chosen by itself for colours such as "#f0c040" and "gold", and for lists: calculated colours, and gradients of up to 8 colours"##,
        ),
        (
            r#""tiles": [{ "colour": "@GVar a" }], "variables": { "a": 1 }"#,
            r#"colour: `@GVar a` is not a colour: a text is taken as it is
  a computed colour is a list: ["@CalcArray", …]"#,
        ),
    ]);
}

/// Names are shown as they are written, not as the numbers that stand for them.
#[test]
fn names_in_expressions() {
    expect(&[
        (
            r#""tile_value": ["*", "@This value", 2]"#,
            r#"operands: `*` is an operator; the value comes first
  write ["@This value", "*", 2]"#,
        ),
        (
            r#""tile_value": ["*", 2, 3, 4]"#,
            r#"operands: `*` is an operator; the value comes first
  a line is a value, then operators with their values: [1, "*", …]"#,
        ),
        (
            r#""tile_value": ["prime", "@This value"]"#,
            r#"operands: `prime` is an operator; the value comes first
  write ["@This value", "prime"]"#,
        ),
        (
            r#""tile_value": ["@This value", "@This value", 2]"#,
            r#"unknown-operator: there is no operator `@This value`
  a list is read as an expression; a list of values starts with "@Literal""#,
        ),
        (
            r#""merges": [{ "match": [{}, {}], "vars": { "f": 2 }, "result": [["@This value", "*", "@Var f"]] }]"#,
            r#"variables: `@Var f` can't read variables: its list does not get those of the list around it
  a list reads the variables of the list around it only if it starts with "@var_retain""#,
        ),
        (
            r#""variables": { "a": 1 }, "scripts": [{ "on": "EndTurn", "do": [0, "@edit_gvar", "@GVar a", 5] }]"#,
            r#"variable-number: `@GVar a` is what the variable holds; `@edit_gvar` takes the number of the game variable it changes
  its number is written "$a""#,
        ),
        (
            r#""variables": { "a": 1 }, "scripts": [{ "on": "EndTurn", "do": [0, "@edit_gvar", "$b", 5] }]"#,
            "name: nothing is named `b`
  the names are: $a, $value; a text that starts with $ is written with two: $$",
        ),
    ]);
}

#[test]
fn definitions() {
    expect(&[
        (r#""define": { "a": "$b", "b": "$a" }"#, "name: `a` is defined by itself: a → b → a"),
        (r#""define": { "a": ["$a..."] }"#, "name: `a` is defined by itself: a → a"),
        (
            r#""define": { "x": 1, "c": ["$x", "$d"], "d": { "e": "$c" }, "f": "$c" }"#,
            "name: `c` is defined by itself: c → d → c",
        ),
        (r#""define": { "a": "$b", "b": ["$c", "$c"], "c": 1 }"#, ""),
        (r#""define": { "a": { "if": true, "then": 1, "else": "$a" } }"#, ""),
    ]);
}

/// Syntax that no mode file can be read with, and the right one.
#[test]
fn syntax() {
    for (text, expected) in [
        (
            "# a mode
{}",
            "syntax: a value is expected here, not `#`
  comments begin with //",
        ),
        (
            "{ 'title': 1 }",
            r#"syntax: a key in quotes is expected here, not a single quote
  write straight double quotes: "…""#,
        ),
        (
            r#"{ "title": “x” }"#,
            r#"syntax: a value is expected here, not `“`
  write straight double quotes: "…""#,
        ),
        (
            r#"{ "title": ‘x’ }"#,
            r#"syntax: a value is expected here, not `‘`
  write straight double quotes: "…""#,
        ),
        (
            "{ title: 1 }",
            r#"syntax: a key in quotes is expected here, not `t`
  write "title":"#,
        ),
        (
            r#"{ "multi_merge": True }"#,
            r#"syntax: `True` is not a value; a text needs quotes: "True"
  a truth value is written true"#,
        ),
        (
            r#"{ "multi_merge": no }"#,
            r#"syntax: `no` is not a value; a text needs quotes: "no"
  a truth value is written false"#,
        ),
        (
            r#"{ "win": NaN }"#,
            r#"syntax: `NaN` is not a value; a text needs quotes: "NaN"
  write "@NaN" or "@Infinity""#,
        ),
        (r#"{ "title" = "x" }"#, r#"syntax: ":" is expected after a key, not `=`"#),
    ] {
        assert_eq!(messages(text), expected, "{text}");
    }
}

#[test]
fn files_that_are_extended() {
    for (name, expected) in [
        (
            "2048",
            r#"extends: "2048" can't be extended: the names of mode files end in .jsonc or .json
  did you mean "2048.jsonc"?"#,
        ),
        (
            "../2048.jsonc",
            r#"extends: "../2048.jsonc" can't be extended: only files of the same folder and built-in modes can be; write the name alone
  did you mean "2048.jsonc"?"#,
        ),
        (
            "dive",
            r#"extends: "dive" can't be extended: the names of mode files end in .jsonc or .json
  did you mean "dive.jsonc"?"#,
        ),
        (
            "2084.jsonc",
            r#"extends: "2084.jsonc" can't be extended: there is no built-in mode file of this name
  did you mean "2048.jsonc"?"#,
        ),
        (
            "nothing-like-it.jsonc",
            r#"extends: "nothing-like-it.jsonc" can't be extended: there is no built-in mode file of this name"#,
        ),
    ] {
        let text = format!(r#"{{ "title": "X", "extends": "{name}" }}"#);
        assert_eq!(messages(&text), expected, "{name}");
    }
}
