//! `polymerge custom`: forms in words, as codes and as mode files.

use std::fs;
use std::process::{Command, Stdio};

/// Runs the command: its exit code, what it prints, what it complains about.
fn polymerge(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polymerge"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_form_becomes_everything_that_it_can() {
    let folder = std::env::temp_dir().join(format!("polymerge-custom-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (code, words, err) = polymerge(&["custom", "new"]);
    assert_eq!((code, err.as_str()), (0, ""));
    fs::write(path("mine.json"), &words).unwrap();
    // what is asked for, how the answer starts
    let cases = [
        ("words", "{"),
        ("code", "@2048PowCompCustom|3.0|"),
        ("infused", "@2048PowCompInfused|3.0|"),
        ("mode-code", "@2048PowCompMode|3.0|"),
        ("mode", "{\n"),
    ];
    for (to, start) in cases {
        let (code, out, err) = polymerge(&["custom", "convert", &path("mine.json"), "--to", to]);
        assert!(code == 0 && err.is_empty() && out.starts_with(start), "{to}: {out}{err}");
        fs::write(path(to), &out).unwrap();
    }
    // Words of the code are those of the words.
    let (_, again, _) = polymerge(&["custom", "convert", &path("code")]);
    assert_eq!(again, fs::read_to_string(path("words")).unwrap());
    fs::rename(path("mode"), path("mine.jsonc")).unwrap();
    let moves = ["--seed", "3", "--moves", "LURDLURD"];
    let play = |name: &str| polymerge(&[&["play", &path(name)][..], &moves].concat());
    let (code, board, err) = play("mine.jsonc");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(play("mode-code").1, board);
    let (code, words, err) = polymerge(&["custom", "infuse", "dive"]);
    assert!(code == 0 && words.starts_with("{\n  \"infused\": {"), "{err}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn words_say_each_thing_once_and_exactly() {
    let file = std::env::temp_dir().join(format!("polymerge-twice-{}.json", std::process::id()));
    let path = file.to_string_lossy().into_owned();
    let merges = r#""merges": [{ "with": ["n"], "gives": "n+1" }]"#;
    // the other keys, exit code, a part of what is said
    let cases = [
        (r#""spawning": [{ "value": 1 }]"#, 0, ""),
        (r#""spawning": [{ "value": 1, "value": 2 }]"#, 2, "the key \"value\" is here a second time"),
        (
            r#""spawning": [{ "value": 9007199254740993 }]"#,
            0,
            "warning[inexact-number]: `9007199254740993` becomes 9007199254740992",
        ),
    ];
    for (keys, expected, part) in cases {
        fs::write(&file, format!("{{ {keys}, {merges} }}")).unwrap();
        let (code, _, err) = polymerge(&["custom", "convert", &path]);
        assert_eq!((code, part.is_empty()), (expected, err.is_empty()), "{keys}: {err}");
        assert!(err.contains(part), "{keys}: {err}");
    }
    fs::remove_file(file).unwrap();
}

#[test]
fn a_tile_with_two_values_is_shown_with_both_ways_to_it() {
    let file = std::env::temp_dir().join(format!("polymerge-witness-{}.json", std::process::id()));
    let path = file.to_string_lossy().into_owned();
    // the second merge, exit code, part of the answer
    let cases = [
        (r#"{ "for": [7], "with": ["n"], "gives": "n+1" }"#, 0, "consistent: every tile has one value"),
        (
            r#"{ "with": ["n+1"], "gives": "n+2" }"#,
            1,
            "tile 3 has two values:\n  3 = 1 + 2: merge 2 of the tiles 1, 2\n  4 = 2 + 2: merge 1 of the tiles 2, 2\n",
        ),
    ];
    for (second, expected, part) in cases {
        let first = r#"{ "with": ["n"], "gives": "n+1" }"#;
        let words = format!(r#"{{ "spawning": [{{ "value": 1 }}], "merges": [{first}, {second}] }}"#);
        fs::write(&file, words).unwrap();
        let (code, out, err) = polymerge(&["custom", "check", &path]);
        assert_eq!(code, expected, "{out}{err}");
        assert!(out.starts_with(part), "{out}");
    }
    fs::remove_file(file).unwrap();
    let (code, _, err) = polymerge(&["custom", "check", "@2048PowCompModifiers|3.0|x"]);
    assert!(code == 2 && err.starts_with("polymerge: the code: "), "{err}");
}
