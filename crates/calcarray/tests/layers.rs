//! What may know what: the layers of this crate, each of which imports only
//! those before it.

#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};

/// Files and folders of `src`, layer by layer, with the names by which others
/// import what is in them.
const LAYERS: [(&str, &[&str]); 11] = [
    ("limits.rs error.rs", &["limits", "Limit", "Limits", "Meter", "error", "Error", "ErrorKind"]),
    (
        "numbers",
        &["float", "gaussian", "integer", "number", "rational", "rounded", "Gaussian", "Integer", "Rational"],
    ),
    (
        "values",
        &[
            "abbreviate",
            "array",
            "base",
            "compare",
            "convert",
            "primes",
            "text",
            "unlock",
            "value",
            "Array",
            "Primes",
            "Text",
            "Type",
            "Value",
        ],
    ),
    ("json", &[]),
    ("ir", &["host", "trace", "Board", "Container", "Coordinate", "Host", "Position", "Variables"]),
    ("color", &[]),
    ("compile", &[]),
    ("exec", &[]),
    ("ops", &[]),
    ("pure", &[]),
    ("program.rs internals.rs lib.rs", &["program", "Program"]),
];

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    fs::read_dir(path).unwrap().flat_map(|entry| sources(&entry.unwrap().path())).collect()
}

/// The lines of a file before its tests, apart from comments.
fn code(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let code = text.lines().take_while(|line| *line != "#[cfg(test)]" || path.ends_with("lib.rs"));
    code.filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect()
}

/// The names behind `crate::` in a line.
fn imported(line: &str) -> impl Iterator<Item = &str> {
    let name = |rest: &'_ str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    line.split("crate::").skip(1).map(move |rest| &rest[..name(rest)])
}

/// The layer that a name belongs to.
fn layer(name: &str) -> Option<usize> {
    let is_of = |(paths, names): &(&str, &[&str])| {
        names.contains(&name) || paths.split(' ').any(|path| path.trim_end_matches(".rs") == name)
    };
    LAYERS.iter().position(is_of)
}

#[test]
fn layers_import_only_what_is_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (own, (paths, _)) in LAYERS.iter().enumerate() {
        for file in paths.split(' ').flat_map(|path| sources(&root.join(path))) {
            for line in code(&file) {
                for name in imported(&line) {
                    let other = layer(name).unwrap_or_else(|| panic!("{name} is of no layer"));
                    assert!(other <= own, "{} imports {name}, which is above it", file.display());
                }
            }
        }
    }
}

#[test]
fn every_file_is_in_a_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let known: Vec<&str> = LAYERS.iter().flat_map(|(paths, _)| paths.split(' ')).collect();
    for entry in fs::read_dir(root).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // What tests compare with may know everything.
        assert!(name == "oracle" || known.contains(&name.as_str()), "{name} is in no layer");
    }
}
