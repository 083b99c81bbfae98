//! Recordings of games as a terminal shows them: asciicast, version 2
//! (<https://docs.asciinema.org/manual/asciicast/v2/>).

use polymerge_app::failure::Failure;
use std::fmt::Write;

use polymerge_app::line::line;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::picture::{Picture, Speed};
use super::replay_cursor::ReplayCursor;
use super::theme::{Depth, Palette, Theme};
use super::view;
use super::widths;

/// The options of a recording.
#[derive(Clone, Copy, Debug)]
pub struct Recording {
    /// The columns of the terminal.
    pub width: u16,
    /// The rows of the terminal.
    pub height: u16,
    /// The steps per second.
    pub speed: f64,
}

impl Default for Recording {
    fn default() -> Recording {
        Recording { width: 60, height: 20, speed: 2.0 }
    }
}

/// The milliseconds between two pictures of an animation.
const FRAME: f64 = 40.0;
/// The seconds for which the end is shown.
const END: f64 = 3.0;

/// Plays a game to its end, and records the pictures.
pub fn record(mut cursor: ReplayCursor, title: &str, recording: &Recording) -> Result<String, Failure> {
    let mut recorder = Recorder::new(recording, title)?;
    let step = 1000.0 / recording.speed;
    let speed = if step >= 250.0 { Speed::Normal } else { Speed::Off };
    let mut picture = Picture::new(cursor.rules(), cursor.state(), 0.0, speed);
    let mut now = 0.0;
    recorder.capture(&mut picture, now)?;
    loop {
        let Some(turn) = cursor.step()? else { break };
        now += step;
        picture.turn(&turn, cursor.state(), cursor.now(), now);
        let mut moment = now;
        while picture.is_moving() && moment < now + step {
            recorder.capture(&mut picture, moment)?;
            moment += FRAME;
            picture.settle(moment);
        }
        picture.rest();
        recorder.capture(&mut picture, moment)?;
    }
    recorder.pause(now + END * 1000.0)?;
    Ok(recorder.text)
}

/// The text of a recording so far.
struct Recorder<'a> {
    title: &'a str,
    terminal: Terminal<TestBackend>,
    shown: Buffer,
    text: String,
}

impl<'a> Recorder<'a> {
    fn new(recording: &Recording, title: &'a str) -> Result<Recorder<'a>, Failure> {
        let Recording { width, height, .. } = *recording;
        let header =
            serde_json::json!({ "version": 2, "width": width, "height": height, "title": line(title) });
        let terminal = Terminal::new(TestBackend::new(width, height)).map_err(Failure::result)?;
        let mut recorder = Recorder {
            title,
            shown: Buffer::empty(ratatui::layout::Rect::new(0, 0, width, height)),
            terminal,
            text: format!("{header}\n"),
        };
        recorder.write(0.0, "\x1b[?25l\x1b[2J")?;
        Ok(recorder)
    }

    /// Draws a picture, and writes what has changed since the last one.
    fn capture(&mut self, picture: &mut Picture, now: f64) -> Result<(), Failure> {
        let theme = Theme { depth: Depth::All, palette: Palette::Dark };
        let title = self.title;
        let mut hits = Default::default();
        self.terminal
            .draw(|frame| {
                let area = frame.area();
                frame.buffer_mut().set_style(area, theme.screen());
                hits = view::draw(frame, &picture.scene(title, theme, now));
                widths::settle(frame.buffer_mut());
            })
            .map_err(Failure::result)?;
        picture.hits = hits;
        let buffer = self.terminal.backend().buffer().clone();
        let changes = ansi(&self.shown.diff(&buffer));
        self.shown = buffer;
        if changes.is_empty() {
            return Ok(());
        }
        self.write(now, &changes)
    }

    /// Records that the last picture stays until a moment.
    fn pause(&mut self, until: f64) -> Result<(), Failure> {
        self.write(until, "\x1b[?25h")
    }

    fn write(&mut self, now: f64, output: &str) -> Result<(), Failure> {
        let seconds = (now / 1000.0 * 1e6).round() / 1e6;
        let event = serde_json::to_string(&(seconds, "o", output)).map_err(Failure::result)?;
        self.text.push_str(&event);
        self.text.push('\n');
        Ok(())
    }
}

/// Returns changed cells as control sequences.
fn ansi(changes: &[(u16, u16, &Cell)]) -> String {
    let mut text = String::new();
    let mut style = None;
    let mut place = None;
    for (x, y, cell) in changes {
        if place != Some((*x, *y)) {
            _ = write!(text, "\x1b[{};{}H", y + 1, x + 1);
        }
        let wanted = (cell.fg, cell.bg, cell.modifier);
        if style != Some(wanted) {
            text.push_str("\x1b[0");
            for (modifier, code) in MODIFIERS {
                if cell.modifier.contains(modifier) {
                    _ = write!(text, ";{code}");
                }
            }
            text.push_str(&color(cell.fg, 38));
            text.push_str(&color(cell.bg, 48));
            text.push('m');
            style = Some(wanted);
        }
        text.push_str(cell.symbol());
        place = Some((x + 1, *y));
    }
    text
}

const MODIFIERS: [(Modifier, u8); 6] = [
    (Modifier::BOLD, 1),
    (Modifier::DIM, 2),
    (Modifier::ITALIC, 3),
    (Modifier::UNDERLINED, 4),
    (Modifier::REVERSED, 7),
    (Modifier::CROSSED_OUT, 9),
];

/// Returns the control sequence of a colour that themes use.
fn color(color: Color, code: u8) -> String {
    match color {
        Color::Rgb(r, g, b) => format!(";{code};2;{r};{g};{b}"),
        Color::Indexed(index) => format!(";{code};5;{index}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use polymerge::Mode;
    use polymerge::proof::Moves;

    use super::*;

    #[test]
    fn a_recording_is_a_header_and_events_in_order() {
        let rules = Mode::built_in("2048").unwrap().compile().unwrap();
        let moves = Moves { directions: 4, moves: vec![2, 0, 3, 1], exact: true };
        let cursor = ReplayCursor::seeded(&rules, 7, &moves).unwrap();
        let recording = Recording { width: 40, height: 12, speed: 2.0 };
        let text = record(cursor.clone(), "2048", &recording).unwrap();
        assert_eq!(text, record(cursor, "2048", &recording).unwrap());
        let mut lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let header = lines.next().unwrap();
        assert_eq!(header, serde_json::json!({ "version": 2, "width": 40, "height": 12, "title": "2048" }));
        let events: Vec<(f64, String, String)> =
            lines.map(|event| serde_json::from_value(event).unwrap()).collect();
        assert!(events.iter().all(|(_, kind, _)| kind == "o"));
        assert!(events.windows(2).all(|pair| pair[0].0 <= pair[1].0));
        // Four moves, two per second, and some time to look at the end.
        assert_eq!(events.last().unwrap().0, 2.0 + END);
        // Tiles move: there are several pictures of each move.
        assert!(events.len() > 4 * 3, "{}", events.len());
        assert!(events.iter().any(|(_, _, output)| output.contains("\x1b[0;1;38;2;")));
    }

    #[test]
    fn only_what_changes_is_written() {
        let area = ratatui::layout::Rect::new(0, 0, 5, 2);
        let (empty, mut full) = (Buffer::empty(area), Buffer::empty(area));
        full.set_string(1, 1, "ab", ratatui::style::Style::new().fg(Color::Indexed(9)));
        assert_eq!(ansi(&empty.diff(&full)), "\x1b[2;2H\x1b[0;38;5;9mab");
        assert_eq!(ansi(&full.diff(&full)), "");
    }
}
