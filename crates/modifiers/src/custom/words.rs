//! Custom Modes in words: an object with names in place of positions, for
//! people to read and write.
//!
//! ```json
//! {
//!   "title": "Doubling",
//!   "spawning": [{"value": 1, "weight": 9}, {"value": 2, "weight": 1}],
//!   "merges": [{"for": {"from": 1}, "with": ["n"], "gives": "n+1"}],
//!   "win": {"needed": 1, "tiles": [11]}
//! }
//! ```
//!
//! A tile number is `n`, the number of the tile a merge is for, `n+1` or
//! `n-2`, or a number. Numbers a merge or colour is for are a list, or
//! `from`, `to`, `every` and `offset`.

use std::sync::Arc;

use calcarray::json::Object;
use calcarray::{json, number, Text, Value};

use super::background::Background;
use super::colors::{Color, ColorRule, Component};
use super::definition::{CustomMode, Goal, Input, Merge, Texts};
use super::restriction::Restriction;
use crate::error::ModifierError;
use crate::expression::{entries, list, member, IntoValue};

/// The names of the backgrounds, in the order of a code.
const BACKGROUNDS: [&str; 6] = ["game", "page", "cells", "between", "texts", "icon"];

fn object<'a>(members: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let members = members.into_iter().map(|(name, value)| (Text::from(name), value));
    Value::Object(Arc::new(Object::new(members.collect())))
}

fn wrong(expected: &str, value: &Value) -> ModifierError {
    ModifierError::Value { name: "custom mode", value: json::write(value), expected: expected.to_owned() }
}

fn number_of(value: &Value, name: &str, otherwise: f64) -> Result<f64, ModifierError> {
    match member(value, name) {
        None => Ok(otherwise),
        Some(Value::Number(number)) if !number.is_nan() => Ok(*number),
        Some(other) => Err(wrong(&format!("a number as {name:?}"), other)),
    }
}

fn each<T>(
    value: &Value,
    name: &str,
    read: impl Fn(&Value) -> Result<T, ModifierError>,
) -> Result<Vec<T>, ModifierError> {
    member(value, name).map_or(&[][..], entries).iter().map(read).collect()
}

impl CustomMode {
    /// The mode in words.
    pub fn to_words(&self) -> Value {
        let spawning = self.spawning.iter();
        let spawning = spawning.map(|(value, weight)| {
            object([("value", Value::from(*value)), ("weight", Value::from(*weight))])
        });
        let backgrounds = BACKGROUNDS.iter().zip(&self.backgrounds);
        object([
            ("heading", self.texts.heading.clone()),
            ("title", self.texts.title.clone()),
            ("description", self.texts.description.clone()),
            ("side", self.texts.side.into()),
            ("icon", self.texts.icon.clone()),
            ("box", self.boxed.into()),
            ("spawning", spawning.collect::<Vec<_>>().into()),
            ("merges", self.merges.iter().map(Merge::to_words).collect::<Vec<_>>().into()),
            ("win", self.wins.to_words()),
            ("lose", self.losses.to_words()),
            ("colors", self.colors.iter().map(ColorRule::to_words).collect::<Vec<_>>().into()),
            ("backgrounds", object(backgrounds.map(|(name, background)| (*name, background.write())))),
        ])
    }

