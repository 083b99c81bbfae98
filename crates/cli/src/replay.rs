//! `polymerge replay`: games that anyone can play again, watch and check.

pub mod export;

use std::path::Path;

use clap::{Args, Subcommand, ValueEnum};
use polymerge::calc::{json, number};
use polymerge::proof::{self, Claim, Moves, Run};
use polymerge::{Checks, Limits, Mode, Replay, ReplayPlayer, Rules, State, Value};
use polymerge_app::failure::Failure;
use polymerge_app::figures::{count, counted};
use polymerge_app::input;
use polymerge_app::object::object;
use polymerge_app::record::{self, Record};
use polymerge_app::recorded_mode::RecordedMode;
use polymerge_app::source::{Content, Source};

use crate::{arena, report};

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
        record: RecordArguments,
    },
    /// Watch a record in the terminal
    Watch {
        #[command(flatten)]
        record: RecordArguments,
    },
    /// Write a record in another form
    Export(export::Export),
    /// Play a record, and print the final state
    Play {
        #[command(flatten)]
        record: RecordArguments,
        /// Print the final state as JSON
        #[arg(long)]
        json: bool,
    },
    /// Check the score of a record, or all games of a match of polymerge arena: exit code 0 if all is right, 1 if not
    Verify {
        #[command(flatten)]
        record: RecordArguments,
        /// The claimed score; if it is left out, that of the record
        #[arg(long, allow_hyphen_values = true, value_parser = score)]
        score: Option<f64>,
        /// Print answer and final state as JSON
        #[arg(long)]
        json: bool,
    },
}

/// The source of the randomness of a record.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SeedMode {
    /// From the seed: mode, seed and moves are the whole game
    Deterministic,
    /// From the record: a Replay code holds what spawned
    Recorded,
}

#[derive(Args, Default)]
pub struct RecordArguments {
    #[command(flatten)]
    source: Source,
    /// Where random numbers come from; for a Replay code, from the record
    #[arg(long, value_enum)]
    seed_mode: Option<SeedMode>,
    /// The seed of the game; 0 if it is not given
    #[arg(long)]
    seed: Option<u64>,
    /// The moves, as play --moves takes them: LURD letters, the directions' labels or indices; anything else is read as a move string
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// The moves as a move string, such as replay record prints
    #[arg(long, value_name = "STRING", allow_hyphen_values = true, conflicts_with = "moves")]
    packed: Option<String>,
    /// The number of moves. A move string does not say it itself: its last one or two moves
    /// may be padding, and are left out if this is not given
    #[arg(long, value_name = "N")]
    count: Option<usize>,
}

/// The moves of a record, as the arguments give them.
#[derive(Clone)]
pub enum MovesInput {
    /// Moves in readable notation. If they can't be parsed, they may be a move string.
    Written(String),
    /// A move string.
    Packed(String),
}

impl MovesInput {
    /// Parses the moves for a game with these rules.
    pub fn read(&self, rules: &Rules) -> Result<Moves, Failure> {
        let (MovesInput::Written(text) | MovesInput::Packed(text)) = self;
        let packed = || record::moves(text);
        let MovesInput::Written(_) = self else { return packed() };
        match rules.parse_moves(text) {
            Ok(list) => written(&list, rules),
            Err(error) if text.contains(char::is_whitespace) => Err(Failure::input(error)),
            Err(_) => packed(),
        }
    }
}

/// Returns directions in the form of a move string.
fn written(list: &[usize], rules: &Rules) -> Result<Moves, Failure> {
    let narrow = |number: usize| u8::try_from(number).map_err(|_| Failure::input("too many directions"));
    let moves = list.iter().map(|direction| narrow(*direction)).collect::<Result<_, _>>()?;
    Ok(Moves { directions: narrow(rules.directions().len())?, moves, exact: true })
}

