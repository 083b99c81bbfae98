//! Where a mode or game to play comes from.

use std::path::{Path, PathBuf};

use clap::Args;
use polymerge::modefile::catalogue::{self, BuiltIn};
use polymerge::modefile::{self, SourceFile};
use polymerge::{Mode, NewGame, OpenError, Opening, Value};

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
            Some(code) => open_argument(code),
            None => open_mode(self.mode.as_deref().unwrap_or(DEFAULT_MODE)),
        }
    }

    /// The file that is named instead of a mode, if it may hold an object.
    pub fn json_file(&self) -> Option<&str> {
        let name = self.mode.as_deref()?;
        (is_file(name) && !name.ends_with(".jsonc")).then_some(name)
    }

    /// Whether nothing is named.
    pub fn is_open(&self) -> bool {
        self.mode.is_none() && self.code.is_none()
    }

    /// What is played, as messages call it.
    pub fn name(&self) -> &str {
        match &self.code {
            Some(code) if Opening::is_code(code) => "the code",
            Some(file) => file,
            None => self.mode.as_deref().unwrap_or(DEFAULT_MODE),
        }
    }

    /// What the arguments name, as a game to begin.
    pub fn new_game(&self) -> Result<NewGame<'static>, Failure> {
        let name = self.mode.as_deref().unwrap_or(DEFAULT_MODE);
        if self.code.is_none() && is_file(name) {
            let text = input::read(name)?;
            if !Opening::is_code(&text) {
                let game = NewGame::of_file(
                    SourceFile::new(name, text.into_bytes()),
                    &Directory,
                    &Default::default(),
                );
                return game.map_err(|error| Failure::input(format!("{name} is no mode:\n{error}")));
            }
        }
        if let Some(mode) = self.built_in() {
            return NewGame::of_name(mode).map_err(Failure::input);
        }
        match self.open()? {
            (_, Opening::Mode(mode)) => Ok(NewGame::of_mode(*mode)),
            (name, _) => Err(Failure::input(format!(
                "{name}: settings and modifiers change a mode before a game starts, not a game"
            ))),
        }
    }

    /// The built-in mode that is named, by its full name.
    pub fn built_in(&self) -> Option<&'static str> {
        let name = self.mode.as_deref().unwrap_or(DEFAULT_MODE);
        let mode = catalogue::find(name).filter(|_| self.code.is_none() && !is_file(name))?;
        Some(mode.name())
    }
}

/// Whether the name of a mode is that of a file: it looks like a path, or
/// there is such a file.
fn is_file(name: &str) -> bool {
    let is_path = name.contains(['/', '\\']) || name.ends_with(".jsonc") || name.ends_with(".json");
    is_path || name == "-" || Path::new(name).is_file()
}

/// Opens a save code, given itself or as the file that holds it.
fn open_argument(argument: &str) -> Result<(String, Opening), Failure> {
    let (name, text) = if Opening::is_code(argument) {
        ("the code", argument.to_owned())
    } else {
        (argument, input::read(argument)?)
    };
    let opening = open_code(&text).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    Ok((name.to_owned(), opening))
}

/// Opens a save code.
pub fn open_code(text: &str) -> Result<Opening, String> {
    Opening::of_code(text, &Default::default()).map_err(|error| error.to_string())
}

/// Opens a file that holds a mode or a save code.
pub fn open_file(name: &str) -> Result<Opening, String> {
    read_file(name).map_err(|error| error.to_string())?.map_err(|error| error.to_string())
}

/// Reads a file that holds a mode or a save code.
fn read_file(name: &str) -> Result<Result<Opening, OpenError>, Failure> {
    let text = input::read(name)?;
    if Opening::is_code(&text) {
        return Ok(Opening::of_code(&text, &Default::default()));
    }
    Ok(Opening::of_file(&SourceFile::new(name, text.into_bytes()), &Directory, &Default::default()))
}

/// Opens a mode by name, number or file; a save code, in a file or itself, is
/// opened too.
fn open_mode(name: &str) -> Result<(String, Opening), Failure> {
    if Opening::is_code(name) {
        return open_argument(name);
    }
    let opening = if is_file(name) { read_file(name)? } else { Opening::of_name(name) };
    match opening {
        Ok(opening) => Ok((name.to_owned(), opening)),
        // These say themselves where they are.
        Err(error @ OpenError::File(_)) => Err(Failure::input(format!("{name} is no mode:\n{error}"))),
        Err(error @ OpenError::NoSuchMode(_)) => Err(Failure::input(format!("{error}; see polymerge modes"))),
        Err(error) => Err(Failure::input(format!("{name}: {error}"))),
    }
}

/// Finds the files that mode files extend: beside the file that names them,
/// then among the built-in ones.
pub struct Directory;

impl modefile::Source for Directory {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        let path = folder.join(name);
        if !path.is_file() {
            return BuiltIn
                .open(name, from)
                .map_err(|_| "there is no such file, nor such a built-in mode".into());
        }
        let bytes = within(folder, &path).and_then(|real| {
            input::read_bytes(&real.to_string_lossy()).map_err(|failure| failure.to_string())
        });
        Ok(SourceFile::new(path.to_string_lossy(), bytes?))
    }
}

/// Where a file really is, if that is the folder: a link may lead anywhere.
fn within(folder: &Path, path: &Path) -> Result<PathBuf, String> {
    let real = |path: &Path| path.canonicalize().map_err(|error| error.to_string());
    let folder = real(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?;
    let file = real(path)?;
    // Of a link to a file that is no mode file, no line is to be shown.
    let is_mode = file.extension().is_some_and(|ending| ending == "jsonc" || ending == "json");
    match file.parent() == Some(&folder) && is_mode {
        true => Ok(file),
        false => Err("it is a link that leads out of the folder".to_owned()),
    }
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
