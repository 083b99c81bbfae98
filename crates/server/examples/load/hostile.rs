//! Hostile clients beside honest ones: ten addresses submit the dearest games that they can, at full
//! rate, and ask for pictures of them; honest players submit short games of plain 2048, and the
//! service is asked whether it lives.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use polymerge::{Limits, Mode, Opened, Rules, open, proof};
use polymerge_server::source::{Source, limits};
use serde_json::{Value, json};

use crate::client::Client;
use crate::{Random, part};

/// Addresses that attack, and the connections of each.
const HOSTILE: u64 = 10;
const CONNECTIONS: u64 = 3;

/// Moves of the games of honest players.
const HONEST_MOVES: usize = 120;

/// The time between two games of honest players, each of another address.
const HONEST_PAUSE: Duration = Duration::from_millis(150);

/// Moves of hostile games: as many as fit into a request.
const MOVES: usize = 60_000;

/// A mode whose scripts do as much in each move as they may.
const LOOPS: &str = r#"{
    "extends": "classic.jsonc", "grid": "16x16",
    "scripts": [{ "on": "EndTurn", "do": [0, "@repeat", 20000, "+", 1, "@end-repeat"] }],
}"#;

/// Rules by which moves are written.
static RULES: OnceLock<Rules> = OnceLock::new();

/// Answers by status.
#[derive(Default)]
struct Counts(Mutex<std::collections::BTreeMap<u16, u64>>);

impl Counts {
    fn add(&self, status: u16) {
        if let Ok(mut counts) = self.0.lock() {
            *counts.entry(status).or_default() += 1;
        }
    }
}

/// Attacks for some seconds, and prints how honest players fare.
pub fn run(address: SocketAddr, seconds: u64) -> Result<(), Box<dyn Error>> {
    let attacks = attacks()?;
    let rules = Mode::built_in("2048")?.within(&limits(MOVES, u64::MAX)).compile()?;
    RULES.get_or_init(|| rules);
    println!("{} kinds of hostile games, {HOSTILE} addresses, {seconds} s", attacks.len());
    for _ in 0..20 {
        honest(address, 0)?;
    }
    let (stop, hostile, games) = (AtomicBool::new(false), Counts::default(), AtomicU64::new(0));
    let (mut times, mut lives, honest_counts) = (Vec::new(), Vec::new(), Counts::default());
    std::thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        for number in 0..HOSTILE * CONNECTIONS {
            let (stop, hostile, games, attacks) = (&stop, &hostile, &games, &attacks);
            scope.spawn(move || attack(address, number, (stop, games), attacks, hostile));
        }
        let alive = scope.spawn(|| {
            let mut lives = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let asked = Instant::now();
                let lived = Client::connect(address).and_then(|mut client| client.ask("GET", "/healthz", ""));
                lives.push((asked.elapsed(), lived.is_ok_and(|(status, _)| status == 200)));
                std::thread::sleep(Duration::from_millis(50));
            }
            lives
        });
        std::thread::sleep(Duration::from_secs(1));
        let (start, mut number) = (Instant::now(), 1);
        // Honest players don't wait for one another.
        let mut honests = Vec::new();
        while start.elapsed() < Duration::from_secs(seconds) {
            honests.push(scope.spawn(move || honest(address, number)));
            number += 1;
            std::thread::sleep(HONEST_PAUSE);
        }
        for honest in honests {
            let (status, time) = honest.join().map_err(|_| "an honest player failed")??;
            honest_counts.add(status);
            times.push(time);
        }
        stop.store(true, Ordering::Relaxed);
        lives = alive.join().map_err(|_| "the watch failed")?;
        Ok(())
    })?;
    let dead = lives.iter().filter(|(_, lived)| !lived).count();
    let mut lives: Vec<Duration> = lives.into_iter().map(|(time, _)| time).collect();
    times.sort();
    lives.sort();
    println!("answers to hostile clients, by status: {:?}", hostile.0.lock().map_err(|_| "lost")?);
    println!("answers to honest players, by status: {:?}", honest_counts.0.lock().map_err(|_| "lost")?);
    println!(
        "games of {HONEST_MOVES} moves: {}, p50 {:.0} ms, p99 {:.0} ms, longest {:.0} ms",
        times.len(),
        part(&times, 0.5),
        part(&times, 0.99),
        part(&times, 1.0)
    );
    println!(
        "/healthz: {} times, p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms, {dead} without an answer",
        lives.len(),
        part(&lives, 0.5),
        part(&lives, 0.99),
        part(&lives, 1.0)
    );
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        println!("load of the machine: {}", load.trim());
    }
    Ok(())
}

