//! `--plain`: transcripts, exit codes, and games that survive their windows.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use crate::common::Home;

/// Runs the program with lines as input; exit code, output and messages.
fn run(home: &Home, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = home
        .polymerge(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// Compares transcripts. The input is in `tests/plain/NAME.in`, with the arguments in its first
/// line, the output in `NAME.txt`. After a wanted change, `APPROVE=1 cargo test -p polymerge-cli`
/// writes the outputs again.
#[test]
fn transcripts_are_as_approved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plain");
    let mut inputs: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|file| file.extension().is_some_and(|ending| ending == "in"))
        .collect();
    inputs.sort();
    assert!(inputs.len() >= 5, "{inputs:?}");
    for file in inputs {
        let text = fs::read_to_string(&file).unwrap();
        let (arguments, input) = text.split_once('\n').unwrap();
        let arguments: Vec<&str> =
            ["play", "--plain"].into_iter().chain(arguments.split_whitespace()).collect();
        let (_, found, _) = run(&Home::new(), &arguments, input);
        approved::compare(file.with_extension("txt"), &found);
    }
}

/// The tiles of all lines that say which come next.
fn next_tiles(out: &str) -> Vec<Vec<String>> {
    let lines = out.lines().filter_map(|line| line.strip_prefix("Next: "));
    lines.map(|line| line.split(", ").map(str::to_owned).collect()).collect()
}

#[test]
fn the_next_tiles_are_those_that_come() {
    for seed in ["5", "6", "7"] {
        let arguments = ["play", "--plain", "classic", "--with", "next_tiles=3", "--seed", seed];
        let (_, out, _) = run(&Home::new(), &arguments, "L\nD\nL\nD\nR\nD\nL\nU\n");
        let seen = next_tiles(&out);
        assert!(seen.len() > 8 && seen.iter().all(|tiles| tiles.len() == 3), "{out}");
        for (before, after) in seen.iter().zip(&seen[1..]) {
            // A press that moves nothing takes none.
            assert!(before[1..] == after[..2] || before == after, "seed {seed}: {out}");
        }
        assert!(seen.iter().any(|tiles| tiles.contains(&"4".to_owned())), "seed {seed}: {out}");
    }
}

#[test]
fn keys_that_a_mode_declares_are_moves() {
    let arguments = ["play", "--plain", "2048", "--with", "eight-ways", "--seed", "7"];
    for (line, part) in
        [("q", "↖"), ("help", "4 or ↖ or q: up and left"), ("qv", "no direction of this mode")]
    {
        let (code, out, err) = run(&Home::new(), &arguments, &format!("{line}\n"));
        let is_understood = line != "qv";
        assert_eq!(code == 0, is_understood, "{line}: {out}{err}");
        assert!(line == "q" || out.contains(part) || err.contains(part), "{line}: {out}{err}");
    }
}

#[test]
fn texts_of_modes_do_not_control_the_terminal() {
    let home = Home::new();
    let hostile = format!("{}/../../stress/hostile/text-control.jsonc", env!("CARGO_MANIFEST_DIR"));
    let (code, found, _) = run(&home, &["play", "--plain", &hostile], "rules\nwords\nL\nR\nquit\n");
    assert!(code == 0 && found.contains('\u{fffd}'), "{found:?}");
    assert!(!found.contains(|c: char| c.is_control() && c != '\n'), "{found:?}");
    let (code, _, message) = run(&home, &["check", "no\u{1b}[2J-file"], "");
    assert!(code != 0 && message.contains('\u{fffd}') && !message.contains('\u{1b}'), "{message:?}");
}

#[test]
fn raised_and_lowered_texts_read_as_such() {
    let home = Home::new();
    let file = home.join("large.jsonc");
    let mode = r##"{
        "title": "Large", "grid": "2x2", "tile": ["e"], "spawns": [{ "tile": [100] }],
        "merges": [{ "match": [{}, {}], "result": [["@This e", "+", 1]] }],
        "tiles": [{ "text": [2, "^", "@This e"], "colour": "#f0c040" }],
        "rules_text": [["@TextE", "2", ["@Superscript", "n+1"], ", x", ["@Subscript", "1"]]],
        "stat_boxes": [
            { "title": ["@TextE", "x", ["@Subscript", "1"]], "value": [2, "^", 100] },
            { "title": "Time", "value": ["@TextE", [28, "*", 0.1], " s"] },
        ],
    }"##;
    fs::write(&file, mode).unwrap();
    let arguments = ["play", "--plain", file.to_str().unwrap()];
    let (code, out, err) = run(&home, &arguments, "rules\nwords\n");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    for part in ["x_1: 1.26765 × 10^30, Time: 2.8 s\n", "2^(n+1), x_1\n", "Row 2: "] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(!out.contains("1030") && out.matches("1.26765 × 10^30").count() == 6, "{out}");
}

