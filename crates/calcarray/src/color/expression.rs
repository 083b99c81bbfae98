//! Evaluating colour expressions (docs/spec/display.md, "Dispatch" to "HSVA to
//! HSLA in evaluation").

use std::borrow::Cow;

use super::convert::System;
use super::gradient;
use super::paint::{Color, Paint};
use super::rotation::rotate;
use super::scope::{Evaluate, Scope};
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
        if gradient::is_gradient_word(word) {
            return gradient::evaluate(context, word, &entries[1..], &scope_here);
        }
        if word.is("@multi-gradient") {
            let mut paints = Vec::new();
            for entry in &entries[1..] {
                paints.push(evaluate(context, entry, &scope_here)?);
            }
            return Ok(Paint::List(paints));
        }
        if word.is("@rotate") {
            let entry = |index: usize| entries.get(index).cloned().unwrap_or_default();
            let degrees = number_of(context, &entry(1), &scope_here)?;
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

/// Returns the value of an expression as a number; NaN if it is none.
pub(super) fn number_of(
    context: &mut dyn Evaluate,
    expression: &Value,
    scope: &Scope<'_>,
) -> Result<f64, Error> {
    let value = scope.evaluate(context, expression)?;
    to_number(&value, context.meter())
}
