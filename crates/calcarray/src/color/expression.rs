//! Evaluating colour expressions (docs/spec/display.md, "Dispatch" to "HSVA to
//! HSLA in evaluation").

use std::borrow::Cow;

use super::paint::{Color, Edge, Gradient, Kind, Paint, Preamble, Stop};
use super::rotation::rotate;
use super::scope::{Evaluate, Scope};
use super::words::{LAYERS, System, gradient_of};
use crate::array::Array;
use crate::convert::{is_truthy, to_number, to_text};
use crate::error::Error;
use crate::value::Value;

/// Evaluates a colour expression: a text, or an array such as
/// `["@HSLA", 30, 100, 50, 1]` whose channels are CalcArrays.
///
/// # Errors
/// Those of the CalcArrays in it, and the limits of the meter.
pub fn evaluate(context: &mut dyn Evaluate, expression: &Value, scope: &Scope<'_>) -> Result<Paint, Error> {
    let Value::Array(array) = expression else {
        return Ok(as_it_is(expression.clone()));
    };
    context.meter().enter()?;
    let result = evaluate_array(context, array.clone(), scope);
    context.meter().leave();
    result
}

fn evaluate_array(context: &mut dyn Evaluate, mut array: Array, scope: &Scope<'_>) -> Result<Paint, Error> {
    loop {
        context.meter().charge(1)?;
        let line = scope.enter(context, &array, true)?;
        let scope_here = line.scope();
        let entries = line.entries();
        let word = match entries.first() {
            Some(Value::Text(word)) => word,
            _ => return evaluate_code(context, &array, scope),
        };
        if word.is("@CalcArray") {
            context.meter().array(entries.len())?;
            match scope_here.evaluate(context, &Value::Array(entries[1..].iter().cloned().collect()))? {
                Value::Array(result) => {
                    array = result;
                    continue;
                }
                other => return Ok(as_it_is(other)),
            }
        }
        if let Some(system) = System::by_word(word).filter(|&system| system != System::Hex) {
            return color(context, system, &entries[1..], &scope_here);
        }
        if let Some(kind) = gradient_of(word) {
            return gradient(context, kind, &entries[1..], &scope_here);
        }
        if word.is(LAYERS) {
            let mut paints = Vec::new();
            for entry in &entries[1..] {
                paints.push(evaluate(context, entry, &scope_here)?);
            }
            return Ok(Paint::List(paints));
        }
        if word.is("@rotate") {
            let entry = |index: usize| entries.get(index).cloned().unwrap_or_default();
            let degrees = scope_here.number(context, &entry(1))?;
            let invert = is_truthy(&scope_here.evaluate(context, &entry(2))?);
            let rotated = rotate(context, &entry(3), degrees, invert, &scope_here)?;
            return evaluate(context, &rotated, &scope_here);
        }
        return evaluate_code(context, &array, scope);
    }
}

/// An array that is no colour expression: a CalcArray that gives one.
fn evaluate_code(context: &mut dyn Evaluate, array: &Array, scope: &Scope<'_>) -> Result<Paint, Error> {
    let value = scope.evaluate(context, &Value::Array(array.clone()))?;
    evaluate(context, &value, scope)
}

fn color(
    context: &mut dyn Evaluate,
    system: System,
    entries: &[Value],
    scope: &Scope<'_>,
) -> Result<Paint, Error> {
    let mut values: [Value; 4] = Default::default();
    for (value, entry) in values.iter_mut().zip(entries) {
        *value = scope.evaluate(context, entry)?;
    }
    let exact = |value: &Value| match value {
        Value::Number(number) => Some(*number),
        Value::Integer(integer) => Some(integer.to_f64()),
        _ => None,
    };
    let channels = [exact(&values[0]), exact(&values[1]), exact(&values[2]), exact(&values[3])];
    if let [Some(a), Some(b), Some(c), Some(alpha)] = channels {
        return Ok(Paint::Color(match system {
            System::Hsva => Color::hsva(a, b, c, alpha),
            System::Hsla => Color::hsla(a, b, c, alpha),
            System::Rgba | System::Hex => Color::rgba(a, b, c, alpha),
        }));
    }
    // Something that is no number: the text has it as it is.
    let [a, mut b, mut c, alpha] = values;
    let (name, percent) = if system == System::Rgba { ("rgba", "") } else { ("hsla", "%") };
    if system == System::Hsva {
        let (saturation, value) = (to_number(&b, context.meter())?, to_number(&c, context.meter())?);
        let converted = Color::hsva(0.0, saturation, value, 1.0).channels;
        b = Value::Number(converted[1]);
        c = Value::Number(converted[2]);
    }
    let mut text = |value: &Value| to_text(value, context.meter());
    let (a, b, c, alpha) = (text(&a)?, text(&b)?, text(&c)?, text(&alpha)?);
    Ok(Paint::Css(Cow::Owned(format!("{name}({a}, {b}{percent}, {c}{percent}, {alpha})"))))
}

/// The gradient with these entries (docs/spec/display.md, "Gradients").
fn gradient(
    context: &mut dyn Evaluate,
    (kind, repeating): (Kind, bool),
    entries: &[Value],
    scope: &Scope<'_>,
) -> Result<Paint, Error> {
    let mut gradient = Gradient::new(kind);
    gradient.repeating = repeating;
    for (index, entry) in entries.iter().enumerate() {
        context.meter().charge(1)?;
        let number = match entry {
            Value::Number(number) => Some(*number),
            Value::Array(array) if array.first().is_some_and(|first| first.is_word("@CalcArrayNumber")) => {
                let rest = Value::Array(array[1..].iter().cloned().collect());
                Some(scope.number(context, &rest)?)
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
                let paint = evaluate(context, color, scope)?;
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
        Some(entry) => scope.number(context, entry),
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

/// A value that is taken for what it is: usually CSS text.
fn as_it_is(value: Value) -> Paint {
    match value {
        Value::Text(text) => match text.to_utf8() {
            Some(text) => Paint::Css(Cow::Owned(text)),
            None => Paint::Other(Value::Text(text)),
        },
        other => Paint::Other(other),
    }
}
