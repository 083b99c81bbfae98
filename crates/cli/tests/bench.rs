//! `polymerge bench`, as it is typed.

use crate::common::Home;

/// A number of what a command prints as JSON, by its path.
fn number(home: &Home, arguments: &[&str], path: &[&str]) -> f64 {
    let output = home.polymerge(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    for name in path {
        value = value[name].take();
    }
    value.as_f64().unwrap_or_else(|| panic!("{path:?} in {text}"))
}

#[test]
fn the_tier_is_that_of_the_turns_that_were_played() {
    let home = Home::new();
    for (arguments, tier) in [
        (&["bench", "classic", "--games", "3"][..], "  packed"),
        (&["bench", "classic", "--games", "3", "--no-cache"], "  plain: without caches"),
        (&["bench", "classic", "--games", "3", "--no-cache", "--explain"], "  plain: without caches"),
    ] {
        let output = home.polymerge(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let line = text.lines().nth(1).unwrap();
        assert!(line.ends_with(tier), "{arguments:?}: {line}");
        assert_eq!(text.contains("packed: 0 turns"), arguments.contains(&"--explain"), "{text}");
    }
}

#[test]
fn the_parts_that_take_the_time_are_printed_with_their_lines() {
    const SCRIPTED: &str = r#"{
  "extends": "2048.jsonc",
  "title": "Scripted",
  "scripts": [
    { "on": "EndTurn", "do": [0, "@repeat", 200, "+", ["@Grid", "arr_length"], "@end-repeat"] },
  ],
}"#;
    let home = Home::new();
    let file = home.join("scripted.jsonc");
    std::fs::write(&file, SCRIPTED).unwrap();
    let bench = |more: &[&str]| {
        let arguments = [&["bench", file.to_str().unwrap(), "--explain", "--seconds", "0.1"], more].concat();
        String::from_utf8(home.polymerge(&arguments).output().unwrap().stdout).unwrap()
    };
    let text = bench(&[]);
    let line = text.lines().find(|line| line.contains("script 0 (EndTurn)")).unwrap_or(&text);
    assert!(line.contains("scripted.jsonc:5 ") && line.contains(" % "), "{text}");

    let parts = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap()["parts"].clone();
    let dearest = parts(&bench(&["--json"]))[0].clone();
    assert_eq!((&dearest["part"], &dearest["line"]), (&"script 0 (EndTurn)".into(), &5.into()), "{dearest}");
    assert!(
        dearest["share"].as_f64().unwrap() > 0.3 && dearest["runs"].as_f64().unwrap() > 10.0,
        "{dearest}"
    );
    // With modifiers, numbers are not those of the file.
    let changed = parts(&bench(&["--json", "--with", "grid=5x5"]));
    assert!(changed.as_array().unwrap().iter().all(|part| part.get("line").is_none()), "{changed}");
}

#[test]
fn bench_and_stats_play_games_of_one_length() {
    let home = Home::new();
    for mode in ["classic", "2187"] {
        let games = ["--with", "grid=3x3", "--games", "300", "--json"];
        let bench = [&["bench", mode][..], &games].concat();
        let stats = [&["stats", mode][..], &games].concat();
        for (of_bench, of_stats) in [("moves_per_game", "turns"), ("score_per_game", "score")] {
            let mean = number(&home, &stats, &[of_stats, "mean"]);
            let margin = number(&home, &stats, &[of_stats, "margin"]);
            let other = number(&home, &bench, &[of_bench]);
            // Each of both means is off by less than the margin in 95 of 100 runs.
            assert!((mean - other).abs() < 2.5 * margin, "{mode} {of_stats}: {mean} ± {margin}, {other}");
        }
    }
}

#[test]
fn the_modes_of_a_folder_are_played_beside_plain_2048() {
    let home = Home::new();
    let folder = home.join("modes");
    std::fs::create_dir(&folder).unwrap();
    let mode = |title: &str| format!(r#"{{ "extends": "2048.jsonc", "title": "{title}" }}"#);
    let bench = |folder: &std::path::Path| {
        home.polymerge(&["bench", "--games", "3", "--modes", folder.to_str().unwrap()]).output().unwrap()
    };
    let message = String::from_utf8(bench(&folder).stderr).unwrap();
    assert!(message.contains("no mode files (.jsonc) in this folder"), "{message}");

    for (name, text) in [("b.jsonc", mode("B")), ("a.jsonc", mode("A")), ("mode.schema.json", "{}".into())] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let text = String::from_utf8(bench(&folder).stdout).unwrap();
    let names: Vec<&str> = text.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names, ["mode", "classic", "a", "b", "2"], "{text}");
    assert!(text.contains("(1.0000 of plain)") && text.contains("; of plain: geometric mean"), "{text}");

    // A fault in the last file is told before the first is played.
    std::fs::write(folder.join("c.jsonc"), "{").unwrap();
    let output = bench(&folder);
    assert!(output.stdout.is_empty() && !output.status.success());
}
