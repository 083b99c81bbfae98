//! The whole terminal program: the list of modes and the games that were
//! opened from it.

use std::path::PathBuf;

use polymerge::{Opening, Session};
use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind};
use ratatui::Frame;

use super::home::{Home, Wish};
use super::home_view;
use super::keys::Bindings;
use super::picture::Speed;
use super::play::{Leave, Play};
use super::pointer::{Gesture, Pointer};
use super::share::{self, Form, Gift};
use super::tape::Tape;
use super::theme::Theme;
use super::viewer::{self, Viewer};
use crate::play::start;
use crate::saves::Saves;
use crate::source::headline;

/// What is on the screen, and what waits behind it.
pub struct App {
    /// The games; the last one is shown.
    games: Vec<Table>,
    /// The list of modes, if it is shown.
    home: Option<Home>,
    /// A replay, if one is watched.
    viewer: Option<Viewer>,
    pointer: Pointer,
    /// Where games are kept.
    saves: Option<Saves>,
    /// Where games go that are to be given to others.
    gifts: Option<PathBuf>,
    /// What is to be put into the clipboard.
    copied: Option<String>,
    theme: Theme,
    speed: Speed,
    keys: Bindings,
    seed: u64,
    finished: bool,
}

/// A game that is open.
struct Table {
    /// The name of its mode.
    name: String,
    play: Play,
    /// Whether it is kept for the next time.
    kept: bool,
}

/// The game to start with.
pub struct First {
    /// The name of its mode.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// The game.
    pub session: Session,
    /// Whether it is kept for the next time: its mode is built in.
    pub kept: bool,
}

impl App {
    /// Starts with a game; keeps games in `saves`.
    pub fn new(first: First, saves: Option<Saves>, theme: Theme, keys: Bindings) -> App {
        let First { name, title, session, kept } = first;
        let seed = session.seed();
        let games = vec![Table { name, play: Play::new(title, session, theme, &keys), kept }];
        App {
            games,
            home: None,
            viewer: None,
            pointer: Pointer::default(),
            saves,
            gifts: None,
            copied: None,
            theme,
            speed: Speed::default(),
            keys,
            seed,
            finished: false,
        }
    }

    /// Starts with a replay.
    pub fn watching(tape: Tape, title: String, saves: Option<Saves>, theme: Theme, keys: Bindings) -> App {
        let viewer = Viewer::new(title, tape, theme, &keys, Speed::default(), 0.0);
        App {
            games: Vec::new(),
            home: None,
            viewer: Some(viewer),
            pointer: Pointer::default(),
            saves,
            gifts: None,
            copied: None,
            theme,
            speed: Speed::default(),
            keys,
            seed: 0,
            finished: false,
        }
    }

    /// Gives games to others through this folder.
    #[must_use]
    pub fn with_gifts(self, gifts: Option<PathBuf>) -> App {
        App { gifts, ..self }
    }

    /// Lets tiles move at this speed.
    #[must_use]
    pub fn with_speed(mut self, speed: Speed) -> App {
        self.set_speed(speed);
        self
    }

