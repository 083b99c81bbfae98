//! The input of a game on the screen: keys and the mouse.

use polymerge::Cell;
use polymerge_app::keys::{Action, Context, Key};
use ratatui::crossterm::event::KeyEvent;

use super::{Effect, GameController, Why};
use crate::pointer::{self, Gesture};
use crate::view::HitArea;
use crate::view::panel::Choice;

impl GameController {
    /// Handles a key at the time `now`. Returns an effect outside the game.
    pub fn press(&mut self, key: KeyEvent, now: f64) -> Option<Effect> {
        self.begin(now);
        let action = self.keymap.action(key);
        // Any other key stops autoplay, and what is looked for.
        let is_playing = self.advice.is_playing();
        if !matches!(action, Some(Action::Faster | Action::Slower)) {
            self.advice.stop();
        }
        if is_playing && action == Some(Action::Autoplay) {
            self.notice = Some("autoplay is off".into());
            return None;
        }
        // Any key closes the help; those that leave the game do so anyway.
        if action == Some(Action::Quit) {
            self.help.close();
        } else if self.help.press(key.code) {
            return None;
        }
        if matches!(std::mem::take(&mut self.why), Why::Asked)
            && let Some(Action::Move(direction)) = action
        {
            self.explain(direction);
            return None;
        }
        let own = Key::of(key);
        if let Some(panel) = &mut self.panel {
            let direct = panel
                .items
                .iter()
                .position(|item| own.character().map(String::from).as_ref() == Some(&item.key));
            match self.keys.action(Context::Panels, own) {
                Some(Action::By(by)) => panel.step(by),
                Some(Action::Open) => return self.choose(self.panel.as_ref()?.chosen, now),
                Some(Action::Back) => self.panel = None,
                // A direction is no reason to close it: it was meant for the
                // game before.
                _ => match (direct, action) {
                    (Some(index), _) => return self.choose(index, now),
                    (None, Some(Action::Move(_)) | None) => {}
                    (None, Some(action)) => {
                        self.panel = None;
                        return self.act(action, now);
                    }
                },
            }
            return None;
        }
        if self.cursor.is_some()
            && let Some(action) = self.keys.action(Context::Pointing, own)
        {
            self.point_by_key(action, now);
            return None;
        }
        match action {
            Some(action) => self.act(action, now),
            None => {
                self.notice = own.is_arrow().then(|| format!("directions here: {}", self.keymap.ways()));
                None
            }
        }
    }

    /// Carries out an entry of the panel.
    fn choose(&mut self, index: usize, now: f64) -> Option<Effect> {
        let choice = self.panel.take()?.choice(index)?;
        match choice {
            Choice::Command(action) => self.act(action, now),
            Choice::Share(form) => Some(Effect::Share(form)),
            Choice::HandIn => Some(Effect::HandIn),
            Choice::Box(index) => {
                self.clicked(polymerge::Action::ClickStatBox(index), now);
                None
            }
            Choice::Nothing => None,
        }
    }

    /// Handles a gesture of the mouse.
    pub fn point(&mut self, gesture: Gesture, now: f64) -> Option<Effect> {
        self.begin(now);
        self.advice.stop();
        if self.help.close() {
            return None;
        }
        match gesture {
            Gesture::Click(column, row) => return self.click(column, row, now),
            Gesture::Swipe(across, down) => {
                let hexagonal = self.picture.board().hexagonal;
                let directions = self.game.rules().directions();
                if let Some(direction) = pointer::swiped(directions, hexagonal, across, down) {
                    self.press_direction(direction, now);
                }
            }
            Gesture::Scroll(rows, columns) => self.picture.pan(rows, columns),
            Gesture::Zoom(by) => self.picture.zoom(by),
        }
        None
    }

    fn click(&mut self, column: u16, row: u16, now: f64) -> Option<Effect> {
        let hit = self.picture.hits.at(column, row);
        match hit {
            Some(HitArea::Item(index)) => return self.choose(index, now),
            Some(HitArea::Command(action)) => {
                self.panel = None;
                return self.act(action, now);
            }
            Some(HitArea::Direction(direction)) => self.press_direction(direction, now),
            Some(HitArea::Box(index)) => {
                self.clicked(polymerge::Action::ClickStatBox(index), now);
            }
            Some(HitArea::Board) => {
                if let Some(cell) = self.picture.cell_at(column, row) {
                    self.cursor = self.cursor.map(|_| cell);
                    self.click_cell(cell, now);
                }
            }
            Some(HitArea::Panel | HitArea::Bar) | None => {}
        }
        None
    }

    /// Clicks a cell. In most modes, that has no effect.
    fn click_cell(&mut self, cell: Cell, now: f64) {
        if self.game.rules().tiles_can_be_clicked() {
            self.clicked(polymerge::Action::ClickTile(cell), now);
        }
    }

    pub(super) fn start_pointing(&mut self) {
        let (height, width) = (self.game.state().height(), self.game.state().width());
        let cells =
            |rows: usize| (0..rows).flat_map(|row| (0..width).map(move |column| Cell::new(row, column)));
        let seen = |cell: &Cell| self.picture.hits.grid.is_none_or(|grid| grid.shows(*cell));
        let real = |cell: &Cell| self.picture.board().has(*cell);
        self.cursor = cells(height).filter(real).find(seen).or_else(|| cells(height).find(real));
        if !self.game.rules().tiles_can_be_clicked() {
            self.notice = Some("nothing happens in this mode when a tile is clicked".into());
        }
    }

    /// Returns all keys, for the help. While cells are pointed at, some have another meaning: these
    /// come first.
    pub(super) fn all_keys(&self) -> Vec<(String, String)> {
        let pointing = self.cursor.map(|_| self.keys.help(Context::Pointing)).unwrap_or_default();
        pointing.into_iter().chain(self.keymap.help()).collect()
    }

    fn point_by_key(&mut self, action: Action, now: f64) {
        let Some(cursor) = self.cursor else { return };
        match action {
            Action::Step(rows, columns) => {
                let board = self.picture.board();
                let next = board.neighbour(cursor, rows, columns).unwrap_or(cursor);
                self.cursor = Some(next);
                self.picture.bring(next);
            }
            Action::Open => self.click_cell(cursor, now),
            _ => self.cursor = None,
        }
    }
}
