//! Colours of three exponents (docs/spec/display.md, "Three-factor colours").

use calcarray::color::Color;
use num_integer::Integer as _;

use crate::tables::{Levels, Tables};

/// The ways to brighten the colours of primes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glow {
    /// The colours are not changed.
    None,
    /// Brightened to the full; greys stay.
    Prime,
    /// Brightened to the full; greys move towards white.
    PrimeGrey,
}

/// A last change of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// No shade.
    None,
    /// Half way to white.
    Light,
    /// Half as bright.
    Dark,
}

/// The changes to the colours of a family, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Decoration {
    pub glow: Glow,
    pub shade: Shade,
}

impl Decoration {
    /// The decoration that changes nothing.
    pub const PLAIN: Decoration = Decoration { glow: Glow::None, shade: Shade::None };
}

/// A family of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Family {
    Dive(Decoration),
    AntiDive(Decoration),
    SquartSingle(Decoration),
    RationalDive,
    /// Base colours of Gaussian DIVE: 0 for the first half, 1 for the second.
    Gaussian(usize, Decoration),
    OneEighty,
    ThirtyThreeEightyFive,
    Turatin,
    TuratinInner,
    ThirtyThreeOhSeven,
    Locef,
    ThreeTile,
}

impl Family {
    /// This family with another brightness, if it has several.
    #[must_use]
    pub fn glowing(self, glow: Glow) -> Family {
        match self {
            Family::Dive(decoration) => Family::Dive(Decoration { glow, ..decoration }),
            Family::AntiDive(decoration) => Family::AntiDive(Decoration { glow, ..decoration }),
            Family::SquartSingle(decoration) => Family::SquartSingle(Decoration { glow, ..decoration }),
            Family::Gaussian(half, decoration) => Family::Gaussian(half, Decoration { glow, ..decoration }),
            other => other,
        }
    }
}

/// The opaque colour of three exponents.
pub fn three_factor(tables: &Tables, list: [i64; 3], family: Family) -> Color {
    three_factor_with(tables, list, family, false, 1.0)
}

/// The colour of three exponents, inverted and with an alpha if wanted.
pub fn three_factor_with(tables: &Tables, list: [i64; 3], family: Family, invert: bool, alpha: f64) -> Color {
    match family {
        Family::Dive(decoration) | Family::AntiDive(decoration) | Family::SquartSingle(decoration) => {
            let squart = matches!(family, Family::SquartSingle(_));
            let mut rgb = levels(if squart { &tables.squart_single } else { &tables.dive }, list)
                .map(|level| 17.0 * level);
            if decoration != Decoration::PLAIN && !squart {
                rgb[1] = 17.0 * level(&tables.dive_decorated_green, list[1]);
            }
            let rgb = decorate(rgb, decoration, 0.5);
            let anti = matches!(family, Family::AntiDive(_));
            with_alpha(if invert != anti { rgb.map(|channel| 255.0 - channel) } else { rgb }, alpha)
        }
        Family::RationalDive => {
            let rgb = levels(&tables.rational_dive, list.map(i64::abs));
            let mut channels = [0.0; 3];
            for ((channel, level), exponent) in channels.iter_mut().zip(rgb).zip(list) {
                *channel = if (exponent < 0) != invert { 255.0 - level } else { level };
            }
            with_alpha(channels, alpha)
        }
        Family::Gaussian(half, decoration) => {
            let half = half.min(1);
            let rgb = levels(&tables.gaussian_dive[half], list).map(|level| 17.0 * level);
            let [r, g, b] = decorate(rgb, decoration, 0.2);
            let color = Color::rgba(r, g, b, alpha).rotated([45.0, 75.0][half], false);
            if invert { color.rotated(180.0, true) } else { color }
        }
        Family::OneEighty | Family::ThirtyThreeEightyFive => {
            let p: f64 = if family == Family::OneEighty { 0.85 } else { 0.75 };
            let color = by_value(list, p, alpha);
            if invert { color.rotated(180.0, true).with_alpha(alpha) } else { color }
        }
        Family::Turatin => {
            let [r, g, b] = list.map(|e| 255.0 * (1.0 - (2.0f64 / 3.0).powf(e as f64)));
            Color::rgba(r, g, b, alpha).rotated(if invert { 240.0 } else { 60.0 }, invert)
        }
        Family::TuratinInner => {
            let [r, g, b] = list.map(|e| 255.0 * (1.0 - 0.5f64.powf(e as f64)));
            let color = Color::rgba(r, g, b, alpha);
            if invert { color.rotated(180.0, true) } else { color }
        }
        Family::ThirtyThreeOhSeven => {
            let sum = (list[0] + list[1] + list[2]) as f64;
            let lightness = if sum < 5.0 { 10.0 * sum } else { 95.0 - 45.0 * 0.75f64.powf(sum - 5.0) };
            by_lightness(list, 30.0, lightness, invert, alpha)
        }
        Family::Locef | Family::ThreeTile => {
            let [a, b, c] = list.map(|e| e as f64);
            let x = (a * 3f64.ln() + b * 5f64.ln() + c * 7f64.ln()) / 3f64.ln();
            let x = if family == Family::ThreeTile { 1.5 * x } else { x };
            let lightness = if x < 4.0 { 100.0 - 10.0 * x } else { 10.0 + 40.0 * 0.8f64.powf(x - 4.0) };
            by_lightness(list, 60.0, lightness, invert, alpha)
        }
    }
}

