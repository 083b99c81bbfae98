//! The source of a mode or game to play.

use std::path::Path;

use clap::Args;
use polymerge::advanced::codes;
use polymerge::advanced::rules::Mode as Raw;
use polymerge::catalogue::{self, BuiltInMode};
use polymerge::{Error, Limits, Mode, Replay, Saved, Value};

use crate::failure::Failure;
use crate::input;
use crate::mode_file;

/// The mode that is played by default: the best known one.
pub const DEFAULT_MODE: &str = "classic";

/// The arguments that name a mode or game.
#[derive(Args, Default)]
pub struct Source {
    /// A mode: its name, title or number, or a mode file
    #[arg(conflicts_with = "code")]
    mode: Option<String>,
    /// A save code, or a file that holds one (- for standard input)
    #[arg(long, value_name = "FILE|CODE")]
    code: Option<String>,
    /// Take a mode file as it is although polymerge check finds errors in it
    #[arg(long)]
    anyway: bool,
}

/// A mode, a game or a replay that arguments name.
pub struct Opened {
    /// The name in messages.
    pub name: String,
    /// The thing that was opened.
    pub content: Content,
    /// The note to print beside the result.
    pub note: Option<String>,
    /// The absolute path of the mode file.
    pub file: Option<String>,
}

/// A thing that can be opened.
pub enum Content {
    /// A mode to start.
    Mode(Box<Mode>),
    /// A game to resume, of a save code.
    Game(Box<Saved>),
    /// A recorded game to watch.
    Replay(Box<Replay>),
}

impl Source {
    /// Names a mode by its name, title or number, or by its file.
    pub fn named(mode: &str) -> Source {
        Source { mode: Some(mode.to_owned()), ..Source::default() }
    }

    /// Opens the source. Its note goes to standard error.
    pub fn open(&self) -> Result<Opened, Failure> {
        let opened = match &self.code {
            Some(code) => open_argument(code)?,
            None => open_mode(self.mode(), self.anyway)?,
        };
        Ok(with_note_printed(opened))
    }

    /// Opens a file whose bytes were read already.
    pub fn open_bytes(&self, file: &str, bytes: Vec<u8>) -> Result<Opened, Failure> {
        Ok(with_note_printed(open_bytes(file, bytes, self.anyway)?))
    }

    /// Returns the file in place of a mode, if it may hold an object.
    pub fn json_file(&self) -> Option<&str> {
        let name = self.mode.as_deref()?;
        (is_file(name) && !name.ends_with(".jsonc")).then_some(name)
    }

    /// Returns true if the arguments name nothing.
    pub fn is_open(&self) -> bool {
        self.mode.is_none() && self.code.is_none()
    }

    fn mode(&self) -> &str {
        self.mode.as_deref().unwrap_or(DEFAULT_MODE)
    }
}

impl Opened {
    /// Opens under a name, without a note.
    fn new(name: &str, content: Content) -> Opened {
        Opened { name: name.to_owned(), content, note: None, file: None }
    }

    /// Returns the full name of a built-in mode.
    pub fn built_in(&self) -> Option<&'static str> {
        match &self.content {
            Content::Mode(mode) => mode.name(),
            _ => None,
        }
    }

    /// Returns the mode, also of a game or a replay.
    pub fn any_mode(self) -> Result<Mode, Failure> {
        match self.content {
            Content::Mode(mode) => Ok(*mode),
            Content::Game(saved) => Mode::from_code(saved.code(), &Limits::default()).map_err(Failure::input),
            Content::Replay(replay) => Ok(Mode::from_raw(replay.mode().clone())),
        }
    }

    /// Returns the mode, to be changed before a game starts; a game or a replay is a failure.
    pub fn mode(self) -> Result<Mode, Failure> {
        match self.content {
            Content::Mode(mode) => Ok(*mode),
            _ => Err(Failure::input(format!(
                "{}: settings and modifiers change a mode before a game starts, not a game",
                self.name
            ))),
        }
    }
}

/// Prints the note of an opened source.
fn with_note_printed(opened: Opened) -> Opened {
    if let Some(note) = &opened.note {
        input::note(note);
    }
    opened
}

/// Returns true if the name of a mode is that of a file: the file exists, or the name looks like a
/// path and no built-in mode has it.
pub fn is_file(name: &str) -> bool {
    let has_ending = [".jsonc", ".json", ".txt", ".html"].iter().any(|ending| name.ends_with(ending));
    let is_path = has_ending || name.contains(['/', '\\']);
    name == "-" || Path::new(name).is_file() || is_path && catalogue::find(name).is_none()
}

