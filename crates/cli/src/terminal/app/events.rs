//! Any events whatever: keys, the mouse, sizes, pastes. Nothing stops the
//! game, and whatever happens it can be drawn, saved and gone on with.

use polymerge::rules::Randomness;
use polymerge::{Limits, Opening, Ruleset, Seeded, Session};
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::Terminal;

use super::*;

const KEYS: [KeyCode; 20] = [
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Esc,
    KeyCode::Enter,
    KeyCode::Backspace,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::End,
    KeyCode::Home,
    KeyCode::F(1),
    KeyCode::Delete,
    KeyCode::Null,
    KeyCode::BackTab,
    KeyCode::Insert,
];

const MOUSE: [MouseEventKind; 10] = [
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Up(MouseButton::Left),
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Up(MouseButton::Left),
    MouseEventKind::Drag(MouseButton::Left),
    MouseEventKind::Down(MouseButton::Right),
    MouseEventKind::Moved,
    MouseEventKind::ScrollUp,
    MouseEventKind::ScrollDown,
    MouseEventKind::ScrollLeft,
];

const MODIFIERS: [KeyModifiers; 5] =
    [KeyModifiers::NONE, KeyModifiers::NONE, KeyModifiers::NONE, KeyModifiers::CONTROL, KeyModifiers::SHIFT];

struct Events {
    random: Seeded,
    size: (u16, u16),
}

impl Events {
    fn pick(&mut self, count: usize) -> usize {
        (self.random.next().unwrap() * count as f64) as usize
    }

    fn next(&mut self) -> Event {
        match self.pick(20) {
            0..=9 => {
                let code = match self.pick(2) {
                    0 => KEYS[self.pick(KEYS.len())],
                    _ => KeyCode::Char(char::from(b' ' + self.pick(95) as u8)),
                };
                Event::Key(KeyEvent::new(code, MODIFIERS[self.pick(MODIFIERS.len())]))
            }
            10..=17 => {
                let kind = MOUSE[self.pick(MOUSE.len())];
                // Beyond the edges too: the terminal may have shrunk meanwhile.
                let column = self.pick(usize::from(self.size.0) + 3) as u16;
                let row = self.pick(usize::from(self.size.1) + 3) as u16;
                let modifiers = MODIFIERS[self.pick(MODIFIERS.len())];
                Event::Mouse(MouseEvent { kind, column, row, modifiers })
            }
            18 => {
                self.size = (1 + self.pick(130) as u16, 1 + self.pick(45) as u16);
                Event::Resize(self.size.0, self.size.1)
            }
            _ => {
                let pastes = ["2048", "@2048PowCompMode|3.0|", "\u{1b}[31m\n\n", "ä 漢字 \0", ""];
                Event::Paste(pastes[self.pick(pastes.len())].to_owned())
            }
        }
    }
}

/// What leaves the game, or shows what other tests are about.
fn is_elsewhere(event: &Event) -> bool {
    matches!(event, Event::Key(KeyEvent { code: KeyCode::Tab | KeyCode::Esc | KeyCode::Char('q' | 'Q'), .. }))
}

fn app(sitting: Sitting) -> App {
    let mut app = App::new(Some(sitting), None, Theme::PLAIN, Bindings::default());
    app.lobby = app.lobby.with_modes(&["1", "2", "classic"]);
    app
}

fn survives(mode: &str, changes: &[&str], seed: u64, count: usize) {
    let opening = Opening::of_name(mode).unwrap();
    let modifiers = polymerge::Changed::modifiers(changes).unwrap();
    let changed = polymerge::Changed::new(opening.mode(), mode, &modifiers).unwrap();
    let (session, _) = changed.start(seed, 0.0).unwrap();
    let mut app = app(Sitting::at(session, mode, false, None));
    let mut events = Events { random: Seeded::new(seed), size: (60, 20) };
    let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
    let mut now = 0.0;
    for step in 0..count {
        let event = events.next();
        if is_elsewhere(&event) {
            continue;
        }
        now += events.pick(200) as f64;
        app.handle(&event, now);
        app.tick(now);
        if let Event::Resize(width, height) = event {
            terminal.backend_mut().resize(width, height);
        }
        if step % 5 == 0 || matches!(event, Event::Resize(..)) {
            terminal.draw(|frame| app.draw(frame)).unwrap();
        }
        app.finished = false;
        app.in_lobby = false;
        // Games that were taken over from replays.
        app.games.truncate(3);
    }
    for table in &app.games {
        let game = table.play.game();
        assert!(!game.score().is_nan());
        let rules = Ruleset::compile(game.saved_mode(), Limits::default()).unwrap();
        let again = Session::restore(rules, &game.save(now), 1, now).unwrap();
        assert_eq!(again.game().grid(), game.grid(), "{mode}");
    }
}

/// Modes of all kinds: mode, changes, events.
const MODES: [(&str, &[&str], usize); 9] = [
    ("2048", &[], 1200),
    ("2048", &["grid=hexagon"], 600),
    ("2048", &["width=1", "height=1"], 600),
    ("2048", &["width=40", "height=40"], 100),
    ("crummy", &[], 600),
    ("050-dive", &[], 600),
    ("043-1321", &[], 600),
    ("093-trigat", &["grid=hexagon"], 300),
    ("120-vs-the-void-tiler", &[], 600),
];

#[test]
fn no_events_whatever_stop_the_game() {
    for (seed, (mode, changes, count)) in MODES.into_iter().enumerate() {
        survives(mode, changes, seed as u64, count);
    }
}

#[test]
fn no_keys_whatever_stop_the_lists() {
    let mut app = app(Sitting::of_mode("001-2048", true, None, 7, 0.0).unwrap());
    let mut events = Events { random: Seeded::new(3), size: (60, 20) };
    let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
    app.press(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE), 0.0);
    for step in 0..300 {
        let event = events.next();
        app.handle(&event, f64::from(step));
        app.tick(f64::from(step));
        if let Event::Resize(width, height) = event {
            terminal.backend_mut().resize(width, height);
            terminal.draw(|frame| app.draw(frame)).unwrap();
        }
    }
}
