//! `polymerge convert`: from mode files to save codes and back.

use clap::Args;
use polymerge::advanced::rules::Mode as Raw;
use polymerge::{Limits, Mode};

use crate::failure::Failure;
use crate::source::{code_in, is_code};
use crate::{input, mode_file};

/// Turn a mode file into a save code, or the mode in a save code into a mode
/// file
///
/// A code that becomes a file and a code again is the same, byte for byte. Of a page that
/// polymerge export has made, the mode file that is in it is printed.
#[derive(Args)]
pub struct Arguments {
    /// A mode file, a save code, or a file that holds one; standard input if
    /// left out or -
    #[arg(value_name = "FILE|CODE")]
    input: Option<String>,
    /// Take a mode file as it is although polymerge check finds errors in it
    #[arg(long)]
    anyway: bool,
}

const NO_PLACE: &str =
    "warning: a Mode code has no place for \"before_game\": games of this code begin with \
    the variables as the file declares them; a Game code holds what was drawn before its game";

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let argument = arguments.input.as_deref().unwrap_or("-");
    let bytes =
        if is_code(argument) { argument.as_bytes().to_vec() } else { input::read_as_it_is(argument)? };
    if let Some(file) = input::mode_in_page(&bytes) {
        return input::print(file.as_bytes());
    }
    if let Some(code) = code_in(&bytes) {
        let mode = Mode::from_code(code, &Limits::default()).map_err(Failure::input)?;
        return input::print(mode.to_file().map_err(Failure::input)?.as_bytes());
    }
    let mode_file::Opened { mode, report } = mode_file::open(argument, bytes, arguments.anyway)?;
    report.iter().for_each(|report| input::note(report));
    if mode.unchanged().before_game.is_some() {
        input::note(NO_PLACE);
    }
    let coded = Mode::from_raw(Raw { before_game: None, ..mode.unchanged().clone() });
    input::print_line(&coded.to_code().map_err(Failure::input)?)
}
