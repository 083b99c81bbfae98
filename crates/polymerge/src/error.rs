//! The one error of the facade.

use std::fmt;

use calcarray::json::{ReadError, ReadErrorKind};
use polymerge_modefile::{Problem, Problems, Severity};
use polymerge_modifiers::ModifierError;
use polymerge_modifiers::infused::InfusedError;
use polymerge_rules::{ModeError, Refusal, TurnError};
use polymerge_savecode::moves::MoveStringError;
use polymerge_savecode::{DecodeError, EncodeError, Reason};

use crate::forms::FormError;

/// An error: a message that a person can act on, and for programs its kind, a stable code, and the
/// place.
///
/// ```
/// use polymerge::{ErrorKind, Mode};
///
/// let error = Mode::built_in("2084").unwrap_err();
/// assert_eq!((error.kind(), error.code()), (ErrorKind::Input, "no-such-mode"));
/// assert_eq!(error.to_string(), "there is no mode \"2084\"; did you mean 2048?");
/// ```
#[derive(Debug)]
pub struct Error(Box<Cause>);

#[derive(Debug)]
enum Cause {
    Turn(TurnError),
    Mode(ModeError),
    Decode(DecodeError),
    Encode(EncodeError),
    Moves(MoveStringError),
    File(Problems),
    Modifier(ModifierError),
    Infused(InfusedError),
    Form(FormError),
    Evaluation(calcarray::Error),
    Json(ReadError),
    Plain(ErrorKind, &'static str, String),
    At(Place, Error),
}

/// The subject of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An argument of the caller is wrong: a name, a setting, a modifier.
    Input,
    /// The player can't do this now ([`Error::refusal`] says why); the game is as before.
    Refused,
    /// A save code, a move string or a saved game can't be read or written.
    Code,
    /// A mode file has errors ([`Error::problems`] lists them).
    File,
    /// The mode can't be compiled, or one of its expressions failed.
    Rules,
    /// A recorded game contradicts its rules.
    Record,
    /// A bound of [`Limits`](crate::Limits) was reached.
    Limit,
    /// The random numbers that were passed in have run out.
    Randomness,
}

/// The place of an [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A place in a mode file; line and column count from 1.
    File {
        /// The name of the file.
        file: String,
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
    },
    /// A place in a piece of a save code.
    Piece {
        /// The number of the piece: 0 is the kind of the code, 1 its version.
        number: usize,
        /// The name of the piece, if it is one of data.
        name: Option<&'static str>,
        /// The first byte of the piece.
        offset: usize,
    },
    /// A byte of a text.
    Byte(usize),
    /// A field of a mode, with the entry in it, and so on inwards.
    Field(&'static str, Vec<usize>),
    /// A part of the rules.
    Rule(polymerge_rules::Place),
    /// A step of a recorded game.
    Step(usize),
    /// A move of a run, counted from 1.
    Move(usize),
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Error {
        Error(Cause::Plain(kind, code, message.into()).into())
    }

    pub(crate) fn at(self, place: Place) -> Error {
        Error(Cause::At(place, self).into())
    }

    /// Returns the subject of the error.
    pub fn kind(&self) -> ErrorKind {
        match &*self.0 {
            Cause::Turn(TurnError::Refused(_)) => ErrorKind::Refused,
            Cause::Turn(TurnError::Expression { error, .. }) | Cause::Evaluation(error) => {
                of_evaluation(error)
            }
            Cause::Turn(TurnError::Rule { .. }) | Cause::Mode(_) => ErrorKind::Rules,
            Cause::Turn(TurnError::Limit(_)) => ErrorKind::Limit,
            Cause::Turn(TurnError::OutOfRandomness) => ErrorKind::Randomness,
            Cause::Turn(TurnError::BadTime(_) | TurnError::NoSpawn(_)) => ErrorKind::Input,
            Cause::Turn(TurnError::BadRecord(_)) => ErrorKind::Record,
            Cause::Decode(error) if error.reason == Reason::Limit => ErrorKind::Limit,
            Cause::Moves(MoveStringError::TooManyMoves { .. }) => ErrorKind::Limit,
            Cause::Decode(_) | Cause::Encode(_) | Cause::Moves(_) => ErrorKind::Code,
            Cause::File(_) => ErrorKind::File,
            Cause::Modifier(ModifierError::TooLarge { .. }) => ErrorKind::Limit,
            Cause::Modifier(ModifierError::OutOfRandomness) => ErrorKind::Randomness,
            Cause::Infused(InfusedError::Expression { error, .. }) => of_evaluation(error),
            Cause::Json(error) => match error.kind {
                ReadErrorKind::Syntax(_) | ReadErrorKind::Special => ErrorKind::Input,
                _ => ErrorKind::Limit,
            },
            Cause::Modifier(_) | Cause::Infused(_) | Cause::Form(_) => ErrorKind::Input,
            Cause::Plain(kind, ..) => *kind,
            Cause::At(_, error) => error.kind(),
        }
    }

    /// A stable name of what is wrong, such as `unavailable` or `bad-json`.
    pub fn code(&self) -> &'static str {
        match &*self.0 {
            Cause::Turn(TurnError::Refused(refusal)) => refusal.code(),
            Cause::Turn(TurnError::Expression { .. }) | Cause::Evaluation(_) => "expression",
            Cause::Turn(TurnError::Rule { .. }) => "rule",
            Cause::Turn(TurnError::Limit(_)) => "turn-limit",
            Cause::Turn(TurnError::OutOfRandomness) => "out-of-randomness",
            Cause::Turn(TurnError::BadTime(_)) => "bad-time",
            Cause::Turn(TurnError::BadRecord(_)) => "bad-record",
            Cause::Turn(TurnError::NoSpawn(_)) => "no-such-spawn",
            Cause::Mode(_) => "bad-mode",
            Cause::Decode(error) => error.reason.name(),
            Cause::Encode(_) => "not-encodable",
            Cause::Moves(_) => "bad-moves",
            Cause::File(problems) => first(problems).map_or("bad-file", |problem| problem.code),
            Cause::Modifier(_) => "bad-modifier",
            Cause::Infused(_) | Cause::Form(_) => "bad-form",
            Cause::Json(_) => "bad-json",
            Cause::Plain(_, code, _) => code,
            Cause::At(_, error) => error.code(),
        }
    }

    /// Returns the place of the error, if it is known; for a mode file, that of its first error.
    pub fn place(&self) -> Option<Place> {
        Some(match &*self.0 {
            Cause::Turn(TurnError::Expression { place, .. } | TurnError::Rule { place, .. }) => {
                Place::Rule(place.clone())
            }
            Cause::Mode(error) => Place::Field(error.field, error.path.clone()),
            Cause::Decode(error) => {
                Place::Piece { number: error.piece?, name: error.name, offset: error.offset }
            }
            Cause::File(problems) => {
                let place = first(problems)?.place.as_ref()?;
                Place::File { file: place.file.clone(), line: place.line, column: place.column }
            }
            Cause::Json(error) => Place::Byte(error.offset),
            Cause::At(place, _) => place.clone(),
            _ => return None,
        })
    }

    /// Returns the reason why the player can't do this now, if the error is a refusal.
    pub fn refusal(&self) -> Option<Refusal> {
        match &*self.0 {
            Cause::Turn(TurnError::Refused(refusal)) => Some(*refusal),
            Cause::At(_, error) => error.refusal(),
            _ => None,
        }
    }

    /// Returns the problems of a mode file, if the error is about one.
    pub fn problems(&self) -> Option<&Problems> {
        match &*self.0 {
            Cause::File(problems) => Some(problems),
            Cause::At(_, error) => error.problems(),
            _ => None,
        }
    }

    /// The error of the part of the engine that found it, if it is one of those.
    pub fn part(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(match &*self.0 {
            Cause::Turn(error) => error,
            Cause::Mode(error) => error,
            Cause::Decode(error) => error,
            Cause::Encode(error) => error,
            Cause::Moves(error) => error,
            Cause::File(error) => error,
            Cause::Modifier(error) => error,
            Cause::Infused(error) => error,
            Cause::Form(error) => error,
            Cause::Evaluation(error) => error,
            Cause::Json(error) => error,
            Cause::At(_, error) => return error.part(),
            Cause::Plain(..) => return None,
        })
    }
}

