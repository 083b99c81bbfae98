//! What may know what: the layers of this crate, each of which imports only
//! those before it.

#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};

/// Files and folders of `src`, layer by layer.
const LAYERS: [&str; 7] =
    ["error.rs", "parts", "choices", "message.rs", "effects", "code.rs custom infused", "lib.rs"];

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    fs::read_dir(path).unwrap().flat_map(|entry| sources(&entry.unwrap().path())).collect()
}

/// The lines of a file before its tests, apart from comments.
fn code(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let code = text.lines().take_while(|line| *line != "#[cfg(test)]");
    code.filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect()
}

/// The names behind `crate::` in a line.
fn imported(line: &str) -> impl Iterator<Item = &str> {
    let end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    line.split("crate::").skip(1).map(move |rest| &rest[..end(rest)])
}

/// The layer of a file or folder; what the crate exports is at the top.
fn layer(name: &str) -> usize {
    let is_of = |paths: &&str| paths.split(' ').any(|path| path.trim_end_matches(".rs") == name);
    LAYERS.iter().position(is_of).unwrap_or(LAYERS.len() - 1)
}

#[test]
fn layers_import_only_what_is_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (own, paths) in LAYERS.iter().enumerate() {
        for file in paths.split(' ').flat_map(|path| sources(&root.join(path))) {
            for line in code(&file) {
                for name in imported(&line) {
                    assert!(layer(name) <= own, "{} imports {name}, which is above it", file.display());
                }
            }
        }
    }
}

#[test]
fn every_file_is_in_a_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(root).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = LAYERS.iter().any(|paths| paths.split(' ').any(|path| path == name));
        assert!(known, "{name} is in no layer");
    }
}
