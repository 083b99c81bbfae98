//! The reasons why a bot loses a game before its end.

use std::fmt;
use std::time::Duration;

/// The most characters of an answer that a message shows.
const SHOWN: usize = 80;

/// The reason.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The bot can't be started.
    NotStarted(String),
    /// The bot has ended: its exit status, and the last line that it wrote to standard error.
    Ended(String, Option<String>),
    /// No answer came within this time.
    Late(Duration),
    /// The bot answered this in place of another word.
    Garbage(String, &'static str),
    /// The bot wrote something that is no line.
    NoLine(String),
    /// The bot answered with `error`.
    Refused(String),
    /// The bot chose this, which is no direction.
    NoDirection(String),
    /// The bot chose a direction that moves nothing.
    Illegal(String),
    /// The match was stopped while the bot was waited for.
    Stopped,
    /// A turn of the game failed. The bot has no part in it.
    Turn(String),
}

impl Fault {
    /// All words for faults of bots.
    pub const WORDS: [&str; 7] =
        ["not started", "crashed", "late", "garbage", "refused", "illegal", "failed"];

    /// Returns the word for it in records.
    pub fn word(&self) -> &'static str {
        match self {
            Fault::NotStarted(_) => "not started",
            Fault::Ended(..) => "crashed",
            Fault::Late(_) => "late",
            Fault::Garbage(..) | Fault::NoLine(_) => "garbage",
            Fault::Refused(_) => "refused",
            Fault::NoDirection(_) | Fault::Illegal(_) => "illegal",
            Fault::Stopped => "stopped",
            Fault::Turn(_) => "failed",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted(why) => write!(f, "can't be started: {why}"),
            Fault::Ended(status, None) => write!(f, "has ended ({status})"),
            Fault::Ended(status, Some(line)) => write!(f, "has ended ({status}): {}", shown(line)),
            Fault::Late(time) => write!(f, "gave no answer in {} ms", time.as_millis()),
            Fault::Garbage(line, expected) => {
                write!(f, "answered {:?} where {expected} was expected", shown(line))
            }
            Fault::NoLine(why) => write!(f, "wrote what can't be read: {why}"),
            Fault::Refused(message) => write!(f, "refused: {}", shown(message)),
            Fault::NoDirection(text) => write!(f, "chose {:?}, which is no direction", shown(text)),
            Fault::Illegal(text) => write!(f, "chose {text}, which moves nothing"),
            Fault::Stopped => f.write_str("was stopped"),
            Fault::Turn(why) => write!(f, "can't go on, because a turn of the mode fails: {}", shown(why)),
        }
    }
}

/// Returns the beginning of a text.
fn shown(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
