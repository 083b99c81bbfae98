//! Errors of the engine as exceptions of Python.

use polymerge::{Error, ErrorKind};
use polymerge_schema::Problem;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::records::objects;

/// The failure of a call: an error of the engine, or an exception.
pub enum Failure {
    /// An error of the engine.
    Engine(Error),
    /// An error of a kind, with a code and a message.
    Plain(&'static str, &'static str, String),
    /// An exception of Python.
    Python(PyErr),
}

/// The result of a call.
pub type Outcome<T> = Result<T, Failure>;

impl Failure {
    /// Creates a failure for a wrong argument.
    pub fn input(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::Plain("input", code, message.into())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Engine(error)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Python(error)
    }
}

/// An error of a turn, as that of the library.
pub fn of_turn<E>(error: E) -> Failure
where
    Error: From<E>,
{
    Failure::Engine(error.into())
}

fn kind(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::Input => "input",
        ErrorKind::Refused => "refused",
        ErrorKind::Code => "code",
        ErrorKind::File => "file",
        ErrorKind::Rules => "rules",
        ErrorKind::Record => "record",
        ErrorKind::Limit => "limit",
        _ => "randomness",
    }
}

fn exception(failure: Failure) -> PyResult<PyErr> {
    Python::attach(|py| {
        let (message, kind, code, problems) = match failure {
            Failure::Python(error) => return Ok(error),
            Failure::Plain(kind, code, message) => (message, kind, code, PyTuple::empty(py)),
            Failure::Engine(error) => {
                let list = match error.problems() {
                    Some(list) => objects(py, Problem::all(list, "", ""))?,
                    None => PyTuple::empty(py),
                };
                (error.to_string(), kind(&error), error.code(), list)
            }
        };
        let made = py.import("polymerge._errors")?.getattr("of_kind")?;
        Ok(PyErr::from_value(made.call1((message, kind, code, problems))?))
    })
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        exception(failure).unwrap_or_else(|error| error)
    }
}

/// An argument that is none of the words that it may be.
pub fn one_of(name: &str, given: &str, known: &str) -> Failure {
    Failure::input("bad-argument", format!("{name} is {given:?}; it must be one of {known}"))
}

/// Returns the name of a game's status.
pub fn status_name(game: &polymerge::Game) -> Outcome<&'static str> {
    Ok(match game.status()? {
        polymerge::Status::Won { .. } => "won",
        polymerge::Status::Over => "over",
        _ => "playing",
    })
}
