//! Loads a running server with games of plain 2048, each of a thousand moves, and prints
//! the times of its answers: `load ADDRESS [CLIENTS [SECONDS [GAMES [FILE]]]]`. To make the games takes
//! longer than to hand them in: those of a file that is there are read, and others written to it, for
//! further runs with empty databases.
//!
//! `load hostile [ADDRESS [SECONDS]]` attacks the server instead, and prints how honest players fare
//! meanwhile; it speaks for many addresses, so that the server has to run with `trusted_hops = 1`.
//!
//! `load ranked [ADDRESS [CLIENTS [SECONDS]]]` sends moves of ranked games on their way, with the same setting.
//!
//! The server's limits by client have to be out of the way (docs/scores.md has the command).

#![allow(clippy::print_stdout)]

#[path = "../tests/common/client.rs"]
mod client;
#[path = "load/hostile.rs"]
mod hostile;
#[path = "load/ranked.rs"]
mod ranked;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use client::Client;
use polymerge::{Engine, Mode, Position, Rng, Screen, proof};
use polymerge_server::source::limits;
use serde_json::json;

/// Moves of each game.
const MOVES: usize = 1_000;

/// Moves after which a game is kept, to go back there.
const KEPT: usize = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let kind = arguments.first().filter(|first| ["hostile", "ranked"].contains(&first.as_str())).cloned();
    arguments.drain(..usize::from(kind.is_some()));
    let number = |place: usize, default: usize| arguments.get(place).map_or(Ok(default), |text| text.parse());
    let address: SocketAddr = arguments.first().map_or("127.0.0.1:8048", String::as_str).parse()?;
    match kind.as_deref() {
        Some("hostile") => return hostile::run(address, number(1, 30)? as u64),
        Some(_) => return ranked::run(address, number(1, 64)?, number(2, 15)? as u64),
        None => {}
    }
    let (clients, seconds, most) = (number(1, 16)?, number(2, 20)?, number(3, 8_000)?);

    let start = Instant::now();
    let games = kept_games(most, arguments.get(4))?;
    println!("{} games of {MOVES} moves made in {:.0} s", games.len(), start.elapsed().as_secs_f64());

    let next = AtomicUsize::new(0);
    let (start, end) = (Instant::now(), Duration::from_secs(seconds as u64));
    let of_clients: Vec<(Vec<Duration>, usize)> = std::thread::scope(|scope| {
        let client = || {
            let (mut times, mut errors) = (Vec::new(), 0);
            let Ok(mut client) = Client::connect(address) else { return (times, 1) };
            while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                if start.elapsed() > end {
                    break;
                }
                let asked = Instant::now();
                match client.ask("POST", "/v1/scores", game) {
                    Ok((201, _)) => times.push(asked.elapsed()),
                    Ok((status, text)) => {
                        errors += 1;
                        eprintln!("{status}: {text}");
                    }
                    Err(error) => {
                        errors += 1;
                        eprintln!("{error}");
                        break;
                    }
                }
            }
            (times, errors)
        };
        let threads: Vec<_> = (0..clients).map(|_| scope.spawn(client)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let took = start.elapsed().as_secs_f64();
    let errors: usize = of_clients.iter().map(|(_, errors)| errors).sum();
    let mut times: Vec<Duration> = of_clients.into_iter().flat_map(|(times, _)| times).collect();
    times.sort();
    println!(
        "{} submissions by {clients} clients in {took:.1} s: {:.0} a second; p50 {:.0} ms, p99 {:.0} ms, \
         longest {:.0} ms; {errors} errors",
        times.len(),
        times.len() as f64 / took,
        part(&times, 0.5),
        part(&times, 0.99),
        part(&times, 1.0)
    );
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        println!("load of the machine: {}", load.trim());
    }
    Ok(())
}

/// The time below which a part of some sorted times is, in milliseconds.
fn part(times: &[Duration], part: f64) -> f64 {
    let place = (times.len() as f64 * part) as usize;
    times.get(place.min(times.len().saturating_sub(1))).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// The games of a file, or new ones, which are written to it.
fn kept_games(most: usize, file: Option<&String>) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let Some(file) = file else { return Ok(games(most)?) };
    if let Ok(text) = std::fs::read_to_string(file) {
        return Ok(text.lines().take(most).map(str::to_owned).collect());
    }
    let games = games(most)?;
    std::fs::write(file, games.join("\n"))?;
    Ok(games)
}

/// Games as they are handed in, each of a seed of its own.
fn games(most: usize) -> Result<Vec<String>, polymerge::Error> {
    let rules = Mode::built_in("2048")?.within(&limits(MOVES, u64::MAX)).compile()?;
    let mut engine = rules.engine()?;
    // Other seeds each time, so that a server may be loaded more than once.
    let first = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let seeds = (first.as_secs() << 20..).take(most);
    let game = |seed: u64| {
        let text = proof::write_moves(&rules, &moves(&mut engine, seed)?)?;
        let game = json!({ "mode": "2048", "seed": seed.to_string(), "moves": text, "count": MOVES });
        Ok(game.to_string())
    };
    seeds.map(game).collect()
}

/// The moves of a game: each is the best by a heuristic of the board after it. Where this leads to an
/// early end, they go back and try others.
fn moves(engine: &mut Engine, seed: u64) -> Result<Vec<usize>, polymerge::Error> {
    let mut rng = Rng::new(seed);
    let mut game = (engine.start(&mut rng)?, rng);
    let mut moves: Vec<usize> = Vec::new();
    let (mut kept, mut random) = (vec![game.clone()], Random(seed));
    while moves.len() < MOVES {
        if game.0.screen() == Screen::Win {
            engine.continue_after_win(&mut game.0)?;
        }
        let mut best: Option<(f64, usize, (Position, Rng))> = None;
        for direction in 0..4 {
            let mut tried = game.clone();
            if engine.play(&mut tried.0, direction, &mut tried.1)? {
                let mut values = [0.0; 16];
                engine.read_values(&tried.0, &mut values)?;
                let worth = worth(&values) + random.below(10) as f64;
                if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                    best = Some((worth, direction, tried));
                }
            }
        }
        if let Some((_, direction, tried)) = best {
            moves.push(direction);
            game = tried;
            if moves.len().is_multiple_of(KEPT) {
                kept.push(game.clone());
            }
        } else {
            let back = 1 + random.below(8);
            kept.truncate(kept.len().saturating_sub(back).max(1));
            moves.truncate((kept.len() - 1) * KEPT);
            game = kept[kept.len() - 1].clone();
        }
    }
    Ok(moves)
}

/// Numbers without pattern.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// The heuristic value of a board by its values: empty cells, equal neighbours, large tiles in a corner.
fn worth(values: &[f64; 16]) -> f64 {
    let power = |y: usize, x: usize| {
        let value = (y < 4 && x < 4).then(|| values[4 * y + x])?;
        (value > 0.0).then(|| value.log2())
    };
    let mut worth = 0.0;
    for (y, x) in (0..16).map(|cell| (cell / 4, cell % 4)) {
        let Some(own) = power(y, x) else {
            worth += 30.0;
            continue;
        };
        worth += own * own * (1.35 - 0.3 * y as f64 - 0.15 * x as f64);
        for other in [power(y + 1, x), power(y, x + 1)].into_iter().flatten() {
            worth -= 4.0 * (own - other).abs();
        }
    }
    worth
}