/// The content of a record.
pub enum Opened {
    /// A mode, a seed and moves.
    Seeded {
        /// The mode.
        mode: Box<Mode>,
        /// The seed.
        seed: u64,
        /// The moves.
        moves: MovesInput,
        /// The number of moves, if it is known.
        count: Option<usize>,
        /// The score that the record claims, if there is one.
        score: Option<f64>,
    },
    /// A Replay code.
    Recorded(Box<Replay>),
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.task {
        Task::Record { record } => make(record),
        Task::Watch { record } => export::watch(record),
        Task::Export(arguments) => export::export(arguments),
        Task::Play { record, json } => play(record, *json),
        Task::Verify { record, score, json } => verify(record, *score, *json),
    }
}

/// Parses a score in the notation of save codes.
fn score(text: &str) -> Result<f64, String> {
    number::parse(text).filter(|_| !text.trim().is_empty()).ok_or_else(|| format!("{text:?} is not a number"))
}

impl RecordArguments {
    /// Opens the record. Also returns the name of its mode or file.
    pub fn open(&self) -> Result<(String, Opened), Failure> {
        if self.source.is_open() && self.moves().is_none() && self.seed.is_some() {
            return Err(Failure::input("a seed alone is not a game: name its mode, and give --moves"));
        }
        let named = match self.source.json_file() {
            Some(file) if self.moves().is_none() => {
                let bytes = input::read_bytes(file)?;
                if let Some(record) = Record::read(&bytes) {
                    return self.of_record(record?, file);
                }
                self.source.open_bytes(file, bytes)?
            }
            _ => self.source.open()?,
        };
        let name = named.name;
        let opened = match (named.content, self.moves()) {
            (Content::Replay(replay), None) if self.seed_mode != Some(SeedMode::Deterministic) => {
                Opened::Recorded(replay)
            }
            (Content::Game(_), None) => {
                return Err(Failure::input(format!(
                    "{name}: a Game code does not hold the moves of its game; a Replay code does (in a game: e, then 2)"
                )));
            }
            (_, None) => {
                return Err(Failure::input(format!(
                    "{name}: give the moves of the game as well (--moves), or a Replay code, or the file of a record"
                )));
            }
            (Content::Mode(_) | Content::Game(_), _) if self.seed_mode == Some(SeedMode::Recorded) => {
                return Err(Failure::input(format!("{name} is no Replay code")));
            }
            (Content::Mode(mode), Some(moves)) => {
                Opened::Seeded { mode, seed: self.seed(), moves, count: self.count, score: None }
            }
            (Content::Game(_) | Content::Replay(_), Some(_)) => {
                let message = format!("{name}: a seeded game begins with a mode, not with a game or replay");
                return Err(Failure::input(message));
            }
        };
        Ok((name, opened))
    }

    /// Returns the file that is named and its text, if it is the record of a match.
    fn of_match(&self) -> Result<Option<(&str, String)>, Failure> {
        let Some(file) = self.source.json_file().filter(|file| *file != "-") else { return Ok(None) };
        if self.moves().is_some() {
            return Ok(None);
        }
        let text = String::from_utf8(input::read_bytes(file)?).ok();
        Ok(text.filter(|text| arena::record::is_record(text)).map(|text| (file, text)))
    }

    /// Returns true if no record is named.
    pub fn is_open(&self) -> bool {
        let moves = self.moves().is_none() && self.count.is_none();
        self.source.is_open() && moves && self.seed.is_none() && self.seed_mode.is_none()
    }

    /// Opens a record that was read from this file.
    fn of_record(&self, record: Record, file: &str) -> Result<(String, Opened), Failure> {
        let (seed, folder) = (record.seed(), Path::new(file).parent());
        let mode = record.mode.open(folder).map_err(|failure| failure.of(file))?;
        let title = Some(mode.title()).filter(|title| !title.is_empty()).unwrap_or(file);
        let name = mode.name().unwrap_or(title).to_owned();
        let (moves, count) = (MovesInput::Packed(record.moves), Some(self.count.unwrap_or(record.count)));
        let score = Some(record.score);
        Ok((name, Opened::Seeded { mode: mode.into(), seed, moves, count, score }))
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_default()
    }

    fn moves(&self) -> Option<MovesInput> {
        let written = self.moves.clone().map(MovesInput::Written);
        written.or_else(|| self.packed.clone().map(MovesInput::Packed))
    }
}

