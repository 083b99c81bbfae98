//! The failures of commands, with messages that a person can act on.

use std::fmt;
use std::process::ExitCode;

/// The reason why a command stops. It is shown by its message, and is no text itself: a failure that
/// was made of the text of another one would have a class of its own, and a wrong exit code.
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
        self.map(|message| format!("{name}: {message}"))
    }

    /// Returns this failure with an advice or a consequence after the message.
    #[must_use]
    pub fn with(self, more: impl fmt::Display) -> Failure {
        self.map(|message| format!("{message}; {more}"))
    }

    fn map(self, change: impl FnOnce(String) -> String) -> Failure {
        match self {
            Failure::Input(message) => Failure::Input(change(message)),
            Failure::Result(message) => Failure::Result(change(message)),
        }
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        match self {
            Failure::Input(message) | Failure::Result(message) => message,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_an_advice_keep_the_class() {
        for (failure, code) in [(Failure::input("no"), 2), (Failure::result("no"), 1)] {
            assert_eq!(failure.code(), ExitCode::from(code));
            let longer = failure.of("file").with("write it again");
            assert_eq!(longer.message(), "file: no; write it again");
            assert_eq!(longer.code(), ExitCode::from(code));
        }
    }
}
