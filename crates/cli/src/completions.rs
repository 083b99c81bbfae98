//! `polymerge completions`: scripts that complete the command line.

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;
use polymerge::catalogue;

use crate::failure::Failure;

#[derive(Args)]
pub struct Arguments {
    /// The shell to complete in
    shell: Shell,
}

pub fn run(arguments: &Arguments, program: Command) -> Result<(), Failure> {
    let names: Vec<&'static str> = catalogue::modes().map(|mode| mode.short_name()).collect();
    // Other shells would complete names of modes in place of those of files.
    let mut program = match arguments.shell {
        Shell::Bash => with_names(program, &names),
        _ => program.mut_subcommand("modes", |modes| with_names(modes, &names)),
    };
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "polymerge", &mut script);
    crate::input::print_exact(&script)
}

/// The command with the names of built-in modes as values wherever it takes a
/// mode.
fn with_names(command: Command, names: &[&'static str]) -> Command {
    let takes_mode = command.get_arguments().any(|argument| argument.get_id() == "mode");
    let command = match takes_mode {
        true => command.mut_arg("mode", |argument| argument.value_parser(PossibleValuesParser::new(names))),
        false => command,
    };
    command.mut_subcommands(|inner| with_names(inner, names))
}
