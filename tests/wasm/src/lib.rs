//! Golden data and fingerprints inside WebAssembly: the same checks as run
//! natively, with files passed in as texts.

#![forbid(unsafe_code)]

use std::path::Path;

use conformance::games;
use conformance::trace::Trace;
use polymerge::modefile::catalogue;
use stress::fingerprint;
use wasm_bindgen::prelude::*;

/// The file with the mode's code that a recorded game is played with.
///
/// # Errors
/// If this is no recorded game.
#[wasm_bindgen(js_name = modeFile)]
pub fn mode_file(lines: &str) -> Result<String, String> {
    Trace::of_text(lines)?.mode_file()
}

/// Plays a recorded game and compares the state after every line.
///
/// # Errors
/// The first difference, with its line.
#[wasm_bindgen(js_name = playGame)]
pub fn play_game(file: &str, lines: &str, code: &str) -> Result<(), String> {
    games::play(&Trace::of_text(lines)?, code, &games::ignored(Path::new(file)))
}

/// The names of all built-in modes.
#[wasm_bindgen(js_name = modeNames)]
pub fn mode_names() -> Vec<String> {
    catalogue::modes().map(|mode| mode.name().to_owned()).collect()
}

/// Plays a built-in mode, and gives the fingerprint of the game as
/// `stress/fingerprints.txt` has it: 16 hexadecimal digits.
///
/// # Errors
/// If there is no such mode, or anything fails in it.
#[wasm_bindgen(js_name = fingerprintOf)]
pub fn fingerprint_of(mode: &str) -> Result<String, String> {
    let mode = catalogue::find(mode).ok_or_else(|| format!("there is no mode {mode}"))?;
    let read = mode.read().map_err(|problems| problems.to_text())?;
    Ok(format!("{:016x}", fingerprint::of(read.mode)?))
}
