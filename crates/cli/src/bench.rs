//! `polymerge bench`: the speed of random games of a mode.

mod changes;
mod folder;
mod parts;
pub mod player;

use std::iter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use polymerge::advanced::rules::{Strategy, StrategyUse, TurnError};
use polymerge::calc::json;
use polymerge::catalogue;
use polymerge::engine::{MemoryLimits, MemoryUse, Tier};
use polymerge::sample::{RandomPlay, Tally};
use polymerge::{Error, Mode, Rules, Value};
use polymerge_app::changes::Changes;
use polymerge_app::failure::Failure;
use polymerge_app::figures::{counted, rounded};
use polymerge_app::input;
use polymerge_app::object::object;
use polymerge_app::source::{self, Source, built_in};

use crate::bench::parts::Parts;
use crate::progress;
use crate::stopwatch::Stopwatch;

/// Play random games of a mode, and say how fast that is
///
/// Every move is drawn from the legal ones. A move is one that changes the
/// board, with all that belongs to it: spawns, scripts, the test whether the
/// game is over. Times are processor times.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    /// Every built-in mode, one after another
    #[arg(long, conflicts_with_all = ["mode", "code", "with", "preset", "modifiers", "set", "anyway"])]
    all: bool,
    /// Every mode file (.jsonc) of a folder, one after another, each with its speed as a part of that
    /// of plain 2048, which is played first
    #[arg(long = "modes", value_name = "FOLDER", conflicts_with_all = ["all", "mode", "code", "with", "preset", "modifiers", "set", "anyway", "each_change", "player"])]
    folder: Option<PathBuf>,
    /// The mode as it is, then with one change after another (another grid, other
    /// directions, spawns, rules), then with pairs of changes drawn by the seed; each
    /// with its speed as a part of the first
    #[arg(long = "changes", conflicts_with_all = ["all", "anyway", "player"])]
    each_change: bool,
    /// How long to play each mode (1 second); with --player, after this time no further pair of games begins
    #[arg(long, value_name = "N", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Play this many games of each mode, however long that takes; with --player, pairs of
    /// games (20)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Let a player play instead, and compare it with random play by pairs of games with the
    /// same luck: random; casual, which looks at the boards after each direction and slips now and
    /// then, as people do who play for fun; rollouts:N, which simulates about N turns for each
    /// move; learned, which plays by --weights; learned:N, which looks at most at N positions
    /// ahead by them; guided:N, which plays short games by them, of about N turns for each move
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["no_cache", "explain"])]
    player: Option<polymerge_player::Policy>,
    /// With --player learned or guided: the weights that polymerge train has written
    #[arg(long, value_name = "FILE", requires = "player", conflicts_with = "all")]
    weights: Option<PathBuf>,
    /// With --player: cut games after this many turns
    #[arg(long, value_name = "T", default_value_t = 5000, requires = "player", value_parser = clap::value_parser!(u64).range(1..))]
    max_turns: u64,
    /// Seed of the random numbers; the same seed gives the same games everywhere
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Use no caches, only the interpreter
    #[arg(long)]
    no_cache: bool,
    /// Say how turns were played, why no faster way was possible, and which parts of the mode take
    /// the time, with their lines in its file
    #[arg(long)]
    explain: bool,
    /// Print one JSON object per mode
    #[arg(long)]
    json: bool,
}

/// Parses a duration in seconds, which must be positive and finite.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("must be a positive number of seconds".into()),
    }
}

impl Arguments {
    /// Returns the rules of a mode. Cells that are drawn before each game are drawn once, by the
    /// seed.
    fn rules(&self, mode: &Mode) -> Result<Rules, Error> {
        mode.compile()?.drawn(self.seed)
    }

    /// Returns random games, before the first move.
    fn games_of(&self, rules: &Rules) -> Result<RandomPlay, Error> {
        let play = rules.random_play_direct(self.seed)?;
        Ok(if self.no_cache { play.with_memory(MemoryLimits::none()) } else { play })
    }

