//! The events of a turn.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

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
    pub events: Events,
}

impl Turn {
    /// Returns true if the turn did anything that a player would want to undo. A press that moves
    /// nothing and only shows that the game is over, or prints something, belongs to the move
    /// before: undoing the press alone would change nothing on the board.
    pub fn is_step(&self) -> bool {
        let is_blocked = |event: &Event| {
            matches!(
                event,
                Event::DirectionBlocked { .. } | Event::Screen(Screen::GameOver) | Event::Output { .. }
            )
        };
        self.moved || !self.events.iter().all(is_blocked)
    }
}

/// The events of a turn, in order: a slice, which may be made only when it is first read.
///
/// A game plays many turns without events. When they are read, the interpreter plays the turn
/// once more.
///
/// ```
/// # use polymerge_rules::*;
/// let events = Events::from(vec![Event::DirectionsFreed]);
/// assert_eq!(events.len(), 1);
/// for event in &events {
///     assert_eq!(*event, Event::DirectionsFreed);
/// }
/// ```
#[derive(Clone, Default)]
pub struct Events {
    list: OnceLock<Vec<Event>>,
    source: Option<Arc<dyn Source>>,
}

/// A source of events that are made when they are first read.
trait Source: Fn() -> Vec<Event> + Send + Sync {}

impl<F: Fn() -> Vec<Event> + Send + Sync> Source for F {}

impl Events {
    /// Returns events that a function makes when they are first read.
    pub fn later(source: impl Fn() -> Vec<Event> + Send + Sync + 'static) -> Events {
        Events { list: OnceLock::new(), source: Some(Arc::new(source)) }
    }

    fn list(&self) -> &Vec<Event> {
        self.list.get_or_init(|| self.source.as_ref().map_or_else(Vec::new, |source| source()))
    }

    /// Returns the events as a list of its own.
    pub fn into_vec(self) -> Vec<Event> {
        self.list();
        self.list.into_inner().unwrap_or_default()
    }
}

impl Deref for Events {
    type Target = [Event];

    fn deref(&self) -> &[Event] {
        self.list()
    }
}

impl From<Vec<Event>> for Events {
    fn from(list: Vec<Event>) -> Events {
        Events { list: list.into(), source: None }
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list().fmt(f)
    }
}

impl PartialEq for Events {
    fn eq(&self, other: &Events) -> bool {
        self.list() == other.list()
    }
}

impl<'e> IntoIterator for &'e Events {
    type Item = &'e Event;
    type IntoIter = std::slice::Iter<'e, Event>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Events {
    type Item = Event;
    type IntoIter = std::vec::IntoIter<Event>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl Extend<Event> for Events {
    fn extend<I: IntoIterator<Item = Event>>(&mut self, events: I) {
        let list = std::mem::take(self).into_vec();
        *self = list.into_iter().chain(events).collect::<Vec<_>>().into();
    }
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
    /// An expression printed something, for its author.
    Output {
        /// The value to print, or a text that says what is printed.
        argument: Value,
        /// The running value of the expression.
        value: Value,
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
            Event::Output { .. } => "output",
            Event::AutoMove { .. } => "auto_move",
            Event::Discovered { .. } => "discovered",
            Event::DirectionBlocked { .. } => "direction_blocked",
            Event::DirectionsFreed => "directions_freed",
            Event::Screen(_) => "screen",
        }
    }
}
