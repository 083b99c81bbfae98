//! The functions that C may call, in the order of the header. Each reads its arguments and
//! hands on; none does anything itself.
//!
//! What is unsafe here is only that these names are taken for the whole program.

#![allow(unsafe_code)]

use std::ffi::c_char;

use polymerge::Turn;

use crate::batch::PmBatch;
use crate::fault::{self, free, guarded, Fault};
use crate::ffi::{Board, Buffer, Filled, In, Limits, Out, Status, Step, Text};
use crate::game::{time, PmGame};
use crate::rules::{check_text, limits, open_text, PmRules};
use crate::verify::holds;

/// The version of this interface: 1. Within it functions, kinds of texts, fields at the ends
/// of structs and numbers of faults are only added.
pub const PM_ABI: u32 = 1;

/// A handle on its way out.
type Handle<'a, T> = Out<'a, Option<Box<T>>>;

fn must<T>(handle: Option<T>, name: &str) -> Result<T, Fault> {
    handle.ok_or_else(|| Fault::null(name))
}

/// The version of the interface of the library that is there: to be compared with PM_ABI.
#[no_mangle]
pub extern "C" fn pm_abi() -> u32 {
    PM_ABI
}

/// The version of the library, such as "0.1.0".
#[no_mangle]
pub extern "C" fn pm_version() -> *const c_char {
    fault::version()
}

/// The message of the last call of this thread that failed, in a sentence; empty if none
/// did. It stays until the next one fails.
#[no_mangle]
pub extern "C" fn pm_last_error() -> *const c_char {
    fault::last_message()
}

/// A stable name of that, such as "no-such-mode".
#[no_mangle]
pub extern "C" fn pm_last_error_code() -> *const c_char {
    fault::last_code()
}

/// Opens a text: the name, number or title of a built-in mode; a mode file; a save code of
/// any kind with a mode; a saved game. `*game` is set to the game of a Game code or a saved
/// game, to that at the end of a Replay code, and else to NULL. `limits`, `rules` and `game`
/// may be NULL.
#[no_mangle]
pub extern "C" fn pm_open(
    text: Text<'_>,
    limits: In<'_, Limits>,
    rules: Out<'_, Option<Box<PmRules>>>,
    game: Out<'_, Option<Box<PmGame>>>,
) -> i32 {
    guarded(|| {
        let opened = (|| open_text(text.get("text")?, &self::limits(limits.optional("limits")?)?))();
        let (opened, fault) = match opened {
            Ok((rules, game)) => (Some((rules, game)), None),
            Err(fault) => (None, Some(fault)),
        };
        let (found, played) = opened.map_or((None, None), |(rules, game)| (Some(rules), game));
        rules.put(found.map(|rules| Box::new(PmRules(rules))));
        game.put(played.map(|game| Box::new(PmGame::of(game, Turn::default()))));
        fault.map_or(Ok(()), Err)
    })
}

/// Lists the problems of a mode file, as JSON: a list of objects with severity, code,
/// message, help, file, line, column and width.
#[no_mangle]
pub extern "C" fn pm_check(text: Text<'_>, limits: In<'_, Limits>, json: Option<&mut Buffer>) -> i32 {
    guarded(|| {
        let limits = self::limits(limits.optional("limits")?)?;
        check_text(text.get("text")?, &limits, must(json, "json")?)
    })
}

/// Rules with other settings ("goals=fresh") and modifiers ("grid=5x5"): one on each line;
/// NULL for none. The rules that they are made from stay as they are.
#[no_mangle]
pub extern "C" fn pm_rules_change(
    rules: Option<&PmRules>,
    settings: Text<'_>,
    modifiers: Text<'_>,
    changed: Out<'_, Option<Box<PmRules>>>,
) -> i32 {
    made(changed, "changed", || {
        let (settings, modifiers) = (settings.optional("settings")?, modifiers.optional("modifiers")?);
        must(rules, "rules")?.changed(settings, modifiers)
    })
}

