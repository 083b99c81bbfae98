//! The terminal game without a terminal: bytes become events of all kinds. Whatever the bytes, the
//! game must go on, and it must be possible to draw and save it.

use polymerge::{Error, Game, Limits, Mode, Saved};
use polymerge_app::failure::Failure;
use polymerge_app::keys::Bindings;
use polymerge_app::open_game::OpenGame;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::App;
use crate::theme::{Depth, Palette, Theme};

/// Modes of all kinds, with changes to them.
const MODES: [(&str, &[&str]); 9] = [
    ("2048", &[]),
    ("2048", &["grid=hexagon", "destroying_clicks=9"]),
    ("2048", &["width=1", "height=1"]),
    ("2048", &["width=40", "height=40"]),
    ("crummy", &[]),
    ("050-dive", &[]),
    ("043-1321", &[]),
    ("059-1825", &["next_tiles=3"]),
    ("120-vs-the-void-tiler", &[]),
];

/// The keys that are not characters. Those that move come more often.
const KEYS: [KeyCode; 19] = [
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
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

const MOUSE: [MouseEventKind; 8] = [
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Up(MouseButton::Left),
    MouseEventKind::Drag(MouseButton::Left),
    MouseEventKind::Down(MouseButton::Right),
    MouseEventKind::Moved,
    MouseEventKind::ScrollUp,
    MouseEventKind::ScrollDown,
    MouseEventKind::ScrollLeft,
];

const MODIFIERS: [KeyModifiers; 4] =
    [KeyModifiers::NONE, KeyModifiers::NONE, KeyModifiers::CONTROL, KeyModifiers::SHIFT];

const PASTES: [&str; 5] = ["2048", "@2048PowCompMode|3.0|", "\u{1b}[31m\n\n", "ä 漢字 \0", ""];

/// The largest pause between events, in milliseconds.
const PAUSE: usize = 200;
/// The number of events after which a picture is drawn.
const PICTURE: usize = 8;
/// The most games to keep open; more would come from replays that are taken over.
const GAMES: usize = 3;

/// The size of the terminal before any event.
const SIZE: (u16, u16) = (60, 20);

/// The events that bytes stand for.
pub struct Events<'a> {
    bytes: &'a mut dyn Iterator<Item = u8>,
    size: (u16, u16),
}

impl<'a> Events<'a> {
    /// Returns the events of bytes.
    pub fn new(bytes: &'a mut dyn Iterator<Item = u8>) -> Events<'a> {
        Events { bytes, size: SIZE }
    }

    /// Returns a number below `count`; `None` if no bytes are left.
    fn pick(&mut self, count: usize) -> Option<usize> {
        Some(usize::from(self.bytes.next()?) % count)
    }
}

impl Iterator for Events<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        Some(match self.pick(20)? {
            0..=9 => {
                let code = match self.pick(2)? {
                    0 => KEYS[self.pick(KEYS.len())?],
                    _ => KeyCode::Char(char::from(b' ' + self.pick(95)? as u8)),
                };
                Event::Key(KeyEvent::new(code, MODIFIERS[self.pick(MODIFIERS.len())?]))
            }
            10..=17 => {
                let kind = MOUSE[self.pick(MOUSE.len())?];
                // Beyond the edges too: the terminal may have shrunk meanwhile.
                let column = self.pick(usize::from(self.size.0) + 3)? as u16;
                let row = self.pick(usize::from(self.size.1) + 3)? as u16;
                let modifiers = MODIFIERS[self.pick(MODIFIERS.len())?];
                Event::Mouse(MouseEvent { kind, column, row, modifiers })
            }
            18 => {
                self.size = (1 + self.pick(130)? as u16, 1 + self.pick(45)? as u16);
                Event::Resize(self.size.0, self.size.1)
            }
            _ => Event::Paste(PASTES[self.pick(PASTES.len())?].to_owned()),
        })
    }
}

/// Plays one of the modes by events. The first byte chooses the mode.
///
/// # Errors
///
/// The game can't be drawn, saved or resumed.
pub fn run(bytes: &[u8]) -> Result<(), Failure> {
    let mut bytes = bytes.iter().copied();
    let Some(first) = bytes.next() else { return Ok(()) };
    let (mode, changes) = MODES[usize::from(first) % MODES.len()];
    play_mode(mode, changes, &mut bytes).map_err(|failure| failure.of(mode))
}

fn play_mode(mode: &str, changes: &[&str], bytes: &mut dyn Iterator<Item = u8>) -> Result<(), Failure> {
    let game = start(mode, changes).map_err(Failure::result)?;
    let theme = Theme { depth: Depth::None, palette: Palette::Terminal };
    let mut app = App::new(Some(OpenGame::at(game, mode, false, None)), None, theme, Bindings::default());
    let mut terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).map_err(Failure::result)?;
    let mut events = Events::new(bytes);
    let mut now = 0.0;
    let mut step = 0;
    while let Some(event) = events.next() {
        step += 1;
        now += events.pick(PAUSE).unwrap_or_default() as f64;
        app.handle(&event, now);
        app.tick(now);
        if let Event::Resize(width, height) = event {
            terminal.backend_mut().resize(width, height);
        }
        if step % PICTURE == 0 || matches!(event, Event::Resize(..)) {
            terminal.draw(|frame| app.draw(frame)).map_err(Failure::result)?;
        }
        // Leaving the game is undone, so that all events are handled.
        app.finished = false;
        app.in_lobby = false;
        app.games.truncate(GAMES);
    }
    for screen in &mut app.games {
        let game = screen.controller.game();
        let again = again(game, now).map_err(Failure::result)?;
        if again.state().grid() != game.state().grid() {
            return Err(Failure::result("the saved game is another one"));
        }
    }
    Ok(())
}

fn start(mode: &str, changes: &[&str]) -> Result<Game, Error> {
    let mode = changes.iter().try_fold(Mode::built_in(mode)?, |mode, change| mode.with(change))?;
    mode.compile()?.start(7)
}

/// Saves and resumes a game.
fn again(game: &mut Game, now: f64) -> Result<Game, Error> {
    let limits = Limits::default();
    Saved::from_json(&game.saved()?.to_json(), &limits)?.resume(now, &limits)
}

#[cfg(test)]
mod tests {
    use polymerge::Randomness;
    use polymerge::Rng;

    use super::*;

    /// Tests thousands of events in all modes.
    #[test]
    fn no_events_whatever_stop_the_game() {
        for (index, (mode, changes)) in MODES.into_iter().enumerate() {
            let mut random = Rng::new(index as u64);
            let count = if changes.contains(&"width=40") { 300 } else { 2500 };
            let mut bytes = (0..count).map(|_| (random.next().unwrap() * 256.0) as u8);
            play_mode(mode, changes, &mut bytes).unwrap_or_else(|failure| panic!("{mode}: {failure:?}"));
        }
    }

    #[test]
    fn the_first_byte_chooses_the_mode() {
        for first in 0..MODES.len() as u8 {
            assert_eq!(run(&[first, 0, 0, 2, 0, 9]), Ok(()));
        }
        assert_eq!(run(&[]), Ok(()));
    }
}
