//! The functions that C may call, in the order of the header. Each reads its arguments and
//! hands on; none does anything itself.
//!
//! What is unsafe here is only that these names are taken for the whole program.

#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};

use polymerge::Turn;

use crate::batch::PmBatch;
use crate::engine::{PmEngine, PmPosition};
use crate::fault::{self, Fault, guarded};
use crate::ffi::{
    Afterstate, Afterstates, Board, Buffer, Filled, Freed, In, Limits, Moves, Out, Own, Spawn, Status, Step,
    Text,
};
use crate::game::{PmGame, time};
use crate::interrupt::{self, Interrupt};
use crate::lock::{free, held};
use crate::moves;
use crate::replay::{self, PmReplay};
use crate::rules::{self, PmRules, check_text, limits, open_text};
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
#[unsafe(no_mangle)]
pub extern "C" fn pm_abi() -> u32 {
    PM_ABI
}

/// The version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn pm_version() -> *const c_char {
    fault::version()
}

/// The message of the last call of this thread that failed, in a sentence; empty if none
/// did. It stays until the next one fails.
#[unsafe(no_mangle)]
pub extern "C" fn pm_last_error() -> *const c_char {
    fault::last_message()
}

/// A stable name of that, such as "no-such-mode".
#[unsafe(no_mangle)]
pub extern "C" fn pm_last_error_code() -> *const c_char {
    fault::last_code()
}

/// Sets the handler of interrupts of this thread; NULL for none. pm_game_hint, pm_verify,
/// pm_open, pm_game_replay, pm_replay_open, pm_replay_seek, PM_GAME_REPLAY and PM_GAME_MOVES ask it
/// now and then. If it returns another number
/// than 0, they stop and return PM_INTERRUPTED. `data` is for the handler.
#[unsafe(no_mangle)]
pub extern "C" fn pm_set_interrupt(handler: Interrupt, data: *mut c_void) {
    interrupt::set(handler, data);
}

/// Lists the built-in modes, as JSON: a list of objects with name, number, title, family and
/// more.
#[unsafe(no_mangle)]
pub extern "C" fn pm_modes(json: Option<&mut Buffer>) -> i32 {
    guarded(|| rules::modes(must(json, "json")?))
}

/// Opens a text: the name, number or title of a built-in mode; a mode file; a save code of
/// any kind with a mode; a saved game. `*game` is set to the game of a Game code or a saved
/// game, to that at the end of a Replay code, and else to NULL. `limits`, `rules` and `game`
/// may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pm_open(
    text: Text<'_>,
    limits: In<'_, Limits>,
    rules: Out<'_, Option<Box<PmRules>>>,
    game: Out<'_, Option<Box<PmGame>>>,
) -> i32 {
    let (mut found, mut played) = (None, None);
    let status = guarded(|| {
        let (opened, of_text) = open_text(text.get("text")?, &self::limits(limits.optional("limits")?)?)?;
        found = Some(Box::new(PmRules::of(opened)));
        played = of_text.map(|game| Box::new(PmGame::of(game, Turn::default())));
        Ok(())
    });
    // After a fault of the library, too, they are NULL.
    rules.put(found);
    game.put(played);
    status
}

/// Lists the problems of a mode file, as JSON: a list of objects with severity, code,
/// message, help, file, line, column and width.
#[unsafe(no_mangle)]
pub extern "C" fn pm_check(text: Text<'_>, limits: In<'_, Limits>, json: Option<&mut Buffer>) -> i32 {
    guarded(|| {
        let limits = self::limits(limits.optional("limits")?)?;
        check_text(text.get("text")?, &limits, must(json, "json")?)
    })
}

/// Rules with other settings ("goals=fresh") and modifiers ("grid=5x5"): one on each line;
/// NULL for none. The rules that they are made from stay as they are.
#[unsafe(no_mangle)]
pub extern "C" fn pm_rules_change(
    rules: Option<&PmRules>,
    settings: Text<'_>,
    modifiers: Text<'_>,
    changed: Out<'_, Option<Box<PmRules>>>,
) -> i32 {
    made(changed, "changed", || {
        let (settings, modifiers) = (settings.optional("settings")?, modifiers.optional("modifiers")?);
        rules::changed(&*PmRules::used(rules)?, settings, modifiers)
    })
}

