//! The list of modes, searched as one types.

use polymerge::modefile::catalogue;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A mode in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name that opens it.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// The family it belongs to.
    pub family: String,
    /// What it is about.
    pub about: String,
    /// Whose idea it was.
    pub credits: String,
}

/// What the player wants from the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To play this mode.
    Open(String),
    /// To go back to the game.
    Back,
    /// To leave.
    Quit,
}

/// How many entries a page key jumps over.
const PAGE: usize = 10;

/// The list, what is searched in it, and what is chosen.
pub struct Home {
    entries: Vec<Entry>,
    query: String,
    chosen: usize,
    complaint: Option<String>,
}

impl Home {
    /// The list of the built-in modes.
    pub fn new() -> Home {
        let entries = catalogue::modes().filter_map(|mode| {
            let info = mode.read().ok()?.info;
            Some(Entry {
                name: mode.name().to_owned(),
                title: info.title,
                family: info.family,
                about: info.about,
                credits: info.credits,
            })
        });
        Home::of(entries.collect())
    }

    /// A list of these modes.
    pub fn of(entries: Vec<Entry>) -> Home {
        Home { entries, query: String::new(), chosen: 0, complaint: None }
    }

    /// A key was pressed.
    pub fn press(&mut self, key: KeyEvent) -> Option<Wish> {
        self.complaint = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => return Some(Wish::Quit),
            KeyCode::Char('u') if control => self.search(String::new()),
            KeyCode::Esc if !self.query.is_empty() => self.search(String::new()),
            KeyCode::Esc | KeyCode::Tab => return Some(Wish::Back),
            KeyCode::Enter => return self.chosen().map(|entry| Wish::Open(entry.name.clone())),
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => self.choose(self.chosen + 1),
            KeyCode::PageUp => self.chosen = self.chosen.saturating_sub(PAGE),
            KeyCode::PageDown => self.choose(self.chosen + PAGE),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.choose(usize::MAX),
            KeyCode::Backspace => {
                let mut query = self.query.clone();
                query.pop();
                self.search(query);
            }
            KeyCode::Char(c) if !control => self.search(format!("{}{c}", self.query)),
            _ => {}
        }
        None
    }

    fn choose(&mut self, place: usize) {
        self.chosen = place.min(self.found().count().saturating_sub(1));
    }

    fn search(&mut self, query: String) {
        self.query = query;
        self.chosen = 0;
    }

    /// The modes that have all words of the query in them.
    pub fn found(&self) -> impl Iterator<Item = &Entry> {
        let words: Vec<String> = self.query.split_whitespace().map(str::to_lowercase).collect();
        self.entries.iter().filter(move |entry| {
            let text =
                format!("{} {} {} {}", entry.name, entry.title, entry.family, entry.about).to_lowercase();
            words.iter().all(|word| text.contains(word))
        })
    }

    /// The mode that Enter opens.
    pub fn chosen(&self) -> Option<&Entry> {
        self.found().nth(self.chosen)
    }

    /// Its place among those that were found.
    pub fn place(&self) -> usize {
        self.chosen
    }

    /// What is searched.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Shows why a mode could not be opened.
    pub fn complain(&mut self, message: String) {
        self.complaint = Some(message);
    }

    /// Why a mode could not be opened.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }
}
