//! The `polymerge` command: a terminal game, and tools for modes, codes and replays.
//!
//! This crate is the part that reads arguments and prints results. `polymerge-app` keeps games and
//! opens sources, `polymerge-tui` is the terminal game. What a mode means, how a turn
//! goes and what a tile looks like is asked of `polymerge`, which is the crate to
//! embed. This one is a library only so that the program can be tested and fuzzed
//! from outside.
//!
//! - Each subcommand is a file of that name: it takes its arguments and returns a
//!   `Failure`, with a message and an exit code, if it can't do what was asked.
//! - `play` starts the terminal game (`terminal`), or the game in lines (`plain`).
//! - `scores` asks a score service over HTTP; nothing else here knows of a network.
//! - `bots` is the protocol of bots: `serve_moves` is one side of it, `arena` the other.
//! - `lsp` serves editors; what it answers comes from `polymerge-assist`.

mod aligned;
mod arena;
mod bench;
mod bot_protocol;
mod bots;
mod check;
mod code;
mod command_line;
mod completions;
mod configuration;
mod convert;
mod custom;
mod eval;
mod exact;
mod export;
mod games;
mod goals;
mod hint;
mod lsp;
mod man;
mod modes;
mod modifiers;
mod output;
mod plain;
mod play;
mod presets;
mod pretty;
mod progress;
mod render;
mod replay;
mod report;
mod review;
mod scores;
mod serve_moves;
mod service;
mod stats;
mod stopwatch;
mod terminal;
mod train;
mod watch;
mod why;

use std::borrow::Cow;
use std::process::ExitCode;

use clap::{ArgMatches, FromArgMatches, Parser, Subcommand};
use polymerge_app::failure::Failure;
use polymerge_app::input;

const EXAMPLES: &str = "\
Examples:
  polymerge                          the home screen: go on with a game, or choose a mode
  polymerge play dive                a mode, by name, title or number; the game that waits, if there is one
  polymerge play my-mode.jsonc       a mode file, or a file with a save code
  polymerge --plain                  without a screen: in a pipe, with a screen reader
  polymerge modes --search ratio     what there is to play
  polymerge games --totals           what was played
  polymerge config                   keys and colours, explained
  polymerge man play                 the man page of a command";

/// Play, inspect and check 2048 variants.
///
/// Without a command, the game opens in the terminal.
#[derive(Parser)]
#[command(
    name = "polymerge",
    version,
    arg_required_else_help = false,
    args_conflicts_with_subcommands = true,
    after_help = EXAMPLES
)]
struct Cli {
    /// Play without a screen: read lines and print boards as text
    #[arg(long)]
    plain: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play a mode, in the terminal or move by move
    Play(play::Arguments),
    /// List saved games, or the totals of each mode
    Games(games::Arguments),
    /// List the modes that are built in
    Modes(modes::Arguments),
    /// List the modifiers, which change any mode
    Modifiers(modifiers::Arguments),
    /// List saved modifiers, and save others
    Presets(presets::Arguments),
    /// Find all mistakes in mode files
    Check(check::Arguments),
    /// Serve editors while mode files are written: the language server
    Lsp(lsp::Arguments),
    /// Turn mode files into save codes, and back
    Convert(convert::Arguments),
    /// Make Custom and Infused Modes: small declarations that generate a mode
    Custom(custom::Arguments),
    /// Draw a board, or a mode's tiles
    Render(render::Arguments),
    /// Make a web page of a mode, in one file: it plays without a server and without a network
    Export(export::Arguments),
    /// Show the contents of save codes, and write codes
    Code(code::Arguments),
    /// Play recorded games again, and check their results
    Replay(replay::Arguments),
    /// Submit games to a score service, and show its boards
    Scores(scores::Arguments),
    /// Say which direction is best, by random games from the position
    Hint(hint::Arguments),
    Why(why::Arguments),
    /// Watch a player that thinks before each move play a mode
    Watch(watch::Arguments),
    /// Find the worst moves of a recorded game, and better ones
    Review(review::Arguments),
    /// Measure how fast random games are; or how well a player plays
    Bench(bench::Arguments),
    /// Measure a mode by playing many games
    Stats(stats::Arguments),
    /// Learn to play a mode by playing it
    Train(train::Arguments),
    Arena(arena::Arguments),
    ServeMoves(serve_moves::Arguments),
    BotProtocol(bot_protocol::Arguments),
    /// Evaluate an expression
    Eval(eval::Arguments),
    /// Print the configuration of the terminal game with all defaults, explained
    Config(configuration::Arguments),
    /// Print a completion script for a shell
    Completions(completions::Arguments),
    /// Print the man page, or that of a command
    Man(man::Arguments),
}

