//! Evaluating gradients (docs/spec/display.md, "Gradients").

use std::borrow::Cow;

use super::expression::{self, number_of};
use super::paint::{Edge, Gradient, Kind, Paint, Preamble, Stop};
use super::scope::{Evaluate, Scope};
use crate::array::Array;
use crate::error::Error;
use crate::text::Text;
use crate::value::Value;

const WORDS: [(&str, Kind, bool); 6] = [
    ("@linear-gradient", Kind::Linear, false),
    ("@radial-gradient", Kind::Radial, false),
    ("@conic-gradient", Kind::Conic, false),
    ("@repeating-linear-gradient", Kind::Linear, true),
    ("@repeating-radial-gradient", Kind::Radial, true),
    ("@repeating-conic-gradient", Kind::Conic, true),
];

fn kind_of(word: &Text) -> Option<(Kind, bool)> {
    WORDS.into_iter().find(|(name, ..)| word.is(name)).map(|(_, kind, repeating)| (kind, repeating))
}

/// The words that gradients begin with.
pub fn gradient_words() -> impl Iterator<Item = &'static str> {
    WORDS.into_iter().map(|(word, ..)| word)
}

/// Returns true if an expression that starts with this word is a gradient.
pub(super) fn is_gradient_word(word: &Text) -> bool {
    kind_of(word).is_some()
}

/// The word for a kind of gradient.
pub(super) fn word_of(kind: Kind, repeating: bool) -> &'static str {
    WORDS.into_iter().find(|(_, k, r)| *k == kind && *r == repeating).map_or("", |(word, ..)| word)
}

/// Returns true if an array among the entries of a gradient is no colour but details or a computed
/// number.
pub(super) fn is_no_color(entry: &Array) -> bool {
    entry.first().is_some_and(|first| first.is_word("@GradientDetails") || first.is_word("@CalcArrayNumber"))
}

/// The gradient with these entries.
pub(super) fn evaluate(
    context: &mut dyn Evaluate,
    word: &Text,
    entries: &[Value],
    scope: &Scope<'_>,
) -> Result<Paint, Error> {
    let Some((kind, repeating)) = kind_of(word) else { return Ok(Paint::css("")) };
    let mut gradient = Gradient::new(kind);
    gradient.repeating = repeating;
    for (index, entry) in entries.iter().enumerate() {
        context.meter().charge(1)?;
        let number = match entry {
            Value::Number(number) => Some(*number),
            Value::Array(array) if array.first().is_some_and(|first| first.is_word("@CalcArrayNumber")) => {
                let rest = Value::Array(array[1..].iter().cloned().collect());
                Some(number_of(context, &rest, scope)?)
            }
            _ => None,
        };
        match (number, entry) {
            (Some(angle), _) if index == 0 => gradient.preamble = Preamble::Angle(angle),
            (Some(position), _) => {
                let position = if context.hexagonal() { kind.on_hexagon(position) } else { position };
                match gradient.stops.last_mut() {
                    Some(stop) => stop.at.push(position),
                    None => continue_preamble(&mut gradient, position),
                }
            }
            (None, Value::Array(details))
                if index == 0 && details.first().is_some_and(|first| first.is_word("@GradientDetails")) =>
            {
                gradient.preamble = details_of(context, kind, &details[1..], scope)?;
            }
            (None, color) => {
                let paint = expression::evaluate(context, color, scope)?;
                gradient.stops.push(Stop { paint, at: Vec::new() });
            }
        }
    }
    Ok(gradient.into())
}

/// A position that no colour precedes: no browser accepts it, but the text
/// is as the reference writes it.
fn continue_preamble(gradient: &mut Gradient, position: f64) {
    let empty = Gradient { stops: Vec::new(), ..gradient.clone() };
    let text = Paint::from(empty).to_css();
    let inside = text.split_once('(').map_or("", |(_, rest)| rest).trim_end_matches(')');
    let unit = if gradient.kind == Kind::Conic { "deg" } else { "%" };
    gradient.preamble =
        Preamble::Css(Cow::Owned(format!("{inside} {}{unit}", crate::number::to_text(position))));
}

fn details_of(
    context: &mut dyn Evaluate,
    kind: Kind,
    entries: &[Value],
    scope: &Scope<'_>,
) -> Result<Preamble, Error> {
    let scale = if context.hexagonal() { 0.75 } else { 1.0 };
    let mut number = |index: usize, default: f64| match entries.get(index) {
        None | Some(Value::Undefined) => Ok(default),
        Some(entry) => number_of(context, entry, scope),
    };
    Ok(match kind {
        Kind::Linear => Preamble::Css(Cow::Borrowed("")),
        Kind::Radial => {
            let (x, y) = (number(0, 50.0)? * scale, number(1, 50.0)? * scale);
            let edge = number(3, 0.0)?;
            let circle = match entries.get(2) {
                Some(entry) => scope.evaluate(context, entry)?.is_true(),
                None => false,
            };
            let edge = match edge {
                1.0 => Edge::FarthestSide,
                2.0 => Edge::ClosestCorner,
                3.0 => Edge::ClosestSide,
                _ => Edge::FarthestCorner,
            };
            Preamble::Radial { x, y, circle, edge }
        }
        // The reference looks for each number of the place one entry too
        // early, and so writes one that is not there (docs/spec/display.md,
        // "Known quirks", quirk 5).
        Kind::Conic if entries.len() == 1 || entries.len() == 2 => {
            let angle = crate::number::to_text(number(0, 0.0)?);
            let place = match entries.len() {
                1 => "undefined% 50%".to_owned(),
                _ => format!("{}% undefined%", crate::number::to_text(number(1, 50.0)? * scale)),
            };
            Preamble::Css(Cow::Owned(format!("from {angle}deg at {place}")))
        }
        Kind::Conic => Preamble::Conic {
            angle: Some(number(0, 0.0)?),
            x: number(1, 50.0)? * scale,
            y: number(2, 50.0)? * scale,
        },
    })
}
