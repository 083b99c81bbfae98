//! The intermediate representation: compiled expressions, and the game as they
//! see it.

pub mod host;
pub(crate) mod line;
pub(crate) mod special;
pub mod trace;
