//! The intermediate representation: what expressions are compiled to, what they
//! see of a game, and what they run on.
//!
//! All of it is data. The compiler (`compile`) makes it, the interpreter
//! (`exec`) runs it.
//!
//! Rows of operators are functions over the evaluator, which runs lines of operators for a host, which
//! has programs: so most of these files name one another.

pub(crate) mod board;
pub(crate) mod code;
pub(crate) mod doubles;
pub(crate) mod evaluator;
pub(crate) mod grid_lists;
pub mod host;
pub(crate) mod language;
pub(crate) mod line;
pub(crate) mod memo;
pub(crate) mod observer;
pub(crate) mod operator;
pub(crate) mod outcome;
pub(crate) mod program;
pub(crate) mod scalar;
pub(crate) mod scope;
pub(crate) mod special;
pub(crate) mod term;
pub(crate) mod tiles;
pub mod trace;
pub(crate) mod variables;