    /// Something happened at the time `now`; says whether there may be
    /// something new to be seen.
    pub fn handle(&mut self, event: &Event, now: f64) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key, now),
            Event::Mouse(event) => match self.pointer.follow(*event) {
                Some(gesture) => self.point(gesture, now),
                None => return false,
            },
            Event::Resize(..) => {}
            _ => return false,
        }
        true
    }

    /// The mouse did something.
    fn point(&mut self, gesture: Gesture, now: f64) {
        if self.home.is_some() {
            return;
        }
        if let Some(viewer) = &mut self.viewer {
            let wish = viewer.point(gesture, now);
            return self.after_watching(wish);
        }
        let leave = self.games.last_mut().and_then(|table| table.play.point(gesture, now));
        self.leave(leave, now);
    }

    /// A key was pressed at the time `now`.
    pub fn press(&mut self, key: KeyEvent, now: f64) {
        if let Some(home) = &mut self.home {
            match home.press(key) {
                Some(Wish::Open(name)) => self.open(&name, now),
                Some(Wish::Back) => self.home = None,
                Some(Wish::Quit) => self.finished = true,
                None => {}
            }
            return;
        }
        if let Some(viewer) = &mut self.viewer {
            let wish = viewer.press(key, now);
            return self.after_watching(wish);
        }
        let leave = self.games.last_mut().and_then(|table| table.play.press(key, now));
        self.leave(leave, now);
    }

    /// Goes where the player wants to go from a game.
    fn leave(&mut self, leave: Option<Leave>, now: f64) {
        match leave {
            Some(Leave::Modes) => self.home = Some(Home::new()),
            Some(Leave::Watch) => self.watch(now),
            Some(Leave::Share(form)) => self.share(form, now),
            Some(Leave::Theme) => self.next_theme(),
            Some(Leave::Speed(speed)) => {
                self.set_speed(speed);
                let name = speed.name();
                self.tell(format!(
                    "tiles move: {name}; to keep it, put animation = {name:?} into your configuration"
                ));
            }
            Some(Leave::Quit) => self.finished = true,
            None => {}
        }
        self.keep(now);
    }

    /// Shows the replay of the game on the screen.
    fn watch(&mut self, now: f64) {
        let Some(table) = self.games.last_mut() else { return };
        let game = table.play.game();
        match Tape::recorded(game.saved_mode(), game.replay(now)) {
            Ok(tape) => {
                let title = table.play.title().to_owned();
                self.viewer = Some(Viewer::new(title, tape, self.theme, &self.keys, self.speed, now));
            }
            Err(message) => table.play.tell(format!("the replay can't be shown: {message}")),
        }
    }

    /// Does what a player wants who has watched a replay.
    fn after_watching(&mut self, wish: Option<viewer::Wish>) {
        match wish {
            Some(viewer::Wish::Back) => {
                self.viewer = None;
                self.finished |= self.games.is_empty();
            }
            Some(viewer::Wish::TakeOver(session)) => self.take_over(*session),
            Some(viewer::Wish::Theme) => self.next_theme(),
            Some(viewer::Wish::Quit) => self.finished = true,
            None => {}
        }
    }

    /// A game that was watched becomes one of the player's own. The game that
    /// it came from stays as it was kept last.
    fn take_over(&mut self, session: Session) {
        let Some(viewer) = self.viewer.take() else { return };
        let title = viewer.title().to_owned();
        let mut play = Play::new(title.clone(), session, self.theme, &self.keys);
        play.set_speed(self.speed);
        play.tell("this game is yours from here on".into());
        self.games.push(Table { name: title, play, kept: false });
    }

    /// Gives the game on the screen to others.
    fn share(&mut self, form: Form, now: f64) {
        let Some(table) = self.games.last_mut() else { return };
        let (name, title) = (table.name.as_str(), table.play.title());
        let gift = Gift { name, title, game: table.play.game(), seed: table.play.seed(), now };
        let message = match share::give(&gift, form, self.gifts.as_deref()) {
            Ok(given) => {
                self.copied = given.copied;
                given.message
            }
            Err(message) => message,
        };
        table.play.tell(message);
    }

    /// What is to be put into the clipboard, once.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// Tells the player something.
    fn tell(&mut self, message: String) {
        if let Some(table) = self.games.last_mut() {
            table.play.tell(message);
        }
    }

    fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
        for table in &mut self.games {
            table.play.set_speed(speed);
        }
    }

    /// Shows everything in the next colours.
    fn next_theme(&mut self) {
        self.theme.palette = self.theme.palette.next();
        for table in &mut self.games {
            table.play.set_theme(self.theme);
        }
        if let Some(viewer) = &mut self.viewer {
            viewer.set_theme(self.theme);
        }
        let name = self.theme.palette.name();
        self.tell(format!("theme {name}; to keep it, put theme = {name:?} into your configuration"));
    }

    /// Keeps the game on the screen, if it has changed.
    fn keep(&mut self, now: f64) {
        let (Some(saves), Some(table)) = (&self.saves, self.games.last_mut()) else { return };
        if table.kept && table.play.take_changed() {
            if let Err(error) = saves.update(&table.name, table.play.game(), now) {
                table.play.tell(format!("the game can't be kept: {error}"));
            }
        }
    }

    /// Goes on with the game of a mode, or starts one.
    fn open(&mut self, name: &str, now: f64) {
        if let Some(place) = self.games.iter().position(|table| table.name == name) {
            let game = self.games.remove(place);
            self.games.push(game);
            self.home = None;
            return;
        }
        self.seed = self.seed.wrapping_add(1);
        match self.start(name, now) {
            Ok(play) => {
                self.games.push(Table { name: name.to_owned(), play, kept: true });
                self.home = None;
            }
            Err(message) => {
                if let Some(home) = &mut self.home {
                    home.complain(message);
                }
            }
        }
    }

    /// The game of a built-in mode that waits to be continued, or a new one.
    fn start(&self, name: &str, now: f64) -> Result<Play, String> {
        let waiting = self.saves.as_ref().and_then(|saves| saves.game(name));
        let opening = match waiting {
            Some(waiting) => waiting,
            None => Opening::of_name(name).map_err(|error| error.to_string())?,
        };
        let title = headline(opening.mode()).unwrap_or_else(|| name.to_owned());
        let mut play = Play::new(title, start(opening, self.seed, now)?, self.theme, &self.keys);
        play.set_speed(self.speed);
        Ok(play)
    }

    /// Time has passed; says whether anything happened.
    pub fn tick(&mut self, now: f64) -> bool {
        if self.home.is_some() {
            return false;
        }
        if let Some(viewer) = &mut self.viewer {
            return viewer.tick(now);
        }
        let happened = self.games.last_mut().is_some_and(|table| table.play.tick(now));
        if happened {
            self.keep(now);
        }
        happened
    }

    /// Whether pictures should follow one another quickly.
    pub fn is_moving(&self) -> bool {
        match (&self.viewer, self.games.last()) {
            _ if self.home.is_some() => false,
            (Some(viewer), _) => viewer.is_moving(),
            (None, Some(table)) => table.play.is_moving(),
            (None, None) => false,
        }
    }

    /// Whether the player wants to leave.
    pub fn finished(&self) -> bool {
        self.finished
    }

    /// Draws what is on the screen.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        frame.buffer_mut().set_style(area, self.theme.screen());
        match (&self.home, &mut self.viewer, self.games.last_mut()) {
            (Some(home), ..) => home_view::draw(frame, home, self.theme),
            (None, Some(viewer), _) => viewer.draw(frame),
            (None, None, Some(table)) => table.play.draw(frame),
            (None, None, None) => {}
        }
    }
}

