//! The backgrounds of a Custom Mode: gradients as CSS text
//! (docs/spec/custom-modes.md, "Backgrounds" and "Backgrounds as text").

use calcarray::{Value, number};

use crate::error::ModifierError;
use crate::parts::expression::{entries, list};

/// A colour or gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Background {
    /// `@linear-gradient`, `@radial-gradient` or `@conic-gradient`.
    pub gradient: Value,
    /// Its angle in degrees.
    pub angle: f64,
    /// Positions in percent, and colours `[system, c1, c2, c3, opacity]`.
    pub stops: Vec<(f64, Value)>,
}

impl Background {
    pub(super) fn read(value: &Value) -> Result<Background, ModifierError> {
        let [gradient, Value::Number(angle), positions, colors, ..] = entries(value) else {
            return Err(ModifierError::Value {
                name: "background",
                value: calcarray::json::write(value),
                expected: "gradient, angle, positions and colours".into(),
            });
        };
        let position = |place| entries(positions).get(place).and_then(Value::as_number).unwrap_or(0.0);
        let stops = entries(colors).iter().enumerate().map(|(place, color)| (position(place), color.clone()));
        Ok(Background { gradient: gradient.clone(), angle: *angle, stops: stops.collect() })
    }

    pub(super) fn write(&self) -> Value {
        let positions: Vec<Value> = self.stops.iter().map(|(position, _)| Value::Number(*position)).collect();
        let colors: Vec<Value> = self.stops.iter().map(|(_, color)| color.clone()).collect();
        list![self.gradient.clone(), self.angle, positions, colors]
    }

    /// The first colour as CSS; `None` if there is none.
    pub fn color(&self) -> Option<String> {
        self.stops.first().map(|(_, color)| css(color))
    }

    /// The whole as CSS: one colour alone, or a gradient by position.
    pub fn css(&self) -> Option<String> {
        match &self.stops[..] {
            [] => None,
            [_] => self.color(),
            _ => Some(self.gradient_css(true)),
        }
    }

    /// The whole as CSS, always a gradient: one colour counts twice.
    pub fn full_css(&self) -> Option<String> {
        match &self.stops[..] {
            [] => None,
            [only] => {
                let twice = Background { stops: vec![only.clone(), only.clone()], ..self.clone() };
                Some(twice.gradient_css(false))
            }
            _ => Some(self.gradient_css(true)),
        }
    }

    fn gradient_css(&self, positions: bool) -> String {
        let angle = number::to_text(self.angle);
        let (name, start, unit) = match () {
            () if self.gradient.is_word("@radial-gradient") => ("radial-gradient", None, "%"),
            () if self.gradient.is_word("@conic-gradient") => {
                ("conic-gradient", Some(format!("from {angle}deg")), "deg")
            }
            () => ("linear-gradient", Some(format!("{angle}deg")), "%"),
        };
        let mut stops: Vec<&(f64, Value)> = self.stops.iter().collect();
        if positions {
            stops.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        }
        let stop = |(position, color): &(f64, Value)| {
            let color = css(color);
            if positions { format!("{color} {}{unit}", number::to_text(*position)) } else { color }
        };
        let parts: Vec<String> = start.into_iter().chain(stops.into_iter().map(stop)).collect();
        format!("{name}({})", parts.join(", "))
    }
}

/// A colour as CSS.
fn css(color: &Value) -> String {
    let all = entries(color);
    let part = |place: usize| all.get(place).and_then(Value::as_number).unwrap_or(0.0);
    let text = |number| number::to_text(number);
    let (a, b, c, opacity) = (part(1), part(2), part(3), text(part(4)));
    if all.first().is_some_and(|system| system.is_word("@RGBA")) {
        return format!("rgba({}, {}, {}, {opacity})", text(a), text(b), text(c));
    }
    let (saturation, lightness) =
        if all.first().is_some_and(|system| system.is_word("@HSVA")) { lightness(b, c) } else { (b, c) };
    format!("hsla({}, {}%, {}%, {opacity})", text(a), text(saturation), text(lightness))
}

/// Saturation and value of HSV as saturation and lightness of HSL, in percent.
fn lightness(saturation: f64, value: f64) -> (f64, f64) {
    let (saturation, value) = (saturation / 100.0, value / 100.0);
    let lightness = value * (1.0 - saturation / 2.0);
    let saturation = match lightness {
        0.0 | 1.0 => 0.0,
        _ => (value - lightness) / lightness.min(1.0 - lightness),
    };
    (saturation * 100.0, lightness * 100.0)
}
