//! The colours of the tiles of a Custom Mode (docs/spec/custom-modes.md,
//! "Colour rules" and "Tile types").

use calcarray::Value;

use super::restriction::Restriction;
use crate::error::ModifierError;
use crate::parts::expression::{appended, entries, list};

/// The colours of some tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct ColorRule {
    /// The tile numbers that they are for.
    pub restriction: Restriction,
    /// The colours, each with its position in percent.
    pub stops: Vec<(Color, f64)>,
    /// The gradient: its name, and its angle if it has one.
    pub gradient: Value,
    /// The colour of the text.
    pub text: Color,
}

/// A colour that changes from tile to tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Color {
    /// `@HSLA`, `@HSVA` or `@RGBA`.
    pub system: Value,
    /// The tile number at which the components have their first values.
    pub start: f64,
    /// The components, the last one being the opacity.
    pub components: [Component; 4],
}

/// The sequence of a component of a colour from tile to tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// The first value.
    pub first: f64,
    /// True if it approaches `change`; otherwise it grows by it.
    pub far: bool,
    /// The increment, or the limit.
    pub change: f64,
    /// The part of the distance that is left after each tile.
    pub rate: f64,
}

/// Entries of a colour in a code.
const ENTRIES: usize = 18;

impl Color {
    fn read(value: &Value) -> Result<Color, ModifierError> {
        let all = entries(value);
        let number = |place: usize| all.get(place).and_then(Value::as_number);
        let component = |part: usize| {
            Some(Component {
                first: number(1 + part)?,
                far: all.get(6 + 3 * part)?.is_true(),
                change: number(7 + 3 * part)?,
                rate: number(8 + 3 * part)?,
            })
        };
        let read = || {
            Some(Color {
                system: all.first()?.clone(),
                start: number(5)?,
                components: [component(0)?, component(1)?, component(2)?, component(3)?],
            })
        };
        read().ok_or_else(|| ModifierError::Value {
            name: "colors",
            value: calcarray::json::write(value),
            expected: format!("a colour of {ENTRIES} entries"),
        })
    }

    fn write(&self) -> Value {
        let mut all = vec![self.system.clone()];
        all.extend(self.components.iter().map(|component| Value::Number(component.first)));
        all.push(self.start.into());
        for component in &self.components {
            all.extend([component.far.into(), component.change.into(), component.rate.into()]);
        }
        all.into()
    }

    fn expression(&self) -> Value {
        let component = |component: &Component| {
            let Component { first, far, change, rate } = *component;
            let along = list!["@This 0", "-", self.start];
            if far {
                list![rate, "^", along, "*", first - change, "+", change]
            } else {
                appended(&along, ["*".into(), change.into(), "+".into(), first.into()])
            }
        };
        appended(&list![self.system.clone()], self.components.iter().map(component))
    }
}

impl ColorRule {
    pub(super) fn read(value: &Value) -> Result<ColorRule, ModifierError> {
        let [kind, restriction, colors, positions, gradient, text, ..] = entries(value) else {
            return Err(ModifierError::Value {
                name: "colors",
                value: calcarray::json::write(value),
                expected: "kind, numbers, colours, positions, gradient and colour of the text".into(),
            });
        };
        let position = |place| entries(positions).get(place).and_then(Value::as_number).unwrap_or(0.0);
        let stop = |(place, color)| Ok((Color::read(color)?, position(place)));
        Ok(ColorRule {
            restriction: Restriction::read("colors", kind, restriction)?,
            stops: entries(colors).iter().enumerate().map(stop).collect::<Result<_, ModifierError>>()?,
            gradient: gradient.clone(),
            text: Color::read(text)?,
        })
    }

    pub(super) fn write(&self) -> Value {
        let [kind, restriction] = self.restriction.write();
        let colors: Vec<Value> = self.stops.iter().map(|(color, _)| color.write()).collect();
        let positions: Vec<Value> = self.stops.iter().map(|(_, position)| Value::Number(*position)).collect();
        list![kind, restriction, colors, positions, self.gradient.clone(), self.text.write()]
    }

    /// The tile type; `None` for an empty list of numbers.
    pub(super) fn tile_type(&self) -> Option<Value> {
        if self.restriction.is_empty() {
            return None;
        }
        let color = match &self.stops[..] {
            [(only, _)] => only.expression(),
            stops => {
                let mut stops: Vec<&(Color, f64)> = stops.iter().collect();
                stops.sort_by(|(_, a), (_, b)| a.total_cmp(b));
                let stops = stops.into_iter().flat_map(|(color, at)| [color.expression(), (*at).into()]);
                appended(&self.gradient, stops)
            }
        };
        Some(list![self.restriction.pattern(), list!["@This 1"], color, self.text.expression()])
    }
}
