//! Games of the facade on plain 2048, beside an engine in the same run: legal directions and
//! moves, with and without their events, and the check of a claim.
//!
//! The median of some slices counts on each side, in time of the processor.

use std::hint::black_box;

use polymerge::proof::{self, Claim, Moves};
use polymerge::{Game, Mode, Randomness, Rng, Rules};

const SLICES: usize = 9;
const MOVES: usize = 60_000;

/// Chooses one of these directions.
fn choose(legal: &[usize], policy: &mut Rng) -> Option<usize> {
    let place = (policy.next().unwrap_or(0.0) * legal.len() as f64) as usize;
    legal.get(place).copied()
}

/// Plays games at random, and gives `read` each turn.
fn games(rules: &Rules, moves: usize, policy: &mut Rng, mut read: impl FnMut(&Game, polymerge::Turn)) {
    let mut seed = 0;
    let mut game = rules.start(seed).expect("a game starts");
    for _ in 0..moves {
        match choose(&game.legal().expect("legal directions"), policy) {
            Some(direction) => {
                let turn = game.play(direction).expect("a turn");
                read(&game, turn);
            }
            None => {
                seed += 1;
                game = rules.start(seed).expect("a game starts");
            }
        }
    }
}

/// Plays the same games by an engine.
fn engine(rules: &Rules, moves: usize, policy: &mut Rng) {
    let mut engine = rules.engine().expect("an engine");
    let mut random = Rng::new(0);
    let mut position = engine.start(&mut random).expect("a game starts");
    let mut legal = Vec::new();
    for _ in 0..moves {
        let bits = engine.legal(&position).expect("legal directions");
        legal.clear();
        legal.extend((0..4).filter(|direction| bits >> direction & 1 == 1));
        match choose(&legal, policy) {
            Some(direction) => {
                black_box(engine.play(&mut position, direction, &mut random).expect("a turn"));
            }
            None => position = engine.start(&mut random).expect("a game starts"),
        }
    }
}

/// The first moves of a long game.
fn long_game(rules: &Rules, moves: usize) -> (u64, Vec<usize>) {
    for seed in 0.. {
        let mut game = rules.start(seed).expect("a game starts");
        let mut made = Vec::new();
        // Down, left, right, up: the first one that moves something.
        while let Some(&direction) =
            [1, 2, 3, 0].iter().find(|own| game.legal().expect("legal").contains(own))
        {
            game.play(direction).expect("a turn");
            made.push(direction);
            if made.len() == moves {
                return (seed, made);
            }
        }
    }
    unreachable!("some game is long")
}

/// The median of the nanoseconds of a step.
fn median(steps: usize, mut work: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..SLICES)
        .map(|_| {
            let before = benches::cpu_time();
            work();
            (benches::cpu_time() - before).as_secs_f64() * 1e9 / steps as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[SLICES / 2]
}

fn main() {
    let rules = Mode::built_in("2048").and_then(|mode| mode.compile()).expect("a built-in mode");
    let policy = &mut Rng::new(8);
    let (seed, moves) = long_game(&rules, 300);
    let moves: Vec<u8> = moves.into_iter().map(|own| own as u8).collect();
    let claim = Claim { score: 0.0, count: Some(moves.len()) };
    let moves = Moves { directions: 4, exact: true, moves };
    let rows = [
        ("legal directions and a move of an engine", median(MOVES, || engine(&rules, MOVES, policy))),
        ("of a game", median(MOVES, || games(&rules, MOVES, policy, |_, _| ()))),
        (
            "of a game whose state is read",
            median(MOVES / 10, || {
                games(&rules, MOVES / 10, policy, |game, _| drop(black_box(game.state().grid())));
            }),
        ),
        (
            "of a game whose events are read",
            median(MOVES / 10, || {
                games(&rules, MOVES / 10, policy, |_, turn| {
                    black_box(turn.events.len());
                });
            }),
        ),
        (
            "a move of a claim that is checked",
            median(moves.moves.len() * 10, || {
                for _ in 0..10 {
                    black_box(proof::verify(&rules, seed, &moves, &claim).expect("a game").holds);
                }
            }),
        ),
    ];
    let engine = rows[0].1;
    for (name, time) in rows {
        println!(
            "{name:<44} {time:>8.0} ns {:>10.0} a second {:>6.3} of the engine",
            1e9 / time,
            engine / time
        );
    }
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load {}", load.split(' ').next().unwrap_or("unknown"));
}
