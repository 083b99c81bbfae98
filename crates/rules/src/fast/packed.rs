//! Boards packed into machine words.
//!
//! See docs/dev/fast-path.md, "Layouts".

pub(crate) mod byte_grid;
pub(crate) mod bytes;
pub(crate) mod cell_set;
pub(crate) mod code;
pub(crate) mod cost_model;
pub(crate) mod ends;
pub(crate) mod games;
pub(crate) mod layout;
pub(crate) mod layouts;
pub(crate) mod line_list;
pub(crate) mod line_table;
pub(crate) mod nibble4x4;
pub(crate) mod orientation;
pub(crate) mod palette;
pub(crate) mod repack;
pub(crate) mod room;
