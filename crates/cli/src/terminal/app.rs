//! The state of the terminal game, and how keys change it.

use std::sync::Arc;

use polymerge::{Event, Screen, Session, Turn, TurnError};
use ratatui::crossterm::event::KeyEvent;

use super::board::Painter;
use super::keys::{Action, Keymap};
use super::theme::Theme;
use super::view::Scene;

/// A terminal game: a session and what is shown around it.
pub struct App {
    title: String,
    session: Session,
    keymap: Keymap,
    painter: Painter,
    now: f64,
    theme: Theme,
    notice: Option<String>,
    help: bool,
    finished: bool,
}

impl App {
    /// Shows a session.
    pub fn new(title: String, session: Session, theme: Theme) -> App {
        let keymap = Keymap::new(session.game().rules().directions());
        let painter = Painter::new(session.game().rules().mode());
        App { title, session, keymap, painter, now: 0.0, theme, notice: None, help: false, finished: false }
    }

    /// A key was pressed at the time `now`.
    pub fn press(&mut self, key: KeyEvent, now: f64) {
        self.now = now;
        let Some(action) = self.keymap.action(key) else { return };
        if std::mem::take(&mut self.help) && action == Action::Help {
            return;
        }
        self.notice = None;
        match action {
            Action::Move(direction) => self.play(direction, now),
            Action::PlayOn => {
                self.turn(Session::play_on, now);
            }
            Action::New => self.restart(now),
            Action::Undo if self.session.undo() => {}
            Action::Undo => self.notice = Some("nothing to undo".into()),
            Action::Redo if self.session.redo() => {}
            Action::Redo => self.notice = Some("nothing to redo".into()),
            Action::Help => self.help = true,
            Action::Quit => self.finished = true,
        }
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
                !turn.events.is_empty()
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
            Ok((session, _)) => self.session = session,
            Err(error) => self.notice = Some(format!("the game can't start: {error}")),
        }
    }

    /// Whether the player wants to leave.
    pub fn finished(&self) -> bool {
        self.finished
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
            theme: self.theme,
        }
    }
}
