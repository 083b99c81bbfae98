//! `polymerge bench --player`: the strength of a player, and its cost.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use polymerge::advanced::rules::{Mode as Raw, TurnError};
use polymerge::calc::json;
use polymerge::{Engine, Mode, Value};
use polymerge_player::{
    play_game, Comparison, GuidedPlayer, LearnedPlayer, LearnedValue, Outcome, Player, RandomPlayer,
    RolloutPlayer, SearchPlayer,
};

use super::{each_mode, grouped, rounded, shown, Arguments};
use crate::failure::Failure;
use crate::object::object;
use crate::stopwatch::Stopwatch;
use crate::terminal::parts::counted;
use crate::{input, progress, weights};

/// The pairs of games to play, by default.
const PAIRS: u64 = 20;

/// The largest chance of an accidental win at which a player counts as better.
const SURE: f64 = 0.01;

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Plays every legal direction with the same chance.
    Random,
    /// Plays by rollouts of this many simulated turns for each move.
    Rollouts(u64),
    /// Plays by learned weights, one move ahead.
    Learned,
    /// Plays by learned weights, with this many positions of look-ahead for each move.
    Search(u64),
    /// Plays by rollouts of this many simulated turns that follow learned weights.
    Guided(u64),
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let turns = |text: &str| text.parse().ok().filter(|turns| *turns > 0);
        match text.split_once(':') {
            None if text == "random" => Ok(Kind::Random),
            None if text == "learned" => Ok(Kind::Learned),
            Some(("learned", number)) => {
                turns(number).map(Kind::Search).ok_or("learned: needs a number of positions above 0".into())
            }
            Some(("guided", number)) => {
                turns(number).map(Kind::Guided).ok_or("guided: needs a number of turns above 0".into())
            }
            Some(("rollouts", number)) => {
                turns(number).map(Kind::Rollouts).ok_or("rollouts need a number of turns above 0".into())
            }
            _ => Err("must be random, rollouts:N, learned, learned:N or guided:N".into()),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Random => f.write_str("random"),
            Kind::Rollouts(turns) => write!(f, "rollouts:{turns}"),
            Kind::Learned => f.write_str("learned"),
            Kind::Search(nodes) => write!(f, "learned:{nodes}"),
            Kind::Guided(turns) => write!(f, "guided:{turns}"),
        }
    }
}

pub fn run(kind: Kind, arguments: &Arguments) -> Result<(), Failure> {
    let rate = random_rate()?;
    if !arguments.json {
        input::print_line(&format!(
            "{kind}; this core makes {} random moves/s of plain 2048",
            grouped(rounded(rate, 2))
        ))?;
        input::print(HEADINGS.as_bytes())?;
    }
    if !arguments.all {
        let (name, mode) = arguments.changes.mode(&arguments.source)?;
        return print(&measure(&name, &mode, kind, arguments)?, arguments.json, rate);
    }
    let mut rows = Vec::new();
    each_mode(|name, mode, bar| {
        let row = measure(name, mode, kind, arguments)?;
        bar.suspend(|| print(&row, arguments.json, rate))?;
        rows.push(row);
        Ok(())
    })?;
    match arguments.json {
        true => Ok(()),
        false => input::print_line(&summary(&rows)),
    }
}

/// Returns the random moves of plain 2048 a second, the speed of this core.
fn random_rate() -> Result<f64, Failure> {
    let rules = Mode::from_raw(Raw::classic(4, 4)).compile().map_err(Failure::result)?;
    let mut play = rules.random_play_direct(1).map_err(Failure::result)?;
    play.run(200_000, u64::MAX).map_err(Failure::result)?;
    let watch = Stopwatch::start();
    let before = play.tally().moves;
    while watch.elapsed() < Duration::from_millis(100) {
        play.run(100_000, u64::MAX).map_err(Failure::result)?;
    }
    Ok((play.tally().moves - before) as f64 / watch.elapsed().as_secs_f64())
}

/// The results of the games of one mode.
struct Row {
    name: String,
    comparison: Comparison,
    /// The number of simulated turns. With the processor time of the player's games, it gives the
    /// cost.
    simulated: u64,
    time: Duration,
}

