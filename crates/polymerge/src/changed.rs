//! Modes that a player has changed: modifiers applied, random cells drawn.

use std::fmt;

use calcarray::Value;
use polymerge_modefile::{ModeFile, Problems};
use polymerge_modifiers::infused::InfusedError;
use polymerge_modifiers::{apply, CodeFields, ModifierError, Modifiers, RandomCells};
use polymerge_rules::{Mode, ModeError, TurnError};
use polymerge_savecode::{decode, encode, trim_pasted, Content, CustomGrid, DecodeError, EncodeError};

use crate::limits::Limits;

/// A mode with settings and modifiers applied, and the random cells that are still to be
/// drawn before each game.
#[derive(Clone, Debug)]
pub struct Changed {
    mode: Mode,
    cells: Option<RandomCells>,
}

/// Why a mode can't be changed or started.
#[derive(Debug)]
pub enum ChangeError {
    /// A setting is not there, or does not take the value.
    Setting(String),
    /// The mode file has something wrong in it, perhaps only with the settings.
    File(Problems),
    /// A modifier can't be set or applied.
    Modifier(ModifierError),
    /// A Modifiers code can't be read.
    Code(DecodeError),
    /// The text is a code, but not one of modifiers.
    NoModifiers,
    /// A value of an Infused Mode can't be used.
    Infused(InfusedError),
    /// The changed mode can't be compiled.
    Mode(ModeError),
    /// The game can't be started.
    Start(TurnError),
}

impl fmt::Display for ChangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChangeError::Setting(message) => f.write_str(message),
            ChangeError::File(problems) => problems.fmt(f),
            ChangeError::Modifier(error) => error.fmt(f),
            ChangeError::Code(error) => error.fmt(f),
            ChangeError::NoModifiers => f.write_str("this is no code of modifiers"),
            ChangeError::Infused(error) => error.fmt(f),
            ChangeError::Mode(error) => error.fmt(f),
            ChangeError::Start(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ChangeError {}

/// Each kind of failure as a [`ChangeError`].
macro_rules! from {
    ($($error:ident => $kind:ident,)*) => {
        $(impl From<$error> for ChangeError {
            fn from(error: $error) -> ChangeError {
                ChangeError::$kind(error)
            }
        })*
    };
}

from! {
    Problems => File,
    ModifierError => Modifier,
    DecodeError => Code,
    InfusedError => Infused,
    ModeError => Mode,
    TurnError => Start,
}

impl Changed {
    /// Reads modifiers from texts such as `garbage=2` and from Modifiers
    /// codes; later ones go on from what earlier ones have chosen.
    ///
    /// # Errors
    /// If one of them can't be read.
    pub fn modifiers<T: AsRef<str>>(
        texts: impl IntoIterator<Item = T>,
        limits: &Limits,
    ) -> Result<Modifiers, ChangeError> {
        Changed::modifiers_from(Modifiers::default(), texts, limits)
    }

    /// Adds choices to modifiers that are chosen already.
    pub(crate) fn modifiers_from<T: AsRef<str>>(
        mut modifiers: Modifiers,
        texts: impl IntoIterator<Item = T>,
        limits: &Limits,
    ) -> Result<Modifiers, ChangeError> {
        for text in texts {
            let text = trim_pasted(text.as_ref());
            if text.starts_with('@') {
                let Content::Modifiers(code) = decode(text, &limits.code)?.content else {
                    return Err(ChangeError::NoModifiers);
                };
                let grid = code.grid.map(|grid| {
                    let sides = [grid.width, grid.height].map(Value::from);
                    let [width, height] = sides;
                    [width, height, grid.hexagonal, grid.starting_grid, grid.directions]
                });
                let fields = CodeFields { settings: code.settings, auto_moves: code.auto_directions, grid };
                modifiers = modifiers.with_code(&fields)?;
            } else {
                modifiers.choose(text)?;
            }
        }
        Ok(modifiers)
    }

    /// The Modifiers code of modifiers, to share them.
    ///
    /// # Errors
    /// If a value can't be written.
    pub fn code(modifiers: &Modifiers) -> Result<String, EncodeError> {
        let CodeFields { settings, auto_moves, grid } = modifiers.to_code();
        let grid = grid.map(|[width, height, hexagonal, starting_grid, directions]| {
            let side = |side: Value| side.as_number().unwrap_or(0.0) as usize;
            CustomGrid { width: side(width), height: side(height), hexagonal, starting_grid, directions }
        });
        let code = polymerge_savecode::Modifiers { settings, auto_directions: auto_moves, grid };
        encode(&Content::Modifiers(code.into()))
    }

    /// Changes the mode of a file.
    ///
    /// # Errors
    /// If a modifier can't be applied.
    pub(crate) fn of_file(file: &ModeFile, modifiers: &Modifiers) -> Result<Changed, ChangeError> {
        let mode = apply(&file.mode, modifiers, &file.traits)?;
        let cells = RandomCells::new(&mode, modifiers);
        Ok(Changed { mode, cells })
    }

    pub(crate) fn into_mode(self) -> Mode {
        self.mode
    }

    pub(crate) fn into_parts(self) -> (Mode, Option<RandomCells>) {
        (self.mode, self.cells)
    }

    /// Whether random cells are drawn before each game, so that no two of them
    /// need to have the same mode.
    pub fn is_drawn(&self) -> bool {
        self.cells.is_some()
    }
}
