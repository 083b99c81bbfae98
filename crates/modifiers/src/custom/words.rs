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
use calcarray::{Text, Value, number};

use super::background::Background;
use super::colors::{Color, ColorRule, Component};
use super::definition::{CustomMode, Goal, Input, Merge, Texts};
use super::reader::Words;
use super::restriction::Restriction;
use crate::error::ModifierError;
use crate::parts::expression::{IntoValue, list};

/// The names of the backgrounds, in the order of a code.
const BACKGROUNDS: [&str; 6] = ["game", "page", "cells", "between", "texts", "icon"];

fn object<'a>(members: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let members = members.into_iter().map(|(name, value)| (Text::from(name), value));
    Value::Object(Arc::new(Object::new(members.collect())))
}

const MODE: &[&str] = &[
    "heading",
    "title",
    "description",
    "side",
    "icon",
    "box",
    "spawning",
    "merges",
    "win",
    "lose",
    "colors",
    "backgrounds",
];
const SPAWNING: &[&str] = &["value", "weight"];
const MERGE: &[&str] = &["for", "with", "gives", "ordered"];
const RANGE: &[&str] = &["from", "to", "every", "offset"];
const GOAL: &[&str] = &["needed", "tiles"];
const COLOR_RULE: &[&str] = &["for", "gradient", "stops", "text"];
const STOP: &[&str] = &["at", "color"];
const COLOR: &[&str] = &["system", "start", "components"];
const COMPONENT: &[&str] = &["first", "step", "toward", "rate"];

/// Words for the colour systems of channels.
const SYSTEMS: [&str; 3] = ["@HSLA", "@HSVA", "@RGBA"];

/// Words that start a gradient.
const GRADIENTS: [&str; 3] = ["@linear-gradient", "@radial-gradient", "@conic-gradient"];

fn any(_: f64) -> bool {
    true
}

fn is_whole(number: f64) -> bool {
    number.fract() == 0.0
}

fn is_count(number: f64) -> bool {
    number >= 0.0 && is_whole(number)
}

fn is_word_of(value: &Value, words: &[&str]) -> bool {
    words.iter().any(|word| value.is_word(word))
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
        let words = Words::of(words);
        words.object("a Custom Mode", MODE)?;
        let boxed = words.flag("box")?;
        let spawning = words.list("spawning")?.into_iter().map(|tile| {
            tile.object("a tile that spawns", SPAWNING)?;
            let weight = match boxed {
                true => tile.number_or("weight", 1.0, "a whole number from 0", is_count)?,
                false => tile.number_or("weight", 1.0, "a number from 0", |weight| weight >= 0.0)?,
            };
            Ok((tile.number_or("value", 1.0, "a number", any)?, weight))
        });
        let spawning = spawning.collect::<Result<Vec<_>, ModifierError>>()?;
        if let (false, Some(list)) = (spawning.iter().any(|(_, weight)| *weight > 0.0), words.get("spawning"))
        {
            return Err(list.wrong("a tile with a weight above 0"));
        }
        let mode = CustomMode {
            boxed,
            spawning,
            merges: each(&words, "merges", Merge::from_words)?,
            colors: each(&words, "colors", ColorRule::from_words)?,
            backgrounds: backgrounds(words.get("backgrounds"))?,
            wins: Goal::from_words(words.get("win"))?,
            losses: Goal::from_words(words.get("lose"))?,
            texts: Texts {
                heading: words.text("heading")?,
                title: words.text("title")?,
                description: words.text("description")?,
                side: words.number_or("side", 0.0, "a whole number from 0", is_count)?,
                icon: words.text("icon")?,
            },
        };
        // The bounds for codes hold here, too.
        CustomMode::read(&mode.write())
    }
}

fn each<T>(
    words: &Words,
    key: &str,
    read: impl Fn(&Words) -> Result<T, ModifierError>,
) -> Result<Vec<T>, ModifierError> {
    words.list(key)?.iter().map(read).collect()
}

/// The backgrounds, by their names; none for those that are left out.
fn backgrounds(words: Option<Words>) -> Result<Vec<Background>, ModifierError> {
    if let Some(words) = &words {
        words.object("\"backgrounds\"", &BACKGROUNDS)?;
    }
    let read = |name: &&str| match words.as_ref().and_then(|words| words.get(name)) {
        Some(background) => read_background(&background),
        None => Background::read(&list!["@linear-gradient", 180, list![], list![]]),
    };
    BACKGROUNDS.iter().map(read).collect()
}

