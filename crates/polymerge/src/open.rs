//! Opening a text that a person pastes: it says itself of which kind it is.

use polymerge_modefile::catalogue::{self, BuiltInMode};
use polymerge_modifiers::Modifiers;
use polymerge_rules::Mode as Raw;
use polymerge_savecode::{Content, code_in, decode};

use crate::changed::Changed;
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::mode::{Mode, mode_of};
use crate::page;
use crate::replay::Replay;
use crate::saved::Saved;

/// The content of an opened text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Opened {
    /// A mode to start: of a mode file, of a Mode, Custom or Infused code.
    Mode(Box<Mode>),
    /// A game to go on with: of a Game code, or a saved game ([`Saved::to_json`]).
    Game(Box<Saved>),
    /// A recorded game to watch.
    Replay(Box<Replay>),
    /// Modifiers, to be chosen for any mode ([`Mode::with_modifiers`]).
    Modifiers(Box<Modifiers>),
}

/// Opens a text that a person has: a save code of any kind and version (what people paste
/// around it is ignored), a mode file, a page of a single mode ([`page`]), or a saved game.
///
/// # Errors
/// It is none of these, or something is wrong with it.
///
/// ```
/// use polymerge::{open, Limits, Mode, Opened};
///
/// let game = Mode::built_in("dive")?.compile()?.start(7)?;
/// let Opened::Game(saved) = open(&game.code()?, &Limits::strict())? else { panic!("this is a game") };
/// assert_eq!(saved.reseeded(9).resume(0.0, &Limits::strict())?.state().grid(), game.state().grid());
///
/// let error = open("hello", &Limits::strict()).unwrap_err();
/// assert_eq!(error.code(), "not-recognized");
/// # Ok::<(), polymerge::Error>(())
/// ```
pub fn open(text: &str, limits: &Limits) -> Result<Opened, Error> {
    limits.permit_text(text)?;
    if !is_code(text) {
        return open_other(text, limits);
    }
    let code = code_in(text);
    Ok(match decode(&code, &limits.code)?.content {
        Content::Game { mode, .. } => {
            let saved = Saved::from_code(&code, 0);
            Opened::Game(saved.named(recognised(&mode).unwrap_or_default()).into())
        }
        Content::Replay { mode, forced_spawns, replay } => {
            let name = recognised(&mode);
            Opened::Replay(Replay::of_content(mode, forced_spawns, replay).named(name).into())
        }
        Content::Modifiers(_) => Opened::Modifiers(Changed::modifiers([&code], limits)?.into()),
        content => {
            let mode = mode_of(content, limits)?;
            let name = recognised(&mode).unwrap_or_default();
            Opened::Mode(Mode::from_raw_named(mode, name).within(limits).into())
        }
    })
}

/// The name of the built-in mode that a code holds, unchanged.
fn recognised(mode: &Raw) -> Option<&'static str> {
    catalogue::recognised(mode).map(BuiltInMode::name)
}

/// Returns true if a text is meant to be a save code.
fn is_code(text: &str) -> bool {
    code_in(text).starts_with('@')
}

/// Opens what is no code: a saved game, or else what begins as a mode file does.
fn open_other(text: &str, limits: &Limits) -> Result<Opened, Error> {
    if text.trim_start().starts_with("{\"polymerge\":") {
        return Ok(Opened::Game(Saved::from_json(text, limits)?.into()));
    }
    if let Some(file) = page::mode_in(text) {
        return Ok(Opened::Mode(Mode::from_text(&file, limits)?.into()));
    }
    if !begins_as_a_file(text) {
        let message = "this is neither a save code, with bars between its pieces, nor a mode file, \
                       which begins with {";
        return Err(Error::new(ErrorKind::Input, "not-recognized", message));
    }
    Ok(Opened::Mode(Mode::from_text(text, limits)?.into()))
}

/// Returns true if a text could be a mode file, perhaps one with mistakes: it begins with an object
/// or a comment.
fn begins_as_a_file(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    ["{", "//", "/*"].iter().any(|start| text.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::begins_as_a_file;

    #[test]
    fn texts_that_are_meant_as_mode_files() {
        for (text, meant) in [
            ("{}", true),
            ("\u{feff}\n // a mode\n{", true),
            ("/* a mode */ {", true),
            ("{ \"title\": ", true),
            ("", false),
            ("hello", false),
            ("[1, 2]", false),
            ("https://example.org", false),
        ] {
            assert_eq!(begins_as_a_file(text), meant, "{text:?}");
        }
    }
}
