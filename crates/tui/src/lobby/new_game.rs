//! The start of a new game: a mode, and the changes to it.

use polymerge::catalogue;
use polymerge::{Game, Mode};
use polymerge_app::begin;
use polymerge_app::failure::Failure;
use polymerge_app::saves::{Record, Saves};
use polymerge_app::source::Content;

/// The source of the mode of a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A built-in mode of this name.
    BuiltIn(String),
    /// The mode of a saved game: a changed mode, or one from a file or a code.
    Kept {
        /// The name of the saved game.
        id: String,
        /// The key of the mode among the saved games.
        mode: String,
        /// The title on the screen.
        title: String,
        /// The changes that the mode has already, in words.
        changes: String,
        /// The mode file of the mode.
        file: Option<String>,
    },
}

impl Origin {
    /// Returns the mode of a saved game.
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

    /// Returns the name for a mode without a title of its own.
    pub fn name(&self) -> &str {
        match self {
            Origin::BuiltIn(name) => name,
            Origin::Kept { title, .. } => title,
        }
    }

    /// Returns the mode file of the mode.
    pub fn file(&self) -> Option<&str> {
        match self {
            Origin::BuiltIn(_) => None,
            Origin::Kept { file, .. } => file.as_deref(),
        }
    }

    /// Opens the mode.
    ///
    /// # Errors
    ///
    /// The mode can't be read.
    pub fn mode(&self, saves: Option<&Saves>) -> Result<Mode, Failure> {
        match self {
            Origin::BuiltIn(name) => Mode::built_in(name).map_err(Failure::input),
            Origin::Kept { id, .. } => {
                let saves = saves.ok_or_else(|| {
                    Failure::result("the game that the mode comes from can't be read any more")
                })?;
                let game = saves.look(id).map_err(Failure::input)?;
                Ok(game.rules().mode().clone())
            }
        }
    }
}

/// All that starts a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The source of the mode.
    pub origin: Origin,
    /// The settings, in words.
    pub settings: Vec<String>,
    /// The modifiers, in words.
    pub modifiers: Vec<String>,
}

impl NewGame {
    /// Starts the game.
    ///
    /// # Errors
    ///
    /// The game can't begin.
    pub fn start(&self, saves: Option<&Saves>, seed: u64, now: f64) -> Result<Game, Failure> {
        let mode = self.origin.mode(saves)?;
        let mode =
            self.settings.iter().try_fold(mode, |mode, words| mode.set(words)).map_err(Failure::input)?;
        let mode =
            self.modifiers.iter().try_fold(mode, |mode, words| mode.with(words)).map_err(Failure::input)?;
        begin::start(Content::Mode(mode.into()), seed, now)
    }

    /// Starts a mode without changes.
    pub fn plain(origin: Origin) -> NewGame {
        NewGame { origin, settings: Vec::new(), modifiers: Vec::new() }
    }

    /// Returns all differences from the original mode, in words.
    pub fn words(&self) -> Vec<String> {
        let before = match &self.origin {
            Origin::Kept { changes, .. } if !changes.is_empty() => Some(changes.clone()),
            _ => None,
        };
        before.into_iter().chain(self.modifiers.iter().chain(&self.settings).cloned()).collect()
    }

    /// Returns true if the mode is played without changes.
    pub fn is_plain(&self) -> bool {
        self.settings.is_empty() && self.modifiers.is_empty()
    }
}
