//! Warnings of numbers in JSON texts with more digits than a number keeps.

use polymerge::advanced::modefile::{Severity, check_json};
use polymerge_app::input;

/// Warns on standard error of the numbers in a text that lose digits.
pub fn note_inexact(name: &str, text: &str) {
    let problems = check_json(name, text, &Default::default());
    for problem in problems.list().iter().filter(|problem| problem.severity == Severity::Warning) {
        input::note(&problem.to_text());
    }
}
