//! Colours from one system to another (docs/spec/display.md, "HSVA to HSLA in
//! evaluation" and "Conversion between systems").

use super::scope::{Evaluate, Scope};
use crate::array::Array;
use crate::error::Error;
use crate::text::Text;
use crate::value::Value;

/// The systems a colour expression can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// `["@RGBA", red, green, blue, alpha]`.
    Rgba,
    /// `["@HSLA", hue, saturation, lightness, alpha]`.
    Hsla,
    /// `["@HSVA", hue, saturation, value, alpha]`.
    Hsva,
    /// The text `#rrggbb` or `#rrggbbaa`.
    Hex,
}

impl System {
    /// The system with this word.
    pub fn by_word(word: &Text) -> Option<System> {
        [System::Rgba, System::Hsla, System::Hsva, System::Hex]
            .into_iter()
            .find(|system| word.is(system.word()))
    }

    /// The word an expression starts with.
    pub fn word(self) -> &'static str {
        match self {
            System::Rgba => "@RGBA",
            System::Hsla => "@HSLA",
            System::Hsva => "@HSVA",
            System::Hex => "@Hex",
        }
    }
}

/// Saturation and lightness for the saturation and value of an expression
/// that is evaluated: nothing is clamped (docs/spec/display.md, "HSVA to HSLA in
/// evaluation").
pub(super) fn value_to_lightness(saturation: f64, value: f64) -> [f64; 2] {
    let (saturation, value) = (saturation / 100.0, value / 100.0);
    let lightness = value * (1.0 - saturation / 2.0);
    let saturation = if lightness == 0.0 || lightness == 1.0 {
        0.0
    } else {
        (value - lightness) / lightness.min(1.0 - lightness)
    };
    [saturation * 100.0, lightness * 100.0]
}

/// The hue in degrees of channels between 0 and 1, their maximum and minimum.
fn hue([r, g, b]: [f64; 3]) -> (f64, f64, f64) {
    let (max, min) = (r.max(g).max(b), r.min(g).min(b));
    let d = max - min;
    let hue = if d == 0.0 {
        0.0
    } else if max == r {
        60.0 * (((g - b) / d + 6.0) % 6.0)
    } else if max == g {
        60.0 * ((b - r) / d + 2.0)
    } else {
        60.0 * ((r - g) / d + 4.0)
    };
    (hue, max, min)
}

fn unit(channel: f64, whole: f64) -> f64 {
    (channel / whole).clamp(0.0, 1.0)
}

/// Hue, saturation, lightness of red, green, blue.
pub fn rgb_to_hsl(rgb: [f64; 3]) -> [f64; 3] {
    let (hue, max, min) = hue(rgb.map(|channel| unit(channel, 255.0)));
    let lightness = (max + min) / 2.0;
    let d = max - min;
    let saturation = if d == 0.0 { 0.0 } else { d / (1.0 - (2.0 * lightness - 1.0).abs()) };
    [hue, saturation * 100.0, lightness * 100.0]
}

/// Hue, saturation, value of red, green, blue.
fn rgb_to_hsv(rgb: [f64; 3]) -> [f64; 3] {
    let (hue, max, min) = hue(rgb.map(|channel| unit(channel, 255.0)));
    let d = max - min;
    [hue, if d == 0.0 { 0.0 } else { d / max * 100.0 }, max * 100.0]
}

/// The floored remainder.
fn floored(a: f64, b: f64) -> f64 {
    ((a % b) + b) % b
}

/// Red, green, blue of a hue, a chroma, and what is added to all three.
fn sextant(hue: f64, c: f64, m: f64) -> [f64; 3] {
    let x = c * (1.0 - ((hue / 60.0) % 2.0 - 1.0).abs());
    let rgb = match hue {
        h if h < 60.0 => [c, x, 0.0],
        h if h < 120.0 => [x, c, 0.0],
        h if h < 180.0 => [0.0, c, x],
        h if h < 240.0 => [0.0, x, c],
        h if h < 300.0 => [x, 0.0, c],
        _ => [c, 0.0, x],
    };
    rgb.map(|channel| (channel + m) * 255.0)
}

/// Red, green, blue (0 to 255, not rounded) of hue, saturation, lightness.
pub fn hsl_to_rgb([hue, saturation, lightness]: [f64; 3]) -> [f64; 3] {
    let (s, l) = (unit(saturation, 100.0), unit(lightness, 100.0));
    let c = s * (1.0 - (2.0 * l - 1.0).abs());
    sextant(floored(hue, 360.0), c, l - c / 2.0)
}

fn hsv_to_rgb([hue, saturation, value]: [f64; 3]) -> [f64; 3] {
    let (s, v) = (unit(saturation, 100.0), unit(value, 100.0));
    let c = v * s;
    sextant(floored(hue, 360.0), c, v - c)
}

fn hsl_to_hsv([hue, saturation, lightness]: [f64; 3]) -> [f64; 3] {
    let (s, l) = (unit(saturation, 100.0), unit(lightness, 100.0));
    let v = l + s * l.min(1.0 - l);
    let sv = if v == 0.0 { 0.0 } else { 2.0 * (1.0 - l / v) };
    [floored(hue, 360.0), sv * 100.0, v * 100.0]
}

/// Hue, saturation, lightness of hue, saturation, value, clamped
/// (docs/spec/display.md, "Conversion between systems").
pub fn hsv_to_hsl([hue, saturation, value]: [f64; 3]) -> [f64; 3] {
    let (sv, v) = (unit(saturation, 100.0), unit(value, 100.0));
    let l = v * (1.0 - sv / 2.0);
    let s = if l.fract() == 0.0 { 0.0 } else { (v - l) / l.min(1.0 - l) };
    [floored(hue, 360.0), s * 100.0, l * 100.0]
}

/// The channels (0 to 255) and alpha (0 to 1) of `#rgb`, `#rgba`, `#rrggbb`
/// or `#rrggbbaa`.
pub fn read_hex(text: &str) -> Option<[f64; 4]> {
    let digits = text.strip_prefix('#')?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let value = |from: usize, to: usize| u8::from_str_radix(digits.get(from..to)?, 16).ok().map(f64::from);
    let channel = |index: usize| match digits.len() {
        3 | 4 => value(index, index + 1).map(|digit| digit * 17.0),
        6 | 8 => value(2 * index, 2 * index + 2),
        _ => None,
    };
    let alpha = match digits.len() {
        4 | 8 => channel(3)? / 255.0,
        _ => 1.0,
    };
    Some([channel(0)?, channel(1)?, channel(2)?, alpha])
}

fn write_hex([red, green, blue, alpha]: [f64; 4]) -> String {
    // `as` clamps to 0..=255.
    let byte = |channel: f64| (channel + 0.5).floor() as u8;
    let mut hex = format!("#{:02x}{:02x}{:02x}", byte(red), byte(green), byte(blue));
    if alpha < 1.0 {
        hex.push_str(&format!("{:02x}", byte(alpha * 255.0)));
    }
    hex
}

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
            *channel = super::expression::number_of(context, entry, &scope)?;
        }
        return Ok(to_system(source, channels, target));
    }
    if super::gradient::is_gradient_word(first) || first.is("@multi-gradient") {
        let mut converted = vec![Value::Text(first.clone())];
        for entry in &line.entries()[1..] {
            let is_color = match entry {
                Value::Text(_) => true,
                Value::Array(inner) => !super::gradient::is_no_color(inner),
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
