//! Fingerprints of games: the same seed and moves must come to the same states
//! on every machine, in debug and release builds and in WebAssembly.
//!
//! A game of [`MOVES`] random moves is played with the seed [`SEED`]. After
//! every [`STRIDE`] of them, and at the end, the game is written as a save
//! code, and the 64-bit FNV-1a hash goes on over its text. `fingerprints.txt`
//! holds the results for all built-in modes.

use polymerge_rules::{GameState, Limits, Mode, Randomness, Rng, Ruleset, Screen, World};

use crate::resume;

/// Moves of a game, over several games if they end.
pub const MOVES: usize = 200;
/// Seed of the game; that of the moves is its complement.
pub const SEED: u64 = 2048;
/// Moves between two states that count.
pub const STRIDE: usize = 25;

/// The fingerprints in the repository: lines of a mode's name and 16
/// hexadecimal digits.
pub const GOLDEN: &str = include_str!("../fingerprints.txt");

/// The fingerprints of the modes of the corpus (`benches/modes`), in the same form.
pub const CORPUS: &str = include_str!("../fingerprints-corpus.txt");

/// The fingerprint that one of these texts holds for a mode.
pub fn golden(kept: &str, name: &str) -> Option<u64> {
    let lines = kept.lines().filter_map(|line| line.split_once(' '));
    let (_, digits) = lines.into_iter().find(|(own, _)| *own == name)?;
    u64::from_str_radix(digits, 16).ok()
}

/// The 64-bit FNV-1a hash, going on from `hash`.
pub fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The hash of nothing.
pub const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// Plays a mode, and returns the fingerprint of the game.
///
/// # Errors
/// If anything fails.
pub fn of(mode: Mode) -> Result<u64, String> {
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    let (mut random, mut choices) = (Rng::new(SEED), Rng::new(!SEED));
    let mut now = 0.0;
    let (mut game, _) = GameState::new(rules, &mut World::new(&mut random, now))
        .map_err(|error| format!("the start: {error}"))?;
    let mut hash = FNV_START;
    for number in 1..=MOVES {
        now += 1000.0;
        step(&mut game, &mut choices, &mut World::new(&mut random, now))
            .map_err(|error| format!("move {number}: {error}"))?;
        if number % STRIDE == 0 {
            hash = fnv(hash, resume::code(&game, now)?.as_bytes());
        }
    }
    Ok(hash)
}

/// Makes one random move that can be made; plays on after a win and starts
/// again after the end.
///
/// # Errors
/// If anything fails.
pub fn step(game: &mut GameState, choices: &mut Rng, world: &mut World<'_>) -> Result<(), String> {
    let fail = |error: polymerge_rules::TurnError| error.to_string();
    if game.screen() == Screen::Win && game.rules().postgame_allowed() {
        game.continue_after_win(world).map_err(fail)?;
    }
    let legal = game.legal_moves().map_err(fail)?;
    if legal.is_empty() {
        game.restart(world).map_err(fail)?;
        return Ok(());
    }
    let choice = choices.next().unwrap_or_default() * legal.len() as f64;
    game.play(legal[choice as usize], world).map_err(fail)?;
    Ok(())
}
