//! Colours of the terminal.

use polymerge::display::{basic, indexed, readable_ink};
use ratatui::style::{Color, Modifier, Style};

pub use polymerge::display::Rgb;

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// All colours.
    Colour,
    /// The 256 colours that every colour terminal knows.
    Indexed,
    /// The 16 colours of old terminals.
    Basic,
    /// No colour at all: cells get frames instead.
    Plain,
}

impl Theme {
    /// What the environment says of the terminal; no colours if it asks for
    /// none (<https://no-color.org>).
    pub fn of_environment() -> Theme {
        let variable = |name| std::env::var(name).unwrap_or_default();
        if !variable("NO_COLOR").is_empty() || variable("TERM") == "dumb" {
            Theme::Plain
        } else if matches!(variable("COLORTERM").as_str(), "truecolor" | "24bit") {
            Theme::Colour
        } else if variable("TERM").contains("256") || variable("TERM").is_empty() {
            Theme::Indexed
        } else {
            Theme::Basic
        }
    }

    /// A surface of this colour, and what is written on it. Without an ink,
    /// or with one that can hardly be read, there is a readable one.
    pub fn surface(self, background: Rgb, ink: Option<Rgb>) -> Style {
        if self == Theme::Plain {
            return Style::new();
        }
        Style::new().bg(self.color(background)).fg(self.color(readable_ink(background, ink)))
    }

    /// The colour, or the closest one that can be shown.
    fn color(self, [r, g, b]: Rgb) -> Color {
        match self {
            Theme::Indexed => Color::Indexed(indexed([r, g, b])),
            Theme::Basic => Color::Indexed(basic([r, g, b])),
            _ => Color::Rgb(r, g, b),
        }
    }

    /// A message that matters.
    pub fn notice(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What can be read when needed.
    pub fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_that_can_not_be_read_is_replaced() {
        let style = Theme::Colour.surface([250, 250, 250], Some([255, 255, 255]));
        assert_eq!(style.fg, Some(Color::Rgb(40, 36, 32)));
        let style = Theme::Colour.surface([250, 250, 250], Some([0, 0, 90]));
        assert_eq!(style.fg, Some(Color::Rgb(0, 0, 90)));
    }
}
