//! Reading CSS text back into paints and colour expressions
//! (docs/spec/display.md, "Parsing a CSS string back").

use std::borrow::Cow;

use super::channels::read_hex;
use super::paint::{Color, Edge, Function, Gradient, Kind, Paint, Preamble, Stop};
use crate::number;

/// The depth to which parentheses may nest; real paints have two levels.
pub(super) const DEPTH: usize = 16;

/// The functions of CSS that colours and gradients are made of. None of them
/// reaches out of a page, as `url` does.
pub const FUNCTIONS: [&str; 17] = [
    "rgb",
    "rgba",
    "hsl",
    "hsla",
    "hwb",
    "lab",
    "lch",
    "oklab",
    "oklch",
    "color",
    "color-mix",
    "linear-gradient",
    "radial-gradient",
    "conic-gradient",
    "repeating-linear-gradient",
    "repeating-radial-gradient",
    "repeating-conic-gradient",
];

/// The paint that CSS text stands for: a colour by channels or hex digits, a
/// gradient, or several. `None` if it is neither. A missing parenthesis at
/// the end is supplied.
///
/// ```
/// use calcarray::color::parse;
/// let paint = parse("linear-gradient(90deg, #f00 0% 30%, hsl(240, 100%, 50%))").unwrap();
/// assert_eq!(paint.to_css(), "linear-gradient(90deg, rgba(255, 0, 0, 1) 0% 30%, hsla(240, 100%, 50%, 1))");
/// assert_eq!(parse("no colour"), None);
/// ```
pub fn parse(text: &str) -> Option<Paint> {
    parse_within(text, DEPTH)
}

impl Paint {
    /// The paint as one colour, if it is one: by channels, or a text that can
    /// be read.
    pub fn as_color(&self) -> Option<Color> {
        match self {
            Paint::Color(color) => Some(*color),
            Paint::Css(text) => match parse(text) {
                Some(Paint::Color(color)) => Some(color),
                _ => None,
            },
            _ => None,
        }
    }
}

fn parse_within(text: &str, depth: usize) -> Option<Paint> {
    let depth = depth.checked_sub(1)?;
    let parts = split(text, ',');
    if let [part] = parts[..] {
        let part = part.trim();
        return match part.split_once('(') {
            None => read_hex(part).map(|[r, g, b, a]| Color::rgba(r, g, b, a).into()),
            Some((name, inside)) => function(name.trim(), inside.strip_suffix(')').unwrap_or(inside), depth),
        };
    }
    parts.into_iter().map(|part| parse_within(part, depth)).collect::<Option<Vec<_>>>().map(Paint::List)
}

/// The parts of the text between separators outside of parentheses.
pub(super) fn split(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0_usize;
    text.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c == separator
    })
    .collect()
}

fn function(name: &str, inside: &str, depth: usize) -> Option<Paint> {
    if let Some(color) = color(name, inside) {
        return Some(color.into());
    }
    let (kind, repeating) = gradient_kind(name)?;
    let mut gradient = Gradient::new(kind);
    gradient.repeating = repeating;
    for (index, part) in split(inside, ',').into_iter().enumerate() {
        let part = part.trim();
        if index == 0
            && let Some(preamble) = preamble(kind, part)
        {
            gradient.preamble = preamble;
            continue;
        }
        // A space between a function and its positions may be missing.
        let end = match part.find('(') {
            Some(open) if !part[..open].contains(' ') => {
                part.rfind(')').map_or(part.len(), |close| close + 1)
            }
            _ => part.find(' ').unwrap_or(part.len()),
        };
        let (color, positions) = part.split_at(end);
        gradient.stops.push(Stop {
            paint: parse_within(color, depth).unwrap_or_else(|| Paint::Css(Cow::Owned(color.to_owned()))),
            at: positions
                .split(' ')
                .filter(|position| !position.is_empty())
                .map(|p| position(kind, p))
                .collect(),
        });
    }
    Some(gradient.into())
}

/// The colour that a function with channels gives.
pub(super) fn color(name: &str, inside: &str) -> Option<Color> {
    let function = match name {
        "rgb" | "rgba" => Function::Rgba,
        "hsl" | "hsla" => Function::Hsla,
        _ => return None,
    };
    let separator = if inside.contains(',') { &[','][..] } else { &[' ', '/'] };
    let mut channels = inside.split(separator).filter(|part| !part.is_empty()).map(read_number);
    let mut next = || channels.next().unwrap_or(f64::NAN);
    let color = [next(), next(), next()];
    Some(Color { function, channels: color, alpha: Some(channels.next().unwrap_or(1.0)) })
}

/// The kind of gradient that a function gives, and whether it repeats.
pub(super) fn gradient_kind(name: &str) -> Option<(Kind, bool)> {
    let (repeating, name) = match name.strip_prefix("repeating-") {
        Some(name) => (true, name),
        None => (false, name),
    };
    let kind = [Kind::Linear, Kind::Radial, Kind::Conic].into_iter().find(|kind| kind.name() == name)?;
    Some((kind, repeating))
}

/// A position; percentages of a conic gradient become degrees.
fn position(kind: Kind, text: &str) -> f64 {
    let value = read_number(text);
    if kind == Kind::Conic && text.ends_with('%') { value * 3.6 } else { value }
}

/// The number at the start of `30%`, `30deg`, `30`.
pub(super) fn read_number(text: &str) -> f64 {
    let text = text.trim();
    let text = text.strip_suffix("deg").or_else(|| text.strip_suffix('%')).unwrap_or(text);
    number::parse(text).unwrap_or(f64::NAN)
}

pub(super) fn preamble(kind: Kind, part: &str) -> Option<Preamble> {
    let words: Vec<&str> = part.split(' ').filter(|word| !word.is_empty()).collect();
    let place = words.iter().position(|word| *word == "at").map(|at| {
        let coordinate = |index: usize| words.get(at + index).map_or(50.0, |word| read_number(word));
        (coordinate(1), coordinate(2))
    });
    match kind {
        Kind::Linear => part.strip_suffix("deg").map(|angle| Preamble::Angle(read_number(angle))),
        Kind::Conic => {
            let angle = match words[..] {
                ["from", angle, ..] => Some(read_number(angle)),
                _ => None,
            };
            match (angle, place) {
                (angle, Some((x, y))) => Some(Preamble::Conic { angle, x, y }),
                (Some(angle), None) => Some(Preamble::Angle(angle)),
                (None, None) => None,
            }
        }
        Kind::Radial => {
            let shaped = matches!(words.first(), Some(&("circle" | "ellipse" | "at")));
            let edge = Edge::ALL.into_iter().find(|edge| words.contains(&edge.name()));
            if !shaped && edge.is_none() {
                return None;
            }
            let (x, y) = place.unwrap_or((50.0, 50.0));
            let edge = edge.unwrap_or(Edge::FarthestCorner);
            Some(Preamble::Radial { x, y, circle: words.contains(&"circle"), edge })
        }
    }
}
