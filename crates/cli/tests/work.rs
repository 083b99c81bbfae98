//! Mode files under work, and games that are not played by hand: how both are kept and listed.

use std::fs;

use crate::common::{self, Home};
use serde_json::Value;

/// Runs the program in its home, with lines from a pipe; what it prints.
fn run(home: &Home, arguments: &[&str], input: &str) -> String {
    let (code, out, _) = common::run(home.polymerge(arguments).current_dir(home.join("")), input);
    assert_eq!(code, 0, "{arguments:?} {input}");
    out
}

fn objects(home: &Home, arguments: &[&str]) -> Vec<Value> {
    let lines = run(home, arguments, "");
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Saves a version of a mode file: its goal is another one.
fn save(home: &Home, name: &str, title: &str, goal: u32) {
    let text = format!(r#"{{ "extends": "classic.jsonc", "title": {title:?}, "win": [[{goal}]] }}"#);
    fs::write(home.join(name), text).unwrap();
}

#[test]
fn all_versions_of_a_mode_file_are_one_entry_by_its_name() {
    let home = Home::new();
    for (goal, title) in [(5, "First"), (6, "Second"), (7, "Third")] {
        save(&home, "mine.jsonc", title, goal);
        let out = run(&home, &["play", "--plain", "mine.jsonc"], "LURD\nLURD\n");
        // A new version begins a new game.
        assert!(out.starts_with(&format!("{title}. ")) && !out.contains("Note"), "{out}");
        let before: Vec<&str> = out.lines().rev().take(4).collect();
        let again = run(&home, &["play", "--plain", "mine.jsonc"], "");
        assert_eq!(again.lines().rev().take(4).collect::<Vec<_>>(), before, "the same version goes on");
    }
    let list = run(&home, &["games"], "");
    assert_eq!(list.matches("(mine.jsonc)").count(), 1, "{list}");
    assert!(list.contains("Third (mine.jsonc)") && !list.contains('#'), "{list}");
    assert!(list.contains("2 games of earlier versions of mode files: --all"), "{list}");
    assert_eq!(run(&home, &["games", "--all"], "").matches("(mine.jsonc)").count(), 3);
    let totals = objects(&home, &["games", "--totals", "--json"]);
    assert_eq!((totals.len(), &totals[0]["games"], &totals[0]["title"]), (1, &3.into(), &"Third".into()));
    let totals = run(&home, &["games", "--totals"], "");
    assert!(totals.contains("Third (mine.jsonc, from a pipe)") && !totals.contains('#'), "{totals}");

    // Another file of this title is another mode; so is this one with other rules.
    save(&home, "other.jsonc", "Third", 7);
    run(&home, &["play", "--plain", "other.jsonc"], "LURD\n");
    for goal in [7, 8] {
        save(&home, "mine.jsonc", "Third", goal);
        run(&home, &["play", "--plain", "mine.jsonc", "--with", "garbage=2"], "LURD\nLURD\n");
    }
    let totals = run(&home, &["games", "--totals"], "");
    for label in ["Third (mine.jsonc, from", "Third (mine.jsonc, garbage=2, from", "Third (other.jsonc, from"]
    {
        assert_eq!(totals.matches(label).count(), 1, "{label}: {totals}");
    }
}

/// Tests a game in the form of the version before, by title and digest of its mode.
#[test]
fn a_game_that_an_earlier_version_kept_of_a_file_goes_on() {
    let home = Home::new();
    save(&home, "mine.jsonc", "Mine", 5);
    let out = run(&home, &["play", "--plain", "mine.jsonc"], "LURD\nLURD\n");
    let board: Vec<&str> = out.lines().rev().take(4).collect();
    let folder = home.join("XDG_DATA_HOME/polymerge/games");
    let file = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file = file.filter(|file| file.extension().is_some_and(|ending| ending == "game")).last().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let (line, rest) = text.split_once('\n').unwrap();
    let mut record: Value = serde_json::from_str(line).unwrap();
    let version = record["version"].as_str().unwrap().to_owned();
    record["mode"] = format!("mine~{}", &version[8..]).into();
    for key in ["version", "file", "by"] {
        assert!(record.as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    fs::write(&file, format!("{record}\n{rest}")).unwrap();
    let again = run(&home, &["play", "--plain", "mine.jsonc"], "");
    assert_eq!(again.lines().rev().take(4).collect::<Vec<_>>(), board);
    assert!(run(&home, &["games"], "").contains("Mine "));
}

#[test]
fn a_file_that_is_a_built_in_mode_is_that_mode() {
    let home = Home::new();
    run(&home, &["convert", "2048", "-o", "same.jsonc"], "");
    run(&home, &["play", "--plain", "same.jsonc"], "LURD\n");
    let games = objects(&home, &["games", "--json"]);
    assert_eq!((&games[0]["mode"], &games[0]["file"]), (&"001-2048".into(), &Value::Null));
}

#[test]
fn games_from_pipes_are_marked_and_counted_apart() {
    let home = Home::new();
    run(&home, &["play", "--plain", "2048", "--seed", "7"], "LURD\nhint\nL\n");
    let games = objects(&home, &["games", "--json"]);
    assert_eq!(games[0]["by"], "pipe");
    let list = run(&home, &["games"], "");
    assert!(list.contains("from a pipe"), "{list}");
    let plain = run(&home, &["--plain"], "games\n");
    assert!(plain.contains("1: 2048, score") && plain.contains(", from a pipe, this game"), "{plain}");
}
