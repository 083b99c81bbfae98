//! `polymerge play`: plays a mode, in the terminal or move by move.

use std::io::{self, IsTerminal};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use polymerge::{json, Game, Limits, Mode, Opening, Ruleset, Screen, Session, TurnError, Value};

use crate::failure::Failure;
use crate::object::object;
use crate::source::{self, Source};
use crate::{input, moves, terminal};

/// How much time passes between two moves that nobody waits for, in
/// milliseconds; rules that look at the clock then play the same everywhere.
const STEP: f64 = 1000.0;

#[derive(Args, Default)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
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

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let by_hand = arguments.moves.is_none() && !arguments.json;
    if by_hand && !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(Failure::input(
            "the game needs a terminal; to play without one, give --moves (see polymerge play --help)",
        ));
    }
    let (name, opening) = arguments.source.open()?;
    let title = source::headline(opening.mode()).unwrap_or_else(|| name.clone());
    let seed = arguments.seed.unwrap_or_else(|| if by_hand { any_seed() } else { 0 });
    let session = start(opening, seed).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    if by_hand {
        return terminal::run(name, title, session);
    }
    let report = by_moves(session, arguments.moves.as_deref().unwrap_or_default())?;
    if arguments.json {
        input::print_line(&json::write(&report.to_value()))
    } else {
        input::print(report.to_text().as_bytes())
    }
}

/// Starts a mode, or goes on with a game. Of a replay, the mode is started.
fn start(opening: Opening, seed: u64) -> Result<Session, String> {
    let compile =
        |mode: Box<Mode>| Ruleset::compile(*mode, Limits::default()).map_err(|error| error.to_string());
    let session = match opening {
        Opening::Mode(mode) | Opening::Replay(mode, _) => {
            Session::new(compile(mode)?, seed, 0.0).map(|(session, _)| session)
        }
        Opening::Game(mode, saved) => Session::restore(compile(mode)?, &saved, seed, 0.0),
    };
    session.map_err(|error| error.to_string())
}

/// A seed for a game of which nobody asked for a certain one.
pub fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}

/// A game after moves that were given beforehand.
struct Report {
    session: Session,
    /// Moves that moved something.
    played: usize,
    /// Moves that moved nothing, or could not be pressed.
    ignored: usize,
}

/// Plays moves. Wins are played on from where the mode allows it; moves after
/// the end of the game are ignored.
fn by_moves(session: Session, text: &str) -> Result<Report, Failure> {
    let moves = moves::parse(text, session.game().rules().directions()).map_err(Failure::input)?;
    let mut report = Report { session, played: 0, ignored: 0 };
    for (place, &direction) in moves.iter().enumerate() {
        let now = (place + 1) as f64 * STEP;
        if report.session.game().screen() == Screen::Win {
            match report.session.play_on(now) {
                Ok(_) | Err(TurnError::Refused(_)) => {}
                Err(error) => return Err(Failure::input(format!("playing on: {error}"))),
            }
        }
        match report.session.play(direction, now) {
            Ok(turn) if turn.moved => report.played += 1,
            Ok(_) | Err(TurnError::Refused(_)) => report.ignored += 1,
            Err(error) => return Err(Failure::input(format!("move {}: {error}", place + 1))),
        }
    }
    Ok(report)
}

impl Report {
    /// Everything, as an object.
    fn to_value(&self) -> Value {
        let game = self.session.game();
        let counters = [
            ("moves", game.moves()),
            ("manual_moves", game.manual_moves()),
            ("merges", game.merges()),
            ("merge_moves", game.merge_moves()),
            ("merges_before", game.merges_before()),
        ];
        object([
            ("seed", Value::text(self.session.seed().to_string())),
            ("played", self.played.into()),
            ("ignored", self.ignored.into()),
            ("grid", game.grid()),
            ("score", game.score().into()),
            ("counters", object(counters.map(|(name, count)| (name, count.into())))),
            ("outcome", outcome(game).into()),
            ("won", game.won().into()),
        ])
    }

    /// The board and what is to be said about it, for people.
    fn to_text(&self) -> String {
        let game = self.session.game();
        let rows = terminal::board::texts(game, 0.0);
        let width = rows.iter().flatten().map(|text| text.chars().count()).max().unwrap_or(0);
        let mut out = String::new();
        for row in rows {
            let cells: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
            out.push_str(cells.join(" ").trim_end());
            out.push('\n');
        }
        out.push_str(&format!(
            "score {}, {} moves, {} ignored, {}\n",
            Value::Number(game.score())
                .as_number()
                .map(polymerge::calcarray::number::to_text)
                .unwrap_or_default(),
            self.played,
            self.ignored,
            outcome(game)
        ));
        out
    }
}

/// How a game stands, in a word.
fn outcome(game: &Game) -> &'static str {
    match game.screen() {
        Screen::Play => "playing",
        Screen::Win => "won",
        Screen::GameOver => "over",
    }
}
