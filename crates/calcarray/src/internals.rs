//! Internals for engines that cache results of expressions, such as the fast path of
//! `polymerge-rules`. **Nothing in here is promised**: it may change or go in any version.
//! Everything in the language works without it.
//!
//! - A [`TilePredicate`] is a condition, a [`Formula`] a number, told by numbers of
//!   a few tiles alone, a [`Counted`] a condition told by counters of the game: neither a host nor a
//!   position is needed.
//! - An [`Observer`] is told what an evaluation reads besides what it asks its host
//!   for, so that a result can be kept with all that it depends on.
//!   [`Host::observer`](crate::Host::observer) names it.
//! - [`Board::tiles`](crate::Board::tiles) reads several tiles at once.
//! - [`Board::lists`](crate::Board::lists) keeps lists that expressions make of a board.
//!
//! ```
//! use calcarray::{internals, json, Limits, Program, Value};
//!
//! let condition = json::read(r#"["@This 0", "=", "@Next 1 0"]"#, &Default::default())?;
//! let program = Program::compile(&condition, &Limits::default())?;
//! let predicate = internals::predicate(&program, &Limits::default()).expect("it reads tiles only");
//! let (two, four): (&[Value], &[Value]) = (&[2.0.into()], &[4.0.into()]);
//! assert_eq!(predicate.holds(|ahead| [two, four][ahead]), Some(false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::doubles;
pub use crate::doubles::{Counted, Formula, TilePredicate};
use crate::exec::program::node;
pub use crate::ir::grid_lists::GridLists;
pub use crate::ir::observer::{Looked, Observer};
use crate::limits::Limits;
use crate::program::{CalcArrays, Program};

/// Returns the predicate on a row of tiles that a program is, if it tests hardly anything else and
/// fits `limits`.
pub fn predicate(program: &Program, limits: &Limits) -> Option<TilePredicate> {
    let node = node(program, &CalcArrays, limits).ok()?;
    doubles::predicate(node).filter(|predicate| predicate.cost() <= limits.steps)
}

/// The number that a program computes from numbers of a row of tiles, if it does
/// nothing else and fits `limits`.
pub fn formula(program: &Program, limits: &Limits) -> Option<Formula> {
    let node = node(program, &CalcArrays, limits).ok()?;
    doubles::formula(node).filter(|formula| formula.cost() <= limits.steps)
}

/// The condition that a program tells from counters of the game, if it reads nothing else and fits
/// `limits`.
pub fn counted(program: &Program, limits: &Limits) -> Option<Counted> {
    let node = node(program, &CalcArrays, limits).ok()?;
    doubles::counted(node).filter(|counted| counted.cost() <= limits.steps)
}