/// Runs the command of the process.
pub fn main() -> ExitCode {
    let read = |matches: ArgMatches| Cli::from_arg_matches(&matches);
    let result = match command_line::command().try_get_matches().and_then(read) {
        Ok(cli) => run(cli),
        Err(answer) if answer.use_stderr() => {
            let text = answer.render().to_string();
            // What stands in arguments is not to control the terminal; without that, clap colours.
            if let Cow::Owned(sanitized) = input::sanitized(&text) {
                input::note(&sanitized);
                return ExitCode::from(2);
            }
            answer.exit()
        }
        // Help or the version, which clap prints without looking whether it could.
        Err(answer) => input::printed(answer.print()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            input::note(&format!("polymerge: {}", failure.message()));
            failure.code()
        }
    }
}

/// Runs a command.
fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None => play::run(&play::Arguments::by_default(cli.plain)),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Games(arguments)) => games::run(&arguments),
        Some(Command::Modes(arguments)) => modes::run(&arguments),
        Some(Command::Modifiers(arguments)) => modifiers::run(&arguments),
        Some(Command::Presets(arguments)) => presets::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Lsp(arguments)) => lsp::run(&arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Custom(arguments)) => custom::run(&arguments),
        Some(Command::Render(arguments)) => render::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Code(arguments)) => code::run(&arguments),
        Some(Command::Replay(arguments)) => replay::run(&arguments),
        Some(Command::Scores(arguments)) => scores::run(&arguments),
        Some(Command::Hint(arguments)) => hint::run(&arguments),
        Some(Command::Why(arguments)) => why::run(&arguments),
        Some(Command::Watch(arguments)) => watch::run(&arguments),
        Some(Command::Review(arguments)) => review::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Stats(arguments)) => stats::run(&arguments),
        Some(Command::Train(arguments)) => train::run(&arguments),
        Some(Command::Arena(arguments)) => arena::run(&arguments),
        Some(Command::BotProtocol(arguments)) => bot_protocol::run(&arguments),
        Some(Command::ServeMoves(arguments)) => serve_moves::run(&arguments),
        Some(Command::Eval(arguments)) => eval::run(&arguments),
        Some(Command::Config(arguments)) => configuration::run(&arguments),
        Some(Command::Completions(arguments)) => completions::run(&arguments, command_line::command()),
        Some(Command::Man(arguments)) => man::run(&arguments, command_line::command()),
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command, CommandFactory};

    use super::*;

    fn all(command: &Command) -> Vec<&Command> {
        let inner = command.get_subcommands().flat_map(all);
        std::iter::once(command).chain(inner).collect()
    }

    #[test]
    fn every_command_that_writes_a_file_asks_before_it_replaces_one() {
        let program = Cli::command();
        let is_file = |own: &&Arg| ["output", "out"].contains(&own.get_id().as_str());
        let writing: Vec<&Command> = all(&program)
            .into_iter()
            .filter(|command| command.get_arguments().any(|own| is_file(&own)))
            .collect();
        assert!(writing.len() >= 6);
        for command in writing {
            let can_be_forced = command.get_arguments().any(|own| own.get_id() == "force");
            assert!(can_be_forced, "{} has no --force", command.get_name());
        }
    }
}
