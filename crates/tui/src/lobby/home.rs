//! The home screen: the game to go on with, and the modes.

use std::collections::HashMap;

use polymerge::advanced::modefile::{Group, Info, Summary, catalogue};
use polymerge_app::failure::Failure;
use polymerge_app::keys::{Action, Bindings};
use polymerge_app::saves::{Labels, NOWHERE, Record, Saves, Statistics};

use super::chooser::Chooser;
use super::preview::Preview;
use crate::service::Daily;

/// A mode in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the mode.
    pub name: String,
    /// The title of the mode.
    pub title: String,
    /// The group under which it is listed.
    pub group: Group,
    /// The family of the mode.
    pub family: String,
    /// The description of the mode.
    pub about: String,
    /// The inventor of the mode.
    pub credits: String,
    /// The special features of the mode, in a few words.
    pub brief: String,
    /// The size of the board, such as `4x4`.
    pub size: String,
    /// The words for length and difficulty.
    pub tags: Vec<String>,
    /// More words by which a search finds the mode.
    pub features: Vec<String>,
}

impl From<Summary> for Entry {
    fn from(mode: Summary) -> Entry {
        let (group, brief, size) = (mode.group(), mode.brief().to_owned(), mode.size());
        let Info { title, family, about, credits, .. } = mode.info;
        let (name, tags, features) = (mode.name, mode.tags, mode.features);
        Entry { name, title, group, family, about, credits, brief, size, tags, features }
    }
}

