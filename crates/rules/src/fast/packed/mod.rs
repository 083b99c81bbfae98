//! Boards packed into a few machine words.

pub(crate) mod bytes;
pub(crate) mod cost_model;
pub(crate) mod dense;
pub(crate) mod ends;
pub(crate) mod games;
pub(crate) mod general;
pub(crate) mod hashed;
pub(crate) mod layout;
pub(crate) mod layouts;
pub(crate) mod line_table;
pub(crate) mod repack;
