//! How a turn of a rollout is played: strategies, what their attempts come to, and
//! how often each was of use.
//!
//! Strategies are tried in order, the fastest first. An attempt that does not succeed
//! has changed nothing; the driver (`Rollout::play`) fills the cache where lines are
//! missing, tries once more, and goes on to the next strategy. The last one, the
//! interpreter, plays every turn.

use std::fmt;

/// A way to play the turns of a rollout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// On a board that is packed into words.
    Packed,
    /// By the interpreter, which may still ask for what is known of moves, rules and
    /// spawns.
    Interpreter,
}

impl Strategy {
    /// All of them, the fastest first.
    pub const ALL: [Strategy; 2] = [Strategy::Packed, Strategy::Interpreter];

    /// A word for it.
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

/// What an attempt to play a turn came to.
pub(crate) enum Attempt {
    /// It is done: whether anything moved.
    Done(bool),
    /// More may happen in it than the strategy knows; nothing has happened yet.
    NotEligible(Reason),
    /// It may be eligible, but a line is to be recorded first.
    UnknownLines,
    /// This random number chose a tile that has to be computed; nothing has happened
    /// but that it was drawn.
    SpawnToCompute(f64),
    /// There was no random number for it; nothing has happened but that those
    /// drawn are used up.
    OutOfRandomness,
}

/// Declares the reasons, each with the words for it.
macro_rules! reasons {
    ($($name:ident: $text:literal,)*) => {
        /// Why a strategy could not play a turn.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Reason {
            $($name,)*
        }

        impl Reason {
            const ALL: &'static [Reason] = &[$(Reason::$name,)*];

            /// The reason in a person's words.
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
    EndOfTurn: "what becomes of tiles at the end of the turn is not told by each alone",
    InexactPoints: "points would not add up alike in every order",
    NewTile: "a new tile may win, lose, or equal another one",
    SeveralNew: "several new tiles were made at once",
    DiscoveryLog: "a packed game has no room to note more new tiles",
    FullBoard: "all cells are empty, or none is",
    SpawnsUnknown: "it is not known what spawns",
    SpawnComputed: "a tile that spawns has to be computed by the whole turn",
    OtherTable: "contents of cells have other numbers now",
}

/// How often each strategy played a turn, and why others were left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrategyUse {
    turns: [u64; Strategy::ALL.len()],
    left: [[u64; Reason::ALL.len()]; Strategy::ALL.len()],
}

impl StrategyUse {
    /// How many turns a strategy has played. Those that moved nothing count with
    /// other strategies than [`Strategy::Packed`].
    pub fn turns(&self, strategy: Strategy) -> u64 {
        self.turns[strategy as usize]
    }

    /// Why a strategy could not play a turn, and how often, the most frequent reason
    /// first.
    pub fn left(&self, strategy: Strategy) -> Vec<(&'static str, u64)> {
        let counts = Reason::ALL.iter().zip(self.left[strategy as usize]);
        let mut left: Vec<_> =
            counts.filter(|(_, count)| *count > 0).map(|(reason, count)| (reason.text(), count)).collect();
        left.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        left
    }

    /// A strategy has played so many turns.
    pub(crate) fn note_turns(&mut self, strategy: Strategy, turns: u64) {
        self.turns[strategy as usize] += turns;
    }

    /// A strategy could not play a turn.
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
