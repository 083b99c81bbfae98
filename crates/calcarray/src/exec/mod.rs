//! The interpreter of compiled expressions.

mod evaluate;
mod literal;
mod lookup;
pub(crate) mod memoize;
mod parent;
pub(crate) mod program;
mod steps;

pub(crate) use evaluate::Running;
pub(crate) use lookup::at;
#[cfg(test)]
pub(crate) use lookup::Found;
pub(crate) use steps::{place_of, set_entry};
