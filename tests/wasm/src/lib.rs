//! Golden data, hostile modes and generated expressions inside WebAssembly: the
//! same checks as run natively, with files handed over before.

mod player;
pub mod suite;

use std::cell::RefCell;
use std::path::Path;

use conformance::games;
use conformance::trace::Trace;
use polymerge::catalogue;
use stress::fingerprint;
use wasm_bindgen::prelude::*;

/// The digest of a text: 16 hexadecimal digits.
pub fn digest(text: &str) -> String {
    digest_of_bytes(text.as_bytes())
}

fn digest_of_bytes(bytes: &[u8]) -> String {
    format!("{:016x}", fingerprint::fnv(fingerprint::FNV_START, bytes))
}

/// The names of the suites that are also run natively, to be compared.
#[wasm_bindgen(js_name = ownSuites)]
pub fn own_suites() -> Vec<String> {
    suite::names().0
}

/// The names of the suites that golden data tells the results of.
#[wasm_bindgen(js_name = goldenSuites)]
pub fn golden_suites() -> Vec<String> {
    suite::names().1
}

/// Hands a file over: one of the golden data, or by its path in the repository.
#[cfg(target_family = "wasm")]
#[wasm_bindgen(js_name = putFile)]
pub fn put_file(path: &str, golden: bool, content: Vec<u8>) {
    let folder = if golden { Path::new(GOLDEN) } else { Path::new(suite::ROOT) };
    conformance::files::put(&folder.join(path), content);
}

/// Where golden data is taken to lie.
const GOLDEN: &str = "golden";

thread_local! {
    static CASES: RefCell<Vec<Option<suite::Case>>> = const { RefCell::new(Vec::new()) };
}

/// Gets the cases of a suite ready, and gives their names.
///
/// # Errors
/// If there is no such suite, or what it needs was not handed over.
#[wasm_bindgen]
pub fn open(suite: &str) -> Result<Vec<String>, String> {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
    let cases = suite::cases(suite, Path::new(GOLDEN))?;
    let names = cases.iter().map(|case| case.name.clone()).collect();
    CASES.with(|own| *own.borrow_mut() = cases.into_iter().map(Some).collect());
    Ok(names)
}

/// Runs a case, once, and gives its text.
///
/// # Errors
/// If there is no such case, or it was run before.
#[wasm_bindgen]
pub fn run(number: usize) -> Result<String, String> {
    let case = CASES.with(|cases| cases.borrow_mut().get_mut(number).and_then(Option::take));
    case.map(|case| (case.run)()).ok_or_else(|| format!("there is no case {number}"))
}

/// The digest of a text, as `native-results` writes it.
#[wasm_bindgen(js_name = digestOf)]
pub fn digest_of(text: &str) -> String {
    digest(text)
}

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
