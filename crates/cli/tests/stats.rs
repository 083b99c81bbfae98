//! `polymerge stats`, as it is typed.

use crate::common::{self, Home};

/// Runs the program: its exit code, what it prints, what it complains about.
fn run(home: &Home, arguments: &[&str]) -> (i32, String, String) {
    common::run(home.polymerge(arguments).current_dir(home.join("")), "")
}

const GAMES: [&str; 7] = ["stats", "classic", "--games", "9", "--max-turns", "60", "--json"];

#[test]
fn parts_on_any_number_of_threads_come_to_the_whole() {
    let home = Home::new();
    let (code, whole, _) = run(&home, &[&GAMES[..], &["--threads", "1", "-o", "whole.json"]].concat());
    assert_eq!(code, 0);
    assert_eq!(run(&home, &[&GAMES[..], &["--threads", "5"]].concat()).1, whole);
    for (part, file) in [("1/3", "a.json"), ("2/3", "b.json"), ("3/3", "c.json")] {
        assert_eq!(run(&home, &[&GAMES[..], &["--part", part, "-o", file]].concat()).0, 0);
    }
    let join =
        ["stats", "--json", "--join", "c.json", "--join", "a.json", "--join", "b.json", "-o", "all.json"];
    assert_eq!(run(&home, &join).1, whole);
    let read = |file| std::fs::read_to_string(home.join(file)).unwrap();
    assert_eq!(read("all.json"), read("whole.json"));
}

#[test]
fn games_of_a_player_are_reported_in_words_and_pictures() {
    let home = Home::new();
    let (code, text, _) = run(
        &home,
        &[
            "stats",
            "classic",
            "--games",
            "2",
            "--player",
            "rollouts:40",
            "--max-turns",
            "30",
            "-o",
            "a.svg",
            "-o",
            "a.csv",
        ],
    );
    assert_eq!(code, 0);
    assert!(text.contains("2 games by rollouts:40") && text.contains("cut at --max-turns"), "{text}");
    assert!(std::fs::read_to_string(home.join("a.svg")).unwrap().starts_with("<svg"));
    assert_eq!(std::fs::read_to_string(home.join("a.csv")).unwrap().lines().count(), 3);
}

#[test]
fn what_cannot_be_is_said() {
    let home = Home::new();
    std::fs::write(home.join("bad.json"), "{}").unwrap();
    for (arguments, message) in [
        (&["--join", "bad.json"][..], "missing field"),
        (&["--join", "none.json"], "none.json"),
        (&["-o", "x.txt"], "must end in"),
        (&["--part", "3/2"], "must be a part"),
        (&["2048", "--with", "grid=5x3", "--player", "learned"], "give --weights FILE"),
        (&["no such mode"], "there is no mode"),
        (&["--games", "2", "--max-turns", "5", "--beside", "dive", "-o", "x.csv"], "leave --beside out"),
    ] {
        let (code, _, said) = run(&home, &[&["stats"], arguments].concat());
        assert!(code == 2 && said.contains(message), "{arguments:?}: {code} {said}");
    }
}

/// Modes and what is said of how their games end.
const ENDS: [(&str, &str, &str); 5] = [
    ("stuck", r#"{ "extends": "classic.jsonc", "win": [] }"#, "5 over: nothing moves any more"),
    (
        "lost",
        r#"{ "extends": "classic.jsonc", "lose": { "needed": ["@Moves", ">=", 20] } }"#,
        "5 lost: the mode ended them",
    ),
    (
        "won",
        r#"{ "extends": "classic.jsonc", "win": [[3]], "postgame_allowed": false }"#,
        "5 won, and at an end",
    ),
    (
        "endless",
        r#"{ "extends": "classic.jsonc", "tiles_per_turn": 0, "start_tiles": 1, "win": [] }"#,
        "5 cut at --max-turns",
    ),
    (
        "dead",
        r#"{ "extends": "classic.jsonc", "grid": "1x1", "start_tiles": 1 }"#,
        "5 over: nothing moves any more",
    ),
];

/// The rest of the line that begins with this word.
fn row<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let line = text.lines().find(|line| line.split_whitespace().next() == Some(word));
    line.unwrap_or_else(|| panic!("no {word} in {text}")).split_whitespace().skip(1).collect()
}

