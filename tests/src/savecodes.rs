//! `savecodes`: codes of every kind and version, well-formed and not.

use crate::case::Case;
use crate::data::{file_name, Data};

/// The folders, and which of their files are cases.
const FOLDERS: &[(&str, &[&str])] = &[
    ("savecodes/he", &[".json"]),
    ("savecodes/values", &[".json"]),
    ("savecodes/markup", &[".json"]),
    ("savecodes/moves64", &[".json"]),
    ("savecodes/invalid", &[".txt"]),
    ("savecodes/replay", &[".txt"]),
];

/// One case per file.
///
/// # Errors
/// If there is no such folder.
pub fn cases(data: &Data) -> Result<Vec<Case>, String> {
    data.exists("savecodes")?;
    let mut cases = Vec::new();
    for (folder, endings) in FOLDERS {
        for file in data.files(folder, endings).unwrap_or_default() {
            cases.push(Case::not_implemented(format!("{folder}/{}", file_name(&file))));
        }
    }
    Ok(cases)
}
