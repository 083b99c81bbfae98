//! The source of a game as clients name it, refusals, and the limits of playing it.

use std::collections::BTreeMap;

use polymerge::{Error, ErrorKind, Limits, Place};
use serde::{Deserialize, Serialize};

/// The mode and its changes, as a client names them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Source {
    /// The name of a built-in mode, or a save code of a mode.
    pub mode: String,
    /// Settings of the mode by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    /// Modifiers: in words (`garbage=2`), or as a Modifiers code; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub modifiers_code: String,
}

impl Source {
    /// Returns true if the mode is named, not given by its code, and nothing is changed about it.
    pub fn is_plain(&self) -> bool {
        self.settings.is_empty() && self.modifiers_code.is_empty() && !self.mode.starts_with('@')
    }
}

/// The refusal of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// The kind of mistake: a word for programs.
    pub kind: String,
    /// The cause, for a person.
    pub message: String,
    /// The number of the move at which it went wrong, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<usize>,
    /// True if a bound of the service ended the game, which says nothing about the game.
    #[serde(skip)]
    pub by_limit: bool,
}

impl Refused {
    /// A refusal by the service itself.
    pub fn new(kind: &str, message: impl Into<String>) -> Refused {
        Refused { kind: kind.to_owned(), message: message.into(), r#move: None, by_limit: false }
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        let r#move = match error.place() {
            Some(Place::Move(number)) => Some(number),
            _ => None,
        };
        let mut message = error.to_string();
        if let Some((end, _)) = message.char_indices().nth(1000) {
            message.truncate(end);
        }
        Refused { kind: error.code().to_owned(), message, r#move, by_limit: error.kind() == ErrorKind::Limit }
    }
}

/// Limits of one submission: strict ones, without a way back.
///
/// `work` is counted as [`Limits::game_work`] is.
pub fn limits(most_moves: usize, work: u64) -> Limits {
    let mut limits = Limits::strict();
    limits.code.moves = most_moves;
    limits.game_work = work;
    (limits.history.steps, limits.history.bytes) = (0, 0);
    limits
}
