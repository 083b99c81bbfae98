//! What may know what within a crate: layers, each of which imports only those
//! before it, and in `rules` an interpreter that knows nothing of the fast path.

#![cfg(test)]

mod tree;

use std::fs;
use std::path::{Path, PathBuf};

use tree::{files, root};

/// The layers of a crate.
struct Layers {
    name: &'static str,
    /// Files and folders of `src`, layer by layer, with the names by which others
    /// import what is in them.
    layers: &'static [(&'static str, &'static [&'static str])],
    /// Whether all other names that are imported are those that the crate exports, which
    /// are at the top. Otherwise there must be none.
    others_are_exported: bool,
    /// What tests compare with may know everything.
    free: &'static [&'static str],
}

const CRATES: [Layers; 4] = [
    Layers {
        name: "calcarray",
        layers: &[
            ("limits.rs error.rs", &["limits", "Limit", "Limits", "Meter", "error", "Error", "ErrorKind"]),
            (
                "numbers",
                &[
                    "float", "gaussian", "integer", "number", "rational", "rounded", "Gaussian", "Integer",
                    "Rational",
                ],
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
            ("ops words.rs keywords", &[]),
            ("pure", &[]),
            ("program.rs internals.rs lib.rs", &["program", "Program"]),
        ],
        others_are_exported: false,
        free: &["oracle"],
    },
    Layers {
        name: "modefile",
        layers: &[
            ("text", &[]),
            ("keywords.rs", &[]),
            ("expand", &[]),
            ("keys", &[]),
            ("file.rs", &[]),
            ("draft.rs schema.rs", &[]),
            ("read.rs", &[]),
            ("check write.rs feature.rs tag.rs group.rs", &[]),
            ("summary.rs", &[]),
            ("catalogue.rs lib.rs", &[]),
        ],
        others_are_exported: true,
        free: &[],
    },
    Layers {
        name: "modifiers",
        layers: &[
            ("error.rs", &[]),
            ("parts", &[]),
            ("choices", &[]),
            ("message.rs", &[]),
            ("effects", &[]),
            ("code.rs custom infused", &[]),
            ("lib.rs", &[]),
        ],
        others_are_exported: true,
        free: &[],
    },
    Layers {
        name: "server",
        layers: &[
            ("token.rs source.rs metrics.rs pool.rs", &[]),
            ("names.rs title.rs daily.rs config.rs", &[]),
            ("limit.rs store store.rs", &[]),
            ("modes.rs writer.rs", &[]),
            ("verify.rs", &[]),
            ("admin.rs api api.rs", &[]),
            ("serve.rs robot.rs lib.rs main.rs", &[]),
        ],
        others_are_exported: false,
        free: &[],
    },
];

/// Folders and files of `rules`, each with what it must not name.
const UNKNOWN_IN_RULES: [(&str, &[&str]); 8] = [
    ("board", &["fast"]),
    ("merge", &["fast"]),
    ("turn", &["fast"]),
    ("game", &["fast"]),
    ("ruleset.rs", &["fast"]),
    ("mode.rs", &["fast", "turn", "merge::apply", "game"]),
    ("random.rs", &["fast", "turn", "merge", "game", "board"]),
    ("fast/collide", &["fast::packed::games", "fast::engine", "fast::rollout", "fast::batch"]),
];

fn source(name: &str) -> PathBuf {
    root().join("crates").join(name).join("src")
}

/// The files of a folder, or a file itself.
fn sources(path: PathBuf) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path];
    }
    let mut found = Vec::new();
    files(&path, &["rs"], &mut found);
    assert!(!found.is_empty(), "{} is gone", path.display());
    found
}

/// The lines of a text, apart from comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// The lines of a file before its tests, if it has some of its own.
fn without_tests(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    match text.split_once("\n#[cfg(test)]\n") {
        Some((code, _)) if !path.ends_with("lib.rs") => code.to_owned(),
        _ => text,
    }
}

/// The names behind `crate::` in a line.
fn imported(line: &str) -> impl Iterator<Item = &str> {
    let end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    line.split("crate::").skip(1).map(move |rest| &rest[..end(rest)])
}

impl Layers {
    /// The layer that a name belongs to.
    fn of(&self, name: &str) -> usize {
        let is_of = |(paths, names): &(&str, &[&str])| {
            names.contains(&name) || paths.split(' ').any(|path| path.trim_end_matches(".rs") == name)
        };
        let found = self.layers.iter().position(is_of);
        assert!(found.is_some() || self.others_are_exported, "{name} of {} is of no layer", self.name);
        found.unwrap_or(self.layers.len() - 1)
    }
}

#[test]
fn layers_import_only_what_is_below_them() {
    for layers in &CRATES {
        for (own, (paths, _)) in layers.layers.iter().enumerate() {
            for file in paths.split(' ').flat_map(|path| sources(source(layers.name).join(path))) {
                for name in code(&without_tests(&file)).flat_map(imported) {
                    assert!(layers.of(name) <= own, "{} imports {name}, which is above it", file.display());
                }
            }
        }
    }
}

#[test]
fn every_file_is_in_a_layer() {
    for Layers { name, layers, free, .. } in &CRATES {
        let known: Vec<&str> = layers.iter().flat_map(|(paths, _)| paths.split(' ')).collect();
        for entry in fs::read_dir(source(name)).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            let file = file.as_str();
            assert!(free.contains(&file) || known.contains(&file), "{file} of {name} is in no layer");
        }
    }
}

#[test]
fn folders_of_rules_know_only_what_is_below_them() {
    for (folder, unknown) in UNKNOWN_IN_RULES {
        for file in sources(source("rules").join(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            for unknown in unknown {
                let behind = format!("{unknown}::");
                let naming: Vec<&str> = code(&text).filter(|line| line.contains(&behind)).collect();
                assert_eq!(naming, [""; 0], "{} names {unknown}", file.display());
            }
        }
    }
}

/// The one file with unsafe code, and the one that takes names for the whole program.
const UNSAFE: [&str; 2] = ["capi/src/ffi.rs", "capi/src/exports.rs"];

#[test]
fn unsafe_code_is_in_one_file() {
    let mut all = Vec::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        files(&entry.unwrap().path().join("src"), &["rs"], &mut all);
    }
    assert!(all.len() > 200, "{}", all.len());
    for file in all {
        let text = fs::read_to_string(&file).unwrap();
        let allowed = UNSAFE.iter().position(|own| file.ends_with(own));
        let lifted = code(&text).any(|line| line.contains("allow(unsafe_code)"));
        assert_eq!(lifted, allowed.is_some(), "{} allows unsafe code", file.display());
        let has_some = code(&text).any(|line| {
            line.split(|c: char| !c.is_alphanumeric() && !"_-".contains(c)).any(|word| word == "unsafe")
        });
        assert!(!has_some || allowed == Some(0), "{} has unsafe code", file.display());
    }
}
