//! Reasons why a text is no formula, with their places.

use std::fmt;
use std::ops::Range;

/// The reason why a text is no formula, and the part of the text that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The part of the text, in bytes.
    pub span: Range<usize>,
    /// The reason.
    pub message: String,
    /// The correction, or nothing.
    pub help: String,
    /// The name that nothing has, where that is the reason: others may know a similar one.
    pub unknown: Option<Unknown>,
}

/// A name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A name in the place of a value, or an entry of tiles.
    Name(String),
    /// A name in the place of an operator.
    Operator(String),
}

impl Unknown {
    /// Returns the name.
    pub fn name(&self) -> &str {
        match self {
            Unknown::Name(name) | Unknown::Operator(name) => name,
        }
    }
}

impl Error {
    /// Makes an error without a correction.
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Error {
        Error { span, message: message.into(), help: String::new(), unknown: None }
    }

    /// Adds the correction.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Error {
        self.help = help.into();
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.help.is_empty() {
            true => Ok(()),
            false => write!(f, "; {}", self.help),
        }
    }
}

impl std::error::Error for Error {}
