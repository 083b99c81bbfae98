//! The games that are kept, to go on with them or to delete them.

use std::collections::HashSet;

use super::chooser::Chooser;
use crate::saves::{Labels, Record};
use crate::terminal::keys::Action;

/// The list of games.
#[derive(Default)]
pub struct Games {
    /// The games, and whether they are played in a window.
    games: Vec<(bool, Record)>,
    /// The names of games of earlier versions of mode files, which are shown if one searches.
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

    /// Hides these games as long as nothing is searched.
    #[must_use]
    pub fn without(self, earlier: HashSet<String>) -> Games {
        Games { earlier, ..self }
    }

    /// Does what a key asks for; says whether it was the list's own.
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

    /// A character was typed, or the last one is to go.
    pub fn search(&mut self, typed: Option<char>) {
        self.deleting = false;
        match typed {
            Some(c) => self.chooser.write(c),
            None => self.chooser.erase(),
        }
    }

    /// Asks whether to delete the chosen game; says whether that was asked
    /// before.
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

    /// The games that are shown.
    pub fn found(&self) -> Vec<&(bool, Record)> {
        let is_shown = |game: &Record| !self.chooser.query().is_empty() || !self.earlier.contains(&game.id);
        self.games
            .iter()
            .filter(|(_, game)| is_shown(game))
            .filter(|(_, game)| self.chooser.finds(&format!("{} {} {}", game.mode, game.title, game.changes)))
            .collect()
    }

    /// The game that is chosen.
    pub fn chosen(&self) -> Option<&Record> {
        self.found().get(self.chooser.place()).map(|(_, game)| game)
    }

    /// Its place.
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

    /// Shows why something could not be done.
    pub fn complain(&mut self, message: String) {
        self.complaint = Some(message);
    }

    /// Returns the reason why the last action failed.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }
}
