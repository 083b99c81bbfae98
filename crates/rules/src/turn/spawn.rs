//! Tiles that appear: random ones, forced ones, and the conveyor of those to come.

pub(crate) mod conveyor;
pub(crate) mod forced;
pub(crate) mod outcomes;
pub(crate) mod plan;
pub(crate) mod random;
pub(crate) mod skipped;
