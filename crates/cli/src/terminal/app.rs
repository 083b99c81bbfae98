//! The whole terminal program: the list of modes and the games that were
//! opened from it.

use polymerge::{Opening, Session};
use ratatui::crossterm::event::KeyEvent;
use ratatui::Frame;

use super::home::{Home, Wish};
use super::keys::Bindings;
use super::play::{Leave, Play};
use super::theme::Theme;
use super::{home_view, view};
use crate::play::start;
use crate::saves::Saves;
use crate::source::headline;

/// What is on the screen, and what waits behind it.
pub struct App {
    /// The games; the last one is shown.
    games: Vec<Table>,
    /// The list of modes, if it is shown.
    home: Option<Home>,
    /// Where games are kept.
    saves: Option<Saves>,
    theme: Theme,
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
        App { games, home: None, saves, theme, keys, seed, finished: false }
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
        match self.games.last_mut().and_then(|table| table.play.press(key, now)) {
            Some(Leave::Modes) => self.home = Some(Home::new()),
            Some(Leave::Theme) => self.next_theme(),
            Some(Leave::Quit) => self.finished = true,
            None => {}
        }
        self.keep(now);
    }

    /// Shows everything in the next colours.
    fn next_theme(&mut self) {
        self.theme.palette = self.theme.palette.next();
        for table in &mut self.games {
            table.play.set_theme(self.theme);
        }
        if let Some(table) = self.games.last_mut() {
            let name = self.theme.palette.name();
            table
                .play
                .tell(format!("theme {name}; to keep it, put theme = {name:?} into your configuration"));
        }
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
        Ok(Play::new(title, start(opening, self.seed, now)?, self.theme, &self.keys))
    }

    /// Time has passed; says whether anything happened.
    pub fn tick(&mut self, now: f64) -> bool {
        let happened = self.home.is_none() && self.games.last_mut().is_some_and(|table| table.play.tick(now));
        if happened {
            self.keep(now);
        }
        happened
    }

    /// Whether the player wants to leave.
    pub fn finished(&self) -> bool {
        self.finished
    }

    /// Draws what is on the screen.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        frame.buffer_mut().set_style(area, self.theme.screen());
        match (&self.home, self.games.last()) {
            (Some(home), _) => home_view::draw(frame, home, self.theme),
            (None, Some(table)) => view::draw(frame, &table.play.scene()),
            (None, None) => {}
        }
    }
}

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
        App::new(first, saves, Theme::PLAIN, Bindings::default())
    }

    fn press(app: &mut App, keys: &[KeyCode]) {
        for &key in keys {
            app.press(KeyEvent::new(key, KeyModifiers::NONE), 0.0);
        }
    }

    fn picture(app: &App) -> String {
        let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
        terminal.draw(|frame| app.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn another_mode_is_chosen_by_name_and_the_first_game_waits() {
        let mut app = app();
        press(&mut app, &[KeyCode::Left, KeyCode::Up]);
        let first = picture(&app);
        press(&mut app, &[KeyCode::Tab]);
        press(&mut app, &"2187".chars().map(KeyCode::Char).collect::<Vec<_>>());
        assert!(picture(&app).contains("2187"));
        press(&mut app, &[KeyCode::Enter]);
        assert_eq!(app.games.len(), 2);
        assert_ne!(picture(&app), first);
        press(&mut app, &[KeyCode::Tab]);
        press(&mut app, &"2048".chars().map(KeyCode::Char).collect::<Vec<_>>());
        press(&mut app, &[KeyCode::Enter]);
        assert_eq!(app.games.len(), 2);
        assert_eq!(picture(&app), first);
    }

    #[test]
    fn escape_leads_from_the_list_back_to_the_game() {
        let mut app = app();
        let game = picture(&app);
        press(&mut app, &[KeyCode::Esc]);
        assert_ne!(picture(&app), game);
        press(&mut app, &[KeyCode::Esc]);
        assert_eq!(picture(&app), game);
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
        assert_eq!(picture(&two), picture(&one));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn no_keys_whatever_stop_it() {
        use polymerge::rules::Randomness;
        use polymerge::Seeded;

        const KEYS: [KeyCode; 14] = [
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::Tab,
            KeyCode::Esc,
            KeyCode::Enter,
            KeyCode::Backspace,
            KeyCode::PageDown,
            KeyCode::End,
            KeyCode::Home,
            KeyCode::F(1),
            KeyCode::Delete,
            KeyCode::Null,
        ];
        let mut random = Seeded::new(1);
        let mut pick = |count: usize| (random.next().unwrap() * count as f64) as usize;
        let mut app = app();
        for step in 0..1500 {
            let code = match pick(2) {
                0 => KEYS[pick(KEYS.len())],
                _ => KeyCode::Char(char::from(b' ' + pick(95) as u8)),
            };
            let modifiers = [KeyModifiers::NONE, KeyModifiers::NONE, KeyModifiers::CONTROL][pick(3)];
            app.press(KeyEvent::new(code, modifiers), f64::from(step) * 10.0);
            app.tick(f64::from(step) * 10.0);
            if step % 10 == 0 {
                let size = (1 + pick(100) as u16, 1 + pick(40) as u16);
                let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
                terminal.draw(|frame| app.draw(frame)).unwrap();
            }
        }
    }
}
