//! A game saved as a code, and what comes back from it.

use polymerge_rules::{GameState, Limits, Rng, Ruleset, World};
use polymerge_savecode::{Content, DecodeLimits, decode, encode};

use crate::fingerprint;

/// The code of a game at the time `now`: the canonical text of its state.
///
/// # Errors
/// If it holds what no code can hold.
pub fn code(game: &GameState, now: f64) -> Result<String, String> {
    let content = Content::Game { mode: game.saved_mode().into(), game: game.save(now).into() };
    encode(&content).map_err(|error| error.to_string())
}

/// The game that a code holds.
///
/// # Errors
/// Whatever is wrong with it.
pub fn game(code: &str, limits: &Limits, world: &mut World<'_>) -> Result<GameState, String> {
    let read = decode(code, &DecodeLimits::default()).map_err(|error| error.to_string())?;
    let Content::Game { mode, game } = read.content else { return Err("not a game".to_owned()) };
    let rules = Ruleset::compile(*mode, limits.clone()).map_err(|error| error.to_string())?;
    GameState::restore(rules, &game, world).map_err(|error| error.to_string())
}

/// A game can be saved, the game that comes back from the code is the same, and
/// its next move too.
///
/// # Errors
/// What is not so.
pub fn goes_on_alike(game: &GameState, random: &Rng, choices: &Rng, now: f64) -> Result<(), String> {
    let text = code(game, now)?;
    let (mut dice, mut other_dice) = (random.clone(), random.clone());
    let mut restored = self::game(&text, &Limits::default(), &mut World::new(&mut dice, now))?;
    if code(&restored, now)? != text {
        return Err("saved again, the code is another".to_owned());
    }
    if restored.screen() != game.screen() {
        return Err(format!("{:?} became {:?}", game.screen(), restored.screen()));
    }
    let mut game = game.clone();
    let later = now + 500.0;
    let ends = [
        fingerprint::step(&mut game, &mut choices.clone(), &mut World::new(&mut dice, later)),
        fingerprint::step(&mut restored, &mut choices.clone(), &mut World::new(&mut other_dice, later)),
    ];
    if ends[0] != ends[1] || code(&game, later)? != code(&restored, later)? {
        return Err("the next move differs after saving".to_owned());
    }
    Ok(())
}
