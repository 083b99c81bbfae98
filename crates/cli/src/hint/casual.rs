//! The end of a game that is played on casually: what a person may expect, beside the values of hints.

use polymerge::{Engine, Error, State, Value};
use polymerge_app::object::object;
use polymerge_player::{CasualGames, casual_games};

use super::{FAILED, number, percent};

/// Plays on from a state. Turns are a part of the budget of the hint, as many as give a mean.
pub fn games(engine: &mut Engine, state: &State, budget: u64, seed: u64) -> Result<CasualGames, Error> {
    let position = engine.position(state.clone())?;
    Ok(casual_games(engine, &position, seed, (budget / 5).clamp(200, 4_000))?)
}

/// Returns the lines for people; none if games were cut so soon that they say nothing.
pub fn lines(casual: &CasualGames) -> String {
    if casual.are_too_short() {
        return String::new();
    }
    let CasualGames { games, cut, failed, score, score_error, turns, won } = casual;
    let error = score_error.map_or(String::new(), |error| format!(" ± {}", number(error)));
    let (end, cut) = match *cut {
        0 => ("end at", String::new()),
        cut if cut == *games => ("come to", ", not to their end".to_owned()),
        cut => ("end at", format!(", {cut} of them cut")),
    };
    let games = if *games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    let won = won.map_or(String::new(), |won| format!("; {} of them reach the goal", percent(Some(won))));
    let failed = if *failed > 0 { format!("{failed} {FAILED}") } else { String::new() };
    let score = number(*score);
    format!(
        "\nplayed on casually, games {end} {score}{error} points ({games} of {turns:.0} more turns in the \
         mean{cut}){won}\n{failed}"
    )
}

/// Returns the object for programs.
pub fn machine(casual: &CasualGames) -> Value {
    let optional = |number: Option<f64>| number.map_or(Value::Null, Value::Number);
    object([
        ("games", Value::Number(casual.games as f64)),
        ("cut", Value::Number(casual.cut as f64)),
        ("failures", Value::Number(casual.failed as f64)),
        ("score", Value::Number(casual.score)),
        ("standard_error", optional(casual.score_error)),
        ("turns", Value::Number(casual.turns)),
        ("win", optional(casual.won)),
    ])
}
