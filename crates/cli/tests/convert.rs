//! `polymerge convert`: what it takes, where it writes, for which version.

use std::fs;

use crate::common::{self, Home};

impl Home {
    /// Runs the program in this folder: its exit code, what it prints, what it complains about.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        common::run(self.polymerge(arguments).current_dir(self.join("")), "")
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.join(name)).unwrap()
    }
}

const NOTHING: (i32, String, String) = (0, String::new(), String::new());

#[test]
fn a_built_in_mode_becomes_a_code_and_a_file_and_a_code_again() {
    let home = Home::new();
    let (code, printed, _) = home.run(&["convert", "dive"]);
    assert!(code == 0 && printed.starts_with("@2048PowCompMode|3.0|"), "{printed:.40}");
    assert_eq!(home.run(&["convert", "dive", "-o", "dive.txt"]), NOTHING);
    assert_eq!(home.text("dive.txt"), printed.trim_end());
    assert_eq!(home.run(&["convert", "dive.txt", "-o", "dive.jsonc"]), NOTHING);
    assert_eq!(home.run(&["check", "dive.jsonc"]), (0, "0 errors, 0 warnings\n".into(), String::new()));
    assert_eq!(home.run(&["convert", "dive.jsonc"]), (0, printed, String::new()));
}

#[test]
fn a_built_in_mode_becomes_a_file_to_change() {
    let home = Home::new();
    assert_eq!(home.run(&["convert", "2048", "-o", "mine.jsonc"]), NOTHING);
    assert!(home.text("mine.jsonc").contains("\"merges\""));
    let (code, ..) = home.run(&["play", "mine.jsonc", "--moves", "LURD"]);
    assert_eq!(code, 0);
}

#[test]
fn what_an_author_wrote_is_not_replaced() {
    let home = Home::new();
    assert_eq!(home.run(&["convert", "2048", "-o", "mine.jsonc"]), NOTHING);
    let mine = home.text("mine.jsonc");
    let cases: &[(&[&str], i32)] = &[
        (&["convert", "dive", "-o", "mine.jsonc"], 2),
        // It is the same already.
        (&["convert", "mine.jsonc", "-o", "mine.jsonc"], 0),
        (&["train", "mine.jsonc", "--out", "mine.jsonc", "--moves", "10"], 2),
        (&["convert", "mine.jsonc", "-o", "mine.txt"], 0),
        (&["convert", "mine.jsonc", "-o", "mine.txt"], 0),
        (&["convert", "dive", "-o", "mine.txt"], 2),
    ];
    for (arguments, expected) in cases {
        let (code, _, err) = home.run(arguments);
        assert_eq!(
            (code, err.contains("exists already")),
            (*expected, *expected == 2),
            "{arguments:?}: {err}"
        );
        assert_eq!(home.text("mine.jsonc"), mine);
    }
    assert_eq!(home.run(&["convert", "dive", "-o", "mine.jsonc", "--force"]), NOTHING);
    assert_ne!(home.text("mine.jsonc"), mine);
}

#[test]
fn codes_are_for_a_version() {
    let home = Home::new();
    let (code, printed, _) = home.run(&["convert", "dive", "--to-version", "2.2.3"]);
    assert!(code == 0 && printed.starts_with("@2048PowCompMode|2.2.3|"), "{printed:.40}");
    for (arguments, message) in [
        (&["convert", "dive", "--to-version", "7"][..], "no version \"7\"; known are 1.0"),
        (&["convert", "dive", "--to-version", "2.2.3", "-o", "a.jsonc"], "a mode file has no version"),
        (&["convert", "dvie"], "dvie"),
        (&["convert", "dive", "-o", "no-such-folder/dive.txt"], "no-such-folder/dive.txt: "),
    ] {
        let (code, out, err) = home.run(arguments);
        assert!(code != 0 && out.is_empty() && err.contains(message), "{arguments:?}: {err}");
    }
}

#[test]
fn expressions_are_written_as_formulas_or_as_arrays() {
    let home = Home::new();
    home.run(&["convert", "dive", "-o", "dive.txt"]);
    assert_eq!(home.run(&["convert", "dive.txt", "-o", "formulas.jsonc"]), NOTHING);
    assert_eq!(home.run(&["convert", "dive.txt", "--arrays", "-o", "arrays.jsonc"]), NOTHING);
    assert!(home.text("formulas.jsonc").contains(r#""score": "= min(value, next.value)""#));
    assert!(home.text("arrays.jsonc").contains(r#""score": ["@This 0", "min", "@Next 1 0"]"#));
    let code = home.text("dive.txt") + "\n";
    for file in ["formulas.jsonc", "arrays.jsonc"] {
        assert_eq!(home.run(&["convert", file]), (0, code.clone(), String::new()), "{file}");
    }
}

#[test]
fn a_mode_file_is_written_again_with_formulas_or_arrays() {
    let home = Home::new();
    let mode = r#"{
  "title": "Halves", // comments stay
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
}
"#;
    fs::write(home.join("halves.jsonc"), mode).unwrap();
    let (code, printed, complaint) = home.run(&["convert", "--formulas", "halves.jsonc"]);
    assert_eq!((code, complaint.as_str()), (0, ""));
    assert_eq!(printed, mode.replace(r#"["@This value", "*", 2]"#, r#""= value * 2""#));
    fs::write(home.join("formulas.jsonc"), printed).unwrap();
    assert_eq!(home.run(&["convert", "--arrays", "formulas.jsonc"]), (0, mode.to_owned(), String::new()));
    let (code, _, complaint) = home.run(&["convert", "--formulas", "dive.txt"]);
    assert!(code != 0 && !complaint.is_empty());
}

#[test]
fn eval_calculates_formulas_and_shows_the_other_form() {
    let home = Home::new();
    let value = |text: &str| (0, format!("{text}\n"), String::new());
    assert_eq!(home.run(&["eval", "= 2 + 3 * 4"]), value("14"));
    assert_eq!(home.run(&["eval", "--rewrite", "= moves % 3 == 0"]), value(r#"["@Moves","%",3,"=",0]"#));
    assert_eq!(home.run(&["eval", "--rewrite", r#"["@Moves","%",3,"=",0]"#]), value("= moves % 3 == 0"));
    let (code, _, complaint) = home.run(&["eval", "= 1 + scor"]);
    assert_ne!(code, 0);
    assert!(complaint.contains("  = 1 + scor\n        ^^^^\n  did you mean `score`?"), "{complaint}");
}
