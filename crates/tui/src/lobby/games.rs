//! The games that are kept, to go on with them or to delete them.

use std::collections::HashSet;

use polymerge_app::keys::Action;
use polymerge_app::saves::{Labels, Record};

use super::chooser::Chooser;

/// The list of games.
#[derive(Default)]
pub struct Games {
    /// The games. Each one comes with true if a window plays it.
    games: Vec<(bool, Record)>,
    /// The names of games of earlier versions of mode files, which only a search shows.
    earlier: HashSet<String>,
    chooser: Chooser,
    /// True after the first of the two presses that delete the chosen game.
    deleting: bool,
    complaint: Option<String>,
}

impl Games {
    /// Shows games. Each one comes with true if another window plays it.
    pub fn new(games: Vec<(bool, Record)>, place: usize) -> Games {
        let mut chooser = Chooser::default();
        chooser.choose(place.min(games.len().saturating_sub(1)));
        Games { games, chooser, ..Games::default() }
    }

    /// Hides games until a search.
    #[must_use]
    pub fn without(self, earlier: HashSet<String>) -> Games {
        Games { earlier, ..self }
    }

    /// Handles an action. Returns true if it belonged to the list.
    pub fn act(&mut self, action: Action) -> bool {
        self.complaint = None;
        if action == Action::Delete {
            return false;
        }
        self.deleting = false;
        if action == Action::Back && !self.chooser.query().is_empty() {
            self.chooser.search(String::new());
            return true;
        }
        let count = self.found().len();
        self.chooser.act(action, count)
    }

    /// Types a character, or deletes the last one.
    pub fn search(&mut self, typed: Option<char>) {
        self.deleting = false;
        match typed {
            Some(c) => self.chooser.write(c),
            None => self.chooser.erase(),
        }
    }

    /// Asks the player to confirm the deletion. Returns true on the second press.
    pub fn confirm(&mut self) -> bool {
        std::mem::replace(&mut self.deleting, true)
    }

    /// Returns true while the player is asked to confirm that the chosen game is deleted.
    pub fn is_deleting(&self) -> bool {
        self.deleting
    }

    /// Returns the label of a game, which differs from those of other modes.
    pub fn label(&self, game: &Record) -> String {
        Labels::of(self.games.iter().map(|(_, game)| game)).of_record(game)
    }

    /// Returns the visible games.
    pub fn found(&self) -> Vec<&(bool, Record)> {
        let is_shown = |game: &Record| !self.chooser.query().is_empty() || !self.earlier.contains(&game.id);
        self.games
            .iter()
            .filter(|(_, game)| is_shown(game))
            .filter(|(_, game)| self.chooser.finds(&format!("{} {} {}", game.mode, game.title, game.changes)))
            .collect()
    }

    /// Returns the chosen game.
    pub fn chosen(&self) -> Option<&Record> {
        self.found().get(self.chooser.place()).map(|(_, game)| game)
    }

    /// Returns the place of the chosen game.
    pub fn place(&self) -> usize {
        self.chooser.place()
    }

    /// Returns the text of the search.
    pub fn query(&self) -> &str {
        self.chooser.query()
    }

    /// Returns the number of games.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// Shows why an action failed.
    pub fn complain(&mut self, message: String) {
        self.complaint = Some(message);
    }

    /// Returns the reason why the last action failed.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }
}
