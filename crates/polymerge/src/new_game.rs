//! A game to begin: a mode, and what a player has chosen about it.

use std::rc::Rc;

use polymerge_modefile::catalogue::{self, BuiltInMode};
use polymerge_modefile::{read_with, Choices, Info, ModeFile, Problems, Setting, Source, SourceFile};
use polymerge_modifiers::{ModeTraits, Modifiers};
use polymerge_rules::{Mode, Turn};

use crate::changed::{ChangeError, Changed};
use crate::limits::Limits;
use crate::opening::OpenError;
use crate::session::Session;

/// A game that has not begun: settings of the mode and modifiers can still be
/// chosen.
///
/// ```
/// use polymerge::NewGame;
///
/// let game = NewGame::of_name("050")?.with("grid=hexagon:3")?.with("garbage=2")?.set("goals=fresh")?;
/// let (session, _) = game.start(7, 0.0)?;
/// assert_eq!(session.game().width(), 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct NewGame<'s> {
    origin: Origin<'s>,
    /// The mode if nothing is chosen.
    plain: Rc<ModeFile>,
    choices: Choices,
    modifiers: Modifiers,
    limits: Limits,
}

/// Where the mode comes from.
#[derive(Clone)]
enum Origin<'s> {
    BuiltIn(BuiltInMode),
    File(SourceFile, &'s dyn Source),
    /// The mode of a save code, for which there is no file.
    Mode(Rc<ModeFile>),
}

impl Origin<'_> {
    fn read(&self, choices: &Choices, limits: &Limits) -> Result<ModeFile, Problems> {
        match self {
            Origin::BuiltIn(mode) => mode.read_with(choices),
            Origin::File(file, source) => read_with(file, *source, &limits.reading(), choices),
            Origin::Mode(plain) => Ok((**plain).clone()),
        }
    }
}

impl NewGame<'static> {
    /// A game of a built-in mode, by the mode's number, name or title.
    ///
    /// # Errors
    /// If there is none.
    pub fn of_name(name: &str) -> Result<NewGame<'static>, OpenError> {
        let mode = catalogue::find(name).ok_or_else(|| OpenError::NoSuchMode(name.to_owned()))?;
        Ok(NewGame::new(Origin::BuiltIn(mode), &Limits::default())?)
    }

    /// A game of a mode for which there is no file, such as that of a save code. The
    /// mode has no settings any more, but can be modified.
    pub fn of_mode(mode: Mode) -> NewGame<'static> {
        let plain = Rc::new(ModeFile {
            mode,
            info: Info::default(),
            entry_names: Vec::new(),
            variable_names: Vec::new(),
            settings: Vec::new(),
            traits: ModeTraits::default(),
        });
        NewGame {
            origin: Origin::Mode(plain.clone()),
            plain,
            choices: Choices::default(),
            modifiers: Modifiers::default(),
            limits: Limits::default(),
        }
    }
}

impl<'s> NewGame<'s> {
    fn new(origin: Origin<'s>, limits: &Limits) -> Result<NewGame<'s>, Problems> {
        let (choices, modifiers) = (Choices::default(), Modifiers::default());
        let plain = origin.read(&choices, limits)?.into();
        Ok(NewGame { origin, plain, choices, modifiers, limits: limits.clone() })
    }

    /// A game of a mode file; `source` finds the files that it extends.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn of_file(
        file: SourceFile,
        source: &'s dyn Source,
        limits: &Limits,
    ) -> Result<NewGame<'s>, OpenError> {
        Ok(NewGame::new(Origin::File(file, source), limits)?)
    }

    /// Sets the limits of everything that comes: choosing, starting, playing.
    pub fn within(self, limits: &Limits) -> NewGame<'s> {
        NewGame { limits: limits.clone(), ..self }
    }

    /// Chooses a modifier in words (`garbage=2`, `grid=hexagon:3`,
    /// `multi-merge`), a preset, or what a Modifiers code says.
    ///
    /// # Errors
    /// If there is no such modifier, or it does not take the value.
    pub fn with(mut self, text: &str) -> Result<NewGame<'s>, ChangeError> {
        self.modifiers = Changed::modifiers_from(self.modifiers, [text], &self.limits)?;
        Ok(self)
    }

    /// Chooses these modifiers in place of all others.
    pub fn with_modifiers(mut self, modifiers: Modifiers) -> NewGame<'s> {
        self.modifiers = modifiers;
        self
    }

    /// Sets a setting of the mode: `goals=fresh`.
    ///
    /// # Errors
    /// If the mode has no such setting, or it does not take the value.
    pub fn set(mut self, text: &str) -> Result<NewGame<'s>, ChangeError> {
        self.choices.choose(&self.plain.settings, text).map_err(ChangeError::Setting)?;
        Ok(self)
    }

    /// The settings that players choose.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.plain.settings.iter().filter(|setting| setting.is_used())
    }

    /// What the mode says about itself.
    pub fn info(&self) -> &Info {
        &self.plain.info
    }

    /// The mode as it is if nothing is chosen.
    pub fn mode(&self) -> &Mode {
        &self.plain.mode
    }

    /// The limits of all that is done with it.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What was chosen for them.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// What was chosen for all modes.
    pub fn modifiers(&self) -> &Modifiers {
        &self.modifiers
    }

    /// The mode with all of this: settings first, then modifiers.
    ///
    /// # Errors
    /// If the mode can't be changed like this.
    pub fn ready(&self) -> Result<Changed, ChangeError> {
        let plain = match self.choices.all().is_empty() {
            true => self.plain.clone(),
            false => self.origin.read(&self.choices, &self.limits)?.into(),
        };
        if self.modifiers == Modifiers::default() {
            return Changed::of_file(&plain, &self.modifiers, &self.limits);
        }
        let side = plain.traits.default_side.unwrap_or(plain.mode.width);
        let choices = self.choices.clone().with_modifiers(&self.modifiers, side);
        Changed::of_file(&self.origin.read(&choices, &self.limits)?, &self.modifiers, &self.limits)
    }

    /// Starts a game.
    ///
    /// # Errors
    /// If the mode can't be changed like this, or its start fails.
    pub fn start(&self, seed: u64, now: f64) -> Result<(Session, Turn), ChangeError> {
        self.ready()?.start(seed, now)
    }
}
