//! Errors in words.

use std::fmt;

use crate::choices::catalogue::modifiers;
use crate::error::ModifierError;

impl fmt::Display for ModifierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModifierError::Unknown { name, similar } => {
                write!(f, "there is no modifier {name:?}")?;
                if !similar.is_empty() {
                    return write!(f, "; did you mean {}?", similar.join(" or "));
                }
                let all: Vec<&str> = modifiers().iter().map(|modifier| modifier.name).collect();
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
