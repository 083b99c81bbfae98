//! `modes`: our own mode files, played through the recorded games.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use calcarray::Value;
use polymerge_modefile::{Choices, ModeFile, ReadOptions, Source, SourceFile, catalogue, read_with};
use polymerge_rules::{Limits, Ruleset};

use crate::case::Case;
use crate::data::{Data, file_name, read_lines, stem};
use crate::files;
use crate::games::ignored;
use crate::trace::Trace;

/// One case per trace of a default mode. Mode files that lie in one of the
/// data directories are played instead of the built-in ones: with `--data
/// modes` they can be tried without building anything.
///
/// # Errors
/// If there is no such folder.
pub fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let files = data.files("games", &[".jsonl", ".jsonl.gz"])?;
    let default = |file: &PathBuf| !is_variant(file);
    Ok(files
        .into_iter()
        .filter(default)
        .map(|file| {
            let data = data.clone();
            Case::new(stem(&file).to_owned(), move || check(&data, &file))
        })
        .collect())
}

/// Whether a trace is one of a variant: its header says so.
fn is_variant(file: &Path) -> bool {
    let header = read_lines(file).unwrap_or_default().into_iter().next().unwrap_or_default();
    header.contains("\"variant\":true")
}

fn check(data: &Data, file: &Path) -> Result<(), String> {
    let number = stem(file).split('-').next().unwrap_or_default();
    let mode = unchanged(data, number)?.mode.clone();
    let mut ignored = ignored(file);
    // Our own words for the same rules.
    ignored.push("merge_rules");
    if computes_spawns(&mode.spawns) {
        ignored.push("tile_spawns");
    }
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    Trace::read(file)?.play(rules, &ignored)
}

/// The mode file of a number without any choices, read once: thousands of cases start from it.
///
/// # Errors
/// As [`mode_file`].
pub fn unchanged(data: &Data, number: &str) -> Result<Arc<ModeFile>, String> {
    type Read = Mutex<HashMap<(Vec<PathBuf>, String), Arc<ModeFile>>>;
    static READ: LazyLock<Read> = LazyLock::new(Read::default);
    let key = (data.directories().to_vec(), number.to_owned());
    let known = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = known().get(&key) {
        return Ok(file.clone());
    }
    // Not read under the lock, which would let all other cases wait.
    let file = Arc::new(mode_file(data, number, &Choices::default())?);
    Ok(known().entry(key).or_insert(file).clone())
}

/// The mode of a number with some settings: from a mode file in a data
/// directory, or else the built-in one.
///
/// # Errors
/// If there is none, or something is wrong with it.
pub fn mode_file(data: &Data, number: &str, choices: &Choices) -> Result<ModeFile, String> {
    let name = |file: &Path| {
        file_name(file).starts_with(&format!("{number}-")) && file_name(file).ends_with(".jsonc")
    };
    for directory in data.directories() {
        let files = files::list(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        if let Some(file) = files.into_iter().find(|file| name(file)) {
            let folder = Folder(directory);
            let text = folder.open(file_name(&file), "")?;
            let options = ReadOptions::default();
            return read_with(&text, &folder, &options, choices).map_err(|problems| problems.to_text());
        }
    }
    let mode = catalogue::find(number).ok_or_else(|| format!("there is no mode file of number {number}"))?;
    mode.read_with(choices).map_err(|problems| problems.to_text())
}

/// A folder of mode files.
struct Folder<'d>(&'d Path);

impl Source for Folder<'_> {
    fn open(&self, name: &str, _from: &str) -> Result<SourceFile, String> {
        let bytes = files::bytes(&self.0.join(name)).map_err(|error| error.to_string())?;
        Ok(SourceFile::new(name, bytes))
    }
}

/// Whether a list of spawns holds expressions. Two authors write those in
/// different words; that they mean the same shows in what spawns.
fn computes_spawns(spawns: &Value) -> bool {
    let nested = |value: &Value| matches!(value, Value::Array(entries) if entries.iter().any(is_array));
    let computed = |entry: &Value| match entry {
        Value::Array(parts) => match parts.first() {
            Some(Value::Text(word)) if word.to_string_lossy() == "Box" => parts.iter().any(nested),
            Some(Value::Array(_)) => parts.iter().any(nested) || parts.iter().skip(1).any(is_array),
            _ => true,
        },
        _ => true,
    };
    matches!(spawns, Value::Array(entries) if entries.iter().any(computed))
}

fn is_array(value: &Value) -> bool {
    matches!(value, Value::Array(_))
}
