//! The command line as it explains itself: commands in groups, a short help (`-h`) and a long one
//! (`--help`).

use clap::{Command, CommandFactory};

use crate::Cli;

/// The commands, grouped by purpose.
const GROUPS: &[(&str, &[&str])] = &[
    ("Play", &["play", "games", "scores", "config"]),
    ("Choose a mode, and change it", &["modes", "modifiers", "presets"]),
    (
        "Find good moves, and let bots play",
        &["hint", "watch", "review", "train", "arena", "serve-moves", "bot-protocol"],
    ),
    ("Make a mode", &["check", "lsp", "eval", "why", "stats", "custom", "convert", "export"]),
    (
        "Pictures, codes, replays and everything else",
        &["render", "code", "replay", "bench", "completions", "man", "help"],
    ),
];

/// The arguments that few people need. The short help leaves them out.
const RARE: &[&str] = &["anyway", "modifiers", "steps", "none", "states", "guided", "nodes"];

/// Returns the command line with all its help.
pub fn command() -> Command {
    let mut command = Cli::command();
    // Gives every command its full name, and the command `help`.
    command.build();
    let groups = groups(&command);
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{groups}\nOptions:\n{{options}}{{after-help}}"
    );
    with_short_help(Cli::command(), "polymerge").help_template(template)
}

/// Returns the list of commands in their groups.
fn groups(command: &Command) -> String {
    let mut text = String::new();
    for (title, names) in GROUPS {
        text.push_str(&format!("\n{title}:\n"));
        for name in *names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            text.push_str(&format!("  {name:<12} {about}\n"));
        }
    }
    text
}

/// Returns a command under a name, with examples only in its long help.
fn with_short_help(command: Command, name: &str) -> Command {
    let examples = command.get_after_help().cloned();
    let more = if examples.is_some() { ", with examples" } else { "" };
    let page = name.split_once(' ').map_or(String::new(), |(_, command)| format!(" {command}"));
    let command = match examples {
        Some(examples) => command.after_long_help(examples),
        None => command.after_long_help(format!("The same as a man page: polymerge man{page}")),
    };
    let rare: Vec<String> = command
        .get_arguments()
        .map(|argument| argument.get_id().to_string())
        .filter(|id| RARE.contains(&id.as_str()))
        .collect();
    let command = rare
        .into_iter()
        .fold(command, |command, id| command.mut_arg(id, |argument| argument.hide_short_help(true)));
    let inner = |inner: Command| {
        let name = format!("{name} {}", inner.get_name());
        with_short_help(inner, &name)
    };
    command.after_help(format!("{name} --help says more{more}.")).mut_subcommands(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut command = Cli::command();
        command.build();
        let mut there: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        there.sort_unstable();
        listed.sort_unstable();
        assert_eq!(there, listed);
    }

    #[test]
    fn the_short_help_of_every_command_is_shorter() {
        let mut pending = vec![command()];
        while let Some(mut command) = pending.pop() {
            let short = command.render_help().to_string();
            let long = command.render_long_help().to_string();
            let name = command.get_name();
            assert!(short.lines().count() < long.lines().count() || short.len() < long.len(), "{name}");
            assert!(!short.contains("Examples:") && !short.contains("\n\n\n"), "{name}: {short}");
            assert!(short.lines().count() <= 50, "{name}: {short}");
            pending.extend(command.get_subcommands().cloned());
        }
    }

    #[test]
    fn arguments_that_are_rare_are_there() {
        let mut pending = vec![command()];
        let mut ids: Vec<String> = Vec::new();
        while let Some(command) = pending.pop() {
            ids.extend(command.get_arguments().map(|argument| argument.get_id().to_string()));
            pending.extend(command.get_subcommands().cloned());
        }
        for rare in RARE {
            assert!(ids.iter().any(|id| id == rare), "{rare}");
        }
    }
}
