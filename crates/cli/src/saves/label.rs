//! What games and modes are called in lists, so that they can be told apart.

use std::collections::HashMap;

use super::record::Record;

/// How many digits of a key are shown.
const DIGITS: usize = 4;

/// Gives everything in a list its label: the title, what was changed about the
/// mode, and where that is not known but another mode has the same title, the
/// digits of the mode's key.
pub struct Labels {
    /// For each title a mode that has it, or nothing if there are several.
    modes: HashMap<String, Option<String>>,
}

impl Labels {
    /// For lists of these games.
    pub fn of<'a>(records: impl Iterator<Item = &'a Record>) -> Labels {
        Labels::of_modes(records.map(|record| (record.mode.as_str(), record.title.as_str())))
    }

    /// For lists of these modes: key and title.
    pub fn of_modes<'a>(list: impl Iterator<Item = (&'a str, &'a str)>) -> Labels {
        let mut modes: HashMap<String, Option<String>> = HashMap::new();
        for (mode, title) in list {
            let known = modes.entry(title.to_owned()).or_insert_with(|| Some(mode.to_owned()));
            if known.as_deref() != Some(mode) {
                *known = None;
            }
        }
        Labels { modes }
    }

    /// The label of a mode.
    pub fn label(&self, mode: &str, title: &str, changes: &str) -> String {
        if !changes.is_empty() {
            return format!("{title} ({changes})");
        }
        let is_shared = self.modes.get(title).is_some_and(Option::is_none);
        match mode.rsplit_once('~').filter(|_| is_shared) {
            Some((_, digits)) => format!("{title} (#{})", digits.get(..DIGITS).unwrap_or(digits)),
            None => title.to_owned(),
        }
    }

    /// The label of a game.
    pub fn of_record(&self, record: &Record) -> String {
        self.label(&record.mode, &record.title, &record.changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_modes_are_told_apart() {
        // key, title, changes, label
        let games = [
            ("001-2048", "2048", "", "2048"),
            ("2048~91cf19b8", "2048", "", "2048 (#91cf)"),
            ("2048~a6871ee6", "2048", "grid=square:5x4, garbage=2", "2048 (grid=square:5x4, garbage=2)"),
            ("small~947f53df", "Small", "", "Small"),
        ];
        let labels = Labels::of_modes(games.iter().map(|(mode, title, ..)| (*mode, *title)));
        for (mode, title, changes, label) in games {
            assert_eq!(labels.label(mode, title, changes), label);
        }
    }
}
