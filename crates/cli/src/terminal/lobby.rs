//! Everything around the games: the home screen, the games that wait, what
//! was played, and the field for files and codes.

mod begin;
mod changes;
mod changes_view;
mod chooser;
mod columns;
mod games;
mod games_view;
mod home;
mod home_view;
mod preview;
mod prompt;
mod row;
mod totals;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;

use super::keys::{shown, Action, Bindings, Context, Key};
use super::service::Daily;
use super::theme::Theme;
use super::view::help::Help;
use crate::presets::Presets;
use crate::saves::{self, said, Record, Saves};
pub use begin::{Begin, Origin};
use changes::Changes;
use games::Games;
use home::{Choice, Home};
use prompt::Prompt;
use totals::Totals;

/// A request of the player that the program around the lobby must fulfil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Resumes this game.
    Resume(String),
    /// Plays this mode: its waiting game, or a new one.
    Play(String),
    /// Plays this mode with this seed, the game of the day.
    Daily(String, u64),
    /// Starts a new game of this mode.
    PlayNew(String),
    /// Starts a new game with these changes.
    Begin(Begin),
    /// Copies this text to the clipboard.
    Copy(String),
    /// Opens a save code.
    Code(String),
    /// Opens this file.
    File(String),
    /// Deletes this game.
    Delete(String),
    /// Goes back to the game on the screen; if there is none, leaves.
    Back,
    /// Switches to the next palette.
    Theme,
    /// Leaves the program.
    Quit,
}

/// The screen of the lobby that is shown.
enum Shown {
    Home,
    Changes(Box<Changes>),
    Games(Games),
    Totals(Totals),
}

/// The screens around the games.
pub struct Lobby {
    home: Home,
    shown: Shown,
    prompt: Option<Prompt>,
    help: Help,
    saves: Option<Saves>,
    /// True once the screen was drawn. Work begins after the first picture.
    is_seen: bool,
    /// True if a game or a replay is open behind the lobby.
    has_game: bool,
    keys: Bindings,
}

impl Lobby {
    /// Returns the lobby. Its modes are read when it is first entered.
    pub fn new(saves: Option<Saves>, keys: Bindings) -> Lobby {
        Lobby::of(Home::default(), saves, keys)
    }

    fn of(home: Home, saves: Option<Saves>, keys: Bindings) -> Lobby {
        let (shown, help) = (Shown::Home, Help::default());
        Lobby { home, shown, prompt: None, help, saves, is_seen: false, has_game: false, keys }
    }

    /// Shows the home screen. `last` is the game that is still open behind it.
    pub fn enter(&mut self, last: Option<&Record>) {
        if self.home.count() == 0 {
            home::entries().for_each(|entry| self.home.add(entry));
        }
        self.shown = Shown::Home;
        self.prompt = None;
        self.home.refresh(self.saves.as_ref(), last);
    }

    /// Notes if a game or a replay is open behind the lobby.
    pub fn set_has_game(&mut self, has_game: bool) {
        self.has_game = has_game;
    }

    /// Offers the game of the day, or shows why there is none.
    pub fn set_daily(&mut self, daily: Result<Daily, String>) {
        match daily {
            Ok(daily) => self.home.set_daily(daily),
            Err(message) => self.home.complain(format!("no game of the day: {message}")),
        }
    }

    /// Does a part of the pending work. Returns true if the picture may differ afterwards.
    pub fn work(&mut self) -> bool {
        self.is_seen
            && match &mut self.shown {
                Shown::Changes(changes) => changes.prepare(&self.keys),
                Shown::Home => self.home.prepare(self.saves.as_ref(), &self.keys),
                _ => false,
            }
    }

    /// Returns true if there is work to do, the first picture included.
    pub fn is_busy(&self) -> bool {
        !self.is_seen
            || match &self.shown {
                Shown::Home => self.home.is_waiting(),
                Shown::Changes(changes) => changes.is_waiting(),
                _ => false,
            }
    }

    /// Uses a few modes instead of all, for tests.
    #[cfg(test)]
    pub fn with_modes(self, names: &[&str]) -> Lobby {
        use polymerge::catalogue;
        let names: Vec<&str> =
            names.iter().filter_map(|name| catalogue::find(name)).map(|mode| mode.name()).collect();
        let entries = home::entries().filter(|entry| names.contains(&entry.name.as_str()));
        Lobby { home: Home::new(entries.collect()), ..self }
    }

