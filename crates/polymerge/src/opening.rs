//! What a text that a person brings turns out to be.

use std::fmt;

use polymerge_rules::{Mode, Replay, SavedGame};
use polymerge_savecode::{decode, Content, DecodeError, DecodeLimits, Kind};

/// Something to play or to watch, read from a save code.
#[derive(Clone, Debug, PartialEq)]
pub enum Opening {
    /// A mode to start.
    Mode(Box<Mode>),
    /// A game to go on with.
    Game(Box<Mode>, Box<SavedGame>),
    /// A finished game to watch.
    Replay(Box<Mode>, Box<Replay>),
}

/// Why a text can't be opened.
#[derive(Clone, Debug, PartialEq)]
pub enum OpenError {
    /// It is a save code with something wrong in it.
    Code(DecodeError),
    /// It is a save code of a kind that holds no mode.
    NoMode(Kind),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Code(error) => error.fmt(f),
            OpenError::NoMode(kind) => write!(f, "a {kind} code holds no mode to play"),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<DecodeError> for OpenError {
    fn from(error: DecodeError) -> OpenError {
        OpenError::Code(error)
    }
}

impl Opening {
    /// Whether a text is meant to be a save code.
    pub fn is_code(text: &str) -> bool {
        text.trim_start().starts_with('@')
    }

    /// Reads a save code of any version; blanks around it are ignored.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn of_code(text: &str, limits: &DecodeLimits) -> Result<Opening, OpenError> {
        let content = decode(text.trim(), limits)?.content;
        let kind = content.kind();
        match content {
            Content::Mode(mode) => Ok(Opening::Mode(mode)),
            Content::Game { mode, game } => Ok(Opening::Game(mode, game)),
            Content::Replay { mode, replay, .. } => Ok(Opening::Replay(mode, replay)),
            _ => Err(OpenError::NoMode(kind)),
        }
    }

    /// The mode, whatever else there is.
    pub fn mode(&self) -> &Mode {
        match self {
            Opening::Mode(mode) | Opening::Game(mode, _) | Opening::Replay(mode, _) => mode,
        }
    }
}
