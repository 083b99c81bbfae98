//! The failures of commands, with messages that a person can act on.

use std::fmt;
use std::process::ExitCode;

/// The reason why a command stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A fault of the input: exit code 2.
    Input(String),
    /// A check that failed, or a refusal of the system: exit code 1.
    Result(String),
}

impl Failure {
    /// Returns a failure because of the input.
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure::Input(message.to_string())
    }

    /// Returns a failure of any other cause.
    pub fn result(message: impl fmt::Display) -> Failure {
        Failure::Result(message.to_string())
    }

    /// Returns this failure with a name before the message.
    #[must_use]
    pub fn of(self, name: impl fmt::Display) -> Failure {
        match self {
            Failure::Input(message) => Failure::Input(format!("{name}: {message}")),
            Failure::Result(message) => Failure::Result(format!("{name}: {message}")),
        }
    }

    /// Returns the exit code.
    pub fn code(&self) -> ExitCode {
        match self {
            Failure::Input(_) => ExitCode::from(2),
            Failure::Result(_) => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(message) | Failure::Result(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Failure {}

/// A message alone is about the input.
impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Input(message)
    }
}

/// A message alone is about the input.
impl From<&str> for Failure {
    fn from(message: &str) -> Failure {
        Failure::Input(message.to_owned())
    }
}

/// A terminal or file that can't be written or read.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::result(error)
    }
}