/// A gradient, its angle, positions, and colours of a system and four channels.
fn read_background(words: &Words) -> Result<Background, ModifierError> {
    let expected = "[gradient, angle, positions, colours]";
    let [gradient, angle, positions, colors] = &words.entries()?[..] else {
        return Err(words.wrong(expected));
    };
    if !is_word_of(gradient.value, &GRADIENTS) {
        return Err(gradient.wrong(&GRADIENTS.join(", ")));
    }
    angle.number("an angle", any)?;
    for position in positions.entries()? {
        position.number("a position", any)?;
    }
    for color in colors.entries()? {
        let [system, channels @ ..] = &color.entries()?[..] else {
            return Err(color.wrong("[system, channels]"));
        };
        if !is_word_of(system.value, &SYSTEMS) {
            return Err(system.wrong(&SYSTEMS.join(", ")));
        }
        if channels.len() != 4 {
            return Err(color.wrong("a colour of four channels"));
        }
        channels.iter().try_for_each(|channel| channel.number("a number", any).map(drop))?;
    }
    Background::read(words.value)
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

    fn from_words(words: Option<Words>) -> Result<Restriction, ModifierError> {
        let all =
            Restriction::Range { min: f64::NEG_INFINITY, max: f64::INFINITY, remainder: 0.0, modulus: 1.0 };
        let Some(words) = words else { return Ok(all) };
        match words.value {
            Value::Array(_) => {
                let numbers =
                    words.entries()?.into_iter().map(|entry| entry.number("a tile number", is_whole));
                Ok(Restriction::Listed(numbers.collect::<Result<_, _>>()?))
            }
            Value::Object(_) => {
                words.object("a range of tile numbers", RANGE)?;
                let end = |number: f64| is_whole(number) || number.is_infinite();
                let number = |key, otherwise| words.number_or(key, otherwise, "a whole number", end);
                let (min, max) = (number("from", f64::NEG_INFINITY)?, number("to", f64::INFINITY)?);
                if min > max {
                    return Err(words.wrong("a range whose end is not before its start"));
                }
                let step = |number: f64| number >= 1.0 && is_whole(number);
                let modulus = words.number_or("every", 1.0, "a whole number from 1", step)?;
                let remainder = words.number_or("offset", 0.0, "a whole number from 0", is_count)?;
                Ok(Restriction::Range { min, max, remainder, modulus })
            }
            _ => Err(words.wrong("a list of tile numbers, or from, to, every and offset,")),
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

    fn from_words(words: &Words) -> Result<Input, ModifierError> {
        let relative = |text: &Text| {
            let text = text.to_utf8()?;
            let offset: String = text.trim().strip_prefix('n')?.split_whitespace().collect();
            match offset.as_str() {
                "" => Some(0.0),
                signed if signed.starts_with(['+', '-']) => number::parse(signed),
                _ => None,
            }
        };
        let input = match words.value {
            Value::Number(number) if is_whole(*number) => Some(Input::Fixed(*number)),
            Value::Text(text) => relative(text).filter(|offset| is_whole(*offset)).map(Input::Relative),
            _ => None,
        };
        input.ok_or_else(|| words.wrong("n, n+1, n-1 or a number"))
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

    fn from_words(words: &Words) -> Result<Merge, ModifierError> {
        words.object("a merge", MERGE)?;
        Ok(Merge {
            restriction: Restriction::from_words(words.get("for"))?,
            inputs: each(words, "with", Input::from_words)?,
            output: words.get("gives").as_ref().map(Input::from_words).transpose()?,
            ordered: words.flag("ordered")?,
        })
    }
}

impl Goal {
    fn to_words(&self) -> Value {
        let tiles: Vec<Value> = self.numbers.iter().map(|number| Value::Number(*number)).collect();
        object([("needed", self.needed.into()), ("tiles", tiles.into())])
    }

    fn from_words(words: Option<Words>) -> Result<Goal, ModifierError> {
        let Some(words) = words else { return Ok(Goal { needed: 0.0, numbers: Vec::new() }) };
        words.object("\"win\" or \"lose\"", GOAL)?;
        let number = |words: &Words| words.number("a tile number", is_whole);
        Ok(Goal {
            needed: words.number_or("needed", 1.0, "a whole number from 0", is_count)?,
            numbers: each(&words, "tiles", number)?,
        })
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

    fn from_words(words: &Words) -> Result<Color, ModifierError> {
        words.object("a colour", COLOR)?;
        let component = |words: &Words| {
            words.object("a component of a colour", COMPONENT)?;
            let far = words.get("toward");
            if let (Some(far), Some(_)) = (&far, words.get("step")) {
                return Err(far.wrong("either \"step\" or \"toward\""));
            }
            let number = |key| words.number_or(key, 0.0, "a number", any);
            Ok(Component {
                first: number("first")?,
                far: far.is_some(),
                change: number(if far.is_some() { "toward" } else { "step" })?,
                rate: number("rate")?,
            })
        };
        let components = each(words, "components", component)?;
        let system = match words.get("system") {
            None => "@HSLA".into(),
            Some(word) if is_word_of(word.value, &SYSTEMS) => word.value.clone(),
            Some(other) => return Err(other.wrong(&SYSTEMS.join(", "))),
        };
        Ok(Color {
            system,
            start: words.number_or("start", 1.0, "a number", any)?,
            components: components.try_into().map_err(|_| words.wrong("a colour of four components"))?,
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

    fn from_words(words: &Words) -> Result<ColorRule, ModifierError> {
        words.object("a rule for colours", COLOR_RULE)?;
        let color = |words: &Words, key: &str| match words.get(key) {
            Some(color) => Color::from_words(&color),
            None => Err(words.wrong(&format!("an object with a colour as {key:?}"))),
        };
        let stop = |words: &Words| {
            words.object("a stop of a gradient", STOP)?;
            Ok((color(words, "color")?, words.number_or("at", 0.0, "a position", any)?))
        };
        let gradient = match words.get("gradient") {
            None => list!["@linear-gradient", 180],
            Some(gradient) => match &gradient.entries()?[..] {
                [word, ..] if is_word_of(word.value, &GRADIENTS) => gradient.value.clone(),
                _ => return Err(gradient.wrong(&format!("a list that starts with {}", GRADIENTS.join(", ")))),
            },
        };
        Ok(ColorRule {
            restriction: Restriction::from_words(words.get("for"))?,
            stops: each(words, "stops", stop)?,
            gradient,
            text: color(words, "text")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use calcarray::json;

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
            assert_eq!(Input::from_words(&Words::of(&words)).ok(), input, "{words:?}");
        }
    }
}
