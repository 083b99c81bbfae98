//! The directories that golden data is read from.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use calcarray::Value;
use calcarray::json::{self, ReadLimits};
use flate2::read::MultiGzDecoder;

use crate::files;

/// Golden data: one directory with cases, and more in which the files that
/// cases refer to may lie. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Data(Arc<Vec<PathBuf>>);

impl Data {
    /// Cases are taken from `cases`; other files from there, then from each
    /// of `more`, in order.
    pub fn new(cases: impl Into<PathBuf>, more: impl IntoIterator<Item = PathBuf>) -> Data {
        Data(Arc::new(std::iter::once(cases.into()).chain(more).collect()))
    }

    /// The project's own copies of golden data, `tests/data`.
    pub fn copies() -> Data {
        Data::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("data"), [])
    }

    /// The conformance folder of `../shared` beside the workspace, or of
    /// `POLYMERGE_SHARED`; `None`, with a message, if it is not there.
    pub fn shared() -> Option<Data> {
        let shared = match std::env::var_os("POLYMERGE_SHARED") {
            Some(directory) => PathBuf::from(directory),
            None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        };
        let conformance = shared.join("conformance");
        if files::is_folder(&conformance) {
            Some(Data::new(conformance, []))
        } else {
            // Not eprintln!, which the test harness would keep to itself.
            _ = writeln!(io::stderr(), "skipped: there is no golden data at {}", conformance.display());
            None
        }
    }

    /// The directory with the cases.
    pub fn directory(&self) -> &Path {
        &self.0[0]
    }

    /// All directories, the one with the cases first.
    pub fn directories(&self) -> &[PathBuf] {
        &self.0
    }

    /// The files of a folder of cases that end in one of `endings`, by name.
    ///
    /// # Errors
    /// If the folder is missing or holds no such file.
    pub fn files(&self, folder: &str, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
        let path = self.directory().join(folder);
        let mut files = files::list(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        files.retain(|file| {
            endings.iter().any(|ending| file_name(file).ends_with(ending)) && files::is_file(file)
        });
        if files.is_empty() {
            return Err(format!("{}: no files ending in {}", path.display(), endings.join(" or ")));
        }
        Ok(files)
    }

    /// Whether there is a folder of cases.
    ///
    /// # Errors
    /// If it is missing.
    pub fn exists(&self, folder: &str) -> Result<(), String> {
        let path = self.directory().join(folder);
        files::is_folder(&path).then_some(()).ok_or_else(|| format!("{} is no directory", path.display()))
    }

    /// A file that a case refers to, by its path inside of a data directory
    /// such as `modes/001-2048.txt`.
    ///
    /// # Errors
    /// If none of the directories has it.
    pub fn find(&self, file: &str) -> Result<PathBuf, String> {
        self.0
            .iter()
            .map(|directory| directory.join(file))
            .find(|path| files::is_file(path))
            .ok_or_else(|| format!("{file} is in none of the data directories"))
    }
}

/// The last part of a path.
pub fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// The name of a data file without its endings: the family of a vector file.
pub fn stem(path: &Path) -> &str {
    let name = file_name(path);
    name.split_once(".json").map_or(name, |(stem, _)| stem)
}

/// A text file, unpacked if its name ends in `.gz`.
///
/// # Errors
/// If it can't be read.
pub fn read_text(path: &Path) -> Result<String, String> {
    let fail = |error: io::Error| format!("{}: {error}", path.display());
    let mut text = String::new();
    let bytes = files::bytes(path).map_err(fail)?;
    if path.extension().is_some_and(|ending| ending == "gz") {
        MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text).map_err(fail)?;
    } else {
        (&bytes[..]).read_to_string(&mut text).map_err(fail)?;
    }
    Ok(text)
}

/// The lines of a `.jsonl` or `.jsonl.gz` file that are not blank, unread.
///
/// # Errors
/// If the file can't be read.
pub fn read_lines(path: &Path) -> Result<Vec<String>, String> {
    Ok(read_text(path)?.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect())
}

/// Reads extended JSON of golden data, which may be long.
///
/// # Errors
/// If it is not JSON.
pub fn read_json(text: &str) -> Result<Value, String> {
    let limits = ReadLimits { depth: 2000, nodes: 50_000_000, ..ReadLimits::default() };
    json::read(text, &limits).map_err(|error| error.to_string())
}

/// The `id` of a line, without reading all of it; the line number if it has
/// none.
pub fn line_id(path: &Path, number: usize, line: &str) -> String {
    line.split_once("\"id\":\"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or_else(|| format!("{}:{}", file_name(path), number + 1), |(id, _)| id.to_owned())
}