    /// Handles a key.
    pub fn press(&mut self, event: KeyEvent) -> Option<Request> {
        let key = Key::of(event);
        let action = self.keys.action(self.context(), key);
        if action == Some(Action::Quit) {
            self.help.close();
        } else if self.help.press(event.code) {
            return None;
        }
        if let Some(prompt) = &mut self.prompt {
            return match (action, event.code) {
                (Some(Action::Quit), _) => Some(Request::Quit),
                (Some(Action::Back), _) => {
                    self.prompt = None;
                    None
                }
                (_, KeyCode::Enter) => prompt.request(),
                _ => {
                    prompt.press(event);
                    None
                }
            };
        }
        match action {
            Some(Action::Quit) => return Some(Request::Quit),
            Some(Action::Theme) => return Some(Request::Theme),
            Some(Action::Help) => self.help.open(),
            Some(Action::Games) => self.show_games(),
            Some(Action::Statistics) => self.show_totals(),
            Some(Action::File) => self.prompt = Some(Prompt::default()),
            Some(action) => return self.act(action),
            None if event.code == KeyCode::Backspace => self.search(None),
            None => {
                if let Some(c) = key.character() {
                    self.search(Some(c));
                }
            }
        }
        None
    }

    /// Returns the context of the keys.
    pub fn context(&self) -> Context {
        match (&self.shown, &self.prompt) {
            (Shown::Changes(_), None) => Context::Changes,
            _ => Context::Lists,
        }
    }

    /// Returns true if a command has an effect here.
    fn fits(&self, action: Action) -> bool {
        match &self.shown {
            Shown::Home => match action {
                Action::Delete => false,
                Action::Open | Action::StartAnew => self.home.chosen().is_some(),
                Action::Change => {
                    matches!(self.home.chosen(), Some(Choice::Mode(_) | Choice::Continue(_)))
                }
                _ => true,
            },
            Shown::Changes(_) => true,
            Shown::Games(games) => match action {
                Action::Open | Action::Delete => games.chosen().is_some(),
                _ => games_view::fits(action),
            },
            Shown::Totals(_) => totals::fits(action),
        }
    }

