//! Lines: the results of whole lines in a move, by their tiles.
//!
//! See docs/dev/fast-path.md, "What happens at an unknown line".

pub(crate) mod decision_source;
pub(crate) mod exact_sum;
pub(crate) mod move_lines;
pub(crate) mod moving;
pub(crate) mod record;
pub(crate) mod recording;
pub(crate) mod simulate;
pub(crate) mod table;
