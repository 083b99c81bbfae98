//! `polymerge replay`: games that anyone can play again, watch and check.

mod export;
pub mod record;

use clap::{Args, Subcommand, ValueEnum};
use polymerge::calcarray::number;
use polymerge::old::{json, Game, Limits, Mode, Opening, Ruleset, Seeded, Session, TurnError, Value, World};
use polymerge::rules::{Playback, Replay};
use polymerge::savecode::moves::{self as move_string, Moves};
use polymerge::seeded::{self, Claim, Played};

use crate::failure::Failure;
use crate::object::object;
use crate::source::Source;
use crate::terminal::parts::{count, counted};
use crate::{input, moves, report};
use record::Record;

/// Watch recorded games, play them again, and check what they came to
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Make the record of a game: its move string, number of moves and score
    Record {
        #[command(flatten)]
        record: Given,
    },
    /// Watch a record in the terminal
    Watch {
        #[command(flatten)]
        record: Given,
        /// How many moves there are; a move string may end in padding
        #[arg(long)]
        count: Option<usize>,
    },
    /// Write a record in another form
    Export(export::Export),
    /// Play a record, and print the final state
    Play {
        #[command(flatten)]
        record: Given,
        /// How many moves there are; a move string may end in padding
        #[arg(long)]
        count: Option<usize>,
        /// Print the final state as JSON
        #[arg(long)]
        json: bool,
    },
    /// Say whether a record comes to a score: exit code 0 if it does, 1 if not
    Verify {
        #[command(flatten)]
        record: Given,
        /// The score that is claimed
        #[arg(long, allow_hyphen_values = true, value_parser = score)]
        score: f64,
        /// How many moves are claimed
        #[arg(long)]
        count: Option<usize>,
        /// Print answer and final state as JSON
        #[arg(long)]
        json: bool,
    },
}

/// Where the randomness of a record comes from.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SeedMode {
    /// From the seed: mode, seed and moves are the whole game
    Deterministic,
    /// From the record: a Replay code holds what spawned
    Recorded,
}

#[derive(Args)]
struct Given {
    #[command(flatten)]
    source: Source,
    /// Where randomness comes from; for a Replay code it is the record
    #[arg(long, value_enum)]
    seed_mode: Option<SeedMode>,
    /// The seed of the game
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The moves, as play --moves takes them: LURD letters, the directions' labels or indices; what
    /// can't be read so is taken for a move string
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// The moves as a move string, such as replay record prints
    #[arg(long, value_name = "STRING", allow_hyphen_values = true, conflicts_with = "moves")]
    packed: Option<String>,
}

/// Moves as they are given.
#[derive(Clone)]
enum GivenMoves {
    /// Moves as people write them; if they can't be read so, they may be packed.
    Written(String),
    /// A move string.
    Packed(String),
}

impl GivenMoves {
    /// The moves in a game with these rules.
    fn read(&self, rules: &Ruleset) -> Result<Moves, Failure> {
        let (GivenMoves::Written(text) | GivenMoves::Packed(text)) = self;
        let packed = || record::moves(text);
        let GivenMoves::Written(_) = self else { return packed() };
        match moves::parse(text, rules.directions()) {
            Ok(list) => written(&list, rules),
            Err(message) if text.contains(char::is_whitespace) => Err(Failure::input(message)),
            Err(_) => packed(),
        }
    }
}

/// Moves as people write them, in the form of a move string.
fn written(list: &[usize], rules: &Ruleset) -> Result<Moves, Failure> {
    let narrow = |number: usize| u8::try_from(number).map_err(|_| Failure::input("too many directions"));
    let moves = list.iter().map(|direction| narrow(*direction)).collect::<Result<_, _>>()?;
    Ok(Moves { directions: narrow(rules.directions().len())?, moves, exact: true })
}

/// A record, opened.
enum Opened {
    Seeded { mode: Box<Mode>, seed: u64, moves: GivenMoves, count: Option<usize> },
    Recorded(Box<Mode>, Box<Replay>),
}

impl Opened {
    fn mode(&self) -> &Mode {
        match self {
            Opened::Seeded { mode, .. } | Opened::Recorded(mode, _) => mode,
        }
    }
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.task {
        Task::Record { record } => make(record),
        Task::Watch { record, count } => export::watch(record, *count),
        Task::Export(arguments) => export::export(arguments),
        Task::Play { record, count, json } => play(record, *count, *json),
        Task::Verify { record, score, count, json } => {
            verify(record, &Claim { score: *score, count: *count }, *json)
        }
    }
}

