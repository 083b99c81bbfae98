//! A mode file that its author edits while it is played: `play --watch`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use polymerge::advanced::modefile::{Problem, SourceFile, check};
use polymerge::{Limits, Mode};

use crate::changes::Changes;
use crate::failure::Failure;
use crate::mode_file::Directory;

/// The time between two looks at the file, in milliseconds.
const PAUSE: f64 = 300.0;

/// A mode file that is watched, with the files beside it, which it may extend.
pub struct FileWatch {
    path: PathBuf,
    changes: Changes,
    seen: Vec<Stamp>,
    next: f64,
}

/// The name, time and size of a file.
type Stamp = (PathBuf, Option<SystemTime>, u64);

/// A new version of the file.
pub struct Edit {
    /// The mode with its changes, unless there are errors.
    pub mode: Option<Box<Mode>>,
    /// The problems, a line each.
    pub problems: Vec<String>,
}

impl FileWatch {
    /// Watches a file from now on.
    pub fn new(path: &Path, changes: Changes) -> FileWatch {
        let path = path.to_owned();
        FileWatch { seen: stamps(&path), path, changes, next: 0.0 }
    }

    /// Returns the new version of the file at the time `now`, if it has been saved since the last one.
    pub fn poll(&mut self, now: f64) -> Option<Edit> {
        if now < self.next {
            return None;
        }
        self.next = now + PAUSE;
        let stamps = stamps(&self.path);
        if stamps == self.seen {
            return None;
        }
        // Editors may remove a file for a moment.
        let bytes = fs::read(&self.path).ok()?;
        self.seen = stamps;
        Some(self.read(bytes))
    }

    /// Returns the problems of the file as it is now.
    pub fn problems(&self) -> Vec<String> {
        fs::read(&self.path).map(|bytes| self.read(bytes).problems).unwrap_or_default()
    }

    fn read(&self, bytes: Vec<u8>) -> Edit {
        let file = SourceFile::new(self.path.to_string_lossy(), bytes);
        let found = check(&file, &Directory, &Default::default()).problems;
        let mut problems: Vec<String> = found.list().iter().map(line).collect();
        if found.has_errors() {
            return Edit { mode: None, problems };
        }
        let mode = Mode::from_file(file, &Directory, &Limits::default()).map_err(Failure::input);
        match mode.and_then(|mode| self.changes.apply_to(mode)) {
            Ok(mode) => Edit { mode: Some(mode.into()), problems },
            Err(failure) => {
                problems.insert(0, failure.message().to_owned());
                Edit { mode: None, problems }
            }
        }
    }
}

fn line(problem: &Problem) -> String {
    let severity = problem.severity.name();
    match &problem.place {
        Some(place) => format!("{severity}, line {}: {}", place.line, problem.message),
        None => format!("{severity}: {}", problem.message),
    }
}

/// The stamps of a file and of the mode files beside it.
fn stamps(path: &Path) -> Vec<Stamp> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        beside.filter(|file| file.extension().is_some_and(|end| end == "jsonc")).collect();
    files.push(path.to_owned());
    files.sort();
    let stamp = |file: PathBuf| {
        let meta = fs::metadata(&file).ok();
        let time = meta.as_ref().and_then(|meta| meta.modified().ok());
        (file, time, meta.map_or(0, |meta| meta.len()))
    };
    files.into_iter().map(stamp).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_file_is_read_once_with_its_problems() {
        let folder = std::env::temp_dir().join(format!("polymerge-watch-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, base) = (folder.join("mode.jsonc"), folder.join("base.jsonc"));
        let save = |path: &Path, text: &str| fs::write(path, text).unwrap();
        save(&base, r#"{ "base": true, "extends": "classic.jsonc", "win": [[4]] }"#);
        save(&file, r#"{ "extends": "base.jsonc", "title": "One" }"#);
        let mut watch = FileWatch::new(&file, Changes::default());
        assert!(watch.poll(0.0).is_none());
        save(&file, r#"{ "extends": "base.jsonc", "title": "Twice" }"#);
        assert!(watch.poll(PAUSE / 2.0).is_none(), "it is not looked at all the time");
        let edit = watch.poll(PAUSE).unwrap();
        assert!(edit.mode.is_some_and(|mode| mode.title() == "Twice") && edit.problems.is_empty());
        assert!(watch.poll(2.0 * PAUSE).is_none());
        save(&file, r#"{ "extends": "base.jsonc", "title": "Three", "lose": { "needed": "= scor > 5" } }"#);
        let edit = watch.poll(3.0 * PAUSE).unwrap();
        assert!(edit.mode.is_none() && edit.problems[0].contains("line 1: nothing is named `scor`"));
        save(&file, r#"{ "extends": "base.jsonc", "title": "Four" }"#);
        assert!(watch.poll(4.0 * PAUSE).is_some_and(|edit| edit.mode.is_some()));
        save(&base, r#"{ "base": true, "extends": "classic.jsonc", "win": [[5], [6]] }"#);
        assert!(watch.poll(5.0 * PAUSE).is_some_and(|edit| edit.mode.is_some()));
        fs::remove_dir_all(&folder).unwrap();
    }
}