/// Rules with cells drawn by a seed, the same for all games. Modes that draw cells before each
/// game need it for engines and batches; other rules stay as they are.
#[unsafe(no_mangle)]
pub extern "C" fn pm_rules_draw(
    rules: Option<&PmRules>,
    seed: u64,
    drawn: Out<'_, Option<Box<PmRules>>>,
) -> i32 {
    made(drawn, "drawn", || rules::drawn(&*PmRules::used(rules)?, seed))
}

/// Writes `moves->count` moves as a move string.
#[unsafe(no_mangle)]
pub extern "C" fn pm_rules_write_moves(
    rules: Option<&PmRules>,
    moves: In<'_, Moves>,
    text: Option<&mut Buffer>,
) -> i32 {
    guarded(|| moves::write(&*PmRules::used(rules)?, &moves.get("moves")?, must(text, "text")?))
}

/// Reads a move string. `moves->size` must be set, and `directions` and `capacity` if the moves
/// are wanted. PM_SPACE if there is no room for them; `count` is set all the same.
#[unsafe(no_mangle)]
pub extern "C" fn pm_rules_read_moves(
    rules: Option<&PmRules>,
    text: Text<'_>,
    moves: Filled<'_, Moves>,
) -> i32 {
    guarded(|| moves::read(&*PmRules::used(rules)?, text.get("text")?, moves))
}

/// Writes rules as text: PM_RULES_INFO and so on.
#[unsafe(no_mangle)]
pub extern "C" fn pm_rules_text(rules: Option<&PmRules>, what: u32, text: Option<&mut Buffer>) -> i32 {
    guarded(|| rules::text(&*PmRules::used(rules)?, what, must(text, "text")?))
}

/// Frees rules, unless another call uses them, as pm_game_free. Games and batches that were made
/// from them can still be used.
#[unsafe(no_mangle)]
pub extern "C" fn pm_rules_free(rules: Freed<'_, PmRules>) {
    guarded(|| rules.free(PmRules::unused));
}

/// Starts the game of a seed at the time `now`, in milliseconds: 0, where no clock is needed.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_start(
    rules: Option<&PmRules>,
    seed: u64,
    now: f64,
    game: Out<'_, Option<Box<PmGame>>>,
) -> i32 {
    made(game, "game", || {
        let (game, turn) = PmRules::used(rules)?.start_at(seed, time(now)?)?;
        Ok(PmGame::of(game, turn))
    })
}

/// Copies a game, with the random numbers of a seed. The copy has no steps to undo.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_fork(game: Option<&PmGame>, seed: u64, fork: Out<'_, Option<Box<PmGame>>>) -> i32 {
    made(fork, "fork", || Ok(held(game, "game")?.fork(seed)))
}

/// Presses a direction. A move that moves nothing is no fault: `*moved` is 0 then. `moved`
/// and `score` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_play(
    game: Own<'_, PmGame>,
    direction: u32,
    now: f64,
    moved: Out<'_, i32>,
    score: Out<'_, f64>,
) -> i32 {
    guarded(|| {
        let (has_moved, points) = held(game, "game")?.play(direction, now)?;
        moved.put(has_moved.into());
        score.put(points);
        Ok(())
    })
}

/// Does something to a game: "on" (plays on after a win), "again" (plays again from the
/// start), "tick" (lets time pass), "play:0", "tile:1:2" (clicks a tile, by row and column),
/// "box:0" (clicks a stat box).
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_act(game: Own<'_, PmGame>, action: Text<'_>, now: f64) -> i32 {
    guarded(|| held(game, "game")?.act(action.get("action")?, now))
}

/// Takes back the last step, and its random numbers: the same move brings the same tiles.
/// PM_REFUSED if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_undo(game: Own<'_, PmGame>) -> i32 {
    guarded(|| held(game, "game")?.undo())
}

/// Makes the last undone step again. PM_REFUSED if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_redo(game: Own<'_, PmGame>) -> i32 {
    guarded(|| held(game, "game")?.redo())
}

