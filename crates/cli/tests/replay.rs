//! `polymerge replay` as a shell sees it.

use std::process::Command;

use crate::common;

fn polymerge(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polymerge"));
    common::run(command.args(arguments).env("RUST_BACKTRACE", "1"), "")
}

/// The record that these tests check, made by `replay record`.
const RECORD: &str = "{\"mode\":\"2048\",\"seed\":\"7\",\"generator\":\"xoshiro256++/1\",\"moves\":\"jY2g9Y\",\"count\":17,\"score\":30}\n";

#[test]
fn a_game_is_recorded_in_a_move_string() {
    let result = polymerge(&["replay", "record", "2048", "--seed", "7", "--moves", "LURDLURDLLUURRDDL"]);
    assert_eq!(result, (0, RECORD.to_owned(), String::new()));
}

#[test]
fn a_record_plays_the_same_game() {
    let by_letters = polymerge(&["play", "2048", "--seed", "7", "--moves", "LURDLURDLLUURRDDL", "--json"]);
    let by_string =
        polymerge(&["replay", "play", "2048", "--seed", "7", "--moves", "jY2g9Y", "--count", "17", "--json"]);
    assert_eq!(by_letters, by_string);
}

#[test]
fn claims_get_an_answer() {
    // score and further arguments, exit code, first line
    let cases: &[(&[&str], i32, &str)] = &[
        (&["30"], 0, "yes"),
        (&["30", "--count", "17"], 0, "yes"),
        (&["30", "--seed-mode", "deterministic"], 0, "yes"),
        (&["31"], 1, "no"),
        (&["30", "--seed", "8"], 1, "no"),
    ];
    for (claim, code, answer) in cases {
        let seed: &[&str] = if claim.contains(&"--seed") { &[] } else { &["--seed", "7"] };
        let arguments =
            [&["replay", "verify", "2048", "--moves", "jY2g9Y", "--score"], *claim, seed].concat();
        let (found, out, _) = polymerge(&arguments);
        assert_eq!((found, out.lines().next()), (*code, Some(*answer)), "{claim:?}");
    }
}

