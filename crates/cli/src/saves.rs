//! Games that wait to be continued, and what was played: one file per game.
//!
//! The first line of a file is a [`Record`] as JSON, enough to list and count
//! the game; the second is the game as [`Saved`] writes it, or its save code as earlier
//! versions kept it, which holds everything else. Beside
//! it lies a file that is locked while the game is played, so that two windows
//! never write the same game; the system frees the lock of a program that dies.
//! Records of games that were deleted are kept in `played.jsonl`.

mod best;
mod key;
mod label;
mod record;
mod slot;
mod statistics;

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use fs4::{FileExt, TryLockError};
use polymerge::{Error, Game, Limits, Saved};

use crate::folders;
use crate::play::any_seed;

pub use key::{key_of, same_built_in};
pub use label::Labels;
#[cfg(test)]
pub use record::BestTile;
pub use record::{now, Record};
pub use slot::Slot;
pub use statistics::{Statistics, Totals};

/// How many games of a mode that are over are kept; of older ones the record
/// remains.
const FINISHED: usize = 20;

/// What is said where there is no folder for games.
pub const NOWHERE: &str = "games are not saved: set HOME or XDG_DATA_HOME to an absolute path";

/// The folder with the games.
#[derive(Clone, Debug)]
pub struct Saves {
    folder: PathBuf,
}

/// Why a game can't be opened or deleted.
#[derive(Debug)]
pub enum SaveError {
    /// Another window plays it.
    InUse,
    /// The game was deleted meanwhile.
    Gone,
    /// What is in the file is no game.
    Damaged(PathBuf, String),
    /// The file can't be read or written.
    File(io::Error),
}

impl std::fmt::Display for SaveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SaveError::InUse => f.write_str("this game is open in another window"),
            SaveError::Gone => f.write_str("this game was deleted"),
            SaveError::Damaged(file, reason) => write!(f, "{}: {reason}", file.display()),
            SaveError::File(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> SaveError {
        match error.kind() {
            io::ErrorKind::NotFound => SaveError::Gone,
            _ => SaveError::File(error),
        }
    }
}

impl Saves {
    /// The user's folder, by the XDG rules; `None` if there is nowhere to
    /// keep games.
    pub fn of_user() -> Option<Saves> {
        Some(Saves::in_folder(folders::data()?.join("games")))
    }

    /// Games in this folder, which need not exist yet.
    pub fn in_folder(folder: PathBuf) -> Saves {
        Saves { folder }
    }

