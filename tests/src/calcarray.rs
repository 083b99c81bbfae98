//! `calcarray`: expressions of the language and their results.
//!
//! The format is described in the folder's README: an expression, the state
//! it is evaluated in, the result, and what it changed.

pub(crate) mod host;

use std::path::Path;
use std::time::{Duration, Instant};

use calcarray::host::Coordinate;
use calcarray::{Container, Limits, Meter, Position, Program, Value, Variables};

use crate::case::{Case, Outcome};
use crate::data::{Data, line_id, read_json, read_lines, stem};
use crate::difference::{compare, exact, shown};
use crate::record::{flag, get, list, need, number};
use host::VectorHost;

/// What an expression that never ends may take; more is worth a note.
const PATIENCE: Duration = Duration::from_millis(100);

/// One case per line of each file.
///
/// # Errors
/// If there is no such folder.
pub fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in data.files("calcarray", &[".jsonl", ".jsonl.gz"])? {
        cases.extend(cases_of_file(&file)?);
    }
    Ok(cases)
}

/// One case per line of a file.
///
/// # Errors
/// If the file can't be read.
pub fn cases_of_file(file: &Path) -> Result<Vec<Case>, String> {
    let timed = stem(file) == "limits";
    let lines = read_lines(file)?;
    Ok(lines
        .into_iter()
        .enumerate()
        .map(|(number, line)| {
            Case::new(line_id(file, number, &line), move || {
                // There is no clock in WebAssembly.
                let start = (timed && !cfg!(target_family = "wasm")).then(Instant::now);
                let result = read_json(&line).and_then(|case| check(&case));
                let took = start.map_or(Duration::ZERO, |start| start.elapsed());
                match result {
                    Err(difference) => Outcome::Failed(difference),
                    Ok(()) if took > PATIENCE => {
                        Outcome::Noted(format!("took {} ms to give up", took.as_millis()))
                    }
                    Ok(()) => Outcome::Passed,
                }
            })
        })
        .collect())
}

/// Evaluates one vector and compares everything it says.
fn check(case: &Value) -> Result<(), String> {
    let nothing = Value::Undefined;
    let context = get(case, "context").unwrap_or(&nothing);
    let mut host = VectorHost::new(context, case)?;
    let variables = Variables::new(list(context, "vars").to_vec());
    let limits = Limits::default();
    let result = Program::compile(need(case, "expr")?, &limits).and_then(|program| {
        let mut meter = Meter::new(limits);
        program.run_with(&mut host, &position(context), &mut meter, &variables)
    });
    if flag(case, "error") {
        return match result {
            Ok(value) => Err(format!("expected an error, found {}", shown(&value))),
            Err(_) => Ok(()),
        };
    }
    let value = result.map_err(|error| format!("unexpected error: {error}"))?;
    // An undefined member is not kept by objects: an absent one is meant.
    let expected = get(case, "value").unwrap_or(&nothing);
    compare("value", expected, &value, number(case, "approx").unwrap_or(0.0))?;
    let drawn = host.drawn();
    let draws = number(case, "draws").unwrap_or(0.0);
    if drawn as f64 != draws {
        return Err(format!("expected {draws} random numbers to be drawn, found {drawn}"));
    }
    if let Some(context) = get(case, "context")
        && let Some(before) = get(context, "vars")
    {
        let expected = get(case, "vars_after").unwrap_or(before);
        exact("vars_after", expected, &Value::array(variables.into_inner()))?;
    }
    let before = VectorHost::new(context, case)?.state();
    let after = get(case, "after").unwrap_or(&nothing);
    for ((name, before), (_, found)) in before.iter().zip(host.state()) {
        exact(&format!("after.{name}"), get(after, name).unwrap_or(before), &found)?;
    }
    Ok(())
}

/// The place the vector is evaluated at.
fn position(context: &Value) -> Position<'_> {
    let coordinate = |key| match get(context, key) {
        Some(value) if value.is_word("None") => Coordinate::None,
        Some(Value::Number(number)) => Coordinate::At(*number),
        _ => Coordinate::At(0.0),
    };
    let mut info = Position::INFO;
    for (place, given) in info.iter_mut().zip(list(context, "info")) {
        *place = given.clone();
    }
    Position {
        v: coordinate("v"),
        h: coordinate("h"),
        vdir: number(context, "vdir").unwrap_or(0.0),
        hdir: number(context, "hdir").unwrap_or(0.0),
        info,
        container: get(context, "container").map_or(Container::Grid, Container::Value),
    }
}
