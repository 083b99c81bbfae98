//! Ranked games on their way: many players send their moves all the time.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use polymerge::{Mode, proof};
use serde_json::{Value, json};

use crate::client::Client;
use crate::part;

/// Games on their way: moves of one are stored once a second.
const GAMES: usize = 600;

/// Moves that are sent: as many as may come at once.
const MOVES: usize = 20;

/// Sends moves for some seconds, and prints how many the server has stored.
pub fn run(address: SocketAddr, clients: usize, seconds: u64) -> Result<(), Box<dyn Error>> {
    let rules = Mode::built_in("2048")?.compile()?;
    let list: Vec<usize> = (0..MOVES).map(|turn| turn % 4).collect();
    let moves = proof::write_moves(&rules, &list)?;
    let mut client = Client::connect(address)?;
    let mut sent = Vec::new();
    for number in 0..GAMES {
        // Each game is of another address.
        client.forwarded = Some(of(number));
        let (status, text) = client.ask("POST", "/v1/sessions", r#"{"mode":"2048"}"#)?;
        if status != 201 {
            return Err(format!("{status}: {text}").into());
        }
        let session = serde_json::from_str::<Value>(&text)?["session"].clone();
        sent.push(json!({ "session": session, "moves": moves, "count": MOVES }).to_string());
    }
    let (next, stored, errors) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let start = Instant::now();
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let client = || {
            let mut times = Vec::new();
            let Ok(mut client) = Client::connect(address) else { return times };
            while start.elapsed() < Duration::from_secs(seconds) {
                let turn = next.fetch_add(1, Ordering::Relaxed);
                // What comes within a second is not stored.
                let due = Duration::from_millis(1_005) * u32::try_from(turn / GAMES).unwrap_or(u32::MAX);
                std::thread::sleep(due.saturating_sub(start.elapsed()));
                client.forwarded = Some(of(turn % GAMES));
                let asked = Instant::now();
                match client.ask("POST", "/v1/sessions/moves", &sent[turn % GAMES]) {
                    Ok((200, _)) => {
                        times.push(asked.elapsed());
                        stored.fetch_add(1, Ordering::Relaxed);
                    }
                    _ => _ = errors.fetch_add(1, Ordering::Relaxed),
                }
            }
            times
        };
        let threads: Vec<_> = (0..clients).map(|_| scope.spawn(client)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
    });
    let took = start.elapsed().as_secs_f64();
    times.sort();
    println!(
        "moves of {GAMES} ranked games by {clients} clients in {took:.1} s: {:.0} a second; p50 {:.0} ms, \
         p99 {:.0} ms; {} errors",
        stored.into_inner() as f64 / took,
        part(&times, 0.5),
        part(&times, 0.99),
        errors.into_inner()
    );
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        println!("load of the machine: {}", load.trim());
    }
    Ok(())
}

/// The address of a player.
fn of(number: usize) -> String {
    format!("10.2.{}.{}", number / 250, number % 250)
}
