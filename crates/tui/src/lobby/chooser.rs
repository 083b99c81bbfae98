//! A list in which something is chosen, searched as one types.

use polymerge::advanced::modefile::are_words_in;
use polymerge_app::keys::Action;

/// A search, and the place of the chosen entry among the results.
#[derive(Clone, Debug, Default)]
pub struct Chooser {
    query: String,
    chosen: usize,
}

impl Chooser {
    /// Moves in a list of `count` lines. Returns true if the action was a movement.
    pub fn act(&mut self, action: Action, count: usize) -> bool {
        match action {
            Action::By(lines) => self.chosen = self.chosen.saturating_add_signed(lines),
            Action::First => self.chosen = 0,
            Action::Last => self.chosen = usize::MAX,
            Action::Clear => self.search(String::new()),
            _ => return false,
        }
        self.chosen = self.chosen.min(count.saturating_sub(1));
        true
    }

    /// Types a character into the search.
    pub fn write(&mut self, c: char) {
        self.search(format!("{}{c}", self.query));
    }

    /// Deletes the last character of the search.
    pub fn erase(&mut self) {
        let mut query = self.query.clone();
        query.pop();
        self.search(query);
    }

    /// Replaces the search.
    pub fn search(&mut self, query: String) {
        self.query = query;
        self.chosen = 0;
    }

    /// Returns the text of the search.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Returns the place of the chosen entry.
    pub fn place(&self) -> usize {
        self.chosen
    }

    /// Chooses a line.
    pub fn choose(&mut self, place: usize) {
        self.chosen = place;
    }

    /// Returns true if all words of the search are in a text.
    pub fn finds(&self, text: &str) -> bool {
        are_words_in(&self.query, text)
    }
}
