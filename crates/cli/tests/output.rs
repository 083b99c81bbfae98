//! Tests of output to full disks, to readers that went away, to folders; and of its messages.

use std::fs;
use std::process::Stdio;

use crate::common::{self, Home};

/// One way to each place that prints.
const PRINTING: &[&[&str]] = &[
    &["help"],
    &["--help"],
    &["-h"],
    &["--version"],
    &["help", "play"],
    &["play", "--help"],
    &["modes", "show", "--help"],
    &["modes"],
    &["modes", "--json"],
    &["modes", "show", "1"],
    &["modifiers"],
    &["presets"],
    &["presets", "show", "craters"],
    &["config"],
    &["man"],
    &["completions", "bash"],
    &["check", "../../modes/classic.jsonc"],
    &["convert", "../../modes/classic.jsonc"],
    &["custom", "new"],
    &["render", "2048"],
    &["eval", "[1]"],
    &["eval", "--explain", "+"],
    &["play", "--json"],
    &["play", "--plain"],
    &["bench", "--games", "1"],
    &["bench", "--player", "rollouts:50", "--games", "1", "--max-turns", "5"],
    &["hint", "--turns", "100"],
    &["stats", "--games", "2", "--max-turns", "5"],
    &["replay", "record", "2048", "--moves", "LURD"],
];

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_and_a_closed_pipe_is_none() {
    let home = Home::new();
    for arguments in PRINTING {
        let full = fs::File::create("/dev/full").unwrap();
        let mut child = home.polymerge(arguments);
        child.stdin(Stdio::null()).stdout(full).stderr(Stdio::piped());
        let output = child.spawn().unwrap().wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {err}");
        assert!(err.contains("the output can't be written: the disk is full"), "{arguments:?}: {err}");

        let mut child = home.polymerge(arguments);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        child.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
        let output = child.spawn().unwrap().wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn messages_that_can_not_be_written_stop_nothing() {
    let home = Home::new();
    let (_, code, _) = common::run(&mut home.polymerge(&["convert", "../../modes/crummy.jsonc"]), "");
    let code = code.trim();
    // arguments, exit code
    for (arguments, expected) in [
        (&["code", "explain", code][..], 0),
        (&["code", "convert", "--to-version", "2.2.3", code], 0),
        (&["play", "10", "--json"], 0),
        (&["play", "nosuch"], 2),
        (&["play", "--nosuch"], 2),
        (&["eval", "[5"], 2),
    ] {
        let mut quiet = home.polymerge(arguments);
        let found =
            quiet.stdin(Stdio::null()).stderr(fs::File::create("/dev/full").unwrap()).output().unwrap();
        let (_, out, _) = common::run(&mut home.polymerge(arguments), "");
        assert_eq!(found.status.code(), Some(expected), "{arguments:?}");
        assert_eq!(String::from_utf8(found.stdout).unwrap(), out, "{arguments:?}");
    }
}

#[test]
fn a_preset_is_replaced_only_if_that_is_asked_for() {
    let home = Home::new();
    let presets =
        |arguments: &[&str]| common::run(&mut home.polymerge(&[&["presets"], arguments].concat()), "");
    assert_eq!(presets(&["save", "mine", "--with", "garbage=2"]), (0, String::new(), String::new()));
    let (code, out, err) = presets(&["save", "mine", "--with", "garbage=3"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("polymerge: a preset mine exists already") && err.contains("--force"), "{err}");
    assert!(presets(&["show", "mine"]).1.starts_with("garbage=2\n"));
    assert_eq!(presets(&["save", "mine", "--force", "--with", "garbage=3"]).0, 0);
    assert!(presets(&["show", "mine"]).1.starts_with("garbage=3\n"));
    // What is wrong changes nothing, and leaves nothing behind.
    assert_eq!(presets(&["save", "mine", "--force", "--with", "garbage=x"]).0, 2);
    assert!(presets(&["show", "mine"]).1.starts_with("garbage=3\n"));
    let files: Vec<_> = fs::read_dir(home.join("XDG_CONFIG_HOME/polymerge/presets")).unwrap().collect();
    assert_eq!(files.len(), 1, "{files:?}");
}

#[test]
fn a_cut_code_is_named_by_its_file() {
    let home = Home::new();
    let (_, code, _) = common::run(&mut home.polymerge(&["convert", "2048"]), "");
    let file = home.join("half.txt");
    fs::write(&file, &code[..200]).unwrap();
    let file = file.to_str().unwrap();
    for command in ["convert", "play", "stats", "render"] {
        let (code, _, err) = common::run(&mut home.polymerge(&[command, file]), "");
        assert!(code == 2 && err.starts_with(&format!("polymerge: {file}: Mode code")), "{command}: {err}");
    }
}

#[test]
fn a_failure_keeps_its_exit_code_through_all_commands() {
    let home = Home::new();
    // A preset that is there and can't be read is no fault of the arguments.
    fs::create_dir_all(home.join("XDG_CONFIG_HOME/polymerge/presets/mine.txt")).unwrap();
    // arguments, exit code, a part of the message
    for (arguments, code, message) in [
        (&["stats", "classic", "--games", "1", "--preset", "mine"][..], 1, "the preset mine can't be read"),
        (&["play", "classic", "--plain", "--preset", "mine"], 1, "the preset mine can't be read"),
        (&["presets", "show", "mine"], 1, "the preset mine can't be read"),
        (&["stats", "classic", "--games", "1", "--preset", "nine"], 2, "there is no preset \"nine\""),
        (&["play", "clasic"], 2, "did you mean"),
        (&["convert", "/"], 2, "/: "),
    ] {
        let (found, _, err) = common::run(&mut home.polymerge(arguments), "");
        assert_eq!(found, code, "{arguments:?}: {err}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}

#[test]
fn a_preset_that_is_not_there_is_called_a_preset() {
    let home = Home::new();
    let presets = |arguments: &[&str]| common::run(&mut home.polymerge(arguments), "");
    assert_eq!(presets(&["presets", "save", "mine", "--with", "garbage=2"]).0, 0);
    // arguments, how the message starts
    for (arguments, message) in [
        (&["presets", "show", "nosuch"][..], "there is no preset \"nosuch\"; there are mine, "),
        (&["presets", "show", "mien"], "there is no preset \"mien\"; did you mean mine? There are mine, "),
        (&["presets", "show", "craterz"], "there is no preset \"craterz\"; did you mean craters? There are "),
        (&["presets", "show", "garbag=2"], "there is no modifier \"garbag\"; did you mean garbage?"),
        (&["play", "--json", "--preset", "mien"], "there is no preset \"mien\"; did you mean mine?"),
        (
            &["play", "--json", "--with", "craterz"],
            "there is no modifier \"craterz\"; did you mean the preset craters?",
        ),
    ] {
        let (code, out, err) = presets(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        let message = message.trim_start();
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}

#[test]
fn every_man_page_names_the_program_at_its_foot() {
    let home = Home::new();
    for command in [&[][..], &["play"], &["modes", "show"], &["replay", "export"]] {
        let (code, page, err) = common::run(&mut home.polymerge(&[&["man"], command].concat()), "");
        assert_eq!((code, err.as_str()), (0, ""));
        let name = [&["polymerge"], command].concat().join("-");
        let head = format!(".TH {name} 1  \"polymerge {}\"", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&head), "{command:?}: {page}");
    }
}
