//! Turning the hues of paints and of colour expressions (docs/spec/display.md, "Rotation").

use super::channels::rgb_to_hsl;
use super::convert::convert;
use super::deevaluate::deevaluate;
use super::paint::{Color, Function, Paint};
use super::scope::{Evaluate, Scope};
use super::words::{System, has_colors};
use crate::array::Array;
use crate::error::Error;
use crate::value::Value;

impl Color {
    /// The hue turned by `degrees`, and the lightness mirrored if `invert`
    /// (docs/spec/display.md, "Rotation").
    #[must_use]
    pub fn rotated(self, degrees: f64, invert: bool) -> Color {
        let [hue, saturation, lightness] = match self.function {
            Function::Hsl | Function::Hsla => self.channels,
            Function::Rgb | Function::Rgba => rgb_to_hsl(self.channels),
        };
        let lightness = if invert { 100.0 - lightness } else { lightness };
        Color::hsla(hue + degrees, saturation, lightness, self.alpha.unwrap_or(1.0))
    }
}

impl Paint {
    /// Every colour with its hue turned and, if `invert`, its lightness
    /// mirrored. What can't be read as a colour stays.
    #[must_use]
    pub fn rotated(&self, degrees: f64, invert: bool) -> Paint {
        match self {
            Paint::Gradient(gradient) => {
                let mut gradient = gradient.clone();
                for stop in &mut gradient.stops {
                    stop.paint = stop.paint.rotated(degrees, invert);
                }
                Paint::Gradient(gradient)
            }
            Paint::List(paints) => {
                Paint::List(paints.iter().map(|paint| paint.rotated(degrees, invert)).collect())
            }
            other => match other.as_color() {
                Some(color) => color.rotated(degrees, invert).into(),
                None => other.clone(),
            },
        }
    }
}

/// The colour expression with every hue turned by `degrees` and, if `invert`,
/// every lightness mirrored.
///
/// # Errors
/// Those of the CalcArrays in it.
pub fn rotate(
    context: &mut dyn Evaluate,
    expression: &Value,
    degrees: f64,
    invert: bool,
    scope: &Scope<'_>,
) -> Result<Value, Error> {
    context.meter().enter()?;
    let result = rotate_here(context, expression, degrees, invert, scope);
    context.meter().leave();
    result
}

fn rotate_here(
    context: &mut dyn Evaluate,
    expression: &Value,
    degrees: f64,
    invert: bool,
    scope: &Scope<'_>,
) -> Result<Value, Error> {
    context.meter().charge(1)?;
    match expression {
        Value::Text(text) if text.units().contains(&u16::from(b'(')) => {
            let parsed = deevaluate(&text.to_string_lossy());
            // What couldn't be read comes back as it was.
            return if parsed == *expression {
                Ok(parsed)
            } else {
                rotate(context, &parsed, degrees, invert, scope)
            };
        }
        Value::Array(array) => {
            let is_gradient = |entry: &Value| matches!(entry, Value::Text(word) if has_colors(word));
            let start = array.iter().position(|entry| !is_prefix(entry)).unwrap_or(0);
            if array.get(start).is_some_and(is_gradient) {
                context.meter().array(array.len())?;
                let mut rotated: Vec<Value> = array[..=start].to_vec();
                for entry in &array[start + 1..] {
                    rotated.push(match entry {
                        Value::Array(_) => rotate(context, entry, degrees, invert, scope)?,
                        Value::Text(text) if text.starts_with("#") => {
                            rotate(context, entry, degrees, invert, scope)?
                        }
                        other => other.clone(),
                    });
                }
                return Ok(Value::Array(Array::new(rotated)));
            }
        }
        _ => {}
    }
    let converted = convert(context, expression, System::Hsla, scope)?;
    let Value::Array(array) = &converted else { return Ok(converted) };
    let is_hsla = array.first().is_some_and(|first| first.is_word("@HSLA"));
    let (Some(Value::Number(hue)), Some(Value::Number(lightness)), true) =
        (array.get(1), array.get(3), is_hsla)
    else {
        // A CalcArray that gave a gradient; anything else stays.
        let gradient = matches!(array.first(), Some(Value::Text(word)) if has_colors(word));
        return if gradient { rotate(context, &converted, degrees, invert, scope) } else { Ok(converted) };
    };
    let (hue, lightness) = (hue + degrees, if invert { 100.0 - lightness } else { *lightness });
    let mut entries = array.to_vec();
    entries[1] = Value::Number(hue);
    entries[3] = Value::Number(lightness);
    Ok(Value::Array(Array::new(entries)))
}

fn is_prefix(entry: &Value) -> bool {
    match entry {
        Value::Text(text) => {
            text.is("@include_gvars") || text.starts_with("@var_") || text.starts_with("@global_var_")
        }
        _ => false,
    }
}
