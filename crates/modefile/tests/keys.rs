//! The table of keys says what the reader does. `modes/mode.schema.json` and the tables of
//! `docs/mode-files.md` are made of it, and `docs/lints.md` of the explanations of codes: with `APPROVE=1`
//! set, they are written anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use polymerge_modefile::catalogue::BuiltIn;
use polymerge_modefile::{
    Expressions, Key, LeftOut, ModeFile, Problems, ReadOptions, SCHEMA, SourceFile, codes, explanations,
    key_reference, key_tables, read, write,
};

fn workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Compares a file of the tree with what is made of the table.
fn is_up_to_date(path: &str, made: &str) {
    approved::compare(workspace(path), made);
}

#[test]
fn the_schema_is_the_table() {
    is_up_to_date("crates/modefile/modes/mode.schema.json", &SCHEMA);
}

#[test]
fn the_page_of_problems_is_their_explanations() {
    is_up_to_date("docs/lints.md", &explanations());
}

/// The reports of problems name their codes as texts.
#[test]
fn codes_are_used() {
    let mut unused: Vec<&str> = codes().map(|code| code.name).collect();
    let mut folders = vec![workspace("crates/modefile/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("text/codes.rs") {
                let source = std::fs::read_to_string(&path).unwrap_or_default();
                unused.retain(|code| !source.contains(&format!("\"{code}\"")));
            }
        }
    }
    assert!(unused.is_empty(), "no problem has these codes: {unused:?}");
}

#[test]
fn the_tables_of_the_document_are_the_table() {
    let path = "docs/mode-files.md";
    let written = std::fs::read_to_string(workspace(path)).unwrap();
    let mut parts = written.split("<!-- keys: ");
    let mut made = parts.next().unwrap().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->").unwrap();
        let (_, rest) = rest.split_once("<!-- end -->").unwrap();
        let table = key_reference(name).unwrap_or_else(|| panic!("there is no table {name:?}"));
        let _ = write!(made, "<!-- keys: {name} -->\n\n{table}\n<!-- end -->{rest}");
    }
    is_up_to_date(path, &made);
}

#[test]
fn the_document_names_the_keys_that_are_not_taken_from_another_file() {
    let path = "docs/mode-files.md";
    let written = std::fs::read_to_string(workspace(path)).unwrap();
    let (_, mode) = key_tables().next().unwrap();
    let own = mode.keys.iter().filter(|key| key.is_own).map(|key| format!("`{}`", key.name));
    let made = format!("- not taken: {}.", own.collect::<Vec<_>>().join(", "));
    let mut lines: Vec<&str> = written.split('\n').collect();
    let line = lines.iter_mut().find(|line| line.starts_with("- not taken: ")).expect("the line");
    *line = &made;
    is_up_to_date(path, &lines.join("\n"));
}

/// Names that examples of keys speak of.
const NAMES: &str = r#""define": { "base": 2, "hide_texts": 0 },"#;
const VARIABLES: &str = r#""variables": { "turns": 0, "goal": 3, "picked": 0, "done": false },"#;
const TILE: &str = r#""tile": ["value", "power", "colour"],"#;

/// The names beside an example that does not give them itself.
fn names(table: &str, key: &Key) -> String {
    let parts: &[&str] = match (table, key.name) {
        ("mode", "define") => &[TILE],
        ("mode", "extends") => &[],
        ("mode", "variables") => &[NAMES, TILE],
        ("mode", "tile") => &[NAMES, VARIABLES],
        ("mode", "settings") | ("setting", "name") => &[VARIABLES, TILE],
        _ => &[NAMES, VARIABLES, TILE],
    };
    parts.concat()
}

