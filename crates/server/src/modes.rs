//! The modes of games: found by the names of clients, compiled, and the last ones cached.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use polymerge::{ErrorKind, Limits, Mode, Rules};

use crate::engines::Engines;
use crate::source::{Refused, Source};
use crate::store::Board;
use crate::token::sha256;

/// Settings that one submission may choose.
const MOST_SETTINGS: usize = 64;

/// Modes that are remembered.
const REMEMBERED: usize = 32;

/// A mode with its settings and modifiers, ready to be played.
#[derive(Debug)]
pub struct Named {
    /// The source of the mode: for a mode that is not built in, its code with all choices made.
    pub source: Source,
    /// The rules.
    pub rules: Rules,
    /// A hash of the mode's content, which can't be forged.
    pub hash: String,
    /// The title of the mode.
    pub title: String,
    /// True if the mode is a built-in one, with or without choices.
    pub built_in: bool,
    /// The name of a built-in mode, as the catalogue writes it.
    pub name: Option<&'static str>,
    /// Its code, unless that would lose something.
    pub code: Option<String>,
    /// Engines that have played games of it.
    pub engines: Engines,
}

impl Named {
    /// The mode of a source.
    ///
    /// # Errors
    /// There is no such mode, setting or modifier, or it makes no sense.
    pub fn of(source: &Source, limits: &Limits) -> Result<Named, Refused> {
        let (mode, name) = mode(source, limits)?;
        let built_in = name.is_some();
        let code = mode.to_code().ok();
        let hash = hash(&mode, code.as_deref(), source)?;
        let source = match &code {
            Some(code) if !built_in => Source { mode: code.clone(), ..Source::default() },
            _ => Source { mode: source.mode.trim().to_owned(), ..source.clone() },
        };
        let (rules, title) = (mode.compile()?, mode.title().to_owned());
        Ok(Named { source, rules, hash, title, built_in, name, code, engines: Engines::default() })
    }

    /// The code, if it is not the name of the mode anyway.
    pub fn code_apart(&self) -> Option<&str> {
        self.code.as_deref().filter(|code| *code != self.source.mode)
    }
}

/// Returns the hash of a mode's content: of its code or, if it has none, of its digest and its source.
pub(crate) fn hash(mode: &Mode, code: Option<&str>, source: &Source) -> Result<String, polymerge::Error> {
    let text = match code {
        Some(code) => format!("code {code}"),
        None => format!("source {} {source:?}", mode.digest()?),
    };
    Ok(sha256(text.as_bytes()))
}

/// Returns the mode of a source, and the name of a built-in one.
fn mode(source: &Source, limits: &Limits) -> Result<(Mode, Option<&'static str>), Refused> {
    if source.settings.len() > MOST_SETTINGS {
        let message = format!("{} settings are chosen; {MOST_SETTINGS} may be", source.settings.len());
        return Err(Refused::new("too-many-settings", message));
    }
    let (mut mode, name) = match Mode::built_in(&source.mode) {
        Ok(mode) => {
            let name = mode.name().unwrap_or_default();
            (mode.within(limits), Some(name))
        }
        Err(unknown) => match Mode::from_code(&source.mode, limits) {
            Ok(mode) => (mode, None),
            Err(error) if error.kind() == ErrorKind::Limit || source.mode.len() > 100 => {
                return Err(error.into());
            }
            Err(_) => return Err(unknown.into()),
        },
    };
    for (name, value) in &source.settings {
        mode = mode.set(&format!("{name}={value}"))?;
    }
    if !source.modifiers_code.is_empty() {
        mode = mode.with(&source.modifiers_code)?;
    }
    Ok((mode, name))
}

/// The modes that were asked for last.
#[derive(Debug)]
pub struct Modes {
    limits: Limits,
    /// The sources that clients named last, each with its mode; the latest one is at the end.
    remembered: Mutex<Vec<(Source, Arc<Named>)>>,
}

impl Modes {
    /// Modes whose games keep to limits.
    pub fn new(limits: Limits) -> Modes {
        Modes { limits, remembered: Mutex::default() }
    }

