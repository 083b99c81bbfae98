//! The problems of a file, as `polymerge check` finds them.

use polymerge::advanced::modefile::{Problem, Severity, check};
use serde_json::{Value, json};

use super::documents::{Documents, name_of};
use super::positions::{Lines, Unit};

/// Returns the problems of an open file.
pub fn of(documents: &Documents, uri: &str, unit: Unit) -> Option<Vec<Value>> {
    let (text, source) = (documents.text(uri)?, documents.source(uri)?);
    let problems = check(&source, documents, &Default::default()).problems;
    let (lines, name) = (Lines::new(text, unit), name_of(uri));
    Some(problems.list().iter().map(|problem| diagnostic(problem, &lines, text, &name)).collect())
}

fn diagnostic(problem: &Problem, lines: &Lines<'_>, text: &str, name: &str) -> Value {
    let own = problem.place.as_ref().filter(|place| place.file == name);
    let span = match own {
        Some(place) => {
            let line = lines.line(place.line.saturating_sub(1));
            let letters = text.get(line.clone()).unwrap_or_default();
            let at = |column: usize| {
                letters.char_indices().nth(column).map_or(line.end, |(at, _)| line.start + at)
            };
            at(place.column - 1)..at(place.column - 1 + place.width)
        }
        // What is wrong in another file is told where this one names it.
        None => {
            let key = text.find("\"extends\"").filter(|_| problem.place.is_some());
            key.map_or(0..0, |start| start..start + "\"extends\"".len())
        }
    };
    let mut message = problem.message.clone();
    if let Some(place) = problem.place.as_ref().filter(|_| own.is_none()) {
        message = format!("{}:{}: {message}", place.file, place.line);
    }
    if let Some(help) = &problem.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    json!({
        "range": lines.range(&span),
        "severity": if problem.severity == Severity::Error { 1 } else { 2 },
        "code": problem.code,
        "source": "polymerge",
        "message": message,
    })
}
