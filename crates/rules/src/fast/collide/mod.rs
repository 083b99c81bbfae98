//! What tiles do when they meet, where that tells all that becomes of a line.

pub(crate) mod compaction;
pub(crate) mod prefilter;
pub(crate) mod table;
pub(crate) mod trie;
