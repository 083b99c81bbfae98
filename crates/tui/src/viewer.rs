//! The replay on the screen: forth, back, at any speed, and taking it over.

use polymerge::{Game, State, Turn};
use polymerge_app::keys::{Action, Bindings, Context, Key};
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;

use super::picture::{Picture, Speed};
use super::pointer::Gesture;
use super::replay_cursor::ReplayCursor;
use super::theme::Theme;
use super::view::help::Help;
use super::view::{self, HitArea, HitAreas, Progress};

/// A request of the player that the program around the replay must fulfil.
#[derive(Debug)]
pub enum Request {
    /// Goes back to the screen before.
    Back,
    /// Plays on from here, as a game of the player's own.
    TakeOver(Box<Game>),
    /// Switches to the next palette.
    Theme,
    /// Leaves the program.
    Quit,
}

/// A game at one of its steps.
struct Snapshot {
    state: State,
    /// The time in the game.
    now: f64,
    /// The turn that led here; forgotten after [`TURNS`] further ones.
    turn: Option<Turn>,
}

/// The speeds, in tenths of steps per second.
const SPEEDS: [u32; 9] = [3, 5, 10, 20, 40, 80, 150, 300, 600];
/// The index of the speed at the beginning.
const START: usize = 3;
/// The number of turns to remember for their animations.
const TURNS: usize = 1000;
/// The steps of a long jump to make before keys are read again.
const SLICE: usize = 200;

/// Returns the index of the closest speed to `speed` steps a second.
fn nearest(speed: f64) -> usize {
    SPEEDS.iter().position(|tenths| f64::from(*tenths) >= 10.0 * speed).unwrap_or(SPEEDS.len() - 1)
}

/// A recorded game on the screen.
pub struct Viewer {
    title: String,
    cursor: ReplayCursor,
    snapshots: Vec<Snapshot>,
    place: usize,
    /// The step to go to. Long jumps are made in slices.
    goal: usize,
    running: bool,
    speed: usize,
    /// The time of the next step.
    due: f64,
    now: f64,
    picture: Picture,
    animation: Speed,
    theme: Theme,
    keys: Bindings,
    help: Help,
    notice: Option<String>,
    /// The reason why the record can't be played any further.
    broken: Option<String>,
}

impl Viewer {
    /// Shows the start of a recorded game, and runs it at once.
    pub fn new(
        title: String,
        cursor: ReplayCursor,
        theme: Theme,
        keys: &Bindings,
        animation: Speed,
        now: f64,
    ) -> Viewer {
        let first = Snapshot { state: cursor.state().clone(), now: cursor.now(), turn: None };
        let picture = Picture::new(cursor.rules(), &first.state, first.now, animation);
        let running = cursor.total() > 0;
        let speed = cursor.speed().map_or(START, nearest);
        Viewer {
            title,
            cursor,
            snapshots: vec![first],
            place: 0,
            goal: 0,
            running,
            speed,
            due: now + 1000.0,
            now,
            picture,
            animation,
            theme,
            keys: keys.clone(),
            help: Help::default(),
            notice: None,
            broken: None,
        }
    }

    /// Handles a key.
    pub fn press(&mut self, key: KeyEvent, now: f64) -> Option<Request> {
        let action = self.keys.action(Context::Replay, Key::of(key));
        if action == Some(Action::Quit) {
            self.help.close();
        } else if self.help.press(key.code) {
            return None;
        }
        self.act(action?, now)
    }

    /// Carries out an action of the player.
    fn act(&mut self, action: Action, now: f64) -> Option<Request> {
        self.now = now;
        self.notice = None;
        match action {
            Action::Pause => self.set_running(!self.running, now),
            Action::By(steps) => self.go(self.goal.saturating_add_signed(steps)),
            Action::First => self.go(0),
            Action::Last => self.go(self.cursor.total()),
            Action::Jump(tenths) => self.go(self.cursor.total() * usize::from(tenths) / 10),
            Action::Faster => self.set_speed(self.speed + 1),
            Action::Slower => self.set_speed(self.speed.saturating_sub(1)),
            Action::Zoom(by) => self.picture.zoom(by),
            Action::Pan(rows, columns) => self.picture.pan(rows, columns),
            Action::Help => self.help.open(),
            Action::TakeOver => return self.take_over(),
            Action::Theme => return Some(Request::Theme),
            Action::Back => return Some(Request::Back),
            Action::Quit => return Some(Request::Quit),
            // The others have their meaning elsewhere.
            _ => {}
        }
        None
    }

