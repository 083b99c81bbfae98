//! The keys of a mode file, each with what it stands for in a mode: both ways.

pub(crate) mod auto_move;
pub(crate) mod contrast;
pub(crate) mod direction;
pub(crate) mod exceptions;
pub(crate) mod grid;
pub(crate) mod look;
pub(crate) mod memory;
pub(crate) mod merge;
pub(crate) mod outcome;
pub(crate) mod parts;
pub(crate) mod rules_text;
pub(crate) mod script;
pub(crate) mod spawn;
pub(crate) mod stat_box;
pub(crate) mod tile;
pub(crate) mod variables;
