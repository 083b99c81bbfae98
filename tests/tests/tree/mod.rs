//! The text files of the tree, for tests of what is written in them.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of what was built or fetched.
const SKIPPED: [&str; 5] = ["target", "node_modules", "dist", "pkg", "corpus"];

/// The top folder of the tree.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Adds the files below a folder that end in one of these kinds.
pub fn files(folder: &Path, kinds: &[&str], found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !SKIPPED.contains(&name) && !name.starts_with('.') {
                files(&path, kinds, found);
            }
        } else if path.extension().is_some_and(|kind| kinds.iter().any(|known| kind == *known)) {
            found.push(path);
        }
    }
}
