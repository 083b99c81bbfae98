//! `polymerge stats`, as it is typed.

#![cfg(test)]

mod common;

use common::Home;

/// Runs the program: its exit code, what it prints, what it complains about.
fn run(home: &Home, arguments: &[&str]) -> (i32, String, String) {
    let output = home.polymerge(arguments).current_dir(home.join("")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
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
fn games_of_a_player_are_told_in_words_and_pictures() {
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
