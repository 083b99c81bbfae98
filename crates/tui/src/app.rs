//! The whole terminal program: the lobby, and the games that are opened from it.

#[cfg(test)]
mod every_key;
mod game_screen;
mod outside;
pub mod robot;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::PathBuf;

use polymerge::Game;
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind};

use super::game::{Effect, GameController};
use super::lobby::{self, Lobby, Origin};
use super::picture::Speed;
use super::pointer::{Gesture, Pointer};
use super::replay_cursor::ReplayCursor;
use super::service::{DayCalls, Service};
use super::share::ExportJob;
use super::theme::Theme;
use super::viewer::{self, Viewer};
use super::widths;
use game_screen::GameScreen;
use polymerge_app::begin::any_seed;
use polymerge_app::failure::Failure;
use polymerge_app::file_watch::FileWatch;
use polymerge_app::input;
use polymerge_app::keys::{Action, Bindings, Context, Key};
use polymerge_app::open_game::OpenGame;
use polymerge_app::saves::{NOWHERE, Saves, Slot, Unreadable};
use polymerge_app::source::{self, Content, Opened};

/// The terminal program: the screen that is shown, and the games behind it.
pub struct App {
    /// The open games. The last one is shown.
    games: Vec<GameScreen>,
    /// The screens around the games.
    lobby: Lobby,
    /// True while the lobby is shown.
    in_lobby: bool,
    /// The replay on the screen.
    viewer: Option<Viewer>,
    pointer: Pointer,
    /// The storage of games; `None` if there is no folder for it.
    saves: Option<Saves>,
    /// The unreadable files that the player has been told about.
    reported: BTreeSet<Unreadable>,
    /// The folder for exported games.
    export_folder: Option<PathBuf>,
    /// The recording that is being written.
    export_job: Option<ExportJob>,
    /// The configuration file, for settings that are chosen in the game.
    settings: Option<PathBuf>,
    /// The score service, if one is set.
    service: Option<Service>,
    /// The functions that keep the days of the daily game, if they are kept.
    days: Option<DayCalls>,
    /// The game in which a move was noted last, by its seed.
    noted: Option<u64>,
    /// The text to put into the clipboard.
    copied: Option<String>,
    /// True if the terminal is to be cleared before the next picture.
    redraw: bool,
    theme: Theme,
    speed: Speed,
    keys: Bindings,
    /// The mode file of the first game, if it is being edited.
    watch: Option<FileWatch>,
    finished: bool,
}

impl App {
    /// Starts with a game, or with the home screen. Games are saved in `saves`.
    pub fn new(first: Option<OpenGame>, saves: Option<Saves>, theme: Theme, keys: Bindings) -> App {
        let mut app = App::empty(saves, theme, keys);
        match first {
            Some(open_game) => app.enter_game(open_game),
            None => app.enter_lobby(),
        }
        app
    }

