//! What happened in a turn.

use calcarray::{Text, Value};

use crate::board::cell::Cell;
use crate::game::Screen;

/// The complete account of a turn, in order.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Turn {
    /// Whether anything moved or merged: whether the move was valid.
    pub moved: bool,
    /// What the score grew by. Less than 0 where points were taken, or where the
    /// game was begun anew; 0 where that is no number.
    pub score: f64,
    /// Everything that happened, in order.
    pub events: Vec<Event>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A tile moved on to the next free cell.
    Slide {
        /// The pass it happened in, from 0.
        pass: u64,
        /// The tile.
        tile: Value,
        /// The cell it left.
        from: Cell,
        /// The cell it entered.
        to: Cell,
    },
    /// Tiles became other tiles.
    Merge {
        /// The pass it happened in, from 0.
        pass: u64,
        /// The index of the merge rule, in [`crate::Ruleset::merge_rules`].
        rule: usize,
        /// The tiles that merged, the rear one first.
        inputs: Vec<(Cell, Value)>,
        /// What is in the cells afterwards, the front one first; tiles
        /// that an overflow pushed or replaced included.
        outputs: Vec<(Cell, Value)>,
        /// What it added to the score.
        score: f64,
    },
    /// A rule of length 0 changed a tile at the end of the turn.
    EndOfTurnRule {
        /// The index of the merge rule.
        rule: usize,
        /// The cell of the tile.
        cell: Cell,
        /// The tile before.
        tile: Value,
        /// What is in the cells afterwards.
        outputs: Vec<(Cell, Value)>,
        /// What it added to the score.
        score: f64,
    },
    /// A temporary hole counted down.
    HoleCountdown {
        /// The cell of the hole.
        cell: Cell,
        /// What is there now.
        content: Value,
    },
    /// A tile appeared.
    Spawn {
        /// The cell in which it appeared.
        cell: Cell,
        /// The tile, or another content of a cell.
        tile: Value,
        /// Whether a forced spawn placed it.
        forced: bool,
    },
    /// There was no room left for a tile.
    SpawnFailed {
        /// Whether a forced spawn wanted to place it.
        forced: bool,
    },
    /// A script replaced the content of a cell.
    Replaced {
        /// The cell that was replaced.
        cell: Cell,
        /// What was there.
        before: Value,
        /// What is there now.
        after: Value,
    },
    /// A script ran that changed something: cells, the score, variables,
    /// spawns or signals.
    Script {
        /// Its index in the list of scripts.
        script: usize,
        /// What it ran for.
        trigger: Text,
    },
    /// A message for the player.
    Announcement {
        /// The text.
        message: Text,
        /// How long to show it.
        milliseconds: f64,
    },
    /// An automatic move happened; `turn` is its own account.
    AutoMove {
        /// The index in the list of automatic moves.
        index: usize,
        /// What happened in it.
        turn: Turn,
    },
    /// Tiles were seen for the first time.
    Discovered {
        /// The tile, filtered.
        tile: Value,
    },
    /// A direction can't be pressed any more.
    DirectionBlocked {
        /// The direction.
        direction: usize,
    },
    /// All directions can be pressed again.
    DirectionsFreed,
    /// The screen changed: a win, a loss, or back to play.
    Screen(Screen),
}
