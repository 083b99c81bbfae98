//! The reasons why a mode can't be changed as asked.

use std::fmt;

/// A modifier can't be set or applied.
#[derive(Clone, Debug, PartialEq)]
pub enum ModifierError {
    /// No modifier or setting has this name.
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
        /// The values that are right, in words.
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
    /// A form in words is invalid.
    Words {
        /// The path to the fault.
        way: Way,
        /// The reason.
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
        /// The reason.
        reason: String,
    },
    /// The resulting mode would be too large.
    TooLarge {
        /// The things that would be too many.
        what: &'static str,
        /// The most that there may be.
        limit: usize,
    },
    /// The random numbers that were passed in have run out.
    OutOfRandomness,
}

impl std::error::Error for ModifierError {}

/// A step into a form in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A step to the value of a key.
    Key(String),
    /// A step to the key itself, which is wrong.
    KeyItself(String),
    /// A step to an entry of a list.
    Entry(usize),
}

/// The way to a value of a form in words: `merges[1].with[0]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way(pub Vec<Step>);

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) | Step::KeyItself(key) if place == 0 => f.write_str(key)?,
                Step::Key(key) | Step::KeyItself(key) => write!(f, ".{key}")?,
                Step::Entry(entry) => write!(f, "[{entry}]")?,
            }
        }
        Ok(())
    }
}