    /// Reads a mode in words. What is left out is as in a new mode: no
    /// merges, nothing wins or loses, no colours.
    ///
    /// # Errors
    /// The first thing that is not understood.
    ///
    /// ```
    /// use polymerge_modifiers::custom::CustomMode;
    /// let words = r#"{"spawning": [{"value": 1}], "merges": [{"for": {"from": 1}, "with": ["n"], "gives": "n+1"}]}"#;
    /// let mode = CustomMode::from_words(&calcarray::json::read(words, &Default::default())?)?;
    /// assert_eq!(CustomMode::from_words(&mode.to_words())?, mode);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_words(words: &Value) -> Result<CustomMode, ModifierError> {
        if !matches!(words, Value::Object(_)) {
            return Err(wrong("an object", words));
        }
        let text = |name| member(words, name).cloned().unwrap_or_else(|| String::new().into_value());
        let background = |name: &&str| match member(words, "backgrounds").and_then(|all| member(all, name)) {
            Some(background) => Background::read(background),
            None => Background::read(&list!["@linear-gradient", 180, list![], list![]]),
        };
        let mode = CustomMode {
            boxed: member(words, "box").is_some_and(Value::is_true),
            spawning: each(words, "spawning", |tile| {
                Ok((number_of(tile, "value", 1.0)?, number_of(tile, "weight", 1.0)?))
            })?,
            merges: each(words, "merges", Merge::from_words)?,
            colors: each(words, "colors", ColorRule::from_words)?,
            backgrounds: BACKGROUNDS.iter().map(background).collect::<Result<_, _>>()?,
            wins: Goal::from_words(member(words, "win"))?,
            losses: Goal::from_words(member(words, "lose"))?,
            texts: Texts {
                heading: text("heading"),
                title: text("title"),
                description: text("description"),
                side: number_of(words, "side", 0.0)?,
                icon: text("icon"),
            },
        };
        // The bounds for codes hold here, too.
        CustomMode::read(&mode.write())
    }
}

impl Restriction {
    fn to_words(&self) -> Value {
        match self {
            Restriction::Listed(numbers) => {
                numbers.iter().map(|number| Value::Number(*number)).collect::<Vec<_>>().into()
            }
            Restriction::Range { min, max, remainder, modulus } => object(
                [("from", min), ("to", max), ("every", modulus), ("offset", remainder)]
                    .map(|(name, number)| (name, Value::from(*number))),
            ),
        }
    }

    fn from_words(words: Option<&Value>) -> Result<Restriction, ModifierError> {
        match words {
            Some(Value::Array(numbers)) => {
                let number = |value: &Value| value.as_number().ok_or_else(|| wrong("a tile number", value));
                Ok(Restriction::Listed(numbers.iter().map(number).collect::<Result<_, _>>()?))
            }
            Some(range @ Value::Object(_)) => Ok(Restriction::Range {
                min: number_of(range, "from", f64::NEG_INFINITY)?,
                max: number_of(range, "to", f64::INFINITY)?,
                remainder: number_of(range, "offset", 0.0)?,
                modulus: number_of(range, "every", 1.0)?,
            }),
            None => Ok(Restriction::Range {
                min: f64::NEG_INFINITY,
                max: f64::INFINITY,
                remainder: 0.0,
                modulus: 1.0,
            }),
            Some(other) => Err(wrong("a list of tile numbers, or from, to, every and offset", other)),
        }
    }
}

impl Input {
    fn to_words(self) -> Value {
        match self {
            Input::Fixed(number) => number.into(),
            Input::Relative(0.0) => "n".into(),
            Input::Relative(offset) if offset < 0.0 => format!("n{}", number::to_text(offset)).into_value(),
            Input::Relative(offset) => format!("n+{}", number::to_text(offset)).into_value(),
        }
    }

    fn from_words(words: &Value) -> Result<Input, ModifierError> {
        let relative = |text: &Text| {
            let text = text.to_utf8()?;
            let offset: String = text.trim().strip_prefix('n')?.split_whitespace().collect();
            match offset.as_str() {
                "" => Some(0.0),
                signed if signed.starts_with(['+', '-']) => number::parse(signed),
                _ => None,
            }
        };
        let input = match words {
            Value::Number(number) => Some(Input::Fixed(*number)),
            Value::Text(text) => relative(text).map(Input::Relative),
            _ => None,
        };
        input.ok_or_else(|| wrong("n, n+1, n-1 or a number", words))
    }
}

impl Merge {
    fn to_words(&self) -> Value {
        let with: Vec<Value> = self.inputs.iter().map(|input| input.to_words()).collect();
        object([
            ("for", self.restriction.to_words()),
            ("with", with.into()),
            ("gives", self.output.map_or(Value::Null, Input::to_words)),
            ("ordered", self.ordered.into()),
        ])
    }

    fn from_words(words: &Value) -> Result<Merge, ModifierError> {
        let output = member(words, "gives").filter(|output| **output != Value::Null);
        Ok(Merge {
            restriction: Restriction::from_words(member(words, "for"))?,
            inputs: each(words, "with", Input::from_words)?,
            output: output.map(Input::from_words).transpose()?,
            ordered: member(words, "ordered").is_some_and(Value::is_true),
        })
    }
}

