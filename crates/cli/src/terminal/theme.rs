//! Colours of the terminal.

use ratatui::style::{Color, Modifier, Style};

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// All colours.
    Colour,
    /// The 256 colours that every colour terminal knows.
    Indexed,
    /// No colour at all: cells get frames instead.
    Plain,
}

const DARK: Rgb = [40, 36, 32];
const LIGHT: Rgb = [250, 247, 242];

impl Theme {
    /// What the environment says of the terminal; no colours if it asks for
    /// none (<https://no-color.org>).
    pub fn of_environment() -> Theme {
        let variable = |name| std::env::var(name).unwrap_or_default();
        if !variable("NO_COLOR").is_empty() || variable("TERM") == "dumb" {
            Theme::Plain
        } else if matches!(variable("COLORTERM").as_str(), "truecolor" | "24bit") {
            Theme::Colour
        } else {
            Theme::Indexed
        }
    }

    /// A surface of this colour, and what is written on it. Without an ink,
    /// or with one that can hardly be read, there is a readable one.
    pub fn surface(self, background: Rgb, ink: Option<Rgb>) -> Style {
        if self == Theme::Plain {
            return Style::new();
        }
        let ink = ink.filter(|ink| contrast(*ink, background) >= 2.0);
        let readable = || if contrast(LIGHT, background) > contrast(DARK, background) { LIGHT } else { DARK };
        Style::new().bg(self.color(background)).fg(self.color(ink.unwrap_or_else(readable)))
    }

    /// The colour, or the closest one that can be shown.
    fn color(self, [r, g, b]: Rgb) -> Color {
        match self {
            Theme::Indexed => Color::Indexed(indexed([r, g, b])),
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

/// The closest of the 216 colours and 24 greys of the usual palette.
fn indexed([r, g, b]: Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |channel: u8| {
        let distance = |index: &usize| LEVELS[*index].abs_diff(channel);
        (0..LEVELS.len()).min_by_key(distance).unwrap_or(0)
    };
    let cube = [level(r), level(g), level(b)];
    let grey =
        ((u32::from(r) + u32::from(g) + u32::from(b)) / 3).saturating_sub(3).div_euclid(10).min(23) as u8;
    let distance = |other: Rgb| -> u32 {
        [r, g, b].iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    if distance([8 + 10 * grey; 3]) < distance(cube.map(|index| LEVELS[index])) {
        232 + grey
    } else {
        16 + (36 * cube[0] + 6 * cube[1] + cube[2]) as u8
    }
}

/// How well two colours can be told apart: 1 (not at all) to 21 (black on
/// white), as the accessibility guidelines of the web count it.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let luminance = |rgb: Rgb| {
        let [r, g, b] = rgb.map(|channel| (f64::from(channel) / 255.0).powf(2.2));
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_poor_terminals_are_the_closest_ones() {
        for (rgb, index) in
            [([0, 0, 0], 16), ([255, 255, 255], 231), ([128, 128, 128], 244), ([255, 0, 0], 196)]
        {
            assert_eq!(indexed(rgb), index, "{rgb:?}");
        }
    }

    #[test]
    fn ink_that_can_not_be_read_is_replaced() {
        let style = Theme::Colour.surface([250, 250, 250], Some([255, 255, 255]));
        assert_eq!(style.fg, Some(Color::Rgb(40, 36, 32)));
        let style = Theme::Colour.surface([250, 250, 250], Some([0, 0, 90]));
        assert_eq!(style.fg, Some(Color::Rgb(0, 0, 90)));
    }
}