/// Plays moves in readable notation, and prints their record.
fn make(record: &RecordArguments) -> Result<(), Failure> {
    let (name, Opened::Seeded { mode, moves: MovesInput::Written(text), count, score: None, .. }) =
        record.open()?
    else {
        return Err(Failure::input("this is a record already"));
    };
    let fail = |error: &dyn std::fmt::Display| Failure::input(format!("{name}: {error}"));
    let rules = mode.compile().map_err(|error| fail(&error))?;
    let moves = rules.parse_moves(&text).map_err(Failure::input)?;
    let moves = without_padding(written(&moves, &rules)?, count)?;
    let moves = proof::directions(&rules, &moves).map_err(|error| fail(&error))?;
    let string = proof::write_moves(&rules, &moves).map_err(|error| fail(&error))?;
    let mut run = Run::start(&rules, record.seed()).map_err(|error| fail(&error))?;
    run.play_all(&moves).map_err(|error| fail(&error))?;
    let mode = RecordedMode::of(&mode).map_err(|error| fail(&error))?;
    let record = Record::new(mode, record.seed(), &string, moves.len(), run.game().score());
    input::print_json(&json::write(&record.to_value()))
}

/// A game that was replayed.
enum Replayed {
    Seeded(Box<Run>),
    /// A Replay code at its end, with the outcome.
    Recorded(Box<ReplayPlayer>, &'static str),
}

impl Replayed {
    fn state(&self) -> &State {
        match self {
            Replayed::Seeded(run) => run.game().state(),
            Replayed::Recorded(player, _) => player.state(),
        }
    }

    fn to_value(&self) -> Value {
        match self {
            Replayed::Seeded(run) => report::of_run(run),
            Replayed::Recorded(player, outcome) => {
                object(report::members(player.state()).map(|member| match member {
                    ("outcome", _) => ("outcome", (*outcome).into()),
                    other => other,
                }))
            }
        }
    }

    fn to_text(&self) -> String {
        match self {
            Replayed::Seeded(run) => report::text_of_run(run),
            Replayed::Recorded(player, outcome) => format!(
                "{}score {}, {}, {outcome}\n",
                report::board(player.state()),
                count(player.state().score()),
                counted(player.state().moves(), "move"),
            ),
        }
    }

