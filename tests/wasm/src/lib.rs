//! Golden data inside WebAssembly: the same checks as the conformance runner
//! makes, with files passed in as texts.

#![forbid(unsafe_code)]

use std::path::Path;

use conformance::games;
use conformance::trace::Trace;
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
