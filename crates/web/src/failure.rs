//! What is thrown: an `Error` that says of which kind it is.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;

/// A fault on its way to JavaScript.
#[derive(Debug)]
pub struct Failure {
    kind: Kind,
    message: String,
}

/// Kinds of faults, by the name that JavaScript knows them by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A mode file with errors.
    File,
    /// The engine itself.
    Engine,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::File => "file",
            Kind::Engine => "engine",
        }
    }
}

impl Failure {
    /// A fault of this kind.
    pub fn new(kind: Kind, message: impl std::fmt::Display) -> Failure {
        Failure { kind, message: message.to_string() }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        let error = js_sys::Error::new(&failure.message);
        error.set_name("PolymergeError");
        // Setting a property of a fresh object can't fail.
        let _ = Reflect::set(&error, &"kind".into(), &failure.kind.name().into());
        error.into()
    }
}

impl From<tsify::Error> for Failure {
    fn from(error: tsify::Error) -> Failure {
        Failure::new(Kind::Engine, error)
    }
}
