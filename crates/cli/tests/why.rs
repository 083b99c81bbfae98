//! `polymerge why`, and what expressions print.

use crate::common::{Home, run};

const MODE: &str = r##"{
  "title": "Threes of a kind", "about": "Pairs whose sum is a multiple of three.",
  "tile": ["value"],
  "variables": { "hp": 3 },
  "spawns": [{ "tile": [1] }, { "tile": [2] }], "tiles": [{ "colour": "#222222" }],
  "merges": [
    { "match": [{}, { "value": "*" }], "vars": { "sum": "= value + next.value" },
      "when": "= sum % 3 == 0 && hp > 2", "result": ["= (sum)"] },
  ],
  "scripts": [{ "on": "EndTurn", "do": ["= hp -= 1", "= output(hp)", "= hp.output('hp')"] }],
}"##;

fn why(arguments: &[&str]) -> (i32, String, String) {
    let home = Home::new();
    std::fs::write(home.join("mode.jsonc"), MODE).unwrap();
    let file = home.join("mode.jsonc").to_str().unwrap().to_owned();
    let (first, rest) = arguments.split_first().unwrap();
    let arguments: Vec<&str> = [first, file.as_str()].into_iter().chain(rest.iter().copied()).collect();
    let (code, out, err) = run(&mut home.polymerge(&arguments), "");
    (code, out.replace(&file, "mode.jsonc"), err.replace(&file, "mode.jsonc"))
}

#[test]
fn why_says_what_applies_and_what_is_missing_in_the_words_of_the_file() {
    let board = "1 2 . . / 4 4 . . / . . . . / . . . .";
    let (code, out, err) = why(&["why", "--board", board, "--move", "left"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let expected = "\
Something moves. Score: +3
[2] in row 0, column 1 meets [1] in row 0, column 0
  rule 1 (mode.jsonc:7) applies
[4] in row 1, column 1 meets [4] in row 1, column 0
  rule 1 (mode.jsonc:7) does not apply
    1 of 2 conditions hold, and this one does not: sum % 3 == 0
      sum % 3 is 2
EndTurn: script 1 (mode.jsonc:10)
  hp is 3
  sets hp from 3 to 2
";
    assert!(out.starts_with(expected), "{out}");
    assert!(out.ends_with("Printed: 2\nPrinted: hp: 2\n"), "{out}");
}

#[test]
fn why_says_what_depends_on_chance() {
    let home = Home::new();
    let text = MODE.replace("hp > 2\"", "rand_int(1, 6) > 6\"");
    std::fs::write(home.join("mode.jsonc"), &text).unwrap();
    let file = home.join("mode.jsonc").to_str().unwrap().to_owned();
    let why = |board: &str, more: &[&str]| {
        let arguments = [&["why", &file, "--board", board, "--move", "left"], more].concat();
        run(&mut home.polymerge(&arguments), "").1.replace(&file, "mode.jsonc")
    };
    let board = "1 2 . . / 4 4 . . / . . . . / . . . .";
    let out = why(board, &[]);
    let expected = "\
Nothing moves.
[2] in row 0, column 1 meets [1] in row 0, column 0
  rule 1 (mode.jsonc:7) does not apply
    1 of 2 conditions hold, and this one depends on chance: rand_int(1, 6) > 6
[4] in row 1, column 1 meets [4] in row 1, column 0
  rule 1 (mode.jsonc:7) does not apply
    0 of 2 conditions hold, and this one does not: sum % 3 == 0
      sum % 3 is 2
";
    assert!(out.starts_with(expected), "{out}");
    let object: serde_json::Value = serde_json::from_str(&why(board, &["--json"])).unwrap();
    let pairs = &object["pairs"];
    assert_eq!((&pairs[0]["lacks"], &pairs[0]["chance"]), (&"chance".into(), &0.into()), "{object}");
    assert_eq!(pairs[1]["lacks"], "condition", "{object}");
    // It applies, and might not have.
    std::fs::write(home.join("mode.jsonc"), text.replace("> 6", "> 0")).unwrap();
    let out = why(board, &[]);
    let applies =
        "  rule 1 (mode.jsonc:7) applies\n    whether rule 1 (mode.jsonc:7) applies depends on chance\n";
    assert!(out.contains(applies), "{out}");
}

#[test]
fn why_answers_programs_and_refuses_what_is_no_board_or_direction() {
    let board = "[1] 2 . . / . . . . / . . . . / . . . .";
    let (code, out, _) = why(&["why", "--board", board, "--move", "2", "--json"]);
    assert_eq!(code, 0);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["pairs"][0]["outcome"], "applied");
    assert_eq!(object["moved"], true);
    for (arguments, message) in [
        (&["why", "--move", "left", "--board", "1 2"][..], "--board: the board has 4 rows, not 1"),
        (
            &["why", "--move", "left", "--board", "1 / . . . . / . . . . / . . . ."],
            "--board: row 0 has 4 cells, not 1",
        ),
        (&["why", "--move", "left", "--board", "x . . . / . . . . / . . . . / . . . ."], "\"x\" is no cell"),
        (&["why", "--move", "nowhere"], "is no direction of this mode"),
        (&["why", "--move", "LL"], "--move is one direction"),
    ] {
        let (code, _, err) = why(arguments);
        assert!(code == 2 && err.contains(message), "{arguments:?}: {err}");
    }
}

#[test]
fn lines_may_ask_why() {
    let home = Home::new();
    let (_, out, _) =
        run(&mut home.polymerge(&["play", "2048", "--plain", "--seed", "7"]), "why left\nwhy nowhere\n");
    assert!(out.contains("A tile spawns, drawn from") && out.contains("is no direction"), "{out}");
}

#[test]
fn output_is_printed_apart_from_results() {
    let (code, out, err) = why(&["play", "--seed", "3", "--moves", "LR", "--json"]);
    assert_eq!((code, err.as_str()), (0, "> 2\n> hp: 2\n> 1\n> hp: 1\n"));
    assert!(out.starts_with('{') && out.lines().count() == 1, "{out}");
    let (_, out, _) = why(&["play", "--seed", "3", "--moves", "LR", "--steps"]);
    assert_eq!(out.matches("score 0, ").count(), 2, "{out}");
}

#[test]
fn rules_are_shown_as_formulas() {
    let home = Home::new();
    std::fs::write(home.join("mode.jsonc"), MODE).unwrap();
    let file = home.join("mode.jsonc").to_str().unwrap().to_owned();
    let (_, out, _) = run(&mut home.polymerge(&["modes", "show", &file, "--rules"]), "");
    let expected = "\
Variables at the start
  hp = 3

Merges, the first that applies
  1. 2 tiles, in any order (mode.jsonc:7)
      let sum = value + next.value
      when sum % 3 == 0 && hp > 2
      makes [sum]
      scores sum

Spawns, 1 each turn
  [1], weight 1
  [2], weight 1

Script 1, on EndTurn (mode.jsonc:10)
  hp -= 1
  output(hp)
  output(hp, 'hp')
";
    assert_eq!(out.replace(&file, "mode.jsonc"), expected);
    let (_, out, _) = run(&mut home.polymerge(&["modes", "show", "dive", "--rules"]), "");
    assert!(out.contains("makes [value +B next.value]\n      scores min(value, next.value)"), "{out}");
}
