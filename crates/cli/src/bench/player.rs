//! `polymerge bench --player`: the strength of a player, and its cost.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use polymerge::advanced::rules::Mode as Raw;
use polymerge::calc::json;
use polymerge::{Mode, Value};
use polymerge_app::failure::Failure;
use polymerge_app::figures::{counted, rounded};
use polymerge_app::object::object;
use polymerge_app::{input, weights};
use polymerge_player::{Comparison, LearnedValue, Outcome, Player, Policy, play_game};

use super::{Arguments, each_mode, grouped, shown};
use crate::progress;
use crate::stopwatch::Stopwatch;

/// The pairs of games to play, by default.
const PAIRS: u64 = 20;

/// The largest chance of an accidental win at which a player counts as better.
const SURE: f64 = 0.01;

pub fn run(policy: Policy, arguments: &Arguments) -> Result<(), Failure> {
    let rate = random_rate()?;
    if !arguments.json {
        input::print_line(&format!(
            "{policy}; this core makes {} random moves/s of plain 2048",
            grouped(rounded(rate, 2))
        ))?;
        input::print(HEADINGS.as_bytes())?;
    }
    if !arguments.all {
        let (name, mode) = arguments.changes.mode(&arguments.source)?;
        return print(&measure(&name, &mode, policy, arguments)?, arguments.json, rate);
    }
    let mut rows = Vec::new();
    each_mode(|name, mode, bar| {
        let row = measure(name, mode, policy, arguments)?;
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
fn measure(name: &str, mode: &Mode, policy: Policy, arguments: &Arguments) -> Result<Row, Failure> {
    let fail = |error: &dyn fmt::Display| Failure::input(format!("{name}: {error}"));
    let rules = arguments.rules(mode).map_err(|error| fail(&error))?;
    let engine = &mut rules.engine().map_err(|error| fail(&error))?;
    let mut value = learned(policy, engine.rules().mode(), arguments.weights.as_deref())?;
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
        let most = arguments.max_turns;
        let mut random = Player::random(!seed);
        let other = play_game(engine, &mut random, seed, most).map_err(|error| fail(&error))?;
        let watch = Stopwatch::start();
        let mut player = policy.player(value.as_mut(), seed).ok_or(Failure::input(weights::NEEDED))?;
        let game = play_game(engine, &mut player, seed, most).map_err(|error| fail(&error))?;
        row.time += watch.elapsed();
        row.simulated += player.work();
        row.comparison.add(game, other);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(row)
}

/// Returns the learned value of a mode, from a file or the program, for players that need it.
pub fn learned(policy: Policy, mode: &Raw, file: Option<&Path>) -> Result<Option<LearnedValue>, Failure> {
    match file {
        _ if !policy.needs_value() => Ok(None),
        Some(file) => weights::of_file(file, mode).map(Some),
        None => weights::built_in(mode).map(Some).ok_or(Failure::input(weights::NEEDED)),
    }
}

const HEADINGS: &str = "mode                           pairs         score     at random    doublings     better  \
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
    fn means_have_errors() {
        assert_eq!((mean([].into_iter()), error([1.0].into_iter())), (None, None));
        assert_eq!((mean([1.0, 3.0].into_iter()), error([1.0, 3.0].into_iter())), (Some(2.0), Some(1.0)));
    }
}
