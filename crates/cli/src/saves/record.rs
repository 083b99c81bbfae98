//! What is known of a game without opening it.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A game, in short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The name of its file.
    #[serde(default)]
    pub id: String,
    /// Its mode, as [`super::key_of`] calls it.
    pub mode: String,
    /// What the mode is called.
    pub title: String,
    /// What was changed about the mode before the game began, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub changes: String,
    /// When it was begun, in seconds since 1970.
    pub begun: u64,
    /// When it was played last, in milliseconds since 1970.
    pub played: u64,
    /// Moves so far.
    pub moves: f64,
    /// Score now.
    pub score: f64,
    /// The highest score it ever had, undone moves included.
    pub best_score: f64,
    /// The tile of the highest value it ever had.
    pub best_tile: Option<BestTile>,
    /// How long it was played, in milliseconds.
    pub time: f64,
    /// Whether it was won at any time.
    pub won: bool,
    /// Whether it is over.
    pub over: bool,
}

/// A tile and what its mode says it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestTile {
    /// Its text.
    pub text: String,
    /// Its value.
    pub value: f64,
}

impl Record {
    /// A game that is about to begin.
    pub fn new(mode: &str, title: &str) -> Record {
        let now = now();
        Record {
            id: String::new(),
            mode: mode.to_owned(),
            title: title.to_owned(),
            changes: String::new(),
            begun: now / 1000,
            played: now,
            moves: 0.0,
            score: 0.0,
            best_score: 0.0,
            best_tile: None,
            time: 0.0,
            won: false,
            over: false,
        }
    }

    /// Another game of the same mode that is about to begin.
    #[must_use]
    pub fn another(&self) -> Record {
        Record { changes: self.changes.clone(), ..Record::new(&self.mode, &self.title) }
    }

    /// How the game stands, in a word or two; nothing while it goes on.
    pub fn standing(&self) -> &'static str {
        match (self.won, self.over) {
            (true, true) => "won, over",
            (true, false) => "won",
            (false, true) => "over",
            (false, false) => "",
        }
    }

    /// Reads a line of JSON.
    pub fn read(line: &str) -> Option<Record> {
        serde_json::from_str(line).ok()
    }

    /// Writes a line of JSON.
    pub fn write(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }
}

/// JSON has no infinite numbers, but modes can have infinite scores.
pub fn finite(number: f64) -> f64 {
    if number.is_nan() {
        0.0
    } else {
        number.clamp(f64::MIN, f64::MAX)
    }
}

/// The time in milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