    /// Starts with a replay.
    pub fn watching(
        cursor: ReplayCursor,
        title: String,
        saves: Option<Saves>,
        theme: Theme,
        keys: Bindings,
    ) -> App {
        let mut app = App::empty(saves, theme, keys);
        app.viewer = Some(Viewer::new(title, cursor, theme, &app.keys, Speed::default(), 0.0));
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
            reported: BTreeSet::new(),
            export_folder: None,
            export_job: None,
            settings: None,
            service: None,
            days: None,
            noted: None,
            copied: None,
            redraw: false,
            theme,
            speed: Speed::default(),
            keys,
            watch: None,
            finished: false,
        }
    }

    /// Follows the edits of the mode file of the game.
    #[must_use]
    pub fn with_watch(mut self, watch: FileWatch) -> App {
        if let Some(screen) = self.games.last_mut() {
            screen
                .controller
                .notify("the game goes on by the new rules whenever the file is saved".to_owned());
            screen.controller.show_problems(&watch.problems());
        }
        App { watch: Some(watch), ..self }
    }

    /// Sets the folder for exported games.
    #[must_use]
    pub fn with_export_folder(self, export_folder: Option<PathBuf>) -> App {
        App { export_folder, ..self }
    }

    /// Sets the configuration file for settings that are chosen in the game.
    #[must_use]
    pub fn with_settings(self, settings: Option<PathBuf>) -> App {
        App { settings, ..self }
    }

    /// Sets the speed of tiles.
    #[must_use]
    pub fn with_speed(mut self, speed: Speed) -> App {
        self.set_speed(speed);
        self
    }

    /// Handles an event at the time `now`. Returns true if the picture may differ afterwards.
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

    /// Passes a gesture of the mouse to the screen.
    fn point(&mut self, gesture: Gesture, now: f64) {
        if self.in_lobby {
            return;
        }
        if let Some(viewer) = &mut self.viewer {
            let request = viewer.point(gesture, now);
            return self.after_watching(request);
        }
        let effect = self.games.last_mut().and_then(|screen| screen.reveal(now).point(gesture, now));
        self.effect(effect, now);
    }

    /// Passes a key to the screen, at the time `now`.
    pub fn press(&mut self, key: KeyEvent, now: f64) {
        // Whatever is on the screen.
        if self.keys.action(self.context(), Key::of(key)) == Some(Action::Redraw) {
            self.redraw = true;
            return;
        }
        if self.in_lobby {
            let request = self.lobby.press(key);
            return self.fulfil(request, now);
        }
        if let Some(viewer) = &mut self.viewer {
            let request = viewer.press(key, now);
            return self.after_watching(request);
        }
        let effect = self.games.last_mut().and_then(|screen| screen.reveal(now).press(key, now));
        self.effect(effect, now);
    }

    fn context(&self) -> Context {
        match (self.in_lobby, &self.viewer) {
            (true, _) => self.lobby.context(),
            (false, Some(_)) => Context::Replay,
            (false, None) => Context::Game,
        }
    }

    /// Returns true once after a request to clear and draw the whole screen.
    pub fn take_redraw(&mut self) -> bool {
        std::mem::take(&mut self.redraw)
    }

    /// Handles a pasted text. A save code is opened on any screen.
    fn paste(&mut self, text: &str, now: f64) {
        if !self.in_lobby {
            if !input::is_code(text) {
                return;
            }
            self.enter_lobby();
        }
        let request = self.lobby.paste(text);
        self.fulfil(request, now);
    }

    /// Carries out an effect that the game on the screen asked for.
    fn effect(&mut self, effect: Option<Effect>, now: f64) {
        match effect {
            Some(Effect::Modes) => self.enter_lobby(),
            Some(Effect::Watch) => self.watch(now),
            Some(Effect::Share(form)) => self.share(form),
            Some(Effect::HandIn) => self.hand_in(),
            Some(Effect::Theme) => self.next_theme(),
            Some(Effect::Speed(speed)) => {
                self.set_speed(speed);
                self.keep_setting("animation", speed.name());
            }
            Some(Effect::Quit) => self.finished = true,
            None => {}
        }
        self.keep();
    }

    fn enter_lobby(&mut self) {
        let last = self.games.last().and_then(|screen| screen.slot.as_ref()).filter(|slot| slot.is_kept());
        self.lobby.enter(last.map(Slot::record));
        self.lobby.set_has_game(self.has_game());
        if self.saves.is_none() {
            self.lobby.complain(NOWHERE.into());
        }
        self.in_lobby = true;
        self.report_unreadable(Vec::new());
        self.ask_for_daily();
        self.show_streak();
    }

    /// Returns true if a game or replay is behind the lobby.
    fn has_game(&self) -> bool {
        !self.games.is_empty() || self.viewer.is_some()
    }

    /// Fulfils a request of the lobby.
    fn fulfil(&mut self, request: Option<lobby::Request>, now: f64) {
        use lobby::Request;

        let saves = self.saves.clone();
        let saves = saves.as_ref();
        let open_game = match request {
            None => return,
            Some(Request::Back) if self.has_game() => return self.in_lobby = false,
            Some(Request::Back | Request::Quit) => return self.finished = true,
            Some(Request::Theme) => return self.next_theme(),
            Some(Request::Delete(id)) => return self.delete(&id),
            Some(Request::Resume(id)) => match saves {
                _ if self.show(|screen| screen.is_kept_as(&id)) => return,
                Some(saves) => OpenGame::resume(saves, &id, now),
                None => return,
            },
            Some(Request::Play(name)) if self.show(|screen| screen.is_waiting(&name)) => return,
            Some(Request::Play(name)) => OpenGame::of_mode(&name, false, saves, any_seed(), now),
            Some(Request::PlayNew(name)) => OpenGame::of_mode(&name, true, saves, any_seed(), now),
            Some(Request::Daily(name, seed))
                if self.show(|screen| screen.is_waiting(&name) && screen.controller.seed() == seed) =>
            {
                return;
            }
            Some(Request::Daily(name, seed)) => OpenGame::of_mode(&name, true, saves, seed, now),
            Some(Request::Copy(text)) => return self.copied = Some(text),
            Some(Request::Start(begin)) => begin.start(saves, any_seed(), now).map(|game| {
                let is_built_in = begin.is_plain() && matches!(begin.origin, Origin::BuiltIn(_));
                let open_game = OpenGame::at(game, begin.origin.name(), is_built_in, saves);
                open_game.changed(&begin.words()).of_file(begin.origin.file())
            }),
            Some(Request::Code(code)) => return self.open(source::open_argument(&code), now),
            Some(Request::File(file)) => return self.open(source::open_mode(&file, false), now),
        };
        self.enter_game_if_open(open_game);
    }

    /// Opens a source: a mode or a game is played, a replay is watched.
    fn open(&mut self, opened: Result<Opened, Failure>, now: f64) {
        let open_game = match opened {
            Ok(Opened { name, content: Content::Replay(replay), .. }) => {
                let title = source::headline(replay.mode()).unwrap_or(name);
                match ReplayCursor::recorded(&replay) {
                    Ok(cursor) => {
                        self.in_lobby = false;
                        return self.view(cursor, title, now);
                    }
                    Err(failure) => Err(failure),
                }
            }
            Ok(opened) => OpenGame::of_opened(opened, self.saves.as_ref(), any_seed(), now),
            Err(failure) => Err(failure),
        };
        self.enter_game_if_open(open_game);
    }

    fn enter_game_if_open(&mut self, open_game: Result<OpenGame, Failure>) {
        match open_game {
            Ok(open_game) => self.enter_game(open_game),
            Err(failure) => self.lobby.complain(failure.message().to_owned()),
        }
    }

    fn enter_game(&mut self, open_game: OpenGame) {
        let mut controller = GameController::new(open_game.title, open_game.game, self.theme, &self.keys);
        controller.set_speed(self.speed);
        if self.service.is_some() {
            controller.offer_service();
        }
        let id = open_game.slot.as_ref().map_or("", |slot| &slot.record().id);
        controller.compare(self.saves.as_ref().and_then(|saves| saves.best_score(&open_game.mode, id)));
        if let Some(note) = open_game.note {
            controller.notify(note);
        }
        if self.saves.is_none() {
            controller.notify(NOWHERE.into());
        }
        self.games.push(GameScreen {
            mode: open_game.mode,
            controller,
            slot: open_game.slot,
            hidden_since: None,
        });
        self.in_lobby = false;
        self.viewer = None;
        self.report_unreadable(open_game.unreadable);
    }

    /// Shows a game that is open already. Returns false if there is none.
    fn show(&mut self, wanted: impl Fn(&GameScreen) -> bool) -> bool {
        let Some(place) = self.games.iter().rposition(wanted) else { return false };
        let game = self.games.remove(place);
        self.games.push(game);
        self.in_lobby = false;
        self.viewer = None;
        true
    }

    /// Deletes a game, which may be open here.
    fn delete(&mut self, id: &str) {
        self.games.retain(|screen| !screen.is_kept_as(id));
        self.lobby.set_has_game(self.has_game());
        let result = self.saves.as_ref().map_or(Ok(()), |saves| saves.delete(id));
        self.lobby.show_games();
        if let Err(error) = result {
            self.lobby.complain(error.to_string());
        }
    }

    /// Shows the replay of the game on the screen.
    fn watch(&mut self, now: f64) {
        let Some(screen) = self.games.last_mut() else { return };
        match ReplayCursor::played(screen.controller.game()) {
            Ok(cursor) => {
                let title = screen.controller.title().to_owned();
                self.view(cursor, title, now);
            }
            Err(failure) => {
                screen.controller.notify(format!("the replay can't be shown: {}", failure.message()))
            }
        }
    }

    fn view(&mut self, cursor: ReplayCursor, title: String, now: f64) {
        self.viewer = Some(Viewer::new(title, cursor, self.theme, &self.keys, self.speed, now));
    }

    /// Fulfils a request of the replay.
    fn after_watching(&mut self, request: Option<viewer::Request>) {
        match request {
            Some(viewer::Request::Back) => {
                self.viewer = None;
                self.finished |= self.games.is_empty();
            }
            Some(viewer::Request::TakeOver(game)) => self.take_over(*game),
            Some(viewer::Request::Theme) => self.next_theme(),
            Some(viewer::Request::Quit) => self.finished = true,
            None => {}
        }
    }

    /// Makes a game of its own from a watched one. The original stays as it was saved.
    fn take_over(&mut self, game: Game) {
        let Some(viewer) = self.viewer.take() else { return };
        let title = viewer.title().to_owned();
        // What is watched from a game is of the same mode.
        let from = self.games.last().filter(|screen| screen.controller.title() == title);
        let mut open_game = OpenGame::at(game, &title, false, self.saves.as_ref());
        if let Some(screen) = from {
            open_game.mode.clone_from(&screen.mode);
            let kept = self.saves.as_ref().zip(screen.slot.as_ref());
            open_game.slot = kept.map(|(saves, slot)| saves.begin_another(slot.record()));
        }
        self.enter_game(open_game);
        self.notify("this game is yours from here on".into());
    }

    /// Shows a message to the player.
    fn notify(&mut self, message: String) {
        match self.games.last_mut().filter(|_| !self.in_lobby) {
            Some(screen) => screen.controller.notify(message),
            None => self.lobby.complain(message),
        }
    }

    fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
        for screen in &mut self.games {
            screen.controller.set_speed(speed);
        }
    }

    /// Switches everything to the next palette.
    fn next_theme(&mut self) {
        self.theme.palette = self.theme.palette.next();
        for screen in &mut self.games {
            screen.controller.set_theme(self.theme);
        }
        if let Some(viewer) = &mut self.viewer {
            viewer.set_theme(self.theme);
        }
        self.keep_setting("theme", self.theme.palette.name());
    }

    /// Lets time pass until `now`. Returns true if anything happened.
    pub fn tick(&mut self, now: f64) -> bool {
        self.send_checkpoint();
        self.note_day();
        self.poll_service() | self.poll_export_job() | self.pass_time(now)
    }

    fn pass_time(&mut self, now: f64) -> bool {
        if (self.in_lobby || self.viewer.is_some())
            && let Some(screen) = self.games.last_mut()
        {
            screen.hidden_since.get_or_insert(now);
        }
        if self.in_lobby {
            return self.lobby.work();
        }
        if let Some(viewer) = &mut self.viewer {
            return viewer.tick(now);
        }
        let edit = self.watch.as_mut().and_then(|watch| watch.poll(now));
        if let (Some(edit), [screen]) = (edit, self.games.as_mut_slice()) {
            screen.reveal(now).edited(&edit);
            return true;
        }
        let happened = self.games.last_mut().is_some_and(|screen| screen.reveal(now).tick(now));
        if happened {
            self.keep();
        }
        happened
    }

    /// Returns true if the screen has work left that can wait for keys.
    pub fn is_busy(&self) -> bool {
        match (self.in_lobby, &self.viewer, self.games.last()) {
            (true, ..) => self.lobby.is_busy(),
            (false, None, Some(screen)) => screen.controller.is_busy(),
            _ => false,
        }
    }

    /// Returns true while something moves, so that pictures are drawn at a higher rate.
    pub fn is_moving(&self) -> bool {
        match (&self.viewer, self.games.last()) {
            _ if self.in_lobby => false,
            (Some(viewer), _) => viewer.is_moving(),
            (None, Some(screen)) => screen.controller.is_moving(),
            (None, None) => false,
        }
    }

    /// Returns true once the player has quit.
    pub fn finished(&self) -> bool {
        self.finished
    }

    /// Draws the screen.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        frame.buffer_mut().set_style(area, self.theme.screen());
        match (&mut self.viewer, self.games.last_mut()) {
            _ if self.in_lobby => self.lobby.draw(frame, self.theme),
            (Some(viewer), _) => viewer.draw(frame),
            (None, Some(screen)) => screen.controller.draw(frame),
            (None, None) => {}
        }
        widths::settle(frame.buffer_mut());
    }
}
