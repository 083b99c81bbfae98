//! One thing to check, and how it went.

/// How a case went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The result is that of the golden data.
    Passed,
    /// Passed, with a remark a person should see.
    Noted(String),
    /// The result is not that of the golden data; says what differs.
    Failed(String),
    /// The case could not be checked, and why.
    Skipped(String),
}

impl From<Result<(), String>> for Outcome {
    fn from(result: Result<(), String>) -> Outcome {
        match result {
            Ok(()) => Outcome::Passed,
            Err(difference) => Outcome::Failed(difference),
        }
    }
}

/// A case: an id and the check, which is run at most once, on any thread.
pub struct Case {
    /// The id, as the golden data has it or as made from file and line.
    pub id: String,
    /// The check.
    pub check: Box<dyn FnOnce() -> Outcome + Send>,
}

impl Case {
    /// A case whose check gives anything that is an [`Outcome`].
    pub fn new<T: Into<Outcome>>(id: impl Into<String>, check: impl FnOnce() -> T + Send + 'static) -> Case {
        Case { id: id.into(), check: Box::new(move || check().into()) }
    }

    /// A case that can't pass, because the engine lacks what it needs.
    pub fn not_implemented(id: impl Into<String>) -> Case {
        Case::new(id, || Outcome::Failed("not implemented yet".into()))
    }
}
