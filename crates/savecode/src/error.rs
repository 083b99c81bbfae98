//! The reasons why a code can't be read, and the oddities of codes that can.

use std::fmt;

use crate::kind::{Kind, Version};
use crate::markup::MarkupError;

/// The reason why a text is not a save code.
///
/// Nothing of the code is used: a code is read whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The kind, if that much was understood.
    pub kind: Option<Kind>,
    /// The version, if that much was understood.
    pub version: Option<Version>,
    /// The number of the piece: 0 is the kind, 1 the version, 2 the first
    /// data piece.
    pub piece: Option<usize>,
    /// The name of the piece, if it is one of data.
    pub name: Option<&'static str>,
    /// The start of the piece in the code, in bytes.
    pub offset: usize,
    /// The kind of problem.
    pub reason: Reason,
    /// The problem in words.
    pub detail: String,
}

/// The kinds of problems (docs/spec/savecodes.md, "Malformed input, errors,
/// limits").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The text does not start like a save code.
    UnknownKind,
    /// This kind has no such version.
    UnknownVersion,
    /// The code ends too early.
    MissingPiece,
    /// A piece is not base-64.
    BadBase64,
    /// A piece is not JSON.
    BadJson,
    /// A text in a piece starts like a number type and is none.
    BadSpecial,
    /// A flag is neither `t` nor `f`.
    BadFlag,
    /// A number is none.
    BadNumber,
    /// A size is not a positive integer.
    OutOfRange,
    /// A value is of a type that its piece can't have.
    WrongType,
    /// A list has a length that does not fit the rest.
    Shape,
    /// The rules text of an old code is not well-formed.
    Markup(MarkupError),
    /// A replay of version 2.2 with automatic moves: it lacks what they spawn.
    ReplayOldAuto,
    /// The code is larger than the reader allows.
    Limit,
}

impl Reason {
    /// The name, as in the list of the specification.
    pub fn name(self) -> &'static str {
        match self {
            Reason::UnknownKind => "unknown-kind",
            Reason::UnknownVersion => "unknown-version",
            Reason::MissingPiece => "missing-piece",
            Reason::BadBase64 => "bad-base64",
            Reason::BadJson => "bad-json",
            Reason::BadSpecial => "bad-special",
            Reason::BadFlag => "bad-flag",
            Reason::BadNumber => "bad-number",
            Reason::OutOfRange => "out-of-range",
            Reason::WrongType => "wrong-type",
            Reason::Shape => "shape",
            Reason::Markup(_) => "markup",
            Reason::ReplayOldAuto => "replay-old-auto",
            Reason::Limit => "limit",
        }
    }

    /// Returns true if a code that was copied only in part can have this problem.
    fn is_of_cut_codes(self) -> bool {
        matches!(self, Reason::MissingPiece | Reason::BadBase64 | Reason::BadJson)
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, self.version) {
            (Some(kind), Some(version)) => write!(f, "{kind} code of version {version}")?,
            (Some(kind), None) => write!(f, "{kind} code")?,
            _ => write!(f, "save code")?,
        }
        if let Some(piece) = self.piece {
            write!(f, ", piece {piece}")?;
        }
        if let Some(name) = self.name {
            write!(f, " ({name})")?;
        }
        write!(f, ": {} [{}]", self.detail, self.reason.name())?;
        if self.reason.is_of_cut_codes() {
            write!(f, "; if a part of the code is missing, copy all of it again")?;
        }
        Ok(())
    }
}

impl std::error::Error for DecodeError {}

/// A problem with the content of a piece, before its place is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub reason: Reason,
    pub detail: String,
}

impl Problem {
    pub fn new(reason: Reason, detail: impl Into<String>) -> Problem {
        Problem { reason, detail: detail.into() }
    }
}

/// An oddity of a code that can be read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The number of the piece, where it is about one.
    pub piece: Option<usize>,
    /// The name of that piece.
    pub name: Option<&'static str>,
    /// The kind of the oddity.
    pub kind: WarningKind,
}