fn level(table: &[f64], exponent: i64) -> f64 {
    let index = usize::try_from(exponent.max(0)).unwrap_or(usize::MAX).min(table.len().saturating_sub(1));
    table.get(index).copied().unwrap_or(0.0)
}

fn levels(levels: &Levels, list: [i64; 3]) -> [f64; 3] {
    [level(&levels.red, list[0]), level(&levels.green, list[1]), level(&levels.blue, list[2])]
}

fn decorate(rgb: [f64; 3], decoration: Decoration, grey: f64) -> [f64; 3] {
    let [r, g, b] = rgb;
    let towards_white = |channel: f64, part: f64| channel + (255.0 - channel) * part;
    let rgb = match decoration.glow {
        Glow::None => rgb,
        Glow::Prime if r == g && g == b => rgb,
        Glow::PrimeGrey if r == g && g == b => rgb.map(|channel| towards_white(channel, grey)),
        Glow::Prime | Glow::PrimeGrey => {
            let max = r.max(g).max(b);
            rgb.map(|channel| channel * 255.0 / max)
        }
    };
    match decoration.shade {
        Shade::None => rgb,
        Shade::Light => rgb.map(|channel| towards_white(channel, 0.5)),
        Shade::Dark => rgb.map(|channel| channel * 0.5),
    }
}

fn with_alpha([r, g, b]: [f64; 3], alpha: f64) -> Color {
    if alpha == 1.0 { Color::rgb(r, g, b) } else { Color::rgba(r, g, b, alpha) }
}

/// The hue of three exponents that are not all equal, the smallest of them,
/// and what the other two have above it. The smallest stands opposite of its
/// primary colour.
fn mixture([a, b, c]: [i64; 3], offset: f64) -> (f64, i64, [i64; 2]) {
    let ratio = |x: i64, y: i64| 120.0 * x as f64 / (x + y) as f64;
    if a >= c && b >= c {
        (offset + ratio(b - c, a - c), c, [a - c, b - c])
    } else if b >= a && c >= a {
        (offset + 120.0 + ratio(c - a, b - a), a, [b - a, c - a])
    } else {
        (offset + 240.0 + ratio(a - b, c - b), b, [c - b, a - b])
    }
}

fn by_value(list: [i64; 3], p: f64, alpha: f64) -> Color {
    let [a, b, c] = list;
    if a == b && b == c {
        let value = if a == 0 { 0.0 } else { 100.0 * p.powf((a - 1) as f64) };
        return Color::hsva(0.0, 0.0, value, alpha);
    }
    let (hue, least, [x, y]) = mixture(list, 0.0);
    let value = 100.0 * p.powf((x.gcd(&y) - 1) as f64);
    Color::hsva(hue, 100.0 * 0.7f64.powf(least as f64), value, alpha)
}

fn by_lightness(list: [i64; 3], offset: f64, lightness: f64, invert: bool, alpha: f64) -> Color {
    let [a, b, c] = list;
    let color = if a == b && b == c {
        Color::hsla(0.0, 0.0, lightness, alpha)
    } else {
        let (hue, least, _) = mixture(list, offset);
        Color::hsla(hue, 100.0 * 0.7f64.powf(least as f64), lightness, alpha)
    };
    if invert { color.rotated(180.0, true) } else { color }
}
