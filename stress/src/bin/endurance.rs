//! Long runs: plays modes with random moves, new games as they end, and prints the use of
//! memory on the way.
//!
//! `endurance [--moves N] [NAME…]` plays the built-in modes of these names, or
//! all of them, each in a process of its own. After every 1,000 moves the game
//! is saved and read again, which must change nothing. Prints a row of a table
//! for each mode.

use std::process::{Command, ExitCode};

use polymerge::catalogue;
use polymerge_rules::{GameState, Limits, Rng, Ruleset, Screen, World};
use stress::{fingerprint, memory, processor, resume};

/// Moves between two checks.
const STRIDE: u64 = 1_000;
/// The number of times that memory is recorded.
const SAMPLES: u64 = 10;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut moves = 100_000;
    if arguments.first().is_some_and(|first| first == "--moves") {
        let Some(number) = arguments.get(1).and_then(|number| number.parse().ok()) else {
            eprintln!("--moves: a number is wanted");
            return ExitCode::FAILURE;
        };
        moves = number;
        arguments.drain(..2);
    }
    if let [first, name] = &arguments[..]
        && first == "--one"
    {
        return one(name, moves);
    }
    println!(
        "| mode | moves | games | seconds | moves/s | MiB after each tenth | MiB at most | longest game |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|argument| argument == name);
    let mut failures = 0;
    for mode in catalogue::modes().filter(|mode| wanted(mode.name())) {
        let Ok(program) = std::env::current_exe() else { return ExitCode::FAILURE };
        let child =
            Command::new(program).args(["--moves", &moves.to_string(), "--one", mode.name()]).status();
        if !child.is_ok_and(|status| status.success()) {
            failures += 1;
        }
    }
    println!("\n{failures} modes failed");
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays one mode, and prints its row.
fn one(name: &str, moves: u64) -> ExitCode {
    match play(name, moves) {
        Ok(row) => {
            println!("{row}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("| {name} | FAILED: {error} |");
            ExitCode::FAILURE
        }
    }
}

fn play(name: &str, moves: u64) -> Result<String, String> {
    let mode = catalogue::find(name).ok_or("there is no such mode")?;
    let mode = mode.read().map_err(|problems| problems.to_text())?.mode;
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    let (mut random, mut choices) = (Rng::new(7), Rng::new(11));
    let (mut now, mut games, mut longest) = (0.0, 0u64, 0u64);
    let mut samples = Vec::new();
    let start = processor::seconds();
    let mut game: Option<GameState> = None;
    let mut length = 0;
    for number in 1..=moves {
        now += 1000.0;
        let world = &mut World::new(&mut random, now);
        let playing = match game.take().filter(goes_on) {
            Some(game) => game,
            None => {
                games += 1;
                length = 0;
                GameState::new(rules.clone(), world).map_err(|error| format!("the start: {error}"))?.0
            }
        };
        let playing = game.insert(playing);
        fingerprint::step(playing, &mut choices, world).map_err(|error| format!("move {number}: {error}"))?;
        length += 1;
        longest = longest.max(length);
        if number % STRIDE == 0 {
            resume::goes_on_alike(playing, &random, &choices, now)
                .map_err(|error| format!("move {number}: {error}"))?;
        }
        if number % (moves / SAMPLES).max(1) == 0 {
            samples.push(format!("{:.0}", memory::resident().unwrap_or(f64::NAN)));
        }
    }
    let seconds = processor::seconds() - start;
    Ok(format!(
        "| {name} | {moves} | {games} | {seconds:.1} | {:.0} | {} | {:.0} | {longest} |",
        moves as f64 / seconds,
        samples.join(" "),
        memory::peak().unwrap_or(f64::NAN),
    ))
}

/// Returns true if there is a move to make, on or after a win.
fn goes_on(game: &GameState) -> bool {
    match game.screen() {
        Screen::Play => game.legal_moves().is_ok_and(|legal| !legal.is_empty()),
        Screen::Win => game.rules().postgame_allowed(),
        Screen::GameOver => false,
    }
}
