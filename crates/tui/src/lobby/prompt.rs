//! The field for the name of a file or a save code.

use std::fs;
use std::path::Path;

use polymerge_app::input::is_code;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::Request;
use crate::folding::folded;
use crate::theme::Theme;

/// The field for a file or a code, with the text in it.
#[derive(Default)]
pub struct Prompt {
    text: String,
    complaint: Option<String>,
}

impl Prompt {
    /// Handles a key that types or deletes.
    pub fn press(&mut self, key: KeyEvent) {
        self.complaint = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Backspace => _ = self.text.pop(),
            KeyCode::Char('u') if control => self.text.clear(),
            KeyCode::Char(c) if !control => self.text.push(c),
            KeyCode::Tab => self.complete(),
            _ => {}
        }
    }

    /// Types a text.
    pub fn write(&mut self, text: &str) {
        self.complaint = None;
        self.text.extend(text.chars().filter(|c| !c.is_control()));
    }

    /// Completes the name of a file as far as it is unambiguous.
    fn complete(&mut self) {
        let (folder, start) = match self.text.rsplit_once('/') {
            Some((folder, start)) => (format!("{folder}/"), start),
            None => (String::new(), self.text.as_str()),
        };
        let shown = if folder.is_empty() { Path::new(".") } else { Path::new(&folder) };
        let entries = fs::read_dir(shown).into_iter().flatten().filter_map(Result::ok);
        let names = entries.filter_map(|entry| {
            let end = if entry.path().is_dir() { "/" } else { "" };
            Some(format!("{}{end}", entry.file_name().to_str()?))
        });
        let common = names.filter(|name| name.starts_with(start)).reduce(|common, name| {
            common.chars().zip(name.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
        });
        if let Some(common) = common {
            self.text = folder + &common;
        }
    }

    /// Returns the request that Enter makes of the text.
    pub fn request(&mut self) -> Option<Request> {
        request_of(&self.text)
    }

    /// Shows why the text could not be opened.
    pub fn complain(&mut self, message: String) {
        self.complaint = Some(message);
    }

    /// Draws the field over the screen. On a small one, the text and its fault come before
    /// explanations.
    pub fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        let width = if area.width < NARROW { area.width } else { area.width - 4 }.min(100);
        let inside = usize::from(width.saturating_sub(2)).max(1);
        let rows = usize::from(area.height.saturating_sub(2)).max(1);
        let hidden = self.text.chars().count().saturating_sub(inside.saturating_sub(4));
        let seen: String = self.text.chars().skip(if hidden > 0 { hidden + 1 } else { 0 }).collect();
        let mark = if hidden > 0 { "…" } else { "" };
        let field = Line::styled(format!("> {mark}{seen}▏"), theme.notice());
        let most = rows.saturating_sub(1);
        let below: Vec<Line<'_>> = match &self.complaint {
            Some(complaint) => folded(complaint, inside, most).into_iter().map(Line::raw).collect(),
            None => {
                folded(HINT, inside, most).into_iter().map(|line| Line::styled(line, theme.quiet())).collect()
            }
        };
        let above: Vec<Line<'_>> = folded(ABOUT, inside, rows).into_iter().map(Line::raw).collect();
        let mut lines = Vec::new();
        let is_roomy = above.len() + below.len() + 3 <= rows;
        if is_roomy {
            lines.extend(above);
            lines.push(Line::raw(""));
        }
        lines.push(field);
        if is_roomy {
            lines.push(Line::raw(""));
        }
        if most > 0 {
            lines.extend(below);
        }
        let height = (lines.len() + 2).min(usize::from(area.height)) as u16;
        let place =
            Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
        frame.render_widget(Clear, place);
        let block = Block::bordered().title(" Open ");
        frame.render_widget(Paragraph::new(lines).style(theme.screen()).block(block), place);
    }
}

/// The text above the field.
const ABOUT: &str =
    "The name of a mode file or of a file with a save code,\nor a save code itself, typed or pasted:";
const HINT: &str = "Tab completes, Enter opens, Esc closes";

/// The width below which the field takes all of the screen.
const NARROW: u16 = 40;

/// Returns the request that a typed or pasted text makes.
pub fn request_of(text: &str) -> Option<Request> {
    let trimmed = text.trim();
    if is_code(trimmed) {
        return Some(Request::Code(trimmed.to_owned()));
    }
    // Terminals paste files that are dropped on them in quotation marks.
    let path = trimmed.trim_matches(['\'', '"']);
    (!path.is_empty()).then(|| Request::File(path.to_owned()))
}

/// Returns true if a text is the name of a file that exists.
pub fn is_file(text: &str) -> bool {
    let path = text.trim().trim_matches(['\'', '"']);
    path.contains(['/', '\\', '.']) && Path::new(path).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_files_are_distinguished() {
        for (text, request) in [
            (" @2048PowCompMode|3.0|x\n", Some(Request::Code("@2048PowCompMode|3.0|x".into()))),
            ("'/tmp/my mode.jsonc' ", Some(Request::File("/tmp/my mode.jsonc".into()))),
            ("  ", None),
        ] {
            assert_eq!(request_of(text), request, "{text}");
        }
    }

    #[test]
    fn names_of_files_are_completed() {
        // typed, completed
        for (typed, completed) in [
            ("Carg", "Cargo.toml"),
            ("src/lobby/app", "src/lobby/approved/"),
            ("src/lobby/prom", "src/lobby/prompt.rs"),
            ("no/such/folder", "no/such/folder"),
        ] {
            let mut prompt = Prompt::default();
            prompt.write(typed);
            prompt.press(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE));
            assert_eq!(prompt.text, completed);
        }
    }
}
