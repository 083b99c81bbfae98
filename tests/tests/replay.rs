//! Playing the record of a game back gives the same game, move by move.

use std::path::PathBuf;

use calcarray::Value;
use calcarray::json::write;
use conformance::data::{file_name, read_text};
use conformance::difference::exact;
use conformance::{Case, Data, report, run};
use polymerge_modefile::catalogue;
use polymerge_rules::{GameState, Limits, Mode, Playback, Randomness, Rng, Ruleset, Screen, World};
use polymerge_savecode::{DecodeLimits, decode};

/// How many directions are pressed.
const PRESSES: usize = 60;

/// Modes with game variables that are changed by what is not played back
/// (docs/turn.md, "Replays"), and by what.
const NOT_IN_RECORDS: [(&str, &str); 3] = [
    ("099", "conditions of merges, also those of failed moves"),
    ("106", "expressions of the spawn list"),
    ("109", "expressions of the spawn list"),
];

/// What a record gives back: everything but what comes next, and the game
/// variables only if `variables` is true. In which order forced tiles and others of one turn were
/// discovered is not in it, so that with forced spawns the order does not count.
fn state(game: &GameState, variables: bool) -> Value {
    let list = |values: &[Value]| Value::array(values.to_vec());
    let is_forced = !game.forced_spawns().is_empty();
    let discovered = |tiles: &[Value]| {
        let mut tiles = tiles.to_vec();
        if is_forced {
            tiles.sort_by_key(write);
        }
        Value::array(tiles)
    };
    Value::array(vec![
        game.grid(),
        game.score().into(),
        game.moves().into(),
        game.manual_moves().into(),
        game.merges().into(),
        game.merge_moves().into(),
        list(if variables { game.game_variables() } else { &[] }),
        list(game.modifier_variables()),
        list(game.spawns()),
        discovered(game.discovered()),
        discovered(game.discovered_winning()),
        discovered(game.discovered_losing()),
    ])
}

fn replays(mode: Mode, name: &str) -> Result<(), String> {
    let variables = !NOT_IN_RECORDS.iter().any(|(mode, _)| name.starts_with(mode));
    let state = |game: &GameState| state(game, variables);
    let text = |error: polymerge_rules::TurnError| error.to_string();
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    let (mut random, mut choices) = (Rng::new(3), Rng::new(5));
    let world = &mut World::new(&mut random, 0.0);
    let (mut game, _) = GameState::new(rules, world).map_err(text)?;
    let mut states = vec![state(&game)];
    for _ in 0..PRESSES {
        if game.screen() == Screen::Win && game.rules().postgame_allowed() {
            game.continue_after_win(world).map_err(text)?;
        }
        let legal = game.legal_moves().map_err(text)?;
        if legal.is_empty() {
            break;
        }
        let choice = (choices.next().unwrap_or_default() * legal.len() as f64) as usize;
        if game.play(legal[choice], world).map_err(text)?.moved {
            states.push(state(&game));
        }
    }
    let rules = Ruleset::compile(game.saved_mode(), Limits::default()).map_err(|error| error.to_string())?;
    let mut other = Rng::new(9);
    let world = &mut World::new(&mut other, 0.0);
    let (mut playback, _) = Playback::new(rules, &game.replay(0.0), world).map_err(text)?;
    exact("at the start", &states[0], &state(playback.game()))?;
    for (number, expected) in states.iter().enumerate().skip(1) {
        playback.step(world).map_err(text)?;
        exact(&format!("after move {number}"), expected, &state(playback.game()))?;
    }
    match playback.step(world).map_err(text)? {
        None => Ok(()),
        Some(_) => Err("the record has more moves than the game".to_owned()),
    }
}

fn check(modes: Vec<Case>) {
    let tally = run::run("replay", modes, || {});
    assert!(tally.failures.is_empty(), "{}", report::family(&tally, &Default::default(), 120));
}

#[test]
fn games_of_built_in_modes_are_played_back() {
    let case = |mode: catalogue::BuiltInMode| {
        Case::new(mode.name(), move || {
            replays(mode.read().map_err(|problems| problems.to_text())?.mode, mode.name())
        })
    };
    check(catalogue::modes().map(case).collect());
}

#[test]
fn games_of_golden_modes_are_played_back() {
    let Some(data) = Data::shared() else { return };
    let case = |file: PathBuf| {
        Case::new(file_name(&file).to_owned(), move || {
            let code =
                decode(&read_text(&file)?, &DecodeLimits::default()).map_err(|error| error.to_string())?;
            replays(code.content.mode().cloned().ok_or("no mode")?, file_name(&file))
        })
    };
    let files = ["modes", "variants"].map(|folder| data.files(folder, &[".txt"]).unwrap());
    check(files.into_iter().flatten().map(case).collect());
}
