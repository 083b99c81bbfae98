//! `rules`: single turns and short games, each showing one rule.

use crate::case::Case;
use crate::data::{line_id, read_lines, Data};

/// One case per line.
///
/// # Errors
/// If there is no such folder.
pub fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in data.files("rules", &[".jsonl", ".jsonl.gz"])? {
        for (number, line) in read_lines(&file)?.into_iter().enumerate() {
            cases.push(Case::not_implemented(line_id(&file, number, &line)));
        }
    }
    Ok(cases)
}