    fn print(&self, as_json: bool) -> Result<(), Failure> {
        if as_json {
            return input::print_json(&json::write(&self.to_value()));
        }
        input::print(self.to_text().as_bytes())
    }
}

fn play(record: &RecordArguments, as_json: bool) -> Result<(), Failure> {
    let (name, opened) = record.open()?;
    let again = match opened {
        Opened::Recorded(replay) => play_recorded(&name, &replay)?,
        Opened::Seeded { mode, seed, moves: text, count, .. } => {
            let (rules, moves) = seeded_game(&name, &mode, &text)?;
            let moves = without_padding(moves, count)?;
            let list = proof::directions(&rules, &moves).map_err(Failure::input)?;
            let mut run = Run::start(&rules, seed).map_err(Failure::input)?;
            run.play_all(&list).map_err(Failure::input)?;
            Replayed::Seeded(run.into())
        }
    };
    again.print(as_json)
}

fn verify(record: &RecordArguments, claimed: Option<f64>, as_json: bool) -> Result<(), Failure> {
    if let Some((file, text)) = record.of_match()? {
        if claimed.is_some() {
            return Err(Failure::input(format!(
                "{file} is the record of a match, which has the scores: leave out --score"
            )));
        }
        return verify_match(file, &text, as_json);
    }
    let (name, opened) = record.open()?;
    let unclaimed = || Failure::input(format!("{name}: give the claimed score as well (--score)"));
    let (claimed, holds, again) = match opened {
        Opened::Recorded(replay) => {
            let claimed = claimed.ok_or_else(unclaimed)?;
            let again = play_recorded(&name, &replay)?;
            let moves = again.state().manual_moves();
            let counted = record.count.is_none_or(|count| count as f64 == moves);
            (claimed, again.state().score() == claimed && counted, again)
        }
        Opened::Seeded { mode, seed, moves: text, count, score } => {
            let claimed = claimed.or(score).ok_or_else(unclaimed)?;
            let (rules, moves) = seeded_game(&name, &mode, &text)?;
            let claim = Claim { score: claimed, count };
            let verdict = proof::verify(&rules, seed, &moves, &claim).map_err(Failure::input)?;
            (claimed, verdict.holds, Replayed::Seeded(verdict.run.into()))
        }
    };
    let answer = if holds { "yes" } else { "no" };
    if as_json {
        let value = object([("answer", answer.into()), ("state", again.to_value())]);
        input::print_json(&json::write(&value))?;
    } else {
        input::print_line(answer)?;
        again.print(false)?;
    }
    if holds {
        return Ok(());
    }
    let (found, claimed) = (number::to_text(again.state().score()), number::to_text(claimed));
    Err(Failure::result(format!("the score of the game is {found}, not {claimed}")))
}

/// Checks all games of a match.
fn verify_match(file: &str, text: &str, as_json: bool) -> Result<(), Failure> {
    let checked = arena::record::check(text).map_err(|failure| failure.of(file))?;
    let right = checked.games - checked.wrong.len();
    if as_json {
        let wrong = checked
            .wrong
            .iter()
            .map(|(number, why)| object([("game", (*number).into()), ("reason", why.as_str().into())]));
        let value = object([
            ("answer", if checked.wrong.is_empty() { "yes" } else { "no" }.into()),
            ("games", checked.games.into()),
            ("cut", checked.is_cut.into()),
            ("wrong", wrong.collect::<Vec<Value>>().into()),
        ]);
        input::print_json(&json::write(&value))?;
    } else {
        for (number, why) in &checked.wrong {
            input::print_line(&format!("game {number}, {why}"))?;
        }
        input::print_line(&format!("{right} of {} hold", counted(checked.games as f64, "game")))?;
        if checked.is_cut {
            input::note(&format!("{file}: of the last game only a part is there"));
        }
    }
    match checked.wrong.len() {
        0 => Ok(()),
        wrong => Err(Failure::result(format!("{file}: {} not as claimed", counted(wrong as f64, "game")))),
    }
}

/// Returns the rules and moves of a seeded game.
pub fn seeded_game(name: &str, mode: &Mode, moves: &MovesInput) -> Result<(Rules, Moves), Failure> {
    let rules = mode.compile().map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let moves = moves.read(&rules)?;
    Ok((rules, moves))
}

/// Returns the moves of a game without padding: the first `count` ones. Where nothing says how
/// many there are, moves that may be padding are left out, and that is said.
pub fn without_padding(moves: Moves, count: Option<usize>) -> Result<Moves, Failure> {
    let held = proof::count_moves(&moves);
    let count = count.or(held.known()).unwrap_or_else(|| {
        let taken = counted(held.least as f64, "move");
        input::note(&format!(
            "note: the last moves of a move string may be padding: {taken} of {} taken; --count says how many there \
             are",
            held.most
        ));
        held.least
    });
    if count > held.most {
        let found = counted(held.most as f64, "move");
        return Err(Failure::input(format!("the move string has only {found}")));
    }
    Ok(Moves { moves: moves.moves.into_iter().take(count).collect(), ..moves })
}

/// Plays a Replay code to its end.
fn play_recorded(name: &str, replay: &Replay) -> Result<Replayed, Failure> {
    let fail = |error: polymerge::Error| Failure::input(format!("{name}: {error}"));
    let mut player = replay.player(&Limits::default()).map_err(fail)?;
    player.seek(usize::MAX).map_err(fail)?;
    if player.checks() == Checks::Moves {
        input::note("note: scripts of this mode decide what spawns; spawns are taken as they are recorded");
    }
    // A record says whether it was won, but not whether it is finished: it is if nothing can
    // be moved any more.
    let can_go_on = !player.take_over(0).legal().map_err(fail)?.is_empty();
    let outcome = match (replay.record().won == 1.0, can_go_on) {
        (true, true) => "won",
        (true, false) => "won, over",
        (false, true) => "playing",
        (false, false) => "over",
    };
    Ok(Replayed::Recorded(player.into(), outcome))
}