    fn remembered(&self) -> MutexGuard<'_, Vec<(Source, Arc<Named>)>> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The mode of a source, if it is remembered.
    pub fn known(&self, source: &Source) -> Option<Arc<Named>> {
        let mut remembered = self.remembered();
        let place = remembered.iter().position(|(known, _)| known == source)?;
        let known = remembered.remove(place);
        let named = Arc::clone(&known.1);
        remembered.push(known);
        Some(named)
    }

    /// The mode of a source.
    ///
    /// # Errors
    /// As [`Named::of`].
    pub fn named(&self, source: &Source) -> Result<Arc<Named>, Refused> {
        if let Some(known) = self.known(source) {
            return Ok(known);
        }
        let named = Arc::new(Named::of(source, &self.limits)?);
        let mut remembered = self.remembered();
        if remembered.len() >= REMEMBERED {
            remembered.remove(0);
        }
        remembered.push((source.clone(), Arc::clone(&named)));
        Ok(named)
    }

    /// Returns the mode of a board: by its name or, where the name means another mode with
    /// a later version of the engine, by its code.
    ///
    /// # Errors
    /// As [`Named::of`].
    pub fn of_board(&self, board: &Board, code: Option<String>) -> Result<Arc<Named>, Refused> {
        let unread = |error| Refused::new("bad-board", format!("the source of board {}: {error}", board.id));
        let source: Source = serde_json::from_str(&board.source).map_err(unread)?;
        let named = self.named(&source);
        match (code, named) {
            (_, Ok(named)) if board.mode.is_empty() || named.hash == board.mode => Ok(named),
            (Some(code), _) => self.named(&Source { mode: code, ..Source::default() }),
            (None, Ok(named)) if named.built_in => {
                let message = format!(
                    "{} means another mode now, and the code of the one of board {} is not stored",
                    source.mode, board.id
                );
                Err(Refused::new("bad-board", message))
            }
            (None, named) => named,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(mode: &str) -> Source {
        Source { mode: mode.to_owned(), ..Source::default() }
    }

    #[test]
    fn modes_are_remembered_up_to_a_number() {
        let modes = Modes::new(Limits::strict());
        let first = modes.named(&source("2048")).unwrap();
        assert!(Arc::ptr_eq(&first, &modes.named(&source("2048")).unwrap()));
        for side in 2..2 + REMEMBERED {
            let modifiers_code = format!("grid={side}x3");
            modes.named(&Source { modifiers_code, ..source("2048") }).unwrap();
        }
        assert_eq!(modes.remembered().len(), REMEMBERED);
        assert!(!Arc::ptr_eq(&first, &modes.named(&source("2048")).unwrap()));
        assert_eq!(first.hash, modes.named(&source("2048")).unwrap().hash);
    }

    #[test]
    fn a_board_is_played_by_its_code_where_its_name_means_another_mode() {
        let modes = Modes::new(Limits::strict());
        let [old, new] = ["dive", "2048"].map(|name| modes.named(&source(name)).unwrap());
        let board = |mode: &str| Board {
            source: serde_json::to_string(&source("2048")).unwrap(),
            mode: mode.to_owned(),
            ..Board::default()
        };
        let code = old.code.clone();
        assert_eq!(modes.of_board(&board(&old.hash), code.clone()).unwrap().hash, old.hash);
        assert_eq!(modes.of_board(&board(&new.hash), code).unwrap().title, new.title);
        assert_eq!(modes.of_board(&board(""), None).unwrap().hash, new.hash);
        // Without the code nothing else is played instead.
        assert_eq!(modes.of_board(&board(&old.hash), None).unwrap_err().kind, "bad-board");
    }

    #[test]
    fn the_code_of_a_built_in_mode_is_that_mode() {
        let limits = Limits::strict();
        for name in ["2048", "dive", "120", "1762"] {
            let named = Named::of(&source(name), &limits).unwrap();
            let again = Named::of(&source(&named.code.clone().unwrap()), &limits).unwrap();
            assert_eq!(again.hash, named.hash, "{name}");
            assert_eq!((named.code_apart(), again.code_apart()), (named.code.as_deref(), None));
        }
    }
}