#[test]
fn wrong_input_gets_a_message_and_exit_code_2() {
    // arguments after `replay verify --score 1`, how the message starts
    let cases: &[(&[&str], &str)] = &[
        (
            &["2048"],
            "2048: give the moves of the game as well (--moves), or a Replay code, or the file of a record",
        ),
        (&["2048", "--moves", "A!"], "the move string: character 2 is none of A-Z, a-z, 0-9, - and /"),
        (&["2048", "--moves", ".6.3.oY"], "the moves are for 6 directions, but the mode has 4"),
        (&["2048", "--moves", "A", "--count", "4"], "the string holds 3 moves with its padding"),
        (&["2048", "--moves", "A", "--seed-mode", "recorded"], "2048 is no Replay code"),
        (&["--code", "@2048PowCompReplay|3.0|"], "the code: Replay code of version 3.0, piece 2 (width): "),
    ];
    for (arguments, message) in cases {
        let (code, out, err) = polymerge(&[&["replay", "verify", "--score", "1"], *arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.starts_with(&format!("polymerge: {message}")), "{arguments:?}: {err}");
    }
}

#[test]
fn a_record_is_exported_in_other_forms() {
    let record = ["replay", "export", "2048", "--seed", "7", "--moves", "jY2g9Y", "--count", "17"];
    let (code, cast, err) = polymerge(&[&record[..], &["--asciicast", "--width", "50"]].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        cast.starts_with("{\"height\":20,\"title\":\"2048\",\"version\":2,\"width\":50}\n[0.0,\"o\","),
        "{cast:.80}"
    );
    let (code, replay, err) = polymerge(&[&record[..], &["--replay-code"]].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(replay.starts_with("@2048PowCompReplay|"), "{replay:.80}");
    // The code is the same game, also as it is instead of the name of a mode.
    let (_, by_code, _) = polymerge(&["replay", "play", replay.trim(), "--json"]);
    let (_, by_moves, _) =
        polymerge(&["replay", "play", "2048", "--seed", "7", "--moves", "jY2g9Y", "--count", "17", "--json"]);
    let grid =
        |text: &str| text.split("\"grid\":").nth(1).map(|rest| rest[..rest.find("]]").unwrap()].to_owned());
    assert_eq!(grid(&by_code), grid(&by_moves));
    assert!(grid(&by_code).is_some());
}

#[test]
fn a_record_in_a_file_is_played_again() {
    let file = std::env::temp_dir().join(format!("polymerge-record-{}.json", std::process::id()));
    std::fs::write(&file, RECORD).unwrap();
    let name = file.to_str().unwrap();
    let by_file = polymerge(&["replay", "play", name, "--json"]);
    let by_string =
        polymerge(&["replay", "play", "2048", "--seed", "7", "--moves", "jY2g9Y", "--count", "17", "--json"]);
    assert_eq!(by_file, by_string);
    let (code, out, _) = polymerge(&["replay", "verify", name, "--score", "30"]);
    assert_eq!((code, out.lines().next()), (0, Some("yes")));
    std::fs::write(&file, RECORD.replace("++/1", "++/9")).unwrap();
    let (code, _, err) = polymerge(&["replay", "play", name]);
    assert_eq!(code, 2);
    assert!(err.contains("the record is for xoshiro256++/9, not for xoshiro256++/1"), "{err}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn watching_needs_a_terminal() {
    let (code, _, err) = polymerge(&["replay", "watch", "2048", "--moves", "jY2g9Y"]);
    assert_eq!(code, 2);
    assert!(err.contains("the game needs a terminal; to watch a replay without one, export it"), "{err}");
}

#[test]
fn moves_mean_the_same_in_every_command() {
    // moves as they are written; the same in play and in replay
    for moves in ["LURDLURDLLUURRDDL", "l u r d", "2 0 3 1", "←↑→↓", ""] {
        let played = polymerge(&["play", "2048", "--seed", "7", "--moves", moves, "--json"]);
        let again = polymerge(&["replay", "play", "2048", "--seed", "7", "--moves", moves, "--json"]);
        assert_eq!(played, again, "{moves}");
        assert_eq!(played.0, 0, "{moves}");
    }
    // What is no text of moves is a move string, and nothing else.
    let packed = polymerge(&["replay", "play", "2048", "--seed", "7", "--packed", "jY2g9Y"]);
    assert_eq!(packed, polymerge(&["replay", "play", "2048", "--seed", "7", "--moves", "jY2g9Y"]));
    assert!(packed.2.contains("17 moves of 18 taken; --count says how many there are"), "{}", packed.2);
    let letters = polymerge(&["replay", "play", "2048", "--seed", "7", "--packed", "LURD"]);
    assert_ne!(letters, polymerge(&["replay", "play", "2048", "--seed", "7", "--moves", "LURD"]));
    for arguments in
        [&["play", "2048", "--moves", "jY2g9Y"], &["replay", "play", "2048", "--moves", "L X"][..]]
    {
        let (code, _, message) = polymerge(arguments);
        assert!(code == 2 && message.contains("is no direction of this mode"), "{arguments:?}: {message}");
    }
}

/// A file that is gone when the test is.
struct File(std::path::PathBuf);

impl File {
    fn with(name: &str, text: &str) -> File {
        let file = std::env::temp_dir().join(format!("polymerge-replay-{}-{name}", std::process::id()));
        std::fs::write(&file, text).unwrap();
        File(file)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn it_is_said_how_a_game_stands() {
    let small = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/plain/small.jsonc");
    let round = "LURD".repeat(40);
    // mode, changes, moves, how the game stands, how its replay does
    let cases: &[(&str, &[&str], &str, &str, &str)] = &[
        ("2048", &[], "L", "playing", "playing"),
        ("2048", &["--with", "grid=2x2"], &round, "over", "over"),
        (small, &[], "LURDLURD", "won, playing on", "won"),
        (small, &[], &round, "won, over", "won, over"),
    ];
    for (mode, changes, moves, standing, replayed) in cases {
        let arguments = [&["play", mode, "--seed", "9", "--moves", moves], *changes].concat();
        let (code, out, message) = polymerge(&arguments);
        assert_eq!(code, 0, "{message}");
        assert!(out.trim_end().ends_with(&format!(" ignored, {standing}")), "{mode}: {out}");
        if changes.is_empty() {
            let export = ["replay", "export", mode, "--seed", "9", "--moves", moves, "--replay-code"];
            let (code, text, message) = polymerge(&export);
            assert_eq!(code, 0, "{message}");
            let file = File::with(&moves.len().to_string(), &text);
            let (_, out, _) = polymerge(&["replay", "play", file.path()]);
            assert!(out.trim_end().ends_with(&format!(", {replayed}")), "{mode}: {out}");
        }
    }
}

/// The plain form does not say how many moves there are.
#[test]
fn padding_is_no_move() {
    let packed = ["2048", "--seed", "7", "--packed", "jY2g9Y"];
    let run = |task: &[&str], more: &[&str]| polymerge(&[&["replay"], task, &packed[..], more].concat());
    for task in [
        &["play", "--json"][..],
        &["play"],
        &["export", "--svg"],
        &["export", "--asciicast"],
        &["verify", "--score", "30"],
    ] {
        let (code, out, err) = run(task, &[]);
        assert_eq!(code, 0, "{task:?}: {err}");
        let (code, counted, err) = run(task, &["--count", "17"]);
        assert_eq!((code, err.as_str()), (0, ""), "{task:?}");
        assert_eq!(out, counted, "{task:?}");
        // If the last move was meant, it can be said.
        let (_, longer, _) = run(task, &["--count", "18"]);
        assert_ne!(out, longer, "{task:?}");
        assert_eq!(run(task, &["--count", "19"]).0, 2, "{task:?}");
    }
    let reviewed =
        |more: &[&str]| polymerge(&[&["review", "--all", "--turns", "10"], &packed[..], more].concat()).1;
    assert_eq!(reviewed(&[]), reviewed(&["--count", "17"]));
    // The form for more directions says it, and so do letters.
    for exact in [&["--packed", ".6.3.oY", "--json"][..], &["--moves", "000", "--json"]] {
        let (_, _, err) = polymerge(&[&["replay", "play", "067"], exact].concat());
        assert!(!err.contains("padding"), "{exact:?}: {err}");
    }
}

/// A mode file with settings, and one that draws something before each game.
const FILES: [&str; 3] = [
    r##"{ "extends": "classic.jsonc", "title": "Mine", "grid": "5x4", "spawns": [{ "tile": [2] }] }"##,
    r##"{
        "title": "Goals", "variables": { "goal": 0 }, "tile": ["power"],
        "before_game": { "do": [0, "@edit_gvar", "$goal", [10, "rand_int", 19]] },
        "tiles": [{ "colour": "#f0c040" }], "spawns": [{ "tile": [1] }],
        "merges": [{ "match": [{}, {}], "result": [["@This power", "+", 1]], "score": "@GVar goal" }]
    }"##,
    // A built-in mode as it is.
    r##"{ "extends": "050-dive.jsonc", "title": "DIVE" }"##,
];

#[test]
fn the_record_of_a_mode_file_is_checked_where_the_file_is_not() {
    for (number, text) in FILES.iter().enumerate() {
        let file = File::with(&format!("mode-{number}.jsonc"), text);
        let (code, printed, err) =
            polymerge(&["replay", "record", file.path(), "--seed", "7", "--moves", "LURDLURDLL"]);
        assert_eq!((code, err.as_str()), (0, ""), "{text}");
        let (_, played, _) =
            polymerge(&["replay", "play", file.path(), "--seed", "7", "--moves", "LURDLURDLL"]);
        let record = File::with(&format!("record-{number}.json"), &printed);
        drop(file);
        let (code, out, err) = polymerge(&["replay", "verify", record.path()]);
        assert_eq!((code, out.lines().next(), err.as_str()), (0, Some("yes"), ""), "{text}");
        assert_eq!(polymerge(&["replay", "play", record.path()]).1, played, "{text}");
        let (code, _, err) = polymerge(&["replay", "verify", record.path(), "--score", "-1"]);
        assert_eq!(code, 1, "{text}: {err}");
    }
}

#[test]
fn records_of_earlier_versions_find_their_mode_files() {
    let (file, old) = (File::with("old.jsonc", FILES[0]), |mode: &str| {
        RECORD.replace("\"2048\"", &format!("{mode:?}")).replace("\"score\":30", "\"score\":0")
    });
    // As it was named when the game was recorded; or beside the record.
    let name = std::path::Path::new(file.path()).file_name().unwrap().to_str().unwrap();
    for mode in [file.path(), name, &format!("gone/{name}")] {
        let record = File::with("old-record.json", &old(mode));
        let (code, out, err) = polymerge(&["replay", "play", record.path()]);
        assert!(code == 0 && out.contains("moves"), "{mode}: {err}");
    }
    for mode in ["gone.jsonc", "mine~0123abcd", "/etc/hostname"] {
        let record = File::with("lost.json", &old(mode));
        let (code, out, err) = polymerge(&["replay", "verify", record.path()]);
        assert_eq!((code, out.as_str()), (2, ""), "{mode}: {err}");
        let said =
            format!("lost.json: the record names the mode {mode:?}, which is not here; name its mode file");
        assert!(err.contains(&said), "{err}");
    }
}
