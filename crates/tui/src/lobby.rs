//! Everything around the games: the home screen, the games that wait, what
//! was played, and the field for files and codes.

mod changes;
mod changes_view;
mod chooser;
mod columns;
mod games;
mod games_view;
mod home;
mod home_view;
mod new_game;
mod preview;
mod prompt;
mod row;
mod totals;

use polymerge_app::failure::Failure;
use polymerge_app::keys::{Action, Bindings, Context, Key, shown};
use polymerge_app::presets::Presets;
use polymerge_app::saves::{self, Record, Saves, describe_unreadable};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::service::Daily;
use super::theme::Theme;
use super::view::help::Help;
use changes::Changes;
use games::Games;
use home::{Choice, Home};
pub use new_game::{NewGame, Origin};
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
    Start(NewGame),
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
enum LobbyScreen {
    Home,
    Changes(Box<Changes>),
    Games(Games),
    Totals(Totals),
}

/// The screens around the games.
pub struct Lobby {
    home: Home,
    shown: LobbyScreen,
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
        let (shown, help) = (LobbyScreen::Home, Help::default());
        Lobby { home, shown, prompt: None, help, saves, is_seen: false, has_game: false, keys }
    }

    /// Shows the home screen. `last` is the game that is still open behind it.
    pub fn enter(&mut self, last: Option<&Record>) {
        if self.home.count() == 0 {
            home::entries().for_each(|entry| self.home.add(entry));
        }
        self.shown = LobbyScreen::Home;
        self.prompt = None;
        self.home.refresh(self.saves.as_ref(), last);
    }

    /// Notes if a game or a replay is open behind the lobby.
    pub fn set_has_game(&mut self, has_game: bool) {
        self.has_game = has_game;
    }

    /// Shows the number of days in a row beside the game of the day.
    pub fn set_streak(&mut self, streak: u32) {
        self.home.set_streak(streak);
    }

    /// Offers the game of the day, or shows why there is none.
    pub fn set_daily(&mut self, daily: Result<Daily, Failure>) {
        match daily {
            Ok(daily) => self.home.set_daily(daily),
            Err(failure) => self.home.complain(format!("no game of the day: {}", failure.message())),
        }
    }

    /// Does a part of the pending work. Returns true if the picture may differ afterwards.
    pub fn work(&mut self) -> bool {
        self.is_seen
            && match &mut self.shown {
                LobbyScreen::Changes(changes) => changes.prepare(&self.keys),
                LobbyScreen::Home => self.home.prepare(self.saves.as_ref(), &self.keys),
                _ => false,
            }
    }

    /// Returns true if there is work to do, the first picture included.
    pub fn is_busy(&self) -> bool {
        !self.is_seen
            || match &self.shown {
                LobbyScreen::Home => self.home.is_waiting(),
                LobbyScreen::Changes(changes) => changes.is_waiting(),
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
            (LobbyScreen::Changes(_), None) => Context::Changes,
            _ => Context::Lists,
        }
    }

    /// Returns true if a command has an effect here.
    fn fits(&self, action: Action) -> bool {
        match &self.shown {
            LobbyScreen::Home => match action {
                Action::Delete => false,
                Action::Open | Action::StartNew => self.home.chosen().is_some(),
                Action::Change => {
                    matches!(self.home.chosen(), Some(Choice::Mode(_) | Choice::Continue(_)))
                }
                _ => true,
            },
            LobbyScreen::Changes(_) => true,
            LobbyScreen::Games(games) => match action {
                Action::Open | Action::Delete => games.chosen().is_some(),
                _ => games_view::fits(action),
            },
            LobbyScreen::Totals(_) => totals::fits(action),
        }
    }

    /// Returns the label of a command on this screen.
    fn label(&self, action: Action, usual: &'static str) -> &'static str {
        match (action, &self.shown) {
            (Action::Back, LobbyScreen::Home) if self.home.is_narrowed() => "all modes",
            (Action::Back, LobbyScreen::Home) if self.has_game => "back to the game",
            (Action::Back, LobbyScreen::Home) => "quit",
            (Action::Open, LobbyScreen::Home) if matches!(self.home.chosen(), Some(Choice::Continue(_))) => {
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
            Ok(changes) => self.shown = LobbyScreen::Changes(changes.into()),
            Err(failure) => self.complain(failure.message().to_owned()),
        }
    }

    fn act(&mut self, action: Action) -> Option<Request> {
        match &mut self.shown {
            LobbyScreen::Changes(_) if action == Action::Back => self.shown = LobbyScreen::Home,
            LobbyScreen::Changes(changes) => return changes.act(action),
            LobbyScreen::Home if self.home.act(action) => return None,
            LobbyScreen::Home => {
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
                        return Some(Request::Resume(record.id.clone()));
                    }
                    (Action::Open | Action::StartNew, Some(Choice::Daily(daily))) => {
                        return Some(Request::Daily(daily.mode.clone(), daily.seed));
                    }
                    (Action::Open, Some(Choice::Mode(entry))) => {
                        return Some(Request::Play(entry.name.clone()));
                    }
                    (Action::StartNew, Some(Choice::Mode(entry))) => {
                        return Some(Request::PlayNew(entry.name.clone()));
                    }
                    (Action::StartNew, Some(Choice::Continue(record))) => {
                        return Some(Request::Start(NewGame::plain(Origin::of(record))));
                    }
                    _ => {}
                }
            }
            LobbyScreen::Games(games) => {
                if games.act(action) {
                    return None;
                }
                match (action, games.chosen()) {
                    (Action::Open, Some(game)) => return Some(Request::Resume(game.id.clone())),
                    (Action::Delete, Some(game)) => {
                        let id = game.id.clone();
                        return games.confirm().then_some(Request::Delete(id));
                    }
                    (Action::Back, _) => self.shown = LobbyScreen::Home,
                    _ => {}
                }
            }
            LobbyScreen::Totals(totals) => {
                if !totals.act(action) && action == Action::Back {
                    self.shown = LobbyScreen::Home;
                }
            }
        }
        None
    }

    fn search(&mut self, typed: Option<char>) {
        match &mut self.shown {
            LobbyScreen::Home => self.home.search(typed),
            LobbyScreen::Changes(changes) => changes.search(typed),
            LobbyScreen::Games(games) => games.search(typed),
            LobbyScreen::Totals(_) => {}
        }
    }

    /// Shows the saved games.
    pub fn show_games(&mut self) {
        let place = match &self.shown {
            LobbyScreen::Games(games) => games.place(),
            _ => 0,
        };
        let saves = self.saves.as_ref();
        let listing = saves.map(Saves::list).unwrap_or_default();
        let earlier = listing.of_earlier_versions();
        let in_use = |record: Record| (saves.is_some_and(|saves| saves.is_in_use(&record.id)), record);
        let games = listing.games.into_iter().map(in_use).collect();
        self.shown = LobbyScreen::Games(Games::new(games, place).without(earlier));
        if let Some(message) = describe_unreadable(&listing.unreadable) {
            self.complain(message);
        }
    }

    fn show_totals(&mut self) {
        let statistics = self.saves.as_ref().map(Saves::statistics).unwrap_or_default();
        self.shown = LobbyScreen::Totals(Totals::new(&statistics));
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
            (None, LobbyScreen::Games(games)) => games.complain(message),
            (None, LobbyScreen::Changes(changes)) => changes.complain(message),
            // A long message gets a field of its own.
            (None, _) if message.contains('\n') => {
                let mut prompt = Prompt::default();
                prompt.complain(message);
                self.prompt = Some(prompt);
            }
            (None, _) => {
                self.shown = LobbyScreen::Home;
                self.home.complain(message);
            }
        }
    }

    /// Draws the screen of the lobby.
    pub fn draw(&mut self, frame: &mut Frame<'_>, theme: Theme) {
        self.is_seen = true;
        let commands = self.commands();
        match &self.shown {
            LobbyScreen::Home => {
                let change = self.keys.first(Context::Lists, Action::Change);
                let hidden = home_view::draw(frame, &self.home, &commands, change.as_deref(), theme);
                self.home.stop_scrolling_at(hidden);
            }
            LobbyScreen::Changes(changes) => changes_view::draw(frame, changes, &commands, theme),
            LobbyScreen::Games(games) => games_view::draw(frame, games, &commands, saves::now(), theme),
            LobbyScreen::Totals(totals) => totals.draw(frame, &commands, saves::now(), theme),
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
