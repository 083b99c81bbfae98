//! Tests of opening: modes by their names, mode files with errors and warnings, files of other
//! kinds.

use crate::common::{self, Home};
use polymerge::catalogue;

/// A mode file; what stands for its operator decides whether it is right.
const MODE: &str = r##"{
    "title": "Mine", "grid": "4x4", "tile": ["e"],
    "tiles": [{ "text": ["@This e"], "colour": "#f0c040" }],
    "merges": [{ "match": [{}, {}], "when": ["@This e", "OPERATOR", 9], "result": [["@This e", "+", 1]] }],
    "spawns": [{ "tile": [1] }],
}"##;

impl Home {
    /// A file in it with this text, by its path.
    fn write(&self, name: &str, text: &str) -> String {
        let path = self.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    }

    /// Runs the program: its exit code, what it prints, what it complains about.
    fn run_with(&self, arguments: &[&str], input: &str) -> (i32, String, String) {
        common::run(&mut self.polymerge(arguments), input)
    }
}

/// All commands that open a mode file.
fn commands(file: &str) -> Vec<Vec<&str>> {
    [
        &["play", file, "--moves", "LURD"][..],
        &["play", file, "--json"],
        &["play", file, "--plain"],
        &["play", file, "--moves", "LURD", "--with", "grid=3x3"],
        &["bench", file, "--games", "1"],
        &["bench", file, "--games", "1", "--with", "grid=3x3"],
        &["render", file],
        &["render", file, "--with", "grid=3x3"],
        &["convert", file],
        &["custom", "infuse", file],
        &["replay", "record", file, "--moves", "LURD"],
        &["replay", "play", file, "--moves", "LURD"],
        &["replay", "export", file, "--moves", "LURD", "--asciicast"],
    ]
    .map(<[&str]>::to_vec)
    .into()
}

#[test]
fn no_command_takes_a_mode_file_with_errors_unless_allowed_to() {
    let home = Home::new();
    let file = home.write("mine.jsonc", &MODE.replace("OPERATOR", "pow"));
    let (code, report, _) = home.run_with(&["check", &file], "");
    assert!(code == 1 && report.contains("there is no operator `pow`"), "{report}");
    for command in commands(&file) {
        let (code, out, err) = home.run_with(&command, "");
        assert_eq!((code, out.as_str()), (1, ""), "{command:?}: {err}");
        assert!(err.contains(report.trim_end()) && err.contains("--anyway"), "{command:?}: {err}");
        let (code, out, err) = home.run_with(&[&command[..], &["--anyway"]].concat(), "");
        assert!(code == 0 && !out.is_empty(), "{command:?}: {err}");
        assert_eq!(err, report, "{command:?}");
    }
    // Without a terminal, too, what can't be played anywhere is said first.
    let (code, _, err) = home.run_with(&["play", &file], "");
    assert!(code == 1 && err.contains("`pow`"), "{err}");
}

#[test]
fn a_file_that_is_no_mode_can_not_be_taken_as_it_is() {
    let home = Home::new();
    for text in ["{", "[]", r#"{ "title": "T", "grid": 7 }"#, r#"{ "title": "T", "nosuchkey": 1 }"#] {
        let file = home.write("mine.jsonc", text);
        let (_, report, _) = home.run_with(&["check", &file], "");
        for command in commands(&file) {
            let (code, out, err) = home.run_with(&[&command[..], &["--anyway"]].concat(), "");
            assert_eq!((code, out.as_str()), (1, ""), "{text} {command:?}: {err}");
            assert_eq!(err, format!("polymerge: {file} is not a mode:\n{report}"), "{command:?}");
        }
    }
}

