//! Claims that anyone can check: a mode, a seed and moves are a whole game.

use polymerge::proof::{self, Claim, Run};
use polymerge_schema::Verdict;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{number, out, seed, text, whole, wholes};
use crate::mode::WebMode;

/// Checks a claim: plays the moves of a string again and compares the score.
pub fn verdict(
    mode: &WebMode,
    seed: u64,
    moves: &str,
    score: f64,
    count: Option<usize>,
) -> Result<Verdict, Failure> {
    let moves = proof::read_moves(moves, mode.limits())?;
    Ok(Verdict::of(&proof::verify(mode.compiled(), seed, &moves, &Claim { score, count })?))
}

/// Moves as a short text: with a mode and a seed, a whole game.
#[wasm_bindgen(js_name = writeMoves)]
pub fn write_moves(
    mode: &WebMode,
    #[wasm_bindgen(unchecked_param_type = "number[]")] directions: &JsValue,
) -> Result<String, JsValue> {
    let directions = wholes("directions", directions)?;
    Ok(proof::write_moves(mode.compiled(), &directions).map_err(Failure::from)?)
}

/// Reads the directions of moves that were written with `writeMoves`; with `count`,
/// at most that number of them. Throws an `input` error without one where the last moves
/// of the string may be padding.
#[wasm_bindgen(js_name = readMoves, unchecked_return_type = "number[]")]
pub fn read_moves(
    mode: &WebMode,
    #[wasm_bindgen(unchecked_param_type = "string")] moves: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] count: &JsValue,
) -> Result<js_sys::Array, JsValue> {
    let moves = text("moves", moves)?;
    let count = if count.is_undefined() { None } else { Some(whole("count", count)?) };
    let moves = proof::read_moves(&moves, mode.limits()).map_err(Failure::from)?;
    let held = proof::count_moves(&moves);
    let count = count.or(held.known()).ok_or_else(|| {
        let message = format!(
            "the string holds {} to {} moves, since the last ones may be padding: say in count how many",
            held.least, held.most
        );
        Failure::input("moves-are-ambiguous", message)
    })?;
    let directions = proof::directions(mode.compiled(), &moves).map_err(Failure::from)?;
    Ok(directions.into_iter().take(count).map(|direction| JsValue::from_f64(direction as f64)).collect())
}

/// The game of a seed after moves. One second passes between two moves, wins
/// are played on from, and moves that can't be made are passed over.
#[wasm_bindgen(js_name = playMoves)]
pub fn play_moves(
    mode: &WebMode,
    #[wasm_bindgen(unchecked_param_type = "number | bigint | string", js_name = seed)] given: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number[]")] directions: &JsValue,
) -> Result<WebGame, JsValue> {
    let (seed, directions) = (seed("seed", given)?, wholes("directions", directions)?);
    let mut run = Run::start(mode.compiled(), seed).map_err(Failure::from)?;
    run.play_all(&directions).map_err(Failure::from)?;
    Ok(WebGame::with(run.into_game()))
}

/// Checks a claim: plays the game of a seed and moves (`writeMoves`) as `playMoves`
/// does, within the limits of the mode, and compares it with a score and, if it is
/// known, the number of moves.
#[wasm_bindgen]
pub fn verify(
    mode: &WebMode,
    #[wasm_bindgen(unchecked_param_type = "number | bigint | string", js_name = seed)] given: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] moves: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] score: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] count: &JsValue,
) -> Result<Ts<Verdict>, JsValue> {
    let (seed, moves, score) = (seed("seed", given)?, text("moves", moves)?, number("score", score)?);
    let count = if count.is_undefined() { None } else { Some(whole("count", count)?) };
    Ok(out(verdict(mode, seed, &moves, score, count)?)?)
}
