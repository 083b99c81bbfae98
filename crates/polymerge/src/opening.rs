//! What a text that a person brings turns out to be.

use std::fmt;

use polymerge_modefile::{catalogue, Problems};
use polymerge_modifiers::infused::{InfusedMode, Page};
use polymerge_modifiers::Modifiers;
use polymerge_rules::{Mode, Replay, SavedGame};
use polymerge_savecode::{decode, trim_pasted, Content, DecodeError, Kind};

use crate::changed::ChangeError;
use crate::forms;
use crate::limits::Limits;

/// Something to play or to watch.
#[derive(Clone, Debug, PartialEq)]
pub enum Opening {
    /// A mode to start.
    Mode(Box<Mode>),
    /// A game to go on with.
    Game(Box<Mode>, Box<SavedGame>),
    /// A finished game to watch.
    Replay(Box<Mode>, Box<Replay>),
}

/// Why something can't be opened.
#[derive(Debug)]
pub enum OpenError {
    /// It is a save code with something wrong in it.
    Code(DecodeError),
    /// It is a save code of a kind that holds no mode.
    NoMode(Kind),
    /// It is a mode file with something wrong in it.
    File(Problems),
    /// It is a Custom or Infused code with something wrong in it.
    Form(ChangeError),
    /// There is no built-in mode of this name.
    NoSuchMode(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Code(error) => error.fmt(f),
            OpenError::NoMode(kind) => write!(f, "a {kind} code holds no mode to play"),
            OpenError::Form(error) => error.fmt(f),
            OpenError::File(problems) => problems.fmt(f),
            OpenError::NoSuchMode(name) => {
                write!(f, "there is no mode {name:?}")?;
                match catalogue::suggest(name) {
                    None if catalogue::modes().next().is_none() => {
                        f.write_str(": built-in modes come with the feature `catalogue`")
                    }
                    Some(mode) => write!(f, "; did you mean {}?", mode.short_name()),
                    None => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for OpenError {}

impl From<DecodeError> for OpenError {
    fn from(error: DecodeError) -> OpenError {
        OpenError::Code(error)
    }
}

impl From<ChangeError> for OpenError {
    fn from(error: ChangeError) -> OpenError {
        OpenError::Form(error)
    }
}

impl From<Problems> for OpenError {
    fn from(problems: Problems) -> OpenError {
        OpenError::File(problems)
    }
}

impl Opening {
    /// Reads a save code of any version; what people paste around it is ignored.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn of_code(text: &str, limits: &Limits) -> Result<Opening, OpenError> {
        match decode(trim_pasted(text), &limits.code)?.content {
            Content::Game { mode, game } => Ok(Opening::Game(mode, game)),
            Content::Replay { mode, replay, .. } => Ok(Opening::Replay(mode, replay)),
            content => Ok(Opening::Mode(mode_of(content, limits)?.into())),
        }
    }

    /// The mode, whatever else there is.
    pub fn mode(&self) -> &Mode {
        match self {
            Opening::Mode(mode) | Opening::Game(mode, _) | Opening::Replay(mode, _) => mode,
        }
    }
}

/// Whether a text is meant to be a save code.
pub(crate) fn is_code(text: &str) -> bool {
    trim_pasted(text).starts_with('@')
}

/// The mode that a code holds or makes.
pub(crate) fn mode_of(content: Content, limits: &Limits) -> Result<Mode, OpenError> {
    let kind = content.kind();
    let mode = match content {
        Content::Mode(mode) | Content::Game { mode, .. } | Content::Replay { mode, .. } => return Ok(*mode),
        Content::Custom(custom) => forms::custom(&custom).map_err(ChangeError::from)?.mode(),
        Content::Infused(values) => {
            let infused = InfusedMode::read(&values).map_err(ChangeError::from)?;
            let page = Page::open_within(infused, &Modifiers::default(), &limits.game.evaluation)
                .map_err(ChangeError::from)?;
            page.mode().map_err(ChangeError::from)?.0
        }
        Content::Modifiers(_) => return Err(OpenError::NoMode(kind)),
    };
    Ok(forms::of_a_size(mode, &limits.game).map_err(ChangeError::Mode)?)
}
