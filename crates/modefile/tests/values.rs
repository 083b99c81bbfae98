//! Messages and lines for keys with values that can't be meant.

use polymerge_modefile::{NoFiles, ReadOptions, Severity, SourceFile, check, key_tables};

/// A mode without mistakes; `keys` stand on its third line. Keys that are there
/// replace those that it has otherwise.
fn mode(keys: &str) -> String {
    let own = [
        ("title", r#""title": "Mine""#),
        ("tile", r#""tile": ["a", "b"]"#),
        ("variables", r#""variables": { "v": 1, "w": -3 }"#),
        ("spawns", r#""spawns": [{ "tile": [0, 1] }]"#),
        ("tiles", r##""tiles": [{ "colour": "#ffffff" }]"##),
    ];
    let others: Vec<&str> = own
        .iter()
        .filter(|(key, _)| !keys.starts_with(&format!("\"{key}\": ")))
        .map(|(_, text)| *text)
        .collect();
    format!("{{\n{},\n{keys}\n}}", others.join(", "))
}

fn found(keys: &str) -> Vec<(Severity, &'static str, usize, String)> {
    let file = SourceFile::new("my.jsonc", mode(keys).into_bytes());
    let problems = check(&file, &NoFiles, &ReadOptions::default()).problems;
    let line = |place: &Option<polymerge_modefile::Place>| place.as_ref().map_or(0, |place| place.line);
    // Most of these modes have no merges.
    let others = problems.list().iter().filter(|problem| problem.code != "no-merges");
    others
        .map(|problem| (problem.severity, problem.code, line(&problem.place), problem.message.clone()))
        .collect()
}

/// The rows of `values.txt`: the keys, the values in place of `@`, and the beginning of the first
/// message.
fn rows() -> impl Iterator<Item = [&'static str; 3]> {
    let rows = include_str!("values.txt").lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| row.split(" :: ").collect::<Vec<_>>().try_into().unwrap())
}

/// The line on which the keys of [`mode`] stand.
const LINE: usize = 3;

#[test]
fn values_that_can_not_be_meant_are_said_at_their_line() {
    let (mut reported, mut taken) = (0, 0);
    for [keys, values, expected] in rows() {
        let values: Vec<&str> = if values.is_empty() { vec!["@"] } else { values.split(' ').collect() };
        for value in values {
            let keys = keys.replacen('@', value, usize::from(value != "@"));
            let found = found(&keys);
            if expected == "nothing" {
                assert!(found.is_empty(), "{keys}: {found:?}");
                taken += 1;
                continue;
            }
            let first = found.iter().find(|(_, _, line, _)| *line == LINE);
            let first =
                first.map(|(severity, code, _, message)| format!("{}[{code}]: {message}", severity.name()));
            assert!(first.is_some_and(|first| first.starts_with(expected)), "{keys}: {expected}\n{found:?}");
            reported += 1;
        }
    }
    assert!(reported > 1_500 && taken > 150, "{reported} reported, {taken} taken");
}

/// Adds the keys on the way to a text: those of objects, without the places in lists.
fn add_path(value: &serde_json::Value, text: &str, path: &mut Vec<String>) -> bool {
    match value {
        serde_json::Value::String(own) => own == text,
        serde_json::Value::Array(list) => list.iter().any(|entry| add_path(entry, text, path)),
        serde_json::Value::Object(object) => object.iter().any(|(key, value)| {
            path.push(key.clone());
            let is_there = add_path(value, text, path);
            if !is_there {
                path.pop();
            }
            is_there
        }),
        _ => false,
    }
}

/// The keys around the objects of a table.
fn around(table: &'static str) -> Vec<&'static str> {
    match table {
        "mode" => vec![],
        "setting" | "change" => vec!["settings"],
        "option" => vec!["settings", "options"],
        "change of a setting" => vec!["settings", "changes"],
        "direction" => vec!["directions"],
        "longer" => vec!["merges", "longer"],
        "negative_tiles" => vec!["modifiers", "negative_tiles"],
        other => vec![other],
    }
}

#[test]
fn each_key_has_values_that_can_not_be_meant() {
    let paths: Vec<Vec<String>> = rows()
        .filter(|[_, values, expected]| !values.is_empty() && *expected != "nothing")
        .map(|[keys, ..]| {
            let text = format!("{{ {} }}", keys.replacen('@', "\"HERE\"", 1));
            let mut path = Vec::new();
            let value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(add_path(&value, "HERE", &mut path), "{text}");
            path
        })
        .collect();
    let mut missing = Vec::new();
    for (table, keys) in key_tables() {
        for key in keys.keys {
            let wanted: Vec<&str> = around(table).into_iter().chain([key.name]).collect();
            if !paths.iter().any(|path| *path == wanted) {
                missing.push(wanted.join("/"));
            }
        }
    }
    assert!(missing.is_empty(), "values.txt has no row for: {}", missing.join(" "));
}

/// Every colour text in every place where one can stand.
#[test]
fn colours_are_checked_in_every_place() {
    let places = [
        r##""tiles": [{ "colour": %, "text_colour": "#000000" }]"##,
        r##""tiles": [{ "colour": "#ffffff", "text_colour": % }]"##,
        r##""tiles": [{ "colour": "#ffffff", "shadow": [1, 1, 1, %] }]"##,
        r##""tiles": [{ "colour": "#ffffff", "text": ["@TextE", "a", ["@TextColor", %, "b"]] }]"##,
        r##""tiles": [{ "colour": "#ffffff", "add": [["Innerscript", "t", "top-left", 0, 0, %]] }]"##,
        r##""tiles": [{ "colour": "#ffffff", "add": [["PrimeImage", %]] }]"##,
        r##""tiles": [{ "colour": "#ffffff", "add": [["PrimeImage", "#fff", %]] }]"##,
        r##""colours": { "screen": % }"##,
        r##""colours": { "grid": % }"##,
        r##""colours": { "cell": % }"##,
        r##""colours": { "cell": ["@DisplayTile", "t", %, "#fff"] }"##,
        r##""colours": { "text": % }"##,
        r##""stat_boxes": [{ "title": "t", "value": "v", "colour": % }]"##,
        r##""stat_boxes": [{ "title": "t", "value": "v", "value_colour": % }]"##,
        r##""stat_boxes": [{ "title": "t", "value": "v", "title_colour": % }]"##,
        r##""stat_boxes": [{ "title": "t", "value": "v", "border": [0.1, %] }]"##,
        r##""stat_boxes": [{ "title": "t", "value": "v", "shadow": [1, 1, 1, %] }]"##,
        r##""rules_text": [["@TextE", "a", ["@TextColor", %, "b"]]]"##,
    ];
    let colours = [
        r##""#gg""##,
        r##""rde""##,
        r##""linear-gradient(#gg, #fff)""##,
        r##"["@linear-gradient", 90, "#gg", 0, "#fff", 100]"##,
        r##"["@linear-gradient", "#gg", "#fff"]"##,
        r##"["@conic-gradient", "#fff", 0, ["@HSLA", 1, 2, 3], 90]"##,
        r##"["@multi-gradient", ["@radial-gradient", "#fff", "#gg"]]"##,
        r##"["@rotate", 90, false, "#gg"]"##,
        r##"["@RGBA", 1, "x", 3, 1]"##,
        r##"["#gg", "@if", true, "2nd", "#hh", "@end-if"]"##,
        "5",
        "true",
    ];
    for place in places {
        for colour in colours {
            let keys = place.replace('%', colour);
            let found = found(&keys);
            let is_reported = found.iter().any(|(severity, code, line, _)| {
                (*severity, *code, *line) == (Severity::Error, "colour", LINE)
            });
            assert!(is_reported, "{keys}: {found:?}");
        }
    }
}
