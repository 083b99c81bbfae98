//! What games are started from, any number of times.

use std::sync::Arc;

use polymerge_rules::{Mode, Ruleset, Turn};

use crate::changed::{ChangeError, Changed};
use crate::limits::{HistoryLimits, Limits};
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
pub enum Starter {
    /// A mode as it is, and how far its games can be taken back.
    Plain(Arc<Ruleset>, HistoryLimits),
    /// A mode whose random cells are drawn before each game.
    Changed(Box<Changed>),
}

impl Starter {
    /// A mode as it is.
    ///
    /// # Errors
    /// If it can't be compiled.
    pub fn new(mode: Mode, limits: &Limits) -> Result<Starter, ChangeError> {
        Ok(Starter::Plain(Ruleset::compile(mode, limits.clone())?, limits.history))
    }

    /// A mode with settings and modifiers.
    ///
    /// # Errors
    /// If it can't be compiled.
    pub fn changed(changed: Changed) -> Result<Starter, ChangeError> {
        match changed.is_drawn() {
            true => Ok(Starter::Changed(Box::new(changed))),
            false => Starter::new(changed.mode().clone(), changed.limits()),
        }
    }

    /// The mode; without its random cells, if it has any.
    pub fn mode(&self) -> &Mode {
        match self {
            Starter::Plain(rules, _) => rules.mode(),
            Starter::Changed(changed) => changed.mode(),
        }
    }

    /// Starts a game.
    ///
    /// # Errors
    /// If the mode can't be compiled, or its start fails.
    pub fn start(&self, seed: u64, now: f64) -> Result<(Session, Turn), ChangeError> {
        match self {
            Starter::Plain(rules, history) => {
                let (session, turn) = Session::new(rules.clone(), seed, now)?;
                Ok((session.with_history(*history), turn))
            }
            Starter::Changed(changed) => changed.start(seed, now),
        }
    }
}
