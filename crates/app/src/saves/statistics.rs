//! The statistics of games, by mode.

use std::cmp::Reverse;
use std::collections::HashMap;

use serde::Serialize;

use super::Unreadable;
use super::record::{BestTile, Mover, Record};
use crate::figures::{count, counted, duration};

/// The totals of all games, mode by mode.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    modes: HashMap<(String, Mover), Totals>,
    /// The files that could not be read, and so are not counted.
    pub unreadable: Vec<Unreadable>,
}

/// The sums over the games of one mode that have moves of one origin, or over all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Totals {
    /// The key of the mode.
    pub mode: String,
    /// The title of the mode.
    pub title: String,
    /// The changes to the mode, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub changes: String,
    /// The mode file of the mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The origin of the moves.
    pub by: Mover,
    /// The number of games that were begun.
    pub games: usize,
    /// The number of games that were won.
    pub wins: usize,
    /// The number of moves in all games.
    pub moves: f64,
    /// The best score.
    pub best_score: f64,
    /// The tile of the highest value.
    pub best_tile: Option<BestTile>,
    /// The time that all games took, in milliseconds.
    pub time: f64,
    /// The time of the last move, in milliseconds since 1970.
    pub played: u64,
}

impl Statistics {
    /// Sums up games.
    pub fn of(records: impl Iterator<Item = Record>, unreadable: Vec<Unreadable>) -> Statistics {
        let mut modes: HashMap<(String, Mover), Totals> = HashMap::new();
        for record in records {
            modes.entry((record.mode.clone(), record.by)).or_default().add(&record);
        }
        Statistics { modes, unreadable }
    }

    /// Returns the totals of the games of a mode that were played by hand, without hints.
    pub fn of_mode(&self, mode: &str) -> Option<&Totals> {
        self.modes.get(&(mode.to_owned(), Mover::Hand))
    }

    /// Returns the totals of all modes, the mode played last first. Games from pipes come last.
    pub fn modes(&self) -> Vec<&Totals> {
        let mut modes: Vec<&Totals> = self.modes.values().collect();
        let order = |mode: &Totals| (mode.by == Mover::Pipe, Reverse(mode.played));
        modes.sort_by(|a, b| order(a).cmp(&order(b)).then_with(|| (&a.title, a.by).cmp(&(&b.title, b.by))));
        modes
    }

    /// Returns the sums over all modes. They have no scores and tiles, which differ in meaning from
    /// mode to mode.
    pub fn total(&self) -> Totals {
        let mut total = Totals { title: "All modes".into(), ..Totals::default() };
        for mode in self.modes.values() {
            total.games += mode.games;
            total.wins += mode.wins;
            total.moves += mode.moves;
            total.time += mode.time;
        }
        total
    }
}

impl Totals {
    /// Returns the totals in words, in a line.
    pub fn in_words(&self) -> String {
        let (games, moves) = (counted(self.games as f64, "game"), counted(self.moves, "move"));
        format!("{games}, {} won, {moves}, {}", count(self.wins as f64), duration(self.time))
    }

    fn add(&mut self, record: &Record) {
        self.games += 1;
        self.wins += usize::from(record.won);
        self.moves += record.moves;
        self.best_score =
            if self.games == 1 { record.best_score } else { self.best_score.max(record.best_score) };
        self.time += record.time;
        if record.played >= self.played {
            self.played = record.played;
            self.title.clone_from(&record.title);
            self.mode.clone_from(&record.mode);
            self.file.clone_from(&record.file);
            self.by = record.by;
        }
        if !record.changes.is_empty() {
            self.changes.clone_from(&record.changes);
        }
        let better = |tile: &&BestTile| self.best_tile.as_ref().is_none_or(|best| tile.value > best.value);
        if let Some(tile) = record.best_tile.as_ref().filter(better) {
            self.best_tile = Some(tile.clone());
        }
    }
}
