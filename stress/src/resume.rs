//! A game saved as a code, and what comes back from it.

use polymerge_rules::{Game, Limits, Ruleset, World};
use polymerge_savecode::{decode, encode, Content, DecodeLimits};

/// The code of a game at the time `now`: the canonical text of its state.
///
/// # Errors
/// If it holds what no code can hold.
pub fn code(game: &Game, now: f64) -> Result<String, String> {
    let content = Content::Game { mode: game.saved_mode().into(), game: game.save(now).into() };
    encode(&content).map_err(|error| error.to_string())
}

/// The game that a code holds.
///
/// # Errors
/// Whatever is wrong with it.
pub fn game(code: &str, limits: &Limits, world: &mut World<'_>) -> Result<Game, String> {
    let read = decode(code, &DecodeLimits::default()).map_err(|error| error.to_string())?;
    let Content::Game { mode, game } = read.content else { return Err("not a game".to_owned()) };
    let rules = Ruleset::compile(*mode, limits.clone()).map_err(|error| error.to_string())?;
    Game::restore(rules, &game, world).map_err(|error| error.to_string())
}
