//! Swatches: a single colour and a few letters for a tile, where there is no room
//! for more, as in a terminal (docs/spec/display.md, "What may be redesigned").

use calcarray::color::{Gradient, Kind, Paint};

use crate::view::{Picture, TileView};

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// A ground colour and the colour of text on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// Colour of the ground.
    pub ground: Rgb,
    /// Colour of the text; it can be read.
    pub ink: Rgb,
}

/// Less contrast than this can hardly be read.
const READABLE: f64 = 2.0;
const DARK: Rgb = [40, 36, 32];
const LIGHT: Rgb = [250, 247, 242];

impl Swatch {
    /// The swatch of a tile that lies on something of the colour `below`: its colour,
    /// for schemes the most characteristic one, and its text colour if it can be read
    /// on it.
    pub fn of(view: &TileView, below: Rgb) -> Swatch {
        let ground = match &view.swatch {
            Some(paint) => solid(paint, below).unwrap_or(below),
            None => of_picture(&view.picture, below),
        };
        Swatch { ground, ink: readable_ink(ground, solid(&view.color, ground)) }
    }
}

/// The wanted colour of a text, or black or white if that could not be read.
pub fn readable_ink(ground: Rgb, wanted: Option<Rgb>) -> Rgb {
    let readable = || if contrast(LIGHT, ground) > contrast(DARK, ground) { LIGHT } else { DARK };
    wanted.filter(|ink| contrast(*ink, ground) >= READABLE).unwrap_or_else(readable)
}

/// The contrast of two colours: 1 (none) to 21 (black on white), as the
/// accessibility guidelines of the web define it.
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let luminance = |rgb: Rgb| {
        let [r, g, b] = rgb.map(|channel| (f64::from(channel) / 255.0).powf(2.2));
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// A paint as one colour, seen on `below`: of a gradient the colour in its
/// middle. `None` if it names no colour.
pub fn solid(paint: &Paint, below: Rgb) -> Option<Rgb> {
    if let Some(color) = paint.as_color() {
        let [r, g, b, alpha] = color.to_rgba();
        let alpha = if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 1.0 };
        let mixed =
            |channel: f64, below: u8| (channel * alpha + f64::from(below) * (1.0 - alpha)).round() as u8;
        return Some([mixed(r, below[0]), mixed(g, below[1]), mixed(b, below[2])]);
    }
    match paint {
        Paint::Gradient(gradient) => middle(gradient, below),
        Paint::List(paints) => {
            paints.iter().rev().fold(None, |color, paint| solid(paint, color.unwrap_or(below)).or(color))
        }
        Paint::Css(text) if text.contains('(') => match calcarray::color::parse(text)? {
            // A colour would have been one above.
            Paint::Color(_) | Paint::Css(_) | Paint::Other(_) => None,
            parsed => solid(&parsed, below),
        },
        _ => None,
    }
}

fn middle(gradient: &Gradient, below: Rgb) -> Option<Rgb> {
    let stops = crate::svg::gradient::stops(gradient)?;
    let position = if gradient.kind == Kind::Radial { 0.0 } else { 0.5 };
    let [r, g, b, alpha] = crate::svg::gradient::at(&stops, position);
    solid(&calcarray::color::Color::rgba(r, g, b, alpha).into(), below)
}

fn of_picture(picture: &Picture, below: Rgb) -> Rgb {
    let mut color = below;
    for paint in picture.background.iter().chain(&picture.image) {
        color = solid(paint, color).unwrap_or(color);
    }
    // Layers that cover the whole tile; the others are ornaments.
    for layer in &picture.layers {
        let whole = layer.area == Default::default() && layer.mask.is_none() && layer.inscription.is_none();
        if whole && layer.opacity.is_none_or(|opacity| opacity >= 1.0) {
            color = of_picture(&layer.picture, color);
        }
    }
    color
}

/// The closest of the 216 colours and 24 greys of 256-colour terminals.
pub fn indexed(rgb: Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level =
        |channel: u8| (0..LEVELS.len()).min_by_key(|index| LEVELS[*index].abs_diff(channel)).unwrap_or(0);
    let cube = rgb.map(level);
    let mean = rgb.iter().map(|channel| u32::from(*channel)).sum::<u32>() / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    if distance(rgb, [8 + 10 * grey; 3]) < distance(rgb, cube.map(|index| LEVELS[index])) {
        232 + grey
    } else {
        16 + (36 * cube[0] + 6 * cube[1] + cube[2]) as u8
    }
}

/// The 16 colours that every colour terminal has, as xterm shows them.
pub const BASIC: [Rgb; 16] = [
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
];

/// The closest of the 16 colours that every colour terminal has, as xterm
/// shows them.
pub fn basic(rgb: Rgb) -> u8 {
    (0..16_u8).min_by_key(|index| distance(rgb, BASIC[usize::from(*index)])).unwrap_or(0)
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// The text in at most `width` characters: commas between digits go first,
/// then the end, with `…` in its place.
///
/// ```
/// use polymerge_display::shorten;
/// assert_eq!(shorten("131,072", 7), "131,072");
/// assert_eq!(shorten("131,072", 6), "131072");
/// assert_eq!(shorten("1,048,576", 5), "1048…");
/// ```
pub fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let digits: String = text.chars().filter(|character| *character != ',').collect();
    if digits.chars().count() <= width {
        return digits;
    }
    let start = digits.chars().take(width.saturating_sub(1));
    start.chain((width > 0).then_some('…')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_poor_terminals_are_the_closest_ones() {
        for (rgb, index, of_sixteen) in [
            ([0, 0, 0], 16, 0),
            ([255, 255, 255], 231, 15),
            ([128, 128, 128], 244, 8),
            ([255, 0, 0], 196, 9),
            ([20, 190, 10], 34, 2),
        ] {
            assert_eq!((indexed(rgb), basic(rgb)), (index, of_sixteen), "{rgb:?}");
        }
    }

    #[test]
    fn ink_that_can_not_be_read_is_replaced() {
        assert_eq!(readable_ink([250, 250, 250], Some([255, 255, 255])), DARK);
        assert_eq!(readable_ink([250, 250, 250], Some([0, 0, 90])), [0, 0, 90]);
    }

    #[test]
    fn the_middle_of_gradients() {
        for (css, color) in [
            ("linear-gradient(#000, #ff0000 50%, #000)", [255, 0, 0]),
            ("radial-gradient(#00ff00, #000)", [0, 255, 0]),
            ("radial-gradient(#0000, #000), linear-gradient(#123456, #123456)", [0x12, 0x34, 0x56]),
        ] {
            assert_eq!(solid(&Paint::css(css), [0; 3]), Some(color), "{css}");
        }
    }
}
