//! The interpreter of compiled expressions.

mod calls;
mod doubles;
mod evaluate;
mod fallback;
mod grid;
mod literal;
mod lookup;
pub(crate) mod memoize;
mod parent;
pub(crate) mod program;
mod rounds;
mod run;
mod steps;

pub(crate) use calls::Calling;
pub(crate) use evaluate::Running;
#[cfg(test)]
pub(crate) use lookup::Found;
pub(crate) use run::Frame;
pub(crate) use steps::{place_of, set_entry};
