//! Collisions: what tiles do when they meet, and lines that follow from it alone.
//!
//! See docs/dev/fast-path.md, "Collisions".

pub(crate) mod compaction;
pub(crate) mod prefilter;
pub(crate) mod table;
pub(crate) mod trie;
