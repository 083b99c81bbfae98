//! The files that an editor has open, and those beside them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};
use polymerge::advanced::modefile::{Code, Source, SourceFile, uri};
use polymerge::catalogue::BuiltIn;
use polymerge_app::input;
use polymerge_app::mode_file::{Directory, is_mode_file};
use polymerge_assist::File;
use serde::Deserialize;
use serde_json::Value;

use super::positions::{Lines, Unit};

/// A folder is searched for files that extend others only if it has no more mode files.
const MOST_BESIDE: usize = 300;

/// The open files, by their addresses.
#[derive(Default)]
pub struct Documents {
    open: BTreeMap<String, String>,
    /// The diagnostics of open files that have not changed since they were checked.
    diagnostics: BTreeMap<String, Vec<Value>>,
    /// The mode files in the folders of open files, as they were when they were last looked at.
    seen: BTreeMap<PathBuf, Vec<Stamp>>,
    /// Explanations of codes that were shown. The checker runs for each; their texts never change.
    explanations: RefCell<BTreeMap<&'static str, String>>,
}

/// The name, time and size of a file.
type Stamp = (PathBuf, Option<SystemTime>, u64);

impl Documents {
    pub fn add(&mut self, uri: &str, text: String) {
        self.open.insert(uri.to_owned(), text);
        self.diagnostics.remove(uri);
    }

    pub fn close(&mut self, uri: &str) {
        self.open.remove(uri);
        self.diagnostics.remove(uri);
    }

    pub fn set_diagnostics(&mut self, uri: &str, diagnostics: Vec<Value>) {
        self.diagnostics.insert(uri.to_owned(), diagnostics);
    }

    /// Returns the diagnostics of a file at a place.
    pub fn diagnostics_at(&self, uri: &str, at: Position) -> impl Iterator<Item = &Value> {
        self.diagnostics.get(uri).into_iter().flatten().filter(move |found| {
            Range::deserialize(&found["range"]).is_ok_and(|range| range.start <= at && at <= range.end)
        })
    }

    /// Returns the explanation of a code.
    pub fn explanation(&self, code: &'static Code) -> String {
        let mut explanations = self.explanations.borrow_mut();
        explanations.entry(code.name).or_insert_with(|| code.explanation()).clone()
    }

    /// Applies changes of the editor, one after the other.
    pub fn change(&mut self, uri: &str, changes: Vec<TextDocumentContentChangeEvent>, unit: Unit) {
        let Some(text) = self.open.get_mut(uri) else { return };
        self.diagnostics.remove(uri);
        for change in changes {
            let Some(range) = change.range else {
                *text = change.text;
                continue;
            };
            let lines = Lines::new(text, unit);
            let (start, end) = (lines.offset(range.start), lines.offset(range.end));
            text.replace_range(start..end.max(start), &change.text);
        }
    }

    pub fn text(&self, uri: &str) -> Option<&str> {
        self.open.get(uri).map(String::as_str)
    }

    pub fn uris(&self) -> impl Iterator<Item = &str> {
        self.open.keys().map(String::as_str)
    }

    /// Returns an open file as a source.
    pub fn source(&self, uri: &str) -> Option<SourceFile> {
        Some(SourceFile::new(name_of(uri), self.text(uri)?.to_owned().into_bytes()))
    }

    /// Returns an open file with what is known of it.
    pub fn file(&self, uri: &str) -> Option<File> {
        Some(File::new(&self.source(uri)?, self))
    }

    /// Returns the address of a file: that by which the editor knows it, if it is open.
    pub fn uri_of(&self, name: &str) -> String {
        let known = self.open.keys().find(|uri| name_of(uri) == name);
        known.cloned().unwrap_or_else(|| uri_of_path(name))
    }

    /// Looks at the files beside those that are open. Returns true if one is not as it was.
    pub fn look(&mut self) -> bool {
        let paths: Vec<PathBuf> = self.open.keys().filter_map(|uri| path_of(uri)).collect();
        let folders: BTreeSet<&Path> = paths.iter().filter_map(|path| path.parent()).collect();
        let stamp = |path: PathBuf| {
            let meta = std::fs::metadata(&path).ok();
            let time = meta.as_ref().and_then(|meta| meta.modified().ok());
            (path, time, meta.map_or(0, |meta| meta.len()))
        };
        let now = |folder: &&Path| {
            // Files that are open come before those of the disk.
            let beside = mode_files(folder).filter(|path| !paths.contains(path));
            let mut stamps: Vec<Stamp> = beside.map(stamp).collect();
            stamps.sort();
            (folder.to_path_buf(), stamps)
        };
        let now: BTreeMap<PathBuf, Vec<Stamp>> = folders.iter().map(now).collect();
        let is_other = |(folder, stamps): (&PathBuf, &Vec<Stamp>)| {
            self.seen.get(folder).is_some_and(|seen| seen != stamps)
        };
        let has_changed = now.iter().any(is_other);
        self.seen = now;
        has_changed
    }

