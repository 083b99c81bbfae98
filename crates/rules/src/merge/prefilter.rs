//! Predicates that rule merge rules out by a look at the tiles they are about.
//!
//! Most rules of most modes compare numbers of the tiles that would merge, and
//! most tests of them fail. Such a condition is decided by the tiles, without a
//! position, variables or a host.

use calcarray::Limits;
use calcarray::internals::{self, TilePredicate};

use crate::merge::instance::Arrangement;

/// Rules for more tiles than this are tested in the ordinary way.
pub(crate) const LONGEST: usize = 6;

/// The prefilter of a rule for one arrangement of its tiles.
#[derive(Debug)]
pub(crate) struct Prefilter {
    /// The predicate on numbers of tiles; where it does not hold, the rule does not
    /// apply.
    pub(super) predicate: TilePredicate,
    /// The work of evaluating the predicate.
    pub(super) cost: u64,
}

impl Prefilter {
    /// The predicate of a rule that looks at so many tiles; `None` if its condition
    /// reads anything but numbers of these.
    pub(crate) fn of(arrangement: &Arrangement, tiles: usize, limits: &Limits) -> Option<Prefilter> {
        let predicate = internals::predicate(&arrangement.condition, limits)
            .filter(|predicate| predicate.reach() <= tiles)?;
        Some(Prefilter { cost: 1 + predicate.cost(), predicate })
    }
}
