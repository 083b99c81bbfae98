//! Answers of a score service in words, and its game of the day.

use polymerge_app::days::{self, Day};
use polymerge_app::figures::{count, counted};
use polymerge_app::line::line;
use polymerge_days::{date, read_date};
use serde_json::Value;

use super::{Refusal, Service};

/// Returns a member of an answer as text, with numbers for people.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => line(text),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), count),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Returns a number of an answer with its noun.
pub fn number(value: &Value, noun: &str) -> String {
    counted(value.as_f64().unwrap_or_default(), noun)
}

/// Returns the name of a player, with the mark that distinguishes players of one name.
pub fn player(game: &Value) -> String {
    let name = text(&game["name"]);
    match game["mark"].as_str() {
        Some(mark) => format!("{name} ({})", line(mark)),
        None => name,
    }
}

/// Asks for the game of the player's date, and keeps it; without such a date, by a clock that is wrong,
/// that of the service's date.
pub fn game_of_day(service: &Service) -> Result<Value, Refusal> {
    let today = date(days::today());
    let answer = match service.get("/v1/daily", &[("date", &today)], None) {
        Err(refusal) if refusal.is("not-today") => service.get("/v1/daily", &[], None)?,
        answer => answer?,
    };
    let part = |name: &str| answer[name].as_str().map(str::to_owned);
    if let (Some(date), Some(mode), Some(seed)) = (part("date"), part("mode"), part("seed"))
        && read_date(&date).is_some()
    {
        days::keep(Day { date, service: service.address().to_owned(), mode, seed, played: false });
    }
    Ok(answer)
}
