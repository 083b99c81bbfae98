//! The names of ways to play.

use std::fmt;
use std::str::FromStr;

/// A way to play, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// `random`: every legal direction with the same chance.
    Random,
    /// `casual`: at a glance, with a slip now and then, as people play for fun.
    Casual,
    /// `rollouts:N`: by rollouts of this many simulated turns for each move.
    Rollouts(u64),
    /// `learned`: by a learned value, one move ahead.
    Learned,
    /// `learned:N`: by a learned value, with at most this many positions of look-ahead for each move.
    Search(u64),
    /// `guided:N`: by rollouts of this many turns that follow a learned value.
    Guided(u64),
}

/// A text is the name of no way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownPolicy {
    /// `rollouts:` has no number above 0.
    Rollouts,
    /// `learned:` has no number above 0.
    Learned,
    /// `guided:` has no number above 0.
    Guided,
    /// The beginning is none of the names.
    Name,
}

impl fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnknownPolicy::Rollouts => "rollouts need a number of turns above 0",
            UnknownPolicy::Learned => "learned: needs a number of positions above 0",
            UnknownPolicy::Guided => "guided: needs a number of turns above 0",
            UnknownPolicy::Name => "must be random, casual, rollouts:N, learned, learned:N or guided:N",
        })
    }
}

impl std::error::Error for UnknownPolicy {}

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(text: &str) -> Result<Policy, UnknownPolicy> {
        let above_0 = |text: &str| text.parse().ok().filter(|number| *number > 0);
        match text.split_once(':') {
            None if text == "random" => Ok(Policy::Random),
            None if text == "casual" => Ok(Policy::Casual),
            None if text == "learned" => Ok(Policy::Learned),
            Some(("rollouts", turns)) => above_0(turns).map(Policy::Rollouts).ok_or(UnknownPolicy::Rollouts),
            Some(("learned", nodes)) => above_0(nodes).map(Policy::Search).ok_or(UnknownPolicy::Learned),
            Some(("guided", turns)) => above_0(turns).map(Policy::Guided).ok_or(UnknownPolicy::Guided),
            _ => Err(UnknownPolicy::Name),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Policy::Random => f.write_str("random"),
            Policy::Casual => f.write_str("casual"),
            Policy::Rollouts(turns) => write!(f, "rollouts:{turns}"),
            Policy::Learned => f.write_str("learned"),
            Policy::Search(nodes) => write!(f, "learned:{nodes}"),
            Policy::Guided(turns) => write!(f, "guided:{turns}"),
        }
    }
}

impl Policy {
    /// Returns true if it plays by a learned value.
    pub fn needs_value(self) -> bool {
        match self {
            Policy::Random | Policy::Casual | Policy::Rollouts(_) => false,
            Policy::Learned | Policy::Search(_) | Policy::Guided(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_named() {
        for (text, policy) in [
            ("random", Policy::Random),
            ("casual", Policy::Casual),
            ("rollouts:2000", Policy::Rollouts(2000)),
            ("learned", Policy::Learned),
            ("learned:300", Policy::Search(300)),
            ("guided:50", Policy::Guided(50)),
        ] {
            assert_eq!(text.parse(), Ok(policy));
            assert_eq!(policy.to_string(), text);
        }
        for text in [
            "",
            "casual:5",
            "rollouts",
            "rollouts:",
            "rollouts:0",
            "rollouts:x",
            "learned:0",
            "guided:",
            "best",
        ] {
            assert!(text.parse::<Policy>().is_err(), "{text}");
        }
    }
}
