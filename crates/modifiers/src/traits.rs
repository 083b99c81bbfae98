//! What a mode says about modifiers: where it differs from the rule.

use calcarray::{json, Value};

use crate::edit::member;
use crate::error::ModifierError;
use crate::expression::entries;

/// The exceptions of a mode (spec/modifiers.md, section 8), as data of the
/// mode. The default has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModeTraits {
    /// The side that sizes of other shapes are derived from; `None`: the
    /// width of the mode.
    pub default_side: Option<usize>,
    /// What `spawn_rule` Simple does.
    pub simple: Simple,
    /// `spawn_rule` Equal changes nothing.
    pub ignores_equal: bool,
    /// `colors` changes nothing.
    pub ignores_colors: bool,
    /// Whether `colors` leaves rules alone that look at the tile behind.
    pub colors_skip_look_behind: bool,
    /// What `garbage` does.
    pub garbage: GarbageTraits,
    /// What `negative_tiles` does.
    pub negatives: Negatives,
    /// The game variable in which the mode keeps whether texts are hidden.
    pub hidden_text_variable: Option<usize>,
    /// Its longest merges are as long as the grid.
    pub lengths_follow_grid: bool,
    /// `destroying_clicks` changes nothing.
    pub ignores_clicks: bool,
}

/// What `spawn_rule` Simple does with a mode.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Simple {
    /// Only the first entry of the spawn list stays.
    #[default]
    First,
    /// The first two stay if there are negative tiles.
    TwoIfNegative,
    /// Nothing.
    Ignored,
    /// The spawn list is replaced by this one.
    List(Value),
}

/// What `garbage` does with a mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GarbageTraits {
    /// Nothing at all.
    pub ignored: bool,
    /// Zeros do nothing; holes do.
    pub ignores_zeros: bool,
    /// A zero is the number 0 and needs no look of its own.
    pub zero_is_number: bool,
    /// Rules test the next tile before their own.
    pub tests_next: bool,
}

/// What `negative_tiles` does with a mode.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Negatives {
    /// What it does with all modes.
    #[default]
    General,
    /// The same, but the rules stay.
    GeneralWithoutRules,
    /// Nothing.
    Ignored,
    /// What the mode itself says.
    Own(OwnNegatives),
}

/// How a mode has negative tiles of its own, as changes that are data.
/// Expressions in them see the weights of positive and negative tiles as
/// variable 2.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnNegatives {
    /// Changes with both kinds of negative tiles.
    pub both: Vec<Value>,
    /// Further changes if they keep to themselves.
    pub apart: Vec<Value>,
    /// Further changes if a tile and its negative vanish.
    pub cancelling: Vec<Value>,
}

/// The exceptions of the modes of the catalogue, by name.
const CATALOGUE: &str = include_str!("../data/modes.json");

impl ModeTraits {
    /// The exceptions of a mode of the catalogue, by its name such as
    /// `050-dive`; those of any other mode are the default.
    ///
    /// ```
    /// use polymerge_modifiers::{ModeTraits, Simple};
    /// assert_eq!(ModeTraits::of("050-dive").simple, Simple::Ignored);
    /// ```
    pub fn of(mode: &str) -> ModeTraits {
        let Ok(Value::Object(modes)) = json::read(CATALOGUE, &Default::default()) else {
            return ModeTraits::default();
        };
        let entry = modes.members().iter().find(|(name, _)| name.is(mode));
        entry.and_then(|(_, traits)| ModeTraits::read(traits).ok()).unwrap_or_default()
    }

    /// Reads exceptions as a mode declares them: an object whose keys are
    /// the modifiers.
    ///
    /// # Errors
    /// The first key or value that is not understood.
    pub fn read(value: &Value) -> Result<ModeTraits, ModifierError> {
        let Value::Object(declared) = value else {
            return Err(unreadable("modifiers", value, "an object"));
        };
        let mut traits = ModeTraits::default();
        for (key, value) in declared.members() {
            traits.read_key(&key.to_string_lossy(), value)?;
        }
        Ok(traits)
    }

    fn read_key(&mut self, key: &str, value: &Value) -> Result<(), ModifierError> {
        let ignored = value.is_word("ignored");
        match key {
            "default side" => match value.as_number() {
                Some(side) if side >= 1.0 => self.default_side = Some(side as usize),
                _ => return Err(unreadable("default side", value, "a number of cells")),
            },
            "simple" => {
                self.simple = match value {
                    Value::Array(_) => Simple::List(value.clone()),
                    _ if ignored => Simple::Ignored,
                    _ if value.is_word("two if negative") => Simple::TwoIfNegative,
                    _ => {
                        return Err(unreadable("simple", value, "ignored, two if negative, or a spawn list"))
                    }
                }
            }
            "lengths" if value.is_word("as the grid") => self.lengths_follow_grid = true,
            "equal" if ignored => self.ignores_equal = true,
            "colors" if ignored => self.ignores_colors = true,
            "colors" if value.is_word("rules that look behind stay") => self.colors_skip_look_behind = true,
            "clicks" if ignored => self.ignores_clicks = true,
            "garbage" if ignored => self.garbage.ignored = true,
            "garbage" if value.is_word("no zeros") => self.garbage.ignores_zeros = true,
            "garbage" if value.is_word("the number 0") => self.garbage.zero_is_number = true,
            "garbage" if value.is_word("next first") => self.garbage.tests_next = true,
            "negatives" if ignored || value.is_word("own") => self.negatives = Negatives::Ignored,
            "negatives" if value.is_word("rules stay") => self.negatives = Negatives::GeneralWithoutRules,
            "negatives" if matches!(value, Value::Object(_)) => {
                let list = |key| member(value, key).map_or(Vec::new(), |list| entries(list).to_vec());
                let [both, apart, cancelling] = ["both", "apart", "cancelling"].map(list);
                self.negatives = Negatives::Own(OwnNegatives { both, apart, cancelling });
            }
            "hidden text variable" => match value.as_number() {
                Some(variable) if variable >= 0.0 => self.hidden_text_variable = Some(variable as usize),
                _ => return Err(unreadable("hidden text variable", value, "the number of a variable")),
            },
            _ => {
                return Err(ModifierError::Unknown { name: key.to_owned(), similar: Vec::new() });
            }
        }
        Ok(())
    }
}

fn unreadable(name: &'static str, value: &Value, expected: &str) -> ModifierError {
    ModifierError::Value { name, value: json::write(value), expected: expected.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exceptions_of_the_catalogue_are_understood() {
        let Ok(Value::Object(modes)) = json::read(CATALOGUE, &Default::default()) else {
            panic!("data/modes.json is no object");
        };
        for (name, traits) in modes.members() {
            assert_eq!(ModeTraits::read(traits).err(), None, "{name}");
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        // declared, message
        let cases = [
            (
                r#"{"simple":"never"}"#,
                "simple can't be \"never\": expected ignored, two if negative, or a spawn list",
            ),
            (r#"{"colour":"ignored"}"#, "there is no modifier \"colour\""),
            ("[]", "modifiers can't be []: expected an object"),
        ];
        for (declared, message) in cases {
            let declared = json::read(declared, &Default::default()).unwrap();
            assert_eq!(ModeTraits::read(&declared).unwrap_err().to_string(), message);
        }
    }
}