    /// Handles a gesture of the mouse.
    pub fn point(&mut self, gesture: Gesture, now: f64) -> Option<Request> {
        self.now = now;
        if self.help.close() {
            return None;
        }
        match gesture {
            Gesture::Click(column, row) => match self.picture.hits.at(column, row)? {
                HitArea::Command(action) => return self.act(action, now),
                HitArea::Bar => {
                    let along = self.picture.hits.along_bar(column)?;
                    self.go((along * self.cursor.total() as f64).round() as usize);
                }
                HitArea::Board => self.set_running(!self.running, now),
                _ => {}
            },
            Gesture::Swipe(..) => {}
            Gesture::Scroll(rows, columns) => self.picture.pan(rows, columns),
            Gesture::Zoom(by) => self.picture.zoom(by),
        }
        None
    }

    fn set_running(&mut self, running: bool, now: f64) {
        // From the end, it begins again.
        if running && self.place == self.cursor.total() {
            self.go(0);
        }
        self.running = running;
        self.due = now + self.interval();
    }

    fn set_speed(&mut self, speed: usize) {
        self.speed = speed.min(SPEEDS.len() - 1);
        self.due = self.due.min(self.now + self.interval());
    }

    /// Returns the milliseconds between steps.
    fn interval(&self) -> f64 {
        10_000.0 / f64::from(SPEEDS[self.speed])
    }

    /// Goes to a step, at once as far as it has been seen.
    fn go(&mut self, step: usize) {
        self.running = false;
        self.goal = step.min(self.cursor.total());
        self.approach();
    }

    /// Makes a slice of the steps to the goal.
    fn approach(&mut self) {
        let from = self.place;
        for _ in 0..SLICE {
            if self.goal < self.snapshots.len() || !self.cursor.is_ready() || !self.advance() {
                break;
            }
        }
        let last = if self.broken.is_some() { self.snapshots.len() - 1 } else { self.cursor.total() };
        self.goal = self.goal.min(last);
        self.place = self.goal.min(self.snapshots.len() - 1);
        self.show(from);
    }

    /// Makes one more step of the record, and remembers it. Returns false if there is none.
    fn advance(&mut self) -> bool {
        if self.broken.is_some() {
            return false;
        }
        match self.cursor.step() {
            Ok(Some(turn)) => {
                let state = self.cursor.state().clone();
                self.snapshots.push(Snapshot { state, now: self.cursor.now(), turn: Some(turn) });
                if let Some(old) = self.snapshots.len().checked_sub(TURNS + 1) {
                    self.snapshots[old].turn = None;
                }
                true
            }
            Ok(None) => false,
            Err(failure) => {
                let failure = failure.of("the record can't be played any further");
                self.broken = Some(failure.message().to_owned());
                false
            }
        }
    }

    /// Shows the present step. A single step forth is animated.
    fn show(&mut self, from: usize) {
        let snapshot = &self.snapshots[self.place];
        match &snapshot.turn {
            Some(turn) if self.place == from + 1 => {
                // Faster than tiles can move, they do not.
                self.picture.speed = if self.interval() < 200.0 { Speed::Off } else { self.animation };
                self.picture.turn(turn, &snapshot.state, snapshot.now, self.now);
            }
            _ if self.place != from => self.picture.show(&snapshot.state, snapshot.now),
            _ => {}
        }
    }

