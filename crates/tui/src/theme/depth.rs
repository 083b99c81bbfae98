//! The colours that a terminal can show.

use polymerge::advanced::display::{BASIC, Rgb, basic, contrast, indexed};
use ratatui::style::Color;

/// The number of colours that the terminal can show.
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

/// The inks for grounds on which the wanted one is not readable: soft ones first, then those that
/// are readable anywhere.
const INKS: [Rgb; 4] = [[40, 36, 32], [250, 247, 242], [0; 3], [255; 3]];

impl Depth {
    /// All depths, with their names in the configuration.
    pub const ALL: [(&'static str, Depth); 4] =
        [("all", Depth::All), ("256", Depth::Indexed), ("16", Depth::Basic), ("none", Depth::None)];

    /// Returns the depth of this name.
    pub fn of_name(name: &str) -> Option<Depth> {
        Depth::ALL.iter().find(|(known, _)| *known == name).map(|(_, depth)| *depth)
    }

    /// Returns the depth that the environment declares. It may also ask for no colours
    /// (<https://no-color.org>).
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

    /// Returns the colour, or the closest one that the terminal has.
    pub fn color(self, [r, g, b]: Rgb) -> Color {
        match self {
            Depth::Indexed => Color::Indexed(indexed([r, g, b])),
            Depth::Basic => Color::Indexed(basic([r, g, b])),
            Depth::All | Depth::None => Color::Rgb(r, g, b),
        }
    }

    /// Returns the closest ground that is none of `others` and on which some ink has at least this
    /// contrast.
    pub fn ground(self, wanted: Rgb, others: &[Color], least: f64) -> Color {
        let fits = |color: Color| !others.contains(&color) && best_ink(self, color, least).1 >= least;
        let closest = self.color(wanted);
        if fits(closest) {
            return closest;
        }
        let candidates: Vec<Rgb> = match self {
            Depth::Basic => BASIC.to_vec(),
            Depth::Indexed => (16..=255).map(of_index).collect(),
            Depth::All | Depth::None => shades(wanted),
        };
        let far =
            |rgb: &Rgb| -> u32 { rgb.iter().zip(wanted).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
        // Two numbers of the 16 may stand for one colour, so the number of a
        // candidate is looked up again.
        let fitting = candidates.into_iter().filter(|rgb| fits(self.color(*rgb)));
        fitting.min_by_key(far).map_or(closest, |rgb| self.color(rgb))
    }

    /// Returns the colour of a text on a ground: the wanted ink if its contrast is at least `least`
    /// as the terminal shows both, else the best ink.
    pub fn ink(self, ground: Color, wanted: Option<Rgb>, least: f64) -> Color {
        let wanted = wanted.map(|ink| self.color(ink));
        let readable = |ink: &Color| contrast(shown(*ink), shown(ground)) >= least;
        wanted.filter(readable).unwrap_or_else(|| best_ink(self, ground, least).0)
    }
}

/// Returns the first ink with at least this contrast, or the best one.
fn best_ink(depth: Depth, ground: Color, least: f64) -> (Color, f64) {
    let mut best = (depth.color(INKS[0]), 0.0);
    for ink in INKS.map(|ink| depth.color(ink)) {
        let found = contrast(shown(ink), shown(ground));
        if found >= least {
            return (ink, found);
        }
        if found > best.1 {
            best = (ink, found);
        }
    }
    best
}

/// Returns ever lighter and ever darker shades of a colour.
fn shades(rgb: Rgb) -> Vec<Rgb> {
    let toward = |end: u8, part: u32| {
        rgb.map(|channel| ((u32::from(channel) * (16 - part) + u32::from(end) * part) / 16) as u8)
    };
    (1..=16).flat_map(|part| [toward(0, part), toward(255, part)]).collect()
}

/// Returns a colour as a terminal shows it.
pub fn shown(color: Color) -> Rgb {
    match color {
        Color::Rgb(r, g, b) => [r, g, b],
        Color::Indexed(index) => of_index(index),
        _ => [0; 3],
    }
}

/// Returns the colour of an index of the 256 colours: one of the 16 basic colours, of the cube, or
/// of the greys.
fn of_index(index: u8) -> Rgb {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match index {
        0..16 => BASIC[usize::from(index)],
        16..232 => {
            let place = index - 16;
            [place / 36, place / 6 % 6, place % 6].map(|level| LEVELS[usize::from(level)])
        }
        232.. => [8 + 10 * (index - 232); 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn numbers_stand_for_the_colours_that_they_are_closest_to() {
        for index in 16..=255 {
            let again = Depth::Indexed.color(of_index(index));
            assert_eq!(shown(again), of_index(index));
        }
        for index in 0..16 {
            assert_eq!(shown(Depth::Basic.color(of_index(index))), of_index(index));
        }
    }
}
