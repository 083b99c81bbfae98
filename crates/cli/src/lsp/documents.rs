//! The files that an editor has open, and those beside them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::TextDocumentContentChangeEvent;
use polymerge::advanced::modefile::{uri, Source, SourceFile};
use polymerge::catalogue::BuiltIn;
use polymerge_assist::File;

use super::positions::{Lines, Unit};
use crate::input;
use crate::mode_file::{is_mode_file, Directory};

/// A folder is searched for files that extend others only if it has no more mode files.
const MOST_BESIDE: usize = 300;

/// The open files, by their addresses.
#[derive(Default)]
pub struct Documents {
    open: BTreeMap<String, String>,
}

impl Documents {
    pub fn add(&mut self, uri: &str, text: String) {
        self.open.insert(uri.to_owned(), text);
    }

    pub fn close(&mut self, uri: &str) {
        self.open.remove(uri);
    }

    /// Applies changes of the editor, one after the other.
    pub fn change(&mut self, uri: &str, changes: Vec<TextDocumentContentChangeEvent>, unit: Unit) {
        let Some(text) = self.open.get_mut(uri) else { return };
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

    /// Returns the files beside one that extend it, with their addresses.
    pub fn extending(&self, uri: &str) -> Vec<(String, File)> {
        let name = name_of(uri);
        let folder = Path::new(&name).parent().filter(|_| path_of(uri).is_some());
        let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
        let paths = entries.flatten().map(|entry| entry.path()).filter(|path| is_mode_file(path));
        let names: Vec<String> =
            paths.take(MOST_BESIDE).map(|path| path.to_string_lossy().into_owned()).collect();
        let others = names.into_iter().filter(|other| *other != name).filter_map(|other| {
            let uri = self.uri_of(&other);
            let source = self
                .source(&uri)
                .or_else(|| Some(SourceFile::new(other.clone(), input::read_bytes(&other).ok()?)))?;
            let file = File::new(&source, self);
            let extends = file.extended().any(|extended| extended == name);
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
                let position = lsp_types::Position::new;
                lsp_types::Range::new(position(line, column), position(end, last))
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
