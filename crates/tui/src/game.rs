//! A game on the screen: its input, its pictures, its effects on the program.

mod input;
mod panels;

use std::collections::VecDeque;

use polymerge::advanced::rules::Screen;
use polymerge::{Cell, Error, Event, Game, State, Turn, why};
use polymerge_app::file_watch::Edit;
use polymerge_app::keys::{Action, Bindings, Keymap};
use polymerge_app::saves::Mover;
use ratatui::Frame;

use super::advice::{AdviceController, Answer};
use super::picture::{Picture, Speed};
use super::share::Form;
use super::theme::Theme;
use super::view::help::Help;
use super::view::panel::Panel;
use super::view::{self, HitAreas};

/// An effect outside the game that the player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Shows the list of modes. The game waits.
    Modes,
    /// Shows the replay of the game. The game waits.
    Watch,
    /// Exports the game.
    Share(Form),
    /// Submits the game to the score service.
    HandIn,
    /// Switches to the next palette.
    Theme,
    /// Sets the speed of tiles.
    Speed(Speed),
    /// Leaves the program.
    Quit,
}

/// The least time to show a message, in milliseconds.
const LEAST: f64 = 1000.0;

/// The number of printed lines that are kept.
const MOST_PRINTED: usize = 100;

/// The question for the reasons of a move.
#[derive(Clone, Debug, Default)]
enum Why {
    #[default]
    None,
    /// The question was asked; the direction is missing.
    Asked,
    /// The answer is shown.
    Shown { title: String, text: String },
}

/// A game in play, with everything that is shown around it.
pub struct GameController {
    title: String,
    game: Game,
    keymap: Keymap,
    keys: Bindings,
    picture: Picture,
    now: f64,
    /// The milliseconds for which the game was hidden. The game does not count them.
    away: f64,
    theme: Theme,
    notice: Option<String>,
    /// The time at which the message disappears.
    until: f64,
    help: Help,
    panel: Option<Panel>,
    /// The question why a move goes as it does.
    why: Why,
    /// The latest lines that expressions printed: the number of moves, the text.
    printed: VecDeque<(f64, String)>,
    /// The panel of the problems of a mode file that is being edited.
    problems: Option<Panel>,
    /// The panel of the last hint. It disappears when something happens.
    hint: Option<Panel>,
    /// The best score of other games of the mode.
    best_before: Option<f64>,
    cursor: Option<Cell>,
    advice: AdviceController,
    changed: bool,
    restarted: bool,
    has_service: bool,
    /// The origin of the moves so far.
    moved_by: Mover,
}

impl GameController {
    /// Shows a game.
    pub fn new(title: String, game: Game, theme: Theme, keys: &Bindings) -> GameController {
        let keymap = Keymap::new(keys, game.rules().directions());
        let picture = Picture::new(game.rules(), game.state(), 0.0, Speed::default());
        let mut controller = GameController {
            title,
            game,
            keymap,
            keys: keys.clone(),
            picture,
            now: 0.0,
            away: 0.0,
            theme,
            notice: None,
            until: f64::INFINITY,
            help: Help::default(),
            panel: None,
            why: Why::default(),
            printed: VecDeque::new(),
            problems: None,
            hint: None,
            best_before: None,
            cursor: None,
            advice: AdviceController::default(),
            changed: false,
            restarted: false,
            has_service: false,
            moved_by: Mover::Hand,
        };
        controller.panel = controller.ending();
        controller
    }

    /// Offers to submit the game to a score service.
    pub fn offer_service(&mut self) {
        self.has_service = true;
        self.panel = self.ending();
    }

    /// Sets the best score of other games of the mode, for comparison.
    pub fn compare(&mut self, best_before: Option<f64>) {
        self.best_before = best_before;
        self.panel = self.ending();
    }

    /// Prepares for input: ends animations and removes old messages.
    fn begin(&mut self, now: f64) {
        self.set_time(now);
        self.picture.rest();
        self.notice = None;
        self.hint = None;
        self.until = f64::INFINITY;
    }

    fn set_time(&mut self, now: f64) {
        self.now = now;
        // If the clock is invalid, the next action reports it.
        _ = self.game.set_time(self.clock(now));
    }

