//! The arena, with bots of a few lines for the shell, and with those of the document.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Home, run};

/// A bot for the shell that does something when it is asked for a direction. `$move` is a legal one.
fn bot(name: &str, go: &str) -> String {
    format!(
        "while read -r word rest; do case $word in \
         hello) echo 'hello {{\"protocol\":1,\"name\":\"{name}\"}}';; \
         mode) echo ready;; \
         position) legal=${{rest#*'\"legal\":[\"'}}; move=${{legal%%'\"'*}};; \
         go) {go};; \
         quit) exit;; \
         esac; done"
    )
}

const FIRST_LEGAL: &str = "echo bestmove $move";

/// A match in a home, from seed 1 on unless they say otherwise: exit code, what it prints, its
/// complaints.
fn arena(home: &Home, arguments: &[&str]) -> (i32, String, String) {
    let seed: &[&str] = if arguments.contains(&"--seed") { &[] } else { &["--seed", "1"] };
    let all: Vec<&str> = ["arena"].iter().chain(arguments).chain(seed).copied().collect();
    run(home.polymerge(&all).current_dir(home.join("")), "")
}

/// The JSON object of a match that succeeds.
fn played(home: &Home, arguments: &[&str]) -> Value {
    let all: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
    let (code, out, err) = arena(home, &all);
    assert_eq!(code, 0, "{out}{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn a_bot_that_does_not_play_loses_its_games_and_is_named() {
    // what it does, what is said, the word for it
    for (go, said, word) in [
        ("exit 3", "has ended (exit status: 3)", "crashed"),
        ("echo oh dear >&2; exit 1", "has ended (exit status: 1): oh dear", "crashed"),
        ("kill -9 $$", "has ended (signal: 9 (SIGKILL))", "crashed"),
        ("exec >&-; sleep 1000", "has ended (it closed its output)", "crashed"),
        ("sleep 1000", "gave no answer in 300 ms", "late"),
        ("while :; do echo info {}; done", "gave no answer in 300 ms", "late"),
        ("echo L", "answered \"L\" where bestmove was expected", "garbage"),
        ("echo bestmove", "chose \"\", which is no direction", "illegal"),
        ("echo bestmove X", "chose \"X\", which is no direction", "illegal"),
        ("echo bestmove U", "chose U, which moves nothing", "illegal"),
        ("echo 'error {\"message\":\"tired\"}'", "refused: tired", "refused"),
        (
            "head -c 3000000 /dev/zero | tr '\\0' x",
            "wrote what can't be read: the line has more than 1048576 bytes",
            "garbage",
        ),
    ] {
        let home = Home::new();
        let patience = if word == "late" { "300" } else { "30000" };
        let (bad, good) = (bot("Bad", go), bot("Good", FIRST_LEGAL));
        let arguments =
            ["classic", "--bot", &bad, "--bot", &good, "--patience", patience, "--max-turns", "40", "--json"];
        let (code, out, err) = arena(&home, &arguments);
        assert!(code == 1 && err.contains(&format!("game 1, seed 1: Bad {said}")), "{go}: {err}");
        assert!(err.contains("Bad gave up 3 games in a row"), "{go}: {err}");
        let result: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&result["better"], &result["worse"]), (&0.into(), &3.into()), "{go}: {out}");
        assert_eq!(result["players"][0]["faults"][0]["result"], word, "{go}: {out}");
        assert_eq!(result["players"][1]["faults"], Value::Array(Vec::new()), "{go}: {out}");
    }
}

#[test]
fn a_bot_that_cannot_be_greeted_is_named() {
    let nothing = "while read -r word rest; do echo 'error {\"message\":\"no\"}'; done";
    for (command, said) in [
        ("/no/such/program", "has ended (exit status: 127)"),
        ("true", "has ended (exit status: 0)"),
        ("echo welcome; sleep 1000", "answered \"welcome\" where hello was expected"),
        ("echo 'hello {'; sleep 1000", "where hello with an object was expected"),
        (nothing, "refused: no"),
    ] {
        let (code, _, err) = arena(&Home::new(), &["classic", "--bot", command, "--against", "random"]);
        assert!(code == 1 && err.contains(said), "{command}: {err}");
    }
}

