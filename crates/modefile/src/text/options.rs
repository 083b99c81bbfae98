//! Bounds of reading.

use polymerge_rules::Limits;

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
