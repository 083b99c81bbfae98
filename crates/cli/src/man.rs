//! `polymerge man`: manual pages, made from the arguments themselves.

use clap::{Args, Command};

use crate::failure::Failure;

/// Print the man page, or that of a command
#[derive(Args)]
pub struct Arguments {
    /// The command, such as play or modes show
    command: Vec<String>,
}

pub fn run(arguments: &Arguments, mut program: Command) -> Result<(), Failure> {
    // Lets every command know its full name.
    program.build();
    let mut command = &program;
    for name in &arguments.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
            Failure::input(format!(
                "{} has no command {name:?}; it has {}",
                command.get_name(),
                names.join(", ")
            ))
        })?;
    }
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let (version, mut page) = (program.get_version().unwrap_or_default(), Vec::new());
    // Commands have no versions of their own.
    let man = clap_mangen::Man::new(command.clone()).source(format!("polymerge {version}"));
    man.title(name).render(&mut page)?;
    crate::input::print_exact(with_examples(&String::from_utf8_lossy(&page)).as_bytes())
}

/// What follows the options is examples, whose lines are to stay as they are.
fn with_examples(page: &str) -> String {
    let Some((before, after)) = page.split_once("\n.SH EXTRA\n") else { return page.to_owned() };
    let end = after.find("\n.SH ").unwrap_or(after.trim_end().len());
    let (examples, rest) = after.split_at(end);
    format!("{before}\n.SH EXAMPLES\n.nf\n{examples}\n.fi{rest}")
}