/// Submits a short game as a player of an address of their own.
fn honest(address: SocketAddr, number: u64) -> Result<(u16, Duration), std::io::Error> {
    let mut random = Random(number + 1);
    let seed = (u64::from(std::process::id()) << 32) + number;
    let body = game("2048", "", seed, (0..HONEST_MOVES).map(|_| random.below(4)).collect());
    let mut client = Client::connect(address)?;
    client.forwarded = Some(format!("10.1.{}.{}", number / 250 % 250, number % 250));
    let asked = Instant::now();
    let (status, _) = client.ask("POST", "/v1/scores", &body.unwrap_or_default())?;
    Ok((status, asked.elapsed()))
}

/// Submits one hostile game after another, and asks for pictures of those that were taken.
fn attack(
    address: SocketAddr,
    number: u64,
    (stop, games): (&AtomicBool, &AtomicU64),
    attacks: &[Attack],
    counts: &Counts,
) {
    let mut random = Random(number + 1000);
    let mut taken: Vec<String> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let Ok(mut client) = Client::connect(address) else { continue };
        client.forwarded = Some(format!("10.66.0.{}", number / CONNECTIONS));
        while !stop.load(Ordering::Relaxed) {
            let Some((mode, modifiers, directions)) = attacks.get(random.below(attacks.len())) else {
                return;
            };
            let answer = match taken.last() {
                Some(id) if random.below(3) == 0 => client
                    .ask("GET", &format!("/v1/scores/{id}/board.svg"), "")
                    .map(|(status, _)| (status, None)),
                _ => {
                    let moves = [MOVES, MOVES / 10, 2_000][random.below(3)];
                    let seed = games.fetch_add(1, Ordering::Relaxed);
                    let moves = (0..moves).map(|_| random.below(*directions)).collect();
                    let body = game(mode, modifiers, seed, moves).unwrap_or_default();
                    client.ask("POST", "/v1/scores", &body).map(|(status, text)| {
                        let answer: Value = serde_json::from_str(&text).unwrap_or_default();
                        (status, answer["id"].as_str().map(str::to_owned))
                    })
                }
            };
            let Ok((status, id)) = answer else { break };
            counts.add(status);
            taken.extend(id);
            if status >= 429 {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

/// A game as it is handed in; the moves of modes with other directions are left as they are.
fn game(mode: &str, modifiers: &str, seed: u64, moves: Vec<usize>) -> Option<String> {
    let count = moves.len();
    let moves = proof::write_moves(RULES.get()?, &moves).ok()?;
    let body = json!({
        "mode": mode, "modifiersCode": modifiers, "seed": seed.to_string(), "moves": moves, "count": count,
    });
    Some(body.to_string())
}

/// A mode, its modifiers, and the number of its directions that are played.
type Attack = (String, String, usize);

/// Dear modes of four directions, with their modifiers.
fn attacks() -> Result<Vec<Attack>, Box<dyn Error>> {
    let mut attacks = Vec::new();
    for (mode, modifiers) in [("ratio-fill-9261", "grid=8x8"), ("2048", "grid=16x16"), ("dive", "")] {
        let source =
            Source { mode: mode.to_owned(), modifiers_code: modifiers.to_owned(), ..Source::default() };
        let named = polymerge_server::modes::Named::of(&source, &limits(MOVES, u64::MAX));
        let named = named.map_err(|refused| refused.message)?;
        attacks.push((mode.to_owned(), modifiers.to_owned(), named.rules.directions().len().min(4)));
    }
    let Opened::Mode(mode) = open(LOOPS, &Limits::strict())? else { return Err("this is a mode".into()) };
    attacks.push((mode.to_code()?, String::new(), 4));
    Ok(attacks)
}
