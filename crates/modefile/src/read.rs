//! From the text of a mode file to a mode.

use polymerge_modifiers::ModeTraits;
use polymerge_rules::{Limits, Mode};
use serde::{Deserialize, Serialize};

use crate::draft::draft;
use crate::expand::setting::{Choices, Setting};
use crate::text::problem::Problems;
use crate::text::source::{Source, SourceFile};

/// Bounds for reading files that come from strangers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// Bytes of one file.
    pub bytes: usize,
    /// How deep lists and objects may nest.
    pub depth: usize,
    /// How many values there may be in all, before and after named
    /// expressions are put in.
    pub values: usize,
    /// How many files may extend one another.
    pub extends: usize,
    /// What is worked out while reading and checking, and the mode itself.
    pub game: Limits,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { bytes: 2 << 20, depth: 300, values: 1_000_000, extends: 8, game: Limits::default() }
    }
}

/// What a mode file says about its mode beyond the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// What the mode is called.
    pub title: String,
    /// Its number in the catalogue.
    pub number: Option<u32>,
    /// The family it belongs to.
    pub family: String,
    /// What it is about, in a sentence or two.
    pub about: String,
    /// Whose idea it was.
    pub credits: String,
}

/// A mode file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeFile {
    /// The mode: names are resolved, inheritance is gone.
    pub mode: Mode,
    /// What is said about it.
    pub info: Info,
    /// The names of the entries of its tiles, if they have names.
    pub entry_names: Vec<String>,
    /// The names of its game variables, if they have names.
    pub variable_names: Vec<String>,
    /// The settings that it declares.
    pub settings: Vec<Setting>,
    /// Where the mode is an exception to what modifiers do.
    pub traits: ModeTraits,
}

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
