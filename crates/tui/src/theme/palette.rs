//! The palettes: the same board for people who need more contrast or see red and green alike.

use polymerge::advanced::display::Rgb;

/// A set of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// The terminal's own colours around the board.
    Terminal,
    /// Light on dark.
    Dark,
    /// Dark on light.
    Light,
    /// Black and white around the board, texts that stand out on every tile,
    /// and frames around cells.
    HighContrast,
    /// Colours in which things that differ in red and green only differ in blue, too.
    ColourBlind,
}

/// The least contrast of texts. [`ENHANCED`] is that of the high contrast. Guidelines of the web
/// call them minimum and enhanced.
const READABLE: f64 = 4.5;
const ENHANCED: f64 = 7.0;

impl Palette {
    /// All palettes, in the order in which a key goes through them.
    pub const ALL: [(&'static str, Palette); 5] = [
        ("terminal", Palette::Terminal),
        ("dark", Palette::Dark),
        ("light", Palette::Light),
        ("high-contrast", Palette::HighContrast),
        ("colour-blind", Palette::ColourBlind),
    ];

    /// Returns the name in the configuration.
    pub fn name(self) -> &'static str {
        Palette::ALL.iter().find(|(_, palette)| *palette == self).map_or("", |(name, _)| name)
    }

    /// Returns the palette of this name.
    pub fn of_name(name: &str) -> Option<Palette> {
        Palette::ALL.iter().find(|(known, _)| *known == name).map(|(_, palette)| *palette)
    }

    /// Returns the next palette.
    pub fn next(self) -> Palette {
        let place = Palette::ALL.iter().position(|(_, palette)| *palette == self).unwrap_or(0);
        Palette::ALL[(place + 1) % Palette::ALL.len()].1
    }

    /// Returns the colours of ground and text outside the board; `None` for those of the terminal.
    pub fn screen(self) -> Option<(Rgb, Rgb)> {
        match self {
            Palette::Terminal | Palette::ColourBlind => None,
            Palette::Dark => Some(([29, 27, 25], [228, 222, 214])),
            Palette::Light => Some(([251, 248, 241], [58, 52, 46])),
            Palette::HighContrast => Some(([0, 0, 0], [255, 255, 255])),
        }
    }

    /// Returns a colour of a mode as the palette shows it.
    pub fn seen(self, rgb: Rgb) -> Rgb {
        match self {
            Palette::ColourBlind => distinguished(rgb),
            _ => rgb,
        }
    }

    /// Returns the colour between the cells of a board as the palette shows it: dark on a dark
    /// screen.
    pub fn ground(self, rgb: Rgb) -> Rgb {
        self.dimmed(rgb, GROUND)
    }

    /// Returns the colour of free cells as the palette shows it: dark on a dark screen.
    pub fn slot(self, rgb: Rgb) -> Rgb {
        self.dimmed(rgb, SLOT)
    }

    /// Returns a colour of the same hue. On a dark screen, no channel is brighter than `most`.
    fn dimmed(self, rgb: Rgb, most: u8) -> Rgb {
        let brightest = rgb.into_iter().max().unwrap_or(0);
        match self {
            Palette::Dark if brightest > most => {
                rgb.map(|channel| (u32::from(channel) * u32::from(most) / u32::from(brightest)) as u8)
            }
            _ => rgb,
        }
    }

    /// Returns the least contrast between a text and its ground.
    pub fn least_contrast(self) -> f64 {
        match self {
            Palette::HighContrast => ENHANCED,
            _ => READABLE,
        }
    }
}

/// The brightest channel of the ground between cells on a dark screen. [`SLOT`] is that of free
/// cells.
const GROUND: u8 = 60;
const SLOT: u8 = 84;

/// Moves the difference between red and green, which many people can't see, into blue, and a little
/// into green.
fn distinguished(rgb: Rgb) -> Rgb {
    let wanted = rgb.map(f64::from);
    let seen = without_green_cones(wanted);
    let lost = wanted[0] - seen[0];
    let moved = [0.0, 0.7 * lost + wanted[1] - seen[1], 0.7 * lost + wanted[2] - seen[2]];
    [0, 1, 2].map(|channel| (wanted[channel] + moved[channel]).round().clamp(0.0, 255.0) as u8)
}

/// Returns a colour as people without cones for green see it (Viénot, Brettel and Mollon 1999):
/// into the space of the three cones, and back.
fn without_green_cones([r, g, b]: [f64; 3]) -> [f64; 3] {
    let long = 17.8824 * r + 43.5161 * g + 4.11935 * b;
    let short = 0.0299566 * r + 0.184309 * g + 1.46709 * b;
    let medium = 0.494207 * long + 1.24827 * short;
    [
        0.080_944_447_9 * long - 0.130_504_409 * medium + 0.116_721_066 * short,
        -0.010_248_533_5 * long + 0.054_019_326_6 * medium - 0.113_614_708 * short,
        -0.000_365_296_938 * long - 0.004_121_614_69 * medium + 0.693_511_405 * short,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn red_and_green_are_distinguished_without_green_cones() {
        let far = |a: Rgb, b: Rgb| {
            let (a, b) = (without_green_cones(a.map(f64::from)), without_green_cones(b.map(f64::from)));
            a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        };
        // Pairs that look almost alike to such eyes.
        for (red, green) in [
            ([200, 110, 60], [150, 140, 60]),
            ([220, 90, 90], [140, 125, 90]),
            ([230, 120, 0], [180, 150, 10]),
        ] {
            let (before, after) = (far(red, green), far(distinguished(red), distinguished(green)));
            assert!(after > 1.5 * before && after > 25.0, "{red:?} {green:?}: {before} {after}");
        }
        assert_eq!(distinguished([120, 120, 120]), [120, 120, 120]);
    }

    #[test]
    fn boards_are_dark_in_the_dark() {
        let sand = [187, 173, 160];
        assert_eq!((Palette::Dark.ground(sand), Palette::Dark.slot(sand)), ([60, 55, 51], [84, 77, 71]));
        assert_eq!(Palette::Dark.ground([10, 20, 30]), [10, 20, 30]);
        assert_eq!(Palette::Light.ground(sand), sand);
    }

    #[test]
    fn a_key_goes_through_all_of_them() {
        let mut palette = Palette::Terminal;
        for (name, _) in Palette::ALL {
            assert_eq!((palette.name(), Palette::of_name(name)), (name, Some(palette)));
            palette = palette.next();
        }
        assert_eq!(palette, Palette::Terminal);
    }
}
