//! Strategies of turns, the results of their attempts, and counts of their use.
//!
//! Strategies are tried in order, the fastest first. An attempt that does not succeed has
//! changed nothing. The engine (`Engine::play`) then records missing lines, tries once
//! more, and falls back to the next strategy. The last one, the interpreter, plays every
//! turn.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use std::fmt;

/// A way to play the turns of a rollout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Turns on a board that is packed into words.
    Packed,
    /// Turns of the interpreter, which may still use cached moves, rules and spawns.
    Interpreter,
}

impl Strategy {
    /// All strategies, the fastest first.
    pub const ALL: [Strategy; 2] = [Strategy::Packed, Strategy::Interpreter];

    /// Returns the name of the strategy.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Packed => "packed",
            Strategy::Interpreter => "interpreter",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The result of an attempt to play a turn.
pub(crate) enum Attempt {
    /// The turn is played; true if anything moved.
    Done(bool),
    /// More may happen in the turn than the strategy knows. Nothing has happened yet.
    NotEligible(Reason),
    /// A line has to be recorded first. Nothing has happened yet.
    UnknownLines,
    /// This random number chose a tile that has to be computed. Nothing has happened but
    /// that it was drawn.
    SpawnToCompute(f64),
    /// A stream of given random numbers has ended. Nothing has happened but that its
    /// numbers were drawn.
    OutOfRandomness,
}

/// Declares the reasons, each with a text.
macro_rules! reasons {
    ($($name:ident: $text:literal,)*) => {
        /// Reason for which a strategy could not play a turn.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Reason {
            $($name,)*
        }

        impl Reason {
            const ALL: &'static [Reason] = &[$(Reason::$name,)*];

            /// Returns the reason in words for people.
            pub(crate) fn text(self) -> &'static str {
                match self {
                    $(Reason::$name => $text,)*
                }
            }
        }
    };
}

reasons! {
    NotPacked: "the board is not packed",
    NoDirection: "the direction is not there, or blacked out",
    LineUncacheable: "what a line becomes depends on more than its tiles",
    EndOfTurn: "what happens to a tile at the end of the turn depends on more than the tile",
    GoalMet: "a condition decides that the game is won or lost",
    InexactPoints: "the sum of the points depends on their order",
    NewTile: "a new tile may win, lose, or equal another one",
    SeveralNew: "several new tiles were made at once",
    DiscoveryLog: "a packed game has no room to note more new tiles",
    FullBoard: "all cells are empty, or none is",
    SpawnForced: "a forced spawn is due",
    SpawnsUnknown: "it is not known what spawns",
    SpawnComputed: "the interpreter has to compute a tile that spawns",
    OtherTable: "contents of cells have other numbers now",
}

/// Counts of the turns that each strategy played, and of the reasons for which others were
/// left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrategyUse {
    /// The number of turns of each strategy.
    turns: [u64; Strategy::ALL.len()],
    /// The number of times that each strategy was left for each reason.
    left: [[u64; Reason::ALL.len()]; Strategy::ALL.len()],
}

impl StrategyUse {
    /// Returns the number of turns that a strategy has played. Turns that moved nothing
    /// count only for other strategies than [`Strategy::Packed`].
    pub fn turns(&self, strategy: Strategy) -> u64 {
        self.turns[strategy as usize]
    }

    /// Returns the reasons for which a strategy could not play turns, with their counts,
    /// the most frequent first.
    pub fn left(&self, strategy: Strategy) -> Vec<(&'static str, u64)> {
        let counts = Reason::ALL.iter().zip(self.left[strategy as usize]);
        let mut left: Vec<_> =
            counts.filter(|(_, count)| *count > 0).map(|(reason, count)| (reason.text(), count)).collect();
        left.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        left
    }

    /// Counts turns that a strategy has played.
    pub(crate) fn note_turns(&mut self, strategy: Strategy, turns: u64) {
        self.turns[strategy as usize] += turns;
    }

    /// Counts a turn that a strategy could not play.
    pub(crate) fn note_left(&mut self, strategy: Strategy, reason: Reason) {
        self.left[strategy as usize][reason as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_reason_comes_first() {
        let mut used = StrategyUse::default();
        used.note_left(Strategy::Packed, Reason::NotPacked);
        for _ in 0..2 {
            used.note_left(Strategy::Packed, Reason::FullBoard);
        }
        used.note_turns(Strategy::Packed, 7);
        let left = [(Reason::FullBoard.text(), 2), (Reason::NotPacked.text(), 1)];
        assert_eq!(used.left(Strategy::Packed), left);
        assert_eq!(used.left(Strategy::Interpreter), []);
        assert_eq!(Strategy::ALL.map(|own| used.turns(own)), [7, 0]);
    }
}
