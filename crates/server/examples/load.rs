//! Loads a server that runs with games of plain 2048, each of a thousand moves, and says how
//! long answers took: `load ADDRESS [CLIENTS [SECONDS [GAMES]]]`.
//!
//! The server's limits by client have to be out of the way (docs/scores.md has the command).

#![allow(clippy::expect_used, clippy::print_stdout)]

#[path = "../tests/common/client.rs"]
mod client;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use client::Client;
use polymerge::{calc, proof, Mode, Rules};
use serde_json::{json, Value};

/// Moves of each game.
const MOVES: usize = 1_000;

/// The last moves, which differ where games begin alike: making each by itself takes too long.
const ENDING: usize = 12;

/// Games that begin alike.
const ENDINGS: usize = 8;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: usize| arguments.get(place).map_or(Ok(default), |text| text.parse());
    let address: SocketAddr = arguments.first().map_or("127.0.0.1:8048", String::as_str).parse()?;
    let (clients, seconds, most) = (number(1, 16)?, number(2, 20)?, number(3, 8_000)?);

    let start = Instant::now();
    let games = games(most)?;
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
    let part = |part: f64| {
        let place = (times.len() as f64 * part) as usize;
        times.get(place.min(times.len().saturating_sub(1))).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    println!(
        "{} submissions by {clients} clients in {took:.1} s: {:.0} a second; p50 {:.0} ms, p99 {:.0} ms, \
         longest {:.0} ms; {errors} errors",
        times.len(),
        times.len() as f64 / took,
        part(0.5),
        part(0.99),
        part(1.0)
    );
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        println!("load of the machine: {}", load.trim());
    }
    Ok(())
}

/// Games as they are handed in.
fn games(most: usize) -> Result<Vec<String>, polymerge::Error> {
    let rules = Mode::built_in("2048")?.compile()?;
    let mut games = Vec::new();
    // Other seeds each time, so that a server may be loaded more than once.
    let first = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    for seed in first.as_secs() << 20.. {
        let Some((run, moves)) = beginning(&rules, seed)? else { continue };
        for ending in 0..ENDINGS {
            if games.len() == most {
                return Ok(games);
            }
            let (mut run, mut moves) = (run.clone(), moves.clone());
            let mut turn = ending;
            while moves.len() < MOVES && turn < 1_000 {
                turn += 1;
                if run.play((turn * (ending + 1)) % 4)?.moved {
                    moves.push((turn * (ending + 1)) % 4);
                } else if run.play(turn % 4)?.moved {
                    moves.push(turn % 4);
                }
            }
            if moves.len() == MOVES {
                let text = proof::write_moves(&rules, &moves)?;
                let game = json!({ "mode": "2048", "seed": seed.to_string(), "moves": text, "count": MOVES });
                games.push(game.to_string());
            }
        }
    }
    Ok(games)
}

/// A game up to its ending, and its moves: each the best by what the board looks like after it.
fn beginning(rules: &Rules, seed: u64) -> Result<Option<(proof::Run, Vec<usize>)>, polymerge::Error> {
    let mut run = proof::Run::start(rules, seed)?;
    let mut moves = Vec::new();
    while moves.len() < MOVES - ENDING {
        let mut best: Option<(f64, usize, proof::Run)> = None;
        for direction in 0..4 {
            let mut tried = run.clone();
            if tried.play(direction)?.moved {
                let worth = worth(&calc::json::write(&tried.game().state().grid()));
                if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                    best = Some((worth, direction, tried));
                }
            }
        }
        let Some((_, direction, tried)) = best else { return Ok(None) };
        moves.push(direction);
        run = tried;
    }
    Ok(Some((run, moves)))
}

/// What a board is worth: empty cells, and great tiles along a snake from a corner.
fn worth(grid: &str) -> f64 {
    let grid: Value = serde_json::from_str(grid).unwrap_or_default();
    let mut worth = 0.0;
    for (y, row) in grid.as_array().into_iter().flatten().enumerate() {
        for (x, cell) in row.as_array().into_iter().flatten().enumerate() {
            let place = if y % 2 == 0 { x } else { 3 - x } + 4 * y;
            worth += match cell.get(0).and_then(Value::as_f64) {
                Some(power) => power.exp2() * 0.5f64.powi(place as i32),
                None => 30.0,
            };
        }
    }
    worth
}
