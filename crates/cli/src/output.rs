//! The files that commands write, where `-o` or `--out` names one.
//!
//! One rule holds for all: a file that exists is replaced only with `--force`. There is nothing
//! to replace in an empty file, in one that holds the same already, and in what is no file, such
//! as `/dev/stdout`.

use std::fs;
use std::io::{Error, ErrorKind, Write};
use std::path::Path;

use clap::Args;
use polymerge_app::failure::Failure;
use polymerge_app::folders::{io_reason, write_beside};
use polymerge_app::input;

/// Permission to replace a file.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Replacing {
    /// Replace the file to write if it exists
    #[arg(long)]
    force: bool,
}

impl Replacing {
    /// Allows to replace any file.
    pub const ALLOWED: Replacing = Replacing { force: true };

    /// Checks before long work that a file may be written.
    ///
    /// # Errors
    ///
    /// The file exists and must not be replaced.
    pub fn check(self, file: &Path) -> Result<(), Failure> {
        match self.force || is_free(file) {
            true => Ok(()),
            false => Err(refused(file)),
        }
    }

    /// Writes a whole file, or nothing.
    ///
    /// # Errors
    ///
    /// The file exists and must not be replaced, or it can't be written.
    pub fn write(self, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
        if !self.force && !is_free(file) {
            let holds_the_same = fs::read(file).is_ok_and(|old| old == bytes);
            return if holds_the_same { Ok(()) } else { Err(refused(file)) };
        }
        let is_device = fs::metadata(file).is_ok_and(|found| !found.is_file());
        let written = match is_device {
            true => fs::OpenOptions::new().write(true).open(file).and_then(|mut to| to.write_all(bytes)),
            false => write_beside(file, bytes),
        };
        written.map_err(|error| not_written(file, &error))
    }

    /// Begins a file whose parts are there as soon as they are written.
    ///
    /// # Errors
    ///
    /// As [`Replacing::write`].
    pub fn begin(self, file: &Path) -> Result<fs::File, Failure> {
        self.check(file)?;
        let begun = fs::OpenOptions::new().write(true).create(true).truncate(true).open(file);
        begun.map_err(|error| not_written(file, &error))
    }

    /// Writes to a file, or to standard output if none is named.
    ///
    /// # Errors
    ///
    /// As [`Replacing::write`].
    pub fn give(self, file: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
        file.map_or_else(|| input::print_exact(bytes), |file| self.write(file, bytes))
    }
}

/// Returns a failure to write a file.
pub fn not_written(file: &Path, error: &Error) -> Failure {
    let why = match error.kind() {
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        _ => io_reason(error),
    };
    Failure::result(format!("{}: {why}", file.display()))
}

/// Returns whether nothing is lost if a file is written.
fn is_free(file: &Path) -> bool {
    // A link that leads nowhere may lead to a disk that is away.
    let Ok(found) = fs::metadata(file) else { return fs::symlink_metadata(file).is_err() };
    !found.is_file() && !found.is_dir() || found.is_file() && found.len() == 0
}

fn refused(file: &Path) -> Failure {
    let what = match file.is_dir() {
        true => "is a folder; name a file in it",
        false => "exists already; --force replaces it",
    };
    Failure::input(format!("{} {what}", file.display()))
}
