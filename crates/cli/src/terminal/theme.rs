//! Colours of the terminal: what it can show, and what the player wants.

mod palette;

use polymerge::display::{basic, indexed};
use ratatui::style::{Color, Modifier, Style};

pub use palette::Palette;
pub use polymerge::display::Rgb;

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All colours.
    All,
    /// The 256 colours that every colour terminal knows.
    Indexed,
    /// The 16 colours of old terminals.
    Basic,
    /// No colour at all: cells get frames instead.
    None,
}

impl Depth {
    /// Their names in the configuration.
    pub const ALL: [(&'static str, Depth); 4] =
        [("all", Depth::All), ("256", Depth::Indexed), ("16", Depth::Basic), ("none", Depth::None)];

    /// The depth of this name.
    pub fn of_name(name: &str) -> Option<Depth> {
        Depth::ALL.iter().find(|(known, _)| *known == name).map(|(_, depth)| *depth)
    }

    /// What the environment says of the terminal; no colours if it asks for
    /// none (<https://no-color.org>).
    pub fn of_environment() -> Depth {
        let variable = |name| std::env::var(name).unwrap_or_default();
        Depth::of([variable("NO_COLOR"), variable("COLORTERM"), variable("TERM")])
    }

    fn of([no_color, color_term, term]: [String; 3]) -> Depth {
        if !no_color.is_empty() || term == "dumb" || term.starts_with("vt") {
            Depth::None
        } else if matches!(color_term.as_str(), "truecolor" | "24bit") || term.ends_with("-direct") {
            Depth::All
        } else if term.contains("256") || term.is_empty() {
            Depth::Indexed
        } else {
            Depth::Basic
        }
    }
}

/// The colours of everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What the terminal can show.
    pub depth: Depth,
    /// What the player wants.
    pub palette: Palette,
}

impl Theme {
    /// No colours.
    #[cfg(test)]
    pub const PLAIN: Theme = Theme { depth: Depth::None, palette: Palette::Terminal };

    /// Whether there are no colours to tell things apart.
    pub fn is_plain(self) -> bool {
        self.depth == Depth::None
    }

    /// Whether cells get frames.
    pub fn has_frames(self) -> bool {
        self.is_plain() || self.palette == Palette::HighContrast
    }

    /// A surface of this colour, and what is written on it. Without an ink,
    /// or with one that can hardly be read, there is a readable one.
    pub fn surface(self, background: Rgb, ink: Option<Rgb>) -> Style {
        if self.is_plain() {
            return Style::new();
        }
        let (ground, ink) = self.palette.surface(background, ink);
        Style::new().bg(self.color(ground)).fg(self.color(ink))
    }

    /// A cell without a tile, on a board of the colour `frame`: not the same
    /// even where there are few colours.
    pub fn slot(self, slot: Rgb, frame: Rgb) -> Style {
        let style = self.surface(slot, None);
        if style.bg != self.surface(frame, None).bg || self.is_plain() {
            return style;
        }
        let (ground, _) = self.palette.surface(frame, None);
        let other = if ground.iter().map(|channel| u32::from(*channel)).sum::<u32>() < 300 { 8 } else { 0 };
        let other = if style.bg == Some(Color::Indexed(other)) { 8 - other } else { other };
        Style::new().bg(Color::Indexed(other)).fg(Color::Indexed(15))
    }

    /// Everything around the board.
    pub fn screen(self) -> Style {
        match self.palette.screen() {
            Some((ground, ink)) if !self.is_plain() => {
                Style::new().bg(self.color(ground)).fg(self.color(ink))
            }
            _ => Style::new(),
        }
    }

    /// The colour, or the closest one that can be shown.
    fn color(self, [r, g, b]: Rgb) -> Color {
        match self.depth {
            Depth::Indexed => Color::Indexed(indexed([r, g, b])),
            Depth::Basic => Color::Indexed(basic([r, g, b])),
            _ => Color::Rgb(r, g, b),
        }
    }

    /// A message that matters.
    pub fn notice(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What can be read when needed.
    pub fn quiet(self) -> Style {
        match self.palette {
            Palette::HighContrast => Style::new(),
            _ => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// The line that is chosen in a list.
    pub fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_that_can_not_be_read_is_replaced() {
        let theme = Theme { depth: Depth::All, palette: Palette::Terminal };
        let style = theme.surface([250, 250, 250], Some([255, 255, 255]));
        assert_eq!(style.fg, Some(Color::Rgb(40, 36, 32)));
        let style = theme.surface([250, 250, 250], Some([0, 0, 90]));
        assert_eq!(style.fg, Some(Color::Rgb(0, 0, 90)));
    }

    #[test]
    fn the_environment_says_what_can_be_shown() {
        // NO_COLOR, COLORTERM, TERM
        for (variables, depth) in [
            (["", "truecolor", "xterm-256color"], Depth::All),
            (["1", "truecolor", "xterm-256color"], Depth::None),
            (["", "", "xterm-256color"], Depth::Indexed),
            (["", "", "xterm-direct"], Depth::All),
            (["", "", "linux"], Depth::Basic),
            (["", "", "vt100"], Depth::None),
            (["", "", "dumb"], Depth::None),
        ] {
            assert_eq!(Depth::of(variables.map(str::to_owned)), depth, "{variables:?}");
        }
    }

    #[test]
    fn free_cells_are_seen_with_few_colours_too() {
        for (name, palette) in Palette::ALL {
            for frame in [[88, 80, 72], [0, 0, 0], [120, 120, 120], [255, 255, 255]] {
                let theme = Theme { depth: Depth::Basic, palette };
                let slot = theme.slot(frame.map(|channel| channel / 2 + 60), frame);
                assert_ne!(slot.bg, theme.surface(frame, None).bg, "{name} {frame:?}");
            }
        }
    }
}
