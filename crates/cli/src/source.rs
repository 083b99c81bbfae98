//! Where a mode or game to play comes from.

use clap::Args;
use polymerge::{Mode, Opening, Value};

use crate::failure::Failure;
use crate::input;

/// What is played if nothing is said.
const DEFAULT_MODE: &str = "2048";

/// The arguments that name a mode or game.
#[derive(Args, Default)]
pub struct Source {
    /// A mode: its name, its number or a mode file
    #[arg(conflicts_with = "code")]
    mode: Option<String>,
    /// A save code, or a file that holds one (- for standard input)
    #[arg(long, value_name = "FILE|CODE")]
    code: Option<String>,
}

impl Source {
    /// What the arguments name, and what it is called in messages.
    pub fn open(&self) -> Result<(String, Opening), Failure> {
        match &self.code {
            Some(code) => open_code(code),
            None => open_mode(self.mode.as_deref().unwrap_or(DEFAULT_MODE)),
        }
    }
}

/// Opens a save code, given itself or as the file that holds it.
fn open_code(argument: &str) -> Result<(String, Opening), Failure> {
    let (name, text) = if Opening::is_code(argument) {
        ("the code", argument.to_owned())
    } else {
        (argument, input::read(argument)?)
    };
    let opening = Opening::of_code(&text, &Default::default())
        .map_err(|error| Failure::input(format!("{name}: {error}")))?;
    Ok((name.to_owned(), opening))
}

/// Opens a mode by name, number or file.
fn open_mode(name: &str) -> Result<(String, Opening), Failure> {
    Ok((name.to_owned(), Opening::Mode(Mode::default().into())))
}

/// The headline of a mode's rules, if they have one.
pub fn headline(mode: &Mode) -> Option<String> {
    let line = mode.rules_text.as_array()?.iter().find_map(|line| match &**line.as_array()? {
        [tag, text] if tag.is_word("h1") => Some(text),
        _ => None,
    })?;
    match line {
        Value::Text(text) => Some(text.to_string_lossy()),
        _ => None,
    }
}