/// A score as codes write it.
fn score(text: &str) -> Result<f64, String> {
    number::parse(text).filter(|_| !text.trim().is_empty()).ok_or_else(|| format!("{text:?} is not a number"))
}

impl Given {
    fn open(&self) -> Result<(String, Opened), Failure> {
        let named = match self.source.json_file() {
            Some(file) if self.moves().is_none() => {
                let bytes = input::read_bytes(file)?;
                if let Some(record) = Record::read(&bytes) {
                    return record.and_then(of_record);
                }
                self.source.open_bytes(file, bytes)?
            }
            _ => self.source.open()?,
        };
        let (name, opening) = (named.name.clone(), named.opening()?);
        let opened = match (opening, self.moves()) {
            (Opening::Replay(mode, replay), None) if self.seed_mode != Some(SeedMode::Deterministic) => {
                Opened::Recorded(mode, replay)
            }
            (_, None) => {
                return Err(Failure::input(format!(
                    "{name}: a record needs --moves, or --code with a Replay code"
                )))
            }
            (Opening::Mode(_) | Opening::Game(..), _) if self.seed_mode == Some(SeedMode::Recorded) => {
                return Err(Failure::input(format!("{name} is no Replay code")));
            }
            (Opening::Mode(mode), Some(moves)) => {
                Opened::Seeded { mode, seed: self.seed, moves, count: None }
            }
            (Opening::Game(..) | Opening::Replay(..), Some(_)) => {
                let message = format!("{name}: a seeded game begins with a mode, not with a game or replay");
                return Err(Failure::input(message));
            }
        };
        Ok((name, opened))
    }

    fn moves(&self) -> Option<GivenMoves> {
        let written = self.moves.clone().map(GivenMoves::Written);
        written.or_else(|| self.packed.clone().map(GivenMoves::Packed))
    }
}

/// A record that was read, opened.
fn of_record(record: Record) -> Result<(String, Opened), Failure> {
    let seed = record.seed();
    let mode = Opening::of_name(&record.mode).map_err(Failure::input)?.mode().clone().into();
    let moves = GivenMoves::Packed(record.moves);
    Ok((record.mode, Opened::Seeded { mode, seed, moves, count: Some(record.count) }))
}

/// Plays moves as a person writes them, and prints their record.
fn make(record: &Given) -> Result<(), Failure> {
    let (name, Opened::Seeded { mode, moves: GivenMoves::Written(text), count: None, .. }) = record.open()?
    else {
        return Err(Failure::input("this is a record already"));
    };
    let fail = |error: &dyn std::fmt::Display| Failure::input(format!("{name}: {error}"));
    let rules = Ruleset::compile(*mode, Limits::default()).map_err(|error| fail(&error))?;
    let moves = moves::parse(&text, rules.directions()).map_err(Failure::input)?;
    let directions = u8::try_from(rules.directions().len()).unwrap_or(u8::MAX);
    let short: Vec<u8> = moves.iter().map(|&direction| direction as u8).collect();
    let string = move_string::encode(&short, directions).map_err(|error| fail(&error))?;
    let (session, _) = Session::new(rules, record.seed, 0.0).map_err(|error| fail(&error))?;
    let played = seeded::play(session, &moves).map_err(|error| fail(&error))?;
    let record = Record::new(&name, record.seed, &string, moves.len(), played.session.game().score());
    input::print_line(&json::write(&record.to_value()))
}

/// A game that was played again.
enum Again {
    Seeded(Box<Played>),
    /// From a Replay code: its end, and how that stands.
    Recorded(Box<Game>, &'static str),
}

impl Again {
    fn game(&self) -> &Game {
        match self {
            Again::Seeded(played) => played.session.game(),
            Again::Recorded(game, _) => game,
        }
    }

    fn to_value(&self) -> Value {
        match self {
            Again::Seeded(played) => report::of_played(played),
            Again::Recorded(game, outcome) => object(report::members(game).map(|member| match member {
                ("outcome", _) => ("outcome", (*outcome).into()),
                other => other,
            })),
        }
    }

    fn to_text(&self) -> String {
        match self {
            Again::Seeded(played) => report::text_of_played(played),
            Again::Recorded(game, outcome) => format!(
                "{}score {}, {}, {outcome}\n",
                report::board(game),
                count(game.score()),
                counted(game.moves(), "move"),
            ),
        }
    }

