//! Reading: from the text of a mode file to a mode.

use crate::draft::draft;
use crate::expand::setting::Choices;
use crate::file::ModeFile;
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;
use crate::text::source::{Source, SourceFile};

/// Reads a mode file.
///
/// ```
/// use polymerge_modefile::{read, NoFiles, ReadOptions, SourceFile};
/// let file = SourceFile::new("tiny.jsonc", &br##"{
///     "title": "Tiny",
///     "grid": "3x3",
///     "tile": ["exponent"], // a tile is 2 to the power of this
///     "tiles": [{ "text": [2, "^", "@This exponent"], "colour": "#f0c040" }],
///     "merges": [{ "match": [{}, {}], "result": [["@This exponent", "+", 1]] }],
///     "spawns": [{ "tile": [1] }],
///     "win": [[7]],
/// }"##[..]);
/// let tiny = read(&file, &NoFiles, &ReadOptions::default()).unwrap();
/// assert_eq!((tiny.mode.width, tiny.mode.height), (3, 3));
/// ```
///
/// # Errors
/// Everything that is wrong with the file, each with its place.
pub fn read(file: &SourceFile, source: &dyn Source, options: &ReadOptions) -> Result<ModeFile, Problems> {
    read_with(file, source, options, &Choices::default())
}

/// Reads a mode file with settings as they were chosen.
///
/// ```
/// use polymerge_modefile::{read_with, Choices, NoFiles, ReadOptions, SourceFile};
/// let file = SourceFile::new("doubles.jsonc", &br##"{
///     "title": "Doubles",
///     "settings": [
///         { "name": "base", "title": "What tiles are powers of", "kind": "whole", "from": 2, "default": 2 },
///     ],
///     "tile": ["exponent"],
///     "tile_value": ["$base", "^", "@This exponent"],
///     "tiles": [{ "colour": "#f0c040" }],
/// }"##[..]);
/// let mut choices = Choices::default();
/// choices.set("base", 3.into());
/// let mode = read_with(&file, &NoFiles, &ReadOptions::default(), &choices).unwrap().mode;
/// assert_eq!(calcarray::json::write(&mode.tile_value), r#"[3,"^","@This 0"]"#);
/// ```
///
/// # Errors
/// Everything that is wrong with the file, each with its place, and with what
/// was chosen.
pub fn read_with(
    file: &SourceFile,
    source: &dyn Source,
    options: &ReadOptions,
    choices: &Choices,
) -> Result<ModeFile, Problems> {
    let mut problems = Problems::default();
    match draft(file, source, options, choices, &mut problems) {
        Some(draft) if !problems.has_errors() => Ok(draft.file),
        _ => {
            problems.sort();
            Err(problems)
        }
    }
}
