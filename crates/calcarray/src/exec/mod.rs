//! The interpreter of compiled expressions.

pub(crate) mod evaluate;
mod literal;
pub(crate) mod lookup;
pub(crate) mod memoize;
pub(crate) mod parent;
mod steps;
