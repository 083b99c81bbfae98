//! Playing plain 2048 at random, beside a program that knows nothing else.
//!
//! Not a harness of repeated small calls: whole games are played, in slices
//! taken in turn by both sides, and the best slice of each side counts, in
//! time of the processor. Printed with every speed are the moves of a game and
//! the mean score, which show that a side plays by the rules: 118.4 and 1095.

use std::sync::Arc;

use benches::limit;
use polymerge_modefile::catalogue;
use polymerge_rules::{Batch, Direct, MemoryLimits, Randomness, Rng, Rollout, Ruleset, Screen};

/// The number of slices that each side plays.
const SLICES: usize = 12;
const GAMES: u64 = 2_000;

/// The sums over the games of a side.
#[derive(Clone, Copy, Default)]
struct Played {
    games: u64,
    moves: u64,
    points: f64,
}

/// Seconds of processor time this process has used.
fn cpu_seconds() -> f64 {
    benches::cpu_time().as_secs_f64()
}

/// A side: its name, and the function that plays a number of games.
type Side = (&'static str, Box<dyn FnMut(u64) -> Played>);

fn limit_side() -> Side {
    let tables = limit::Tables::default();
    let mut game = limit::Game::new(0x9E37_79B9);
    (
        "limit: hand-written row tables",
        Box::new(move |games| {
            let mut played = Played::default();
            while played.games < games {
                let mut left = 0b1111_u32;
                while left != 0 {
                    let direction = (game.random() >> 62) as u32;
                    if left >> direction & 1 == 0 {
                        continue;
                    }
                    if game.play(&tables, direction) {
                        played.moves += 1;
                        left = 0b1111;
                    } else {
                        left &= !(1 << direction);
                    }
                }
                played.games += 1;
                played.points += game.score as f64;
                game.restart();
            }
            played
        }),
    )
}

fn rollout_side(name: &'static str, rules: &Arc<Ruleset>, memory: MemoryLimits, share: u64) -> Side {
    let mut random = Direct(Rng::new(7));
    let mut policy = Rng::new(8);
    let rollout = Rollout::new(Arc::clone(rules), &mut random, 0.0).expect("a game starts");
    let mut rollout = rollout.with_memory(memory);
    (
        name,
        Box::new(move |games| {
            let mut played = Played::default();
            while played.games < games.div_ceil(share) {
                let direction = (policy.next().unwrap_or(0.0) * 4.0) as usize;
                if !rollout.is_available(direction) {
                    continue;
                }
                played.moves += u64::from(rollout.play(direction, &mut random).expect("a turn"));
                match rollout.screen() {
                    Screen::Play => {}
                    Screen::Win => rollout.continue_after_win().expect("the game goes on"),
                    Screen::GameOver => {
                        played.games += 1;
                        played.points += rollout.score();
                        rollout.restart(&mut random).expect("a game starts");
                    }
                }
            }
            played
        }),
    )
}

fn batch_side(rules: &Arc<Ruleset>) -> Side {
    const LANES: usize = 64;
    let mut batch = Batch::direct(Arc::clone(rules), LANES, 7, 0.0).expect("games start");
    let mut policy = Rng::new(8);
    let mut actions = vec![0; LANES];
    (
        "batch of 64 games",
        Box::new(move |games| {
            let mut played = Played::default();
            while played.games < games {
                for (action, legal) in actions.iter_mut().zip(batch.available()) {
                    *action = loop {
                        let direction = (policy.next().unwrap_or(0.0) * 4.0) as u8;
                        if legal >> direction & 1 == 1 {
                            break direction;
                        }
                    };
                }
                batch.step(&actions).expect("turns");
                played.moves += batch.moved().iter().map(|moved| u64::from(*moved)).sum::<u64>();
                for (lane, over) in batch.over().iter().enumerate() {
                    if *over {
                        played.games += 1;
                        played.points += batch.final_scores()[lane];
                    }
                }
            }
            played
        }),
    )
}

fn main() {
    let file = catalogue::find("classic").expect("a built-in mode").read().expect("a mode file");
    let rules = Ruleset::compile(file.mode, polymerge_rules::Limits::default()).expect("the mode compiles");
    let mut sides = [
        limit_side(),
        rollout_side("one game, from modes/classic.jsonc", &rules, MemoryLimits::default(), 1),
        batch_side(&rules),
        rollout_side("one game, nothing remembered", &rules, MemoryLimits::none(), 20),
    ];
    let mut best = vec![0.0_f64; sides.len()];
    let mut total = vec![Played::default(); sides.len()];
    for slice in 0..=SLICES {
        for (side, (_, play)) in sides.iter_mut().enumerate() {
            let before = cpu_seconds();
            let played = play(GAMES);
            let speed = played.moves as f64 / (cpu_seconds() - before);
            // The first slice is for learning.
            if slice > 0 {
                best[side] = best[side].max(speed);
                total[side].games += played.games;
                total[side].moves += played.moves;
                total[side].points += played.points;
            }
        }
    }
    println!(
        "{:<40} {:>10} {:>8} {:>11} {:>10}",
        "plain 2048, random play", "M moves/s", "ratio", "moves/game", "score"
    );
    for (side, (name, _)) in sides.iter().enumerate() {
        let Played { games, moves, points } = total[side];
        let games = games as f64;
        println!(
            "{name:<40} {:>10.3} {:>8.3} {:>11.1} {:>10.1}",
            best[side] / 1e6,
            best[side] / best[0],
            moves as f64 / games,
            points / games
        );
    }
}
