//! The whole terminal program: the screens around the games, and the games
//! that were opened from them.

mod outside;
pub mod robot;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::PathBuf;

use polymerge::advanced::rules::Screen;
use polymerge::Game;
use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind};
use ratatui::Frame;

use super::keys::{Action, Bindings, Context, Key};
use super::lobby::{self, Lobby, Origin};
use super::picture::Speed;
use super::play::{Leave, Play};
use super::pointer::{Gesture, Pointer};
use super::service::Service;
use super::share::Giving;
use super::tape::Tape;
use super::theme::Theme;
use super::viewer::{self, Viewer};
use super::widths;
use crate::failure::Failure;
use crate::play::any_seed;
use crate::saves::{Saves, Slot, Unreadable, NOWHERE};
use crate::sitting::Sitting;
use crate::source::{self, Opened, What};

/// What is on the screen, and what waits behind it.
pub struct App {
    /// The games; the last one is shown.
    games: Vec<Table>,
    /// The screens around them.
    lobby: Lobby,
    /// Whether these are shown.
    in_lobby: bool,
    /// A replay, if one is watched.
    viewer: Option<Viewer>,
    pointer: Pointer,
    /// Where games are kept.
    saves: Option<Saves>,
    /// The unreadable files that the player was told of.
    told: BTreeSet<Unreadable>,
    /// Where games go that are to be given to others.
    gifts: Option<PathBuf>,
    /// A recording that is being written.
    giving: Option<Giving>,
    /// The file in which settings are kept that are chosen here.
    settings: Option<PathBuf>,
    /// The score service, if there is one.
    service: Option<Service>,
    /// What is to be put into the clipboard.
    copied: Option<String>,
    /// Whether the whole screen is to be drawn anew.
    redraw: bool,
    theme: Theme,
    speed: Speed,
    keys: Bindings,
    finished: bool,
}

/// A game that is open.
struct Table {
    /// What its mode is called where games are kept.
    mode: String,
    play: Play,
    /// Where it is kept.
    slot: Option<Slot>,
    /// Since when it is not on the screen.
    left: Option<f64>,
}

impl Table {
    /// It is on the screen at the time `now`.
    fn is_back(&mut self, now: f64) -> &mut Play {
        if let Some(left) = self.left.take() {
            self.play.was_away(now - left);
        }
        &mut self.play
    }

    /// Whether it is kept under this name.
    fn is_kept_as(&self, id: &str) -> bool {
        self.slot.as_ref().is_some_and(|slot| slot.is_kept() && slot.record().id == id)
    }

    /// Whether it is a game of this mode that goes on.
    fn is_waiting(&self, mode: &str) -> bool {
        self.mode == mode && self.play.state().screen() != Screen::GameOver
    }
}

impl App {
    /// Starts with a game, or with the home screen; keeps games in `saves`.
    pub fn new(first: Option<Sitting>, saves: Option<Saves>, theme: Theme, keys: Bindings) -> App {
        let mut app = App::empty(saves, theme, keys);
        match first {
            Some(sitting) => app.sit_down(sitting),
            None => app.enter_lobby(),
        }
        app
    }

    /// Starts with a replay.
    pub fn watching(tape: Tape, title: String, saves: Option<Saves>, theme: Theme, keys: Bindings) -> App {
        let mut app = App::empty(saves, theme, keys);
        app.viewer = Some(Viewer::new(title, tape, theme, &app.keys, Speed::default(), 0.0));
        app
    }

    fn empty(saves: Option<Saves>, theme: Theme, keys: Bindings) -> App {
        App {
            games: Vec::new(),
            lobby: Lobby::new(saves.clone(), keys.clone()),
            in_lobby: false,
            viewer: None,
            pointer: Pointer::default(),
            saves,
            told: BTreeSet::new(),
            gifts: None,
            giving: None,
            settings: None,
            service: None,
            copied: None,
            redraw: false,
            theme,
            speed: Speed::default(),
            keys,
            finished: false,
        }
    }

