//! `polymerge convert`: modes and mode files as save codes, and back.

use std::path::PathBuf;

use clap::Args;
use polymerge::advanced::codes::Version;
use polymerge::advanced::modefile::Expressions;
use polymerge::advanced::rules::Mode as Raw;
use polymerge::{Error, Limits, Mode};
use polymerge_app::failure::Failure;
use polymerge_app::input::{code_in, is_code};
use polymerge_app::source::{Source, is_file};
use polymerge_app::{input, mode_file};

use crate::code;
use crate::output::Replacing;

/// Turn a mode or a mode file into a save code, or the mode in a save code into a mode
/// file
///
/// A code that becomes a file and a code again is the same, byte for byte. Of a page that
/// polymerge export has made, the mode file that is in it is printed.
#[derive(Args)]
pub struct Arguments {
    /// A mode: its name, title or number, a mode file, a save code, or a file that holds one;
    /// standard input if left out or -
    #[arg(value_name = "MODE|FILE|CODE")]
    input: Option<String>,
    /// The file to write: a mode file if it ends in .json or .jsonc, else a code. Without it, the other form is printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The version of the original site that a code is for
    #[arg(long, value_name = "VERSION", default_value = Version::CURRENT.name())]
    to_version: String,
    #[command(flatten)]
    replacing: Replacing,
    /// Write the expressions of a mode file as arrays, as save codes have them, and not as formulas;
    /// of a mode file the comments and the layout stay
    #[arg(long)]
    arrays: bool,
    /// Write a mode file again with its arrays as formulas, where they have that form; comments and
    /// layout stay
    #[arg(long, conflicts_with_all = ["arrays", "to_version"])]
    formulas: bool,
    /// Take a mode file as it is although polymerge check finds errors in it
    #[arg(long)]
    anyway: bool,
}

const NO_PLACE: &str = "warning: a Mode code has no place for \"before_game\": games of this code begin with \
    the variables as the file declares them; a Game code holds what was drawn before its game";

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let argument = arguments.input.as_deref().unwrap_or("-");
    let output = arguments.output.as_deref();
    let given = bytes_of(argument)?;
    // Of a mode file, only the expressions change.
    let is_rewritten =
        |bytes: &[u8]| arguments.arrays && output.is_none_or(mode_file::is_mode_file) && is_mode_file(bytes);
    match given {
        Some(bytes) if arguments.formulas || is_rewritten(&bytes) => {
            let text = mode_file::rewritten(argument, bytes, arguments.form())?;
            return arguments.replacing.give(output, text.as_bytes());
        }
        _ => {}
    }
    let (mode, was_code) = open(argument, given, arguments.anyway)?;
    let to_file = output.map_or(was_code, mode_file::is_mode_file);
    let version = code::version(&arguments.to_version)?;
    if to_file {
        if version != Version::CURRENT {
            return Err(Failure::input("--to-version is for codes; a mode file has no version".to_owned()));
        }
        // A page has the file as its author wrote it.
        let own = mode.text().filter(|_| was_code).map(str::to_owned);
        let file = own.map_or_else(|| mode.to_file_with(arguments.form()), Ok).map_err(Failure::input)?;
        return arguments.replacing.give(output, file.as_bytes());
    }
    if mode.unchanged().before_game.is_some() {
        input::note(NO_PLACE);
    }
    let coded = Mode::from_raw(Raw { before_game: None, ..mode.unchanged().clone() });
    let text = coded.to_code().map_err(Failure::input)?;
    let text = match version {
        Version::CURRENT => text,
        version => code::in_version(&text, version)?,
    };
    // On a screen, what comes next begins a line of its own.
    let end = if output.is_none() { "\n" } else { "" };
    arguments.replacing.give(output, (text + end).as_bytes())
}

impl Arguments {
    fn form(&self) -> Expressions {
        if self.arrays { Expressions::Arrays } else { Expressions::Formulas }
    }
}

/// Returns the bytes that an argument stands for, if it is no name of a mode.
fn bytes_of(argument: &str) -> Result<Option<Vec<u8>>, Failure> {
    match is_code(argument) {
        true => Ok(Some(argument.as_bytes().to_vec())),
        false if is_file(argument) => input::read_as_it_is(argument).map(Some),
        false => Ok(None),
    }
}

/// Returns true if bytes are neither a code nor a page.
fn is_mode_file(bytes: &[u8]) -> bool {
    code_in(bytes).is_none() && input::mode_in_page(bytes).is_none()
}

/// Opens the mode of the argument. Also returns true if it was in a code or a page.
fn open(argument: &str, bytes: Option<Vec<u8>>, anyway: bool) -> Result<(Mode, bool), Failure> {
    let Some(bytes) = bytes else { return Ok((Source::named(argument).open()?.mode()?, false)) };
    if let Some(code) = code_in(&bytes) {
        // A code is too long to be its own name.
        let fail = |error: Error| match is_code(argument) {
            true => Failure::input(error),
            false => Failure::input(error).of(argument),
        };
        return Ok((Mode::from_code(code, &Limits::default()).map_err(fail)?, true));
    }
    let page = input::mode_in_page(&bytes);
    let is_page = page.is_some();
    let bytes = page.map_or(bytes, String::into_bytes);
    let mode_file::Opened { mode, report } = mode_file::open(argument, bytes, anyway)?;
    report.iter().for_each(|report| input::note(report));
    Ok((mode, is_page))
}
