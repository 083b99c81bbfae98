//! How fast a mode can be played, and why not faster.

use std::fmt;

/// The fastest way in which turns of a mode can be played, as far as the mode
/// as a whole tells; see [`crate::Rollout`].
///
/// What rules look at is found out while playing: a line whose merges depend
/// on more than its tiles takes the plain way even in a mode of a faster tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tier {
    /// Boards packed into words, lines looked up in a table.
    Packed,
    /// Lines of tiles are remembered; the rest of the turn is evaluated. Why is
    /// said.
    Lines(&'static str),
    /// Everything is evaluated. Why is said.
    Plain(&'static str),
}

impl Tier {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Packed => "packed",
            Tier::Lines(_) => "lines",
            Tier::Plain(_) => "plain",
        }
    }

    /// Why it is not a faster one.
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
