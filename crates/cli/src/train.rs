//! `polymerge train`: learns to play a mode by playing it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use polymerge::Engine;
use polymerge_app::changes::Changes;
use polymerge_app::failure::Failure;
use polymerge_app::source::Source;
use polymerge_app::{input, signals, weights};
use polymerge_player::{Lambda, LearnError, Reward, Trainer, Training, choose_reward};

use crate::bench;
use crate::output::Replacing;
use crate::stopwatch::Stopwatch;

/// Learn to play a mode by playing it
///
/// Which cells belong together and which turns and mirrors of the grid change nothing is
/// found from the mode itself; then games are played, and what boards are worth is learned
/// from how they go on. The file serves polymerge hint and polymerge bench --player.
/// A mode, a seed and a number of moves give one file on every machine. Times are
/// processor times.
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge train 2048 --out 2048.weights --time 600
  polymerge train 2048 --resume 2048.weights --out 2048.weights --time 600   replaces its file
  polymerge train dive --out dive.weights --time 60 --size 150K
  polymerge train 2048 --out 2048.weights --goal           hints then tell the chance to win
  polymerge train 2048 --resume 2048.weights --moves 0 --size 2M --out small.weights
  polymerge bench 2048 --player learned --weights 2048.weights --games 100")]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    /// The file for the learned weights; written every minute, at the end, and when
    /// Ctrl-C stops the command (not on Windows)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    replacing: Replacing,
    /// Continue with the weights of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["reward", "seed", "goal", "restarts", "lambda"])]
    resume: Option<PathBuf>,
    /// How long to learn, in seconds of processor time (60 if there is no other limit)
    #[arg(long, value_name = "SECONDS", value_parser = bench::seconds)]
    time: Option<Duration>,
    /// Stop after this many games in all
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Stop after this many further moves
    #[arg(long, value_name = "N")]
    moves: Option<u64>,
    /// Memory for weights, such as 64M or 1G
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = bytes)]
    memory: usize,
    /// At the end, write a file of about this size at most, such as 150K: the weights that
    /// matter most. Learning can't go on from it
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    size: Option<usize>,
    /// What to predict, points or turns; auto tries both first, each for a twentieth of the time or moves
    #[arg(long, value_enum, default_value_t)]
    reward: RewardChoice,
    /// Learn the chance to reach the goal, too, so that polymerge hint can tell it; that takes
    /// half of the memory
    #[arg(long)]
    goal: bool,
    /// Start further games in the middle of each game, so that more is learned about late positions
    #[arg(long)]
    restarts: bool,
    /// The λ of TD(λ): the weight of later boards in what a board is learned towards; by the size
    /// of the patterns if left out
    #[arg(long, value_enum)]
    lambda: Option<LambdaChoice>,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// A weight of later boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LambdaChoice {
    #[value(name = "0")]
    Zero,
    #[value(name = "0.5")]
    Half,
}

impl From<LambdaChoice> for Lambda {
    fn from(choice: LambdaChoice) -> Lambda {
        match choice {
            LambdaChoice::Zero => Lambda::Zero,
            LambdaChoice::Half => Lambda::Half,
        }
    }
}

/// The quantity that the weights predict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum RewardChoice {
    #[default]
    Auto,
    Points,
    Turns,
}

/// The time between two reports, and between two saves of the weights.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);
const SAVE_INTERVAL: Duration = Duration::from_secs(60);
/// The approximate time to learn before the clock is read again.
const STEP: Duration = Duration::from_millis(200);

/// Parses a number of bytes, with K, M or G for powers of 1024.
fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = match text.strip_suffix(['K', 'M', 'G']) {
        Some(number) => (
            number,
            if text.ends_with('K') {
                10
            } else if text.ends_with('M') {
                20
            } else {
                30
            },
        ),
        None => (text, 0),
    };
    let number: usize = number.parse().map_err(|_| "must be a number, such as 150K".to_owned())?;
    let bytes = number.checked_shl(unit).filter(|bytes| bytes >> unit == number);
    bytes.filter(|bytes| *bytes > 0).ok_or("must be above 0 and not that large".into())
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (name, mode) = arguments.changes.mode(&arguments.source)?;
    let rules = mode.compile().and_then(|rules| rules.drawn(arguments.seed));
    let engine = &mut rules
        .and_then(|rules| rules.engine())
        .map_err(|error| Failure::input(format!("{name}: {error}")))?;
    // Weights that are gone on with are meant to be replaced.
    let goes_on = arguments.resume.as_ref().is_some_and(|file| is_same_file(file, &arguments.out));
    if !goes_on {
        arguments.replacing.check(&arguments.out)?;
    }
    let mut trainer = begin(&name, engine, arguments)?;
    // What was learned in another run is not lost because this one is stopped at once.
    let may_replace = !arguments.out.exists() || goes_on;
    let asked_to_end = signals::asked_to_end()?;
    input::print_line("     time        games          moves     moves/s   mean score   mean turns     won")?;
    let file = arguments.out.display();
    match learn(&mut trainer, engine, arguments, &asked_to_end)? {
        End::Reached => {}
        End::Stopped { kept } if kept || may_replace => {
            keep(&arguments.out, &trainer.to_file())?;
            let how = format!("--resume {file}, without --reward, --seed, --goal, --restarts and --lambda");
            return Err(Failure::result(format!("stopped; to continue from what was learned: {how}")));
        }
        End::Stopped { .. } => {
            return Err(Failure::result(format!("stopped in the first minute; {file} stays as it was")));
        }
    }
    match arguments.size {
        None => keep(&arguments.out, &trainer.to_file()),
        Some(size) => keep(&arguments.out, &trainer.value().to_file(size)),
    }
}

