//! The costs of looking ahead on plain 2048, beside those of a packed move: each figure is
//! the time of a look-ahead divided by that of a move in the same run.
//!
//! Positions of random games are read one after another. The best of some slices counts on
//! each side, in time of the processor.

use std::hint::black_box;
use std::sync::Arc;

use polymerge_modefile::catalogue;
use polymerge_rules::{
    Direct, Engine, Limits, Position, Randomness, Rng, Rollout, Ruleset, Screen, Spawn, Spawns,
};

const SLICES: usize = 12;
const LOOKS: usize = 400_000;

/// The nanoseconds that one of `LOOKS` takes.
fn nanoseconds(work: impl FnOnce()) -> f64 {
    let before = benches::cpu_time();
    work();
    (benches::cpu_time() - before).as_secs_f64() * 1e9 / LOOKS as f64
}

/// Positions of games played at random.
fn positions(engine: &mut Engine, count: usize) -> Vec<Position> {
    let mut random = Direct(Rng::new(5));
    let mut policy = Rng::new(6);
    let mut positions = Vec::new();
    let mut position = engine.start(&mut random).expect("a game starts");
    while positions.len() < count {
        let direction = (policy.next().unwrap_or(0.0) * 4.0) as usize;
        if position.is_available(direction) {
            engine.play(&mut position, direction, &mut random).expect("a turn");
        }
        match position.screen() {
            Screen::Play => positions.push(position.clone()),
            _ => position = engine.start(&mut random).expect("a game starts"),
        }
    }
    positions
}

/// A tile that may spawn after a move of each of some positions, by their place.
fn spawns(engine: &mut Engine, known: &[Position]) -> Vec<(usize, usize, Spawn)> {
    let mut spawns = Vec::new();
    for (place, position) in known.iter().enumerate() {
        for direction in (0..4).filter(|direction| position.is_available(*direction)) {
            let after = engine.afterstate(position, direction).expect("a turn").expect("no other chance");
            if let Spawns::Exact(own) = engine.spawns(&after).expect("a position of this engine") {
                spawns.extend(own.into_iter().next().map(|spawn| (place, direction, spawn)));
            }
        }
    }
    spawns
}

fn moves(rollout: &mut Rollout, random: &mut Direct<Rng>, policy: &mut Rng) {
    let mut made = 0;
    while made < LOOKS {
        let direction = (policy.next().unwrap_or(0.0) * 4.0) as usize;
        if rollout.is_available(direction) {
            made += usize::from(rollout.play(direction, random).expect("a turn"));
        }
        if rollout.screen() != Screen::Play {
            rollout.restart(random).expect("a game starts");
        }
    }
}

fn main() {
    let file = catalogue::find("classic").expect("a built-in mode").read().expect("a mode file");
    let rules = Ruleset::compile(file.mode, Limits::default()).expect("the mode compiles");
    let mut engine = Engine::new(Arc::clone(&rules), 0.0);
    let known = positions(&mut engine, 1_000);
    let mut random = Direct(Rng::new(7));
    let mut policy = Rng::new(8);
    let mut rollout = Rollout::new(Arc::clone(&rules), &mut random, 0.0).expect("a game starts");
    let names = [
        "a move of a game",
        "a fork and a move on it",
        "the directions that are legal",
        "an afterstate",
        "an afterstate and its spawns",
        "a fork of which a tile is chosen",
        "a board read as kinds",
    ];
    let spawns = spawns(&mut engine, &known);
    let mut cells = [0; 16];
    let mut best = [f64::INFINITY; 7];
    for _ in 0..=SLICES {
        let times = [
            nanoseconds(|| moves(&mut rollout, &mut random, &mut policy)),
            nanoseconds(|| {
                for look in 0..LOOKS {
                    let mut fork = known[look % known.len()].clone();
                    // One that is blacked out is refused.
                    let _ = black_box(engine.play(&mut fork, look & 3, &mut random));
                }
            }),
            nanoseconds(|| {
                for look in 0..LOOKS {
                    let _ = black_box(engine.legal(&known[look % known.len()]));
                }
            }),
            nanoseconds(|| {
                for look in 0..LOOKS {
                    let _ = black_box(engine.afterstate(&known[look % known.len()], look & 3));
                }
            }),
            nanoseconds(|| {
                for look in 0..LOOKS {
                    let after = engine.afterstate(&known[look % known.len()], look & 3);
                    if let Ok(Some(after)) = after {
                        let _ = black_box(engine.spawns(&after));
                    }
                }
            }),
            nanoseconds(|| {
                for look in 0..LOOKS {
                    let (place, direction, spawn) = &spawns[look % spawns.len()];
                    let mut fork = known[*place].clone();
                    let _ = black_box(engine.play_spawn(&mut fork, *direction, spawn, &mut random));
                }
            }),
            nanoseconds(|| {
                for look in 0..LOOKS {
                    let _ = black_box(engine.read_kinds(&known[look % known.len()], &mut cells));
                }
            }),
        ];
        for (best, time) in best.iter_mut().zip(times) {
            *best = best.min(time);
        }
    }
    for (name, time) in names.iter().zip(best) {
        println!("{name:<32} {time:>8.1} ns {:>8.2} moves", time / best[0]);
    }
    println!("{:<32} {:>8} bytes", "a position", size_of::<Position>());
    let mut one = 0.0_f64;
    let looks = 2_000;
    for _ in 0..3 {
        let before = benches::cpu_time();
        for look in 0..looks {
            let game = engine.game(&known[look % known.len()]).expect("a position of this engine");
            let mut rollout = Rollout::from_game(game, 0.0).expect("0 is a moment");
            let _ = black_box(rollout.play(look & 3, &mut random));
        }
        one = (benches::cpu_time() - before).as_secs_f64() * 1e9 / looks as f64;
    }
    println!("{:<32} {one:>8.1} ns {:>8.2} moves", "a rollout of the game alone", one / best[0]);
}
