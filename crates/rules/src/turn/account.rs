//! The account of a turn: why it went as it did, for authors of modes.

use calcarray::{Text, Value};

use crate::board::cell::Cell;
use crate::game::event::Turn;
use crate::merge::unmet::Unmet;

/// The account of a turn: which rules were tested where, what scripts did, what could spawn. Made
/// by [`GameState::why`](crate::GameState::why).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Account {
    /// The turn itself, with its events.
    pub turn: Turn,
    /// The tiles that could not slide on, each with the tile ahead of it, in order. The same tiles
    /// are listed once.
    pub pairs: Vec<Pair>,
    /// The scripts that ran, in order.
    pub scripts: Vec<ScriptRun>,
    /// The lists that tiles were drawn from.
    pub draws: Vec<Draw>,
    /// True if more happened than is kept.
    pub is_cut: bool,
    /// The work that is left for finding reasons.
    pub(super) work_left: u64,
}

/// A tile that could not slide on, or that the rules of the end of a turn were asked about.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The cell of the tile.
    pub cell: Cell,
    /// The tile.
    pub tile: Value,
    /// The cell ahead of it and what is in it; none at the edge, and at the end of a turn.
    pub ahead: Option<(Cell, Value)>,
    /// True for the rules of the end of a turn.
    pub is_at_end: bool,
    /// The outcome of testing the rules.
    pub outcome: Outcome,
    /// The first rule whose test draws random numbers, if one was tested: another time it may
    /// apply or not.
    pub by_chance: Option<usize>,
}

/// The outcome of testing the rules for a tile.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A rule applied, and was carried out.
    Applied {
        /// The index of the rule.
        rule: usize,
    },
    /// Moves in this direction merge nothing.
    NoMerges,
    /// A rule would apply, but a tile has already merged in this turn.
    Merged {
        /// The index of the rule; none if no rule was tested.
        rule: Option<usize>,
    },
    /// No rule applied.
    Nothing {
        /// The number of rules that were tested.
        tested: usize,
        /// The rule that came nearest, and what it lacks.
        nearest: Option<(usize, Lack)>,
    },
}

/// The reason why a rule does not apply.
#[derive(Clone, Debug, PartialEq)]
pub enum Lack {
    /// There are not as many tiles ahead.
    Tiles {
        /// The number of tiles that the rule merges.
        length: usize,
    },
    /// A part of its condition does not hold, or depends on chance.
    Condition {
        /// The part.
        unmet: Unmet,
        /// The number of parts that hold.
        held: usize,
        /// The number of all parts.
        parts: usize,
    },
    /// Its results have no room.
    Room,
}

/// A script that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptRun {
    /// The index in the list of scripts.
    pub script: usize,
    /// The trigger or signal that ran it.
    pub trigger: Text,
    /// The game variables that the script mentions, with their values before it: number, value.
    pub read: Vec<(usize, Value)>,
    /// The game variables that are different afterwards: number, before, after.
    pub set: Vec<(usize, Value, Value)>,
    /// The cells that are different afterwards: before, after.
    pub cells: Vec<(Cell, Value, Value)>,
    /// The growth of the score.
    pub score: f64,
}

/// A list that a tile was drawn from, by weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// The entries of the spawn list and their weights.
    pub weights: Vec<(Value, f64)>,
    /// The index of the entry that was drawn, if one was.
    pub drawn: Option<usize>,
}

/// An account keeps no more pairs and scripts than this.
pub(super) const MOST: usize = 1_000;
/// An account keeps no more lists that tiles were drawn from than this: one may be long.
const MOST_DRAWS: usize = 20;
/// The work for finding reasons, in all: a second or two.
const MOST_WORK: u64 = 5_000_000;

impl Account {
    pub(crate) fn new() -> Account {
        Account { work_left: MOST_WORK, ..Account::default() }
    }

    /// The account of this turn.
    pub(crate) fn of(self, turn: Turn) -> Account {
        Account { turn, ..self }
    }

    pub(super) fn note(&mut self, pair: Pair) {
        match self.pairs.len() < MOST {
            true if self.pairs.contains(&pair) => {}
            true => self.pairs.push(pair),
            false => self.is_cut = true,
        }
    }

    pub(crate) fn note_draw(&mut self, weights: impl Iterator<Item = (Value, f64)>, drawn: Option<usize>) {
        match self.draws.len() < MOST_DRAWS {
            true => self.draws.push(Draw { weights: weights.collect(), drawn }),
            false => self.is_cut = true,
        }
    }
}
