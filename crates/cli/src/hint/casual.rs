//! The end of a game that is played on casually: what a person may expect, beside the values of hints.

use polymerge::{Engine, Error, State, Value};
use polymerge_app::object::object;
use polymerge_player::{casual_games, CasualGames, CASUAL_TURNS};

use super::{number, percent};

/// The turns of all games: a part of the work of a hint.
const TURNS: u64 = 4_000;

/// Plays on from a state.
pub fn games(engine: &mut Engine, state: &State, seed: u64) -> Result<CasualGames, Error> {
    let position = engine.position(state.clone())?;
    Ok(casual_games(engine, &position, seed, TURNS)?)
}

/// Returns the line for people.
pub fn line(casual: &CasualGames) -> String {
    let CasualGames { games, cut, score, score_error, turns, won } = casual;
    let error = score_error.map_or(String::new(), |error| format!(" ± {}", number(error)));
    let cut = match cut {
        0 => String::new(),
        cut => format!(", {cut} of them cut after {CASUAL_TURNS}"),
    };
    let games = if *games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    let won = won.map_or(String::new(), |won| format!("; {} of them reach the goal", percent(Some(won))));
    let score = number(*score);
    format!("\nplayed on casually, games end at {score}{error} points ({games} of {turns:.0} more turns in the mean{cut}){won}\n")
}

/// Returns the object for programs.
pub fn machine(casual: &CasualGames) -> Value {
    let optional = |number: Option<f64>| number.map_or(Value::Null, Value::Number);
    object([
        ("games", Value::Number(casual.games as f64)),
        ("cut", Value::Number(casual.cut as f64)),
        ("score", Value::Number(casual.score)),
        ("standard_error", optional(casual.score_error)),
        ("turns", Value::Number(casual.turns)),
        ("win", optional(casual.won)),
    ])
}
