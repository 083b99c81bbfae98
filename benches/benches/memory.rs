//! The memory of a game besides the rules that it shares with all others: the resident
//! memory of a `Batch` of many games after some moves, by game. The cache of lines is in
//! it.
//!
//! `cargo bench -p benches --bench memory -- 001 025` for these modes alone,
//! otherwise for those of the first page.

use std::process::Command;

use polymerge_modefile::catalogue::{self, BuiltInMode};
use polymerge_rules::{Batch, Limits, Randomness, Rng, Ruleset};
use stress::memory::resident;

const GAMES: usize = 50_000;
const MOVES: usize = 60;
const FIRST_PAGE: std::ops::RangeInclusive<u32> = 1..=40;

fn main() {
    if resident().is_none() {
        println!("the system does not tell how much memory a process takes");
        return;
    }
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let named = |entry: &BuiltInMode| match arguments.is_empty() {
        true => entry.number().is_some_and(|number| FIRST_PAGE.contains(&number)),
        false => arguments.iter().any(|name| entry.name().starts_with(name.as_str())),
    };
    match &catalogue::modes().filter(named).collect::<Vec<_>>()[..] {
        [entry] => {
            let rules = Ruleset::compile(entry.read().expect("a good file").mode, Limits::default());
            let [start, later] = bytes(rules.expect("a good mode"));
            println!("{:<32} {start:>6.0} {later:>6.0}", entry.name());
        }
        entries => {
            println!("bytes of each of {GAMES} games at the start, and after {MOVES} moves");
            // Each in a process of its own: what is freed is not given back.
            for entry in entries {
                let own = std::env::current_exe().expect("a program");
                Command::new(own).arg(entry.name()).status().expect("it runs");
            }
        }
    }
}

fn bytes(rules: std::sync::Arc<Ruleset>) -> [f64; 2] {
    let before = resident().unwrap_or_default();
    let since = || (resident().unwrap_or_default() - before) * f64::from(1 << 20) / GAMES as f64;
    let mut batch = Batch::direct(rules, GAMES, 7, 0.0).expect("games that start");
    let start = since();
    let mut policy = Rng::new(8);
    let mut actions = vec![0; GAMES];
    for _ in 0..MOVES {
        for (action, available) in actions.iter_mut().zip(batch.available()) {
            let place = policy.next().unwrap_or_default() * f64::from(available.count_ones());
            let higher = (0..place as u32).fold(*available, |left, _| left & (left - 1));
            *action = higher.trailing_zeros() as u8;
        }
        batch.step(&actions).expect("a turn");
    }
    [start, since()]
}