    /// Lets time pass. Returns true if the picture may differ.
    pub fn tick(&mut self, now: f64) -> bool {
        self.now = now;
        if self.place != self.goal {
            self.approach();
            return true;
        }
        let is_ready = || self.place + 1 < self.snapshots.len() || self.cursor.is_ready();
        if self.running && now >= self.due && is_ready() {
            self.due = (self.due + self.interval()).max(now);
            let from = self.place;
            if self.place + 1 < self.snapshots.len() || self.advance() {
                self.place += 1;
                self.goal = self.place;
                self.show(from);
            }
            self.running = self.place < self.cursor.total() && self.broken.is_none();
            return true;
        }
        // Only what moves: boxes show the time of the game, which stands still
        // between steps.
        let moving = self.picture.is_moving();
        self.picture.settle(now);
        moving
    }

    /// Returns true if pictures are drawn at a higher rate.
    pub fn is_moving(&self) -> bool {
        self.picture.is_moving() || self.place != self.goal || self.running && self.interval() < 100.0
    }

    /// Takes over the game of the present step.
    fn take_over(&mut self) -> Option<Request> {
        match self.cursor.take_over(self.place, self.place as u64) {
            Ok(game) => Some(Request::TakeOver(game.into())),
            Err(failure) => {
                self.notice = Some(failure.message().to_owned());
                None
            }
        }
    }

    /// Sets the colours.
    pub fn set_theme(&mut self, theme: Theme) {
        self.theme = theme;
    }

    /// Returns the title of the replay.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Draws the replay.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let mut scene = self.picture.scene(&self.title, self.theme, self.now);
        scene.directions = Vec::new();
        scene.commands = self.keys.footer(Context::Replay);
        scene.progress = Some(Progress {
            done: self.place,
            total: self.cursor.total(),
            running: self.running,
            tenths: SPEEDS[self.speed],
        });
        scene.notice = self.notice.as_deref().or(self.broken.as_deref());
        let mut hits = view::draw(frame, &scene);
        if self.help.is_open() {
            self.help.draw(frame, &self.keys.help(Context::Replay), self.theme);
            hits = HitAreas::default();
        }
        self.picture.hits = hits;
    }
}

