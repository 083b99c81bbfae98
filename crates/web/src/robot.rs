//! Calls the package as JavaScript does, but natively and with any bytes: so
//! that it can be fuzzed where there is no JavaScript. Everything happens that
//! happens in the browser, up to the last step, which makes JavaScript's
//! objects of what is ready.

use polymerge::modefile::catalogue::{self, BuiltIn};
use polymerge::modefile::{self, check, SourceFile};
use polymerge::{json, Cell, Limits, Looks, Opening, Trial, TrialOptions};

use crate::catalogue::ModeInfo;
use crate::evaluation::{evaluation_of, EvaluateOptions};
use crate::failure::Failure;
use crate::game::{tables, WebGame};
use crate::mode::{DirectionInfo, WebMode};
use crate::picture;
use crate::problem::{problems, FILE};
use crate::replay::ReplayPlayer;
use crate::start::StartOptions;
use crate::state::GameState;
use crate::view::{RulesLine, TileFace};

/// Built-in modes that expressions, tiles and changes are tried on.
const MODES: [&str; 6] = ["2048", "050-dive", "043-1321", "059-1825", "120-vs-the-void-tiler", "crummy"];

/// What is done in a game: this many things at most.
const ACTIONS: usize = 12;
/// The moves of a trial.
const MOVES: usize = 20;
/// The positions of a replay that are looked at.
const POSITIONS: usize = 20;

/// Does what the bytes say: the first chooses a part of the package, the second
/// what is called there, the rest is the text that it is given.
///
/// # Errors
/// The message of what the package would throw.
pub fn call(bytes: &[u8]) -> Result<(), String> {
    let [door, seed, text @ ..] = bytes else { return Ok(()) };
    visit(*door, *seed, &String::from_utf8_lossy(text)).map_err(Failure::into_message)
}

