//! `polymerge convert`: from mode files to save codes and back.

use clap::Args;
use polymerge::modefile::{write, Info};
use polymerge::savecode::{encode, trim_pasted, Content};
use polymerge::Opening;

use crate::failure::Failure;
use crate::source::code_in;
use crate::{input, mode_file};

/// Turn a mode file into a save code, or the mode in a save code into a mode
/// file
///
/// A code that becomes a file and a code again is the same, byte for byte.
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
    let is_code = Opening::is_code(argument);
    let bytes = if is_code { argument.as_bytes().to_vec() } else { input::read_bytes(argument)? };
    if let Some(code) = code_in(&bytes) {
        let opening = Opening::of_code(trim_pasted(code), &Default::default()).map_err(Failure::input)?;
        let mode = opening.mode();
        return input::print(write(mode, &Info::of(mode)).as_bytes());
    }
    let mode_file::Opened { game, report } = mode_file::open(argument, bytes, arguments.anyway)?;
    report.iter().for_each(|report| input::note(report));
    if game.mode().before_game.is_some() {
        input::note(NO_PLACE);
    }
    let code = encode(&Content::Mode(game.mode().clone().into())).map_err(Failure::input)?;
    input::print_line(&code)
}
