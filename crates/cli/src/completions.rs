//! `polymerge completions`: scripts that complete the command line.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;

#[derive(Args)]
pub struct Arguments {
    /// The shell to complete in
    shell: Shell,
}

pub fn run(arguments: &Arguments, command: &mut Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, command, "polymerge", &mut script);
    crate::input::print(&script)
}