    /// Returns the label of a command on this screen.
    fn label(&self, action: Action, usual: &'static str) -> &'static str {
        match (action, &self.shown) {
            (Action::Back, Shown::Home) if self.home.is_narrowed() => "all modes",
            (Action::Back, Shown::Home) if self.has_game => "back to the game",
            (Action::Back, Shown::Home) => "quit",
            (Action::Open, Shown::Home) if matches!(self.home.chosen(), Some(Choice::Continue(_))) => {
                "continue"
            }
            _ => usual,
        }
    }

    /// Returns the commands with their first keys.
    fn commands(&self) -> Vec<(Action, String, &'static str)> {
        let mut commands = self.keys.footer(self.context());
        commands.retain(|(action, ..)| self.fits(*action));
        commands.iter_mut().for_each(|(action, _, label)| *label = self.label(*action, label));
        commands
    }

    /// Returns the commands with all their keys.
    fn all_keys(&self) -> Vec<(String, String)> {
        let bound = self.keys.of(self.context()).filter(|(_, keys)| !keys.is_empty());
        let fitting = bound.filter(|(command, _)| self.fits(command.action));
        fitting
            .map(|(command, keys)| (self.label(command.action, command.label).to_owned(), shown(keys)))
            .collect()
    }

    /// Opens the screen that changes the mode of a new game.
    fn change(&mut self, origin: Origin) {
        // Where no games are kept, neither are presets.
        let presets = self.saves.as_ref().and_then(|_| Presets::of_user());
        match Changes::new(origin, self.saves.as_ref(), presets) {
            Ok(changes) => self.shown = Shown::Changes(changes.into()),
            Err(message) => self.complain(message),
        }
    }

    fn act(&mut self, action: Action) -> Option<Request> {
        match &mut self.shown {
            Shown::Changes(_) if action == Action::Back => self.shown = Shown::Home,
            Shown::Changes(changes) => return changes.act(action),
            Shown::Home if self.home.act(action) => return None,
            Shown::Home => {
                let chosen = self.home.chosen();
                match (action, chosen) {
                    (Action::Back, _) => return Some(Request::Back),
                    (Action::Change, Some(Choice::Mode(entry))) => {
                        let origin = Origin::BuiltIn(entry.name.clone());
                        self.change(origin);
                    }
                    (Action::Change, Some(Choice::Continue(record))) => {
                        let origin = Origin::of(record);
                        self.change(origin);
                    }
                    (Action::Open, Some(Choice::Continue(record))) => {
                        return Some(Request::Resume(record.id.clone()))
                    }
                    (Action::Open | Action::StartAnew, Some(Choice::Daily(daily))) => {
                        return Some(Request::Daily(daily.mode.clone(), daily.seed))
                    }
                    (Action::Open, Some(Choice::Mode(entry))) => {
                        return Some(Request::Play(entry.name.clone()))
                    }
                    (Action::StartAnew, Some(Choice::Mode(entry))) => {
                        return Some(Request::PlayNew(entry.name.clone()))
                    }
                    (Action::StartAnew, Some(Choice::Continue(record))) => {
                        return Some(Request::Begin(Begin::plain(Origin::of(record))))
                    }
                    _ => {}
                }
            }
            Shown::Games(games) => {
                if games.act(action) {
                    return None;
                }
                match (action, games.chosen()) {
                    (Action::Open, Some(game)) => return Some(Request::Resume(game.id.clone())),
                    (Action::Delete, Some(game)) => {
                        let id = game.id.clone();
                        return games.confirm().then_some(Request::Delete(id));
                    }
                    (Action::Back, _) => self.shown = Shown::Home,
                    _ => {}
                }
            }
            Shown::Totals(totals) => {
                if !totals.act(action) && action == Action::Back {
                    self.shown = Shown::Home;
                }
            }
        }
        None
    }

    fn search(&mut self, typed: Option<char>) {
        match &mut self.shown {
            Shown::Home => self.home.search(typed),
            Shown::Changes(changes) => changes.search(typed),
            Shown::Games(games) => games.search(typed),
            Shown::Totals(_) => {}
        }
    }

    /// Shows the saved games.
    pub fn show_games(&mut self) {
        let place = match &self.shown {
            Shown::Games(games) => games.place(),
            _ => 0,
        };
        let saves = self.saves.as_ref();
        let listing = saves.map(Saves::list).unwrap_or_default();
        let earlier = listing.of_earlier_versions();
        let in_use = |record: Record| (saves.is_some_and(|saves| saves.is_in_use(&record.id)), record);
        let games = listing.games.into_iter().map(in_use).collect();
        self.shown = Shown::Games(Games::new(games, place).without(earlier));
        if let Some(message) = said(&listing.unreadable) {
            self.complain(message);
        }
    }

    fn show_totals(&mut self) {
        let statistics = self.saves.as_ref().map(Saves::statistics).unwrap_or_default();
        self.shown = Shown::Totals(Totals::new(&statistics));
    }

    /// Handles a pasted text: a save code or the name of a file is opened, any other text is typed.
    pub fn paste(&mut self, text: &str) -> Option<Request> {
        let line = text.lines().next().unwrap_or_default();
        match (&mut self.prompt, prompt::request_of(text)) {
            (_, Some(request @ Request::Code(_))) => return Some(request),
            (Some(prompt), _) => prompt.write(line),
            (None, Some(request)) if prompt::is_file(line) => return Some(request),
            (None, _) => line.chars().filter(|c| !c.is_control()).for_each(|c| self.search(Some(c))),
        }
        None
    }

    /// Shows why an entry could not be opened.
    pub fn complain(&mut self, message: String) {
        match (&mut self.prompt, &mut self.shown) {
            (Some(prompt), _) => prompt.complain(message),
            (None, Shown::Games(games)) => games.complain(message),
            (None, Shown::Changes(changes)) => changes.complain(message),
            // A long message gets a field of its own.
            (None, _) if message.contains('\n') => {
                let mut prompt = Prompt::default();
                prompt.complain(message);
                self.prompt = Some(prompt);
            }
            (None, _) => {
                self.shown = Shown::Home;
                self.home.complain(message);
            }
        }
    }

    /// Draws the screen of the lobby.
    pub fn draw(&mut self, frame: &mut Frame<'_>, theme: Theme) {
        self.is_seen = true;
        let commands = self.commands();
        match &self.shown {
            Shown::Home => {
                let change = self.keys.first(Context::Lists, Action::Change);
                home_view::draw(frame, &self.home, &commands, change.as_deref(), theme);
            }
            Shown::Changes(changes) => changes_view::draw(frame, changes, &commands, theme),
            Shown::Games(games) => games_view::draw(frame, games, &commands, saves::now(), theme),
            Shown::Totals(totals) => totals.draw(frame, &commands, saves::now(), theme),
        }
        if let Some(prompt) = &self.prompt {
            prompt.draw(frame, theme);
        }
        if self.help.is_open() {
            self.help.draw(frame, &self.all_keys(), theme);
        }
    }
}

#[cfg(test)]
mod pictures;
