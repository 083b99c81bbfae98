//! What whole lines of cells become in a move, by the tiles in them.

pub(crate) mod backoff;
pub(crate) mod decision_source;
pub(crate) mod exact_sum;
pub(crate) mod move_lines;
pub(crate) mod record;
pub(crate) mod simulate;
pub(crate) mod table;