    /// Returns the time of the game.
    fn clock(&self, now: f64) -> f64 {
        now - self.away
    }

    /// Adds milliseconds for which the game was hidden.
    pub fn was_away(&mut self, milliseconds: f64) {
        self.away += milliseconds;
    }

    /// Carries out an action of the player.
    fn act(&mut self, action: Action, now: f64) -> Option<Effect> {
        match action {
            Action::Move(direction) => self.press_direction(direction, now),
            Action::PlayOn => {
                self.turn(polymerge::Action::PlayOn, now);
            }
            Action::New => self.restart(self.game.seed().wrapping_add(1), now),
            Action::Again => self.restart(self.game.seed(), now),
            Action::Undo | Action::Redo => self.go_back_or_forth(action),
            Action::Hint => self.advice.hint(),
            Action::Why => {
                self.why = Why::Asked;
                self.notice = Some("why? Press a direction".into());
            }
            Action::BestMove => self.advice.step(),
            Action::Autoplay => self.advice.start_autoplay(),
            Action::Faster => self.notice = Some(self.advice.change_speed(1)),
            Action::Slower => self.notice = Some(self.advice.change_speed(-1)),
            Action::Boxes => self.panel = Some(panels::boxes(self.picture.boxes())),
            Action::Share => self.panel = Some(panels::share(self.has_service)),
            Action::Point => self.start_pointing(),
            Action::Zoom(by) => self.picture.zoom(by),
            Action::Pan(rows, columns) => self.picture.pan(rows, columns),
            Action::Speed => return Some(Effect::Speed(self.picture.speed.next())),
            Action::Help => self.help.open(),
            Action::Watch => return Some(Effect::Watch),
            Action::Modes => return Some(Effect::Modes),
            Action::Theme => return Some(Effect::Theme),
            Action::Quit => return Some(Effect::Quit),
            // The others have their meaning elsewhere.
            _ => {}
        }
        None
    }

    fn go_back_or_forth(&mut self, action: Action) {
        let (done, nothing) = match action {
            Action::Undo => (self.game.undo(), "nothing to undo"),
            _ => (self.game.redo(), "nothing to redo"),
        };
        if done {
            self.show_other_game();
        } else {
            self.notice = Some(nothing.into());
        }
    }

    /// Shows the game after a jump to another state.
    fn show_other_game(&mut self) {
        self.changed = true;
        self.picture.show(self.game.state(), self.now);
        self.panel = self.ending();
    }

    /// Lets time pass. Returns true if the picture may differ.
    pub fn tick(&mut self, now: f64) -> bool {
        self.set_time(now);
        let happened = self.game.state().screen() == Screen::Play && self.turn(polymerge::Action::Tick, now);
        let read = now >= self.until;
        if read {
            self.notice = None;
            self.until = f64::INFINITY;
        }
        let advised = self.advised(now);
        self.picture.tick(self.game.state(), now) || happened || read || advised
    }

    /// Works on the advice, if it is wanted. Returns true if the picture may differ.
    fn advised(&mut self, now: f64) -> bool {
        if self.advice.is_busy() && self.game.state().screen() != Screen::Play {
            self.advice.stop();
        }
        match self.advice.work(&self.game, now) {
            Some(Answer::Say(text)) => self.notice = Some(text),
            Some(Answer::Hint(hint)) => {
                self.moved_by = self.moved_by.max(Mover::Hints);
                self.hint = Some(panels::hint(&hint, self.picture.directions()));
                self.notice = Some(hint.text);
            }
            Some(Answer::Press(direction)) => {
                let by = if self.advice.is_playing() { Mover::Autoplay } else { Mover::Hints };
                self.moved_by = self.moved_by.max(by);
                self.press_direction(direction, now);
            }
            None => return false,
        }
        true
    }

    /// Returns true if the search for a move has work left that can wait for keys.
    pub fn is_busy(&self) -> bool {
        self.advice.is_busy()
    }

    /// Returns true while tiles move, so that pictures are drawn at a higher rate.
    pub fn is_moving(&self) -> bool {
        self.picture.is_moving()
    }