/// Writes rules as text: PM_RULES_INFO and so on.
#[no_mangle]
pub extern "C" fn pm_rules_text(rules: Option<&PmRules>, what: u32, text: Option<&mut Buffer>) -> i32 {
    guarded(|| must(rules, "rules")?.text(what, must(text, "text")?))
}

/// Frees rules. Games and batches that were made from them can still be used.
#[no_mangle]
pub extern "C" fn pm_rules_free(rules: Option<Box<PmRules>>) {
    free(rules);
}

/// Starts the game of a seed at the time `now`, in milliseconds: 0, where no clock is needed.
#[no_mangle]
pub extern "C" fn pm_game_start(
    rules: Option<&PmRules>,
    seed: u64,
    now: f64,
    game: Out<'_, Option<Box<PmGame>>>,
) -> i32 {
    made(game, "game", || {
        let (game, turn) = must(rules, "rules")?.0.start_at(seed, time(now)?)?;
        Ok(PmGame::of(game, turn))
    })
}

/// Copies a game, with the random numbers of a seed. The copy has no steps to undo.
#[no_mangle]
pub extern "C" fn pm_game_fork(game: Option<&PmGame>, seed: u64, fork: Out<'_, Option<Box<PmGame>>>) -> i32 {
    made(fork, "fork", || Ok(must(game, "game")?.fork(seed)))
}

/// Presses a direction. A move that moves nothing is no fault: `*moved` is 0 then. `moved`
/// and `score` may be NULL.
#[no_mangle]
pub extern "C" fn pm_game_play(
    game: Option<&mut PmGame>,
    direction: u32,
    now: f64,
    moved: Out<'_, i32>,
    score: Out<'_, f64>,
) -> i32 {
    guarded(|| {
        let (has_moved, points) = must(game, "game")?.play(direction, now)?;
        moved.put(has_moved.into());
        score.put(points);
        Ok(())
    })
}

/// Does something to a game: "on" (plays on after a win), "again" (plays again from the
/// start), "tick" (lets time pass), "play:0", "tile:1:2" (clicks a tile, by row and column),
/// "box:0" (clicks a stat box).
#[no_mangle]
pub extern "C" fn pm_game_act(game: Option<&mut PmGame>, action: Text<'_>, now: f64) -> i32 {
    guarded(|| must(game, "game")?.act(action.get("action")?, now))
}

/// Takes back the last step, and its random numbers: the same move brings the same tiles.
/// PM_REFUSED if there is none.
#[no_mangle]
pub extern "C" fn pm_game_undo(game: Option<&mut PmGame>) -> i32 {
    guarded(|| must(game, "game")?.undo())
}

/// Makes the last undone step again. PM_REFUSED if there is none.
#[no_mangle]
pub extern "C" fn pm_game_redo(game: Option<&mut PmGame>) -> i32 {
    guarded(|| must(game, "game")?.redo())
}

/// Reads the state of a game. `status->size` must be set.
#[no_mangle]
pub extern "C" fn pm_game_status(game: Option<&PmGame>, status: Filled<'_, Status>) -> i32 {
    guarded(|| status.fill("status", must(game, "game")?.status()?))
}

/// The cells of a game as numbers. `board->size` and `board->cells` must be set, and the
/// arrays that are wanted.
#[no_mangle]
pub extern "C" fn pm_game_board(game: Option<&mut PmGame>, board: In<'_, Board>) -> i32 {
    guarded(|| must(game, "game")?.read(board.get("board")?))
}

/// Evaluates an expression, as JSON, on a game; the value is JSON, too. The game stays as
/// it is.
#[no_mangle]
pub extern "C" fn pm_game_eval(
    game: Option<&PmGame>,
    expression: Text<'_>,
    json: Option<&mut Buffer>,
) -> i32 {
    guarded(|| must(game, "game")?.evaluate(expression.get("expression")?, must(json, "json")?))
}

