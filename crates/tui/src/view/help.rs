//! Text over the board: the meanings of the keys, in as many columns as there is room for, or the
//! reasons for a move. What has no room is scrolled.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Paragraph};

use super::panel::centered;
use crate::folding::folded;
use crate::theme::Theme;

/// The state of a text that lies over the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Help {
    is_open: bool,
    first: usize,
    /// The last line that can be scrolled to. With `page`, it is noted when the help is drawn.
    last: usize,
    page: usize,
}

/// The least gap between columns.
const GAP: u16 = 3;

impl Help {
    /// Opens the help, at its top.
    pub fn open(&mut self) {
        *self = Help { is_open: true, ..Help::default() };
    }

    /// Returns true if the help is open.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Handles a key, which scrolls or closes the help. Returns true if the help was open.
    pub fn press(&mut self, code: KeyCode) -> bool {
        if !self.is_open {
            return false;
        }
        let page = self.page.max(1);
        let first = match code {
            KeyCode::Down => self.first + 1,
            KeyCode::PageDown | KeyCode::Char(' ') => self.first + page,
            KeyCode::Up => self.first.saturating_sub(1),
            KeyCode::PageUp => self.first.saturating_sub(page),
            KeyCode::Home => 0,
            KeyCode::End => self.last,
            _ => return self.close(),
        };
        if self.last == 0 {
            return self.close();
        }
        self.first = first.min(self.last);
        true
    }

    /// Closes the help. Returns true if it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.is_open)
    }

    /// Draws the help: names and keys.
    pub fn draw(&mut self, frame: &mut Frame<'_>, help: &[(String, String)], theme: Theme) {
        let area = frame.area();
        let inside = area.width.saturating_sub(4).max(1);
        self.draw_lines(frame, " Keys ", &lines(help, inside.into(), theme), theme);
    }

    /// Draws text in which two spaces at the start of a line are a level.
    pub fn draw_text(&mut self, frame: &mut Frame<'_>, title: &str, text: &str, theme: Theme) {
        let inside = usize::from(frame.area().width.saturating_sub(4).max(1));
        let line = |line: &str| {
            let level = line.len() - line.trim_start().len();
            let folded = folded(line.trim_start(), inside.saturating_sub(level).max(10), 3);
            let style = if level == 0 { theme.notice() } else { ratatui::style::Style::default() };
            folded
                .into_iter()
                .map(move |part| Line::styled(format!("{:level$}{part}", ""), style))
                .collect::<Vec<_>>()
        };
        let lines: Vec<Line<'_>> = text.lines().flat_map(line).collect();
        self.draw_lines(frame, title, &lines, theme);
    }

    fn draw_lines(&mut self, frame: &mut Frame<'_>, title: &str, lines: &[Line<'_>], theme: Theme) {
        let area = frame.area();
        let inside = area.width.saturating_sub(4).max(1);
        let widest = lines.iter().map(Line::width).max().unwrap_or(0).min(1000) as u16;
        let rows = usize::from(area.height.saturating_sub(3)).max(1);
        let fitting = usize::from((inside + GAP) / (widest + GAP)).max(1);
        let columns = lines.len().div_ceil(rows).clamp(1, fitting);
        let rows = lines.len().div_ceil(columns).clamp(1, rows);
        self.page = rows * columns;
        self.last = lines.len().saturating_sub(self.page);
        self.first = self.first.min(self.last);
        let width = (widest + GAP).saturating_mul(columns as u16) - GAP + 4;
        let place = centered(area, width.max(FOOT.chars().count() as u16 + 4), rows as u16 + 3);
        frame.render_widget(Clear, place);
        let block = Block::bordered().padding(Padding::horizontal(1)).title(title.to_owned());
        let inner = block.inner(place);
        frame.render_widget(block, place);
        for (number, column) in lines[self.first..].chunks(rows).take(columns).enumerate() {
            let x = inner.x.saturating_add((widest + GAP).saturating_mul(number as u16));
            let place = Rect { x, width: widest, height: rows as u16, y: inner.y }.intersection(inner);
            frame.render_widget(Paragraph::new(column.to_vec()), place);
        }
        let foot = Rect { y: inner.bottom().saturating_sub(1), height: inner.height.min(1), ..inner };
        let text = if self.last > 0 { FOOT } else { "Any key closes this." };
        let more = match (self.first > 0, self.first < self.last) {
            (true, true) => "↑↓ ",
            (true, false) => "↑ ",
            (false, true) => "↓ ",
            (false, false) => "",
        };
        frame.render_widget(Line::from(format!("{more}{text}")).centered().style(theme.quiet()), foot);
    }
}

/// The sign for text that has no room.
const FOOT: &str = "more";

/// Returns names and keys side by side, or where that is too wide, in lines of text.
fn lines<'a>(help: &'a [(String, String)], width: usize, theme: Theme) -> Vec<Line<'a>> {
    let names = help.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let keys = help.iter().map(|(_, keys)| keys.chars().count()).max().unwrap_or(0);
    if names + 2 + keys > width {
        let folded = help.iter().flat_map(|(name, keys)| folded(&format!("{name}: {keys}"), width, 9));
        return folded.map(Line::raw).collect();
    }
    let line = |(name, keys): &'a (String, String)| {
        let name = Span::raw(format!("{name:>names$}  "));
        Line::from(vec![name, Span::styled(keys.as_str(), theme.notice())])
    };
    help.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    #[test]
    fn every_key_can_be_scrolled_to_on_any_screen() {
        let keys: Vec<(String, String)> =
            (0..30).map(|number| (format!("name {number:02}"), format!("Ctrl-{number:02}"))).collect();
        for (width, height) in [(20, 8), (20, 10), (40, 15), (60, 20), (80, 24), (200, 60)] {
            let mut help = Help::default();
            help.open();
            let mut seen = String::new();
            for _ in 0..40 {
                let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
                terminal.draw(|frame| help.draw(frame, &keys, Theme::PLAIN)).unwrap();
                seen.push_str(&terminal.backend().to_string());
                if help.last > 0 {
                    assert!(help.press(KeyCode::Down));
                }
            }
            for (name, key) in &keys {
                assert!(seen.contains(name) && seen.contains(key), "{width}x{height}: {name} {key}");
            }
            assert!(help.press(KeyCode::Char('x')) && !help.press(KeyCode::Char('x')));
        }
    }
}
