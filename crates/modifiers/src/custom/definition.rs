//! The definition of a Custom Mode by its author: seven lists
//! (docs/spec/custom-modes.md, "Seven lists").

use calcarray::Value;

use super::background::Background;
use super::colors::ColorRule;
use super::restriction::Restriction;
use crate::error::ModifierError;
use crate::parts::expression::{IntoValue, entries, list};

/// Merges, inputs, colours or tiles that a definition may have.
const MAX_ENTRIES: usize = 1000;

/// Tiles of one merge, and of all merges together: each merge is compared
/// with each other one, term by term.
const MAX_INPUTS: usize = 24;
const MAX_ALL_INPUTS: usize = 2000;

/// A Custom Mode.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomMode {
    /// True if spawning tiles are drawn from a box.
    pub boxed: bool,
    /// Value and weight of the spawning tiles; the first is tile number 1.
    pub spawning: Vec<(f64, f64)>,
    /// The merges; earlier ones come first.
    pub merges: Vec<Merge>,
    /// The colours of tiles; the first that fits counts.
    pub colors: Vec<ColorRule>,
    /// The backgrounds of the page in game, the page of the mode, empty cells, the
    /// gaps between the cells, texts, and the icon.
    pub backgrounds: Vec<Background>,
    /// The goal that wins.
    pub wins: Goal,
    /// The goal that loses.
    pub losses: Goal,
    /// Texts and size.
    pub texts: Texts,
}

/// A merge.
#[derive(Clone, Debug, PartialEq)]
pub struct Merge {
    /// The tile numbers n that it is for.
    pub restriction: Restriction,
    /// The other tiles that take part.
    pub inputs: Vec<Input>,
    /// The number of the resulting tile; `None` if nothing is left.
    pub output: Option<Input>,
    /// True if the tile n must be the last one and the others stand as given.
    pub ordered: bool,
}

/// A tile number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// An offset from n.
    Relative(f64),
    /// A number of its own.
    Fixed(f64),
}

impl Input {
    /// The number for a given n.
    pub fn number(self, n: f64) -> f64 {
        match self {
            Input::Relative(offset) => n + offset,
            Input::Fixed(number) => number,
        }
    }
}

/// Tiles that win or lose.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The number of them that is needed; 0: none of them counts.
    pub needed: f64,
    /// Their numbers.
    pub numbers: Vec<f64>,
}

/// Texts and size of a Custom Mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Texts {
    /// Above the title.
    pub heading: Value,
    /// The title.
    pub title: Value,
    /// The description.
    pub description: Value,
    /// The side of the grid; 0: as fits the merges.
    pub side: f64,
    /// On the icon.
    pub icon: Value,
}

fn wrong(list: &'static str, expected: &str, value: &Value) -> ModifierError {
    ModifierError::Value { name: list, value: calcarray::json::write(value), expected: expected.to_owned() }
}

fn number(list: &'static str, value: &Value) -> Result<f64, ModifierError> {
    value.as_number().filter(|number| !number.is_nan()).ok_or_else(|| wrong(list, "a number", value))
}

fn each<'a>(list: &'static str, value: &'a Value) -> Result<&'a [Value], ModifierError> {
    match value {
        Value::Array(array) if array.len() <= MAX_ENTRIES => Ok(array.entries()),
        Value::Array(_) => {
            Err(ModifierError::TooLarge { what: "entries of a custom mode", limit: MAX_ENTRIES })
        }
        other => Err(wrong(list, "a list", other)),
    }
}

impl CustomMode {
    /// Reads the seven lists of a Custom code.
    ///
    /// # Errors
    /// The first entry that makes no sense.
    pub fn read(lists: &[Value; 7]) -> Result<CustomMode, ModifierError> {
        let [spawning, merges, colors, backgrounds, wins, losses, texts] = lists;
        let (boxed, tiles) = match each("spawning", spawning)? {
            [Value::Boolean(boxed), tiles @ ..] => (*boxed, tiles),
            _ => return Err(wrong("spawning", "true or false, then tiles", spawning)),
        };
        let tile = |tile: &Value| match entries(tile) {
            [value, weight, ..] => Ok((number("spawning", value)?, number("spawning", weight)?)),
            _ => Err(wrong("spawning", "a value and a weight", tile)),
        };
        let merges: Vec<Merge> = each("merges", merges)?.iter().map(Merge::read).collect::<Result<_, _>>()?;
        let inputs = || merges.iter().map(|merge| merge.inputs.len());
        if inputs().any(|inputs| inputs > MAX_INPUTS) {
            return Err(ModifierError::TooLarge { what: "tiles in a merge", limit: MAX_INPUTS });
        }
        if inputs().sum::<usize>() > MAX_ALL_INPUTS {
            return Err(ModifierError::TooLarge { what: "tiles in merges", limit: MAX_ALL_INPUTS });
        }
        Ok(CustomMode {
            boxed,
            spawning: tiles.iter().map(tile).collect::<Result<_, _>>()?,
            merges,
            colors: each("colors", colors)?.iter().map(ColorRule::read).collect::<Result<_, _>>()?,
            backgrounds: each("background", backgrounds)?
                .iter()
                .map(Background::read)
                .collect::<Result<_, _>>()?,
            wins: Goal::read("wins", wins)?,
            losses: Goal::read("losses", losses)?,
            texts: Texts::read(texts)?,
        })
    }