    fn press_direction(&mut self, direction: usize, now: f64) {
        if self.game.state().screen() == Screen::Play {
            self.turn(polymerge::Action::Play(direction), now);
        }
    }

    /// Shows why a move goes as it does.
    fn explain(&mut self, direction: usize) {
        let label =
            self.picture.directions().get(direction).map_or(String::new(), |arrow| arrow.label.clone());
        match self.game.why(direction) {
            Ok(account) => {
                let text = why::text(&why::explain(&self.game, &account));
                self.help.open();
                self.why = Why::Shown { title: format!(" Why: {label} "), text };
            }
            Err(error) => self.notice = Some(error.to_string()),
        }
    }

    /// Goes on by a new version of the mode file.
    pub fn edited(&mut self, edit: &Edit) {
        self.until = f64::INFINITY;
        self.show_problems(&edit.problems);
        let Some(mode) = &edit.mode else {
            self.notice = edit.problems.first().cloned();
            return;
        };
        let rules = mode.compile().map_err(|error| error.to_string());
        match rules.and_then(|rules| rules.carry(&self.game).map_err(|error| error.to_string())) {
            Ok((game, lost)) => {
                self.notice = Some(match lost.is_empty() {
                    true => "the new rules are in play".to_owned(),
                    false => format!("the new rules are in play; begun anew: {}", lost.join("; ")),
                });
                self.keymap = Keymap::new(&self.keys, game.rules().directions());
                let speed = self.picture.speed;
                self.picture = Picture::new(game.rules(), game.state(), self.now, speed);
                self.game = game;
                self.show_other_game();
            }
            Err(error) => self.notice = Some(error),
        }
    }

    /// Shows the problems of the mode file beside the board.
    pub fn show_problems(&mut self, problems: &[String]) {
        self.problems = panels::problems(problems);
    }

    /// Applies an action to the game. Returns true if anything happened.
    fn turn(&mut self, action: polymerge::Action, now: f64) -> bool {
        let result = self.game.act_at(action, self.clock(now));
        let sure = result.as_ref().is_ok_and(|turn| !turn.events.is_empty());
        self.after(result, sure, now)
    }

    /// Applies a click. Its only effect may be on variables, which have no events but which boxes
    /// show.
    fn clicked(&mut self, action: polymerge::Action, now: f64) {
        let result = self.game.act_at(action, self.clock(now));
        self.after(result, true, now);
    }

    /// Shows the result of a turn. Returns true if the picture may differ.
    fn after(&mut self, result: Result<Turn, Error>, happened: bool, now: f64) -> bool {
        match result {
            Ok(turn) => {
                self.note_printed(&turn);
                self.announce(&turn, now);
                if happened {
                    self.changed = true;
                    self.picture.turn(&turn, self.game.state(), now, now);
                    self.panel = self.ending();
                }
                happened
            }
            // A key that can't be used now is no news.
            Err(error) if error.refusal().is_some() => false,
            Err(error) => {
                self.notice = Some(format!("that move failed: {error}"));
                true
            }
        }
    }

    /// Keeps what expressions printed in a turn, and shows the last of it.
    fn note_printed(&mut self, turn: &Turn) {
        let (moves, lines) = (self.game.moves() as f64, why::outputs(turn));
        if let Some(last) = lines.last() {
            self.notice = Some(format!("> {last}"));
        }
        self.printed.extend(lines.into_iter().map(|line| (moves, line)));
        self.printed.drain(..self.printed.len().saturating_sub(MOST_PRINTED));
    }

    /// Shows the message of a turn, if it has one.
    fn announce(&mut self, turn: &Turn, now: f64) {
        if let Some((message, milliseconds)) = announced(turn) {
            self.notice = Some(message);
            // So that it can be read at all.
            self.until = now + milliseconds.max(LEAST);
        }
    }

    /// Returns the panel at the end of a game; `None` before the end.
    fn ending(&self) -> Option<Panel> {
        let game = self.game.state();
        let facts = panels::facts(&self.game, &self.picture, self.best_before, self.clock(self.now));
        let offers = panels::OFFERS.into_iter().filter(|action| self.fits(*action));
        let offers = offers.filter_map(|action| panels::offer(action, &self.keymap));
        panels::ending(game, facts, offers.collect(), self.has_service)
    }