/// Plays pairs of games, one of the player and one at random.
fn measure(name: &str, mode: &Mode, kind: Kind, arguments: &Arguments) -> Result<Row, Failure> {
    let fail = |error: &dyn fmt::Display| Failure::input(format!("{name}: {error}"));
    let rules = arguments.rules(mode).map_err(|error| fail(&error))?;
    let engine = &mut rules.engine().map_err(|error| fail(&error))?;
    let mut value = learned(kind, engine.rules().mode(), arguments.weights.as_deref())?;
    let mut row =
        Row { name: name.to_owned(), comparison: Comparison::default(), simulated: 0, time: Duration::ZERO };
    let pairs = arguments.games.unwrap_or(PAIRS);
    let limit = arguments.seconds.unwrap_or(Duration::MAX);
    let bar = progress::bar(if arguments.all { 0 } else { pairs as usize });
    bar.set_message(name.to_owned());
    let whole = Stopwatch::start();
    for pair in 0..pairs {
        if pair > 0 && whole.elapsed() >= limit {
            break;
        }
        let seed = arguments.seed.wrapping_add(pair);
        let other = play_game(engine, &mut RandomPlayer::new(!seed), seed, arguments.max_turns);
        let watch = Stopwatch::start();
        let most = arguments.max_turns;
        let (game, simulated) = match (kind, &mut value) {
            (Kind::Rollouts(turns), _) => play(engine, RolloutPlayer::new(turns, seed), seed, most),
            (Kind::Learned, Some(value)) => play(engine, LearnedPlayer::new(value, seed), seed, most),
            (Kind::Search(nodes), Some(value)) => {
                play(engine, SearchPlayer::new(value, nodes, u32::MAX, seed), seed, most)
            }
            (Kind::Guided(turns), Some(value)) => {
                play(engine, GuidedPlayer::new(value, turns, seed), seed, most)
            }
            _ => play(engine, RandomPlayer::new(seed), seed, most),
        }
        .map_err(|error| fail(&error))?;
        row.time += watch.elapsed();
        row.simulated += simulated;
        row.comparison.add(game, other.map_err(|error| fail(&error))?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(row)
}

/// Returns the learned value of a mode, from a file or the program, for players that need it.
pub fn learned(kind: Kind, mode: &Raw, file: Option<&Path>) -> Result<Option<LearnedValue>, Failure> {
    match (kind, file) {
        (Kind::Random | Kind::Rollouts(_), _) => Ok(None),
        (Kind::Learned | Kind::Search(_) | Kind::Guided(_), Some(file)) => {
            weights::of_file(file, mode).map(Some)
        }
        (Kind::Learned | Kind::Search(_) | Kind::Guided(_), None) => {
            weights::built_in(mode).map(Some).ok_or(Failure::input(weights::NEEDED))
        }
    }
}

/// Plays a game. Returns its outcome and the number of simulated turns.
fn play(
    engine: &mut Engine,
    mut player: impl Player,
    seed: u64,
    most_turns: u64,
) -> Result<(Outcome, u64), TurnError> {
    let outcome = play_game(engine, &mut player, seed, most_turns)?;
    Ok((outcome, player.simulated()))
}

const HEADINGS: &str =
    "mode                           pairs         score     at random    doublings     better  \
    chance     won   turns     simulated   core s\n";

impl Row {
    fn is_better(&self) -> bool {
        self.comparison.chance_by_luck() <= SURE
    }

    /// Returns the advantage, in doublings, with its standard error.
    fn doublings(&self) -> String {
        let mark = if self.comparison.by_score() { "" } else { "t" };
        match self.comparison.standard_error() {
            Some(error) => format!("{:.2}±{error:.2}{mark}", self.comparison.doublings()),
            None => format!("{:.2}{mark}", self.comparison.doublings()),
        }
    }

    fn line(&self) -> String {
        let own = || self.comparison.games();
        let (better, worse) = self.comparison.better_and_worse();
        let failed = own().filter(|game| game.failed).count();
        let mut line = format!(
            "{:<30} {:>5} {:>13} {:>13} {:>12} {:>10} {:>7.4} {:>6.1}% {:>7.1} {:>13} {:>8.2}",
            self.name,
            self.comparison.pairs(),
            shown(mean(own().map(|game| game.score))),
            shown(mean(self.comparison.others().map(|game| game.score))),
            self.doublings(),
            format!("{better} of {}", better + worse),
            self.comparison.chance_by_luck(),
            100.0 * share(own(), |game| game.won),
            mean(own().map(|game| game.turns as f64)).unwrap_or_default(),
            grouped(self.simulated as f64),
            self.time.as_secs_f64(),
        );
        let cut = |games: &mut dyn Iterator<Item = &Outcome>| games.filter(|game| !game.ended).count();
        let (cut, cut_at_random) = (cut(&mut own()), cut(&mut self.comparison.others()));
        if cut + cut_at_random > 0 {
            let cut = counted(cut as f64, "game");
            line.push_str(&format!("\n  {cut} cut at --max-turns, {cut_at_random} at random"));
        }
        if failed > 0 {
            line.push_str(&format!("\n  {} failed", counted(failed as f64, "game")));
        }
        line
    }

    fn machine(&self, rate: f64) -> Value {
        let number = |number: f64| Value::Number(number);
        let optional = |mean: Option<f64>| mean.map_or(Value::Null, Value::Number);
        let (own, others) = (|| self.comparison.games(), || self.comparison.others());
        let (better, worse) = self.comparison.better_and_worse();
        object([
            ("mode", self.name.as_str().into()),
            ("pairs", number(self.comparison.pairs() as f64)),
            ("score", optional(mean(own().map(|game| game.score)))),
            ("score_error", optional(error(own().map(|game| game.score)))),
            ("score_at_random", optional(mean(others().map(|game| game.score)))),
            ("compared_by", if self.comparison.by_score() { "score" } else { "turns" }.into()),
            ("doublings", number(self.comparison.doublings())),
            ("doublings_error", optional(self.comparison.standard_error())),
            ("better", number(better as f64)),
            ("worse", number(worse as f64)),
            ("chance_by_luck", number(self.comparison.chance_by_luck())),
            ("won", number(share(own(), |game| game.won))),
            ("won_at_random", number(share(others(), |game| game.won))),
            ("cut", number(share(own(), |game| !game.ended))),
            ("failed", number(share(own(), |game| game.failed))),
            ("turns", optional(mean(own().map(|game| game.turns as f64)))),
            ("turns_at_random", optional(mean(others().map(|game| game.turns as f64)))),
            ("turns_simulated", number(self.simulated as f64)),
            ("core_seconds", number(self.time.as_secs_f64())),
            ("random_moves_per_second", number(rate.round())),
        ])
    }
}

fn print(row: &Row, as_json: bool, rate: f64) -> Result<(), Failure> {
    input::print_line(&if as_json { json::write(&row.machine(rate)) } else { row.line() })
}

fn summary(rows: &[Row]) -> String {
    let better = rows.iter().filter(|row| row.is_better()).count();
    let doublings = mean(rows.iter().map(|row| row.comparison.doublings())).unwrap_or_default();
    let seconds: f64 = rows.iter().map(|row| row.time.as_secs_f64()).sum();
    format!(
        "{}: better than random play in {better} (by luck in less than {SURE}), {doublings:.2} doublings in the \
         mean, {seconds:.0} core seconds",
        counted(rows.len() as f64, "mode"),
    )
}

/// Returns the mean of numbers, if there are any.
pub fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

/// Returns the standard error of the mean of two numbers or more.
pub fn error(numbers: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let own = mean(numbers.clone())?;
    let count = numbers.clone().count() as f64;
    let squares: f64 = numbers.map(|number| (number - own) * (number - own)).sum();
    (count > 1.0).then(|| (squares / (count - 1.0) / count).sqrt())
}

/// Returns the share of the games that meet a condition.
fn share<'g>(games: impl Iterator<Item = &'g Outcome>, is: impl Fn(&Outcome) -> bool) -> f64 {
    mean(games.map(|game| f64::from(u8::from(is(game))))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named() {
        for (text, kind) in [
            ("random", Kind::Random),
            ("rollouts:2000", Kind::Rollouts(2000)),
            ("learned", Kind::Learned),
            ("learned:300", Kind::Search(300)),
            ("guided:50", Kind::Guided(50)),
        ] {
            assert_eq!(text.parse(), Ok(kind));
            assert_eq!(kind.to_string(), text);
        }
        for text in ["", "rollouts", "rollouts:", "rollouts:0", "rollouts:x", "learned:0", "guided:", "best"]
        {
            assert!(text.parse::<Kind>().is_err(), "{text}");
        }
    }

    #[test]
    fn means_have_errors() {
        assert_eq!((mean([].into_iter()), error([1.0].into_iter())), (None, None));
        assert_eq!((mean([1.0, 3.0].into_iter()), error([1.0, 3.0].into_iter())), (Some(2.0), Some(1.0)));
    }
}
