//! Saving a game and going on from the code changes nothing.

use std::path::PathBuf;

use calcarray::Value;
use conformance::data::{file_name, read_text};
use conformance::{Case, Data, report, run};
use polymerge_modefile::catalogue;
use polymerge_rules::{GameState, Limits, Mode, Rng, Ruleset, Screen, World};
use polymerge_savecode::{Content, DecodeLimits, decode, encode};

/// Moves before the game is saved, and after.
const MOVES: usize = 20;

/// Plays moves that a generator of its own chooses, one a second.
fn play(game: &mut GameState, choices: &mut Rng, random: &mut Rng, from: usize) -> Result<(), String> {
    use polymerge_rules::Randomness;
    for number in from..from + MOVES {
        let now = number as f64 * 1000.0;
        let world = &mut World::new(random, now);
        if game.screen() == Screen::Win && game.rules().postgame_allowed() {
            game.continue_after_win(world).map_err(|error| error.to_string())?;
        }
        let legal = game.legal_moves().map_err(|error| error.to_string())?;
        if legal.is_empty() || game.screen() != Screen::Play {
            return Ok(());
        }
        let choice = choices.next().unwrap_or_default() * legal.len() as f64;
        game.play(legal[choice as usize], world).map_err(|error| format!("move {number}: {error}"))?;
    }
    Ok(())
}

fn code(game: &GameState, now: f64) -> Result<String, String> {
    let content = Content::Game { mode: game.saved_mode().into(), game: game.save(now).into() };
    encode(&content).map_err(|error| error.to_string())
}

fn resumes(mode: Mode) -> Result<(), String> {
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    let (mut random, mut choices) = (Rng::new(7), Rng::new(11));
    let (mut game, _) =
        GameState::new(rules, &mut World::new(&mut random, 0.0)).map_err(|error| error.to_string())?;
    play(&mut game, &mut choices, &mut random, 1)?;
    let now = (MOVES + 1) as f64 * 1000.0;
    let saved = code(&game, now)?;

    let read = decode(&saved, &DecodeLimits::default()).map_err(|error| error.to_string())?;
    let Content::Game { mode, game: state } = read.content else { return Err("not a game".to_owned()) };
    let rules = Ruleset::compile(*mode, Limits::default()).map_err(|error| error.to_string())?;
    let world = &mut World::new(&mut random, now);
    let mut resumed = GameState::restore(rules, &state, world).map_err(|error| error.to_string())?;
    same("saved again", &saved, &code(&resumed, now)?)?;

    let (mut other_random, mut other_choices) = (random.clone(), choices.clone());
    play(&mut game, &mut choices, &mut random, MOVES + 2)?;
    play(&mut resumed, &mut other_choices, &mut other_random, MOVES + 2)?;
    let end = (2 * MOVES + 3) as f64 * 1000.0;
    same("at the end", &code(&game, end)?, &code(&resumed, end)?)
}

/// Compares codes piece by piece, so that a message says which differs.
fn same(when: &str, expected: &str, found: &str) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let sheet = |code: &str| polymerge_savecode::Sheet::read(code, &DecodeLimits::default());
    let (Ok(a), Ok(b)) = (sheet(expected), sheet(found)) else { return Err(format!("{when}: unreadable")) };
    let difference = a.pieces().zip(b.pieces()).find(|((_, a), (_, b))| a != b);
    let shown = |value: &Value| calcarray::json::write(value).chars().take(200).collect::<String>();
    Err(match difference {
        Some(((piece, a), (_, b))) => format!("{when}: {}: {} became {}", piece.name, shown(a), shown(b)),
        None => format!("{when}: the codes differ"),
    })
}

/// Checks modes on all cores.
fn check(modes: Vec<Case>) {
    let tally = run::run("resume", modes, || {});
    assert!(tally.failures.is_empty(), "{}", report::family(&tally, &Default::default(), 120));
}

#[test]
fn games_of_built_in_modes_go_on_from_their_codes() {
    let case = |mode: catalogue::BuiltInMode| {
        Case::new(mode.name(), move || resumes(mode.read().map_err(|problems| problems.to_text())?.mode))
    };
    check(catalogue::modes().map(case).collect());
}

#[test]
fn games_of_golden_modes_go_on_from_their_codes() {
    let Some(data) = Data::shared() else { return };
    let case = |file: PathBuf| {
        Case::new(file_name(&file).to_owned(), move || {
            let code =
                decode(&read_text(&file)?, &DecodeLimits::default()).map_err(|error| error.to_string())?;
            resumes(code.content.mode().cloned().ok_or("no mode")?)
        })
    };
    check(data.files("modes", &[".txt"]).unwrap().into_iter().map(case).collect());
}
