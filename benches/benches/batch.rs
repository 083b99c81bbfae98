//! The costs of reading a batch, beside those of stepping it: the kinds of all cells and exact
//! masks, each in time of the processor for a game, and as a part of a step. The mode is plain
//! 2048, or that of the argument: `cargo bench --bench batch -- dive`.
//!
//! Every step is of a random legal direction, the choice of which is not measured. The
//! best of some slices counts for each part.

use std::hint::black_box;
use std::time::Duration;

use benches::cpu_time;
use polymerge_modefile::catalogue;
use polymerge_rules::{Batch, Feature, Limits, Randomness, Rng, Ruleset};

const GAMES: usize = 1_024;
const SLICES: usize = 12;
/// The time that a slice should take, for the steps of all games.
const SLICE: Duration = Duration::from_millis(300);
const PARTS: [&str; 6] =
    ["a step", "kinds", "masks", "kinds and masks", "logarithms of values", "final kinds"];

/// A random one of these directions, a bit for each.
fn any(legal: u64, policy: &mut Rng) -> u8 {
    let before = policy.next().unwrap_or_default() * f64::from(legal.count_ones());
    let higher = (0..before as u32).fold(legal, |left, _| left & left.wrapping_sub(1));
    higher.trailing_zeros() as u8
}

fn main() {
    let name = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let file = catalogue::find(name.as_deref().unwrap_or("classic"))
        .expect("a built-in mode")
        .read()
        .expect("a mode file");
    let rules = Ruleset::compile(file.mode, Limits::default()).expect("the mode compiles");
    let mut batch = Batch::direct(rules, GAMES, 7, 0.0).expect("games start");
    let mut policy = Rng::new(8);
    let cells = batch.cells();
    let (mut kinds, mut features) = (vec![0; cells * GAMES], vec![0.0; cells * GAMES]);
    let mut last = Vec::new();
    let (mut legal, mut actions) = (vec![0; GAMES], vec![0; GAMES]);
    batch.legal_into(&mut legal).expect("a mask for each game");
    let mut best = [f64::INFINITY; PARTS.len()];
    for slice in 0..=SLICES {
        let mut times = [Duration::ZERO; PARTS.len()];
        let mut steps = 0;
        while steps == 0 || times[0] < SLICE {
            steps += 1;
            for (action, legal) in actions.iter_mut().zip(&legal) {
                *action = any(*legal, &mut policy);
            }
            let mut mark = cpu_time();
            let mut since = |part: usize| {
                let now = cpu_time();
                times[part] += now - mark;
                mark = now;
            };
            batch.step(&actions).expect("a direction for each game");
            since(0);
            batch.kinds_into(black_box(&mut kinds)).expect("a place for each cell");
            since(1);
            batch.legal_into(black_box(&mut legal)).expect("a mask for each game");
            since(2);
            batch.feature_into(Feature::Log2, 0.0, black_box(&mut features)).expect("a place for each cell");
            since(4);
            last.resize(cells * batch.ended().len(), 0);
            batch.final_kinds_into(black_box(&mut last)).expect("a place for each cell");
            since(5);
        }
        times[3] = times[1] + times[2];
        // The first slice is for learning.
        for (best, time) in best.iter_mut().zip(times).filter(|_| slice > 0) {
            *best = best.min(time.as_secs_f64() * 1e9 / (GAMES * steps) as f64);
        }
    }
    for (name, time) in PARTS.iter().zip(best) {
        println!("{name:<24} {time:>8.1} ns {:>8.2} steps", time / best[0]);
    }
    println!("{:.0} steps with masks and kinds a second", 1e9 / (best[0] + best[3]));
}
