//! The weights that `polymerge train` has learned: in files, and for some modes in the program.

mod built_in;

use std::path::{Path, PathBuf};

use clap::Args;
use polymerge::advanced::rules::Mode as Raw;
use polymerge_player::LearnedValue;

use crate::failure::Failure;
use crate::input;
use built_in::FILES;

/// The largest file of weights to read.
const LARGEST: u64 = 1 << 30;

/// The message where a player needs weights and there are none.
pub const NEEDED: &str =
    "the program brings no weights for this mode: give --weights FILE (see polymerge train)";

/// Which weights are gone by.
#[derive(Args)]
pub struct Weights {
    /// Look ahead with weights that polymerge train has learned, instead of by random games
    #[arg(long = "weights", value_name = "FILE", conflicts_with = "turns")]
    file: Option<PathBuf>,
    /// Use random games even if the program has weights for the mode
    #[arg(long = "no-weights", conflicts_with_all = ["file", "nodes"])]
    none: bool,
}

impl Weights {
    /// Returns the learned value of a mode, by the given file or else the program. If it is needed,
    /// none is a failure.
    pub fn of(&self, mode: &Raw, is_needed: bool) -> Result<Option<LearnedValue>, Failure> {
        let found = match &self.file {
            Some(file) => return of_file(file, mode).map(Some),
            None if self.none => None,
            None => built_in(mode),
        };
        match found {
            None if is_needed => Err(Failure::input(NEEDED)),
            found => Ok(found),
        }
    }
}

/// Returns the learned value of a mode that comes with the program.
pub fn built_in(mode: &Raw) -> Option<LearnedValue> {
    let rules = mode.rules_hash();
    let (_, own) = FILES.iter().find(|(_, file)| LearnedValue::rules_of_file(file) == Some(rules))?;
    LearnedValue::of_file(own, mode, LARGEST as usize).ok()
}

/// Returns the learned value of a mode in a file.
pub fn of_file(file: &Path, mode: &Raw) -> Result<LearnedValue, Failure> {
    LearnedValue::of_file(&read(file)?, mode, LARGEST as usize)
        .map_err(|error| Failure::input(format!("{}: {error}", file.display())))
}

/// Reads a file of weights.
pub fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    input::within(&file.display(), std::fs::File::open(file), LARGEST)
}