#[test]
fn warnings_about_a_mode_file_go_to_standard_error() {
    let home = Home::new();
    let good = home.write("good.jsonc", &MODE.replace("OPERATOR", "<"));
    let first = r#"[{ "match": [{}, {}], "result": [["@This e", "+", 1]] }, { "match""#;
    let warned = MODE.replace("OPERATOR", "<").replace(r#"[{ "match""#, first);
    let warned = home.write("warned.jsonc", &warned);
    let (code, report, _) = home.run_with(&["check", &warned], "");
    assert!(code == 0 && report.contains("warning["), "{report}");
    for command in commands(&warned) {
        let (code, out, err) = home.run_with(&command, "");
        assert!(code == 0 && !out.contains("warning["), "{command:?}: {out}{err}");
        assert_eq!(err, report, "{command:?}");
    }
    for command in commands(&good) {
        let (code, _, err) = home.run_with(&command, "");
        assert_eq!((code, err.as_str()), (0, ""), "{command:?}");
    }
}

#[test]
fn a_mode_file_can_come_from_standard_input() {
    let home = Home::new();
    let text = MODE.replace("OPERATOR", "<");
    let file = home.write("mine.jsonc", &text);
    for options in [&["--moves", "LURD"][..], &["--moves", "LURD", "--with", "garbage=1"]] {
        let play = |name: &str| home.run_with(&[&["play", name, "--seed", "7"][..], options].concat(), &text);
        assert_eq!(play("-"), play(&file), "{options:?}");
    }
    let (_, record, _) = home.run_with(&["replay", "record", "2048", "--seed", "7", "--moves", "LURD"], "");
    let (code, _, err) = home.run_with(&["replay", "play", "-"], &record);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn files_of_other_kinds_are_said_to_be_such() {
    let home = Home::new();
    let (_, custom, _) = home.run_with(&["custom", "new"], "");
    let (_, infused, _) = home.run_with(&["custom", "infuse", "2048"], "");
    let (_, record, _) = home.run_with(&["replay", "record", "2048", "--moves", "LURD"], "");
    for (name, text, kind, advice) in [
        ("custom.json", &custom, "a Custom Mode in words", "polymerge custom convert "),
        ("infused.json", &infused, "an Infused Mode in words", "polymerge custom convert "),
        ("record.json", &record, "the record of a game", "polymerge replay play "),
    ] {
        let file = home.write(name, text);
        for command in commands(&file) {
            let (code, out, err) = home.run_with(&command, "");
            assert_eq!((code, out.as_str()), (2, ""), "{command:?}: {err}");
            let is_said = err.contains(kind) && err.contains(advice) && !err.contains("unknown-key");
            assert!(is_said, "{command:?}: {err}");
        }
        let (code, _, err) = home.run_with(&["check", &file], "");
        assert!(code == 1 && err.contains(kind) && err.contains(advice), "{err}");
    }
    let (_, save_code, _) = home.run_with(&["convert", "../../modes/crummy.jsonc"], "");
    let file = home.write("code.txt", &save_code);
    let (code, _, err) = home.run_with(&["check", &file], "");
    assert!(code == 1 && err.contains("is a save code") && err.contains("polymerge convert "), "{err}");
    let file = home.write("mine.jsonc", &MODE.replace("OPERATOR", "<"));
    let (code, _, err) = home.run_with(&["play", "--json", "--code", &file], "");
    assert!(code == 2 && err.contains("give mode files without --code"), "{err}");
    let file = home.write("quoted.txt", "> {\n>   \"title\": \"Mine\"\n> }\n");
    let (code, _, err) = home.run_with(&["play", "--json", "--code", &file], "");
    assert!(code == 2 && err.contains("give mode files without --code"), "{err}");
    // What is advised can be typed.
    let file = home.join("custom.json").to_string_lossy().into_owned();
    let (code, mode, err) = home.run_with(&["custom", "convert", &file, "--to", "mode"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    let made = home.write("custom.jsonc", &mode);
    assert_eq!(home.run_with(&["play", &made, "--moves", "L"], "").0, 0);
}

#[test]
fn modes_are_opened_by_whatever_lists_call_them() {
    let home = Home::new();
    let (_, list, _) = home.run_with(&["modes"], "");
    for mode in catalogue::summaries() {
        let title = mode.info.title.as_str();
        assert!(list.contains(title), "{title}");
        let (code, rules, err) = home.run_with(&["modes", "show", title], "");
        assert!(code == 0 && (err.is_empty() || title == "10"), "{title}: {err}");
        let found = if title == "10" { "010-1331" } else { mode.name.as_str() };
        assert!(rules.contains(&format!("File: {found}.jsonc\n")), "{title}: {rules}");
    }
    // what is typed, number of the mode
    for (name, number) in
        [("1/512", 118), ("DIVE", 50), ("x^y", 41), ("016-2197.jsonc", 16), ("16 + 16I", 70)]
    {
        for command in [
            &["play", name, "--json"][..],
            &["bench", name, "--games", "1", "--json"],
            &["render", name],
            &["replay", "play", name, "--moves", "0", "--json"],
            &["custom", "infuse", name],
            &["modes", "show", name, "--settings"],
        ] {
            let number = number.to_string();
            let by_number: Vec<&str> =
                command.iter().map(|word| if *word == name { number.as_str() } else { word }).collect();
            let (code, out, err) = home.run_with(command, "");
            assert_eq!((code, err.as_str()), (0, ""), "{command:?}");
            // Times differ.
            if command[0] != "bench" {
                assert_eq!(out, home.run_with(&by_number, "").1, "{command:?}");
            }
        }
    }
}

#[test]
fn what_is_no_name_of_a_mode_gets_a_suggestion() {
    let home = Home::new();
    home.write("2048", "@2048PowCompMode|9.9|");
    // what is typed, what is said
    for (name, message) in [
        ("2084", "there is no mode \"2084\"; did you mean 2048? (see polymerge modes)"),
        ("dvie", "there is no mode \"dvie\"; did you mean dive? (see polymerge modes)"),
        ("nosuchmode", "there is no mode \"nosuchmode\"; see polymerge modes"),
        ("1/513", "1/513: there is no such file; did you mean the mode 1-over-512?"),
        ("dvie.jsonc", "dvie.jsonc: there is no such file; did you mean the mode dive?"),
        ("no/such.jsonc", "no/such.jsonc: there is no such file"),
        ("no-such-code.txt", "no-such-code.txt: there is no such file"),
        ("no-such-page.html", "no-such-page.html: there is no such file"),
    ] {
        for command in [&["play", name, "--json"][..], &["bench", name], &["render", name], &["play", name]] {
            let found = home.run_with(command, "");
            assert_eq!(found, (2, String::new(), format!("polymerge: {message}\n")), "{command:?}");
        }
    }
    let (code, _, err) = home.run_with(&["modes", "show", "2084"], "");
    assert!(code == 2 && err.contains("did you mean 2048?"), "{err}");
    let (code, out, _) = home.run_with(&["play", "--plain"], "mode 2084\n");
    assert!(code == 1 && out.contains("did you mean 2048? (type modes for a list)"), "{out}");
    let (code, out, _) = home.run_with(&["play", "--plain"], "mode 1/512\n");
    assert!(code == 0 && out.contains("1/512. Type help for help."), "{out}");
}

#[test]
fn a_number_is_one_of_the_catalogue_and_a_mode_that_is_called_so_is_named() {
    let home = Home::new();
    let note = "10 is the number of 1331; the mode that is called 10 is 058-10";
    for command in [&["play", "10", "--json"][..], &["render", "10"], &["modes", "show", "10"]] {
        let (code, _, err) = home.run_with(command, "");
        assert_eq!((code, err), (0, format!("{note}\n")), "{command:?}");
    }
    let (code, out, _) = home.run_with(&["play", "--plain"], "mode 10\n");
    assert!(code == 0 && out.contains(&format!("{note}.\n1331. Type help")), "{out}");
    for name in ["58", "058", "058-10"] {
        let (code, out, err) = home.run_with(&["modes", "show", name], "");
        assert!(code == 0 && err.is_empty() && out.contains("File: 058-10.jsonc"), "{name}: {err}");
    }
}

#[test]
fn codes_are_found_in_mails() {
    let home = Home::new();
    let (_, code, _) = home.run_with(&["convert", "dive"], "");
    let replay = ["replay", "export", "dive", "--seed", "7", "--moves", "LURD", "--replay-code"];
    let (_, replay, _) = home.run_with(&replay, "");
    let quoted = |code: &str| format!("Hello,\n\n> Ann wrote:\n> look at this: {code}\nBest, Bob\n");
    let mail = home.write("mail.txt", &quoted(code.trim()));
    let play = |from: &str| home.run_with(&["play", "--code", from, "--seed", "7", "--moves", "LURD"], "");
    let (status, board, err) = play(code.trim());
    assert_eq!(status, 0, "{err}");
    assert_eq!(play(&mail), (status, board, err));
    let chat = home.write("chat.txt", &format!("/me plays {code}"));
    assert_eq!(play(&chat).0, 0, "{}", play(&chat).2);
    let watch = |text: &str| home.run_with(&["replay", "play", "--code", "-"], text);
    let (status, known, err) = watch(replay.trim());
    assert_eq!(status, 0, "{err}");
    assert_eq!(watch(&quoted(replay.trim())), (status, known, err));
}
