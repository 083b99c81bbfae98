//! What is thrown: an `Error` that says of which kind it is.

use js_sys::Reflect;
use polymerge::modefile::Problems;
use polymerge::{ChangeError, ErrorKind, OpenError, TurnError};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::problem::{problems, Problem};

/// A fault on its way to JavaScript.
#[derive(Debug)]
pub struct Failure {
    kind: Kind,
    message: String,
    problems: Vec<Problem>,
}

/// Kinds of faults, by the name that JavaScript knows them by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An argument is not what it should be.
    Input,
    /// The player can't do this now.
    Refused,
    /// A save code can't be read.
    Code,
    /// A mode file has errors.
    File,
    /// An expression of the mode failed, or the mode can't be compiled.
    Rules,
    /// The engine itself.
    Engine,
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Everything that the package throws. */
export interface PolymergeError extends Error {
    name: "PolymergeError";
    /** `input`: an argument is not what it should be. `refused`: the player can't do this now. `code`: a save code can't be read. `file`: a mode file has errors. `rules`: an expression of the mode failed, or the mode can't be compiled. `engine`: a fault of the engine itself. */
    kind: "input" | "refused" | "code" | "file" | "rules" | "engine";
    /** What is wrong with a mode file. */
    problems?: Problem[];
}
"#;

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Input => "input",
            Kind::Refused => "refused",
            Kind::Code => "code",
            Kind::File => "file",
            Kind::Rules => "rules",
            Kind::Engine => "engine",
        }
    }
}

impl Failure {
    /// A fault of this kind.
    pub fn new(kind: Kind, message: impl std::fmt::Display) -> Failure {
        Failure { kind, message: message.to_string(), problems: Vec::new() }
    }

    /// Nothing, if the player only may not do this now.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn forgive(self) -> Result<(), Failure> {
        match self.kind {
            Kind::Refused => Ok(()),
            _ => Err(self),
        }
    }

    /// What went wrong.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn into_message(self) -> String {
        self.message
    }

    /// A mode file has errors.
    pub fn file(found: &Problems, name: &str, text: &str) -> Failure {
        let problems = problems(found, name, text);
        Failure { kind: Kind::File, message: found.to_text().trim_end().to_owned(), problems }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        let error = js_sys::Error::new(&failure.message);
        error.set_name("PolymergeError");
        // Setting a property of a fresh object can't fail.
        let _ = Reflect::set(&error, &"kind".into(), &failure.kind.name().into());
        if failure.kind == Kind::File {
            let problems: js_sys::Array = failure
                .problems
                .iter()
                .filter_map(|problem| problem.into_js().ok())
                .map(JsValue::from)
                .collect();
            let _ = Reflect::set(&error, &"problems".into(), &problems);
        }
        error.into()
    }
}

impl From<tsify::Error> for Failure {
    fn from(error: tsify::Error) -> Failure {
        Failure::new(Kind::Engine, error)
    }
}

impl From<polymerge::Error> for Failure {
    fn from(error: polymerge::Error) -> Failure {
        if let Some(problems) = error.problems() {
            return Failure::file(problems, "", "");
        }
        let is_code = error.part().is_some_and(|part| part.is::<polymerge::savecode::DecodeError>());
        let kind = match error.kind() {
            _ if is_code => Kind::Code,
            ErrorKind::Input => Kind::Input,
            ErrorKind::Refused => Kind::Refused,
            ErrorKind::Code | ErrorKind::Record => Kind::Code,
            _ => Kind::Rules,
        };
        Failure::new(kind, error)
    }
}

impl From<TurnError> for Failure {
    fn from(error: TurnError) -> Failure {
        let kind = match &error {
            TurnError::Refused(_) => Kind::Refused,
            TurnError::BadRecord(_) => Kind::Code,
            _ => Kind::Rules,
        };
        Failure::new(kind, error)
    }
}

impl From<ChangeError> for Failure {
    fn from(error: ChangeError) -> Failure {
        match error {
            ChangeError::Start(error) => error.into(),
            ChangeError::Code(_) => Failure::new(Kind::Code, error),
            ChangeError::Mode(_) => Failure::new(Kind::Rules, error),
            _ => Failure::new(Kind::Input, error),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        match error {
            OpenError::Form(error) => error.into(),
            OpenError::File(problems) => Failure::file(&problems, "", ""),
            OpenError::NoSuchMode(_) => Failure::new(Kind::Input, error),
            OpenError::Code(_) | OpenError::NoMode(_) => Failure::new(Kind::Code, error),
        }
    }
}