impl Entry {
    /// Returns the text that is searched.
    fn text(&self) -> String {
        let texts = [&self.name, &self.title, &self.family, &self.about, &self.brief, &self.size];
        let texts = texts.into_iter().chain(&self.tags).chain(&self.features);
        texts.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Returns the size of the board, the length and the difficulty.
    pub fn tagged(&self) -> String {
        let words = [&self.size].into_iter().chain(&self.tags).map(String::as_str);
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Returns the built-in modes in their groups, those for newcomers first.
pub fn entries() -> impl Iterator<Item = Entry> {
    catalogue::listed().into_iter().map(Entry::from)
}

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice<'a> {
    /// The game to resume.
    Continue(&'a Record),
    /// The game of the day of a score service.
    Daily(&'a Daily),
    /// A mode.
    Mode(&'a Entry),
}

/// The list, its search, and the chosen line.
#[derive(Default)]
pub struct Home {
    entries: Vec<Entry>,
    /// The game to resume.
    last: Option<Record>,
    daily: Option<Daily>,
    /// The days in a row on which the daily game was played.
    streak: u32,
    statistics: Statistics,
    chooser: Chooser,
    /// The group that is shown; `None` for all.
    group: Option<Group>,
    /// The previews so far, by name of the mode or number of the game.
    previews: HashMap<String, Preview>,
    scroll: usize,
    complaint: Option<String>,
}

impl Home {
    /// Returns a list of modes.
    #[cfg(test)]
    pub fn new(entries: Vec<Entry>) -> Home {
        Home { entries, ..Home::default() }
    }

    /// Adds a mode.
    pub fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Sets the statistics.
    #[cfg(test)]
    pub fn remember(&mut self, statistics: Statistics) {
        self.statistics = statistics;
    }

    /// Offers the game of the day.
    pub fn set_daily(&mut self, daily: Daily) {
        self.daily = Some(daily);
    }

    /// Sets the number of days in a row.
    pub fn set_streak(&mut self, streak: u32) {
        self.streak = streak;
    }

    /// Returns the number of days in a row on which the daily game was played.
    pub fn streak(&self) -> u32 {
        self.streak
    }

    /// Reads the statistics again. `last` is a game that is open already.
    pub fn refresh(&mut self, saves: Option<&Saves>, last: Option<&Record>) {
        self.last = last.cloned().or_else(|| saves?.last(None));
        self.statistics = saves.map(Saves::statistics).unwrap_or_default();
        if let Some(last) = &self.last {
            self.previews.remove(&last.id);
        }
        self.chooser.search(String::new());
        self.group = None;
        self.scroll = 0;
        self.complaint = None;
    }

    /// Handles an action. Returns true if it belonged to the list.
    pub fn act(&mut self, action: Action) -> bool {
        self.complaint = None;
        match action {
            Action::Scroll(lines) => {
                self.scroll = self.scroll.saturating_add_signed(lines);
                return true;
            }
            Action::NextFamily => self.step_group(1),
            Action::LastFamily => self.step_group(-1),
            Action::Back if self.is_narrowed() => {
                self.chooser.search(String::new());
                self.group = None;
            }
            _ => {
                let count = self.found().len();
                if !self.chooser.act(action, count) {
                    return false;
                }
            }
        }
        self.scroll = 0;
        true
    }

    /// Types a character, or deletes the last one.
    pub fn search(&mut self, typed: Option<char>) {
        self.complaint = None;
        self.scroll = 0;
        match typed {
            Some(c) => self.chooser.write(c),
            None => self.chooser.erase(),
        }
    }

    /// Returns true if some modes are hidden.
    pub fn is_narrowed(&self) -> bool {
        !self.chooser.query().is_empty() || self.group.is_some()
    }

    /// Returns the groups in the order of the list.
    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = self.entries.iter().map(|entry| entry.group).collect();
        groups.dedup();
        groups
    }

    fn step_group(&mut self, step: isize) {
        let groups = self.groups();
        let now = self.group.and_then(|own| groups.iter().position(|group| *group == own));
        // Place 0 stands for all groups.
        let place = now.map_or(0, |place| place as isize + 1) + step;
        let place = place.rem_euclid(groups.len() as isize + 1);
        self.group = usize::try_from(place - 1).ok().and_then(|place| groups.get(place)).copied();
        self.chooser.choose(0);
    }

    /// Returns the visible lines: those with all words of the search.
    pub fn found(&self) -> Vec<Choice<'_>> {
        let last = self.last.as_ref().filter(|_| !self.is_narrowed()).map(Choice::Continue);
        let modes = self.entries.iter().filter(|entry| {
            self.group.is_none_or(|group| group == entry.group) && self.chooser.finds(&entry.text())
        });
        let daily = self.daily.as_ref().filter(|_| !self.is_narrowed()).map(Choice::Daily);
        last.into_iter().chain(daily).chain(modes.map(Choice::Mode)).collect()
    }

    /// Returns the chosen line.
    pub fn chosen(&self) -> Option<Choice<'_>> {
        let found = self.found();
        found.get(self.chooser.place()).or(found.last()).copied()
    }

    /// Returns the place of the chosen line.
    pub fn place(&self) -> usize {
        self.chooser.place()
    }

    /// Returns the number of modes.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// Returns the text of the search.
    pub fn query(&self) -> &str {
        self.chooser.query()
    }

    /// Returns the group that is shown; `None` for all.
    pub fn group(&self) -> Option<Group> {
        self.group
    }

    /// Takes back what was scrolled beyond the end of the rules, so that the way back is no longer than
    /// it looks.
    pub fn stop_scrolling_at(&mut self, hidden: usize) {
        self.scroll = self.scroll.min(hidden);
    }

    /// Returns the number of lines by which the rules are scrolled.
    pub fn scroll(&self) -> usize {
        self.scroll
    }

    /// Returns the label of the game to go on with, which differs from those of other modes.
    pub fn label(&self, game: &Record) -> String {
        Labels::of_totals(self.statistics.modes().into_iter()).of_record(game)
    }

    /// Returns the statistics of all games.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns the preview of the chosen entry, if it is ready.
    pub fn preview(&self) -> Option<&Preview> {
        self.previews.get(&key(self.chosen()?))
    }

    /// Makes the preview of the chosen entry. Returns true if it was missing.
    pub fn prepare(&mut self, saves: Option<&Saves>, keys: &Bindings) -> bool {
        let Some(chosen) = self.chosen() else { return false };
        let name = key(chosen);
        if self.previews.contains_key(&name) {
            return false;
        }
        let preview = match chosen {
            Choice::Continue(record) => {
                let game = match saves {
                    Some(saves) => saves.look(&record.id).map_err(Failure::result),
                    None => Err(Failure::result(NOWHERE)),
                };
                Preview::of_game(game, keys)
            }
            Choice::Daily(daily) => Preview::of_mode(&daily.mode, keys),
            Choice::Mode(entry) => Preview::of_mode(&entry.name, keys),
        };
        self.previews.insert(name, preview);
        true
    }

    /// Returns true if the preview of the chosen entry is not ready yet.
    pub fn is_waiting(&self) -> bool {
        self.chosen().is_some_and(|chosen| !self.previews.contains_key(&key(chosen)))
    }

    /// Shows why an entry could not be opened.
    pub fn complain(&mut self, message: String) {
        self.complaint = Some(message);
    }

    /// Returns the reason why an entry could not be opened.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }
}

fn key(choice: Choice<'_>) -> String {
    match choice {
        Choice::Continue(record) => record.id.clone(),
        Choice::Daily(daily) => daily.mode.clone(),
        Choice::Mode(entry) => entry.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home() -> Home {
        let entry = |name: &str, group: Group| Entry {
            name: name.into(),
            title: name.to_uppercase(),
            group,
            family: String::new(),
            about: "merge".into(),
            credits: String::new(),
            brief: "tiles vanish".into(),
            size: "7x7".into(),
            tags: vec!["easy".into()],
            features: Vec::new(),
        };
        Home::new(vec![
            entry("a", Group::Start),
            entry("b", Group::Powers),
            entry("c", Group::Powers),
            entry("d", Group::Dive),
        ])
    }

    fn names(home: &Home) -> String {
        home.found().into_iter().map(key).collect()
    }

    #[test]
    fn newcomers_begin_with_the_game_that_everybody_knows() {
        let names: Vec<String> = entries().map(|entry| entry.name).collect();
        assert_eq!(names[..2], ["classic", "001-2048"]);
        assert_eq!(names.len(), catalogue::modes().count());
    }

    #[test]
    fn modes_are_found_by_words() {
        let mut home = Home::new(entries().collect());
        for (words, name) in [
            ("fibonacci", "026-2584"),
            ("7x7", "038-180"),
            ("timer", "120-vs-the-void-tiler"),
            ("complex numbers", "105-gaussian-dive"),
        ] {
            home.act(Action::Clear);
            words.chars().for_each(|c| home.search(Some(c)));
            let found: Vec<String> = home.found().into_iter().map(key).collect();
            assert!(found.iter().any(|found| found == name), "{words}: {found:?}");
            assert!(found.len() < 30, "{words}: {found:?}");
        }
    }

    #[test]
    fn groups_are_gone_through_and_searched_in() {
        let mut home = home();
        // actions, what is found
        for (action, found) in [
            (Action::NextFamily, "a"),
            (Action::NextFamily, "bc"),
            (Action::NextFamily, "d"),
            (Action::NextFamily, "abcd"),
            (Action::LastFamily, "d"),
            (Action::LastFamily, "bc"),
        ] {
            assert!(home.act(action));
            assert_eq!(names(&home), found);
        }
        "MERGE c".chars().for_each(|c| home.search(Some(c)));
        assert_eq!(names(&home), "c");
        home.search(None);
        assert_eq!(names(&home), "bc");
        home.act(Action::Clear);
        "7x7 easy vanish".chars().for_each(|c| home.search(Some(c)));
        assert_eq!(names(&home), "bc");
        assert!(home.act(Action::Back));
        assert_eq!(names(&home), "abcd");
        assert!(!home.act(Action::Back), "there is nothing left to go back from");
    }

    #[test]
    fn the_game_to_go_on_with_comes_first_until_one_searches() {
        let mut home = home();
        let record = Record { id: "x".into(), ..Record::new("a", "A") };
        home.refresh(None, Some(&record));
        assert_eq!(home.chosen(), Some(Choice::Continue(&record)));
        home.act(Action::By(2));
        assert_eq!(home.chosen().map(key).as_deref(), Some("b"));
        home.act(Action::Last);
        home.act(Action::By(5));
        assert_eq!(home.chosen().map(key).as_deref(), Some("d"));
        home.search(Some('c'));
        assert_eq!(names(&home), "c");
    }
}