/// Reads the state of a game. `status->size` must be set.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_status(game: Option<&PmGame>, status: Filled<'_, Status>) -> i32 {
    guarded(|| status.fill("status", held(game, "game")?.status()?))
}

/// The cells of a game as numbers. `board->size` and `board->cells` must be set, and the
/// arrays that are wanted.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_board(game: Own<'_, PmGame>, board: In<'_, Board>) -> i32 {
    guarded(|| held(game, "game")?.read(board.get("board")?))
}

/// Evaluates an expression, as JSON, on a game; the value is JSON, too. The game stays as
/// it is.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_eval(
    game: Option<&PmGame>,
    expression: Text<'_>,
    json: Option<&mut Buffer>,
) -> i32 {
    guarded(|| held(game, "game")?.evaluate(expression.get("expression")?, must(json, "json")?))
}

/// Writes a game as text: PM_GAME_CODE and so on.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_text(game: Own<'_, PmGame>, what: u32, text: Option<&mut Buffer>) -> i32 {
    guarded(|| held(game, "game")?.text(what, must(text, "text")?))
}

/// A picture of a game: PM_SVG, or PM_PNG, which has 100 pixels for a cell in each direction
/// at scale 1. PM_REFUSED with "no-png" where the library was built without it.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_picture(
    game: Own<'_, PmGame>,
    format: u32,
    scale: f32,
    bytes: Option<&mut Buffer>,
) -> i32 {
    guarded(|| held(game, "game")?.picture(format, scale, must(bytes, "bytes")?))
}

/// Ranks the directions by random games of `turns` turns in all: a better hint with more of them.
/// `*best` is set to the best direction, or to -1 if none is legal; PM_GAME_HINT has all of them. A
/// hint that is interrupted gives what it has found so far. `best` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_hint(game: Own<'_, PmGame>, turns: u64, seed: u64, best: Out<'_, i32>) -> i32 {
    guarded(|| {
        let (found, asked) = held(game, "game")?.hint(turns, seed)?;
        best.put(found.map_or(-1, |direction| direction as i32));
        asked
    })
}

/// The record of a game, to be watched from its start.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_replay(game: Option<&PmGame>, replay: Out<'_, Option<Box<PmReplay>>>) -> i32 {
    made(replay, "replay", || replay::of_game(held(game, "game")?.game()))
}

/// Frees a game, unless another call uses it: then it stays, and pm_last_error_code is "busy". So do
/// other functions that free.
#[unsafe(no_mangle)]
pub extern "C" fn pm_game_free(game: Freed<'_, PmGame>) {
    free(game, "game");
}

/// Opens a Replay code, or the record of a saved game, at its start. `limits` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pm_replay_open(
    text: Text<'_>,
    limits: In<'_, Limits>,
    replay: Out<'_, Option<Box<PmReplay>>>,
) -> i32 {
    made(replay, "replay", || PmReplay::open(text.get("text")?, &self::limits(limits.optional("limits")?)?))
}

/// The position, from 0 on, and the number of positions, which is at least 1. Both may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pm_replay_place(
    replay: Option<&PmReplay>,
    position: Out<'_, usize>,
    length: Out<'_, usize>,
) -> i32 {
    guarded(|| {
        let (own, all) = held(replay, "replay")?.place();
        position.put(own);
        length.put(all);
        Ok(())
    })
}

/// Makes the next step. `*made` is set to 1, or to 0 at the end; it may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pm_replay_step(replay: Own<'_, PmReplay>, made: Out<'_, i32>) -> i32 {
    guarded(|| {
        made.put(held(replay, "replay")?.step()?.into());
        Ok(())
    })
}

/// Goes to a position, or to the end if there is none so far on. If that fails, the replay is at
/// the last position that could be reached.
#[unsafe(no_mangle)]
pub extern "C" fn pm_replay_seek(replay: Own<'_, PmReplay>, position: usize) -> i32 {
    guarded(|| held(replay, "replay")?.seek(position))
}

/// Reads the state of the game at the position. `status->size` must be set.
#[unsafe(no_mangle)]
pub extern "C" fn pm_replay_status(replay: Option<&PmReplay>, status: Filled<'_, Status>) -> i32 {
    guarded(|| status.fill("status", held(replay, "replay")?.status()?))
}

