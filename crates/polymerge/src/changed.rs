//! Modes that a player has changed: modifiers applied, random cells drawn.

use calcarray::Value;
use polymerge_modefile::ModeFile;
use polymerge_modifiers::{CodeFields, Modifiers, RandomCells, apply};
use polymerge_rules::Mode;
use polymerge_savecode::{Content, CustomGrid, EncodeError, code_in, decode, encode, trim_pasted};

use crate::error::{Error, ErrorKind};
use crate::limits::Limits;

/// A mode with settings and modifiers applied, and the random cells that are still to be
/// drawn before each game.
#[derive(Clone, Debug)]
pub struct Changed {
    mode: Mode,
    cells: Option<RandomCells>,
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
    ) -> Result<Modifiers, Error> {
        Changed::modifiers_from(Modifiers::default(), texts, limits)
    }

    /// Adds choices to modifiers that are chosen already.
    pub(crate) fn modifiers_from<T: AsRef<str>>(
        mut modifiers: Modifiers,
        texts: impl IntoIterator<Item = T>,
        limits: &Limits,
    ) -> Result<Modifiers, Error> {
        for text in texts {
            let text = code_in(text.as_ref());
            let text = trim_pasted(&text);
            if text.starts_with('@') {
                let Content::Modifiers(code) = decode(text, &limits.code)?.content else {
                    return Err(Error::new(ErrorKind::Input, "no-modifiers", "this is no code of modifiers"));
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
    pub(crate) fn of_file(file: &ModeFile, modifiers: &Modifiers) -> Result<Changed, Error> {
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

    /// Returns true if random cells are drawn before each game. Then two games may have different
    /// modes.
    pub fn is_drawn(&self) -> bool {
        self.cells.is_some()
    }
}
