//! Faults, and records as JSON.

use polymerge::errors::TurnError;
use polymerge::{Error, ErrorKind, Refusal};
use serde::Serialize;

use crate::bindings::exports::polymerge::engine::games::{Fault, FaultKind};

impl Fault {
    /// An argument is wrong.
    pub fn input(message: impl Into<String>) -> Fault {
        Fault { kind: FaultKind::Input, code: "bad-argument".to_owned(), message: message.into() }
    }

    /// The player can't do this now.
    pub fn refused(code: &str, message: &str) -> Fault {
        Fault { kind: FaultKind::Refused, code: code.to_owned(), message: message.to_owned() }
    }

    /// A record that does not lead to its game.
    pub fn record(code: &str, message: &str) -> Fault {
        Fault { kind: FaultKind::Record, code: code.to_owned(), message: message.to_owned() }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        let kind = match error.kind() {
            ErrorKind::Input => FaultKind::Input,
            ErrorKind::Refused => FaultKind::Refused,
            ErrorKind::Code => FaultKind::Code,
            ErrorKind::File => FaultKind::File,
            ErrorKind::Record => FaultKind::Record,
            ErrorKind::Limit => FaultKind::Limit,
            // Nothing but rules draws where there are no random numbers.
            _ => FaultKind::Rules,
        };
        Fault { kind, code: error.code().to_owned(), message: error.to_string() }
    }
}

impl From<TurnError> for Fault {
    fn from(error: TurnError) -> Fault {
        Error::from(error).into()
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Error::from(refusal).into()
    }
}

/// Returns data as JSON.
pub fn json(data: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(data).map_err(|error| Fault::input(error.to_string()))
}