/// The cells at the position as numbers, as pm_game_board.
#[unsafe(no_mangle)]
pub extern "C" fn pm_replay_board(replay: Own<'_, PmReplay>, board: In<'_, Board>) -> i32 {
    guarded(|| held(replay, "replay")?.read(board.get("board")?))
}

/// Writes a replay as text: PM_REPLAY_EVENTS and so on.
#[unsafe(no_mangle)]
pub extern "C" fn pm_replay_text(replay: Own<'_, PmReplay>, what: u32, text: Option<&mut Buffer>) -> i32 {
    guarded(|| held(replay, "replay")?.text(what, must(text, "text")?))
}

/// The game at the position, to be looked at as any game, or played on with the random numbers of
/// a seed.
#[unsafe(no_mangle)]
pub extern "C" fn pm_replay_game(
    replay: Option<&PmReplay>,
    seed: u64,
    game: Out<'_, Option<Box<PmGame>>>,
) -> i32 {
    made(game, "game", || Ok(held(replay, "replay")?.game(seed)))
}

/// Frees a replay.
#[unsafe(no_mangle)]
pub extern "C" fn pm_replay_free(replay: Freed<'_, PmReplay>) {
    free(replay, "replay");
}

/// An engine of rules, which plays positions and looks ahead in them, with the random numbers of
/// a seed. For several threads, make one for each.
#[unsafe(no_mangle)]
pub extern "C" fn pm_engine_new(
    rules: Option<&PmRules>,
    seed: u64,
    engine: Out<'_, Option<Box<PmEngine>>>,
) -> i32 {
    made(engine, "engine", || PmEngine::new(&*PmRules::used(rules)?, seed))
}

/// Draws the random numbers of a seed from now on.
#[unsafe(no_mangle)]
pub extern "C" fn pm_engine_reseed(engine: Own<'_, PmEngine>, seed: u64) -> i32 {
    guarded(|| {
        held(engine, "engine")?.reseed(seed);
        Ok(())
    })
}

/// The start of a game. The first one of an engine is that of its seed.
#[unsafe(no_mangle)]
pub extern "C" fn pm_engine_start(
    engine: Own<'_, PmEngine>,
    position: Out<'_, Option<Box<PmPosition>>>,
) -> i32 {
    made(position, "position", || held(engine, "engine")?.start())
}

/// The position of a game, which must have been started from the rules of the engine.
#[unsafe(no_mangle)]
pub extern "C" fn pm_engine_position(
    engine: Own<'_, PmEngine>,
    game: Option<&PmGame>,
    position: Out<'_, Option<Box<PmPosition>>>,
) -> i32 {
    made(position, "position", || held(engine, "engine")?.position(&*held(game, "game")?))
}

/// The position of a text of pm_position_text, from this engine or another one of equal rules.
#[unsafe(no_mangle)]
pub extern "C" fn pm_engine_resume(
    engine: Own<'_, PmEngine>,
    text: Text<'_>,
    position: Out<'_, Option<Box<PmPosition>>>,
) -> i32 {
    made(position, "position", || held(engine, "engine")?.resume(text.get("text")?))
}

/// A game that goes on from a position, with the random numbers of a seed.
#[unsafe(no_mangle)]
pub extern "C" fn pm_engine_game(
    engine: Option<&PmEngine>,
    position: Option<&PmPosition>,
    seed: u64,
    game: Out<'_, Option<Box<PmGame>>>,
) -> i32 {
    made(game, "game", || held(engine, "engine")?.game(&*held(position, "position")?, seed))
}

/// The kinds of tiles that boards of an engine have, in the order of their numbers, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn pm_engine_kinds(engine: Option<&PmEngine>, json: Option<&mut Buffer>) -> i32 {
    guarded(|| held(engine, "engine")?.kinds(must(json, "json")?))
}

/// Frees an engine. Its positions can then only be copied and freed.
#[unsafe(no_mangle)]
pub extern "C" fn pm_engine_free(engine: Freed<'_, PmEngine>) {
    free(engine, "engine");
}