/// Writes a game as text: PM_GAME_CODE and so on.
#[no_mangle]
pub extern "C" fn pm_game_text(game: Option<&mut PmGame>, what: u32, text: Option<&mut Buffer>) -> i32 {
    guarded(|| must(game, "game")?.text(what, must(text, "text")?))
}

/// A picture of a game: PM_SVG, or PM_PNG, which has 100 pixels for a cell in each direction
/// at scale 1.
#[no_mangle]
pub extern "C" fn pm_game_picture(
    game: Option<&mut PmGame>,
    format: u32,
    scale: f32,
    bytes: Option<&mut Buffer>,
) -> i32 {
    guarded(|| must(game, "game")?.picture(format, scale, must(bytes, "bytes")?))
}

/// Frees a game.
#[no_mangle]
pub extern "C" fn pm_game_free(game: Option<Box<PmGame>>) {
    free(game);
}

/// Checks the score of the game of a seed and a move string: `*is_so` is set to 0 or 1,
/// `*reached` to the score that it has. Both may be NULL.
#[no_mangle]
pub extern "C" fn pm_verify(
    rules: Option<&PmRules>,
    seed: u64,
    moves: Text<'_>,
    score: f64,
    is_so: Out<'_, i32>,
    reached: Out<'_, f64>,
) -> i32 {
    guarded(|| {
        let (holds, found) = holds(&must(rules, "rules")?.0, seed, moves.get("moves")?, score)?;
        is_so.put(holds.into());
        reached.put(found);
        Ok(())
    })
}

/// Many games at their starts, to be played in step: the first has this seed, the next one
/// the next seed, and so on.
#[no_mangle]
pub extern "C" fn pm_batch_new(
    rules: Option<&PmRules>,
    games: usize,
    seed: u64,
    batch: Out<'_, Option<Box<PmBatch>>>,
) -> i32 {
    made(batch, "batch", || PmBatch::new(&must(rules, "rules")?.0, games, seed))
}

/// Plays a step in every game, if there are directions, and reads what came of it.
/// `step->size`, `games` and `cells` must be set, and the arrays that are wanted.
#[no_mangle]
pub extern "C" fn pm_batch_step(batch: Option<&mut PmBatch>, step: In<'_, Step>) -> i32 {
    guarded(|| must(batch, "batch")?.step(step.get("step")?))
}

/// Begins the game of a seed in a place of a batch.
#[no_mangle]
pub extern "C" fn pm_batch_reset(batch: Option<&mut PmBatch>, place: usize, seed: u64) -> i32 {
    guarded(|| must(batch, "batch")?.reset(place, seed))
}

/// Continues in a place of a batch from the state of a game, which must have been started
/// from the rules of the batch.
#[no_mangle]
pub extern "C" fn pm_batch_load(batch: Option<&mut PmBatch>, place: usize, game: Option<&PmGame>) -> i32 {
    guarded(|| must(batch, "batch")?.load(place, must(game, "game")?))
}

/// The kinds of tiles that boards of a batch have, in the order of their numbers, as JSON.
#[no_mangle]
pub extern "C" fn pm_batch_kinds(batch: Option<&mut PmBatch>, json: Option<&mut Buffer>) -> i32 {
    guarded(|| must(batch, "batch")?.kinds(must(json, "json")?))
}

/// Frees a batch.
#[no_mangle]
pub extern "C" fn pm_batch_free(batch: Option<Box<PmBatch>>) {
    free(batch);
}

/// Makes a handle, or sets it to NULL, so that freeing it is no fault in either case.
fn made<T>(handle: Handle<'_, T>, name: &str, make: impl FnOnce() -> Result<T, Fault>) -> i32 {
    let mut found = None;
    let status = guarded(|| {
        if !handle.is_wanted() {
            return Err(Fault::null(name));
        }
        found = Some(Box::new(make()?));
        Ok(())
    });
    handle.put(found);
    status
}
