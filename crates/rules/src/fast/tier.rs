//! Tiers: how fast a mode can be played, and why not faster.
//!
//! See docs/dev/fast-path.md, "When a board is not packed".

use std::fmt;

/// The fastest way in which turns of a mode can be played, as far as the mode as a whole
/// shows; see [`crate::Rollout`].
///
/// The reads of rules are found out in play: the interpreter plays a line whose merges
/// depend on more than its tiles even in a mode of a faster tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tier {
    /// Boards are packed into words, and lines are looked up in a table.
    Packed,
    /// Lines of tiles are cached; the rest of the turn is evaluated. The text is the
    /// reason.
    Lines(&'static str),
    /// Everything is evaluated. The text is the reason.
    Plain(&'static str),
}

impl Tier {
    /// Returns the name of the tier.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Packed => "packed",
            Tier::Lines(_) => "lines",
            Tier::Plain(_) => "plain",
        }
    }

    /// Returns the reason for which the tier is not faster.
    pub fn why_not_faster(self) -> Option<&'static str> {
        match self {
            Tier::Packed => None,
            Tier::Lines(why) | Tier::Plain(why) => Some(why),
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.why_not_faster().map_or(Ok(()), |why| write!(f, ": {why}"))
    }
}
