//! A game on the screen, and how keys change it.

use std::sync::Arc;

use polymerge::{Event, Game, Screen, Session, Turn, TurnError};
use ratatui::crossterm::event::KeyEvent;

use super::board::Painter;
use super::keys::{Action, Bindings, Keymap};
use super::theme::Theme;
use super::view::Scene;

/// Where a player goes from a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// To the list of modes; the game waits.
    Modes,
    /// Nowhere: other colours are wanted.
    Theme,
    /// Out of the program.
    Quit,
}

/// A game being played: a session and what is shown around it.
pub struct Play {
    title: String,
    session: Session,
    keymap: Keymap,
    painter: Painter,
    now: f64,
    theme: Theme,
    notice: Option<String>,
    help: bool,
    changed: bool,
}

impl Play {
    /// Shows a session.
    pub fn new(title: String, session: Session, theme: Theme, keys: &Bindings) -> Play {
        let keymap = Keymap::new(keys, session.game().rules().directions());
        let painter = Painter::new(session.game().rules().mode());
        Play { title, session, keymap, painter, now: 0.0, theme, notice: None, help: false, changed: false }
    }

    /// A key was pressed at the time `now`; says where the player wants to go.
    pub fn press(&mut self, key: KeyEvent, now: f64) -> Option<Leave> {
        self.now = now;
        let action = self.keymap.action(key);
        // Any key closes the help; those that leave the game do so anyway.
        if std::mem::take(&mut self.help) && action != Some(Action::Quit) {
            return None;
        }
        self.notice = None;
        match action? {
            Action::Move(direction) => self.play(direction, now),
            Action::PlayOn => {
                self.turn(Session::play_on, now);
            }
            Action::New => self.restart(now),
            Action::Undo if self.session.undo() => self.changed = true,
            Action::Undo => self.notice = Some("nothing to undo".into()),
            Action::Redo if self.session.redo() => self.changed = true,
            Action::Redo => self.notice = Some("nothing to redo".into()),
            Action::Help => self.help = true,
            Action::Modes => return Some(Leave::Modes),
            Action::Theme => return Some(Leave::Theme),
            Action::Quit => return Some(Leave::Quit),
            // The others have their meaning elsewhere.
            _ => {}
        }
        None
    }

    /// Time has passed; says whether anything happened.
    pub fn tick(&mut self, now: f64) -> bool {
        self.now = now;
        self.session.game().screen() == Screen::Play && self.turn(Session::tick, now)
    }

    fn play(&mut self, direction: usize, now: f64) {
        if self.session.game().screen() == Screen::Play {
            self.turn(|session, now| session.play(direction, now), now);
        }
    }

    /// Does something to the game; says whether anything happened.
    fn turn(&mut self, action: impl FnOnce(&mut Session, f64) -> Result<Turn, TurnError>, now: f64) -> bool {
        match action(&mut self.session, now) {
            Ok(turn) => {
                let message = turn.events.iter().rev().find_map(|event| match event {
                    Event::Announcement { message, .. } => Some(message.to_string_lossy()),
                    _ => None,
                });
                if message.is_some() {
                    self.notice = message;
                }
                let happened = !turn.events.is_empty();
                self.changed |= happened;
                happened
            }
            // A key that can't be used now is no news.
            Err(TurnError::Refused(_)) => false,
            Err(error) => {
                self.notice = Some(format!("that move failed: {error}"));
                true
            }
        }
    }

    /// A new game of the same mode, with the next seed.
    fn restart(&mut self, now: f64) {
        let rules = Arc::clone(self.session.game().rules());
        match Session::new(rules, self.session.seed().wrapping_add(1), now) {
            Ok((session, _)) => {
                self.session = session;
                self.changed = true;
            }
            Err(error) => self.notice = Some(format!("the game can't start: {error}")),
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        self.session.game()
    }

    /// Whether the game has changed since this was asked last.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Shows it in other colours.
    pub fn set_theme(&mut self, theme: Theme) {
        self.theme = theme;
    }

    /// Tells the player something.
    pub fn tell(&mut self, message: String) {
        self.notice = Some(message);
    }

    /// What is to be drawn.
    pub fn scene(&self) -> Scene {
        let game = self.session.game();
        Scene {
            title: self.title.clone(),
            boxes: self.painter.boxes(game, self.now),
            next: self.painter.next(game, self.now),
            board: self.painter.board(game, self.now),
            screen: game.screen(),
            notice: self.notice.clone(),
            help: self.help.then(|| self.keymap.help()),
            commands: self.keymap.commands(),
            theme: self.theme,
        }
    }
}

#[cfg(test)]
mod tests {
    use polymerge::{Limits, Opening, Ruleset};
    use ratatui::crossterm::event::{KeyCode, KeyModifiers};

    use super::*;

    fn app() -> Play {
        let opening = Opening::of_name("2048").unwrap();
        let rules = Ruleset::compile(opening.mode().clone(), Limits::default()).unwrap();
        let (session, _) = Session::new(rules, 7, 0.0).unwrap();
        Play::new("2048".into(), session, Theme::PLAIN, &Bindings::default())
    }

    fn press(app: &mut Play, keys: &str) {
        for key in keys.chars() {
            app.press(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE), 0.0);
        }
    }

    #[test]
    fn every_set_of_keys_makes_the_same_moves() {
        let arrows = [KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Down];
        let mut by_arrows = app();
        for key in arrows {
            by_arrows.press(KeyEvent::new(key, KeyModifiers::NONE), 0.0);
        }
        for keys in ["awds", "AWDS", "hklj", "4862"] {
            let mut app = app();
            press(&mut app, keys);
            assert_eq!(app.scene().board, by_arrows.scene().board, "{keys}");
        }
    }

    #[test]
    fn moves_can_be_taken_back_and_made_again() {
        let mut app = app();
        let start = app.scene().board;
        press(&mut app, "awds");
        let end = app.scene().board;
        press(&mut app, "uuuu");
        assert_eq!(app.scene().board, start);
        press(&mut app, "u");
        assert_eq!(app.scene().notice.as_deref(), Some("nothing to undo"));
        press(&mut app, "rrrr");
        assert_eq!((app.scene().board, app.scene().notice), (end, None));
    }

    #[test]
    fn a_new_game_is_another_one_but_the_same_after_the_same_seed() {
        let (mut one, mut two) = (app(), app());
        press(&mut one, "n");
        assert_ne!(one.scene().board, app().scene().board);
        press(&mut two, "awdsn");
        assert_eq!(one.scene().board, two.scene().board);
    }

    #[test]
    fn help_is_shown_until_a_key_is_pressed() {
        let mut app = app();
        let start = app.scene().board;
        press(&mut app, "?");
        assert!(app.scene().help.is_some_and(|lines| lines.contains(&("←".into(), "← a h 4".into()))));
        press(&mut app, "a");
        assert!(app.scene().help.is_none() && app.scene().board == start);
    }

    #[test]
    fn q_and_control_c_leave() {
        for (code, modifiers) in
            [(KeyCode::Char('q'), KeyModifiers::NONE), (KeyCode::Char('c'), KeyModifiers::CONTROL)]
        {
            let mut app = app();
            assert_eq!(app.press(KeyEvent::new(code, modifiers), 0.0), Some(Leave::Quit));
        }
    }
}
