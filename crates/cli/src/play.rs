//! `polymerge play`: plays a mode, in the terminal or move by move.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use polymerge::calcarray::json::Object;
use polymerge::{json, Game, Limits, Mode, Ruleset, Screen, Session, TurnError, Value};

use crate::failure::Failure;
use crate::{input, moves, terminal};

/// What is played if nothing is said.
const DEFAULT_MODE: &str = "2048";

/// How much time passes between two moves that nobody waits for, in
/// milliseconds; rules that look at the clock then play the same everywhere.
const STEP: f64 = 1000.0;

#[derive(Args, Default)]
pub struct Arguments {
    /// A mode: its name, its number or a mode file
    #[arg(conflicts_with = "code")]
    mode: Option<String>,
    /// A save code, or a file that holds one (- for standard input)
    #[arg(long, value_name = "FILE|CODE")]
    code: Option<String>,
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
    let (name, rules) = rules(arguments)?;
    let seed = arguments.seed;
    if arguments.moves.is_none() && !arguments.json {
        if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
            return Err(Failure::input(
                "the game needs a terminal; to play without one, give --moves (see polymerge play --help)",
            ));
        }
        return terminal::run(name, rules, seed.unwrap_or_else(any_seed));
    }
    let report = by_moves(rules, seed.unwrap_or(0), arguments.moves.as_deref().unwrap_or_default())?;
    if arguments.json {
        input::print_line(&json::write(&report.to_value()))
    } else {
        input::print(report.to_text().as_bytes())
    }
}

/// The rules of the mode that the arguments name, and its title.
fn rules(arguments: &Arguments) -> Result<(String, Arc<Ruleset>), Failure> {
    let name = arguments.mode.as_deref().unwrap_or(DEFAULT_MODE);
    let mode: Mode = Mode::default();
    let rules = Ruleset::compile(mode, Limits::default())
        .map_err(|error| Failure::input(format!("{name}: {error}")))?;
    Ok((name.to_owned(), rules))
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
fn by_moves(rules: Arc<Ruleset>, seed: u64, text: &str) -> Result<Report, Failure> {
    let moves = moves::parse(text, rules.directions()).map_err(Failure::input)?;
    let fail = |error: TurnError| Failure::input(format!("the game can't go on: {error}"));
    let (session, _) = Session::new(rules, seed, 0.0).map_err(fail)?;
    let mut report = Report { session, played: 0, ignored: 0 };
    for (place, &direction) in moves.iter().enumerate() {
        let now = (place + 1) as f64 * STEP;
        if report.session.game().screen() == Screen::Win {
            match report.session.play_on(now) {
                Ok(_) | Err(TurnError::Refused(_)) => {}
                Err(error) => return Err(fail(error)),
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
        let rows: Vec<Vec<String>> =
            (0..game.height()).map(|row| terminal::board::texts(game, row)).collect();
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

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(Arc::new(Object::new(members.map(|(key, value)| (key.into(), value)).to_vec())))
}
