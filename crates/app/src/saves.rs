//! Saved games and their records: one file per game.
//!
//! The first line of a file is a [`Record`] as JSON, enough to list and count the game; the second
//! is the game as [`Saved`] writes it, or its save code as earlier versions wrote it, which holds
//! everything else. Beside it lies a file that is locked while the game is played, so that two
//! windows never write the same game; the system frees the lock of a program that dies. Records of
//! deleted games are in `played.jsonl`.

mod best;
mod key;
mod label;
mod listing;
mod played;
mod record;
mod slot;
mod statistics;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use fs4::{FileExt, TryLockError};
use polymerge::{Error, Game, Limits, Saved};

use crate::begin::any_seed;
use crate::folders::{self, io_reason};

pub use key::{key_of, key_of_file, same_built_in};
pub use label::Labels;
pub use listing::{Listing, Unreadable, describe_unreadable};
pub use record::{BestTile, Mover, Record, now};
pub use slot::Slot;
pub use statistics::{Statistics, Totals};

/// The number of finished games of a mode to keep. Of older ones, the record remains.
const FINISHED: usize = 20;

/// The message where there is no folder for games.
pub const NOWHERE: &str = "games are not saved: set HOME or XDG_DATA_HOME to an absolute path";

/// The folder with the games.
#[derive(Clone, Debug)]
pub struct Saves {
    folder: PathBuf,
    /// True if moves come from a pipe or a file.
    from_pipe: bool,
}

/// The reason why a game can't be opened or deleted.
#[derive(Debug)]
pub enum SaveError {
    /// Another window plays the game.
    InUse,
    /// The game was deleted meanwhile.
    Gone,
    /// The file of the game, or another file that it needs, can't be read or written.
    File(Unreadable),
}

impl SaveError {
    fn of(file: &Path, error: &io::Error) -> SaveError {
        match error.kind() {
            ErrorKind::NotFound => SaveError::Gone,
            _ => SaveError::File(Unreadable::new(file, io_reason(error))),
        }
    }
}

impl std::fmt::Display for SaveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SaveError::InUse => f.write_str("this game is open in another window"),
            SaveError::Gone => f.write_str("this game was deleted"),
            SaveError::File(unreadable) => unreadable.fmt(f),
        }
    }
}

/// The waiting game, if there is one, and the files that could not be read in the search.
#[derive(Default)]
pub struct Waiting {
    /// The game, and its place.
    pub game: Option<(Slot, Game)>,
    /// The files that could not be read.
    pub unreadable: Vec<Unreadable>,
}

impl Saves {
    /// Returns the user's folder, by the XDG rules; `None` if there is no home folder.
    pub fn of_user() -> Option<Saves> {
        Some(Saves::in_folder(folders::data()?.join("games")))
    }

    /// Uses a given folder, which need not exist yet.
    pub fn in_folder(folder: PathBuf) -> Saves {
        Saves { folder, from_pipe: false }
    }

    /// Returns these games for moves that come from a pipe or a file. A person does not go on
    /// with games that begin like this.
    #[must_use]
    pub fn for_pipe(self) -> Saves {
        Saves { from_pipe: true, ..self }
    }

    /// Returns the record of the waiting game: of this mode, or of any. Games that are over or
    /// played elsewhere don't count.
    pub fn last(&self, mode: Option<&str>) -> Option<Record> {
        let wanted = |record: &Record| mode.is_none_or(|mode| record.mode == mode);
        self.list()
            .games
            .into_iter()
            .filter(|record| wanted(record) && self.is_waiting(record))
            .max_by_key(last_played)
    }

    /// Takes the waiting game, of those that are wanted, as [`Saves::last`] finds it; where its
    /// file can't be read, the one that was played before it. Unreadable files may hold such a
    /// game, too.
    pub fn waiting(&self, wanted: &dyn Fn(&Record) -> bool, now: f64) -> Waiting {
        let Listing { games, damaged, mut unreadable } = self.list();
        // Games of other modes are no matter here.
        let others = damaged.iter().filter(|record| record.over || !wanted(record));
        let others: Vec<PathBuf> = others.map(|record| self.file(&record.id)).collect();
        unreadable.retain(|found| !others.contains(&found.file));
        let mut waiting: Vec<&Record> =
            games.iter().filter(|record| wanted(record) && self.is_waiting(record)).collect();
        waiting.sort_by_key(|record| Reverse(last_played(record)));
        for record in waiting {
            match self.open(&record.id, now) {
                Ok(game) => return Waiting { game: Some(game), unreadable },
                Err(SaveError::File(found)) => unreadable.push(found),
                // Another window was faster.
                Err(SaveError::InUse | SaveError::Gone) => {}
            }
        }
        Waiting { game: None, unreadable }
    }

    fn is_waiting(&self, record: &Record) -> bool {
        !record.over && (self.from_pipe || record.by != Mover::Pipe) && !self.is_in_use(&record.id)
    }

    /// Returns a place for a new game. Nothing is written until the game has a step.
    pub fn begin(&self, mode: &str, title: &str) -> Slot {
        self.place(Record::new(mode, title))
    }

