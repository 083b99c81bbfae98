//! `polymerge bot-protocol`: how bots speak with the program, and bots to begin with.

mod measure;

use clap::{Args, ValueEnum};
use polymerge_app::failure::Failure;
use polymerge_app::input;

use crate::bots::DESCRIPTION;

/// Print the protocol of bots, and bots to begin with
///
/// Bots are programs that choose directions. They read and write lines of text, as chess engines
/// do.
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge bot-protocol                                the protocol
  polymerge bot-protocol --bot python > greedy.py       a bot of 30 lines to begin with
  polymerge arena 2048 --bot 'python3 greedy.py' --against random
  polymerge bot-protocol --measure                      the cost of the protocol on this machine")]
pub struct Arguments {
    /// Print a small bot
    #[arg(long, value_name = "LANGUAGE", conflicts_with = "measure")]
    bot: Option<Language>,
    /// Measure what a move by protocol costs more than one within the program
    #[arg(long)]
    measure: bool,
}

/// A language that a small bot is written in.
#[derive(Clone, Copy, ValueEnum)]
enum Language {
    /// Python, with its standard library
    Python,
    /// JavaScript, for Node
    Javascript,
    /// C99, with its standard library
    C,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match arguments.bot {
        _ if arguments.measure => measure::run(),
        None => input::print_exact(DESCRIPTION.as_bytes()),
        Some(Language::Python) => input::print_exact(include_bytes!("../bots/greedy.py")),
        Some(Language::Javascript) => input::print_exact(include_bytes!("../bots/greedy.mjs")),
        Some(Language::C) => input::print_exact(include_bytes!("../bots/greedy.c")),
    }
}