/// Copies a position. Both can be played then.
#[unsafe(no_mangle)]
pub extern "C" fn pm_position_copy(
    position: Option<&PmPosition>,
    copy: Out<'_, Option<Box<PmPosition>>>,
) -> i32 {
    made(copy, "copy", || Ok(held(position, "position")?.copy()))
}

/// Presses a direction, with random numbers of the engine. A move that moves nothing is no fault:
/// `*moved` is 0 then. `moved` and `points` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pm_position_play(
    engine: Own<'_, PmEngine>,
    position: Own<'_, PmPosition>,
    direction: u32,
    moved: Out<'_, i32>,
    points: Out<'_, f64>,
) -> i32 {
    guarded(|| {
        let (has_moved, gain) = held(engine, "engine")?.play(&mut *held(position, "position")?, direction)?;
        moved.put(has_moved.into());
        points.put(gain);
        Ok(())
    })
}

/// Presses a direction so that this tile spawns: one of the list of pm_position_afterstate for the
/// same position and direction, by row, column and kind. Other random numbers of the turn are those
/// of the engine. `points` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pm_position_play_spawn(
    engine: Own<'_, PmEngine>,
    position: Own<'_, PmPosition>,
    direction: u32,
    spawn: Option<&Spawn>,
    points: Out<'_, f64>,
) -> i32 {
    guarded(|| {
        let (mut engine, mut place) = (held(engine, "engine")?, held(position, "position")?);
        let (_, gain) = engine.play_spawn(&mut place, direction, *must(spawn, "spawn")?)?;
        points.put(gain);
        Ok(())
    })
}

/// Plays on after a win. PM_REFUSED if there is none, or the mode ends with it.
#[unsafe(no_mangle)]
pub extern "C" fn pm_position_play_on(engine: Own<'_, PmEngine>, position: Own<'_, PmPosition>) -> i32 {
    guarded(|| held(engine, "engine")?.play_on(&mut *held(position, "position")?))
}

/// The result of a direction before anything spawns: its points, and the spawns that may follow.
/// `after->size` must be set, and `spawns` and `capacity` if the spawns are wanted; PM_SPACE if there
/// is no room for them. `*board` is set to the board as a position, or to NULL if there is none.
/// `board` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pm_position_afterstate(
    engine: Own<'_, PmEngine>,
    position: Option<&PmPosition>,
    direction: u32,
    after: Filled<'_, Afterstate>,
    board: Out<'_, Option<Box<PmPosition>>>,
) -> i32 {
    let mut found = None;
    let status = guarded(|| {
        let (mut engine, place) = (held(engine, "engine")?, held(position, "position")?);
        found = engine.afterstate(&place, direction, after)?.map(Box::new);
        Ok(())
    });
    board.put(found);
    status
}

/// The directions that move something, a bit for each.
#[unsafe(no_mangle)]
pub extern "C" fn pm_position_legal(
    engine: Own<'_, PmEngine>,
    position: Option<&PmPosition>,
    legal: Out<'_, u64>,
) -> i32 {
    guarded(|| {
        legal.put(held(engine, "engine")?.legal(&*held(position, "position")?)?);
        Ok(())
    })
}

/// Reads the state of a position, which has no seed and no steps to undo. `status->size` must be
/// set.
#[unsafe(no_mangle)]
pub extern "C" fn pm_position_status(
    engine: Own<'_, PmEngine>,
    position: Option<&PmPosition>,
    status: Filled<'_, Status>,
) -> i32 {
    guarded(|| status.fill("status", held(engine, "engine")?.status(&*held(position, "position")?)?))
}

/// The cells of a position as numbers, as pm_game_board.
#[unsafe(no_mangle)]
pub extern "C" fn pm_position_board(
    engine: Own<'_, PmEngine>,
    position: Option<&PmPosition>,
    board: In<'_, Board>,
) -> i32 {
    guarded(|| held(engine, "engine")?.read(&*held(position, "position")?, board.get("board")?))
}

/// A position as text, for pm_engine_resume: all but the random numbers to come.
#[unsafe(no_mangle)]
pub extern "C" fn pm_position_text(
    engine: Option<&PmEngine>,
    position: Option<&PmPosition>,
    text: Option<&mut Buffer>,
) -> i32 {
    guarded(|| held(engine, "engine")?.text(&*held(position, "position")?, must(text, "text")?))
}

