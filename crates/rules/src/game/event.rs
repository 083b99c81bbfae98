//! The events of a turn.

use calcarray::{Text, Value};

use crate::board::cell::Cell;
use crate::game::Screen;

/// The complete account of a turn, in order.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Turn {
    /// True if anything moved or merged, so that the move was valid.
    pub moved: bool,
    /// The growth of the score. Negative if points were taken or the game was restarted; 0 if that
    /// is no number.
    pub score: f64,
    /// The events, in order.
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
        /// The contents of the cells afterwards, the front one first; tiles that an overflow pushed
        /// or replaced are included.
        outputs: Vec<(Cell, Value)>,
        /// The points that it added to the score.
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
        /// The contents of the cells afterwards.
        outputs: Vec<(Cell, Value)>,
        /// The points that it added to the score.
        score: f64,
    },
    /// A temporary hole counted down.
    HoleCountdown {
        /// The cell of the hole.
        cell: Cell,
        /// The content afterwards.
        content: Value,
    },
    /// A tile appeared.
    Spawn {
        /// The cell in which it appeared.
        cell: Cell,
        /// The tile, or another content of a cell.
        tile: Value,
        /// True if a forced spawn placed it.
        forced: bool,
    },
    /// There was no room left for a tile.
    SpawnFailed {
        /// True if a forced spawn wanted to place it.
        forced: bool,
    },
    /// A script replaced the content of a cell.
    Replaced {
        /// The cell that was replaced.
        cell: Cell,
        /// The content before.
        before: Value,
        /// The content afterwards.
        after: Value,
    },
    /// A script ran that changed something: cells, the score, variables,
    /// spawns or signals.
    Script {
        /// The index in the list of scripts.
        script: usize,
        /// The trigger or signal that ran it.
        trigger: Text,
    },
    /// A message for the player.
    Announcement {
        /// The text.
        message: Text,
        /// The time for which it is shown.
        milliseconds: f64,
    },
    /// An automatic move happened; `turn` is its own account.
    AutoMove {
        /// The index in the list of automatic moves.
        index: usize,
        /// The events of the automatic move.
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

impl Event {
    /// Returns the name of the event, for programs that do not know all events.
    pub fn name(&self) -> &'static str {
        match self {
            Event::Slide { .. } => "slide",
            Event::Merge { .. } => "merge",
            Event::EndOfTurnRule { .. } => "end_of_turn_rule",
            Event::HoleCountdown { .. } => "hole_countdown",
            Event::Spawn { .. } => "spawn",
            Event::SpawnFailed { .. } => "spawn_failed",
            Event::Replaced { .. } => "replaced",
            Event::Script { .. } => "script",
            Event::Announcement { .. } => "announcement",
            Event::AutoMove { .. } => "auto_move",
            Event::Discovered { .. } => "discovered",
            Event::DirectionBlocked { .. } => "direction_blocked",
            Event::DirectionsFreed => "directions_freed",
            Event::Screen(_) => "screen",
        }
    }
}
