//! A mode file that draws a goal before every game draws it in every command
//! that plays it.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use crate::common::Home;

/// Merges give the goal as points; without one, there are none.
const FILE: &str = r##"{
    "title": "Goals",
    "variables": { "goal": 0 },
    "before_game": { "do": [0, "@edit_gvar", "$goal", [10, "rand_int", 19]] },
    "tile": ["power"],
    "tiles": [{ "colour": "#f0c040" }],
    "spawns": [{ "tile": [1] }],
    "merges": [{ "match": [{}, {}], "when": ["@GVar goal", ">", 0], "result": [["@This power", "+", 1]], "score": "@GVar goal" }],
    "stat_boxes": ["score", { "title": "Goal", "value": "@GVar goal" }],
}"##;

const MOVES: &str = "LURDLURD";

/// Runs the program on the file, which is in the folder that it runs in.
fn run(home: &Home, arguments: &[&str], input: &str) -> (String, String) {
    let file = home.join("goals.jsonc");
    fs::write(&file, FILE).unwrap();
    let mut command = home.polymerge(arguments);
    command.current_dir(file.parent().unwrap());
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that reads no input may be gone already.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(stdout), text(stderr));
    assert!(status.success(), "{arguments:?}: {out}{err}");
    (out, err)
}

/// The number that follows the first `key` in a text.
fn number(text: &str, key: &str) -> f64 {
    let after = text.split_once(key).unwrap_or_else(|| panic!("no {key} in {text}")).1;
    let digits = after.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let end = digits.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(digits.len());
    digits[..end].parse().unwrap()
}

#[test]
fn every_command_draws_the_goal() {
    let home = Home::new();
    let seed = ["--seed", "7", "--moves", MOVES];
    let (played, _) = run(&home, &[&["play", "goals.jsonc", "--json"], &seed[..]].concat(), "");
    let score = number(&played, "\"score\":");
    assert!(score >= 10.0, "{played}");
    let packed =
        number(&run(&home, &[&["replay", "record", "goals.jsonc"], &seed[..]].concat(), "").0, "\"score\":");
    let (plain, _) =
        run(&home, &["play", "goals.jsonc", "--seed", "7", "--plain"], &format!("{MOVES}\nquit\n"));
    assert_eq!((packed, number(plain.rsplit_once("Score").unwrap().1, "")), (score, score), "{plain}");
    let (picture, _) = run(&home, &[&["render", "goals.jsonc"], &seed[..]].concat(), "");
    assert!(picture.contains(&format!(">{score}<")), "{picture}");

    // Without a seed, and without settings: the way of those who only open a file.
    let (plain, _) = run(&home, &["play", "goals.jsonc", "--plain"], &format!("{MOVES}\nquit\n"));
    assert!(number(plain.rsplit_once("Score").unwrap().1, "") >= 10.0, "{plain}");
    let (bench, _) = run(&home, &["bench", "goals.jsonc", "--games", "3", "--json"], "");
    assert!(number(&bench, "\"score_per_game\":") > 100.0, "{bench}");
    let (checked, _) = run(&home, &["check", "goals.jsonc", "--games", "3"], "");
    assert_eq!(checked.trim(), "0 errors, 0 warnings", "a rule that needs a goal fires");
}

#[test]
fn a_new_game_draws_again_and_the_same_seed_draws_the_same() {
    let home = Home::new();
    let words = "again\nnew 8\nnew 9\nnew 7\nquit\n";
    let (plain, _) = run(&home, &["play", "goals.jsonc", "--seed", "7", "--plain"], words);
    let goals: Vec<f64> = plain.split("Goal: ").skip(1).map(|text| number(text, "")).collect();
    let [first, again, other, another, last] = goals[..] else { panic!("{plain}") };
    assert_eq!((again, last), (first, first), "{plain}");
    assert!(other != first && other != another && goals.iter().all(|goal| *goal >= 10.0), "{plain}");
}

#[test]
fn a_mode_code_has_no_place_for_it_and_that_is_said() {
    let home = Home::new();
    let (code, warning) = run(&home, &["convert", "goals.jsonc"], "");
    assert!(code.starts_with("@2048PowCompMode|3.0|") && warning.contains("before_game"), "{warning}");
    let (file, warning) = run(&home, &["convert", code.trim()], "");
    assert!(!file.contains("before_game") && warning.is_empty(), "{file}{warning}");
}
