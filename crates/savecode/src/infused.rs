//! Infused codes: a list of texts that hold JSON (spec/savecodes.md,
//! section 9).

use calcarray::{json, Value};

use crate::check::{at_least, list};
use crate::encoding::json_problem;
use crate::error::{Problem, Reason};
use crate::limits::DecodeLimits;

/// How many entries the list has.
pub const ENTRIES: usize = 43;

/// The entry that is a list of flags: which modifiers the mode respects.
pub const RESPECTED: usize = 34;

/// What entries stand for when a list ends before them, from 35 on.
const MISSING: [&str; 8] = ["[]", "\"@Infinity\"", "[]", "[]", "false", "false", "[]", "[]"];

/// Fills up a list that an earlier test release wrote, and checks that every
/// entry holds what it must.
pub(crate) fn complete(value: &Value, limits: &DecodeLimits) -> Result<Value, Problem> {
    at_least(value, RESPECTED)?;
    let mut entries = list(value)?.to_vec();
    let flags = |flags: Vec<Value>| Value::array(flags);
    if entries.len() == RESPECTED {
        entries.push(flags(vec![Value::Boolean(true); 5]));
    }
    if let Some(Value::Array(respected)) = entries.get(RESPECTED) {
        if respected.len() < 5 {
            let mut respected = respected.to_vec();
            respected.push(Value::Boolean(true));
            entries[RESPECTED] = flags(respected);
        }
    }
    for missing in MISSING.iter().skip(entries.len() - RESPECTED - 1) {
        entries.push(Value::text(*missing));
    }
    for (number, entry) in entries.iter().enumerate() {
        let at =
            |problem: Problem| Problem::new(problem.reason, format!("entry {number}: {}", problem.detail));
        match entry {
            entry if number == RESPECTED => {
                list(entry).map_err(at)?;
            }
            Value::Text(text) => {
                json::read(&text.to_string_lossy(), &limits.json(limits.json_nodes))
                    .map_err(|error| at(json_problem(error)))?;
            }
            _ => {
                return Err(at(Problem::new(Reason::WrongType, "not a text that holds JSON")));
            }
        }
    }
    Ok(entries.into())
}