    /// Returns the files beside one that extend any of those of these names, with their addresses.
    pub fn extending(&self, uri: &str, extended: &[String]) -> Vec<(String, File)> {
        let name = name_of(uri);
        let folder = Path::new(&name).parent().filter(|_| path_of(uri).is_some());
        let paths = folder.into_iter().flat_map(mode_files);
        let names: Vec<String> = paths.map(|path| path.to_string_lossy().into_owned()).collect();
        let others = names.into_iter().filter(|other| *other != name).filter_map(|other| {
            let uri = self.uri_of(&other);
            let source = self
                .source(&uri)
                .or_else(|| Some(SourceFile::new(other.clone(), input::read_bytes(&other).ok()?)))?;
            let file = File::new(&source, self);
            let extends = file.extended().any(|name| extended.iter().any(|own| own == name));
            extends.then_some((uri, file))
        });
        others.collect()
    }
}

/// Open files come before those of the disk.
impl Source for Documents {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        let beside = Path::new(from).parent().map(|folder| folder.join(name));
        let beside = beside.map(|path| path.to_string_lossy().into_owned());
        let open = beside.and_then(|name| {
            let (_, text) = self.open.iter().find(|(uri, _)| name_of(uri) == name)?;
            Some(SourceFile::new(name, text.clone().into_bytes()))
        });
        match open {
            Some(file) => Ok(file),
            None if Path::new(from).is_absolute() => Directory.open(name, from),
            // A file that was never saved stands in no folder.
            None => BuiltIn.open(name, from),
        }
    }
}

/// The mode files in a folder, but no more than can be looked at.
fn mode_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| is_mode_file(path)).take(MOST_BESIDE)
}

/// The name of a file in messages: its path, or the address of one that is nowhere yet.
pub fn name_of(uri: &str) -> String {
    path_of(uri).map_or_else(|| uri.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// The path of an address.
fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let Some((&first, more)) = rest.split_first() {
        let digits = more.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|_| first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &more[2..] } else { more };
    }
    let path = String::from_utf8(bytes).ok()?;
    // Of Windows: /c:/folder.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { path.trim_start_matches('/') } else { &path }))
}

fn uri_of_path(path: &str) -> String {
    let root = if path.starts_with('/') { "file://" } else { "file:///" };
    format!("{root}{}", uri(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_paths_and_paths_addresses() {
        for (uri, name) in [
            ("file:///a/my%20mode.jsonc", "/a/my mode.jsonc"),
            ("file:///a/100%.jsonc", "/a/100%.jsonc"),
            ("file:///%C3%A9.jsonc", "/é.jsonc"),
            ("untitled:Untitled-1", "untitled:Untitled-1"),
        ] {
            assert_eq!(name_of(uri), name);
        }
        assert_eq!(uri_of_path("/a/my mode.jsonc"), "file:///a/my%20mode.jsonc");
    }

    #[test]
    fn changes_are_applied_in_order() {
        let mut documents = Documents::default();
        documents.add("a", "one\ntwo".to_owned());
        let change = |range: Option<[u32; 4]>, text: &str| TextDocumentContentChangeEvent {
            range: range.map(|[line, column, end, last]| {
                let position = Position::new;
                Range::new(position(line, column), position(end, last))
            }),
            range_length: None,
            text: text.to_owned(),
        };
        let changes = vec![
            change(Some([0, 0, 0, 1]), "X"),
            change(Some([1, 3, 9, 9]), "!"),
            change(Some([1, 2, 0, 1]), "?"),
        ];
        documents.change("a", changes, Unit::Utf16);
        assert_eq!(documents.text("a"), Some("Xne\ntw?o!"));
        documents.change("a", vec![change(None, "new")], Unit::Utf16);
        documents.change("b", vec![change(None, "new")], Unit::Utf16);
        assert_eq!((documents.text("a"), documents.text("b")), (Some("new"), None));
    }
}