#[test]
fn the_exit_code_says_how_it_went() {
    // arguments, input, exit code, message
    let cases: &[(&[&str], &str, i32, &str)] = &[
        (&["--plain"], "", 0, ""),
        (&["play", "--plain", "2048"], "L\nquit\nnonsense\n", 0, ""),
        (
            &["play", "--plain", "2048"],
            "L\nxyz\nR\n",
            1,
            "line 2: there is no word \"xyz\", and as moves: move 1 (character 1): \"x\" is no direction",
        ),
        (&["play", "--plain", "2048"], "undo x\n", 1, "line 1: \"x\" is not a number"),
        (&["play", "--plain", "no-such-mode"], "", 2, "there is no mode \"no-such-mode\""),
        (&["play", "--plain", "--json"], "", 2, "the argument '--plain' cannot be used with '--json'"),
    ];
    for (arguments, input, expected, message) in cases {
        let (code, _, err) = run(&Home::new(), arguments, input);
        assert_eq!(code, *expected, "{arguments:?} {input:?}: {err}");
        assert!(
            err.contains(message) && err.is_empty() == message.is_empty(),
            "{arguments:?} {input:?}: {err}"
        );
    }
}

#[test]
fn a_save_code_that_is_printed_can_be_played() {
    let home = Home::new();
    let (_, out, _) = run(&home, &["play", "--plain", "2048", "--seed", "7"], "LURDLURD\ncode\n");
    let code = out.lines().find(|line| line.starts_with('@')).unwrap();
    let board = "· · · ·\n· · 1 ·\n· · · 1\n1 1 2 8\n";
    assert!(out.contains(board), "{out}");
    let (_, again, _) = run(&Home::new(), &["play", "--plain", "--code", code], "");
    assert!(again.ends_with(board), "{again}");
}

/// A program that is talked to line by line.
struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts it; what it says first is its greeting.
    fn start(home: &Home, arguments: &[&str]) -> (Process, String) {
        let mut child =
            home.polymerge(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut talk = Process { child, input, output: BufReader::new(output) };
        let greeting = talk.answer();
        (talk, greeting)
    }

    /// Says a line; gives the board that is the answer.
    fn say(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        self.answer()
    }

    /// Reads to the end of a board of four rows.
    fn answer(&mut self) -> String {
        let mut board = Vec::new();
        while board.len() < 4 {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "it has gone: {board:?}");
            if line.split_whitespace().count() == 4 && !line.contains(':') && !line.contains(". ") {
                board.push(line);
            }
        }
        board.concat()
    }

    /// Kills the program, as `kill -9` does.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn end(mut self) {
        writeln!(self.input, "quit").unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn a_game_that_was_killed_goes_on_where_it_was() {
    let home = Home::new();
    let (mut talk, _) = Process::start(&home, &["play", "--plain", "2048", "--seed", "7"]);
    let mut last = String::new();
    for line in ["L", "U", "R", "D", "LU", "RD"] {
        last = talk.say(line);
    }
    talk.kill();
    let (mut talk, board) = Process::start(&home, &["--plain"]);
    assert_eq!(board, last);
    let last = talk.say("LURD");
    talk.kill();
    let (talk, board) = Process::start(&home, &["play", "--plain", "2048"]);
    assert_eq!(board, last);
    talk.end();
}

