//! `polymerge convert`: from mode files to save codes and back.

use clap::Args;
use polymerge::modefile::{read, write, Info, SourceFile};
use polymerge::savecode::{encode, trim_pasted, Content};
use polymerge::Opening;

use crate::failure::Failure;
use crate::input;
use crate::source::Directory;

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
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let argument = arguments.input.as_deref().unwrap_or("-");
    let is_code = |text: &str| Opening::is_code(trim_pasted(text));
    let bytes = if is_code(argument) { argument.as_bytes().to_vec() } else { input::read_bytes(argument)? };
    if let Some(code) = std::str::from_utf8(&bytes).ok().filter(|text| is_code(text)) {
        let opening = Opening::of_code(trim_pasted(code), &Default::default()).map_err(Failure::input)?;
        let mode = opening.mode();
        return input::print(write(mode, &Info::of(mode)).as_bytes());
    }
    let file = SourceFile::new(argument, bytes);
    let file = read(&file, &Directory, &Default::default())
        .map_err(|problems| Failure::input(format!("{argument} is no mode:\n{problems}")))?;
    if file.mode.before_game.is_some() {
        eprintln!(
            "warning: a Mode code has no place for \"before_game\": games of this code begin with the \
             variables as the file declares them; a Game code holds what was drawn before its game"
        );
    }
    let code = encode(&Content::Mode(file.mode.into())).map_err(Failure::input)?;
    input::print_line(&code)
}
