//! The whole terminal program: the list of modes and the games that were
//! opened from it.

use polymerge::{Limits, Opening, Ruleset, Session};
use ratatui::crossterm::event::KeyEvent;
use ratatui::Frame;

use super::home::{Home, Wish};
use super::play::{Leave, Play};
use super::theme::Theme;
use super::{home_view, view};

/// What is on the screen, and what waits behind it.
pub struct App {
    /// Games by the name of their mode; the last one is shown.
    games: Vec<(String, Play)>,
    /// The list of modes, if it is shown.
    home: Option<Home>,
    theme: Theme,
    seed: u64,
    finished: bool,
}

impl App {
    /// Starts with a game.
    pub fn new(name: String, title: String, session: Session, theme: Theme) -> App {
        let seed = session.seed();
        App {
            games: vec![(name, Play::new(title, session, theme))],
            home: None,
            theme,
            seed,
            finished: false,
        }
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
        match self.games.last_mut().and_then(|(_, play)| play.press(key, now)) {
            Some(Leave::Modes) => self.home = Some(Home::new()),
            Some(Leave::Quit) => self.finished = true,
            None => {}
        }
    }

    /// Goes on with the game of a mode, or starts one.
    fn open(&mut self, name: &str, now: f64) {
        if let Some(place) = self.games.iter().position(|(known, _)| known == name) {
            let game = self.games.remove(place);
            self.games.push(game);
            self.home = None;
            return;
        }
        self.seed = self.seed.wrapping_add(1);
        match start(name, self.seed, now) {
            Ok((title, session)) => {
                self.games.push((name.to_owned(), Play::new(title, session, self.theme)));
                self.home = None;
            }
            Err(message) => {
                if let Some(home) = &mut self.home {
                    home.complain(message);
                }
            }
        }
    }

    /// Time has passed; says whether anything happened.
    pub fn tick(&mut self, now: f64) -> bool {
        self.home.is_none() && self.games.last_mut().is_some_and(|(_, play)| play.tick(now))
    }

    /// Whether the player wants to leave.
    pub fn finished(&self) -> bool {
        self.finished
    }

    /// Draws what is on the screen.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        match (&self.home, self.games.last()) {
            (Some(home), _) => home_view::draw(frame, home, self.theme),
            (None, Some((_, play))) => view::draw(frame, &play.scene()),
            (None, None) => {}
        }
    }
}

/// A game of a built-in mode, with its title.
fn start(name: &str, seed: u64, now: f64) -> Result<(String, Session), String> {
    let opening = Opening::of_name(name).map_err(|error| error.to_string())?;
    let title = crate::source::headline(opening.mode()).unwrap_or_else(|| name.to_owned());
    let rules =
        Ruleset::compile(opening.mode().clone(), Limits::default()).map_err(|error| error.to_string())?;
    let (session, _) = Session::new(rules, seed, now).map_err(|error| error.to_string())?;
    Ok((title, session))
}

#[cfg(test)]
mod tests {
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyModifiers};
    use ratatui::Terminal;

    use super::*;

    fn app() -> App {
        let (title, session) = start("2048", 7, 0.0).unwrap();
        App::new("001-2048".into(), title, session, Theme::Plain)
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
}
