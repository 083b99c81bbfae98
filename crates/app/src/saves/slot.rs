//! The place of a game among the saved games while it is played.

use crate::failure::Failure;
use std::fs::{self, File, OpenOptions};
use std::io;

use fs4::FileExt;
use polymerge::Game;
use polymerge::advanced::rules::Screen;

use super::Saves;
use super::best::Best;
use super::record::{Mover, Record, finite, now};
use crate::folders::{io_reason, write_whole};

/// The place of a game. While it lives, no other window can open the game.
pub struct Slot {
    saves: Saves,
    record: Record,
    best: Best,
    /// The lock, held while the game is played; `None` until the game is written.
    lock: Option<File>,
}

impl Slot {
    pub(super) fn new(saves: Saves, record: Record) -> Slot {
        Slot { saves, record, best: Best::new(), lock: None }
    }

    pub(super) fn taken(saves: Saves, record: Record, lock: File) -> Slot {
        Slot { saves, record, best: Best::new(), lock: Some(lock) }
    }

    /// Returns the record of the game.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Sets the changes to the mode.
    #[must_use]
    pub fn changed(mut self, words: &[String]) -> Slot {
        self.record.changes = words.join(", ");
        self
    }

    /// Sets the mode file of the mode, and the version of the mode.
    #[must_use]
    pub fn of_file(mut self, key: &str, file: &str, version: &str) -> Slot {
        self.record.mode = key.to_owned();
        self.record.file = Some(file.to_owned());
        self.record.version = version.to_owned();
        self
    }

    /// Adds an origin of moves.
    pub fn moved_by(&mut self, by: Mover) {
        self.record.by = self.record.by.max(by);
    }

    /// Returns true if the game was saved at least once.
    pub fn is_kept(&self) -> bool {
        self.lock.is_some()
    }

    /// Saves the game as it stands, with its history.
    ///
    /// The old file stays, whole, until the new one is complete: neither a crash nor a full disk
    /// leaves less than the game before its last move.
    pub fn keep(&mut self, game: &mut Game) -> Result<(), Failure> {
        let state = game.state();
        let was_over = std::mem::replace(&mut self.record.over, state.screen() == Screen::GameOver);
        let record = &mut self.record;
        record.played = now();
        record.moves = finite(state.moves());
        record.score = finite(state.score());
        record.best_score = record.best_score.max(record.score);
        record.time = state.save(game.time()).elapsed.as_number().map_or(record.time, finite);
        record.won |= game.is_won();
        if let Some(best) = self.best.of(state, record.best_tile.as_ref()) {
            record.best_tile = Some(best);
        }
        let kept = game.saved().map_err(Failure::result)?.to_json();
        self.write(&kept).map_err(|error| {
            let file = self.saves.file(&self.record.id);
            Failure::result(format!("{} ({})", io_reason(&error), file.display()))
        })?;
        if self.record.over && !was_over {
            self.saves.tidy(&self.record.mode);
        }
        Ok(())
    }

    fn write(&mut self, kept: &str) -> io::Result<()> {
        if self.lock.is_none() {
            fs::create_dir_all(&self.saves.folder)?;
            self.lock = Some(self.take_name()?);
        }
        let text = format!("{}\n{kept}\n", self.record.write()?);
        write_whole(&self.saves.file(&self.record.id), text.as_bytes())?;
        // The name must be on the disk too; where folders can't be synced, it
        // is soon.
        _ = File::open(&self.saves.folder).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// Finds a free name, and locks it.
    fn take_name(&mut self) -> io::Result<File> {
        let mut number = now();
        loop {
            self.record.id = format!("{number:x}");
            let lock = self.saves.lock_file(&self.record.id);
            match OpenOptions::new().create_new(true).write(true).open(lock) {
                Ok(lock) => {
                    FileExt::lock(&lock)?;
                    return Ok(lock);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }
}

/// Removes the lock file of a game that was never written.
impl Drop for Slot {
    fn drop(&mut self) {
        if self.lock.is_some() && !self.saves.file(&self.record.id).exists() {
            _ = fs::remove_file(self.saves.lock_file(&self.record.id));
        }
    }
}