/// Opens a save code, from the argument or from the file that it names.
pub fn open_argument(argument: &str) -> Result<Opened, Failure> {
    let (name, text) = if input::is_code(argument) {
        ("the code", argument.to_owned())
    } else {
        (argument, input::read(argument)?)
    };
    if codes::code_in(&text).trim_start().starts_with(['{', '/']) {
        return Err(Failure::input(format!("{name} is not a save code; give mode files without --code")));
    }
    open_code(name, &text)
}

/// Reads a save code.
fn open_code(name: &str, text: &str) -> Result<Opened, Failure> {
    let content = content(text).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    Ok(Opened::new(name, content))
}

/// Reads a save code.
fn content(text: &str) -> Result<Content, Error> {
    let limits = Limits::default();
    if !input::is_code(text) {
        // Says what is wrong with it as a code.
        return Ok(Content::Mode(Mode::from_code(text, &limits)?.into()));
    }
    Ok(match polymerge::open(text, &limits)? {
        polymerge::Opened::Mode(mode) => Content::Mode(mode),
        polymerge::Opened::Game(saved) => Content::Game(saved),
        polymerge::Opened::Replay(replay) => Content::Replay(replay),
        // Says that there is no mode in it.
        _ => Content::Mode(Mode::from_code(text, &limits)?.into()),
    })
}

/// Opens a file that holds a mode or a save code.
fn open_file(name: &str, anyway: bool) -> Result<Opened, Failure> {
    let bytes = input::read_bytes(name).map_err(|failure| match catalogue::suggest(name) {
        Some(mode) if !Path::new(name).exists() => {
            failure.with(format!("did you mean the mode {}?", mode.short_name()))
        }
        _ => failure,
    })?;
    open_bytes(name, bytes, anyway)
}

/// Opens the content of a file that holds a mode or a save code.
fn open_bytes(name: &str, bytes: Vec<u8>, anyway: bool) -> Result<Opened, Failure> {
    if let Some(code) = input::code_in(&bytes) {
        return open_code(name, code);
    }
    let mode_file::Opened { mode, report } = mode_file::open(name, bytes, anyway)?;
    let real = Path::new(name).canonicalize().ok().filter(|_| name != "-");
    let file = real.and_then(|file| file.to_str().map(str::to_owned));
    Ok(Opened { name: name.to_owned(), content: Content::Mode(mode.into()), note: report, file })
}

/// Opens a mode by its name or file, or a save code.
pub fn open_mode(name: &str, anyway: bool) -> Result<Opened, Failure> {
    if input::is_code(name) {
        return open_argument(name);
    }
    if is_file(name) {
        return open_file(name, anyway);
    }
    let mode = built_in(find(name)?.name())?;
    Ok(Opened { note: namesake(name), ..Opened::new(name, Content::Mode(mode.into())) })
}

/// Finds the built-in mode of this name, title or number.
pub fn find(name: &str) -> Result<BuiltInMode, Failure> {
    catalogue::find(name).ok_or_else(|| Failure::input(missing(name, "see polymerge modes")))
}

/// Returns a built-in mode.
pub fn built_in(name: &str) -> Result<Mode, Failure> {
    Mode::built_in(name).map_err(Failure::input)
}

/// Returns the message that no mode has a name, with a similar one and the command that lists all.
pub fn missing(name: &str, list: &str) -> String {
    let message = Mode::built_in(name).map_or_else(|error| error.to_string(), |_| String::new());
    if message.ends_with('?') { format!("{message} ({list})") } else { format!("{message}; {list}") }
}

/// Returns a note about a name that is both the number of a mode and the title of another one.
pub fn namesake(name: &str) -> Option<String> {
    let (found, other) = (catalogue::find(name)?, catalogue::namesake(name)?);
    Some(format!(
        "{name} is the number of {}; the mode that is called {name} is {}",
        found.title(),
        other.short_name()
    ))
}

/// Returns the headline of a mode's rules.
pub fn headline(mode: &Raw) -> Option<String> {
    let line = mode.rules_text.as_array()?.iter().find_map(|line| match &**line.as_array()? {
        [tag, text] if tag.is_word("h1") => Some(text),
        _ => None,
    })?;
    match line {
        Value::Text(text) => Some(text.to_string_lossy()),
        _ => None,
    }
}
