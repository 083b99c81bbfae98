//! What a new game is begun with: a mode, and what is changed about it.

use polymerge::catalogue;
use polymerge::{Game, Mode};

use crate::play;
use crate::saves::{Record, Saves};
use crate::source::Content;

/// Where the mode of a new game comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A built-in mode of this name.
    BuiltIn(String),
    /// It is that of a game that is kept: a changed mode, or one from a file
    /// or a code.
    Kept {
        /// The name of the game.
        id: String,
        /// What the mode is called where games are kept.
        mode: String,
        /// What it is called on the screen.
        title: String,
        /// What was changed about it already.
        changes: String,
        /// The mode file that it was read from.
        file: Option<String>,
    },
}

impl Origin {
    /// The mode of a game that is kept.
    pub fn of(record: &Record) -> Origin {
        match catalogue::find(&record.mode).filter(|mode| mode.name() == record.mode) {
            Some(mode) => Origin::BuiltIn(mode.name().to_owned()),
            None => Origin::Kept {
                id: record.id.clone(),
                mode: record.mode.clone(),
                title: record.title.clone(),
                changes: record.changes.clone(),
                file: record.file.clone(),
            },
        }
    }

    /// What it is called if it does not say so itself.
    pub fn name(&self) -> &str {
        match self {
            Origin::BuiltIn(name) => name,
            Origin::Kept { title, .. } => title,
        }
    }

    /// The mode file that it was read from.
    pub fn file(&self) -> Option<&str> {
        match self {
            Origin::BuiltIn(_) => None,
            Origin::Kept { file, .. } => file.as_deref(),
        }
    }

    /// The mode.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn mode(&self, saves: Option<&Saves>) -> Result<Mode, String> {
        match self {
            Origin::BuiltIn(name) => Mode::built_in(name).map_err(|error| error.to_string()),
            Origin::Kept { id, .. } => {
                let saves = saves.ok_or("the game that the mode comes from can't be read any more")?;
                let game = saves.look(id).map_err(|error| error.to_string())?;
                Ok(game.rules().mode().clone())
            }
        }
    }
}

/// What a new game is begun with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begin {
    /// Where the mode comes from.
    pub origin: Origin,
    /// Settings in words.
    pub settings: Vec<String>,
    /// Modifiers in words.
    pub modifiers: Vec<String>,
}

impl Begin {
    /// The game.
    ///
    /// # Errors
    /// Why it can't begin.
    pub fn start(&self, saves: Option<&Saves>, seed: u64, now: f64) -> Result<Game, String> {
        let text = |error: polymerge::Error| error.to_string();
        let mode = self.origin.mode(saves)?;
        let mode = self.settings.iter().try_fold(mode, |mode, words| mode.set(words)).map_err(text)?;
        let mode = self.modifiers.iter().try_fold(mode, |mode, words| mode.with(words)).map_err(text)?;
        play::start(Content::Mode(mode.into()), seed, now)
    }

    /// A new game of a mode as it is.
    pub fn plain(origin: Origin) -> Begin {
        Begin { origin, settings: Vec::new(), modifiers: Vec::new() }
    }

    /// All that differs from the mode that everything began with, in words.
    pub fn words(&self) -> Vec<String> {
        let before = match &self.origin {
            Origin::Kept { changes, .. } if !changes.is_empty() => Some(changes.clone()),
            _ => None,
        };
        before.into_iter().chain(self.modifiers.iter().chain(&self.settings).cloned()).collect()
    }

    /// Whether it is the mode as it is.
    pub fn is_plain(&self) -> bool {
        self.settings.is_empty() && self.modifiers.is_empty()
    }
}
