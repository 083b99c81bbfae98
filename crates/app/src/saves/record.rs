//! The facts about a saved game that can be read without opening it.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The name of the game's file.
    #[serde(default)]
    pub id: String,
    /// The key of the mode, from [`super::key_of`].
    pub mode: String,
    /// The title of the mode.
    pub title: String,
    /// The changes to the mode before the game began, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub changes: String,
    /// The mode file that the mode was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The digest of the mode, where its key is the same for other versions of its file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// The origin of the moves.
    #[serde(default, skip_serializing_if = "Mover::is_hand")]
    pub by: Mover,
    /// The time at which the game began, in seconds since 1970.
    pub begun: u64,
    /// The time of the last move, in milliseconds since 1970.
    pub played: u64,
    /// The number of moves so far.
    pub moves: f64,
    /// The present score.
    pub score: f64,
    /// The highest score so far, undone moves included.
    pub best_score: f64,
    /// The tile of the highest value so far.
    pub best_tile: Option<BestTile>,
    /// The time that was spent on the game, in milliseconds.
    pub time: f64,
    /// True if the game was won at any time.
    pub won: bool,
    /// True if the game is over.
    pub over: bool,
}

/// The origin of the moves of a game. Of several, the last one in this list counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mover {
    /// The player alone.
    #[default]
    Hand,
    /// The player, who asked for hints.
    Hints,
    /// The program itself.
    Autoplay,
    /// A pipe or a file.
    Pipe,
}

impl Mover {
    /// Returns whether it is the player alone.
    pub fn is_hand(&self) -> bool {
        *self == Mover::Hand
    }

    /// Returns a remark about its games, which is empty for games by hand.
    pub fn label(self) -> &'static str {
        match self {
            Mover::Hand => "",
            Mover::Hints => "with hints",
            Mover::Autoplay => "autoplay",
            Mover::Pipe => "from a pipe",
        }
    }
}

/// A tile and its value by the mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestTile {
    /// The text of the tile.
    pub text: String,
    /// The value of the tile.
    pub value: f64,
}

impl Record {
    /// Returns the record of a new game.
    pub fn new(mode: &str, title: &str) -> Record {
        let now = now();
        Record {
            id: String::new(),
            mode: mode.to_owned(),
            title: title.to_owned(),
            changes: String::new(),
            file: None,
            version: String::new(),
            by: Mover::Hand,
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

    /// Returns the record of a new game of the same mode.
    #[must_use]
    pub fn another(&self) -> Record {
        let (file, version) = (self.file.clone(), self.version.clone());
        Record { changes: self.changes.clone(), file, version, ..Record::new(&self.mode, &self.title) }
    }

    /// Returns in a few words by whom the game was played, and its state.
    pub fn remarks(&self) -> String {
        let remarks = [self.by.label(), self.standing()];
        remarks.into_iter().filter(|remark| !remark.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the outcome of the game, in a word or two; empty while the game goes on.
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

/// Replaces infinite numbers. Modes can have infinite scores, JSON can't.
pub fn finite(number: f64) -> f64 {
    if number.is_nan() { 0.0 } else { number.clamp(f64::MIN, f64::MAX) }
}

/// Returns the time in milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