#[test]
fn one_bad_game_is_not_the_end() {
    // It ends in its second game, and is started again.
    let home = Home::new();
    let go = "if [ -e second ] && [ ! -e third ]; then touch third; exit 1; fi; echo bestmove $move";
    let shaky =
        bot("Shaky", go).replace("mode) echo", "mode) [ -e first ] && touch second; touch first; echo");
    let result = played(&home, &["classic", "--bot", &shaky, "--games", "4", "--max-turns", "30"]);
    let player = &result["players"][0];
    assert_eq!((&player["games"], player["faults"].as_array().unwrap().len()), (&4.into(), 1), "{result}");
}

#[test]
fn a_match_can_be_stopped_while_a_bot_is_waited_for() {
    let home = Home::new();
    let bot = bot("Slow", "touch asked; sleep 1000");
    let (code, out, err) = interrupted(begun(&home, &["--bot", &bot], "asked"), 1);
    assert!(code == Some(1) && err.contains("stopped after 0 games"), "{err}");
    assert!(out.contains("classic: 0 games"), "{out}");
}

/// Starts a match in a home, and waits until its bot has made a file.
fn begun(home: &Home, arguments: &[&str], file: &str) -> Child {
    let all: Vec<&str> = ["arena", "classic"].iter().chain(arguments).copied().collect();
    let mut command = home.polymerge(&all);
    let command = command.current_dir(home.join("")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while !home.join(file).exists() {
        assert!(Instant::now() < until, "no {file}");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

/// Interrupts a match. Returns its exit code, what it prints and its complaints, if it ends in time.
fn interrupted(child: Child, times: usize) -> (Option<i32>, String, String) {
    let begun = Instant::now();
    for _ in 0..times {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        std::thread::sleep(Duration::from_millis(100));
    }
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(30), "it took {:?}", begun.elapsed());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Returns true if the process runs whose number is in a file of a home.
fn is_running(home: &Home, file: &str) -> bool {
    let id = fs::read_to_string(home.join(file)).unwrap();
    // What has ended and is not yet waited for counts as gone.
    let state = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z ")
}

#[test]
fn a_match_can_be_stopped_whatever_its_players_do() {
    let endless = bot("Endless", "touch asked; while :; do echo info {}; done");
    let asked = bot("Asked", "touch asked; echo bestmove $move");
    for arguments in [
        &["--bot", &endless][..],
        // A choice of the program that takes hours.
        &["--bot", &asked, "--max-turns", "1", "--against", "rollouts:1000000000000"],
        &["--bot", &endless, "--jobs", "3"],
    ] {
        let home = Home::new();
        let (code, out, err) = interrupted(begun(&home, arguments, "asked"), 1);
        assert!(code == Some(1) && err.contains("stopped after 0 "), "{arguments:?}: {err}");
        assert!(out.contains("classic: 0 "), "{out}");
    }
}

#[test]
fn a_second_interrupt_ends_the_bots_as_well() {
    let home = Home::new();
    // A bot that stays although its input ends.
    let stubborn = bot("Stubborn", "sleep 1000 & echo $! > child; echo $$ > self; touch asked; wait");
    let (code, _, err) = interrupted(begun(&home, &["--bot", &stubborn], "asked"), 2);
    // The second one may come after the end.
    assert!([Some(1), Some(130)].contains(&code), "{code:?} {err}");
    assert!(!is_running(&home, "self") && !is_running(&home, "child"));
}

#[test]
fn a_match_that_is_killed_leaves_a_record_of_its_games() {
    let home = Home::new();
    let go = "if [ -e third ]; then touch asked; sleep 1000; fi; echo bestmove $move";
    let begin = "mode) [ -e second ] && touch third; [ -e first ] && touch second; touch first; echo";
    let slow = bot("Slow", go).replace("mode) echo", begin);
    let arguments = ["--bot", &slow, "--max-turns", "9", "--seed", "1", "--record", "match.txt"];
    let mut child = begun(&home, &arguments, "asked");
    child.kill().unwrap();
    child.wait().unwrap();
    let verify =
        home.polymerge(&["replay", "verify", "match.txt"]).current_dir(home.join("")).output().unwrap();
    assert_eq!(String::from_utf8(verify.stdout).unwrap(), "2 of 2 games hold\n");
    // A part of the next one, too.
    let whole = fs::read_to_string(home.join("match.txt")).unwrap();
    fs::write(home.join("match.txt"), format!("{whole}[Polymerge \"1\"]\n[Seed \"3\"]\n")).unwrap();
    let (code, out, err) =
        run(home.polymerge(&["replay", "verify", "match.txt"]).current_dir(home.join("")), "");
    assert!(code == 0 && out == "2 of 2 games hold\n" && err.contains("only a part"), "{out}{err}");
}

#[test]
fn a_match_is_the_same_with_any_number_of_jobs() {
    let first = bot("First", FIRST_LEGAL);
    // It gives up the fourth game, where the seed of a choice ends so, and is started again.
    let shaky = bot("Shaky", "case $rest in *55}) exit 1;; esac; echo bestmove $move");
    let results: Vec<(Value, String)> = ["1", "2", "5"]
        .iter()
        .map(|jobs| {
            let home = Home::new();
            let fixed = ["classic", "--bot", &first, "--bot", &shaky, "--games", "9", "--max-turns", "12"];
            let rest = ["--turns", "5", "--record", "match.txt", "--json", "--jobs", jobs];
            let (_, out, err) = arena(&home, &[&fixed[..], &rest[..]].concat());
            let mut result: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
            for player in result["players"].as_array_mut().unwrap() {
                player.as_object_mut().unwrap().remove("milliseconds");
            }
            (result, fs::read_to_string(home.join("match.txt")).unwrap())
        })
        .collect();
    assert_eq!(results[0].0["players"][0]["games"], 9, "{:?}", results[0]);
    assert!(results[0].1.contains("[Result \"crashed\"]"), "{}", results[0].1);
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[test]
fn nothing_is_left_of_a_bot() {
    let home = Home::new();
    let go = "sleep 1000 & echo $! > child; echo $$ > self; wait";
    let (code, _, _) =
        arena(&home, &["classic", "--bot", &bot("Parent", go), "--patience", "300", "--games", "1"]);
    assert_eq!(code, 0);
    for file in ["child", "self"] {
        assert!(!is_running(&home, file), "{file}");
    }
}

#[test]
fn pairs_have_equal_seeds() {
    let home = Home::new();
    let noting = |name: &str| {
        let own = bot(name, FIRST_LEGAL);
        own.replace("position) ", &format!("position) echo \"$rest\" >> {name}; "))
            .replace("mode) ", &format!("mode) echo begin >> {name}; "))
    };
    let (one, other) = (noting("one"), noting("other"));
    let arguments =
        ["dive", "--bot", &one, "--bot", &other, "--games", "3", "--max-turns", "5", "--seed", "11"];
    let result = played(&home, &arguments);
    let boards = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(home.join(name)).unwrap();
        text.split("begin\n").skip(1).map(|game| game.lines().next().unwrap().to_owned()).collect()
    };
    let (one, other) = (boards("one"), boards("other"));
    assert_eq!((one.len(), &one), (3, &other));
    assert!(one[0] != one[1] && one[1] != one[2], "{one:?}");
    // Equal bots play equal games.
    assert_eq!((&result["equal"], result["doublings"].as_f64()), (&3.into(), Some(0.0)), "{result}");
    assert_eq!(result["players"][0]["score"], result["players"][1]["score"]);
    // The board is that of the seed.
    let (_, out, _) =
        run(&mut home.polymerge(&["serve-moves"]), "mode dive\nposition {\"seed\":11}\nboard\n");
    let of_seed: Value =
        serde_json::from_str(out.lines().last().unwrap().strip_prefix("board ").unwrap()).unwrap();
    let first: Value = serde_json::from_str(&one[0]).unwrap();
    assert_eq!((&first["board"], &first["legal"]), (&of_seed["board"], &of_seed["legal"]));
}

#[test]
fn matches_are_recorded_and_records_checked() {
    // Also modes with drawn cells, without letters, and of files.
    for (mode, changes) in [
        ("classic", &[][..]),
        ("classic", &["--with", "random_holes=2"]),
        ("classic", &["--with", "grid=hexagon:3"]),
        ("own.jsonc", &[]),
    ] {
        let home = Home::new();
        fs::write(home.join("own.jsonc"), "{ \"extends\": \"classic.jsonc\", \"grid\": \"3x3\" }").unwrap();
        let own = format!("'{}' serve-moves --turns 20", env!("CARGO_BIN_EXE_polymerge"));
        let first = bot("First \"legal\"", FIRST_LEGAL);
        let fixed =
            ["--bot", &own, "--bot", &first, "--games", "2", "--max-turns", "60", "--record", "match.txt"];
        let arguments: Vec<&str> = [mode].into_iter().chain(fixed).chain(changes.iter().copied()).collect();
        played(&home, &arguments);
        let verify =
            || run(home.polymerge(&["replay", "verify", "match.txt"]).current_dir(home.join("")), "");
        let (code, out, err) = verify();
        assert!(code == 0 && out == "4 of 4 games hold\n", "{mode} {changes:?}: {out}{err}");
        // It has the scores of its games.
        let claim = ["replay", "verify", "match.txt", "--score", "1"];
        let (code, _, err) = run(home.polymerge(&claim).current_dir(home.join("")), "");
        assert!(code == 2 && err.contains("leave out --score"), "{err}");
        let text = fs::read_to_string(home.join("match.txt")).unwrap();
        assert_eq!(text.matches("[Seed \"2\"]").count(), 2, "{text}");

        // A record is not replaced, and one that was changed does not hold.
        let (code, _, err) = arena(&home, &arguments);
        assert!(code == 2 && err.contains("--force"), "{err}");
        let tampered = text.replacen("[Score \"", "[Score \"9", 1);
        fs::write(home.join("match.txt"), tampered).unwrap();
        let (code, out, err) = verify();
        assert!(code == 1 && out.contains("game 1, Polymerge, seed 1: the score is"), "{out}{err}");
        assert!(out.contains("3 of 4 games hold") && err.contains("1 game not as claimed"), "{out}{err}");
    }
}

#[test]
fn the_player_of_the_program_beats_chance_and_a_test_says_so() {
    let home = Home::new();
    let own = format!("'{}' serve-moves --no-weights", env!("CARGO_BIN_EXE_polymerge"));
    let arguments = ["classic", "--bot", &own, "--against", "random", "--turns", "60", "--sprt", "0,0.1"];
    let result = played(&home, &[&arguments[..], &["--games", "40", "--max-turns", "150"]].concat());
    assert_eq!((&result["sprt"]["verdict"], &result["pairs"]), (&"high".into(), &16.into()), "{result}");
    // The other hypothesis, and one that is not decided by so few pairs.
    let first = bot("First", FIRST_LEGAL);
    for (sprt, games, said) in
        [("5,6", "20", "the smaller advantage"), ("0,0.1", "5", "undecided after 5 pairs")]
    {
        let arguments = ["classic", "--bot", &first, "--against", "random", "--sprt", sprt, "--games", games];
        let (code, out, err) = arena(&home, &[&arguments[..], &["--max-turns", "20"]].concat());
        assert!(code == 1 && err.contains(said) && out.contains("SPRT: "), "{out}{err}");
    }
}

#[test]
fn what_cannot_be_a_match_is_refused() {
    let first = bot("First", FIRST_LEGAL);
    for (arguments, part) in [
        (&["classic"][..], "--bot <COMMAND>"),
        (&["classic", "--bot", "a", "--bot", "b", "--bot", "c"], "two players"),
        (&["classic", "--bot", "a", "--bot", "b", "--against", "random"], "two players"),
        (&["classic", "--bot", &first, "--sprt", "0,1"], "compares two players"),
        (&["classic", "--bot", &first, "--against", "luck"], "must be random"),
        (&["classic", "--with", "grid=hexagon:3", "--bot", &first, "--against", "learned"], "no weights"),
        (&["clasic", "--bot", &first], "classic"),
        (&["classic", "--bot", &first, "--games", "0"], "--games"),
        (&["classic", "--bot", &first, "--sprt", "1,0"], "smaller one first"),
    ] {
        let (code, out, err) = arena(&Home::new(), arguments);
        assert!(code == 2 && err.contains(part) && out.is_empty(), "{arguments:?}: {err}");
    }
}

/// Returns whether a program is here. Says so if it is not.
fn is_here(program: &str) -> bool {
    let is_here = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_here {
        eprintln!("skipped: {program} is not here");
    }
    is_here
}

#[test]
fn the_bots_of_the_document_beat_chance() {
    let bots = concat!(env!("CARGO_MANIFEST_DIR"), "/bots");
    let home = Home::new();
    let compiled = home.join("greedy");
    let commands = [
        ("python3", format!("python3 {bots}/greedy.py")),
        ("node", format!("node {bots}/greedy.mjs")),
        (
            "cc",
            format!("cc -std=c99 -Wall -Wextra -Werror -o {0} {bots}/greedy.c && {0}", compiled.display()),
        ),
    ];
    for (program, command) in commands {
        if !is_here(program) {
            continue;
        }
        for mode in ["classic", "2187"] {
            let result = played(&home, &[mode, "--bot", &command, "--against", "random", "--games", "5"]);
            let better = result["better"].as_u64().unwrap();
            assert!(better >= 4, "{program}, {mode}: {result}");
            assert_eq!(result["players"][0]["faults"], Value::Array(Vec::new()));
        }
    }
}
