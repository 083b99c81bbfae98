//! Errors that are thrown: each is an `Error` with its kind.

use js_sys::Reflect;
use polymerge::{ErrorKind, Place, Problems};
use polymerge_schema::Problem;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// A fault on its way to JavaScript.
#[derive(Debug)]
pub struct Failure {
    kind: Kind,
    code: &'static str,
    message: String,
    place: Option<Place>,
    problems: Option<Vec<Problem>>,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// An error that the engine states; the engine can be used further.
    Stated(ErrorKind),
    /// An error of the engine itself.
    Engine,
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Everything that the package throws. */
export interface PolymergeError extends Error {
    name: "PolymergeError";
    /** `input`: an argument is invalid. `refused`: the player can't do this now. `code`: a save code or a snapshot can't be read or written. `file`: a mode file has errors. `rules`: an expression of the mode failed, or the mode can't be compiled. `record`: a recorded game contradicts its rules. `limit`: a limit was reached. `engine`: a fault of the engine itself. */
    kind: "input" | "refused" | "code" | "file" | "rules" | "record" | "limit" | "engine";
    /** A stable name of the cause, such as `unavailable` or `bad-json`. */
    code: string;
    /** The piece of a save code, or the step or move of a recorded game, that it is about; steps and moves count from 1. */
    place?: { kind: "piece"; number: number; name?: string } | { kind: "step" | "move"; number: number };
    /** The problems of a mode file. */
    problems?: Problem[];
}
"#;

impl Kind {
    /// The name that JavaScript knows it by.
    fn name(self) -> &'static str {
        match self {
            Kind::Engine => "engine",
            Kind::Stated(ErrorKind::Input) => "input",
            Kind::Stated(ErrorKind::Refused) => "refused",
            Kind::Stated(ErrorKind::Code) => "code",
            Kind::Stated(ErrorKind::File) => "file",
            Kind::Stated(ErrorKind::Record) => "record",
            Kind::Stated(ErrorKind::Limit) => "limit",
            // Nothing but rules draws where there are no random numbers.
            Kind::Stated(_) => "rules",
        }
    }
}

impl Failure {
    /// Creates a failure for an invalid argument.
    pub fn input(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::stated(ErrorKind::Input, code, message.into())
    }

    /// A save code is not of the kind that it should be.
    pub fn code(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::stated(ErrorKind::Code, code, message.into())
    }

    /// A snapshot can't be read, or something else went wrong with it.
    pub fn snapshot(error: polymerge::Error) -> Failure {
        match error.kind() {
            ErrorKind::Record => Failure::code("bad-snapshot", error.to_string()),
            _ => error.into(),
        }
    }

    /// A limit was reached.
    pub fn limit(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::stated(ErrorKind::Limit, code, message.into())
    }

    /// A fault of the engine itself.
    pub fn engine(message: impl std::fmt::Display) -> Failure {
        let message = message.to_string();
        Failure { kind: Kind::Engine, code: "engine-fault", message, place: None, problems: None }
    }

    /// The engine states an error of this kind.
    pub fn stated(kind: ErrorKind, code: &'static str, message: String) -> Failure {
        Failure { kind: Kind::Stated(kind), code, message, place: None, problems: None }
    }

    /// Ignores an error that only says that the player may not do this now.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn ignore_refusal(self) -> Result<(), Failure> {
        match self.kind {
            Kind::Stated(ErrorKind::Refused) => Ok(()),
            _ => Err(self),
        }
    }

    /// Returns the message.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn into_message(self) -> String {
        self.message
    }

    /// A mode file of this name and text has errors.
    pub fn file(found: &Problems, name: &str, text: &str) -> Failure {
        let first = found.list().iter().find(|problem| problem.severity.name() == "error");
        Failure {
            kind: Kind::Stated(ErrorKind::File),
            code: first.map_or("bad-file", |problem| problem.code),
            message: found.to_text().trim_end().to_owned(),
            place: None,
            problems: Some(Problem::all(found, name, text)),
        }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        let error = js_sys::Error::new(&failure.message);
        error.set_name("PolymergeError");
        // Setting a property of a fresh object can't fail.
        let _ = Reflect::set(&error, &"kind".into(), &failure.kind.name().into());
        let _ = Reflect::set(&error, &"code".into(), &failure.code.into());
        if let Some(place) = failure.place.as_ref().and_then(place) {
            let _ = Reflect::set(&error, &"place".into(), &place);
        }
        if let Some(problems) = &failure.problems {
            let problems = problems.iter().filter_map(|problem| problem.into_js().ok());
            let problems: js_sys::Array = problems.map(JsValue::from).collect();
            let _ = Reflect::set(&error, &"problems".into(), &problems);
        }
        error.into()
    }
}

/// The place of an error as an object; `None` for one that only the engine knows.
fn place(place: &Place) -> Option<js_sys::Object> {
    let (kind, number, name) = match place {
        Place::Piece { number, name, .. } => ("piece", *number, *name),
        Place::Step(step) => ("step", *step, None),
        Place::Move(number) => ("move", *number, None),
        _ => return None,
    };
    let object = js_sys::Object::new();
    // Setting a property of a fresh object can't fail.
    let _ = Reflect::set(&object, &"kind".into(), &kind.into());
    let _ = Reflect::set(&object, &"number".into(), &JsValue::from_f64(number as f64));
    if let Some(name) = name {
        let _ = Reflect::set(&object, &"name".into(), &name.into());
    }
    Some(object)
}

impl From<tsify::Error> for Failure {
    fn from(error: tsify::Error) -> Failure {
        Failure::engine(error)
    }
}

impl From<polymerge::Error> for Failure {
    fn from(error: polymerge::Error) -> Failure {
        match error.problems() {
            Some(problems) => Failure::file(problems, "", ""),
            None => Failure {
                place: error.place(),
                ..Failure::stated(error.kind(), error.code(), error.to_string())
            },
        }
    }
}
