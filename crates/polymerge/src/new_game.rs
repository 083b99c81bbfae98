//! A game to begin: a mode, and what a player has chosen about it.

use std::marker::PhantomData;

use polymerge_modefile::{Choices, Info, Setting, Source, SourceFile};
use polymerge_modifiers::Modifiers;
use polymerge_rules::{Mode as Raw, Turn};

use crate::changed::{ChangeError, Changed};
use crate::error::Error;
use crate::limits::Limits;
use crate::mode::Mode;
use crate::opening::OpenError;
use crate::session::Session;

/// A [`Mode`] under its former name.
#[derive(Clone)]
pub struct NewGame<'s>(Mode, PhantomData<&'s ()>);

impl NewGame<'static> {
    /// A game of a built-in mode, by the mode's number, name or title.
    ///
    /// # Errors
    /// If there is none.
    pub fn of_name(name: &str) -> Result<NewGame<'static>, Error> {
        Ok(NewGame(Mode::built_in(name)?, PhantomData))
    }

    /// A game of a mode for which there is no file, such as that of a save code.
    pub fn of_mode(mode: Raw) -> NewGame<'static> {
        NewGame(Mode::from_raw(mode), PhantomData)
    }
}

impl<'s> NewGame<'s> {
    /// A game of a mode file; `source` finds the files that it extends.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn of_file(
        file: SourceFile,
        source: &'s dyn Source,
        limits: &Limits,
    ) -> Result<NewGame<'s>, OpenError> {
        Ok(NewGame(Mode::read(file, source, limits)?, PhantomData))
    }

    /// Sets the limits of everything that comes: choosing, starting, playing.
    pub fn within(self, limits: &Limits) -> NewGame<'s> {
        NewGame(self.0.within(limits), PhantomData)
    }

    /// Chooses a modifier in words, a preset, or what a Modifiers code says.
    ///
    /// # Errors
    /// If there is no such modifier, or it does not take the value.
    pub fn with(self, text: &str) -> Result<NewGame<'s>, Error> {
        Ok(NewGame(self.0.with(text)?, PhantomData))
    }

    /// Chooses these modifiers in place of all others.
    pub fn with_modifiers(self, modifiers: Modifiers) -> NewGame<'s> {
        NewGame(self.0.with_modifiers(modifiers), PhantomData)
    }

    /// Sets a setting of the mode: `goals=fresh`.
    ///
    /// # Errors
    /// If the mode has no such setting, or it does not take the value.
    pub fn set(self, text: &str) -> Result<NewGame<'s>, Error> {
        Ok(NewGame(self.0.set(text)?, PhantomData))
    }

    /// The settings that players choose.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.0.settings()
    }

    /// What the mode says about itself.
    pub fn info(&self) -> &Info {
        self.0.info()
    }

    /// The mode as it is if nothing is chosen.
    pub fn mode(&self) -> &Raw {
        self.0.unchanged()
    }

    /// The limits of all that is done with it.
    pub fn limits(&self) -> &Limits {
        self.0.limits()
    }

    /// What was chosen for them.
    pub fn choices(&self) -> &Choices {
        self.0.choices()
    }

    /// What was chosen for all modes.
    pub fn modifiers(&self) -> &Modifiers {
        self.0.modifiers()
    }

    /// The mode with all of this: settings first, then modifiers.
    ///
    /// # Errors
    /// If the mode can't be changed like this.
    pub fn ready(&self) -> Result<Changed, ChangeError> {
        self.0.changed()
    }

    /// Starts a game.
    ///
    /// # Errors
    /// If the mode can't be changed like this, or its start fails.
    pub fn start(&self, seed: u64, now: f64) -> Result<(Session, Turn), Error> {
        Ok(self.ready()?.start(seed, now)?)
    }
}
