//! The text files of the project.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;

use crate::imports::Imports;

/// Folders of files that were built, fetched or found by fuzzing.
const SKIPPED: &[&str] = &["target", "node_modules", "dist", "pkg", "corpus"];
/// The endings of files that people write.
const ENDINGS: &[&str] = &["rs", "md", "ts", "tsx", "js", "mjs", "css", "html", "jsonc", "toml", "yml"];
/// A folder of scripts, whose names have no ending.
const SCRIPTS: &str = ".ci";

/// A text file.
#[derive(Clone, Debug)]
pub struct File {
    /// The path from the top folder, with slashes.
    pub path: String,
    /// The content.
    pub text: String,
    tokens: OnceCell<TokenStream>,
}

impl File {
    /// Makes a file of its path and its content.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> File {
        File { path: path.into(), text: text.into(), tokens: OnceCell::new() }
    }

    /// Returns the tokens of a Rust file, which are read once. A file that is no Rust has none:
    /// the compiler reports it.
    pub fn tokens(&self) -> TokenStream {
        self.tokens.get_or_init(|| self.text.parse().unwrap_or_default()).clone()
    }

    /// Returns the part of the path behind its last full stop.
    pub fn ending(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, ending)| ending)
    }

    /// Returns true if the file lies in a folder, at any depth, or is the file of this path
    /// itself.
    pub fn is_below(&self, path: &str) -> bool {
        self.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Returns the lines with their numbers, from 1 on.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        numbered(&self.text)
    }
}

/// Returns the lines of a text with their numbers, from 1 on.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(place, line)| (place + 1, line))
}

/// Returns the lines of Rust code that are no comments, with their numbers.
pub fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    numbered(text).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// All text files of the project, read once.
pub struct Tree {
    /// The files, in the order of their paths.
    pub files: Vec<File>,
    imports: OnceCell<Vec<Imports>>,
}

impl Tree {
    /// Makes a tree of its files.
    pub fn new(mut files: Vec<File>) -> Tree {
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Tree { files, imports: OnceCell::new() }
    }

    /// Reads the files of the project that this program was built from.
    pub fn read() -> io::Result<Tree> {
        let mut files = Vec::new();
        add(&mut files, &root(), "")?;
        Ok(Tree::new(files))
    }

    /// Returns the file of a path.
    pub fn file(&self, path: &str) -> Option<&File> {
        let place = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        self.files.get(place)
    }

    /// Returns the imports within each crate, which are read once.
    pub fn imports(&self) -> &[Imports] {
        self.imports.get_or_init(|| {
            let sources = self.files.iter().filter_map(|file| match file.path.rsplit_once('/')? {
                (source, "lib.rs" | "main.rs") if source.ends_with("/src") => Some(source),
                _ => None,
            });
            let sources: BTreeSet<&str> = sources.filter(|source| source.starts_with("crates/")).collect();
            sources.into_iter().map(|source| Imports::of(self, source)).collect()
        })
    }

    /// Returns the files in a folder, at any depth, that have an ending.
    pub fn below<'t>(&'t self, folder: &'t str, ending: &'t str) -> impl Iterator<Item = &'t File> {
        self.files.iter().filter(move |file| file.is_below(folder) && file.ending() == ending)
    }
}

/// Adds the text files in a folder, at any depth.
fn add(files: &mut Vec<File>, folder: &Path, path: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_dir() && !SKIPPED.contains(&name.as_str()) && (!name.starts_with('.') || name == SCRIPTS) {
            add(files, &entry.path(), &path)?;
        }
        let is_script = path.starts_with(SCRIPTS) && !name.contains('.');
        if kind.is_file() && (is_script || ENDINGS.iter().any(|own| name.ends_with(&format!(".{own}")))) {
            let text = fs::read_to_string(entry.path())
                .map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))?;
            files.push(File::new(path, text));
        }
    }
    Ok(())
}

/// The top folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