/// The kinds of oddities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WarningKind {
    /// Pieces after the last one; they are ignored.
    ExtraPieces,
    /// A number piece is empty; it counts as 0.
    EmptyNumber,
    /// A number is `NaN`.
    NotANumber,
    /// No directions: nothing can ever be moved.
    NoDirections,
    /// The spawn location is neither `All` nor `Edge`; it counts as `All`.
    UnknownSpawnLocation,
    /// The code lacks data that a replay of the game needs.
    NoReplay,
    /// Entities were found inside the texts of the JSON, where one day they
    /// were written.
    InnerEntities,
    /// A replay of the one release that wrote a piece too many, which is
    /// skipped.
    OneDayReplay,
    /// The times of the game are not in the code.
    TimesLost,
    /// The text of a tile or stat box will be read as markup.
    CountsAsMarkup,
    /// A text has characters that come back as others.
    TextAltered,
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WarningKind::ExtraPieces => "there is more after the last piece; it is ignored",
            WarningKind::EmptyNumber => "the number is missing; it counts as 0",
            WarningKind::NotANumber => "the number is NaN",
            WarningKind::NoDirections => "there are no directions: nothing can ever be moved",
            WarningKind::UnknownSpawnLocation => "not \"All\" or \"Edge\"; it counts as \"All\"",
            WarningKind::NoReplay => "a replay of the game from here on will not play properly",
            WarningKind::InnerEntities => "the texts inside the JSON hold entities; they are decoded",
            WarningKind::TimesLost => "this version has no pieces for times; they are lost",
            WarningKind::CountsAsMarkup => "texts of tiles or stat boxes will be read as markup",
            WarningKind::TextAltered => {
                "characters U+0080 to U+009F, or halves of a pair, come back as others"
            }
            WarningKind::OneDayReplay => "written by the release that added a piece too many; it is skipped",
        })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.piece, self.name) {
            (Some(piece), Some(name)) => write!(f, "piece {piece} ({name}): {}", self.kind),
            (Some(piece), None) => write!(f, "piece {piece}: {}", self.kind),
            _ => write!(f, "{}", self.kind),
        }
    }
}

/// The reason why a content can't be written in a code of some version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeError {
    /// The kind of the code.
    pub kind: Kind,
    /// The version that has no place for it.
    pub version: Version,
    /// The number of the piece, where it is about one.
    pub piece: Option<usize>,
    /// The name of the piece.
    pub name: Option<&'static str>,
    /// The obstacle.
    pub reason: EncodeReason,
}

/// The kinds of an [`EncodeError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncodeReason {
    /// No codes of this kind exist in this version, or they are not written any
    /// more.
    NoSuchLayout,
    /// The value is not of the type that the piece holds.
    Type,
    /// A character above U+00FF, which codes before 3.0 can't hold.
    Character,
    /// The layout has no piece for this, and the value is not the one that
    /// readers would take instead.
    NoPiece,
    /// A number type, or `@undefined`, that the version does not know yet.
    Special,
    /// A text that starts like a number type and is none, such as a script may
    /// make: no reader would take the code.
    FalseNumber,
    /// The rules text has elements that the markup of old rules texts lacks.
    Markup,
    /// The mode has nothing to spawn: no reader would take the code.
    NothingSpawns,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} code of version {}", self.kind, self.version)?;
        if let Some(piece) = self.piece {
            write!(f, ", piece {piece}")?;
        }
        if let Some(name) = self.name {
            write!(f, " ({name})")?;
        }
        f.write_str(match self.reason {
            EncodeReason::NoSuchLayout => ": no such codes are written",
            EncodeReason::Type => ": the value is not of the type that the piece holds",
            EncodeReason::Character => ": a character above U+00FF, which codes before 3.0 can't hold",
            EncodeReason::NoPiece => ": this version has no piece for it",
            EncodeReason::Special => ": a special value that the version does not know yet",
            EncodeReason::FalseNumber => {
                ": a text starts like a number type but is none, and codes with it can't be read"
            }
            EncodeReason::Markup => ": the old markup of rules texts can't say it",
            EncodeReason::NothingSpawns => ": the list is empty, and codes of such modes can't be read",
        })
    }
}

impl std::error::Error for EncodeError {}
