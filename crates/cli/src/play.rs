//! `polymerge play`: plays a mode, in the terminal or move by move.

use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use polymerge::seeded::{self, Played};
use polymerge::{json, ChangeError, Changed, Limits, Mode, Opening, Ruleset, Session};

use crate::config::Config;
use crate::failure::Failure;
use crate::saves::Saves;
use crate::source::{self, Source};
use crate::{input, moves, report, terminal};

#[derive(Args, Default)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// Change the mode: garbage=2, grid=hexagon:3, a Modifiers code (see polymerge modifiers)
    #[arg(long, value_name = "NAME=VALUE|CODE")]
    with: Vec<String>,
    /// Set a setting of the mode (see polymerge modes show MODE --settings)
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Seed of the random numbers; the same seed gives the same game everywhere
    #[arg(long)]
    seed: Option<u64>,
    /// Play these moves without a terminal: LURD letters, the directions' labels or indices
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Print the final state as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Whether the mode is to be changed before it is played.
    fn change(&self) -> bool {
        !self.with.is_empty() || !self.set.is_empty()
    }
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let by_hand = arguments.moves.is_none() && !arguments.json;
    if by_hand {
        terminal::required("to play without one, give --moves (see polymerge play --help)")?;
    }
    let seed = arguments.seed.unwrap_or_else(|| if by_hand { any_seed() } else { 0 });
    if by_hand {
        return by_keys(arguments, seed);
    }
    let (name, opening) = arguments.source.open()?;
    let session = begin(arguments, opening, &name, seed)?;
    let played = by_moves(session, arguments.moves.as_deref().unwrap_or_default())?;
    if arguments.json {
        input::print_line(&json::write(&report::of_played(&played)))
    } else {
        input::print(report::text_of_played(&played).as_bytes())
    }
}

/// Opens the terminal with the game that is asked for: of a built-in mode the
/// one that waits to be continued, unless a seed asks for a new one.
fn by_keys(arguments: &Arguments, seed: u64) -> Result<(), Failure> {
    let config = Config::of_user().map_err(Failure::input)?;
    let saves = Saves::of_user();
    let waiting = |name: &str| saves.as_ref()?.game(name);
    let last = || saves.as_ref()?.last();
    // A mode with settings or modifiers is another mode.
    let mut built_in = arguments.source.built_in().filter(|_| !arguments.change()).map(str::to_owned);
    let mut opened = None;
    if arguments.seed.is_none() {
        if arguments.source.is_open() && !arguments.change() {
            built_in = last().filter(|name| waiting(name).is_some()).or(built_in);
        }
        opened = built_in.as_deref().and_then(waiting).zip(built_in.clone());
    }
    let (opening, name) = match opened {
        Some(opened) => opened,
        None => {
            let (name, opening) = arguments.source.open()?;
            (opening, built_in.clone().unwrap_or(name))
        }
    };
    let title = source::headline(opening.mode()).unwrap_or_else(|| name.clone());
    let session = begin(arguments, opening, &name, seed)?;
    let first = terminal::app::First { name, title, session, kept: built_in.is_some() };
    terminal::run(terminal::Start::Game(first.into()), saves, config)
}

/// Starts what the arguments ask for.
fn begin(arguments: &Arguments, opening: Opening, name: &str, seed: u64) -> Result<Session, Failure> {
    let session = if arguments.change() {
        start_changed(&opening, arguments.source.built_in().unwrap_or(name), arguments, seed)
    } else {
        start(opening, seed, 0.0)
    };
    session.map_err(|error| Failure::input(format!("{name}: {error}")))
}

/// Starts a mode, or goes on with a game. Of a replay, the mode is started.
pub fn start(opening: Opening, seed: u64, now: f64) -> Result<Session, String> {
    let compile =
        |mode: Box<Mode>| Ruleset::compile(*mode, Limits::default()).map_err(|error| error.to_string());
    let session = match opening {
        Opening::Mode(mode) | Opening::Replay(mode, _) => {
            Session::new(compile(mode)?, seed, now).map(|(session, _)| session)
        }
        Opening::Game(mode, saved) => Session::restore(compile(mode)?, &saved, seed, now),
    };
    session.map_err(|error| error.to_string())
}

/// Starts a mode with settings and modifiers. A game is what it is.
fn start_changed(opening: &Opening, name: &str, arguments: &Arguments, seed: u64) -> Result<Session, String> {
    let Opening::Mode(mode) = opening else {
        return Err("settings and modifiers change a mode before a game starts, not a game".into());
    };
    let changed = || {
        let mode = Changed::set(mode, name, &arguments.set)?;
        let modifiers = Changed::modifiers(&arguments.with)?;
        Changed::new(&mode, name, &modifiers)?.start(seed, 0.0)
    };
    changed().map(|(session, _)| session).map_err(|error: ChangeError| error.to_string())
}

/// A seed for a game of which nobody asked for a certain one.
pub fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}

/// Plays moves, as [`seeded::play`] does.
pub fn by_moves(session: Session, text: &str) -> Result<Played, Failure> {
    let moves = moves::parse(text, session.game().rules().directions()).map_err(Failure::input)?;
    seeded::play(session, &moves).map_err(Failure::input)
}
