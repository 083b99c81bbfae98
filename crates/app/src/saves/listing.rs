//! The content of the folder of games: games, and files that can't be read as such.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::key::is_of_file;
use super::record::{Mover, Record};
use super::{Saves, saved};
use crate::folders::{io_reason, is_absence, read_text_if_any};

/// A file or folder that can't be read, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unreadable {
    /// The file.
    pub file: PathBuf,
    /// The reason, in words for players.
    pub reason: String,
}

impl Unreadable {
    /// Returns an unreadable file with the reason.
    pub fn new(file: &Path, reason: impl Into<String>) -> Unreadable {
        Unreadable { file: file.to_owned(), reason: reason.into() }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.reason)
    }
}

/// Returns a sentence on unreadable files; `None` if there are none.
pub fn describe_unreadable(unreadable: &[Unreadable]) -> Option<String> {
    let (first, others) = unreadable.split_first()?;
    Some(match others.len() {
        0 => format!("{first}; it stays as it is"),
        1 => format!("{first}; another file can't be read as well (polymerge games says which)"),
        several => {
            format!("{first}; {several} other files can't be read as well (polymerge games says which)")
        }
    })
}

/// Reasons why a saved game can't be read.
pub const EMPTY: &str = "this saved game is empty";
pub const CUT: &str = "the end of this saved game is missing";
pub const DAMAGED: &str = "this saved game is damaged";
pub const NO_GAME: &str = "this is not a saved game";
pub const NEWER: &str = "a newer version of this program has saved this game";

/// The content of the folder of games.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The games, those that were played last first. Games from pipes come after all others.
    pub games: Vec<Record>,
    /// The records of games whose second line is missing.
    pub damaged: Vec<Record>,
    /// All unreadable files, those of `damaged` too.
    pub unreadable: Vec<Unreadable>,
}

impl Listing {
    /// Reads the first lines of all games of a folder, and checks that their ends are there.
    pub(super) fn of_folder(folder: &Path) -> Listing {
        let mut listing = Listing::default();
        let files = match fs::read_dir(folder) {
            Ok(files) => files,
            Err(error) if is_absence(&error, folder) => return listing,
            Err(error) => {
                let reason = match error.kind() {
                    ErrorKind::NotADirectory => "the folder of the games is no folder".to_owned(),
                    _ => io_reason(&error),
                };
                listing.unreadable.push(Unreadable::new(folder, reason));
                return listing;
            }
        };
        for entry in files {
            match entry.map(|entry| entry.path()) {
                Ok(file) if file.extension().is_some_and(|ending| ending == "game") => listing.add(&file),
                Ok(_) => {}
                Err(error) => listing.unreadable.push(Unreadable::new(folder, io_reason(&error))),
            }
        }
        let order = |game: &Record| (game.by == Mover::Pipe, Reverse(game.played));
        listing.games.sort_by(|a, b| order(a).cmp(&order(b)).then_with(|| a.id.cmp(&b.id)));
        listing.unreadable.sort();
        listing
    }

    /// Returns the names of games of earlier versions of mode files: of each file, all versions but
    /// the one that was played last.
    pub fn of_earlier_versions(&self) -> HashSet<String> {
        let of_files = || self.games.iter().filter(|game| is_of_file(&game.mode));
        let mut last: HashMap<&str, &Record> = HashMap::new();
        for game in of_files() {
            let known = last.entry(&game.mode).or_insert(game);
            if game.played > known.played {
                *known = game;
            }
        }
        let is_earlier =
            |game: &&Record| last.get(game.mode.as_str()).is_some_and(|l| l.version != game.version);
        of_files().filter(is_earlier).map(|game| game.id.clone()).collect()
    }

    fn add(&mut self, file: &Path) {
        match head(file) {
            Ok((record, true)) => self.games.push(record),
            Ok((record, false)) => {
                self.damaged.push(record);
                self.unreadable.push(Unreadable::new(file, CUT));
            }
            Err(reason) => self.unreadable.push(Unreadable::new(file, reason)),
        }
    }
}

/// Reads the record of a game. Also returns true if the rest of the file seems to be there.
///
/// # Errors
///
/// No record can be read; the error has the reason in words for players.
pub(super) fn head(file: &Path) -> Result<(Record, bool), String> {
    let mut reader = BufReader::new(File::open(file).map_err(|error| io_reason(&error))?);
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line).map_err(|error| io_reason(&error))?;
    if line.is_empty() {
        return Err(EMPTY.into());
    }
    let is_whole = line.ends_with(b"\n");
    let text = String::from_utf8(line).map_err(|_| DAMAGED)?;
    let record = Record::read(&text).ok_or(if is_whole { NO_GAME } else { CUT })?;
    // The name of the file counts, since the file may be a copy.
    let id =
        file.file_stem().and_then(|stem| stem.to_str()).ok_or("the name of this file is not UTF-8 text")?;
    let ends = ends_whole(file, reader, text.len()).map_err(|error| io_reason(&error))?;
    Ok((Record { id: id.to_owned(), ..record }, is_whole && ends))
}

/// Returns whether something follows the first line of a file, and comes to its end: all that is written
/// ends in a line break. What a person has copied may lack it.
fn ends_whole(file: &Path, reader: BufReader<File>, first: usize) -> std::io::Result<bool> {
    let mut file_read = reader.into_inner();
    let length = file_read.seek(SeekFrom::End(0))?;
    if length <= first as u64 {
        return Ok(false);
    }
    file_read.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file_read.read_exact(&mut last)?;
    Ok(last == *b"\n" || parts(file).is_ok())
}

/// Reads a game: its record, and everything else.
///
/// # Errors
///
/// The file can't be read; the error has the reason in words for players.
pub(super) fn parts(file: &Path) -> Result<(Record, polymerge::Saved), String> {
    let text = read_text_if_any(file).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => DAMAGED.to_owned(),
        _ => io_reason(&error),
    })?;
    let text = text.ok_or("there is no such file")?;
    let (line, kept) = text.split_once('\n').unwrap_or((&text, ""));
    let is_cut = !text.ends_with('\n');
    let record = match Record::read(line) {
        Some(record) => record,
        None if text.is_empty() => return Err(EMPTY.into()),
        None if kept.is_empty() && is_cut => return Err(CUT.into()),
        None => return Err(NO_GAME.into()),
    };
    // Where a code is cut, what is left may be a code as well.
    if kept.trim().is_empty() || is_cut && !kept.starts_with('{') {
        return Err(CUT.into());
    }
    match saved(kept) {
        Ok(saved) => Ok((record, saved)),
        Err(_) if is_cut => Err(CUT.into()),
        Err(_) => Err(why_damaged(kept).into()),
    }
}

/// Returns the fault of the JSON of a game.
fn why_damaged(kept: &str) -> &'static str {
    match serde_json::from_str::<serde_json::Value>(kept.trim_end()) {
        Err(error) if error.is_eof() => CUT,
        Ok(value) if value["polymerge"].as_u64().is_some_and(|version| version > 1) => NEWER,
        _ => DAMAGED,
    }
}

impl Saves {
    /// Lists the folder.
    pub fn list(&self) -> Listing {
        Listing::of_folder(&self.folder)
    }
}