#[test]
fn two_windows_never_write_the_same_game() {
    let home = Home::new();
    let (mut one, _) = Process::start(&home, &["play", "--plain", "2048", "--seed", "7"]);
    one.say("LURD");
    one.end();
    // One window goes on with the game; for the other it is taken.
    let (mut one, _) = Process::start(&home, &["play", "--plain", "2048"]);
    let (mut two, board) = Process::start(&home, &["play", "--plain", "2048"]);
    assert_eq!(board.matches('·').count(), 14, "a new game: {board}");
    let mut last = [String::new(), String::new()];
    for line in ["L", "U", "R", "D", "L", "U"] {
        last = [one.say(line), two.say(line)];
    }
    one.kill();
    two.kill();
    // Both are there, whole, and can be gone on with.
    let (_, out, _) = run(&home, &["--plain"], "games\nresume 1\nresume 2\n");
    assert!(out.contains("\n1: 2048") && out.contains("\n2: 2048") && !out.contains("\n3: "), "{out}");
    for board in last {
        assert!(out.contains(&board), "{board} is not in\n{out}");
    }
}

/// The moves of the only game, as its record says.
fn moves(home: &Home) -> usize {
    let folder = home.join("XDG_DATA_HOME/polymerge/games");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let games: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|ending| ending == "game")).collect();
    assert_eq!(games.len(), 1, "{games:?}");
    let text = fs::read_to_string(&games[0]).unwrap();
    let moves = text.split("\"moves\":").nth(1).unwrap();
    moves.split(&['.', ','][..]).next().unwrap().parse().unwrap()
}

#[test]
fn no_moment_of_death_damages_a_game() {
    let home = Home::new();
    let mut before = 0;
    for round in 0..8_u64 {
        let (mut talk, _) = Process::start(&home, &["play", "--plain", "2048"]);
        talk.say("LR");
        // It saves as fast as it can while it dies.
        let _ = talk.input.write_all("L\nR\n".repeat(400).as_bytes());
        std::thread::sleep(Duration::from_millis(3 + 7 * round));
        talk.child.kill().unwrap();
        let mut out = String::new();
        talk.output.read_to_string(&mut out).unwrap();
        talk.child.wait().unwrap();
        let (_, out, _) = run(&home, &["--plain"], "");
        assert!(!out.is_empty());
        let now = moves(&home);
        assert!(now >= before, "{now} moves are kept, there were {before}");
        before = now;
    }
    assert!(before > 0);
}

#[test]
fn bytes_of_any_kind_are_read() {
    // input, exit code, what is printed, message
    let cases: &[(&[u8], i32, &str, &str)] = &[
        (b"\xef\xbb\xbfundo\nquit\n", 0, "There is nothing to undo.", ""),
        (b"undo\r\nquit\r\n", 0, "There is nothing to undo.", ""),
        (
            b"\xff\xfe\nundo\nquit\n",
            1,
            "There is nothing to undo.",
            "line 1: byte 1 of the line is not UTF-8 text",
        ),
        (
            b"undo\nL\xc3(\nundo",
            1,
            "There is nothing to undo.",
            "line 2: byte 2 of the line is not UTF-8 text",
        ),
    ];
    for (input, code, printed, message) in cases {
        let home = Home::new();
        let mut child = home
            .polymerge(&["play", "--plain", "2048", "--seed", "7"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(output.status.code(), Some(*code), "{input:?}: {err}");
        assert!(out.contains(printed) && err.contains(message), "{input:?}: {out} {err}");
    }
}

#[test]
fn it_is_said_where_no_game_is_kept() {
    let home = Home::new();
    let mut command = home.polymerge(&["play", "--plain", "2048", "--seed", "7"]);
    for (name, _) in home.variables() {
        command.env_remove(name);
    }
    let output = command.stdin(Stdio::null()).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("Note: games are not saved: set HOME or XDG_DATA_HOME"), "{out}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn games_of_changed_modes_are_distinguished() {
    let home = Home::new();
    for changes in [&[][..], &["--with", "grid=hexagon:3"], &["--with", "garbage=2", "--with", "grid=5x4"]] {
        let arguments = [&["play", "--plain", "2048", "--seed", "7"], changes].concat();
        run(&home, &arguments, "L R L R\nnew\nL R L R\n");
    }
    let (_, out, _) = run(&home, &["play", "--plain", "2048", "--seed", "1"], "games\n");
    for label in ["2048, score", "2048 (grid=hexagon:3), score", "2048 (grid=square:5x4, garbage=2), score"] {
        assert_eq!(out.matches(&format!(": {label}")).count(), 2, "{label}: {out}");
    }
}