#[cfg(test)]
mod events;

#[cfg(test)]
mod tests {
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyModifiers};
    use ratatui::Terminal;

    use super::*;

    fn app() -> App {
        app_with(None)
    }

    fn app_with(saves: Option<Saves>) -> App {
        let session = start(Opening::of_name("2048").unwrap(), 7, 0.0).unwrap();
        let first = First { name: "001-2048".into(), title: "2048".into(), session, kept: true };
        App::new(first, saves, Theme::PLAIN, Bindings::default()).with_speed(Speed::Off)
    }

    fn press(app: &mut App, keys: &[KeyCode]) {
        for &key in keys {
            app.press(KeyEvent::new(key, KeyModifiers::NONE), 0.0);
        }
    }

    fn picture(app: &mut App) -> String {
        let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
        terminal.draw(|frame| app.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn another_mode_is_chosen_by_name_and_the_first_game_waits() {
        let mut app = app();
        press(&mut app, &[KeyCode::Left, KeyCode::Up]);
        let first = picture(&mut app);
        press(&mut app, &[KeyCode::Tab]);
        press(&mut app, &"2187".chars().map(KeyCode::Char).collect::<Vec<_>>());
        assert!(picture(&mut app).contains("2187"));
        press(&mut app, &[KeyCode::Enter]);
        assert_eq!(app.games.len(), 2);
        assert_ne!(picture(&mut app), first);
        press(&mut app, &[KeyCode::Tab]);
        press(&mut app, &"2048".chars().map(KeyCode::Char).collect::<Vec<_>>());
        press(&mut app, &[KeyCode::Enter]);
        assert_eq!(app.games.len(), 2);
        assert_eq!(picture(&mut app), first);
    }

    #[test]
    fn escape_leads_from_the_list_back_to_the_game() {
        let mut app = app();
        let game = picture(&mut app);
        press(&mut app, &[KeyCode::Esc]);
        assert_ne!(picture(&mut app), game);
        press(&mut app, &[KeyCode::Esc]);
        assert_eq!(picture(&mut app), game);
        assert!(!app.finished());
    }

    #[test]
    fn every_move_is_kept_at_once() {
        let folder = std::env::temp_dir().join(format!("polymerge-app-{}", std::process::id()));
        let saves = Saves::in_folder(folder.clone());
        let mut one = app_with(Some(saves.clone()));
        press(&mut one, &[KeyCode::Tab]);
        press(&mut one, &"2187".chars().map(KeyCode::Char).collect::<Vec<_>>());
        press(&mut one, &[KeyCode::Enter, KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Down]);
        // Nobody said goodbye: the program is gone, and started again.
        let mut two = app_with(Some(saves));
        press(&mut two, &[KeyCode::Tab]);
        press(&mut two, &"2187".chars().map(KeyCode::Char).collect::<Vec<_>>());
        press(&mut two, &[KeyCode::Enter]);
        assert_eq!(picture(&mut two), picture(&mut one));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
