//! Why a mode can't be changed as asked.

use std::fmt;

use crate::custom::Way;

/// A modifier can't be set or applied.
#[derive(Clone, Debug, PartialEq)]
pub enum ModifierError {
    /// There is no modifier or setting of this name.
    Unknown {
        /// The name that was asked for.
        name: String,
        /// Names that look like it.
        similar: Vec<&'static str>,
    },
    /// The value is not one that the modifier takes.
    Value {
        /// Whose value it is.
        name: &'static str,
        /// The value, as extended JSON.
        value: String,
        /// What would be right, in words.
        expected: String,
    },
    /// The word is none of those that the modifier takes.
    Word {
        /// The modifier.
        name: &'static str,
        /// The word.
        text: String,
        /// Words that look like it.
        similar: Vec<&'static str>,
        /// All words that it takes.
        words: &'static [&'static str],
    },
    /// A form in words says something that can't be.
    Words {
        /// The way to it.
        way: Way,
        /// What is wrong.
        reason: String,
    },
    /// The mode has something that the modifier can't work on.
    Mode {
        /// The modifier that was being applied.
        modifier: &'static str,
        /// The field of the mode.
        field: &'static str,
        /// The entry of the field, if one alone is wrong.
        entry: Option<usize>,
        /// What is wrong.
        reason: String,
    },
    /// The resulting mode would be too large.
    TooLarge {
        /// What would be too many.
        what: &'static str,
        /// How many there may be.
        limit: usize,
    },
    /// The random numbers that were passed in have run out.
    OutOfRandomness,
}

impl fmt::Display for ModifierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModifierError::Unknown { name, similar } => {
                write!(f, "there is no modifier {name:?}")?;
                if !similar.is_empty() {
                    return write!(f, "; did you mean {}?", similar.join(" or "));
                }
                let all: Vec<&str> = crate::modifiers().iter().map(|modifier| modifier.name).collect();
                write!(f, "; there are {}", all.join(", "))
            }
            ModifierError::Value { name, value, expected } => {
                write!(f, "{name} can't be {value}: expected {expected}")
            }
            ModifierError::Word { name, text, similar, words } => {
                let all = words.join(", ");
                match similar.first() {
                    Some(meant) => {
                        write!(f, "{name} can't be {text:?}: did you mean {meant}? It can be {all}")
                    }
                    None => write!(f, "{name} can't be {text:?}: it can be {all}"),
                }
            }
            ModifierError::Words { way, reason } if way.0.is_empty() => f.write_str(reason),
            ModifierError::Words { way, reason } => write!(f, "{way}: {reason}"),
            ModifierError::Mode { modifier, field, entry, reason } => {
                write!(f, "{modifier} does not work on this mode: {field}")?;
                if let Some(entry) = entry {
                    write!(f, "[{entry}]")?;
                }
                write!(f, ": {reason}")
            }
            ModifierError::TooLarge { what, limit } => {
                write!(f, "the mode would have more than {limit} {what}")
            }
            ModifierError::OutOfRandomness => f.write_str("the random numbers given have run out"),
        }
    }
}

impl std::error::Error for ModifierError {}
