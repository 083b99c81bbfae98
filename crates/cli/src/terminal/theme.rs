//! Colours.

use ratatui::style::{Color, Modifier, Style};

/// How a board is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// All colours of the terminal.
    Colour,
    /// No colour at all: cells get frames instead.
    Plain,
}

/// Backgrounds of tiles by the logarithm of their number: from sand over
/// orange and red to violet and blue; then round again.
const LADDER: [(u8, u8, u8); 16] = [
    (238, 230, 219),
    (236, 222, 190),
    (240, 196, 140),
    (243, 169, 106),
    (240, 138, 93),
    (231, 104, 78),
    (222, 78, 62),
    (224, 186, 84),
    (221, 174, 58),
    (214, 160, 40),
    (170, 190, 70),
    (96, 178, 96),
    (54, 160, 140),
    (48, 132, 180),
    (82, 98, 196),
    (134, 78, 184),
];

const DARK: Color = Color::Rgb(70, 62, 54);
const LIGHT: Color = Color::Rgb(250, 247, 242);
const FRAME: Color = Color::Rgb(88, 80, 72);
const SLOT: Color = Color::Rgb(116, 106, 96);

impl Theme {
    /// Colours, unless the environment asks for none (<https://no-color.org>).
    pub fn of_environment() -> Theme {
        match std::env::var_os("NO_COLOR") {
            Some(value) if !value.is_empty() => Theme::Plain,
            _ => Theme::Colour,
        }
    }

    /// A tile with this text.
    pub fn tile(self, text: &str) -> Style {
        if self == Theme::Plain {
            return Style::new().add_modifier(Modifier::BOLD);
        }
        let (r, g, b) = LADDER[step(text) % LADDER.len()];
        let bright = u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114 > 150_000;
        Style::new()
            .bg(Color::Rgb(r, g, b))
            .fg(if bright { DARK } else { LIGHT })
            .add_modifier(Modifier::BOLD)
    }

    /// Between the cells.
    pub fn frame(self) -> Style {
        self.on(FRAME)
    }

    /// A free cell.
    pub fn slot(self) -> Style {
        self.on(SLOT)
    }

    /// A box with a title.
    pub fn stat_box(self) -> Style {
        match self {
            Theme::Plain => Style::new(),
            Theme::Colour => self.on(FRAME).fg(LIGHT),
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

    fn on(self, background: Color) -> Style {
        match self {
            Theme::Plain => Style::new(),
            Theme::Colour => Style::new().bg(background).fg(LIGHT),
        }
    }
}

/// Where on the ladder a tile stands: numbers by size, other texts anywhere
/// but always at the same place.
fn step(text: &str) -> usize {
    match text.parse::<f64>() {
        Ok(number) if number.abs() >= 1.0 && number.is_finite() => number.abs().log2().round() as usize,
        _ => text.bytes().fold(0, |sum, byte| sum * 31 % 997 + usize::from(byte)),
    }
}
