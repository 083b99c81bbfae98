//! `polymerge replay watch` and `polymerge replay export`.

use std::path::PathBuf;

use crate::terminal::{self, Start};
use clap::{ArgGroup, Args};
use polymerge::Replay;
use polymerge::painter::Film;
use polymerge_app::config::Config;
use polymerge_app::failure::Failure;
use polymerge_app::saves::Saves;
use polymerge_app::source::headline;
use polymerge_tui::cast::{self, Recording};
use polymerge_tui::replay_cursor::ReplayCursor;

use super::{Opened, RecordArguments, without_padding};
use crate::output::Replacing;

#[derive(Args)]
#[command(group(ArgGroup::new("form").required(true).args(["asciicast", "svg", "replay_code"])))]
pub struct Export {
    #[command(flatten)]
    record: RecordArguments,
    /// Write a recording of a terminal (asciicast, version 2)
    #[arg(long)]
    asciicast: bool,
    /// Write an animated picture (SVG), light or dark like the reader's system
    #[arg(long)]
    svg: bool,
    /// Write a Replay code
    #[arg(long)]
    replay_code: bool,
    /// The file to write; without it, the text is printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    replacing: Replacing,
    /// Columns of the recorded terminal
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=1000))]
    width: u16,
    /// Rows of the recorded terminal
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    height: u16,
    /// Moves per second
    #[arg(long, default_value_t = 2.0, value_parser = speed)]
    speed: f64,
}

/// Parses a speed within the visible range.
pub fn speed(text: &str) -> Result<f64, String> {
    let speed: f64 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
    if (0.01..=1000.0).contains(&speed) {
        Ok(speed)
    } else {
        Err("from 0.01 to 1000 moves per second".into())
    }
}

/// Opens a record for watching. Also returns its title.
pub fn cursor(record: &RecordArguments) -> Result<(ReplayCursor, String), Failure> {
    let (name, opened) = record.open()?;
    let cursor = match opened {
        Opened::Recorded(replay) => ReplayCursor::recorded(&replay).map_err(|failure| failure.of(&name))?,
        Opened::Seeded { mode, seed, moves, count, .. } => {
            let rules = mode.compile().map_err(|error| Failure::input(error).of(&name))?;
            let moves = without_padding(moves.read(&rules)?, count)?;
            ReplayCursor::seeded(&rules, seed, &moves).map_err(|failure| failure.of(&name))?
        }
    };
    let title = headline(cursor.state().rules().mode()).unwrap_or(name);
    Ok((cursor, title))
}

/// Shows a record in the terminal.
pub fn watch(record: &RecordArguments) -> Result<(), Failure> {
    let (cursor, title) = cursor(record)?;
    terminal::required("to watch a replay without one, export it (see polymerge replay export --help)")?;
    let config = Config::of_user().map_err(Failure::input)?;
    terminal::run(Start::Replay(cursor.into(), title), Saves::of_user(), config)
}

/// Writes a record in another form.
pub fn export(arguments: &Export) -> Result<(), Failure> {
    let (mut cursor, title) = cursor(&arguments.record)?;
    let text = if arguments.replay_code {
        while cursor.step()?.is_some() {}
        let replay = Replay::of_state(cursor.state(), cursor.now());
        let code =
            replay.to_checked_code(cursor.state(), cursor.rules().limits()).map_err(Failure::result)?;
        format!("{code}\n")
    } else if arguments.svg {
        film(cursor, 1000.0 / arguments.speed)?
    } else {
        let Export { width, height, speed, .. } = *arguments;
        cast::record(cursor, &title, &Recording { width, height, speed })?
    };
    arguments.replacing.give(arguments.output.as_deref(), text.as_bytes())
}

/// Returns an animated picture of a game, with `step` milliseconds for each step.
fn film(mut cursor: ReplayCursor, step: f64) -> Result<String, Failure> {
    let mut film = Film::of(cursor.rules(), cursor.state(), cursor.now()).map_err(Failure::result)?;
    while let Some(turn) = cursor.step()? {
        film.turn(&turn, cursor.state(), cursor.now(), step).map_err(Failure::result)?;
    }
    Ok(film.finish())
}