/// Frees a position.
#[unsafe(no_mangle)]
pub extern "C" fn pm_position_free(position: Freed<'_, PmPosition>) {
    free(position, "position");
}

/// Checks the score of the game of a seed and a move string: `*is_so` is set to 0 or 1,
/// `*reached` to the score that it has. Both may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pm_verify(
    rules: Option<&PmRules>,
    seed: u64,
    moves: Text<'_>,
    score: f64,
    is_so: Out<'_, i32>,
    reached: Out<'_, f64>,
) -> i32 {
    guarded(|| {
        let (holds, found) = holds(&*PmRules::used(rules)?, seed, moves.get("moves")?, score)?;
        is_so.put(holds.into());
        reached.put(found);
        Ok(())
    })
}

/// Many games at their starts, to be played in step: the first has this seed, the next one
/// the next seed, and so on.
#[unsafe(no_mangle)]
pub extern "C" fn pm_batch_new(
    rules: Option<&PmRules>,
    games: usize,
    seed: u64,
    batch: Out<'_, Option<Box<PmBatch>>>,
) -> i32 {
    made(batch, "batch", || PmBatch::new(&*PmRules::used(rules)?, games, seed))
}

/// Plays a step in every game, if there are directions, and reads what came of it.
/// `step->size`, `games` and `cells` must be set, and the arrays that are wanted.
#[unsafe(no_mangle)]
pub extern "C" fn pm_batch_step(batch: Own<'_, PmBatch>, step: In<'_, Step>) -> i32 {
    guarded(|| held(batch, "batch")?.step(step.get("step")?))
}

/// Looks one move ahead in every game of a batch: the boards after each direction and before
/// anything spawns, and the points of these turns. After a direction that moves nothing it is
/// the present board, with 0 points; where more than the spawn goes by chance, a board that may
/// come. All numbers of `after` must be set, and the arrays that are wanted.
#[unsafe(no_mangle)]
pub extern "C" fn pm_batch_afterstates(batch: Own<'_, PmBatch>, after: In<'_, Afterstates>) -> i32 {
    guarded(|| held(batch, "batch")?.afterstates(after.get("after")?))
}

/// Begins the game of a seed in a place of a batch.
#[unsafe(no_mangle)]
pub extern "C" fn pm_batch_reset(batch: Own<'_, PmBatch>, place: usize, seed: u64) -> i32 {
    guarded(|| held(batch, "batch")?.reset(place, seed))
}

/// Continues in a place of a batch from the state of a game, which must have been started
/// from the rules of the batch.
#[unsafe(no_mangle)]
pub extern "C" fn pm_batch_load(batch: Own<'_, PmBatch>, place: usize, game: Option<&PmGame>) -> i32 {
    guarded(|| held(batch, "batch")?.load(place, &*held(game, "game")?))
}

/// The kinds of tiles that boards of a batch have, in the order of their numbers, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn pm_batch_kinds(batch: Own<'_, PmBatch>, json: Option<&mut Buffer>) -> i32 {
    guarded(|| held(batch, "batch")?.kinds(must(json, "json")?))
}

/// The game in a place of a batch, to be played on by itself: it goes as it would there.
#[unsafe(no_mangle)]
pub extern "C" fn pm_batch_game(
    batch: Option<&PmBatch>,
    place: usize,
    game: Out<'_, Option<Box<PmGame>>>,
) -> i32 {
    made(game, "game", || held(batch, "batch")?.game(place))
}

/// The games of a batch in which the last step did not happen, as JSON: a list of objects with
/// game, code and message.
#[unsafe(no_mangle)]
pub extern "C" fn pm_batch_failures(batch: Option<&PmBatch>, json: Option<&mut Buffer>) -> i32 {
    guarded(|| held(batch, "batch")?.failures(must(json, "json")?))
}

/// Frees a batch.
#[unsafe(no_mangle)]
pub extern "C" fn pm_batch_free(batch: Freed<'_, PmBatch>) {
    free(batch, "batch");
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