    /// Returns the time for each mode.
    fn time(&self) -> Duration {
        self.seconds.unwrap_or(Duration::from_secs(1))
    }
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(policy) = arguments.player {
        return player::run(policy, arguments);
    }
    if arguments.games.is_some() && arguments.seconds.is_some() {
        return Err(Failure::input("--games and --seconds go together with --player only"));
    }
    let headings = if arguments.json { "" } else { HEADINGS };
    if arguments.each_change {
        return run_changes(arguments, headings);
    }
    if let Some(folder) = &arguments.folder {
        return run_folder(folder, arguments, headings);
    }
    if !arguments.all {
        let (name, mode) = arguments.changes.mode(&arguments.source)?;
        let row = measure(&name, &mode, arguments)?;
        input::print(headings.as_bytes())?;
        return print(&row, arguments.json);
    }
    input::print(headings.as_bytes())?;
    let mut speeds = Vec::new();
    each_mode(|name, mode, bar| {
        let row = measure(name, mode, arguments)?;
        speeds.push(row.speed());
        bar.suspend(|| print(&row, arguments.json))
    })?;
    print_summary(&speeds, arguments)
}

/// Runs a function on every built-in mode, with a progress bar.
fn each_mode(mut work: impl FnMut(&str, &Mode, &ProgressBar) -> Result<(), Failure>) -> Result<(), Failure> {
    let names: Vec<&str> = catalogue::modes().map(|mode| mode.name()).collect();
    let bar = progress::bar(names.len());
    for name in names {
        bar.set_message(name);
        work(name, &built_in(name)?, &bar)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Prints the summary of all rows for people.
fn print_summary(speeds: &[f64], arguments: &Arguments) -> Result<(), Failure> {
    match arguments.json {
        true => Ok(()),
        false => input::print_line(&summary(speeds)),
    }
}

/// Plays a mode as it is and with changes. Changes that the mode does not take are left out with a
/// note.
fn run_changes(arguments: &Arguments, headings: &str) -> Result<(), Failure> {
    let mode = arguments.changes.apply(arguments.source.open()?)?;
    input::print(headings.as_bytes())?;
    let sets = changes::sets(arguments.seed);
    let bar = progress::bar(sets.len());
    let mut beside = Beside::default();
    for set in sets {
        let name = changes::name(&set);
        bar.set_message(name.clone());
        bar.inc(1);
        let mut row = match changes::changed(&mode, &set) {
            Ok(mode) => measure(&name, &mode, arguments)?,
            Err(failure) => {
                bar.suspend(|| input::note(failure.of(&name).message()));
                continue;
            }
        };
        beside.add(&mut row);
        bar.suspend(|| print(&row, arguments.json))?;
    }
    bar.finish_and_clear();
    beside.sum_up(arguments)
}

/// Plays plain 2048, then the modes of a folder.
fn run_folder(folder: &Path, arguments: &Arguments, headings: &str) -> Result<(), Failure> {
    let modes = folder::modes(folder)?;
    let name = source::DEFAULT_MODE;
    let plain = folder::Named { name: name.into(), mode: built_in(name)? };
    input::print(headings.as_bytes())?;
    let bar = progress::bar(modes.len() + 1);
    let mut beside = Beside::default();
    for folder::Named { name, mode } in iter::once(plain).chain(modes) {
        bar.set_message(name.clone());
        let mut row = measure(&name, &mode, arguments)?;
        beside.add(&mut row);
        bar.suspend(|| print(&row, arguments.json))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    beside.sum_up(arguments)
}

/// The speeds of modes that are measured beside a plain one, which is the first.
#[derive(Default)]
struct Beside(Vec<f64>);

impl Beside {
    fn add(&mut self, row: &mut Row) {
        self.0.push(row.speed());
        row.ratio = Some(row.speed() / self.0[0]);
    }

    /// Prints the summary of the rows for people, without the plain one.
    fn sum_up(&self, arguments: &Arguments) -> Result<(), Failure> {
        match (arguments.json, &self.0[..]) {
            (false, [plain, speeds @ ..]) if !speeds.is_empty() => {
                input::print_line(&format!("{}; {}", summary(speeds), parts_of_plain(*plain, speeds)))
            }
            _ => Ok(()),
        }
    }
}

/// The results of the games of one mode.
struct Row {
    name: String,
    /// The speed relative to that of the mode without changes.
    ratio: Option<f64>,
    time: Duration,
    tally: Tally,
    tier: Tier,
    memory: MemoryUse,
    /// The turns that each strategy played.
    strategies: StrategyUse,
    /// The times of the parts of the mode, if they are asked for.
    parts: Option<Parts>,
    /// True if caches were allowed.
    cached: bool,
    /// The reason why a game failed; `None` if none did.
    failure: Option<String>,
}

/// Plays a mode for the given time or number of games.
fn measure(name: &str, mode: &Mode, arguments: &Arguments) -> Result<Row, Failure> {
    let fail = |error: &dyn std::fmt::Display| Failure::input(format!("{name}: {error}"));
    let rules = arguments.rules(mode).map_err(|error| fail(&error))?;
    let tier = rules.ruleset().tier();
    let mut play = arguments.games_of(&rules).map_err(|error| fail(&error))?;
    let watch = Stopwatch::start();
    match arguments.games {
        Some(games) => play.run(u64::MAX, games),
        None => play_for(&mut play, arguments.time(), || watch.elapsed()),
    }
    .map_err(|error| fail(&error))?;
    let time = watch.elapsed();
    let parts = match arguments.explain {
        true => Some(Parts::measure(&rules, arguments).map_err(|error| fail(&error))?),
        false => None,
    };
    Ok(Row {
        name: name.to_owned(),
        ratio: None,
        time,
        tally: *play.tally(),
        tier,
        memory: play.memory_use(),
        strategies: play.strategy_use(),
        parts,
        cached: !arguments.no_cache,
        failure: play.failure().map(ToString::to_string),
    })
}

/// Plays for a time, as many moves at once that looking at the clock costs nothing beside them.
fn play_for(play: &mut RandomPlay, time: Duration, elapsed: impl Fn() -> Duration) -> Result<(), TurnError> {
    let (mut moves, mut before) = (1, Duration::ZERO);
    while before < time {
        play.run(moves, u64::MAX)?;
        let now = elapsed();
        if now - before < time / 100 {
            moves *= 2;
        }
        before = now;
    }
    Ok(())
}

const HEADINGS: &str =
    "mode                                 moves/s      games  moves/game    score/game  tier\n";

impl Row {
    fn speed(&self) -> f64 {
        self.tally.moves as f64 / self.time.as_secs_f64()
    }

    fn line(&self) -> String {
        let Tally { games, failures, .. } = self.tally;
        let moves = shown(self.tally.moves_per_game());
        let score = shown(self.tally.score_per_game());
        let speed = grouped(rounded(self.speed(), 3));
        let tier = self.tier();
        let mut line = format!("{:<30} {speed:>13} {games:>10} {moves:>11} {score:>13}  {tier}", self.name);
        if let Some(ratio) = self.ratio {
            line.push_str(&format!(" ({ratio:.4} of plain)"));
        }
        if let Some(failure) = &self.failure {
            let failed = counted(failures as f64, "game");
            line.push_str(&format!("\n  {failed} failed, the last with: {failure}"));
        }
        if let Some(parts) = &self.parts {
            line.push_str(&explained(&self.strategies));
            line.push_str(&parts.text());
        }
        line
    }

    /// Returns how turns were played in fact: a mode that can be packed may have turns of which none
    /// was.
    fn tier(&self) -> String {
        let (word, why) = self.played();
        why.map_or_else(|| word.to_owned(), |why| format!("{word}: {why}"))
    }

    /// Returns a word for the way in which turns were played, and the reason why they were not
    /// played faster.
    fn played(&self) -> (&'static str, Option<&'static str>) {
        let left = || self.strategies.left(Strategy::Packed).first().map(|(reason, _)| *reason);
        match self.tier {
            _ if !self.cached => ("plain", Some("without caches")),
            Tier::Packed if self.strategies.turns(Strategy::Packed) == 0 && self.tally.moves > 0 => {
                let word = if self.memory.remembered > 0 { "lines" } else { "plain" };
                (word, left().or(Some("no board could be packed")))
            }
            tier => (tier.name(), tier.why_not_faster()),
        }
    }

    fn machine(&self) -> Value {
        let number = |number: u64| Value::Number(number as f64);
        let mean = |mean: Option<f64>| mean.map_or(Value::Null, Value::Number);
        let tally = &self.tally;
        let strategies: Vec<Value> = Strategy::ALL.map(|own| strategy_object(own, &self.strategies)).to_vec();
        let explained = self
            .parts
            .as_ref()
            .map(|parts| [("strategies", Value::from(strategies)), ("parts", parts.machine())]);
        let (tier, why_not_faster) = self.played();
        object(
            [
                ("mode", self.name.as_str().into()),
                ("moves_per_second", Value::Number(self.speed().round())),
                ("seconds", Value::Number(self.time.as_secs_f64())),
                ("moves", number(tally.moves)),
                ("draws", number(tally.draws)),
                ("games", number(tally.games)),
                ("moves_per_game", mean(tally.moves_per_game())),
                ("score_per_game", mean(tally.score_per_game())),
                ("tier", tier.into()),
                ("why_not_faster", why_not_faster.map_or(Value::Null, Value::from)),
                ("moves_by_lines", number(self.memory.remembered)),
                ("moves_evaluated", number(self.memory.plain)),
                ("lines_learned", number(self.memory.learned)),
                ("failures", number(tally.failures)),
                ("failure", self.failure.as_deref().map_or(Value::Null, Value::from)),
            ]
            .into_iter()
            .chain(self.ratio.map(|ratio| ("ratio", Value::Number(ratio))))
            .chain(explained.into_iter().flatten()),
        )
    }
}

/// Returns the number of turns that each strategy played, and below it the reasons why it left
/// turns to the next one.
fn explained(used: &StrategyUse) -> String {
    let mut text = String::new();
    for strategy in Strategy::ALL {
        let turns = counted(used.turns(strategy) as f64, "turn");
        text.push_str(&format!("\n  {strategy}: {turns}"));
        for (reason, count) in used.left(strategy) {
            text.push_str(&format!("\n    left {} because {reason}", counted(count as f64, "time")));
        }
    }
    text
}

fn strategy_object(strategy: Strategy, used: &StrategyUse) -> Value {
    let left = used.left(strategy).into_iter();
    let left = left
        .map(|(reason, count)| object([("reason", reason.into()), ("times", Value::Number(count as f64))]));
    object([
        ("strategy", strategy.name().into()),
        ("turns", Value::Number(used.turns(strategy) as f64)),
        ("left", Value::from(left.collect::<Vec<Value>>())),
    ])
}

fn print(row: &Row, as_json: bool) -> Result<(), Failure> {
    input::print_line(&if as_json { json::write(&row.machine()) } else { row.line() })
}

fn parts_of_plain(plain: f64, speeds: &[f64]) -> String {
    let (mean, least) = (geometric_mean(speeds) / plain, least(speeds) / plain);
    format!("of plain: geometric mean {mean:.4}, least {least:.5}")
}

fn geometric_mean(speeds: &[f64]) -> f64 {
    (speeds.iter().map(|speed| speed.ln()).sum::<f64>() / speeds.len() as f64).exp()
}

fn least(speeds: &[f64]) -> f64 {
    speeds.iter().copied().fold(f64::INFINITY, f64::min)
}

fn summary(speeds: &[f64]) -> String {
    let (slowest, mean) = (least(speeds), geometric_mean(speeds));
    let fastest = speeds.iter().copied().fold(0.0, f64::max);
    format!(
        "{}: slowest {}, geometric mean {}, fastest {} moves/s",
        counted(speeds.len() as f64, "mode"),
        grouped(rounded(slowest, 3)),
        grouped(rounded(mean, 3)),
        grouped(rounded(fastest, 3))
    )
}

/// Returns a mean as text.
pub fn shown(mean: Option<f64>) -> String {
    match mean {
        None => "-".into(),
        Some(mean) if mean.abs() < 1e9 => format!("{mean:.1}"),
        Some(mean) => format!("{mean:.3e}"),
    }
}

/// Returns a whole number with its digits in groups of three.
pub fn grouped(number: f64) -> String {
    grouped_digits(&format!("{number:.0}"))
}

/// Puts a comma before each group of three digits.
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_people_read_them() {
        for (number, text) in [(7.4, "7"), (999.0, "999"), (1000.0, "1,000"), (1_234_567.0, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
        for (mean, text) in [(None, "-"), (Some(118.44), "118.4"), (Some(2.5e12), "2.500e12")] {
            assert_eq!(shown(mean), text);
        }
        let summary = summary(&[100.0, 10_000.0]);
        assert_eq!(summary, "2 modes: slowest 100, geometric mean 1,000, fastest 10,000 moves/s");
        let parts = parts_of_plain(20_000.0, &[100.0, 10_000.0]);
        assert_eq!(parts, "of plain: geometric mean 0.0500, least 0.00500");
    }
}
