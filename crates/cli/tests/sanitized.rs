//! Texts of modes never control the terminal, also not when the output of a command is kept in a
//! file or shown by a pager. Where a form keeps texts exactly, they are written so that they are
//! harmless and stay the same.

use std::fs;

use crate::common::{self, Home};

/// Runs the program in its home; what it prints, and what it complains about.
fn run(home: &Home, arguments: &[&str], input: &str) -> (String, String) {
    let (_, out, err) = common::run(home.polymerge(arguments).current_dir(home.join("")), input);
    (out, err)
}

/// A mode whose texts clear the screen, in both ways in which a control sequence can begin.
const MODE: &str = r##"{
    "extends": "001-2048.jsonc",
    "title": "Evil\u001b[2J\u009b2J\u007f\nline",
    "about": "\u001b]0;owned\u0007",
    "rules_text": [{ "h1": "Evil\u001b[2J\u009b2J\nline" }, "\u001b[31m\u009b2J"],
    "stat_boxes": [{ "title": "\u001b[2J", "value": ["\u001b]52;c;aGVsbG8=\u0007\u009b2J"] }],
    "tiles": [{ "colour": "#ffffff", "text": "\u001b[2J\u009b2J" }],
    "credits": "\u009b2J"
}"##;

/// An error whose line is shown with the message.
const WRONG: &str = "{ \"title\": \"\u{9b}2J\", \"nosuch\u{9b}2J\": 1 }";

#[test]
fn no_command_prints_control_sequences_of_texts() {
    let home = Home::new();
    for (file, text) in [("evil.jsonc", MODE), ("wrong.jsonc", WRONG)] {
        fs::write(home.join(file), text).unwrap();
    }
    let (_, err) =
        run(&home, &["play", "--plain", "evil.jsonc"], "LURD\nLURD\nrules\nboxes\nhint\ngames\nmodes\n");
    assert!(!err.contains('\u{1b}'), "{err:?}");
    let (code, _) = run(&home, &["convert", "evil.jsonc"], "");
    let (record, _) = run(&home, &["replay", "record", "evil.jsonc", "--moves", "LURD"], "");
    for (file, text) in [("code.txt", code), ("record.json", record)] {
        fs::write(home.join(file), text).unwrap();
    }
    let commands: &[&[&str]] = &[
        &["games"],
        &["games", "--all"],
        &["games", "--json"],
        &["games", "--totals"],
        &["games", "--totals", "--json"],
        &["play", "--plain", "evil.jsonc"],
        &["play", "evil.jsonc", "--moves", "LURD"],
        &["play", "evil.jsonc", "--moves", "LURD", "--json"],
        &["play", "--code", "code.txt", "--moves", "LURD"],
        &["play", "wrong.jsonc", "--moves", "L"],
        &["check", "evil.jsonc", "wrong.jsonc"],
        &["check", "--format", "json", "evil.jsonc", "wrong.jsonc"],
        &["check", "--format", "sarif", "evil.jsonc", "wrong.jsonc"],
        &["check", "--games", "1", "evil.jsonc"],
        &["convert", "code.txt"],
        &["convert", "wrong.jsonc"],
        &["code", "explain", "code.txt"],
        &["code", "explain", "--full", "code.txt"],
        &["code", "decode", "code.txt"],
        &["custom", "infuse", "evil.jsonc"],
        &["custom", "convert", "wrong.jsonc"],
        &["render", "evil.jsonc"],
        &["render", "evil.jsonc", "--gallery"],
        &["replay", "play", "record.json"],
        &["replay", "verify", "record.json"],
        &["replay", "export", "record.json", "--svg"],
        &["replay", "export", "record.json", "--asciicast"],
        &["replay", "record", "evil.jsonc", "--moves", "LURD"],
        &["review", "record.json", "--all", "--turns", "10"],
        &["hint", "evil.jsonc", "--turns", "10"],
        &["hint", "evil.jsonc", "--turns", "10", "--json"],
        &["watch", "evil.jsonc", "--plain", "--turns", "10", "--moves", "2"],
        &["stats", "evil.jsonc", "--games", "2", "--max-turns", "5"],
        &["stats", "evil.jsonc", "--games", "2", "--max-turns", "5", "--json"],
        &["bench", "evil.jsonc", "--games", "1"],
        &["eval", "[\"\u{9b}2J\"]"],
        &["eval", "[\"a\", \"\u{9b}2J\"]"],
        &["eval", "--explain", "\u{1b}[2J"],
        &["modes", "show", "\u{1b}[2J"],
        &["modes", "--search", "\u{1b}[2J"],
        &["presets", "show", "\u{1b}[2J"],
        &["play", "no\u{1b}[2J-file"],
        &["play", "\u{1b}[2J", "\u{9b}2J"],
        &["--no\u{1b}[2J"],
        &["export", "evil.jsonc", "-o", "no\u{1b}[2J/x.html"],
    ];
    for arguments in commands {
        let (out, err) = run(&home, arguments, "");
        let controls = |c: &char| c.is_control() && !matches!(c, '\n' | '\t');
        let found: Vec<char> = out.chars().chain(err.chars()).filter(controls).collect();
        assert!(found.is_empty(), "{arguments:?}: {found:?} in {out:.300}{err:.300}");
        assert!(!format!("{out}{err}").is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_title_is_one_line_of_a_list() {
    let home = Home::new();
    fs::write(home.join("evil.jsonc"), MODE).unwrap();
    run(&home, &["play", "--plain", "evil.jsonc"], "LURD\n");
    for arguments in [&["games"][..], &["games", "--totals"]] {
        let (out, _) = run(&home, arguments, "");
        assert_eq!(out.lines().filter(|line| line.contains("Evil")).count(), 1, "{out}");
        assert!(!out.lines().any(|line| line.starts_with("line")), "{out}");
    }
}

#[test]
fn what_a_form_keeps_stays_the_same() {
    let home = Home::new();
    // In codes, the original reads one half of the control characters as others.
    fs::write(home.join("evil.jsonc"), MODE.replace("\\u009b", "\\u007f")).unwrap();
    let (code, _) = run(&home, &["convert", "evil.jsonc"], "");
    fs::write(home.join("code.txt"), &code).unwrap();
    let (pieces, _) = run(&home, &["code", "decode", "code.txt"], "");
    let (again, _) = run(&home, &["code", "encode", "-"], &pieces);
    assert_eq!(again, code.trim_end());
    let (file, _) = run(&home, &["convert", "code.txt"], "");
    fs::write(home.join("again.jsonc"), file).unwrap();
    assert_eq!(run(&home, &["convert", "again.jsonc"], "").0, code);
    let (json, _) = run(&home, &["eval", "[\"\u{9b}2J\u{7f}\"]"], "");
    assert_eq!(json, "\"\\u009b2J\\u007f\"\n");
    fs::write(home.join("evil.jsonc"), MODE).unwrap();
    run(&home, &["play", "--plain", "evil.jsonc"], "LURD\n");
    let (line, _) = run(&home, &["games", "--json"], "");
    let record: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert!(record["title"].as_str().unwrap().contains("\u{9b}2J"), "{record}");
}
