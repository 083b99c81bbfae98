//! Evaluating colour expressions (spec/display.md, 2.1 to 2.3).

use std::borrow::Cow;

use super::convert::System;
use super::css::plain_text;
use super::gradient;
use super::paint::{Color, Paint};
use super::rotation::rotate;
use super::scope::{Evaluate, Scope};
use crate::array::Array;
use crate::error::Error;
use crate::number;
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
            let degrees = number_of(&scope_here.evaluate(context, &entry(1))?);
            let invert = truthy(&scope_here.evaluate(context, &entry(2))?);
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
        let converted = Color::hsva(0.0, number_of(&b), number_of(&c), 1.0).channels;
        b = Value::Number(converted[1]);
        c = Value::Number(converted[2]);
    }
    let [a, b, c, alpha] = [a, b, c, alpha].map(|value| plain_text(&value));
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

/// A value as a number; NaN if it is none.
pub(super) fn number_of(value: &Value) -> f64 {
    match value {
        Value::Number(number) => *number,
        Value::Integer(integer) => integer.to_f64(),
        Value::Boolean(value) => f64::from(u8::from(*value)),
        Value::Rational(value) => value.numerator().to_f64() / value.denominator().to_f64(),
        Value::Text(text) => text.to_utf8().as_deref().and_then(number::parse).unwrap_or(f64::NAN),
        _ => f64::NAN,
    }
}

fn truthy(value: &Value) -> bool {
    match value {
        Value::Boolean(value) => *value,
        Value::Number(number) => *number != 0.0 && !number.is_nan(),
        Value::Integer(integer) => *integer != crate::integer::Integer::ZERO,
        Value::Text(text) => !text.is_empty(),
        Value::Undefined | Value::Null => false,
        _ => true,
    }
}
