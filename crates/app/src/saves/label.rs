//! The labels of games and modes in lists, which distinguish modes of one title.

use std::collections::HashMap;
use std::path::Path;

use super::record::Record;
use super::statistics::Totals;
use crate::line::line;

/// The number of digits to show of a key.
const DIGITS: usize = 4;

/// The labels of a list: the title, the changes to the mode, and where these are not known but
/// another mode has the same title, the digits of the mode's key.
pub struct Labels {
    /// The mode of each title; `None` if several modes have it.
    modes: HashMap<String, Option<String>>,
}

impl Labels {
    /// Returns the labels for a list of games.
    pub fn of<'a>(records: impl Iterator<Item = &'a Record>) -> Labels {
        Labels::of_modes(records.map(|record| (record.mode.as_str(), record.title.as_str())))
    }

    /// Returns the labels for a list of totals.
    pub fn of_totals<'a>(totals: impl Iterator<Item = &'a Totals>) -> Labels {
        Labels::of_modes(totals.map(|mode| (mode.mode.as_str(), mode.title.as_str())))
    }

    /// Returns the labels for a list of modes: key and title.
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

    /// Returns the label of a game.
    pub fn of_record(&self, record: &Record) -> String {
        let file = name_of(record.file.as_deref(), &record.title);
        self.label(&record.mode, &record.title, [file, record.changes.clone(), String::new()])
    }

    /// Returns the label of the totals of a mode.
    pub fn of_mode(&self, mode: &Totals) -> String {
        let [file, by] = [name_of(mode.file.as_deref(), &mode.title), mode.by.label().to_owned()];
        self.label(&mode.mode, &mode.title, [file, mode.changes.clone(), by])
    }

    /// Returns the label of a mode with its details: its file, its changes, the origin of the
    /// moves.
    fn label(&self, mode: &str, title: &str, [file, changes, by]: [String; 3]) -> String {
        let is_shared = self.modes.get(title).is_some_and(Option::is_none);
        let digits = mode.rsplit_once('~').filter(|_| is_shared && changes.is_empty());
        let digits = digits.map(|(_, digits)| format!("#{}", digits.get(..DIGITS).unwrap_or(digits)));
        let said = [file, digits.unwrap_or_default(), changes, by];
        let said: Vec<String> = said.into_iter().filter(|text| !text.is_empty()).collect();
        match said.is_empty() {
            true => line(title),
            false => line(&format!("{title} ({})", said.join(", "))),
        }
    }
}

/// Returns the name of a file without its folder; empty if the title is that name.
fn name_of(file: Option<&str>, title: &str) -> String {
    let name = file.and_then(|file| Path::new(file).file_name());
    let name = name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if Path::new(title).file_name().is_some_and(|own| own == &*name) { String::new() } else { name }
}

#[cfg(test)]
mod tests {
    use super::super::record::Mover;
    use super::*;

    #[test]
    fn changed_modes_are_distinguished() {
        // key, title, changes, label
        let games = [
            ("001-2048", "2048", "", "2048"),
            ("2048~91cf19b8", "2048", "", "2048 (#91cf)"),
            ("2048~a6871ee6", "2048", "grid=square:5x4, garbage=2", "2048 (grid=square:5x4, garbage=2)"),
            ("small~947f53df", "Small", "", "Small"),
            ("file:/a/b.jsonc", "Small\u{1b}[2J\n", "", "Small\u{fffd}[2J\u{fffd}"),
        ];
        let labels = Labels::of_modes(games.iter().map(|(mode, title, ..)| (*mode, *title)));
        for (mode, title, changes, label) in games {
            let record = Record { changes: changes.to_owned(), ..Record::new(mode, title) };
            assert_eq!(labels.of_record(&record), label);
        }
    }

    #[test]
    fn files_and_who_moved_are_said() {
        // file, changes, who moved, label
        for (file, changes, by, label) in [
            (Some("/a/b.jsonc"), "", Mover::Hand, "T (b.jsonc)"),
            (Some("/a/T"), "", Mover::Hand, "T"),
            (Some("/a/b.jsonc"), "garbage=2", Mover::Autoplay, "T (b.jsonc, garbage=2, autoplay)"),
            (None, "", Mover::Hints, "T (with hints)"),
            (None, "", Mover::Pipe, "T (from a pipe)"),
        ] {
            let (file, changes) = (file.map(str::to_owned), changes.to_owned());
            let totals = Totals { title: "T".into(), file, changes, by, ..Totals::default() };
            assert_eq!(Labels::of_totals([&totals].into_iter()).of_mode(&totals), label);
        }
    }
}