    fn print(&self, as_json: bool) -> Result<(), Failure> {
        if as_json {
            return input::print_line(&json::write(&self.to_value()));
        }
        input::print(self.to_text().as_bytes())
    }
}

fn play(record: &Given, count: Option<usize>, as_json: bool) -> Result<(), Failure> {
    let (name, opened) = record.open()?;
    let again = match opened {
        Opened::Recorded(mode, replay) => play_recorded(&name, *mode, &replay)?,
        Opened::Seeded { mode, seed, moves: text, count: recorded } => {
            let (rules, moves) = seeded_game(&name, *mode, &text)?;
            let count = count.or(recorded).unwrap_or(moves.moves.len());
            if count > moves.moves.len() {
                let held = counted(moves.moves.len() as f64, "move");
                return Err(Failure::input(format!("the string holds only {held}")));
            }
            let start = seeded::start(rules, seed, &moves).map_err(Failure::input)?;
            let list: Vec<usize> = moves.moves[..count].iter().map(|&direction| direction.into()).collect();
            Again::Seeded(seeded::play(start.session, &list).map_err(Failure::input)?.into())
        }
    };
    again.print(as_json)
}

fn verify(record: &Given, claim: &Claim, as_json: bool) -> Result<(), Failure> {
    let (name, opened) = record.open()?;
    let (holds, again) = match opened {
        Opened::Recorded(mode, replay) => {
            let again = play_recorded(&name, *mode, &replay)?;
            let moves = again.game().manual_moves();
            let counted = claim.count.is_none_or(|count| count as f64 == moves);
            (again.game().score() == claim.score && counted, again)
        }
        Opened::Seeded { mode, seed, moves: text, count } => {
            let (rules, moves) = seeded_game(&name, *mode, &text)?;
            let claim = &Claim { count: claim.count.or(count), ..*claim };
            let verdict = seeded::verify(rules, seed, &moves, claim).map_err(Failure::input)?;
            (verdict.holds, Again::Seeded(verdict.end.into()))
        }
    };
    let answer = if holds { "yes" } else { "no" };
    if as_json {
        let value = object([("answer", answer.into()), ("state", again.to_value())]);
        input::print_line(&json::write(&value))?;
    } else {
        input::print_line(answer)?;
        again.print(false)?;
    }
    if holds {
        return Ok(());
    }
    let (found, claimed) = (number::to_text(again.game().score()), number::to_text(claim.score));
    Err(Failure::result(format!("the game comes to {found}, not to {claimed}")))
}

fn seeded_game(
    name: &str,
    mode: Mode,
    moves: &GivenMoves,
) -> Result<(std::sync::Arc<Ruleset>, Moves), Failure> {
    let rules = Ruleset::compile(mode, Limits::default())
        .map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let moves = moves.read(&rules)?;
    Ok((rules, moves))
}

/// Plays a Replay code to its end.
fn play_recorded(name: &str, mode: Mode, replay: &Replay) -> Result<Again, Failure> {
    let fail = |error: &dyn std::fmt::Display| Failure::input(format!("{name}: {error}"));
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| fail(&error))?;
    // A record has all that is random, except for next tiles after its end.
    let mut random = Seeded::new(0);
    let mut world = World::new(&mut random, 0.0);
    let (mut playback, _) = Playback::new(rules, replay, &mut world).map_err(|error| fail(&error))?;
    loop {
        world.now += seeded::STEP;
        let (_, step) = playback.progress();
        let turn = playback.step(&mut world).map_err(|error| match error {
            // It names its step.
            error @ TurnError::BadRecord(_) => fail(&error),
            error => fail(&format!("step {step}: {error}")),
        })?;
        if turn.is_none() {
            return Ok(Again::Recorded(playback.game().clone().into(), ending(replay, playback, world.now)));
        }
    }
}

/// How a recorded game stands at its end. A record says whether it was won,
/// but not whether it is finished: it is if nothing can be moved any more.
fn ending(replay: &Replay, playback: Playback, now: f64) -> &'static str {
    let game = playback.take_over();
    let moves = |direction: usize| {
        let mut random = Seeded::new(0);
        game.clone().play(direction, &mut World::new(&mut random, now)).is_ok_and(|turn| turn.moved)
    };
    let can_go_on = (0..game.rules().directions().len()).any(moves);
    match (replay.won == 1.0, can_go_on) {
        (true, true) => "won",
        (true, false) => "won, over",
        (false, true) => "playing",
        (false, false) => "over",
    }
}
