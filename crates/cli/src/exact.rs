//! Numbers in JSON texts that have more digits than a number keeps.

use polymerge::advanced::modefile::{check_json, Severity};

use crate::input;

/// Says on standard error which numbers of a text are kept as others.
pub fn note_inexact(name: &str, text: &str) {
    let problems = check_json(name, text, &Default::default());
    for problem in problems.list().iter().filter(|problem| problem.severity == Severity::Warning) {
        input::note(&problem.to_text());
    }
}