    /// Returns true if a command has an effect in the present state.
    fn fits(&self, action: Action) -> bool {
        let screen = self.game.state().screen();
        match action {
            Action::PlayOn => screen == Screen::Win && self.game.state().rules().postgame_allowed(),
            Action::Undo | Action::Watch | Action::Again => self.game.steps() > 0,
            Action::Redo => self.game.undone() > 0,
            Action::Hint | Action::Why | Action::BestMove | Action::Autoplay => screen == Screen::Play,
            Action::Faster | Action::Slower => self.advice.is_playing(),
            Action::Point => self.game.rules().tiles_can_be_clicked(),
            Action::Pan(..) => self.picture.hits.grid.is_some_and(|grid| grid.more().contains(&true)),
            _ => true,
        }
    }

    /// Starts a new game of the same mode.
    fn restart(&mut self, seed: u64, now: f64) {
        match self.game.rules().start_at(seed, self.clock(now)) {
            Ok((game, _)) => {
                self.game = game;
                self.restarted = true;
                self.moved_by = Mover::Hand;
                self.show_other_game();
            }
            Err(error) => self.notice = Some(format!("the game can't start: {error}")),
        }
    }

    /// Returns the game.
    pub fn game(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Returns the seed of the game.
    pub fn seed(&self) -> u64 {
        self.game.seed()
    }

    /// Returns the state of the game.
    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// Returns true once after each start of a new game.
    pub fn take_restarted(&mut self) -> bool {
        std::mem::take(&mut self.restarted)
    }

    /// Returns the origin of the moves since the game was opened.
    pub fn moved_by(&self) -> Mover {
        self.moved_by
    }

    /// Returns the title of the mode.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns true once after each change of the game.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Sets the colours.
    pub fn set_theme(&mut self, theme: Theme) {
        self.theme = theme;
    }

    /// Sets the speed of tiles.
    pub fn set_speed(&mut self, speed: Speed) {
        self.picture.speed = speed;
    }

    /// Shows a message to the player.
    pub fn notify(&mut self, message: String) {
        self.notice = Some(message);
        self.until = f64::INFINITY;
    }

    /// Draws the game.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let mut scene = self.picture.scene(&self.title, self.theme, self.now);
        scene.cursor = self.cursor;
        scene.commands = self.keymap.commands();
        scene.commands.retain(|(action, ..)| self.fits(*action));
        // After a win, playing on comes first.
        scene.commands.sort_by_key(|(action, ..)| *action != Action::PlayOn);
        let printed = panels::printed(&self.printed);
        scene.aside = self.hint.as_ref().or(self.problems.as_ref()).or(printed.as_ref());
        let autoplay = self.advice.is_playing().then(|| panels::autoplay(&self.keymap));
        let notice = self.notice.as_deref().or(autoplay.as_deref());
        scene.notice = notice.or_else(|| panels::standing(self.game.state()));
        // What happened last is seen before it is said how it ended.
        scene.panel = self.panel.as_ref().filter(|_| scene.motion.is_none());
        let game = self.game.state();
        let has_ended = scene.panel.is_some() && game.screen() != Screen::Play;
        let faded = has_ended.then(|| self.picture.faded(game, self.now));
        scene.board = faded.as_ref().unwrap_or(scene.board);
        let mut hits = view::draw(frame, &scene);
        if self.help.is_open() {
            match &self.why {
                Why::Shown { title, text } => self.help.draw_text(frame, title, text, self.theme),
                _ => self.help.draw(frame, &self.all_keys(), self.theme),
            }
            hits = HitAreas::default();
        }
        self.picture.hits = hits;
    }
}

/// Returns the last message of a turn, and the time to show it.
fn announced(turn: &Turn) -> Option<(String, f64)> {
    turn.events.iter().rev().find_map(|event| match event {
        Event::Announcement { message, milliseconds } => Some((message.to_string_lossy(), *milliseconds)),
        Event::AutoMove { turn, .. } => announced(turn),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