    /// Gives games to others through this folder.
    #[must_use]
    pub fn with_gifts(self, gifts: Option<PathBuf>) -> App {
        App { gifts, ..self }
    }

    /// Keeps settings that are chosen in the game in this file.
    #[must_use]
    pub fn with_settings(self, settings: Option<PathBuf>) -> App {
        App { settings, ..self }
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
            Event::Paste(text) => self.paste(text, now),
            Event::Resize(..) => self.redraw = true,
            _ => return false,
        }
        true
    }

    /// The mouse did something.
    fn point(&mut self, gesture: Gesture, now: f64) {
        if self.in_lobby {
            return;
        }
        if let Some(viewer) = &mut self.viewer {
            let wish = viewer.point(gesture, now);
            return self.after_watching(wish);
        }
        let leave = self.games.last_mut().and_then(|table| table.is_back(now).point(gesture, now));
        self.leave(leave, now);
    }

    /// A key was pressed at the time `now`.
    pub fn press(&mut self, key: KeyEvent, now: f64) {
        // Whatever is on the screen.
        if self.keys.action(self.context(), Key::of(key)) == Some(Action::Redraw) {
            self.redraw = true;
            return;
        }
        if self.in_lobby {
            let wish = self.lobby.press(key);
            return self.fulfil(wish, now);
        }
        if let Some(viewer) = &mut self.viewer {
            let wish = viewer.press(key, now);
            return self.after_watching(wish);
        }
        let leave = self.games.last_mut().and_then(|table| table.is_back(now).press(key, now));
        self.leave(leave, now);
    }

    fn context(&self) -> Context {
        match (self.in_lobby, &self.viewer) {
            (true, _) => self.lobby.context(),
            (false, Some(_)) => Context::Replay,
            (false, None) => Context::Game,
        }
    }

    /// Whether the whole screen is to be drawn anew, said once.
    pub fn take_redraw(&mut self) -> bool {
        std::mem::take(&mut self.redraw)
    }

    /// A text was pasted: a save code is opened wherever one is.
    fn paste(&mut self, text: &str, now: f64) {
        if !self.in_lobby {
            if !source::is_code(text) {
                return;
            }
            self.enter_lobby();
        }
        let wish = self.lobby.paste(text);
        self.fulfil(wish, now);
    }

    /// Goes where the player wants to go from a game.
    fn leave(&mut self, leave: Option<Leave>, now: f64) {
        match leave {
            Some(Leave::Modes) => self.enter_lobby(),
            Some(Leave::Watch) => self.watch(now),
            Some(Leave::Share(form)) => self.share(form),
            Some(Leave::HandIn) => self.hand_in(),
            Some(Leave::Theme) => self.next_theme(),
            Some(Leave::Speed(speed)) => {
                self.set_speed(speed);
                self.keep_setting("animation", speed.name());
            }
            Some(Leave::Quit) => self.finished = true,
            None => {}
        }
        self.keep();
    }

    fn enter_lobby(&mut self) {
        let last = self.games.last().and_then(|table| table.slot.as_ref()).filter(|slot| slot.is_kept());
        self.lobby.enter(last.map(Slot::record));
        self.lobby.set_has_game(self.has_game());
        if self.saves.is_none() {
            self.lobby.complain(NOWHERE.into());
        }
        self.in_lobby = true;
        self.tell_unreadable(Vec::new());
        self.ask_for_daily();
    }

    /// Says whether something is behind the lobby to which one goes back.
    fn has_game(&self) -> bool {
        !self.games.is_empty() || self.viewer.is_some()
    }

    /// Does what the player wants from the lobby.
    fn fulfil(&mut self, wish: Option<lobby::Wish>, now: f64) {
        use lobby::Wish;

        let saves = self.saves.clone();
        let saves = saves.as_ref();
        let sitting = match wish {
            None => return,
            Some(Wish::Back) if self.has_game() => return self.in_lobby = false,
            Some(Wish::Back | Wish::Quit) => return self.finished = true,
            Some(Wish::Theme) => return self.next_theme(),
            Some(Wish::Delete(id)) => return self.delete(&id),
            Some(Wish::Resume(id)) => match saves {
                _ if self.show(|table| table.is_kept_as(&id)) => return,
                Some(saves) => Sitting::resume(saves, &id, now),
                None => return,
            },
            Some(Wish::Play(name)) if self.show(|table| table.is_waiting(&name)) => return,
            Some(Wish::Play(name)) => Sitting::of_mode(&name, false, saves, any_seed(), now),
            Some(Wish::Anew(name)) => Sitting::of_mode(&name, true, saves, any_seed(), now),
            Some(Wish::Daily(name, seed))
                if self.show(|table| table.is_waiting(&name) && table.play.seed() == seed) =>
            {
                return
            }
            Some(Wish::Daily(name, seed)) => Sitting::of_mode(&name, true, saves, seed, now),
            Some(Wish::Copy(text)) => return self.copied = Some(text),
            Some(Wish::Begin(begin)) => begin.start(saves, any_seed(), now).map(|game| {
                let is_built_in = begin.is_plain() && matches!(begin.origin, Origin::BuiltIn(_));
                let sitting = Sitting::at(game, begin.origin.name(), is_built_in, saves);
                sitting.changed(&begin.words()).of_file(begin.origin.file())
            }),
            Some(Wish::Code(code)) => return self.open(source::open_argument(&code), now),
            Some(Wish::File(file)) => return self.open(source::open_mode(&file, false), now),
        };
        self.sit_down_if(sitting);
    }

    /// Opens what was read: a mode or a game is played, a replay is watched.
    fn open(&mut self, opened: Result<Opened, Failure>, now: f64) {
        let sitting = match opened {
            Ok(Opened { name, what: What::Replay(replay), .. }) => {
                let title = source::headline(replay.mode()).unwrap_or(name);
                match Tape::recorded(&replay) {
                    Ok(tape) => {
                        self.in_lobby = false;
                        return self.view(tape, title, now);
                    }
                    Err(message) => Err(message),
                }
            }
            Ok(opened) => Sitting::of_opened(opened, self.saves.as_ref(), any_seed(), now),
            Err(failure) => Err(failure.to_string()),
        };
        self.sit_down_if(sitting);
    }

    fn sit_down_if(&mut self, sitting: Result<Sitting, String>) {
        match sitting {
            Ok(sitting) => self.sit_down(sitting),
            Err(message) => self.lobby.complain(message),
        }
    }

    fn sit_down(&mut self, sitting: Sitting) {
        let mut play = Play::new(sitting.title, sitting.game, self.theme, &self.keys);
        play.set_speed(self.speed);
        if self.service.is_some() {
            play.offer_service();
        }
        let id = sitting.slot.as_ref().map_or("", |slot| &slot.record().id);
        play.compare(self.saves.as_ref().and_then(|saves| saves.best_score(&sitting.mode, id)));
        if let Some(note) = sitting.note {
            play.tell(note);
        }
        if self.saves.is_none() {
            play.tell(NOWHERE.into());
        }
        self.games.push(Table { mode: sitting.mode, play, slot: sitting.slot, left: None });
        self.in_lobby = false;
        self.viewer = None;
        self.tell_unreadable(sitting.unreadable);
    }

    /// Shows a game that is open already; says whether there is one.
    fn show(&mut self, wanted: impl Fn(&Table) -> bool) -> bool {
        let Some(place) = self.games.iter().rposition(wanted) else { return false };
        let game = self.games.remove(place);
        self.games.push(game);
        self.in_lobby = false;
        self.viewer = None;
        true
    }

    /// Deletes a game, which may be open here.
    fn delete(&mut self, id: &str) {
        self.games.retain(|table| !table.is_kept_as(id));
        self.lobby.set_has_game(self.has_game());
        let result = self.saves.as_ref().map_or(Ok(()), |saves| saves.delete(id));
        self.lobby.show_games();
        if let Err(error) = result {
            self.lobby.complain(error.to_string());
        }
    }

    /// Shows the replay of the game on the screen.
    fn watch(&mut self, now: f64) {
        let Some(table) = self.games.last_mut() else { return };
        let replay = table.play.game().checked_replay().map_err(|error| error.to_string());
        match replay.and_then(|replay| Tape::recorded(&replay)) {
            Ok(tape) => {
                let title = table.play.title().to_owned();
                self.view(tape, title, now);
            }
            Err(message) => table.play.tell(format!("the replay can't be shown: {message}")),
        }
    }

    fn view(&mut self, tape: Tape, title: String, now: f64) {
        self.viewer = Some(Viewer::new(title, tape, self.theme, &self.keys, self.speed, now));
    }

    /// Does what a player wants who has watched a replay.
    fn after_watching(&mut self, wish: Option<viewer::Wish>) {
        match wish {
            Some(viewer::Wish::Back) => {
                self.viewer = None;
                self.finished |= self.games.is_empty();
            }
            Some(viewer::Wish::TakeOver(game)) => self.take_over(*game),
            Some(viewer::Wish::Theme) => self.next_theme(),
            Some(viewer::Wish::Quit) => self.finished = true,
            None => {}
        }
    }

    /// A game that was watched becomes one of the player's own. The game that
    /// it came from stays as it was kept last.
    fn take_over(&mut self, game: Game) {
        let Some(viewer) = self.viewer.take() else { return };
        let title = viewer.title().to_owned();
        // What is watched from a game is of the same mode.
        let from = self.games.last().filter(|table| table.play.title() == title);
        let mut sitting = Sitting::at(game, &title, false, self.saves.as_ref());
        if let Some(table) = from {
            sitting.mode.clone_from(&table.mode);
            let kept = self.saves.as_ref().zip(table.slot.as_ref());
            sitting.slot = kept.map(|(saves, slot)| saves.begin_another(slot.record()));
        }
        self.sit_down(sitting);
        self.tell("this game is yours from here on".into());
    }

    /// Tells the player something.
    fn tell(&mut self, message: String) {
        match self.games.last_mut().filter(|_| !self.in_lobby) {
            Some(table) => table.play.tell(message),
            None => self.lobby.complain(message),
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
        self.keep_setting("theme", self.theme.palette.name());
    }

    /// Time has passed; says whether anything happened.
    pub fn tick(&mut self, now: f64) -> bool {
        self.hear_service() | self.hear_giving() | self.pass_time(now)
    }

    fn pass_time(&mut self, now: f64) -> bool {
        if self.in_lobby || self.viewer.is_some() {
            if let Some(table) = self.games.last_mut() {
                table.left.get_or_insert(now);
            }
        }
        if self.in_lobby {
            return self.lobby.work();
        }
        if let Some(viewer) = &mut self.viewer {
            return viewer.tick(now);
        }
        let happened = self.games.last_mut().is_some_and(|table| table.is_back(now).tick(now));
        if happened {
            self.keep();
        }
        happened
    }

    /// Whether there is work to be done that can wait for keys.
    pub fn is_busy(&self) -> bool {
        match (self.in_lobby, &self.viewer, self.games.last()) {
            (true, ..) => self.lobby.is_busy(),
            (false, None, Some(table)) => table.play.is_busy(),
            _ => false,
        }
    }

    /// Whether pictures should follow one another quickly.
    pub fn is_moving(&self) -> bool {
        match (&self.viewer, self.games.last()) {
            _ if self.in_lobby => false,
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
        match (&mut self.viewer, self.games.last_mut()) {
            _ if self.in_lobby => self.lobby.draw(frame, self.theme),
            (Some(viewer), _) => viewer.draw(frame),
            (None, Some(table)) => table.play.draw(frame),
            (None, None) => {}
        }
        widths::settle(frame.buffer_mut());
    }
}
