//! `modes`: our own mode files, played through the recorded games.

use crate::case::Case;
use crate::data::{stem, Data};

/// One case per trace of a default mode.
///
/// # Errors
/// If there is no such folder.
pub fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let files = data.files("games", &[".jsonl", ".jsonl.gz"])?;
    Ok(files.iter().map(|file| Case::not_implemented(stem(file))).collect())
}
