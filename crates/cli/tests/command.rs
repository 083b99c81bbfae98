//! The command as a shell sees it: output, messages, exit codes.

use std::process::{Command, Stdio};

use crate::common;

/// Runs the command without a terminal.
fn polymerge(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polymerge"));
    common::run(command.args(arguments).env("RUST_BACKTRACE", "1"), "")
}

#[test]
fn commands_print_their_results() {
    // arguments, standard output
    let cases: &[(&[&str], &str)] = &[
        (&["eval", "[3,\"+\",4]"], "7\n"),
        (&["eval", "[0,\"-\",0.5]"], "-0.5\n"),
        (&["eval", "--trace", "[[3,\"+\",4],\"*\",2]"], "  1: 3 + 4 -> 7\n1: 7 * 2 -> 14\n14\n"),
        (&["eval", "[\"@Literal\",\"@BigInt 7\",\"@NaN\"]"], "[\"@BigInt 7\",\"@NaN\"]\n"),
    ];
    for (arguments, expected) in cases {
        assert_eq!(polymerge(arguments), (0, (*expected).into(), String::new()), "{arguments:?}");
    }
}

#[test]
fn what_an_expression_hardly_means_is_warned_of() {
    // expression, value, the first line of standard error
    let cases = [
        (r#"[3,"pow",2]"#, "3\n", "warning[unknown-operator]: there is no operator `pow`"),
        (r#"[3,"+"]"#, "3\n", "warning[operands]: `+` takes 1 value, but the line ends after 0"),
        (r#"[7,"@if",true,"+",1]"#, "8\n", "warning[block]: this `@if` has no `@end-if`"),
    ];
    for (expression, value, warning) in cases {
        let (code, out, err) = polymerge(&["eval", expression]);
        assert_eq!((code, out.as_str()), (0, value), "{expression}");
        assert!(err.starts_with(warning), "{expression}: {err}");
    }
}

#[test]
fn steps_with_large_values_are_left_out() {
    // A text of 2^20 characters, looked at a hundred times.
    let expression = r#"["x","@repeat",20,"str_concat","@Parent -1","@end-repeat","@repeat",100,"2nd",["@Parent -2"],"@end-repeat","str_length"]"#;
    let (code, out, err) = polymerge(&["eval", "--trace", expression]);
    let mut lines = out.lines().rev();
    assert_eq!((code, lines.next(), err.as_str()), (0, Some("1048576"), ""));
    assert!(lines.next().is_some_and(|line| line.starts_with("… and ")), "{out}");
}

#[test]
fn an_expression_sees_the_context_from_a_file() {
    let file = std::env::temp_dir().join(format!("polymerge-context-{}.json", std::process::id()));
    let context = r#"{"grid":[[[1],[1]],["@Empty",[3]]],"hdir":1,"game_vars":[7],"vars":[5]}"#;
    std::fs::write(&file, context).unwrap();
    // expression, value
    let cases = [
        (r#"["@Next 1 0","=","@This 0"]"#, "true\n"),
        (r#"["@GVar 0","+",["@Grid 1 1 0"]]"#, "10\n"),
        (r#"["@var_retain","@Var 0"]"#, "5\n"),
    ];
    for (expression, value) in cases {
        let found = polymerge(&["eval", "--context", file.to_str().unwrap(), expression]);
        assert_eq!(found, (0, value.into(), String::new()), "{expression}");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn moves_are_played_the_same_everywhere() {
    let expected = "{\"seed\":\"7\",\"played\":8,\"ignored\":0,\"grid\":[[\"@Empty\",\"@Empty\",\"@Empty\",\"@Empty\"],[\"@Empty\",\"@Empty\",[0],\"@Empty\"],[\"@Empty\",\"@Empty\",\"@Empty\",[0]],[[0],[0],[1],[3]]],\"score\":16,\"counters\":{\"moves\":8,\"manual_moves\":8,\"merges\":4,\"merge_moves\":3,\"merges_before\":4},\"outcome\":\"playing\",\"won\":0}\n";
    for moves in ["LURDLURD", "lurd lurd", "←↑→↓←↑→↓", "2,0,3,1,2,0,3,1"] {
        let found = polymerge(&["play", "2048", "--seed", "7", "--moves", moves, "--json"]);
        assert_eq!(found, (0, expected.into(), String::new()), "{moves}");
    }
    let board = "· · · ·\n· · 1 ·\n· · · 1\n1 1 2 8\nscore 16, 8 moves, 0 ignored, playing\n";
    let found = polymerge(&["play", "001", "--seed", "7", "--moves", "LURDLURD"]);
    assert_eq!(found, (0, board.into(), String::new()));
}

#[test]
fn modifiers_change_the_mode() {
    // modifiers, board after a move to the left
    let cases: &[(&[&str], &str)] = &[
        (&["grid=3x3", "start_tiles=infinity"], "2 1 ·\n2 1 1\n1 2 1\n"),
        (&["grid=diamond:1", "start_tiles=1", "spawn_interval=9"], "  ·\n1 · ·\n  ·\n"),
    ];
    for (with, board) in cases {
        let mut arguments = vec!["play", "2048", "--seed", "3", "--moves", "L"];
        arguments.extend(with.iter().flat_map(|modifier| ["--with", modifier]));
        let (code, out, err) = polymerge(&arguments);
        assert!(code == 0 && out.starts_with(board), "{with:?}: {out}{err}");
    }
}

#[test]
fn settings_of_a_mode_are_listed_and_set() {
    let (code, out, _) = polymerge(&["modes", "show", "2048", "--settings"]);
    assert!(code == 0 && out.contains("original_spawns"), "{out}");
    let (code, _, err) = polymerge(&["play", "2048", "--set", "original-spawns=false", "--moves", "L"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let (code, _, err) = polymerge(&["play", "2048", "--set", "original-spawns=7", "--moves", "L"]);
    assert_eq!(
        (code, err.trim_end()),
        (2, "polymerge: 2048: original_spawns takes true or false, not \"7\"")
    );
    // A goal is drawn before each game.
    let (code, _, err) = polymerge(&["play", "dive", "--set", "goals=fresh", "--seed", "7", "--moves", "L"]);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn wrong_input_gets_a_message_and_exit_code_2() {
    // arguments, how the message starts
    let cases: &[(&[&str], &str)] = &[
        (&["eval", "5"], "expression: not an array but 5"),
        (&["eval", "[5"], "expression: not JSON at byte 2: expected \",\" or \"]\""),
        (&["eval", "[\"@BigInt x\"]"], "expression: at byte 1: a text starts like a number type but is none"),
        (
            &[],
            "the game needs a terminal; without one, polymerge --plain plays in lines, and polymerge --help lists what else there is",
        ),
        (
            &["play", "2048"],
            "the game needs a terminal; to play without one, give --plain or --moves (see polymerge play --help)",
        ),
        (&["play", "nosuch"], "there is no mode \"nosuch\""),
        (&["check", "dive"], "dive is a built-in mode, and check takes files: polymerge convert dive -o"),
        (&["check", "."], ".: this is a folder; name a file in it"),
        (&["play", "--json", "--code", "no-such-file"], "no-such-file: there is no such file"),
        (
            &["play", "--json", "--code", "@2048PowCompMode|9.9|"],
            "the code: Mode code, piece 1: no version \"9.9\"",
        ),
        (
            &["play", "--json", "--code", "@2048PowCompMode|3.0|NA==|N|"],
            "the code: Mode code of version 3.0, piece 3 (height): ",
        ),
        (
            &["play", "--json", "--with", "random_hole=2"],
            "classic: there is no modifier \"random_hole\"; did you",
        ),
        (
            &["play", "--json", "--with", "colors=red"],
            "classic: colors can't be \"red\": expected a whole number",
        ),
    ];
    for (arguments, message) in cases {
        let (code, out, err) = polymerge(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(!err.contains("panicked") && !err.contains("backtrace"), "{arguments:?}: {err}");
        assert!(err.starts_with(&format!("polymerge: {message}")), "{arguments:?}: {err}");
    }
}

#[test]
fn completions_and_man_page_are_made() {
    for (arguments, part) in [
        (&["completions", "bash"][..], "_polymerge()"),
        (&["completions", "bash"], " 2048 2187 "),
        (&["completions", "bash"], " dive "),
        (&["completions", "zsh"], "dive"),
        (&["completions", "fish"], "__fish_polymerge"),
        (&["modes", "--search", "2048"], "001 2048"),
        (&["modes", "show", "001"], "2048\n====\n"),
        (&["check", "../../modes/classic.jsonc"], "0 errors, 0 warnings\n"),
        (&["convert", "../../modes/crummy.jsonc"], "@2048PowCompMode|3.0|NA==|NA==|"),
        (&["config"], "undo = [\"u\", \"backspace\", \"ctrl+z\"]"),
        (&["man"], ".TH polymerge"),
        (&["man", "games"], "Show the totals of each mode"),
        (&["completions", "bash"], "--totals"),
        (&["modes", "--search", "7x7"], "038 180"),
        (&["modes", "--search", "timer"], "120 "),
        (&["man", "modes", "show"], ".TH polymerge-modes-show"),
        (&["play", "--help"], "Examples:\n  polymerge play  "),
        (&["--help"], "Usage:"),
    ] {
        let (code, out, err) = polymerge(arguments);
        assert!(code == 0 && out.contains(part) && err.is_empty(), "{arguments:?}: {out}{err}");
    }
}

#[test]
fn random_games_are_the_same_however_long_they_take() {
    let arguments = ["bench", "2048", "--games", "3", "--seed", "5", "--json"];
    let games = |(code, out, err): (i32, String, String)| {
        let (_, counts) = out.split_once("\"moves\":").unwrap_or_default();
        assert!(code == 0 && counts.contains("\"games\":3,") && err.is_empty(), "{out}{err}");
        counts.to_owned()
    };
    assert_eq!(games(polymerge(&arguments)), games(polymerge(&arguments)));
    let (code, out, _) = polymerge(&["bench", "classic", "--seconds", "0.01"]);
    assert!(code == 0 && out.starts_with("mode ") && out.contains("\nclassic "), "{out}");
    let (code, _, err) = polymerge(&["bench", "--seconds", "0"]);
    assert!(code == 2 && err.contains("must be a positive number of seconds"), "{err}");
}

#[test]
fn bench_explains_how_turns_were_played() {
    // mode, what is printed
    for (mode, part) in [
        ("classic", "\n  packed: "),
        ("classic", "because a new tile may win, lose, or equal another one\n  interpreter: "),
        ("050", "\n  packed: 0 turns\n"),
        ("050", "because the board is not packed\n  interpreter: "),
    ] {
        let (code, out, err) = polymerge(&["bench", mode, "--games", "2", "--explain"]);
        assert!(code == 0 && out.contains(part) && err.is_empty(), "{mode}: {out}{err}");
    }
    let (_, out, _) = polymerge(&["bench", "classic", "--games", "2", "--explain", "--json"]);
    assert!(out.contains(r#""strategies":[{"strategy":"packed","turns":"#), "{out}");
}

#[test]
fn bench_plays_changes_beside_the_mode_as_it_is() {
    let (code, out, err) = polymerge(&["bench", "--changes", "--seconds", "0.001"]);
    // what is printed: the mode alone, a change, a pair, the mean of all
    for part in [
        "\nas it is ",
        " (1.0000 of plain)\n",
        "\ngrid=hexagon:3 ",
        "\n42 modes: slowest ",
        "; of plain: geometric mean ",
    ] {
        assert!(code == 0 && out.contains(part) && err.is_empty(), "{part:?}: {out}{err}");
    }
    let arguments = [
        "bench",
        "classic",
        "--changes",
        "--with",
        "start_tiles=3",
        "--seconds",
        "0.001",
        "--explain",
        "--json",
    ];
    let (_, out, _) = polymerge(&arguments);
    let objects: Vec<&str> = out.lines().collect();
    assert_eq!(objects.len(), 43);
    for object in objects {
        let has = |part| object.contains(part);
        assert!(has("\"ratio\":") && has("\"why_not_faster\":") && has("\"strategies\":"), "{object}");
    }
    let (code, _, err) = polymerge(&["bench", "--changes", "--all"]);
    assert!(code == 2 && err.contains("cannot be used with"), "{err}");
}

#[test]
fn hints_rank_directions() {
    // arguments, what is printed
    for (arguments, part) in [
        (&["hint", "2048", "--turns", "2000"][..], "direction "),
        (&["hint", "2048", "--turns", "2000", "--moves", "LURD"], "value: mean score of random games"),
        (&["hint", "2048", "--turns", "2000"], "played on casually, games end at "),
        (&["hint", "2048", "--turns", "2000"], "; 0.0% of them reach the goal"),
        (&["hint", "classic", "--turns", "500", "--json"], r#""casual":{"games":"#),
        (&["hint", "classic", "--with", "grid=2x1", "--moves", "LRLRLRLRLRLR"], "The game is over"),
        (
            &["hint", "2048", "--turns", "500", "--json"],
            r#""screen":"play","objective":"score","turns_simulated":"#,
        ),
        (
            &["hint", "classic", "--exact", "--with", "grid=2x2", "--seed", "3"],
            "exact: the mean of points, and the chances",
        ),
        (
            &["hint", "classic", "--exact", "--with", "grid=2x2", "--json"],
            r#""goal":0,"tiles":[{"tile":"[2]","chance":1},{"tile":"[3]","chance":1},{"tile":"[4]","chance":0.9"#,
        ),
    ] {
        let (code, out, err) = polymerge(arguments);
        assert!(code == 0 && out.contains(part) && err.is_empty(), "{arguments:?}: {out}{err}");
        assert_eq!(polymerge(arguments), (code, out, err), "{arguments:?}");
    }
    let (code, _, err) = polymerge(&["hint", "2048", "--turns", "0"]);
    assert!(code == 2 && err.contains("--turns"), "{err}");
    let (code, _, err) = polymerge(&["hint", "2048", "--exact", "--states", "100"]);
    assert!(code == 2 && err.contains("more than 100 states") && err.contains("--states"), "{err}");
}

#[test]
fn players_are_watched_and_games_reviewed() {
    let watch = ["watch", "classic", "--with", "grid=3x3", "--turns", "200", "--seed", "7"];
    let (code, out, err) = polymerge(&watch);
    assert!(
        code == 0 && out.contains("\n    1 ") | out.starts_with("    1 ") && err.is_empty(),
        "{out}{err}"
    );
    assert!(out.contains("ignored, over"), "{out}");
    let (code, json, _) = polymerge(&[&watch[..], &["--max-moves", "30", "--json"]].concat());
    assert!(code == 0 && json.contains(r#""moves":30"#), "{json}");
    let review = ["review", "classic", "--seed", "7", "--turns", "300", "--moves", "LURDLURDLURDLURD"];
    let (code, out, err) = polymerge(&[&review[..], &["--all"]].concat());
    assert!(code == 0 && err.is_empty() && out.contains(" moves reviewed; lost: "), "{out}{err}");
    let (code, json, _) = polymerge(&[&review[..], &["--json"]].concat());
    assert!(code == 0 && json.contains(r#""worst":["#), "{json}");
}

#[test]
fn bench_compares_players_with_random_play() {
    let arguments =
        ["bench", "2048", "--player", "rollouts:500", "--games", "2", "--max-turns", "200", "--json"];
    let (code, out, err) = polymerge(&arguments);
    assert!(code == 0 && out.contains(r#""better":2,"worse":0,"#) && err.is_empty(), "{out}{err}");
    let (code, out, err) = polymerge(&["bench", "2048", "--player", "random", "--games", "2"]);
    assert!(code == 0 && out.contains("\n001-2048 ") && err.is_empty(), "{out}{err}");
    // arguments, what is wrong
    for (arguments, part) in [
        (
            &["bench", "--player", "best"][..],
            "must be random, casual, rollouts:N, learned, learned:N or guided:N",
        ),
        (&["bench", "--max-turns", "5"], "--player"),
        (&["bench", "--games", "2", "--seconds", "1"], "go together with --player only"),
    ] {
        let (code, _, err) = polymerge(arguments);
        assert!(code == 2 && err.contains(part), "{arguments:?}: {err}");
    }
}

/// The package for JavaScript is compared with the same answers (crates/web/tests).
#[test]
fn hints_are_those_that_were_recorded() {
    let recorded: serde_json::Value =
        serde_json::from_str(include_str!("../../web/tests/hints.json")).unwrap();
    for one in recorded.as_array().unwrap() {
        let [seed, turns] = ["seed", "turns"].map(|name| one[name].to_string());
        let mode = one["mode"].as_str().unwrap();
        let (code, out, err) = polymerge(&["hint", mode, "--seed", &seed, "--turns", &turns, "--json"]);
        assert_eq!((code, err.as_str()), (0, ""), "{mode}");
        // How casual play goes on is for people, and in the command only.
        let (ranking, casual) = out.split_once(r#","casual":{"#).unwrap_or_else(|| panic!("{mode}: {out}"));
        assert_eq!(format!("{ranking}}}"), one["hint"].as_str().unwrap(), "{mode}");
        assert!(casual.starts_with(r#""games":"#), "{mode}: {casual}");
    }
}

#[test]
fn what_was_learned_gives_hints_and_plays() {
    let folder = std::env::temp_dir().join(format!("polymerge-train-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (whole, small) = (folder.join("whole"), folder.join("small"));
    let [whole, small] = [&whole, &small].map(|file| file.to_str().unwrap());
    let grid = ["--with", "grid=3x3"];
    let run = |arguments: &[&str]| {
        let (code, out, err) = polymerge(&[arguments, &grid].concat());
        assert!(code == 0 && err.is_empty(), "{arguments:?}: {out}{err}");
        out
    };
    let train = ["train", "classic", "--memory", "1M"];
    let out = run(&[&train[..], &["--moves", "4000", "--seed", "5", "--goal", "--out", whole]].concat());
    assert!(out.contains("predicts ") && out.contains("patterns of up to 4 cells"), "{out}");
    run(&[&train[..], &["--moves", "0", "--resume", whole, "--out", small, "--size", "20K"]].concat());
    assert!(std::fs::metadata(small).unwrap().len() <= 20 << 10);
    for file in [whole, small] {
        let hint = ["hint", "classic", "--weights", file, "--nodes", "300"];
        assert!(run(&hint).contains("\nvalue: the mean "));
        assert!(run(&[&hint[..], &["--json"]].concat()).contains(r#""win":0"#));
        let guided = ["hint", "classic", "--weights", file, "--guided", "400"];
        assert!(run(&guided).contains("games of up to 16 turns"));
        for player in ["learned", "learned:50", "guided:400"] {
            let bench = ["bench", "classic", "--player", player, "--weights", file, "--games", "3", "--json"];
            assert!(run(&bench).contains(r#""better":3,"worse":0,"#), "{player}");
        }
    }
    // arguments, what is wrong
    for (arguments, part) in [
        (&["hint", "2048", "--weights", whole][..], "learned by other rules"),
        (&["hint", "2048", "--weights", "/nowhere"], "/nowhere: "),
        (&["bench", "2048", "--with", "grid=5x3", "--player", "learned"], "give --weights FILE"),
        (
            &["train", "classic", "--with", "grid=3x3", "--resume", small, "--force", "--out", whole],
            "made small",
        ),
        (&["train", "2048", "--out", whole, "--memory", "1k"], "must be a number"),
    ] {
        let (code, _, err) = polymerge(arguments);
        assert!(code == 2 && err.contains(part), "{arguments:?}: {err}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn learning_that_is_stopped_keeps_what_was_learned() {
    use std::io::{BufRead, BufReader};

    let folder = std::env::temp_dir().join(format!("polymerge-stopped-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("whole");
    let file = file.to_str().unwrap();
    let train = ["train", "classic", "--with", "grid=3x3", "--memory", "1M"];
    let limits = ["--reward", "points", "--time", "600", "--force", "--out", file];
    let mut first = Vec::new();
    // What is said at the end; another run does not take the place of the first one.
    for part in ["--resume", "stays as it was"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polymerge"));
        command.args([&train[..], &limits].concat()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // It listens before it prints the head of the table.
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains("moves/s")));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && err.contains(part), "{err}");
        let written = std::fs::read(file).unwrap();
        assert!(first.is_empty() || first == written);
        first = written;
    }
    let (code, ..) = polymerge(&[&train[..], &["--resume", file, "--out", file, "--moves", "100"]].concat());
    assert_eq!(code, 0);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_that_is_no_mode_is_reported_in_every_format() {
    // format, what is printed
    for (format, part) in [
        ("text", "--> ../../README.md:1:1"),
        ("json", "\"code\": \"syntax\""),
        ("sarif", "\"ruleId\": \"syntax\""),
    ] {
        let (code, out, _) = polymerge(&["check", "--format", format, "../../README.md"]);
        assert!(code == 1 && out.contains(part), "{format}: {out}");
    }
    let (code, _, err) = polymerge(&["convert", "../../README.md"]);
    assert!(code == 1 && err.contains("error[syntax]"), "{err}");
}

#[test]
fn the_page_of_a_mode_is_made_of_its_rules() {
    let (code, page, err) = polymerge(&["modes", "show", "50", "--spec"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let parts = [
        "050 DIVE\n",
        "  Grid: 4 wide, 4 high\n",
        "  Directions: ↑, ↓, ←, →\n",
        "\nVariables at the start\n  seeds = [2n]\n",
        "\nMerges, the first that applies\n",
        "\nScript 4, on EndMovement",
        "\nStat boxes\n",
        "\nSettings\n  seed_changes ",
    ];
    let places: Vec<usize> =
        parts.iter().map(|part| page.find(part).unwrap_or_else(|| panic!("{part:?}: {page}"))).collect();
    assert!(places.is_sorted(), "{page}");
    // With a setting, the rules are others.
    let (_, page, _) = polymerge(&["modes", "show", "50", "--spec", "--set", "seed_changes=-1"]);
    assert!(page.contains("Script 2, on EndMovement") && !page.contains("Script 3"), "{page}");
    let (_, rules, _) = polymerge(&["modes", "show", "50", "--rules", "--set", "seed_changes=-1"]);
    assert!(rules.contains("Script 2, on EndMovement") && !rules.contains("Script 3"), "{rules}");
}

#[test]
fn codes_of_problems_are_listed_and_explained() {
    let (code, list, _) = polymerge(&["check", "--explain"]);
    assert_eq!(code, 0);
    let row = |line: &&str| line.starts_with("never-merges  ") && line.ends_with("tiles that never exist.");
    assert!(list.lines().any(|line| row(&line)), "{list}");
    let (code, text, _) = polymerge(&["check", "--explain", "never-merges"]);
    assert_eq!(code, 0);
    // the summary, the wrong file, its message, the right file, the file that they extend
    let parts = [
        "never-merges: A merge rule",
        "```jsonc\n{ \"extends\"",
        "warning[never-merges]: ",
        "Instead:",
        "`base.jsonc`",
    ];
    let places: Vec<usize> = parts.iter().map(|part| text.find(part).expect(part)).collect();
    assert!(places.is_sorted(), "{text}");
    // arguments, the message
    for (arguments, part) in [
        (
            &["check", "--explain", "never-merge"][..],
            "no problem has the code \"never-merge\"; did you mean never-merges?",
        ),
        (
            &["check", "--explain", "xyzzyx"],
            "no problem has the code \"xyzzyx\"; polymerge check --explain lists all",
        ),
        (&["check"], "<FILE>..."),
    ] {
        let (code, _, err) = polymerge(arguments);
        assert!(code == 2 && err.contains(part), "{arguments:?}: {err}");
    }
}

#[test]
fn presets_are_listed_kept_shown_and_forgotten() {
    let (code, out, _) = polymerge(&["presets"]);
    assert!(code == 0 && out.contains("honeycomb") && out.contains("grid=hexagon"), "{out}");
    let (code, out, err) = polymerge(&["presets", "show", "craters"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "garbage=3");
    // The code chooses the same.
    let (_, again, _) = polymerge(&["presets", "show", lines[1]]);
    assert_eq!(again, out);
    let (code, _, err) = polymerge(&["presets", "save", "craters", "--with", "garbage=2"]);
    let message = "polymerge: craters is the name of a preset that comes with the program";
    assert_eq!((code, err.trim_end()), (2, message));
    let (code, _, err) = polymerge(&["presets", "remove", "no-such-preset"]);
    let message = "polymerge: no preset \"no-such-preset\" is kept; see polymerge presets";
    assert_eq!((code, err.trim_end()), (2, message));
}

#[test]
fn changes_can_be_made_wherever_a_mode_is_started() {
    let (code, out, err) = polymerge(&["render", "2048", "--with", "grid=2x2"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("<svg"), "{out}");
    let (code, _, err) = polymerge(&["render", "2048", "--with", "gird=2x2"]);
    assert_eq!(
        (code, err.trim_end()),
        (2, "polymerge: 2048: there is no modifier \"gird\"; did you mean grid?")
    );
    let modifiers = polymerge(&["presets", "show", "honeycomb"]).1;
    let code = modifiers.lines().last().unwrap_or_default();
    let (code, out, _) = polymerge(&["play", "2048", "--modifiers", code, "--moves", "0", "--json"]);
    assert!(code == 0 && out.contains("@Void"), "{out}");
}

#[cfg(unix)]
#[test]
fn mode_files_extend_nothing_outside_their_folder() {
    let folder = std::env::temp_dir().join(format!("polymerge-extends-{}", std::process::id()));
    let modes = folder.join("modes");
    std::fs::create_dir_all(&modes).unwrap();
    std::fs::write(folder.join("secret.jsonc"), "TOP SECRET").unwrap();
    std::fs::write(modes.join("notes"), "TOP SECRET").unwrap();
    std::os::unix::fs::symlink("../secret.jsonc", modes.join("out.jsonc")).unwrap();
    std::os::unix::fs::symlink("notes", modes.join("in.jsonc")).unwrap();
    let absolute = folder.join("secret.jsonc");
    let names =
        ["../secret.jsonc", "out.jsonc", "./out.jsonc", "in.jsonc", "notes", absolute.to_str().unwrap()];
    let file = modes.join("mode.jsonc");
    let file = file.to_str().unwrap();
    let commands: [&[&str]; 7] = [
        &["check", file],
        &["play", file, "--json"],
        &["play", file, "--plain"],
        &["render", file],
        &["convert", file],
        &["bench", file],
        &["custom", "infuse", file],
    ];
    for name in names {
        std::fs::write(file, format!(r#"{{ "extends": {name:?}, "title": "Mine" }}"#)).unwrap();
        for command in commands {
            let (code, out, err) = polymerge(command);
            let all = out + &err;
            assert!(code != 0 && all.contains("can't be extended"), "{name} {command:?}: {all}");
            assert!(!all.contains("SECRET"), "{name} {command:?}: {all}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}