    /// Returns a place for another game of the same mode.
    pub fn begin_another(&self, before: &Record) -> Slot {
        self.place(before.another())
    }

    fn place(&self, record: Record) -> Slot {
        let by = if self.from_pipe { Mover::Pipe } else { Mover::Hand };
        Slot::new(self.clone(), Record { by, ..record })
    }

    /// Takes a game to resume it at the time `now`. It stays locked while the slot lives.
    pub fn open(&self, id: &str, now: f64) -> Result<(Slot, Game), SaveError> {
        let lock = self.lock(id)?;
        let file = self.file(id);
        let fail = |reason: String| SaveError::File(Unreadable::new(&file, reason));
        let (record, saved) = listing::parts(&file).map_err(fail)?;
        let resumed = saved.resume(now, &Limits::default());
        let game = resumed.map_err(|error| fail(format!("{} ({error})", listing::DAMAGED)))?;
        let record = Record { id: id.to_owned(), ..record };
        Ok((Slot::taken(self.clone(), record, lock), game))
    }

    /// Reads a game without locking it: its state, without its history.
    ///
    /// # Errors
    ///
    /// Its file can't be read.
    pub fn look(&self, id: &str) -> Result<Game, SaveError> {
        let file = self.file(id);
        let fail = |reason: String| SaveError::File(Unreadable::new(&file, reason));
        let (_, saved) = listing::parts(&file).map_err(fail)?;
        let resumed = saved.reseeded(0).resume(0.0, &Limits::default());
        resumed.map_err(|error| fail(format!("{} ({error})", listing::DAMAGED)))
    }

    /// Returns true if a window plays this game.
    pub fn is_in_use(&self, id: &str) -> bool {
        let lock = File::open(self.lock_file(id));
        lock.is_ok_and(|lock| matches!(FileExt::try_lock(&lock), Err(TryLockError::WouldBlock)))
    }

    /// Deletes a game; its record still counts.
    pub fn delete(&self, id: &str) -> Result<(), SaveError> {
        let _lock = self.lock(id)?;
        let file = self.file(id);
        let head = listing::head(&file).map_err(|reason| SaveError::File(Unreadable::new(&file, reason)));
        let (record, _) = head?;
        self.note_played(&record)?;
        fs::remove_file(&file).map_err(|error| SaveError::of(&file, &error))?;
        _ = fs::remove_file(self.lock_file(id));
        Ok(())
    }

    /// Returns the statistics by mode, and the files that could not be read.
    pub fn statistics(&self) -> Statistics {
        let (records, unreadable) = self.records();
        Statistics::of(records.into_values(), unreadable)
    }

    /// Returns the best score in a mode, of games by hand other than this one.
    pub fn best_score(&self, mode: &str, except: &str) -> Option<f64> {
        let records = self.records().0.into_values();
        let others =
            records.filter(|record| record.mode == mode && record.id != except && record.by.is_hand());
        others.map(|record| record.best_score).reduce(f64::max)
    }

    /// Returns all games by name, deleted ones too, and the files that could not be read.
    fn records(&self) -> (HashMap<String, Record>, Vec<Unreadable>) {
        let (played, mut unreadable) = self.played();
        let listing = self.list();
        unreadable.extend(listing.unreadable);
        // A game that was being deleted when the program died is in both.
        let all = played.into_iter().chain(listing.games).chain(listing.damaged);
        (all.map(|record| (record.id.clone(), record)).collect(), unreadable)
    }

    /// Deletes the oldest finished games of a mode, if there are more than [`FINISHED`].
    fn tidy(&self, mode: &str) {
        let over = self.list().games.into_iter().filter(|record| record.over && record.mode == mode);
        for record in over.skip(FINISHED) {
            _ = self.delete(&record.id);
        }
    }

    /// Locks a game that exists.
    fn lock(&self, id: &str) -> Result<File, SaveError> {
        if !self.file(id).exists() {
            return Err(SaveError::Gone);
        }
        let file = self.lock_file(id);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&file);
        let lock = lock.map_err(|error| SaveError::of(&file, &error))?;
        match FileExt::try_lock(&lock) {
            Ok(()) => Ok(lock),
            Err(TryLockError::WouldBlock) => Err(SaveError::InUse),
            Err(TryLockError::Error(error)) => Err(SaveError::of(&file, &error)),
        }
    }

    fn file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.game"))
    }

    fn lock_file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.lock"))
    }
}

/// Returns the key that sorts games by the time of their last move; of two at one time, the first
/// name comes last.
fn last_played(record: &Record) -> (u64, Reverse<String>) {
    (record.played, Reverse(record.id.clone()))
}

/// Reads the game of a file. Codes do not hold the state of the random numbers.
fn saved(text: &str) -> Result<Saved, Error> {
    match text.starts_with('{') {
        true => Saved::from_json(text, &Limits::default()),
        false => Ok(Saved::from_code(text, any_seed())),
    }
}

#[cfg(test)]
mod tests;