/// The first error of a file, or else its first problem.
fn first(problems: &Problems) -> Option<&Problem> {
    let errors = |problem: &&Problem| problem.severity == Severity::Error;
    problems.list().iter().find(errors).or(problems.list().first())
}

fn of_evaluation(error: &calcarray::Error) -> ErrorKind {
    match error.kind() {
        calcarray::ErrorKind::Limit(_) => ErrorKind::Limit,
        calcarray::ErrorKind::NoRandomness => ErrorKind::Randomness,
        _ => ErrorKind::Rules,
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.0, self.part()) {
            (Cause::Plain(_, _, message), _) => f.write_str(message),
            (Cause::At(place, error), _) => write!(f, "{place}: {error}"),
            (_, part) => part.map_or(Ok(()), |part| fmt::Display::fmt(part, f)),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File { file, line, column } => write!(f, "{file}:{line}:{column}"),
            Place::Piece { number, name: Some(name), .. } => write!(f, "piece {number} ({name})"),
            Place::Piece { number, name: None, .. } => write!(f, "piece {number}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::Field(field, path) => {
                f.write_str(field)?;
                path.iter().try_for_each(|entry| write!(f, "[{entry}]"))
            }
            Place::Rule(place) => place.fmt(f),
            Place::Step(step) => write!(f, "step {step}"),
            Place::Move(number) => write!(f, "move {number}"),
        }
    }
}

/// The source of an error skips the error of the part that found it, because the message of that
/// part is already in this one.
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.part()?.source()
    }
}

/// Converts the errors of the parts into an [`Error`].
macro_rules! from {
    ($($error:ty => $cause:ident,)*) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Error {
                Error(Cause::$cause(error).into())
            }
        })*
    };
}

from! {
    TurnError => Turn,
    ModeError => Mode,
    DecodeError => Decode,
    EncodeError => Encode,
    MoveStringError => Moves,
    Problems => File,
    ModifierError => Modifier,
    InfusedError => Infused,
    calcarray::Error => Evaluation,
    ReadError => Json,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        TurnError::from(refusal).into()
    }
}

impl From<FormError> for Error {
    fn from(error: FormError) -> Error {
        match error {
            FormError::Code(error) => error.into(),
            FormError::Json(error) => error.into(),
            FormError::Mode(error) => error.into(),
            FormError::Infused(error) => error.into(),
            error => Error(Cause::Form(error).into()),
        }
    }
}