/// Returns the trainer: of the file to continue from, or a new one.
fn begin(name: &str, engine: &mut Engine, arguments: &Arguments) -> Result<Trainer, Failure> {
    if let Some(file) = &arguments.resume {
        let bytes = weights::read(file)?;
        let trainer = Trainer::of_file(&bytes, engine.rules().mode(), arguments.memory);
        return trainer.map_err(|error| Failure::input(format!("{}: {error}", file.display())));
    }
    let fail = |error: LearnError| Failure::input(format!("{name}: {error}"));
    let training = Training {
        seed: arguments.seed,
        memory: arguments.memory,
        goal: arguments.goal,
        restarts: arguments.restarts,
        lambda: arguments.lambda.map(Lambda::from),
        ..Training::default()
    };
    let reward = match arguments.reward {
        RewardChoice::Points => Reward::Points,
        RewardChoice::Turns => Reward::Turns,
        RewardChoice::Auto => {
            let moves = match (arguments.moves, arguments.time) {
                (Some(moves), None) => moves / 20,
                (_, time) => moves_in(time.unwrap_or(SAVE_INTERVAL) / 20, engine, &training).map_err(fail)?,
            };
            let reward = choose_reward(engine, &training, moves.max(1)).map_err(fail)?;
            input::print_line(&format!(
                "predicts {}, which was better after {moves} moves with each reward (--reward)",
                reward.name()
            ))?;
            reward
        }
    };
    let trainer = Trainer::new(engine, &Training { reward, ..training }).map_err(fail)?;
    input::print_line(&format!("{name}: {}", trainer.value()))?;
    Ok(trainer)
}

/// Estimates the moves that are learned in a time, at the speed of a beginner.
fn moves_in(time: Duration, engine: &mut Engine, training: &Training) -> Result<u64, LearnError> {
    let mut trainer = Trainer::new(engine, &Training { memory: training.memory / 8, ..training.clone() })?;
    let watch = Stopwatch::start();
    while watch.elapsed() < time / 10 {
        trainer.run(engine, 100)?;
    }
    let speed = trainer.progress().moves as f64 / watch.elapsed().as_secs_f64().max(1e-3);
    Ok((speed * time.as_secs_f64()) as u64)
}

/// The reason why learning has ended.
enum End {
    /// The limit of time or moves is reached.
    Reached,
    /// The program was asked to end; `kept` is true if weights were saved.
    Stopped { kept: bool },
}

/// Learns until a limit is reached, or the program is asked to end. Reports the progress and saves
/// the weights on the way.
fn learn(
    trainer: &mut Trainer,
    engine: &mut Engine,
    arguments: &Arguments,
    asked_to_end: &AtomicBool,
) -> Result<End, Failure> {
    let endless = arguments.moves.is_none() && arguments.games.is_none();
    let time = arguments.time.unwrap_or(if endless { SAVE_INTERVAL } else { Duration::MAX });
    let first = trainer.progress().moves;
    let (mut said, mut kept) = ((Duration::ZERO, first), Duration::ZERO);
    let watch = Stopwatch::start();
    let mut step = 100;
    loop {
        let (games, moves) = trainer.made();
        let now = watch.elapsed();
        let left = arguments.moves.map_or(u64::MAX, |most| most.saturating_sub(moves - first));
        let is_done = left == 0 || now >= time || arguments.games.is_some_and(|most| games >= most);
        let is_stopped = !is_done && asked_to_end.load(Ordering::Relaxed);
        let is_over = is_done || is_stopped;
        if is_over || now - said.0 >= REPORT_INTERVAL {
            let speed = (moves - said.1) as f64 / (now - said.0).as_secs_f64().max(1e-9);
            say(trainer, now, speed)?;
            said = (now, moves);
        }
        if is_over {
            let kept = !kept.is_zero();
            return Ok(if is_stopped { End::Stopped { kept } } else { End::Reached });
        }
        if now - kept >= SAVE_INTERVAL {
            keep(&arguments.out, &trainer.to_file())?;
            kept = now;
        }
        let before = watch.elapsed();
        trainer.run(engine, step.min(left)).map_err(Failure::result)?;
        let taken = (watch.elapsed() - before).as_secs_f64().max(1e-6);
        let made = trainer.made().1 - moves;
        step = ((made as f64 / taken * STEP.as_secs_f64()) as u64).max(1);
    }
}

fn say(trainer: &Trainer, time: Duration, speed: f64) -> Result<(), Failure> {
    let progress = trainer.progress();
    input::print_line(&format!(
        "{:>7.1} s {:>12} {:>14} {:>11} {:>12} {:>12.1} {:>6.1}%",
        time.as_secs_f64(),
        bench::grouped(progress.games as f64),
        bench::grouped(progress.moves as f64),
        bench::grouped(speed),
        bench::shown(Some(progress.score)),
        progress.turns,
        100.0 * progress.won,
    ))
}

/// Writes weights. Earlier weights of this training are replaced.
fn keep(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Replacing::ALLOWED.write(file, bytes)
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |file: &Path| file.canonicalize().ok();
    real(one).is_some_and(|found| real(other) == Some(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, expected) in [("7", 7), ("150K", 150 << 10), ("2M", 2 << 20), ("1G", 1 << 30)] {
            assert_eq!(bytes(text), Ok(expected));
        }
        for text in ["", "K", "0", "-1", "1.5M", "99999999999G", "1k"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
