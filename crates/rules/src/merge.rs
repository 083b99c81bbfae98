//! Merge rules: taken apart (`parts`), compiled (`rule`, `instance`), tested (`ruled_out`, `matching`)
//! and carried out (`apply`).
//!
//! A rule of the mode is compiled for a number of tiles when it is first needed: that
//! is an instance, with the permutations of its tiles. A prefilter rules most tests out
//! by the numbers of the tiles alone.

pub(crate) mod apply;
pub(crate) mod instance;
pub(crate) mod lengths;
pub(crate) mod matching;
pub(crate) mod overflow;
pub(crate) mod parts;
pub(crate) mod permutations;
pub(crate) mod prefilter;
pub(crate) mod references;
pub(crate) mod rule;
pub(crate) mod ruled_out;
pub(crate) mod unmet;
