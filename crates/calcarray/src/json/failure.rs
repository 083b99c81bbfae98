//! The reasons why a text can't be read.

use std::fmt;

/// The reason why a text is not extended JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Byte position in the text.
    pub offset: usize,
    /// The reason.
    pub kind: ReadErrorKind,
}

/// The kind of a [`ReadError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// The text is not JSON; says what was expected.
    Syntax(&'static str),
    /// A text starts like a special value but is none.
    Special,
    /// Arrays nest too deep.
    Depth,
    /// Too many values.
    Nodes,
    /// An integer has too many digits.
    Digits,
    /// The long integers take too much work to read.
    Work,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ReadErrorKind::Syntax(expected) => {
                write!(f, "not JSON at byte {}: expected {expected}", self.offset)
            }
            ReadErrorKind::Special => {
                write!(f, "at byte {}: a text starts like a number type but is none", self.offset)
            }
            ReadErrorKind::Depth => write!(f, "at byte {}: nested too deep", self.offset),
            ReadErrorKind::Nodes => write!(f, "at byte {}: too many values", self.offset),
            ReadErrorKind::Digits => write!(f, "at byte {}: too many digits", self.offset),
            ReadErrorKind::Work => {
                write!(f, "at byte {}: the long integers would take too much time to read", self.offset)
            }
        }
    }
}

impl std::error::Error for ReadError {}
