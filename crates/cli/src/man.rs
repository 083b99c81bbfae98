//! `polymerge man`: manual pages, made from the arguments themselves.

use clap::{Arg, ArgAction, Args, Command};
use polymerge_app::failure::Failure;

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
    let page = with_synopsis(&String::from_utf8_lossy(&page), &synopsis(command));
    polymerge_app::input::print_exact(with_examples(&page).as_bytes())
}

/// Returns a page with another synopsis.
fn with_synopsis(page: &str, synopsis: &str) -> String {
    let Some((before, after)) = page.split_once("\n.SH SYNOPSIS\n") else { return page.to_owned() };
    let rest = after.find("\n.SH ").map_or("", |end| &after[end..]);
    format!("{before}\n.SH SYNOPSIS\n{synopsis}{rest}")
}

/// Returns the synopsis: the command with all its arguments.
fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let mut parts = vec![bold(name)];
    let (places, options): (Vec<&Arg>, Vec<&Arg>) =
        command.get_arguments().filter(|own| !own.is_hide_set()).partition(|own| own.is_positional());
    parts.extend(options.into_iter().chain(places).map(part));
    if command.has_subcommands() {
        parts.push("[\\fICOMMAND\\fR]".into());
    }
    parts.join(" ")
}

fn part(argument: &Arg) -> String {
    let short = argument.get_short().map(|short| format!("-{short}"));
    let long = argument.get_long().map(|long| format!("--{long}"));
    let names: Vec<String> = short.into_iter().chain(long).map(|name| bold(&name)).collect();
    let values = argument.get_value_names().unwrap_or_default().iter();
    let values = values.map(|value| format!("\\fI{}\\fR", plain(value)));
    let takes = argument.get_action().takes_values();
    let words: Vec<String> =
        names.first().map(|_| names.join("|")).into_iter().chain(values.filter(|_| takes)).collect();
    let is_many = matches!(argument.get_action(), ArgAction::Append)
        || argument.get_num_args().is_some_and(|range| range.max_values() > 1);
    let many = if is_many { "..." } else { "" };
    match argument.is_required_set() {
        true => format!("{}{many}", words.join(" ")),
        false => format!("[{}]{many}", words.join(" ")),
    }
}

fn bold(text: &str) -> String {
    format!("\\fB{}\\fR", plain(text))
}

/// Escapes a text, so that nothing in it commands the typesetter.
fn plain(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

/// Sets the text after the options, which is examples, with its lines as they are.
fn with_examples(page: &str) -> String {
    let Some((before, after)) = page.split_once("\n.SH EXTRA\n") else { return page.to_owned() };
    let end = after.find("\n.SH ").unwrap_or(after.trim_end().len());
    let (examples, rest) = after.split_at(end);
    format!("{before}\n.SH EXAMPLES\n.nf\n{examples}\n.fi{rest}")
}
