//! The reasons why a text is no form.

use std::fmt;

use calcarray::json;
use polymerge_modefile::nearest;
use polymerge_modifiers::ModifierError;
use polymerge_modifiers::infused::InfusedError;
use polymerge_rules::ModeError;
use polymerge_savecode::infused::ENTRIES;
use polymerge_savecode::{DecodeError, Kind};

/// The reason why a text is no form.
#[derive(Debug)]
pub enum FormError {
    /// A code can't be read.
    Code(DecodeError),
    /// A code of another kind.
    Kind(Kind),
    /// A text that is no JSON.
    Json(json::ReadError),
    /// Something in it makes no sense.
    Custom(ModifierError),
    /// Something in a text in words makes no sense.
    Words {
        /// The line, from 1, on which it stands.
        line: usize,
        /// The fault of the words.
        error: ModifierError,
    },
    /// A text in words says something twice.
    Twice {
        /// The line, from 1, on which it stands for the second time.
        line: usize,
        /// The key that is there twice, in a sentence.
        message: String,
        /// A hint that names the line on which it stands first.
        help: String,
    },
    /// A value of an Infused Mode makes no sense.
    Infused(InfusedError),
    /// The mode that it makes can't be played.
    Mode(ModeError),
    /// An Infused Mode has no value of this name.
    NoSuchValue(String),
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::Code(error) => error.fmt(f),
            FormError::Kind(kind) => write!(f, "this is a {kind} code, not that of a Custom or Infused Mode"),
            FormError::Json(error) => error.fmt(f),
            FormError::Custom(error) => error.fmt(f),
            FormError::Words { line, error } => write!(f, "line {line}: {error}"),
            FormError::Twice { line, message, help } => write!(f, "line {line}: {message}: {help}"),
            FormError::Infused(error) => error.fmt(f),
            FormError::Mode(error) => error.fmt(f),
            FormError::NoSuchValue(name) => {
                write!(f, "an Infused Mode has no value {name:?}; ")?;
                let names: Vec<&str> = ENTRIES.iter().map(|entry| entry.name).collect();
                match nearest(name, names.iter().copied()) {
                    Some(meant) => write!(f, "did you mean {meant:?}?"),
                    None => write!(f, "it has {}", names.join(", ")),
                }
            }
        }
    }
}

impl std::error::Error for FormError {}

impl From<ModifierError> for FormError {
    fn from(error: ModifierError) -> FormError {
        FormError::Custom(error)
    }
}

impl From<InfusedError> for FormError {
    fn from(error: InfusedError) -> FormError {
        FormError::Infused(error)
    }
}