/// Keys of a file around `KEY`, a key of one of its objects.
fn around(table: &str, key: &Key, value: &str) -> String {
    let beside = match (table, key.name) {
        ("tiles", "scheme") => "",
        ("tiles", "value") => r#""scheme": "DIVE", "#,
        ("tiles", "colour") => r##""text_colour": "#000000", "##,
        ("tiles", _) => r##""colour": "#f0c040", "##,
        ("merges", "result" | "results") => r#""score": 0, "match": [{}, {}], "#,
        ("merges", "match" | "length") => r#""score": 0, "result": [[1, 2, 3]], "#,
        ("merges", _) => r#""match": [{}, {}], "result": [1, 2, 3], "#,
        ("longer", "base") => r#""shift": [0, 1], "#,
        ("spawns", "weight") => r#""tile": [1, 2, 3], "#,
        ("grid", "shape") if value == key.example => r#""size": 3, "#,
        ("grid", "size") => r#""shape": "4d", "#,
        ("auto_directions", "first") => r#""move": [1, 0], "every": 3, "#,
        ("auto_directions", "move") => "",
        ("auto_directions", _) => r#""move": [1, 0], "#,
        ("direction", "name") => "",
        ("direction", "move") => "",
        ("direction", _) => r#""name": "up", "#,
        ("scripts", "on") => r#""do": [0], "#,
        ("scripts", "do") => r#""on": "EndTurn", "#,
        ("scripts", "until") => r#""on": "Interval", "do": [0], "every": 1, "#,
        ("scripts", _) => r#""on": "EndTurn", "do": [0], "#,
        ("before_game", "do") => "",
        ("before_game", _) => r#""do": [0], "#,
        ("stat_boxes", "title") => r#""value": 0, "#,
        ("stat_boxes", "value") => r#""title": "", "#,
        ("stat_boxes", _) => r#""title": "", "value": 0, "#,
        ("setting", "name") => r#""title": "", "kind": "any", "default": 1, "#,
        ("setting", "title") => r#""name": "s", "kind": "any", "default": 1, "#,
        ("setting", "kind") => r#""name": "s", "title": "", "default": true, "#,
        ("setting", "default") => r#""name": "s", "title": "", "kind": "whole", "#,
        ("setting", "options") => r#""name": "s", "title": "", "kind": "choice", "default": 1, "#,
        ("setting", "from" | "to" | "between") => {
            r#""name": "s", "title": "", "kind": "number", "default": 3, "#
        }
        ("setting", "on" | "off") => r#""name": "s", "title": "", "kind": "flag", "default": true, "#,
        ("setting", _) => r#""name": "s", "title": "", "kind": "any", "default": 1, "#,
        ("option", "value") => "",
        ("option", _) => r#""value": 1, "#,
        ("change" | "change of a setting", "when") => r#""with": {}, "#,
        ("change" | "change of a setting", "with") => r#""when": true, "#,
        _ => "",
    };
    let object = format!("{{ {beside}KEY }}");
    let longer = |object: &str| {
        format!(r#""merges": [{{ "match": [{{}}, {{}}], "result": [1, 2, 3], "longer": {object} }}]"#)
    };
    let setting = |keys: String| format!(r#""settings": [{{ "name": "s", "title": "", {keys} }}]"#);
    match table {
        "mode" => "KEY".to_owned(),
        "setting" | "change" => format!("\"settings\": [{object}]"),
        "option" => setting(format!(r#""kind": "choice", "default": 1, "options": [{object}]"#)),
        "change of a setting" => setting(format!(r#""kind": "any", "default": 1, "changes": [{object}]"#)),
        "direction" => format!("\"directions\": [{object}]"),
        "longer" => longer(&object),
        "negative_tiles" => format!("\"modifiers\": {{ \"negative_tiles\": {object} }}"),
        "auto_directions" | "tiles" | "merges" | "spawns" | "forced_spawns" | "scripts" | "stat_boxes" => {
            format!("\"{table}\": [{object}]")
        }
        _ => format!("\"{table}\": {object}"),
    }
}

/// Reads a file with a key of an object, which may have no value.
fn read_with(table: &str, key: &Key, value: Option<&str>) -> Result<ModeFile, Problems> {
    let written = value.map_or_else(String::new, |value| format!("{:?}: {value}", key.name));
    let keys = around(table, key, value.unwrap_or_default())
        .replace(", KEY", &format!(", {written}"))
        .replace("KEY", &written);
    let text = format!("{{ {} {keys} }}", names(table, key));
    let file = SourceFile::new(format!("{table}/{}", key.name), text.into_bytes());
    read(&file, &BuiltIn, &ReadOptions::default())
}

#[test]
fn examples_are_read_without_a_problem() {
    let mut wrong = String::new();
    for (table, keys) in key_tables() {
        for key in keys.keys {
            if let Err(problems) = read_with(table, key, Some(key.example)) {
                let _ = write!(wrong, "{problems}");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_examples_say_is_written_again() {
    let mut wrong = String::new();
    for (table, keys) in key_tables() {
        for key in keys.keys {
            let Ok(file) = read_with(table, key, Some(key.example)) else { continue };
            let written = write(&file.mode, &file.info, Expressions::Formulas);
            match read(&SourceFile::new("again", written.into_bytes()), &BuiltIn, &ReadOptions::default()) {
                Ok(again) if again.mode == file.mode && again.info == file.info => {}
                Ok(_) => _ = writeln!(wrong, "{table}: {} is not written", key.name),
                Err(problems) => _ = write!(wrong, "{table}: {}: {problems}", key.name),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_key_that_is_left_out_is_its_default() {
    let mut wrong = String::new();
    for (table, keys) in key_tables() {
        for key in keys.keys {
            let left_out = read_with(table, key, None);
            match key.left_out {
                LeftOut::Value(json) => match (read_with(table, key, Some(json)), left_out) {
                    (Ok(written), Ok(left_out)) if written == left_out => {}
                    (Ok(_), Ok(_)) => _ = writeln!(wrong, "{table}: {} is not {json}", key.name),
                    (Err(problems), _) | (_, Err(problems)) => _ = write!(wrong, "{problems}"),
                },
                LeftOut::Mistake if left_out.is_ok() => {
                    _ = writeln!(wrong, "{table}: {} can be left out", key.name)
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Keys whose examples change no mode: they are for editors and files that extend this one, show what
/// is so already, or count only with a choice of the player.
const WITHOUT_EFFECT: &[(&str, &[&str])] = &[
    ("mode", &["$schema", "base", "define", "colours", "memory"]),
    ("setting", &["off", "changes"]),
    ("tiles", &["value", "text_colour"]),
    ("merges", &["order"]),
    ("longer", &["base"]),
    ("negative_tiles", &["both", "apart", "interacting"]),
    ("memory", &["looks", "merges"]),
];

#[test]
fn a_key_has_an_effect() {
    let mut wrong = String::new();
    for (table, keys) in key_tables() {
        for key in keys.keys.iter().filter(|key| key.left_out != LeftOut::Value(key.example)) {
            let (written, left_out) = (read_with(table, key, Some(key.example)), read_with(table, key, None));
            let is_same = matches!((written, left_out), (Ok(written), Ok(left_out)) if written == left_out);
            let has_none = |(known, keys): &(&str, &[&str])| *known == table && keys.contains(&key.name);
            if is_same != WITHOUT_EFFECT.iter().any(has_none) {
                let _ = writeln!(wrong, "{table}: {}", key.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn an_unknown_key_is_answered_with_the_keys_of_the_table() {
    for (table, keys) in key_tables().filter(|(table, _)| *table != "negative_tiles") {
        let around = around(table, &keys.keys[keys.keys.len() - 1], "");
        let text = format!("{{ {TILE} {} }}", around.replace("KEY", "\"qqqqqq\": 0"));
        let file = SourceFile::new("keys.jsonc", text.into_bytes());
        let problems = read(&file, &BuiltIn, &ReadOptions::default()).unwrap_err();
        let problem = problems.list().iter().find(|problem| problem.message.contains("qqqqqq"));
        let help = problem.and_then(|problem| problem.help.as_deref()).unwrap_or_default();
        let names: Vec<&str> = keys.names().collect();
        assert_eq!(help, format!("its keys are: {}", names.join(", ")), "{table}: {problems}");
    }
}
