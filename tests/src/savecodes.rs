//! `savecodes`: codes of every kind and version, well-formed and not.

mod invalid;
mod layouts;
mod replays;
mod valid;
mod vectors;

use calcarray::Value;

use crate::case::Case;
use crate::data::Data;

/// One case per file or entry of a vector file.
///
/// # Errors
/// If there is no such folder.
pub fn cases(data: &Data) -> Result<Vec<Case>, String> {
    data.exists("savecodes")?;
    let mut cases = vectors::cases(data)?;
    cases.extend(layouts::cases(data));
    cases.extend(valid::cases(data)?);
    cases.extend(invalid::cases(data)?);
    cases.extend(replays::cases(data));
    Ok(cases)
}

/// A member of a JSON object.
fn member<'a>(object: &'a Value, name: &str) -> Option<&'a Value> {
    match object {
        Value::Object(object) => {
            object.members().iter().find(|(key, _)| key.is(name)).map(|(_, value)| value)
        }
        _ => None,
    }
}

/// A member that is a text.
fn text(object: &Value, name: &str) -> Option<String> {
    member(object, name)?.as_text()?.to_utf8()
}

/// A member that is a number.
fn number(object: &Value, name: &str) -> Option<f64> {
    member(object, name)?.as_number()
}

/// Says how two texts differ: where first, and what stands there.
fn same(what: &str, expected: &str, found: &str) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let place = expected.chars().zip(found.chars()).take_while(|(a, b)| a == b).count();
    let shown = |text: &str| text.chars().skip(place.saturating_sub(10)).take(60).collect::<String>();
    Err(format!("{what}: at character {place}: expected …{}…, found …{}…", shown(expected), shown(found)))
}
