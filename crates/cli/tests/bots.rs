//! Bots: the protocol, the player as a bot.

#[cfg(unix)]
mod arena;
mod document;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Home, run};

/// The time in which everything here must happen, on any machine.
const LONG: Duration = Duration::from_secs(60);

/// The answers of `polymerge serve-moves` to lines.
fn answers(arguments: &[&str], lines: &str) -> Vec<String> {
    let all: Vec<&str> = ["serve-moves"].into_iter().chain(arguments.iter().copied()).collect();
    let (code, out, err) = run(&mut Home::new().polymerge(&all), lines);
    assert!(code == 0 && err.is_empty(), "{lines}: {err}");
    out.lines().map(str::to_owned).collect()
}

/// The object of the last answer to lines.
fn last(arguments: &[&str], lines: &str) -> Value {
    let answers = answers(arguments, lines);
    let line = answers.last().unwrap_or_else(|| panic!("{lines}: no answer"));
    serde_json::from_str(line.split_once(' ').unwrap().1).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// `polymerge serve-moves` while one speaks with it.
struct Served {
    child: Child,
    to: ChildStdin,
    from: Receiver<String>,
}

impl Served {
    fn start(command: &mut Command) -> Served {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, out) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let (sender, from) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        Served { child, to, from }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    /// Waits for a line with this word. Returns the lines before it.
    fn wait_for(&self, word: &str) -> Vec<String> {
        let mut before = Vec::new();
        loop {
            let line = self.from.recv_timeout(LONG).unwrap_or_else(|_| panic!("no {word}: {before:?}"));
            if line.split(' ').next() == Some(word) {
                return before;
            }
            before.push(line);
        }
    }

    /// Waits for the end of the program.
    fn wait_for_end(mut self) {
        let until = Instant::now() + LONG;
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < until, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_line_that_cannot_be_read_is_answered_by_an_error() {
    let classic = "mode classic\nposition {\"seed\":7}\n";
    // lines, part of the message, number of the line
    for (lines, part, number) in [
        ("dance", "\"dance\" is no word", 1),
        ("\n\n{}", "\"{}\" is no word", 3),
        ("go", "there is no position yet", 1),
        ("board", "there is no position yet", 1),
        ("position {\"seed\":7}", "there is no mode yet", 1),
        ("mode clasic", "there is no mode \"clasic\"", 1),
        ("mode @nonsense", "", 1),
        ("mode {\"mode\":\"x\",\"modeFile\":\"{ widht: 4 }\"}", "", 1),
        ("mode classic\nposition 7", "position needs a JSON object", 2),
        ("mode classic\nposition {}", "either a seed", 2),
        ("mode classic\nposition {\"seed\":7,\"code\":\"x\"}", "either a seed", 2),
        ("mode classic\nposition {\"seed\":7,\"moves\":\"LX\"}", "\"X\" is no direction", 2),
        (
            &format!("mode classic\nposition {{\"seed\":7,\"moves\":\"{}\"}}", "L".repeat(60)),
            "moves nothing",
            2,
        ),
        ("mode classic\nposition {\"code\":\"@x\"}", "", 2),
        ("mode classic\nposition {\"snapshot\":\"[1]\"}", "", 2),
        // A position that can't be taken is not the one before.
        (&format!("{classic}position {{\"seed\":7,\"moves\":\"?\"}}\ngo"), "there is no position yet", 4),
        (&format!("{classic}mode dive\ngo"), "there is no position yet", 4),
        (&format!("{classic}go {{\"movetime\":-1}}"), "movetime is a number", 3),
        (&format!("{classic}go {{\"turns\":0}}"), "above 0", 3),
    ] {
        let error = last(&[], lines);
        let message = error["message"].as_str().unwrap_or_else(|| panic!("{lines}: {error}"));
        assert!(message.contains(part) && !message.is_empty(), "{lines}: {message}");
        assert_eq!(error["line"], number, "{lines}");
    }
    // It goes on after each of them.
    let last = answers(&[], &format!("\u{1b}[31m\n{classic}go {{\"turns\":10}}\n")).pop().unwrap();
    assert!(last.starts_with("bestmove "), "{last}");
}

#[test]
fn lines_and_modes_are_bounded() {
    let long = format!("mode {}\nhello\n", "x".repeat(5 << 20));
    let strict = answers(&["--strict"], &long);
    assert!(strict[0].starts_with("error {\"line\":1,\"message\":\"the line has more than 4194304 bytes"));
    assert!(strict[1].starts_with("hello {"), "{strict:?}");
    let large = r#"mode {"mode":"x","modeFile":"{ \"extends\": \"classic.jsonc\", \"grid\": \"40x40\" }"}"#;
    assert!(answers(&[], large)[0].starts_with("ready {"));
    assert!(answers(&["--strict"], large)[0].starts_with("error {"));
}

#[test]
fn a_position_is_a_seed_with_moves_or_a_code() {
    let home = Home::new();
    let (_, out, _) =
        run(&mut home.polymerge(&["play", "dive", "--seed", "7", "--moves", "LURD", "--json"]), "");
    let played: Value = serde_json::from_str(&out).unwrap();
    // Also as one position after the other, as interfaces send them.
    for lines in [
        "mode dive\nposition {\"seed\":7,\"moves\":\"LURD\"}\nboard",
        "mode dive\nposition {\"seed\":\"7\",\"moves\":\"LU\"}\nposition {\"seed\":7,\"moves\":\"LURD\"}\nboard",
        "mode dive\nposition {\"seed\":7,\"moves\":\"LURDL\"}\nposition {\"seed\":7,\"moves\":\"LURD\"}\nboard",
        "mode dive\nposition {\"seed\":8,\"moves\":\"LU\"}\nposition {\"seed\":7,\"moves\":\"LURD\"}\nboard",
    ] {
        let board = last(&[], lines);
        assert_eq!((&board["grid"], &board["score"]), (&played["grid"], &played["score"]), "{lines}");
        assert_eq!(board["turn"], 4);
    }
    let rules = polymerge::Mode::built_in("dive").unwrap().compile().unwrap();
    let mut run = polymerge::proof::Run::start(&rules, 7).unwrap();
    run.play_all(&rules.parse_moves("LURD").unwrap()).unwrap();
    // A code has its mode with it.
    for before in ["", "mode classic\n"] {
        let code = run.game().code().unwrap();
        let board = last(&[], &format!("{before}position {{\"code\":{code:?}}}\nboard"));
        assert_eq!((&board["grid"], &board["score"]), (&played["grid"], &played["score"]));
    }
}

#[test]
fn equal_positions_seeds_and_limits_give_equal_moves() {
    for go in ["{\"turns\":300,\"seed\":3}", "{\"nodes\":300}", ""] {
        let lines = format!("mode classic\nposition {{\"seed\":7,\"moves\":\"LURD\"}}\ngo {go}\n");
        for arguments in [&[][..], &["--no-weights"], &["--turns", "200"], &["--nodes", "200"]] {
            let once = answers(arguments, &lines);
            assert_eq!(once, answers(arguments, &lines), "{go} {arguments:?}");
            assert!(once.last().unwrap().starts_with("bestmove "), "{once:?}");
        }
    }
    // Weights by which boards are valued, or random games.
    let info = |arguments: &[&str]| {
        let all = answers(arguments, "mode classic\nposition {\"seed\":7}\ngo {\"turns\":100}\n");
        all.iter().find(|line| line.starts_with("info ")).unwrap().clone()
    };
    assert!(info(&[]).contains("\"quantity\":\"points\""));
    assert!(info(&["--no-weights"]).contains("\"quantity\":\"score\""));
}

#[test]
fn a_mode_without_weights_is_refused_where_they_are_asked_for() {
    let small = r#"mode {"mode":"x","modeFile":"{ \"extends\": \"classic.jsonc\", \"grid\": \"3x3\" }"}"#;
    let error = last(&["--nodes", "100"], small);
    assert!(error["message"].as_str().unwrap().contains("no weights"), "{error}");
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let tiny = r#"mode {"mode":"x","modeFile":"{ \"extends\": \"classic.jsonc\", \"grid\": \"1x1\", \"start_tiles\": 1 }"}"#;
    let all = answers(&[], &format!("{tiny}\nposition {{\"seed\":1}}\nboard\ngo\n"));
    assert!(all[1].contains("\"legal\":[]"), "{all:?}");
    assert_eq!(all.last().unwrap(), "bestmove none");
}

#[test]
fn lines_that_come_during_a_search_wait() {
    let lines = "position {\"seed\":7}\ngo {\"turns\":2}\n".repeat(300);
    let all = answers(&["--no-weights"], &format!("mode classic\n{lines}"));
    assert_eq!(all.iter().filter(|line| line.starts_with("bestmove ")).count(), 300);
    assert!(!all.iter().any(|line| line.starts_with("error")));
}

#[test]
fn a_search_can_be_stopped() {
    // Without stop, none of these ends within hours.
    for (mode, arguments, go) in [
        ("classic", &["serve-moves"][..], "{\"infinite\":true}"),
        ("classic", &["serve-moves"], "{\"nodes\":900000000000}"),
        ("dive", &["serve-moves", "--no-weights"], "{\"infinite\":true}"),
    ] {
        let home = Home::new();
        let mut served = Served::start(&mut home.polymerge(arguments));
        served.say(&format!("mode {mode}"));
        served.say("position {\"seed\":7,\"moves\":\"LURD\"}");
        served.say(&format!("go {go}"));
        // Something is found meanwhile, and other lines wait.
        served.wait_for("info");
        served.say("board");
        served.say("stop");
        let before = served.wait_for("bestmove");
        assert!(!before.iter().any(|line| line.starts_with("board")), "{before:?}");
        served.wait_for("board");
        served.say(&format!("go {go}"));
        served.say("quit");
        served.wait_for_end();
    }
}

#[cfg(unix)]
#[test]
fn a_search_ends_when_nothing_can_read_its_answer() {
    for (arguments, go) in [
        (&["serve-moves"][..], "{\"nodes\":900000000000}"),
        (&["serve-moves", "--no-weights"], "{\"turns\":900000000000}"),
        (&["serve-moves", "--no-weights"], "{\"infinite\":true}"),
    ] {
        let home = Home::new();
        let mut child =
            home.polymerge(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        // The input stays open.
        let mut to = child.stdin.take().unwrap();
        writeln!(to, "mode classic\nposition {{\"seed\":7}}\ngo {go}").unwrap();
        let mut ready = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut ready).unwrap();
        assert!(ready.starts_with("ready "), "{ready}");
        let until = Instant::now() + LONG;
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < until, "{go} does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn time_limits_are_kept() {
    for (mode, arguments) in [("classic", &["serve-moves"][..]), ("dive", &["serve-moves", "--no-weights"])] {
        let home = Home::new();
        let mut served = Served::start(&mut home.polymerge(arguments));
        served.say(&format!("mode {mode}\nposition {{\"seed\":7}}\ngo {{\"movetime\":300}}"));
        served.wait_for("bestmove");
        // The end of the input ends what would never end.
        served.say("go {\"infinite\":true}");
        let Served { child, to, from } = served;
        drop(to);
        assert!(from.iter().any(|line| line.starts_with("bestmove ")));
        assert!(child.wait_with_output().unwrap().status.success());
    }
}
