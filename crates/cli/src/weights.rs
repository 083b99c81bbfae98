//! What polymerge train has learned of modes: in files, and of some modes in the program
//! itself.

mod built_in;

use std::path::{Path, PathBuf};

use clap::Args;
use polymerge::advanced::rules::Mode as Raw;
use polymerge_player::LearnedValue;

use crate::failure::Failure;
use crate::input;
use built_in::FILES;

/// Files of weights are read up to this size.
const LARGEST: u64 = 1 << 30;

/// What is said if there are none for what goes by them.
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
    /// What was learned of a mode: by the file that is named, or else the program. With
    /// `is_needed`, something else was asked for that goes by it.
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

/// What the program itself knows of a mode.
pub fn built_in(mode: &Raw) -> Option<LearnedValue> {
    let rules = mode.rules_hash();
    let (_, own) = FILES.iter().find(|(_, file)| LearnedValue::rules_of_file(file) == Some(rules))?;
    LearnedValue::of_file(own, mode, LARGEST as usize).ok()
}

/// What was learned of a mode, by a file.
pub fn of_file(file: &Path, mode: &Raw) -> Result<LearnedValue, Failure> {
    LearnedValue::of_file(&read(file)?, mode, LARGEST as usize)
        .map_err(|error| Failure::input(format!("{}: {error}", file.display())))
}

/// The bytes of a file of weights.
pub fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    input::within(&file.display(), std::fs::File::open(file), LARGEST)
}