#[cfg(test)]
mod tests {
    use polymerge::advanced::codes::{Content, encode};
    use polymerge::advanced::rules::Screen;
    use polymerge::proof::Moves;
    use polymerge::{Limits, Mode, Replay};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyModifiers};

    use super::*;

    /// Returns a game of 30 moves, from a seed and from a Replay code.
    fn cursors() -> [ReplayCursor; 2] {
        let rules = Mode::built_in("2048").unwrap().compile().unwrap();
        let moves: Vec<u8> = (0..30).map(|step| [2, 0, 3, 1][step % 4]).collect();
        let seeded = ReplayCursor::seeded(&rules, 7, &Moves { directions: 4, moves, exact: true }).unwrap();
        let mut end = seeded.clone();
        while end.step().unwrap().is_some() {}
        let recorded = ReplayCursor::recorded(&Replay::of_state(end.state(), end.now())).unwrap();
        [seeded, recorded]
    }

    fn viewer(cursor: ReplayCursor) -> Viewer {
        Viewer::new("2048".into(), cursor, Theme::PLAIN, &Bindings::default(), Speed::Off, 0.0)
    }

    fn press(viewer: &mut Viewer, code: KeyCode) -> Option<Request> {
        viewer.press(KeyEvent::new(code, KeyModifiers::NONE), viewer.now)
    }

    fn grid(viewer: &Viewer) -> polymerge::Value {
        viewer.snapshots[viewer.place].state.grid()
    }

    #[test]
    fn a_replay_runs_by_itself_until_it_is_stopped() {
        for cursor in cursors() {
            let mut viewer = viewer(cursor);
            for step in 0..=30 {
                viewer.tick(1000.0 + f64::from(step) * 100.0);
            }
            let (place, total) = (viewer.place, viewer.cursor.total());
            assert_eq!(place, 7, "of {total}");
            press(&mut viewer, KeyCode::Char(' '));
            viewer.tick(100_000.0);
            assert_eq!(viewer.place, place);
            press(&mut viewer, KeyCode::Char(' '));
            for step in 0..200 {
                viewer.tick(200_000.0 + f64::from(step) * 500.0);
            }
            assert_eq!((viewer.place, viewer.running), (total, false));
        }
    }

    #[test]
    fn steps_go_both_ways_and_jumps_anywhere() {
        for cursor in cursors() {
            let mut viewer = viewer(cursor);
            let start = grid(&viewer);
            press(&mut viewer, KeyCode::Right);
            let one = grid(&viewer);
            press(&mut viewer, KeyCode::Right);
            assert_ne!((grid(&viewer), viewer.place), (one.clone(), 1));
            press(&mut viewer, KeyCode::Left);
            assert_eq!(grid(&viewer), one);
            press(&mut viewer, KeyCode::End);
            let (end, total) = (grid(&viewer), viewer.cursor.total());
            assert_eq!(viewer.place, total);
            press(&mut viewer, KeyCode::Char('5'));
            assert_eq!(viewer.place, total / 2);
            press(&mut viewer, KeyCode::Home);
            assert_eq!((grid(&viewer), viewer.place), (start, 0));
            press(&mut viewer, KeyCode::PageDown);
            assert_eq!(viewer.place, 10);
            // By the mouse, along the bar.
            let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
            terminal.draw(|frame| viewer.draw(frame)).unwrap();
            let row = (0..20).find(|row| viewer.picture.hits.at(20, *row) == Some(HitArea::Bar)).unwrap();
            let last = (0..60).rev().find(|x| viewer.picture.hits.at(*x, row) == Some(HitArea::Bar)).unwrap();
            viewer.point(Gesture::Click(last, row), 0.0);
            assert_eq!((grid(&viewer), viewer.place), (end, total));
        }
    }

    #[test]
    fn a_game_is_taken_over_where_it_stands() {
        for cursor in cursors() {
            let mut viewer = viewer(cursor);
            for _ in 0..5 {
                press(&mut viewer, KeyCode::Right);
            }
            let Some(Request::TakeOver(mut game)) = press(&mut viewer, KeyCode::Char('t')) else {
                panic!("not taken over");
            };
            assert_eq!(game.state().grid(), grid(&viewer));
            assert_eq!(game.state().screen(), Screen::Play);
            let moves = game.moves();
            let moved = (0..4).any(|direction| game.play_at(direction, 1e6).is_ok_and(|turn| turn.moved));
            assert!(moved && game.moves() == moves + 1);
            // It is a game like any other: it is saved, and recorded again.
            let mut again = ReplayCursor::recorded(&game.replay()).unwrap();
            while again.step().unwrap().is_some() {}
            assert_eq!(again.state().grid(), game.state().grid());
        }
    }

    #[test]
    fn a_record_that_contradicts_the_rules_is_shown_as_far_as_it_goes() {
        let [mut seeded, _] = cursors();
        while seeded.step().unwrap().is_some() {}
        let whole = Replay::of_state(seeded.state(), seeded.now());
        let mut broken = whole.record().clone();
        let mut steps = broken.moves_played.as_array().unwrap().to_vec();
        steps[4] = polymerge::Value::array(vec![99.0.into()]);
        broken.moves_played = steps.into();
        let (mode, forced_spawns) = (whole.mode().clone().into(), polymerge::Value::array(Vec::new()));
        let code = encode(&Content::Replay { mode, forced_spawns, replay: broken.into() }).unwrap();
        let replay = Replay::from_code(&code, &Limits::default()).unwrap();
        let mut viewer = viewer(ReplayCursor::recorded(&replay).unwrap());
        press(&mut viewer, KeyCode::End);
        assert_eq!((viewer.place, viewer.goal), (3, 3));
        assert!(viewer.broken.as_ref().is_some_and(|message| message.contains("step 4")));
        press(&mut viewer, KeyCode::Left);
        assert_eq!(viewer.place, 2);
    }
}
