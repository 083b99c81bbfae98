//! One rule for every file that a command is asked to write: what exists is replaced only with
//! `--force`.

use std::fs;
use std::process::Stdio;

use crate::common::Home;

/// Runs the program in this folder: its exit code, and what it complains about.
fn run(home: &Home, arguments: &[&str]) -> (i32, String) {
    fs::write(home.join("page.html"), PAGE).unwrap();
    let mut command = home.polymerge(arguments);
    command.current_dir(home.join("")).stdin(Stdio::null()).env("POLYMERGE_PAGE", home.join("page.html"));
    let output = command.output().unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8(output.stderr).unwrap())
}

/// The page without a mode, as short as it can be.
const PAGE: &str = r#"<title>Polymerge</title><script type="application/json" id="mode">null</script>"#;

/// A command for each kind of file, which the name of the file follows; whether it writes the same
/// again.
const WRITING: &[(&[&str], &str, bool)] = &[
    (&["render", "2048", "-o"], "board.svg", true),
    (&["render", "2048", "-o"], "board.png", true),
    (&["convert", "2048", "-o"], "mode.jsonc", true),
    (&["convert", "2048", "-o"], "code.txt", true),
    (&["replay", "export", "2048", "--moves", "LURD", "--svg", "-o"], "game.svg", true),
    (&["replay", "export", "2048", "--moves", "LURD", "--asciicast", "-o"], "game.cast", true),
    (&["replay", "export", "2048", "--moves", "LURD", "--replay-code", "-o"], "replay.txt", true),
    (&["export", "2048", "-o"], "game.html", true),
    (&["stats", "2048", "--games", "2", "--max-turns", "5", "-o"], "games.json", false),
    (&["stats", "2048", "--games", "2", "--max-turns", "5", "-o"], "games.csv", false),
    (
        &["train", "2048", "--moves", "10", "--memory", "1M", "--reward", "points", "--out"],
        "own.weights",
        false,
    ),
];

#[test]
fn a_file_that_exists_is_replaced_only_if_that_is_asked_for() {
    for (command, file, is_same) in WRITING {
        let home = Home::new();
        let path = home.join(file);
        let arguments = [*command, &[*file]].concat();
        // A file that is there.
        fs::write(&path, "mine\n").unwrap();
        let (code, err) = run(&home, &arguments);
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert!(err.contains(&format!("{file} exists already; --force replaces it")), "{arguments:?}: {err}");
        assert_eq!(fs::read(&path).unwrap(), b"mine\n", "{arguments:?}");
        let (code, err) = run(&home, &[&arguments[..], &["--force"]].concat());
        assert_eq!(code, 0, "{arguments:?}: {err}");
        let written = fs::read(&path).unwrap();
        assert_ne!(written, b"mine\n", "{arguments:?}");
        // One that holds the same already.
        let (code, err) = run(&home, &arguments);
        assert_eq!(code, if *is_same { 0 } else { 2 }, "{arguments:?}: {err}");
        assert_eq!(fs::read(&path).unwrap(), written, "{arguments:?}");
        // An empty one, and none.
        fs::write(&path, "").unwrap();
        assert_eq!(run(&home, &arguments).0, 0, "{arguments:?}");
        fs::remove_file(&path).unwrap();
        assert_eq!(run(&home, &arguments).0, 0, "{arguments:?}");
        // A folder, and a folder that is not there.
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let (code, err) = run(&home, &arguments);
        assert!(code == 2 && err.contains("is a folder"), "{arguments:?}: {err}");
        let elsewhere = format!("no/{file}");
        let (code, err) = run(&home, &[*command, &[elsewhere.as_str()]].concat());
        assert!(code == 1 && err.contains("there is no such folder"), "{arguments:?}: {err}");
        // Nothing else is left behind.
        let found = fs::read_dir(home.join("")).unwrap().map(|entry| entry.unwrap().file_name());
        let found: Vec<_> = found.filter(|name| name.to_string_lossy().contains(".new")).collect();
        assert!(found.is_empty(), "{arguments:?}: {found:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_written_and_a_link_to_nothing_is_kept() {
    for (command, file, _) in WRITING {
        let home = Home::new();
        let ending = file.rsplit('.').next().unwrap();
        let (link, target) = (home.join(file), home.join(&format!("target.{ending}")));
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let arguments = [*command, &[*file]].concat();
        let (code, err) = run(&home, &arguments);
        assert!(code == 2 && err.contains("exists already"), "{arguments:?}: {err}");
        assert!(!target.exists(), "{arguments:?}");
        fs::write(&target, "mine\n").unwrap();
        let (code, err) = run(&home, &[&arguments[..], &["--force"]].concat());
        assert_eq!(code, 0, "{arguments:?}: {err}");
        assert!(link.is_symlink(), "{arguments:?}");
        assert_ne!(fs::read(&target).unwrap(), b"mine\n", "{arguments:?}");
    }
}

#[test]
fn learning_goes_on_in_its_own_file_without_being_asked() {
    let home = Home::new();
    let train = |more: &[&str]| {
        let arguments = ["train", "2048", "--moves", "10", "--memory", "1M", "--out", "own.weights"];
        run(&home, &[&arguments[..], more].concat())
    };
    assert_eq!(train(&["--reward", "points"]).0, 0);
    assert_eq!(train(&["--reward", "points"]).0, 2);
    let (code, err) = train(&["--resume", "own.weights"]);
    assert_eq!(code, 0, "{err}");
    fs::copy(home.join("own.weights"), home.join("other.weights")).unwrap();
    assert_eq!(train(&["--resume", "other.weights"]).0, 2);
}
