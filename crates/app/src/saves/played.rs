//! The records of deleted games, line by line in `played.jsonl`.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use super::record::Record;
use super::{SaveError, Saves, Unreadable};
use crate::folders::{io_reason, read_if_any};

impl Saves {
    /// Reads the records of deleted games, and the unreadable lines.
    pub(super) fn played(&self) -> (Vec<Record>, Vec<Unreadable>) {
        let file = self.played_file();
        let bytes = match read_if_any(&file) {
            Ok(bytes) => bytes.unwrap_or_default(),
            Err(error) => return (Vec::new(), vec![Unreadable::new(&file, io_reason(&error))]),
        };
        let (mut records, mut wrong) = (Vec::new(), Vec::new());
        for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1..) {
            match std::str::from_utf8(line).ok().and_then(Record::read) {
                Some(record) => records.push(record),
                None if line.trim_ascii().is_empty() => {}
                None => wrong.push(number),
            }
        }
        let reason = match wrong[..] {
            [] => return (records, Vec::new()),
            [number] => format!("line {number} is not the record of a game"),
            [first, ..] => {
                format!("{} lines are not the records of games (the first is line {first})", wrong.len())
            }
        };
        (records, vec![Unreadable::new(&file, reason)])
    }

    /// Appends the record of a game.
    pub(super) fn note_played(&self, record: &Record) -> Result<(), SaveError> {
        let file = self.played_file();
        // What can't be read is not to be added to: one day it may be read again.
        read_if_any(&file).map_err(|error| SaveError::File(Unreadable::new(&file, io_reason(&error))))?;
        let line = record.write().map_err(io::Error::from);
        let added = line.and_then(|line| {
            let mut played = OpenOptions::new().create(true).read(true).append(true).open(&file)?;
            // One write, so that lines of two windows don't mix.
            let start = if ends_in_line(&mut played)? { "" } else { "\n" };
            played.write_all(format!("{start}{line}\n").as_bytes())?;
            played.sync_data()
        });
        added.map_err(|error| SaveError::File(Unreadable::new(&file, io_reason(&error))))
    }

    fn played_file(&self) -> PathBuf {
        self.folder.join("played.jsonl")
    }
}

/// Returns whether a file ends where a line ends. A full disk or a crash may have cut the last line; what
/// is added is to begin a line of its own.
fn ends_in_line(file: &mut File) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}