#[test]
fn how_games_end_is_reported_as_the_mode_says() {
    let home = Home::new();
    for (name, mode, ended) in ENDS {
        std::fs::write(home.join("mode.jsonc"), mode).unwrap();
        let (code, text, said) = run(
            &home,
            &[
                "stats",
                "mode.jsonc",
                "--games",
                "5",
                "--max-turns",
                "300",
                "-o",
                "games.csv",
                "--force",
                "--anyway",
            ],
        );
        assert_eq!(code, 0, "{name}: {said}");
        assert!(text.contains(&format!("ended        {ended}\n")), "{name}: {text}");
        let turns = row(&text, "turns");
        match name {
            // Presses in vain are no turns.
            "lost" => assert_eq!((turns[0], *turns.last().unwrap()), ("20", "20"), "{text}"),
            "endless" => {
                assert_eq!((turns[0], *turns.last().unwrap()), ("300+", "300+"), "{text}");
                assert!(text.contains("would have gone on"), "{text}");
            }
            "dead" => assert_eq!((turns[0], *turns.last().unwrap()), ("0", "0"), "{text}"),
            _ => assert!(!text.contains('+') || !turns.last().unwrap().contains('+'), "{text}"),
        }
        // The presses of a game that moved something are its turns.
        let games = std::fs::read_to_string(home.join("games.csv")).unwrap();
        let mut lines = games.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let heading = lines.next().unwrap();
        for game in lines {
            let pressed = heading.iter().zip(&game).filter(|(name, _)| name.starts_with("\"direction"));
            let pressed: u64 = pressed.map(|(_, count)| count.parse::<u64>().unwrap()).sum();
            assert_eq!(pressed.to_string(), game[1], "{name}: {games}");
        }
    }
}

#[test]
fn bounds_are_reported_and_depend_on_the_player() {
    let home = Home::new();
    std::fs::write(home.join("mode.jsonc"), ENDS[1].1).unwrap();
    for (player, most) in [("random", "2,000"), ("rollouts:9", "10,000")] {
        let (_, text, _) = run(&home, &["stats", "mode.jsonc", "--games", "1", "--player", player]);
        assert!(text.contains(&format!("by {player}, of at most {most} turns")), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_the_games_so_far() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let home = Home::new();
    std::fs::write(home.join("mode.jsonc"), ENDS[0].1).unwrap();
    let arguments = ["stats", "mode.jsonc", "--games", "1000000", "--json", "-o", "part.json"];
    let mut command = home.polymerge(&arguments);
    command.current_dir(home.join("")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_secs(6));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let (text, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("interrupted; these are the figures of ") && said.contains(" of 1000000 games"),
        "{said}"
    );
    assert!(text.starts_with("{\"games\":") && !text.starts_with("{\"games\":0,"), "{text} {said}");
    // What was written can be gone on with.
    let (code, joined, _) = run(&home, &["stats", "--join", "part.json", "--json"]);
    assert_eq!((code, joined.as_str()), (0, &*text));
}

#[test]
fn skill_is_the_same_on_any_number_of_threads() {
    let home = Home::new();
    let skill = |threads, more: &[&str]| {
        let arguments =
            ["stats", "classic", "--skill", "--games", "3", "--max-turns", "80", "--player", "rollouts:60"];
        run(&home, &[&arguments[..], &["--threads", threads], more].concat())
    };
    let (code, figures, _) = skill("1", &["--json"]);
    assert_eq!(code, 0);
    assert_eq!(skill("3", &["--json"]).1, figures);
    let figures: serde_json::Value = serde_json::from_str(&figures).unwrap();
    let number = |pointer: &str| figures.pointer(pointer).and_then(serde_json::Value::as_f64).unwrap();
    assert!(number("/better/value") > 0.5 && number("/with_choice") > 0.9, "{figures}");
    assert_eq!(figures["learning"].as_array().map(Vec::len), Some(3), "{figures}");
    let (_, text, _) = skill("2", &[]);
    for part in ["rollouts:60 against random play, 3 seeds", "doublings of the score", "learning"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn more_seeds_than_can_be_compared_are_refused() {
    let (code, text, said) = run(&Home::new(), &["stats", "classic", "--skill", "--games", "1001"]);
    assert_eq!((code, text.as_str()), (2, ""));
    assert!(said.contains("--games is 1001; with --skill") && said.contains("at most 1000"), "{said}");
}

#[test]
fn nothing_is_to_be_chosen_where_one_direction_moves() {
    let home = Home::new();
    std::fs::write(home.join("left.jsonc"), r#"{ "extends": "2048.jsonc", "directions": ["left"] }"#)
        .unwrap();
    let left = ["stats", "left.jsonc", "--skill", "--games", "2", "--max-turns", "9"];
    let (code, text, complaint) = run(&home, &left);
    assert_eq!(code, 0, "{complaint}");
    assert!(text.contains("There is nothing to choose."), "{text}");
}
