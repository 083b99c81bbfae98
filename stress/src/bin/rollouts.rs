//! Long comparisons: plays the built-in modes, and mixtures of delicate rules, with and
//! without memory, alone and in batches, and compares every field of the games.
//!
//! The command `rollouts [SECONDS] [NAME…]` plays the modes of these names, or all of them,
//! for this number of seconds each (10, if it is left out), in another order of random
//! numbers for every round; `mixed` is the name of the mixtures. The tests do the same with
//! short games; this finds faults that occur late in long ones. Stops at the first
//! difference.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use polymerge::catalogue;
use polymerge_rules::{Direct, Limits, MemoryLimits, Rng, Ruleset};
use stress::mixed;
use stress::rollout::{compare, compare_batch, of_few_lines};

/// Directions pressed in a round.
const PRESSES: usize = 1500;
/// The most bytes that a mode is mixed from; few are needed.
const MIXED_OF: usize = 600;
/// Games of a batch, and its steps in a round.
const BATCH: (usize, usize) = (9, PRESSES / 4);

/// The name of the mixtures as an argument.
const MIXED: &str = "mixed";

/// Plays mixed modes, each for a round.
fn play_mixed(time: Duration) {
    let (begin, mut moves, mut modes) = (Instant::now(), 0, 0);
    while begin.elapsed() < time {
        moves += mixed::compare_mixed_games(&stress::random_bytes(modes, MIXED_OF), PRESSES / 10);
        modes += 1;
    }
    println!("{MIXED}: {modes} modes, {moves} moves");
}

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = arguments.first().and_then(|first| first.parse().ok());
    if seconds.is_some() {
        arguments.remove(0);
    }
    let time = Duration::from_secs(seconds.unwrap_or(10));
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|own| name.starts_with(own));
    let modes: Vec<_> = catalogue::modes().filter(|mode| wanted(mode.name())).collect();
    if wanted(MIXED) {
        play_mixed(time);
    }
    if modes.is_empty() && !wanted(MIXED) {
        eprintln!("there is no built-in mode of that name");
        return ExitCode::FAILURE;
    }
    for mode in modes {
        let rules = mode.read().map(|file| Ruleset::compile(file.mode, Limits::default()));
        let Ok(Ok(rules)) = rules else {
            eprintln!("{}: it can't be compiled", mode.name());
            return ExitCode::FAILURE;
        };
        let (begin, mut moves, mut rounds) = (Instant::now(), 0, 0);
        while begin.elapsed() < time {
            let few = MemoryLimits { lines: 300, tests: 700 };
            moves += compare(&rules, &Rng::new(rounds), PRESSES, MemoryLimits::default());
            moves += compare(&rules, &Direct(Rng::new(rounds)), PRESSES, few);
            moves += compare(&rules, &Direct(Rng::new(!rounds)), PRESSES, of_few_lines());
            moves += compare(&rules, &Rng::new(rounds), PRESSES / 4, MemoryLimits::none());
            compare_batch(&rules, rounds, BATCH.0, BATCH.1);
            rounds += 1;
        }
        println!("{}: {rounds} rounds, {moves} moves", mode.name());
    }
    ExitCode::SUCCESS
}
