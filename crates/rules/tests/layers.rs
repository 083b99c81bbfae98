//! What may know what: the interpreter knows nothing of the fast path.

#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let inside = folders.iter().flat_map(|folder| sources(folder));
    files.into_iter().chain(inside).collect()
}

/// The lines of a file, apart from comments, that name a folder of this crate.
fn naming(path: &Path, folder: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let names =
        |line: &str| line.contains(&format!("crate::{folder}::")) || line.contains(&format!("{folder}::"));
    text.lines().filter(|line| !is_comment(line) && names(line)).map(str::to_owned).collect()
}

#[test]
fn folders_know_only_what_is_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (folder, unknown) in [
        ("board", &["fast"][..]),
        ("merge", &["fast"]),
        ("turn", &["fast"]),
        ("game", &["fast"]),
        ("ruleset.rs", &["fast"]),
        ("mode.rs", &["fast", "turn", "merge::apply", "game"]),
        ("random.rs", &["fast", "turn", "merge", "game", "board"]),
        ("fast/collide", &["fast::packed::games", "fast::engine", "fast::rollout", "fast::batch"]),
    ] {
        let own = root.join(folder);
        let files = if own.is_dir() { sources(&own) } else { vec![own] };
        assert!(!files.is_empty(), "{folder} is gone");
        for file in files {
            for unknown in unknown {
                assert_eq!(naming(&file, unknown), [""; 0], "{} names {unknown}", file.display());
            }
        }
    }
}
