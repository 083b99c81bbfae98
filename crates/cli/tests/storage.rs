//! Failures of storage: files that are empty, cut, no text, not readable, a folder in their
//! place, a full disk. Each failure is reported with the file's name, and nothing is
//! written over.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Home, run};

/// A fault, and what does it to a file.
type Fault = (&'static str, fn(&Path));

/// Arguments, input and exit code.
type Case<'a> = (&'a [&'a str], &'a str, i32);

/// Ways in which a file is not what it was.
const FAULTS: &[Fault] = &[
    ("empty", |file| fs::write(file, "").unwrap()),
    ("cut", |file| {
        let bytes = fs::read(file).unwrap();
        fs::write(file, &bytes[..bytes.len() * 2 / 3]).unwrap();
    }),
    ("no text", |file| {
        let mut bytes = fs::read(file).unwrap();
        bytes[3] = 0xff;
        fs::write(file, bytes).unwrap();
    }),
    ("a folder", |file| {
        fs::remove_file(file).unwrap();
        fs::create_dir(file).unwrap();
    }),
    // Also root can read neither.
    ("a link to itself", |file| {
        fs::remove_file(file).unwrap();
        symlink(file, file).unwrap();
    }),
    ("a link to nothing", |file| {
        fs::remove_file(file).unwrap();
        symlink(file.with_extension("gone"), file).unwrap();
    }),
    ("a disk that fails", |file| {
        fs::remove_file(file).unwrap();
        symlink("/proc/self/mem", file).unwrap();
    }),
];

/// Describes the content of a path.
fn trace(file: &Path) -> String {
    let link = fs::read_link(file).ok();
    match link {
        Some(target) => format!("link to {}", target.display()),
        None if file.is_dir() => "folder".to_owned(),
        None => format!("{:?}", fs::read(file).unwrap()),
    }
}

/// Breaks a file in all ways, and runs commands on it: each names the file, leaves it as it is,
/// and ends with this exit code. Faults that leave something whole can be left out.
fn breaks(prepare: fn(&Home) -> PathBuf, without: &[&str], commands: &[Case<'_>]) {
    for (fault, break_it) in FAULTS.iter().filter(|(fault, _)| !without.contains(fault)) {
        for (arguments, input, expected) in commands {
            let home = Home::new();
            let file = prepare(&home);
            break_it(&file);
            let before = trace(&file);
            let file_name = file.file_name().unwrap().to_str().unwrap();
            let in_home: Vec<String> =
                arguments.iter().map(|text| text.replace("FILE", file.to_str().unwrap())).collect();
            let in_home: Vec<&str> = in_home.iter().map(String::as_str).collect();
            let (code, out, err) = run(&mut home.polymerge(&in_home), input);
            let said = format!("{fault}, {arguments:?}: {out}\n{err}");
            assert_eq!(code, *expected, "{said}");
            assert_eq!(format!("{out}{err}").matches(file_name).count(), 1, "{said}");
            assert!(!err.contains("EOF") && !out.contains("EOF"), "{said}");
            assert_eq!(trace(&file), before, "{said}");
        }
    }
}

/// The only file of a kind in a folder.
fn only(folder: &Path, ending: &str) -> PathBuf {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|e| e == ending)).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

fn game(home: &Home) -> PathBuf {
    let (code, _, err) = run(&mut home.polymerge(&["play", "--plain", "2048", "--seed", "7"]), "LURD\n");
    assert_eq!((code, err.as_str()), (0, ""));
    only(&home.join("XDG_DATA_HOME/polymerge/games"), "game")
}

#[test]
fn a_game_that_can_not_be_read_is_reported_once_and_stays() {
    let commands: &[Case<'_>] = &[
        (&["games"], "", 1),
        (&["games", "--json"], "", 1),
        (&["games", "--totals"], "", 1),
        (&["games", "--totals", "--json"], "", 1),
        (&["play", "--plain", "2048"], "L\nboard\n", 0),
        (&["--plain"], "L\nboard\n", 0),
        (&["play", "--plain", "2187", "--seed", "1"], "games\n", 0),
        (&["scores", "--server", "http://127.0.0.1:1", "submit"], "", 2),
    ];
    breaks(game, &[], commands);
}

/// A message, and a change of the text of a game.
type Damage = (&'static str, fn(&str) -> Vec<u8>);

/// In a file that ends as it should, only opening it shows what is wrong.
#[test]
fn a_game_that_is_damaged_within_is_reported_when_it_is_opened() {
    let damages: &[Damage] = &[
        ("the end of this saved game is missing", |text| {
            let (line, kept) = text.split_once('\n').unwrap();
            format!("{line}\n{}\n", &kept[..kept.len() / 2]).into()
        }),
        ("this saved game is damaged", |text| text.replace("\"code\"", "\"cod\"").into()),
        ("this saved game is damaged", |text| {
            let mut bytes = text.as_bytes().to_vec();
            let middle = text.find('\n').unwrap() + 40;
            bytes[middle] = 0xff;
            bytes
        }),
        ("this saved game is damaged", |text| text.replace("|3.0|", "|3.0").into()),
        ("a newer version of this program has saved this game", |text| {
            text.replace("{\"polymerge\":1,", "{\"polymerge\":2,").into()
        }),
    ];
    for (message, damage) in damages {
        let home = Home::new();
        let file = game(&home);
        let damaged = damage(&fs::read_to_string(&file).unwrap());
        fs::write(&file, &damaged).unwrap();
        let (code, out, err) = run(&mut home.polymerge(&["play", "--plain", "2048"]), "L\nR\nboard\n");
        assert_eq!((code, err.as_str()), (0, ""), "{message}");
        let note = format!("Note: {}: {message}", file.display());
        assert_eq!(out.matches(&note).count(), 1, "{message}: {out}");
        assert_eq!(fs::read(&file).unwrap(), damaged, "{message}");
    }
}

#[test]
fn games_that_can_be_read_are_listed_and_gone_on_with_beside_one_that_can_not() {
    let home = Home::new();
    let file = game(&home);
    let (_, before, _) = run(&mut home.polymerge(&["play", "--plain", "2048"]), "");
    let broken = file.with_file_name("1f.game");
    fs::write(&broken, "").unwrap();
    let (code, out, err) = run(&mut home.polymerge(&["games"]), "");
    assert_eq!((code, out.lines().count()), (1, 2), "{out}");
    assert!(err.contains("1f.game: this saved game is empty; it stays as it is"), "{err}");
    let (_, out, _) = run(&mut home.polymerge(&["play", "--plain", "2048"]), "");
    let board = |text: &str| text.lines().rev().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(board(&out), board(&before));
    assert!(out.contains("1f.game: this saved game is empty"), "{out}");
    assert_eq!(fs::read(&broken).unwrap(), b"");
}

#[test]
fn a_lock_that_can_not_be_taken_is_reported() {
    let home = Home::new();
    let file = game(&home);
    let lock = file.with_extension("lock");
    _ = fs::remove_file(&lock);
    fs::create_dir(&lock).unwrap();
    let before = fs::read(&file).unwrap();
    let (code, out, _) = run(&mut home.polymerge(&["play", "--plain", "2048"]), "L\n");
    let said = format!("Note: {}: this is a folder", lock.display());
    assert!(code == 0 && out.matches(&said).count() == 1, "{out}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn the_folder_of_games_can_fail_as_well() {
    for fault in ["a file", "a link to nothing"] {
        let home = Home::new();
        let folder = home.join("XDG_DATA_HOME/polymerge/games");
        fs::create_dir_all(folder.parent().unwrap()).unwrap();
        match fault {
            "a file" => fs::write(&folder, "mine").unwrap(),
            _ => symlink(home.join("gone"), &folder).unwrap(),
        }
        let before = trace(&folder);
        for arguments in [&["games"][..], &["games", "--totals"]] {
            let (code, _, err) = run(&mut home.polymerge(arguments), "");
            assert!(code == 1 && err.contains("polymerge/games: "), "{fault}: {err}");
        }
        let (code, out, _) = run(&mut home.polymerge(&["play", "--plain", "2048"]), "L\nU\n");
        assert_eq!(code, 0);
        assert!(
            out.contains("polymerge/games: ") && out.contains("The game can't be saved: "),
            "{fault}: {out}"
        );
        assert_eq!(trace(&folder), before);
    }
}

fn played(home: &Home) -> PathBuf {
    let file = game(home);
    let record = fs::read_to_string(&file).unwrap().lines().next().unwrap().to_owned();
    let played = file.with_file_name("played.jsonl");
    fs::write(&played, format!("{}\n", record.replacen("\"id\":\"", "\"id\":\"0", 1))).unwrap();
    played
}

#[test]
fn records_of_deleted_games_that_can_not_be_read_are_reported_and_stay() {
    let commands: &[Case<'_>] = &[(&["games", "--totals"], "", 1), (&["games", "--totals", "--json"], "", 1)];
    // Of deleted games there may be none.
    breaks(played, &["empty"], commands);
}

fn preset(home: &Home) -> PathBuf {
    let arguments = ["presets", "save", "mine", "--with", "garbage=12", "--with", "grid=5x4"];
    let (code, _, err) = run(&mut home.polymerge(&arguments), "");
    assert_eq!((code, err.as_str()), (0, ""));
    home.join("XDG_CONFIG_HOME/polymerge/presets/mine.txt")
}

#[test]
fn a_preset_that_can_not_be_read_is_reported_and_stays() {
    let commands: &[Case<'_>] = &[
        (&["presets"], "", 1),
        (&["presets", "show", "mine"], "", 1),
        (&["play", "2048", "--json", "--preset", "mine"], "", 1),
        (&["play", "2048", "--json", "--with", "mine"], "", 1),
    ];
    breaks(preset, &["cut"], commands);
    let home = Home::new();
    let file = preset(&home);
    fs::write(&file, "garbage=1").unwrap();
    let (code, _, err) = run(&mut home.polymerge(&["presets", "show", "mine"]), "");
    assert!(code == 0 && err.contains("mine.txt ends within a line; a part of it may be missing"), "{err}");
    // It is there, and so is not replaced.
    for (_, break_it) in FAULTS {
        let home = Home::new();
        let file = preset(&home);
        break_it(&file);
        let before = trace(&file);
        let (code, _, err) =
            run(&mut home.polymerge(&["presets", "save", "mine", "--with", "garbage=2"]), "");
        assert!(code == 2 && err.contains("exists already"), "{err}");
        assert_eq!(trace(&file), before);
    }
}

#[test]
fn the_folder_of_presets_can_fail_as_well() {
    let home = Home::new();
    let folder = home.join("XDG_CONFIG_HOME/polymerge/presets");
    fs::create_dir_all(folder.parent().unwrap()).unwrap();
    fs::write(&folder, "mine").unwrap();
    for arguments in [
        &["presets"][..],
        &["presets", "show", "mine"],
        &["presets", "save", "mine", "--with", "garbage=2"],
        &["play", "2048", "--json", "--preset", "craters"],
    ] {
        let (code, _, err) = run(&mut home.polymerge(arguments), "");
        assert!(code > 0 && err.contains("polymerge/presets: "), "{arguments:?}: {err}");
    }
    assert_eq!(fs::read_to_string(&folder).unwrap(), "mine");
}

fn configuration(home: &Home) -> PathBuf {
    let file = home.join("XDG_CONFIG_HOME/polymerge/config.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "theme = \"dark\"\nanimation = \"off\"\n").unwrap();
    file
}

#[test]
fn a_configuration_that_can_not_be_read_is_reported_and_stays() {
    // An empty one chooses nothing, and a cut one is no TOML.
    breaks(configuration, &["empty"], &[(&["config", "--check"], "", 2)]);
}

fn tokens(home: &Home) -> PathBuf {
    let file = home.join("XDG_DATA_HOME/polymerge/scores.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, r#"{"http://127.0.0.1:1": {"token": "abc", "former": ["x"]}}"#).unwrap();
    file
}

#[test]
fn claim_tokens_that_can_not_be_read_are_reported_before_a_service_is_asked() {
    let commands: &[Case<'_>] = &[
        (&["scores", "--server", "http://127.0.0.1:1", "mine"], "", 1),
        (&["scores", "--server", "http://127.0.0.1:1", "rename", "abc", "Ann"], "", 1),
        (&["scores", "--server", "http://127.0.0.1:1", "erase", "abc"], "", 1),
        (&["scores", "--server", "http://127.0.0.1:1", "ranked", "2048"], "", 1),
        (&["scores", "--server", "http://127.0.0.1:1", "submit", "2048", "--moves", "LURD"], "", 1),
    ];
    breaks(tokens, &[], commands);
    // The folder takes nothing: what a service gives only once is not asked for.
    let home = Home::new();
    fs::write(home.join("XDG_DATA_HOME"), "").unwrap();
    for task in [&["ranked", "2048"][..], &["submit", "2048", "--moves", "LURD"]] {
        let arguments = [&["scores", "--server", "http://127.0.0.1:1"], task].concat();
        let (code, _, err) = run(&mut home.polymerge(&arguments), "");
        assert!(code == 1 && err.contains("scores.json: "), "{err}");
        assert!(!err.contains("http://"), "it was asked: {err}");
    }
}

fn weights(home: &Home) -> PathBuf {
    let file = home.join("own.weights");
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../app/weights/004-3125.weights");
    fs::copy(built_in, &file).unwrap();
    file
}

#[test]
fn learned_weights_that_can_not_be_read_are_reported() {
    let commands: &[Case<'_>] = &[
        (&["hint", "3125", "--weights", "FILE"], "", 2),
        (&["bench", "3125", "--player", "learned", "--weights", "FILE", "--games", "1"], "", 2),
        (&["train", "3125", "--resume", "FILE", "--out", "FILE", "--moves", "1"], "", 2),
    ];
    breaks(weights, &[], commands);
}

fn record(home: &Home) -> PathBuf {
    let (_, out, _) = run(&mut home.polymerge(&["replay", "record", "2048", "--moves", "LURDLURD"]), "");
    let file = home.join("record.json");
    fs::write(&file, out).unwrap();
    file
}

#[test]
fn records_that_can_not_be_read_are_reported() {
    for (fault, break_it) in FAULTS {
        let home = Home::new();
        let file = record(&home);
        break_it(&file);
        let name = file.to_str().unwrap();
        for task in ["play", "verify"] {
            let (code, out, err) = run(&mut home.polymerge(&["replay", task, name]), "");
            assert!(code > 0 && err.contains("record.json") && out.is_empty(), "{fault}: {out}{err}");
        }
    }
}

fn base(home: &Home) -> PathBuf {
    fs::write(home.join("mine.jsonc"), r#"{ "extends": "powers.jsonc", "title": "Mine" }"#).unwrap();
    let file = home.join("powers.jsonc");
    fs::write(&file, r#"{ "extends": "classic.jsonc", "grid": "5x5" }"#).unwrap();
    file
}

/// A file beside the one that extends it is meant, also where a built-in one has this name.
#[test]
fn a_file_to_extend_that_can_not_be_read_is_reported() {
    for (fault, break_it) in FAULTS {
        let home = Home::new();
        break_it(&base(&home));
        let mine = home.join("mine.jsonc");
        let (code, out, err) =
            run(&mut home.polymerge(&["play", mine.to_str().unwrap(), "--moves", "L"]), "");
        assert!(code > 0 && err.contains("powers.jsonc") && out.is_empty(), "{fault}: {out}{err}");
    }
}

#[test]
fn a_full_disk_is_reported_and_leaves_the_old_file() {
    let home = Home::new();
    let preset = preset(&home);
    let before = fs::read(&preset).unwrap();
    symlink("/dev/full", preset.with_extension("new")).unwrap();
    let arguments = ["presets", "save", "mine", "--force", "--with", "garbage=2"];
    let (code, _, err) = run(&mut home.polymerge(&arguments), "");
    assert!(code == 1 && err.contains("mine.txt: the disk is full"), "{err}");
    assert_eq!(fs::read(&preset).unwrap(), before);

    // Files of commands: nothing larger than a kilobyte can be written.
    let picture = home.join("board.png");
    fs::write(&picture, "mine").unwrap();
    let program = env!("CARGO_BIN_EXE_polymerge");
    let line =
        format!("trap '' XFSZ; ulimit -f 1; exec '{program}' render 2048 --force -o '{}'", picture.display());
    let (code, _, err) = run(Command::new("bash").args(["-c", &line]), "");
    assert!(code == 1 && err.contains("board.png: "), "{err}");
    assert_eq!(fs::read(&picture).unwrap(), b"mine");
    let left: Vec<_> = fs::read_dir(home.join("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().ends_with(".new")), "{left:?}");
}

/// Root may read everything.
#[test]
fn files_of_others_are_reported_and_stay() {
    use std::os::unix::fs::PermissionsExt;

    let home = Home::new();
    let file = game(&home);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o0)).unwrap();
    if fs::read(&file).is_ok() {
        println!("skipped: this user may read all files");
        return;
    }
    let (code, _, err) = run(&mut home.polymerge(&["games"]), "");
    assert!(code == 1 && err.contains("you have no permission for this file"), "{err}");
}
