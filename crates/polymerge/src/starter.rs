//! What games are started from, any number of times.

use polymerge_rules::{Mode, Turn};

use crate::changed::Changed;
use crate::compiled::Rules;
use crate::error::Error;
use crate::limits::Limits;
use crate::session::Session;

/// A mode ready to be started: compiled once, unless its random cells are
/// drawn anew for each game.
///
/// ```
/// use polymerge::{Limits, Opening, Starter};
///
/// let starter = Starter::new(Opening::of_name("2048")?.mode().clone(), &Limits::default())?;
/// let (session, _) = starter.start(7, 0.0)?;
/// assert_eq!(session.seed(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Starter(Rules);

impl Starter {
    /// A mode as it is.
    ///
    /// # Errors
    /// If it can't be compiled.
    pub fn new(mode: Mode, limits: &Limits) -> Result<Starter, Error> {
        Ok(Starter(Rules::of_saved(mode, "", limits)?))
    }

    /// A mode with settings and modifiers.
    ///
    /// # Errors
    /// If it can't be compiled.
    pub fn changed(changed: Changed) -> Result<Starter, Error> {
        Ok(Starter(Rules::of_changed(changed)?))
    }

    /// The mode; without its random cells, if it has any.
    pub fn mode(&self) -> &Mode {
        self.0.ruleset().mode()
    }

    /// Starts a game.
    ///
    /// # Errors
    /// If the mode can't be compiled, or its start fails.
    pub fn start(&self, seed: u64, now: f64) -> Result<(Session, Turn), Error> {
        let (game, turn) = self.0.start_at(seed, now)?;
        Ok((game.into_session(), turn))
    }

    pub(crate) fn into_rules(self) -> Rules {
        self.0
    }
}
