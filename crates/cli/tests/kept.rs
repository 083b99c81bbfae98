//! Tests that files of earlier versions stay readable: games, records, presets and configuration in
//! `tests/kept`. The files are never written again: a change that can't read them loses people's
//! work.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::common::Home;

/// The lines of the input, and what is printed.
fn run(home: &Home, arguments: &[&str], input: &str) -> String {
    let child = home.polymerge(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?} {input}");
    String::from_utf8(output.stdout).unwrap()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A home with all that was kept.
fn kept() -> Home {
    let (home, folder) = (Home::new(), Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept"));
    copy(&folder.join("data"), &home.join("XDG_DATA_HOME"));
    copy(&folder.join("config"), &home.join("XDG_CONFIG_HOME"));
    home
}

/// The games as they were listed: title and board.
fn boards() -> Vec<(String, String)> {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept/boards.txt")).unwrap();
    let blocks = text.split("\n\n").filter(|block| !block.trim().is_empty());
    let parts = blocks.map(|block| block.split_once('\n').unwrap());
    parts.map(|(title, board)| (title.to_owned(), format!("{}\n", board.trim_end()))).collect()
}

#[test]
fn every_kept_game_is_listed_and_opened_as_it_was() {
    let games = boards();
    assert_eq!(games.len(), 12);
    for (index, (title, board)) in games.iter().enumerate() {
        let home = kept();
        let number = index + 1;
        let input = format!("games\nresume {number}\nquit\n");
        let out = run(&home, &["play", "--plain", "2048", "--seed", "1"], &input);
        assert!(out.contains(&format!("\n{number}: {title}")), "{number}: {out}");
        let (_, opened) = out.rsplit_once(&format!("{title}. Type help for help.\n")).unwrap();
        assert!(opened.contains(board.as_str()), "{number}: {opened}");
    }
}

#[test]
fn kept_games_and_what_was_played_are_listed() {
    let home = kept();
    let games = run(&home, &["games"], "");
    assert_eq!(games.lines().count(), 1 + boards().len(), "{games}");
    assert!(games.starts_with("Mode ") && boards().iter().all(|(title, _)| games.contains(title)), "{games}");
    let lines = run(&home, &["games", "--json"], "");
    assert_eq!(lines.lines().count(), boards().len());
    let record: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert!(record["title"].is_string() && record["score"].is_number(), "{record}");
    let totals = run(&home, &["games", "--totals"], "");
    assert!(totals.contains("Best score") && totals.trim_end().ends_with(['s', 'n']), "{totals}");
    let lines = run(&home, &["games", "--totals", "--json"], "");
    let records = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let count: u64 = records.map(|mode| mode["games"].as_u64().unwrap()).sum();
    assert!(count >= boards().len() as u64 && totals.contains(&format!("\n{count} games, ")), "{totals}");

    let nothing = run(&Home::new(), &["games"], "");
    assert_eq!(nothing, "no games are kept yet; polymerge begins one\n");
    assert_eq!(run(&Home::new(), &["games", "--totals", "--json"], ""), "");
}

#[test]
fn every_kept_game_is_played_on_and_kept_again() {
    for (index, (title, _)) in boards().iter().enumerate() {
        let home = kept();
        let number = index + 1;
        let moves = format!("resume {number}\n0 1 2 3\nundo 4\nwords\nquit\n");
        let played = run(&home, &["play", "--plain", "2048", "--seed", "1"], &moves);
        let (_, end) = played.rsplit_once("Row 1:").unwrap();
        // It is the one that was played last now, unless nothing could be moved.
        let files = fs::read_dir(home.join("XDG_DATA_HOME/polymerge/games")).unwrap();
        let games =
            files.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|e| e == "game"));
        assert_eq!(games.count(), 12, "{title}");
        let list = run(&home, &["play", "--plain", "2048", "--seed", "1"], "games\nquit\n");
        let line = list.lines().find(|line| line.starts_with("1: ")).unwrap();
        let first = if line.contains(title.as_str()) { 1 } else { number };
        let input = format!("words\nresume {first}\nquit\n");
        let again = run(&home, &["play", "--plain", "2048", "--seed", "1"], &input);
        assert_eq!(again.rsplit_once("Row 1:").unwrap().1, end, "{title}");
    }
}

#[test]
fn kept_presets_and_configuration_are_read() {
    let home = kept();
    assert_eq!(
        run(&home, &["presets", "show", "mine"], "").lines().take(2).collect::<Vec<_>>(),
        ["grid=square:5x4", "garbage=3"]
    );
    let out = run(&home, &["play", "--plain", "2048", "--seed", "1", "--preset", "mine"], "words\nquit\n");
    assert!(out.contains("Row 4:") && !out.contains("Row 5:"), "{out}");
    let check = home.polymerge(&["config", "--check"]).output().unwrap();
    assert!(check.status.success(), "{check:?}");
}
