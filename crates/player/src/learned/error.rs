//! The reasons why a value can't be learned or read.

use std::fmt;

use polymerge_rules::TurnError;

/// The reasons why a value can't be learned.
#[derive(Clone, Debug, PartialEq)]
pub enum LearnError {
    /// A turn or the start of a game fails.
    Turn(TurnError),
    /// The grid has more than 256 cells.
    LargeGrid,
    /// Memory is short, or too little was allowed.
    Memory,
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LearnError::Turn(error) => error.fmt(f),
            LearnError::LargeGrid => f.write_str("grids of more than 256 cells can't be learned"),
            LearnError::Memory => f.write_str("there is too little memory for weights"),
        }
    }
}

impl std::error::Error for LearnError {}

impl From<TurnError> for LearnError {
    fn from(error: TurnError) -> LearnError {
        LearnError::Turn(error)
    }
}

/// The reasons why a file of a learned value is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The bytes are no file of a learned value.
    OtherFile,
    /// The format has a version that is not known.
    Version(u8),
    /// The rules are others than those of the file.
    OtherRules,
    /// The content contradicts itself; the text names the place.
    Damaged(&'static str),
    /// The weights take more memory than is allowed.
    TooLarge {
        /// The memory that they take.
        bytes: usize,
    },
    /// Memory for the weights could not be reserved.
    NoMemory,
    /// The file was made to play by: the state that learning needs to continue is left out.
    NotResumable,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::OtherFile => f.write_str("this is no file of learned weights"),
            FileError::Version(version) => {
                write!(f, "the weights are in format {version}, which this program does not know")
            }
            FileError::OtherRules => f.write_str(
                "the weights were learned by other rules: of another mode, or with other settings",
            ),
            FileError::Damaged(what) => write!(f, "the file of weights is damaged: {what}"),
            FileError::TooLarge { bytes } => {
                write!(f, "the weights take {bytes} bytes, more than are allowed")
            }
            FileError::NoMemory => f.write_str("there is not enough memory for the weights"),
            FileError::NotResumable => {
                f.write_str("the file was made small, to play by; learning can't go on from it")
            }
        }
    }
}

impl std::error::Error for FileError {}
