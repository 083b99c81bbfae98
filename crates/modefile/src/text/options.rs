//! Bounds of reading.

use polymerge_rules::Limits;

/// Bounds for reading files that come from strangers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// Bytes of one file.
    pub bytes: usize,
    /// The depth to which lists and objects may nest.
    pub depth: usize,
    /// The number of values in all, before and after named expressions are put in.
    pub values: usize,
    /// The number of files that may extend one another.
    pub extends: usize,
    /// The limits of evaluations while reading and checking, and of the mode itself.
    pub game: Limits,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { bytes: 2 << 20, depth: 300, values: 1_000_000, extends: 8, game: Limits::default() }
    }
}