impl Goal {
    fn to_words(&self) -> Value {
        let tiles: Vec<Value> = self.numbers.iter().map(|number| Value::Number(*number)).collect();
        object([("needed", self.needed.into()), ("tiles", tiles.into())])
    }

    fn from_words(words: Option<&Value>) -> Result<Goal, ModifierError> {
        let Some(words) = words else { return Ok(Goal { needed: 0.0, numbers: Vec::new() }) };
        let number = |value: &Value| value.as_number().ok_or_else(|| wrong("a tile number", value));
        Ok(Goal { needed: number_of(words, "needed", 1.0)?, numbers: each(words, "tiles", number)? })
    }
}

impl Color {
    fn to_words(&self) -> Value {
        let component = |component: &Component| {
            let Component { first, far, change, rate } = *component;
            let goes = if far { "toward" } else { "step" };
            object([("first", first.into()), (goes, change.into()), ("rate", rate.into())])
        };
        let components: Vec<Value> = self.components.iter().map(component).collect();
        object([
            ("system", self.system.clone()),
            ("start", self.start.into()),
            ("components", components.into()),
        ])
    }

    fn from_words(words: &Value) -> Result<Color, ModifierError> {
        let component = |words: &Value| {
            let far = member(words, "toward").is_some();
            Ok(Component {
                first: number_of(words, "first", 0.0)?,
                far,
                change: number_of(words, if far { "toward" } else { "step" }, 0.0)?,
                rate: number_of(words, "rate", 0.0)?,
            })
        };
        let components = each(words, "components", component)?;
        Ok(Color {
            system: member(words, "system").cloned().unwrap_or_else(|| "@HSLA".into()),
            start: number_of(words, "start", 1.0)?,
            components: components.try_into().map_err(|_| wrong("four components", words))?,
        })
    }
}

impl ColorRule {
    fn to_words(&self) -> Value {
        let stop = |(color, at): &(Color, f64)| object([("at", (*at).into()), ("color", color.to_words())]);
        object([
            ("for", self.restriction.to_words()),
            ("gradient", self.gradient.clone()),
            ("stops", self.stops.iter().map(stop).collect::<Vec<_>>().into()),
            ("text", self.text.to_words()),
        ])
    }

    fn from_words(words: &Value) -> Result<ColorRule, ModifierError> {
        let color = |words: &Value, name: &str| match member(words, name) {
            Some(color) => Color::from_words(color),
            None => Err(wrong(&format!("a colour as {name:?}"), words)),
        };
        Ok(ColorRule {
            restriction: Restriction::from_words(member(words, "for"))?,
            stops: each(words, "stops", |stop| Ok((color(stop, "color")?, number_of(stop, "at", 0.0)?)))?,
            gradient: member(words, "gradient").cloned().unwrap_or_else(|| list!["@linear-gradient", 180]),
            text: color(words, "text")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tile_numbers_in_words() {
        // words, number; or what is wrong
        let cases = [
            ("\"n\"", Some(Input::Relative(0.0))),
            ("\"n+2\"", Some(Input::Relative(2.0))),
            ("\"n - 1\"", Some(Input::Relative(-1.0))),
            ("7", Some(Input::Fixed(7.0))),
            ("\"m\"", None),
            ("\"n2\"", None),
        ];
        for (words, input) in cases {
            let words = json::read(words, &Default::default()).unwrap();
            assert_eq!(Input::from_words(&words).ok(), input, "{words:?}");
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        // words, message
        let cases = [
            ("[]", "custom mode can't be []: expected an object"),
            (
                r#"{"merges":[{"with":["x"]}]}"#,
                "custom mode can't be \"x\": expected n, n+1, n-1 or a number",
            ),
            (r#"{"side":"big"}"#, "custom mode can't be \"big\": expected a number as \"side\""),
        ];
        for (words, message) in cases {
            let words = json::read(words, &Default::default()).unwrap();
            assert_eq!(CustomMode::from_words(&words).unwrap_err().to_string(), message);
        }
    }
}
