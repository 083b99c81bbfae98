//! Calls the package as JavaScript does, but natively and with any bytes: so
//! that it can be fuzzed where there is no JavaScript. Everything happens that
//! happens in the browser, up to the last step, which makes JavaScript's
//! objects of what is ready.

use polymerge::advanced::modefile::check;
use polymerge::catalogue::BuiltIn;
use polymerge::sample::TrialOptions;
use polymerge::{Action, Cell, Limits, Mode, SourceFile, open, why};
use polymerge_schema::{Direction, Problem};

use crate::batch::{BatchOptions, WebBatch};
use crate::engine::WebEngine;
use crate::evaluation::{EvaluateOptions, evaluation_of};
use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::FILE;
use crate::mode::WebMode;
use crate::opened::Opened;
use crate::picture;
use crate::proof::verdict;
use crate::replay::ReplayPlayer;
use crate::start::StartOptions;
use crate::state::GameState;

/// Built-in modes that expressions, tiles and changes are tried on.
const MODES: [&str; 6] = ["2048", "050-dive", "043-1321", "059-1825", "120-vs-the-void-tiler", "crummy"];

/// The most actions in a game.
const ACTIONS: usize = 12;
/// The moves of a trial.
const MOVES: usize = 20;
/// The games of a batch, and its steps.
const GAMES: usize = 3;
const BATCHED: u8 = 4;
/// The positions of a replay that are drawn.
const POSITIONS: usize = 20;

/// Runs the calls that the bytes encode: the first chooses a part of the package, the
/// second the call, the rest is the text of its argument.
///
/// # Errors
/// The message of what the package would throw.
pub fn call(bytes: &[u8]) -> Result<(), String> {
    let [part, seed, text @ ..] = bytes else { return Ok(()) };
    call_part(*part, *seed, &String::from_utf8_lossy(text)).map_err(Failure::into_message)
}

fn call_part(part: u8, seed: u8, text: &str) -> Result<(), Failure> {
    match part % 5 {
        0 => opened(text, seed),
        1 => check_file(text),
        2 => {
            let given = EvaluateOptions { trace: seed % 2 == 1, ..EvaluateOptions::default() };
            evaluation_of(text, &given, None).map(|_| ())
        }
        3 => ask(&built_in(seed)?, text, seed),
        _ => change(&built_in(seed)?, text, seed),
    }
}

fn built_in(seed: u8) -> Result<WebMode, Failure> {
    WebMode::of(&Mode::built_in(MODES[usize::from(seed) % MODES.len()])?)
}

fn start(seed: u8) -> StartOptions {
    StartOptions { seed: Some(u64::from(seed)), now: 0.0 }
}

/// Opens a text, and uses the result in all ways.
fn opened(text: &str, seed: u8) -> Result<(), Failure> {
    let opened = Opened::of(text, FILE, false, &Limits::default())?;
    match opened.kind().as_str() {
        "mode" => tour(&opened.mode(), seed),
        "game" => play(&mut opened.game_of(&start(seed))?, seed),
        _ => opened.into_replay().map_or(Ok(()), watch),
    }
}

/// Asks a mode for everything it has, then plays games of it.
fn tour(mode: &WebMode, seed: u8) -> Result<(), Failure> {
    let _ = mode.about();
    let _: Vec<_> = mode.compiled().directions().iter().map(Direction::of).collect();
    let _ = (mode.lines(), mode.faces(), picture::of_mode(mode));
    let _ = (mode.mode().to_file(), mode.mode().digest());
    let size = TrialOptions { games: 1, moves: MOVES, seed: u64::from(seed) };
    mode.compiled().trial(size).run(MOVES);
    let many = BatchOptions { games: Some(GAMES), seed: u64::from(seed), ..BatchOptions::default() };
    if let Ok(batch) = WebBatch::of(mode, &many) {
        step(mode, batch, seed)?;
    }
    if let Ok(engine) = WebEngine::of(mode) {
        search(&engine, seed)?;
    }
    play(&mut WebGame::of_mode(mode, &start(seed))?, seed)
}

/// Plays the games of a batch, puts them away, and takes one out.
fn step(mode: &WebMode, mut batch: WebBatch, seed: u8) -> Result<(), Failure> {
    let directions = mode.compiled().directions().len();
    for direction in 0..BATCHED {
        if usize::from(direction) < directions {
            batch.press(&[direction; GAMES])?;
        }
        let _ = (batch.legal_flags(), batch.kind_numbers(), batch.tile_values(), batch.cell_levels());
        drop(batch.looked_ahead());
    }
    if let Ok(text) = batch.saved() {
        batch = WebBatch::resumed(mode, &text)?;
    }
    let game = batch.taken(usize::from(seed) % GAMES, 0.0)?;
    drop(game.played().legal());
    Ok(())
}