fn visit(door: u8, seed: u8, text: &str) -> Result<(), Failure> {
    match door % 5 {
        0 => open(text, seed),
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
    let name = MODES[usize::from(seed) % MODES.len()];
    let file = catalogue::find(name).and_then(|mode| mode.read().ok());
    let file = file.ok_or_else(|| Failure::from(polymerge::OpenError::NoSuchMode(name.to_owned())))?;
    WebMode::named(name, file.mode, &Limits::default())
}

fn start(seed: u8) -> StartOptions {
    StartOptions { seed: Some(u64::from(seed)), now: 0.0 }
}

/// `open`, and everything that can be done with what was opened.
fn open(text: &str, seed: u8) -> Result<(), Failure> {
    if !Opening::is_code(text) {
        return tour(&WebMode::of_file(FILE, text.to_owned(), &Limits::default())?, seed);
    }
    let opening = Opening::of_code(text, &Default::default())?;
    let mode = WebMode::unnamed(opening.mode().clone(), &Limits::default())?;
    match &opening {
        Opening::Mode(_) => tour(&mode, seed),
        Opening::Game(..) => play(&mut WebGame::of_code(text, &start(seed), &Limits::default())?, seed),
        Opening::Replay(_, replay) => watch(ReplayPlayer::new(&mode, replay)?),
    }
}

/// Everything that can be asked of a mode, then a game of it.
fn tour(mode: &WebMode, seed: u8) -> Result<(), Failure> {
    let starter = mode.starter();
    let session = picture::started(starter)?;
    let _ = ModeInfo::of("", modefile::Info::of(starter.mode()), starter.mode());
    let _: Vec<_> = session.game().rules().directions().iter().enumerate().map(DirectionInfo::of).collect();
    let mut looks = Looks::new(starter.mode(), tables().clone());
    if let Ok(lines) = looks.at(session.game(), 0.0).rules() {
        let _: Vec<_> = lines.iter().map(RulesLine::of).collect();
    }
    for tile in picture::known_tiles(starter, &session) {
        let id = looks.at(session.game(), 0.0).face_of(&tile);
        let _ = looks.face(id).map(|face| TileFace::of(face));
    }
    let _ = picture::of_mode(starter.mode().clone());
    let _ = modefile::write(starter.mode(), &modefile::Info::of(starter.mode()));
    let size = TrialOptions { games: 1, moves: MOVES, seed: u64::from(seed) };
    Trial::new(starter.clone(), size).run(MOVES);
    play(&mut WebGame::of_mode(mode, &start(seed))?, seed)
}

/// A game goes on for a while, and is looked at, saved and watched again.
fn play(game: &mut WebGame, seed: u8) -> Result<(), Failure> {
    for number in 0..ACTIONS {
        let now = (number + 1) as f64 * 1000.0;
        let what = usize::from(seed) + number;
        let directions = game.session().game().rules().directions().len();
        let turn = game.turn(now, |session, now| match what % 8 {
            0 => session.click_tile(Cell::new(number % 4, 0), now),
            1 => session.click_stat_box(0, now),
            2 => session.tick(now),
            3 if number > 8 => session.restart(now),
            _ => session.play(number % directions.max(1), now),
        });
        // What a player may not do now is no end.
        turn.map(|_| ()).or_else(Failure::forgive)?;
        let _ = (GameState::of(game.session().game()), game.look(now));
    }
    game.picture(0.0)?;
    let (code, record) = (game.code(0.0)?, game.record(0.0)?);
    assert!(
        WebGame::of_code(&code, &start(seed), &Limits::default()).is_ok(),
        "what was saved can't be read: {code}"
    );
    let recorded = Opening::of_code(&record, &Default::default());
    assert!(recorded.is_ok(), "what was recorded can't be read: {record}");
    watch(ReplayPlayer::of(game)?)
}

fn watch(mut replay: ReplayPlayer) -> Result<(), Failure> {
    let length = replay.length();
    replay.go(length / 2)?;
    for _ in 0..POSITIONS {
        if replay.turn()?.is_none() {
            break;
        }
        let _ = replay.look();
    }
    replay.go(length)
}

/// `checkModeFile`.
fn check_file(text: &str) -> Result<(), Failure> {
    let file = SourceFile::new(FILE, text.as_bytes().to_vec());
    let checked = check(&file, &BuiltIn, &Default::default());
    let _ = problems(&checked.problems, FILE, text);
    Ok(())
}

/// A text as an expression on a game, and as a tile.
fn ask(mode: &WebMode, text: &str, seed: u8) -> Result<(), Failure> {
    let game = WebGame::of_mode(mode, &start(seed))?;
    let played = game.session().game();
    if let Ok(tile) = json::read(text, &Default::default()) {
        let mut looks = Looks::new(played.rules().mode(), tables().clone());
        let id = looks.at(played, 0.0).face_of(&tile);
        let _ = looks.face(id).map(|face| TileFace::of(face));
    }
    let cell = usize::from(seed % 5);
    let given =
        EvaluateOptions { row: cell, column: cell, trace: seed % 2 == 1, ..EvaluateOptions::default() };
    evaluation_of(text, &given, Some(played)).map(|_| ())
}

/// A text as settings, or as modifiers, a line each.
fn change(mode: &WebMode, text: &str, seed: u8) -> Result<(), Failure> {
    let lines = text.lines().take(8).map(str::to_owned);
    let changed = match seed % 2 {
        0 => mode.changed(lines, []),
        _ => mode.changed([], lines),
    };
    changed?.starter().start(u64::from(seed), 0.0)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every door opens for what belongs there, and says what is wrong with
    /// anything else.
    #[test]
    fn all_doors_open() {
        let mode = built_in(0).unwrap();
        let mut game = WebGame::of_mode(&mode, &start(0)).unwrap();
        game.turn(1.0, |session, now| session.play(0, now)).unwrap();
        let file = modefile::write(mode.starter().mode(), &modefile::Info::of(mode.starter().mode()));
        let cases: [(u8, &str, bool); 11] = [
            (0, &file, true),
            (0, &game.code(1000.0).unwrap(), true),
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
        for (door, text, well) in cases {
            for seed in 0..4 {
                let bytes: Vec<u8> = [door, seed].into_iter().chain(text.bytes()).collect();
                let outcome = call(&bytes);
                // Settings and modifiers are different names.
                if door != 4 {
                    assert_eq!(outcome.is_ok(), well, "{door}, {seed}, {text:.80}: {outcome:?}");
                }
            }
        }
        assert!(call(&[]).is_ok());
    }
}
