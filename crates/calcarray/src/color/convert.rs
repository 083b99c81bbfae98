//! Colour expressions in another system (docs/spec/display.md, "Conversion between systems").

use super::channels::{
    hsl_to_hsv, hsl_to_rgb, hsv_to_hsl, hsv_to_rgb, read_hex, rgb_to_hsl, rgb_to_hsv, write_hex,
};
use super::scope::{Evaluate, Scope};
use super::words::{System, has_colors, is_no_color};
use crate::array::Array;
use crate::error::Error;
use crate::value::Value;

/// A colour expression in another system. Gradients are converted entry by
/// entry; what is no colour expression is returned as it is.
///
/// # Errors
/// Those of the expressions in it.
pub fn convert(
    context: &mut dyn Evaluate,
    expression: &Value,
    target: System,
    scope: &Scope<'_>,
) -> Result<Value, Error> {
    context.meter().enter()?;
    let result = convert_here(context, expression, target, scope);
    context.meter().leave();
    result
}

fn convert_here(
    context: &mut dyn Evaluate,
    expression: &Value,
    target: System,
    scope: &Scope<'_>,
) -> Result<Value, Error> {
    context.meter().charge(1)?;
    let array = match expression {
        Value::Text(text) => {
            let rgba =
                if target == System::Hex { None } else { text.to_utf8().as_deref().and_then(read_hex) };
            return Ok(match rgba {
                Some(rgba) => to_system(System::Rgba, rgba, target),
                None => expression.clone(),
            });
        }
        Value::Array(array) => array,
        _ => return Ok(expression.clone()),
    };
    let line = scope.enter(context, array, true)?;
    let scope = line.scope();
    let Some(Value::Text(first)) = line.entries().first() else {
        let value = scope.evaluate(context, expression)?;
        return convert(context, &value, target, &scope);
    };
    if let Some(source) = System::by_word(first) {
        let mut channels = [f64::NAN; 4];
        for (channel, entry) in channels.iter_mut().zip(&line.entries()[1..]) {
            *channel = scope.number(context, entry)?;
        }
        return Ok(to_system(source, channels, target));
    }
    if has_colors(first) {
        let mut converted = vec![Value::Text(first.clone())];
        for entry in &line.entries()[1..] {
            let is_color = match entry {
                Value::Text(_) => true,
                Value::Array(inner) => !is_no_color(inner),
                _ => false,
            };
            converted.push(if is_color { convert(context, entry, target, &scope)? } else { entry.clone() });
        }
        return Ok(Value::Array(Array::new(converted)));
    }
    let value = scope.evaluate(context, &Value::Array(Array::new(line.entries().to_vec())))?;
    if value == *expression {
        return Ok(value);
    }
    convert(context, &value, target, &scope)
}

fn to_system(source: System, channels: [f64; 4], target: System) -> Value {
    let [a, b, c, alpha] = channels;
    let color = [a, b, c];
    let converted = match (source, target) {
        (System::Rgba, System::Hsla) => rgb_to_hsl(color),
        (System::Rgba, System::Hsva) => rgb_to_hsv(color),
        (System::Hsla, System::Hsva) => hsl_to_hsv(color),
        (System::Hsva, System::Hsla) => hsv_to_hsl(color),
        (System::Hsla, System::Rgba | System::Hex) => hsl_to_rgb(color),
        (System::Hsva, System::Rgba | System::Hex) => hsv_to_rgb(color),
        _ => color,
    };
    let [a, b, c] = converted;
    if target == System::Hex {
        return Value::text(write_hex([a, b, c, alpha]).as_str());
    }
    let mut entries = vec![Value::text(target.word())];
    entries.extend([a, b, c, alpha].map(Value::Number));
    Value::array(entries)
}