/// Plays positions of an engine, looks ahead in them, and puts them away.
fn search(engine: &WebEngine, seed: u8) -> Result<(), Failure> {
    let Ok(mut position) = engine.started(u64::from(seed)) else { return Ok(()) };
    for direction in (0..BATCHED).map(usize::from) {
        if let Ok(Some(after)) = position.look(direction) {
            for spawn in after.listed().unwrap_or_default().iter().take(BATCHED.into()) {
                let mut placed = position.clone();
                placed.press_with(direction, (spawn.row, spawn.column, spawn.kind))?;
                drop(placed.kind_numbers());
            }
        }
        position.press(direction).map(drop).or_else(Failure::ignore_refusal)?;
        let _ = (position.legal_directions(), position.kind_numbers(), position.tile_values());
        let _ = position.cell_levels();
    }
    if let Ok(text) = position.saved() {
        position = engine.resumed(&text, seed.into())?;
    }
    drop(position.continued(0.0)?.played().legal());
    Ok(())
}

/// Plays a game for a while, and draws, saves and replays it.
fn play(game: &mut WebGame, seed: u8) -> Result<(), Failure> {
    let limits = Limits::default();
    for number in 0..ACTIONS {
        let now = (number + 1) as f64 * 1000.0;
        let directions = game.played().rules().directions().len();
        let action = match (usize::from(seed) + number) % 8 {
            0 => Action::ClickTile(Cell::new(number % 4, 0)),
            1 => Action::ClickStatBox(0),
            2 => Action::Tick,
            3 if number > 8 => Action::Restart,
            _ => Action::Play(number % directions.max(1)),
        };
        // A refused action does not end the game.
        game.turn(action, now, number % 2 == 0).map(|_| ()).or_else(Failure::ignore_refusal)?;
        let _ = (GameState::of(game.played().state()), game.scene(now));
        let _ = game.played().formula_values(Cell::new(number % 4, 0), directions.checked_sub(1));
    }
    let reasons = game.played().why(0).map(|account| why::explain(game.played(), &account));
    drop(reasons);
    let _ = (game.kind_numbers(), game.tile_values(), game.cell_levels());
    let _ = game.played().fork(0).legal();
    game.picture(0.0)?;
    let (code, record) = (game.at(0.0)?.code()?, game.at(0.0)?.replay_code()?);
    let saved = game.at(0.0)?.saved()?.to_json();
    for text in [code, record, saved] {
        assert!(open(&text, &limits).is_ok(), "what was saved can't be read: {text}");
        assert!(text.starts_with('@') || Opened::of(&text, FILE, false, &limits).is_ok(), "{text}");
    }
    watch(ReplayPlayer::of_played(game)?)
}

fn watch(mut replay: ReplayPlayer) -> Result<(), Failure> {
    let length = replay.length();
    replay.go(length / 2)?;
    for _ in 0..POSITIONS {
        if replay.turn()?.is_none() {
            break;
        }
        let _ = replay.scene();
    }
    replay.go(length)
}

/// `checkModeFile`.
fn check_file(text: &str) -> Result<(), Failure> {
    let file = SourceFile::new(FILE, text.as_bytes().to_vec());
    let checked = check(&file, &BuiltIn, &Default::default());
    let _ = Problem::all(&checked.problems, FILE, text);
    #[cfg(feature = "author")]
    crate::author::try_all(text)?;
    Ok(())
}

/// A text as an expression on a game, as a tile, and as moves.
fn ask(mode: &WebMode, text: &str, seed: u8) -> Result<(), Failure> {
    let mut game = WebGame::of_mode(mode, &start(seed))?;
    let _ = game.face_of_tile(text);
    let _ = verdict(mode, u64::from(seed), text, 0.0, None);
    let cell = usize::from(seed % 5);
    let given =
        EvaluateOptions { row: cell, column: cell, trace: seed % 2 == 1, ..EvaluateOptions::default() };
    evaluation_of(text, &given, Some(game.played())).map(|_| ())
}

/// A text as settings, or as modifiers, a line each.
fn change(mode: &WebMode, text: &str, seed: u8) -> Result<(), Failure> {
    let lines = text.lines().take(8).map(str::to_owned);
    let changed = match seed % 2 {
        0 => mode.changed(lines, []),
        _ => mode.changed([], lines),
    };
    changed?.compiled().start(u64::from(seed))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every function opens the texts that are meant for it, and names the fault of
    /// others.
    #[test]
    fn all_parts_open() {
        let mode = built_in(0).unwrap();
        let mut game = WebGame::of_mode(&mode, &start(0)).unwrap();
        game.turn(Action::Play(0), 1.0, true).unwrap();
        let file = mode.mode().to_file().unwrap();
        let cases: [(u8, &str, bool); 12] = [
            (0, &file, true),
            (0, &game.at(1000.0).unwrap().code().unwrap(), true),
            (0, &game.at(1000.0).unwrap().saved().unwrap().to_json(), true),
            (0, "@2048PowCompMode|3.0|", false),
            (0, "{\"tilte\": 1}", false),
            (1, &file, true),
            (1, "\u{feff}{", true),
            (2, "[1,\"+\",2]", true),
            (2, "1", false),
            (3, "[\"@This 0\"]", true),
            (4, "width=3", true),
            (4, "wdith=3", false),
        ];
        for (part, text, well) in cases {
            for seed in 0..4 {
                let bytes: Vec<u8> = [part, seed].into_iter().chain(text.bytes()).collect();
                let outcome = call(&bytes);
                // Settings and modifiers are different names.
                if part != 4 {
                    assert_eq!(outcome.is_ok(), well, "{part}, {seed}, {text:.80}: {outcome:?}");
                }
            }
        }
        assert!(call(&[]).is_ok());
    }
}