    /// The seven lists.
    pub fn write(&self) -> [Value; 7] {
        let mut spawning = vec![Value::Boolean(self.boxed)];
        spawning.extend(self.spawning.iter().map(|(value, weight)| list![*value, *weight]));
        [
            spawning.into(),
            self.merges.iter().map(Merge::write).collect::<Vec<_>>().into(),
            self.colors.iter().map(ColorRule::write).collect::<Vec<_>>().into(),
            self.backgrounds.iter().map(Background::write).collect::<Vec<_>>().into(),
            self.wins.write(),
            self.losses.write(),
            self.texts.write(),
        ]
    }
}

impl Restriction {
    pub(crate) fn read(
        list: &'static str,
        kind: &Value,
        value: &Value,
    ) -> Result<Restriction, ModifierError> {
        let numbers: Vec<f64> =
            each(list, value)?.iter().map(|entry| number(list, entry)).collect::<Result<_, _>>()?;
        match (kind, &numbers[..]) {
            (Value::Number(0.0), _) => Ok(Restriction::Listed(numbers)),
            (_, &[min, max, remainder, modulus, ..]) => {
                Ok(Restriction::Range { min, max, remainder, modulus })
            }
            _ => Err(wrong(list, "minimum, maximum, remainder and modulus", value)),
        }
    }

    pub(crate) fn write(&self) -> [Value; 2] {
        match self {
            Restriction::Listed(numbers) => {
                let numbers: Vec<Value> = numbers.iter().map(|number| Value::Number(*number)).collect();
                [0usize.into(), numbers.into()]
            }
            Restriction::Range { min, max, remainder, modulus } => {
                [1usize.into(), list![*min, *max, *remainder, *modulus]]
            }
        }
    }
}

impl Input {
    fn read(value: &Value) -> Result<Input, ModifierError> {
        match entries(value) {
            [Value::Boolean(true), offset, ..] => Ok(Input::Relative(number("merges", offset)?)),
            [_, fixed, ..] => Ok(Input::Fixed(number("merges", fixed)?)),
            _ => Err(wrong("merges", "whether a number is relative, and the number", value)),
        }
    }

    fn write(self) -> Value {
        match self {
            Input::Relative(offset) => list![true, offset],
            Input::Fixed(number) => list![false, number],
        }
    }
}

impl Merge {
    fn read(value: &Value) -> Result<Merge, ModifierError> {
        let [kind, restriction, inputs, output, more @ ..] = entries(value) else {
            return Err(wrong("merges", "kind, numbers, inputs and output", value));
        };
        Ok(Merge {
            restriction: Restriction::read("merges", kind, restriction)?,
            inputs: each("merges", inputs)?.iter().map(Input::read).collect::<Result<_, _>>()?,
            output: entries(output).first().map(Input::read).transpose()?,
            ordered: more.first().is_some_and(Value::is_true),
        })
    }

    fn write(&self) -> Value {
        let [kind, restriction] = self.restriction.write();
        let inputs: Vec<Value> = self.inputs.iter().map(|input| input.write()).collect();
        let output: Vec<Value> = self.output.iter().map(|output| output.write()).collect();
        list![kind, restriction, inputs, output, self.ordered]
    }
}

impl Goal {
    fn read(list: &'static str, value: &Value) -> Result<Goal, ModifierError> {
        let numbers: Vec<f64> =
            each(list, value)?.iter().map(|entry| number(list, entry)).collect::<Result<_, _>>()?;
        match &numbers[..] {
            [needed, numbers @ ..] => Ok(Goal { needed: *needed, numbers: numbers.to_vec() }),
            [] => Err(wrong(list, "how many are needed, and which", value)),
        }
    }

    fn write(&self) -> Value {
        let all = std::iter::once(self.needed).chain(self.numbers.iter().copied());
        all.map(Value::Number).collect::<Vec<_>>().into()
    }
}

impl Texts {
    fn read(value: &Value) -> Result<Texts, ModifierError> {
        let [heading, title, description, more @ ..] = entries(value) else {
            return Err(wrong("texts", "heading, title and description", value));
        };
        Ok(Texts {
            heading: heading.clone(),
            title: title.clone(),
            description: description.clone(),
            side: more.first().map_or(Ok(0.0), |side| number("texts", side))?,
            icon: more.get(1).cloned().unwrap_or_else(|| String::new().into_value()),
        })
    }

    fn write(&self) -> Value {
        list![
            self.heading.clone(),
            self.title.clone(),
            self.description.clone(),
            self.side,
            self.icon.clone()
        ]
    }
}