    /// All games, those that were played last first. Files that are no games
    /// are passed over.
    pub fn games(&self) -> Vec<Record> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        let games =
            files.map(|entry| entry.path()).filter(|file| file.extension().is_some_and(|e| e == "game"));
        let mut records: Vec<Record> = games
            .filter_map(|file| {
                let mut line = String::new();
                BufReader::new(File::open(&file).ok()?).read_line(&mut line).ok()?;
                // The name of the file counts, since the file may be a copy.
                Some(Record { id: file.file_stem()?.to_str()?.to_owned(), ..Record::read(&line)? })
            })
            .collect();
        records.sort_by(|a, b| b.played.cmp(&a.played).then_with(|| a.id.cmp(&b.id)));
        records
    }

    /// The game to go on with: of this mode, or of any. Games that are over
    /// or played elsewhere don't count.
    pub fn last(&self, mode: Option<&str>) -> Option<Record> {
        let wanted = |record: &Record| !record.over && mode.is_none_or(|mode| record.mode == mode);
        self.games().into_iter().find(|record| wanted(record) && !self.is_in_use(&record.id))
    }

    /// A place for a new game. Nothing is written before there is something
    /// to keep.
    pub fn begin(&self, mode: &str, title: &str) -> Slot {
        Slot::new(self.clone(), Record::new(mode, title))
    }

    /// A place for another game of the same mode.
    pub fn begin_another(&self, before: &Record) -> Slot {
        Slot::new(self.clone(), before.another())
    }

    /// Takes a game to go on with it at the time `now`. It stays locked while the slot lives.
    pub fn open(&self, id: &str, now: f64) -> Result<(Slot, Game), SaveError> {
        let lock = self.lock(id)?;
        let file = self.file(id);
        let text = fs::read_to_string(&file)?;
        let damaged = |reason: String| SaveError::Damaged(file.clone(), reason);
        let (line, kept) = text.split_once('\n').unwrap_or((&text, ""));
        let record = Record::read(line).ok_or_else(|| damaged("this is not a saved game".into()))?;
        let saved = saved(kept).map_err(|error| damaged(error.to_string()))?;
        let game = saved.resume(now, &Limits::default()).map_err(|error| damaged(error.to_string()))?;
        let record = Record { id: id.to_owned(), ..record };
        Ok((Slot::taken(self.clone(), record, lock), game))
    }

    /// Looks into a game without taking it: as it stands, without its way back.
    pub fn look(&self, id: &str) -> Option<Game> {
        let text = fs::read_to_string(self.file(id)).ok()?;
        let saved = saved(text.split_once('\n')?.1).ok()?;
        saved.reseeded(0).resume(0.0, &Limits::default()).ok()
    }

    /// Whether this game is being played, here or in another window.
    pub fn is_in_use(&self, id: &str) -> bool {
        let lock = File::open(self.lock_file(id));
        lock.is_ok_and(|lock| matches!(FileExt::try_lock(&lock), Err(TryLockError::WouldBlock)))
    }

    /// Deletes a game; its record still counts.
    pub fn delete(&self, id: &str) -> Result<(), SaveError> {
        let _lock = self.lock(id)?;
        let mut line = String::new();
        BufReader::new(File::open(self.file(id))?).read_line(&mut line)?;
        if Record::read(&line).is_some() {
            // One write, so that lines of two windows don't mix.
            let line = format!("{}\n", line.trim_end());
            let mut played = OpenOptions::new().create(true).append(true).open(self.played())?;
            played.write_all(line.as_bytes())?;
            played.sync_data()?;
        }
        fs::remove_file(self.file(id))?;
        _ = fs::remove_file(self.lock_file(id));
        Ok(())
    }

    /// What was played, by mode.
    pub fn statistics(&self) -> Statistics {
        Statistics::of(self.records().into_values())
    }

    /// The best score in a mode, other than of this game.
    pub fn best_score(&self, mode: &str, except: &str) -> Option<f64> {
        let records = self.records().into_values();
        let others = records.filter(|record| record.mode == mode && record.id != except);
        others.map(|record| record.best_score).reduce(f64::max)
    }

    /// All games, those that were deleted too, by name.
    fn records(&self) -> HashMap<String, Record> {
        let played = fs::read_to_string(self.played()).unwrap_or_default();
        // A game that was being deleted when the program died is in both.
        let mut records: HashMap<String, Record> =
            played.lines().filter_map(Record::read).map(|record| (record.id.clone(), record)).collect();
        records.extend(self.games().into_iter().map(|record| (record.id.clone(), record)));
        records
    }

    /// Deletes the oldest games of a mode that are over, if there are many.
    fn tidy(&self, mode: &str) {
        let over = self.games().into_iter().filter(|record| record.over && record.mode == mode);
        for record in over.skip(FINISHED) {
            _ = self.delete(&record.id);
        }
    }

    /// Locks a game that is there.
    fn lock(&self, id: &str) -> Result<File, SaveError> {
        if !self.file(id).exists() {
            return Err(SaveError::Gone);
        }
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(self.lock_file(id))?;
        match FileExt::try_lock(&lock) {
            Ok(()) => Ok(lock),
            Err(TryLockError::WouldBlock) => Err(SaveError::InUse),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    fn file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.game"))
    }

    fn lock_file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.lock"))
    }

    fn played(&self) -> PathBuf {
        self.folder.join("played.jsonl")
    }
}

/// The game of a file. Codes do not say which random numbers come.
fn saved(text: &str) -> Result<Saved, Error> {
    match text.starts_with('{') {
        true => Saved::from_json(text, &Limits::default()),
        false => Ok(Saved::from_code(text, any_seed())),
    }
}

#[cfg(test)]
mod tests;
