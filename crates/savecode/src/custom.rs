//! Codes of Custom Modes: what older forms lacked (docs/spec/savecodes.md,
//! "Custom codes").

use calcarray::Value;

use crate::check::list;
use crate::error::Problem;
use crate::named::{Misplaced, each};
use crate::piece::constant;

const SPAWNING_TILES: usize = 0;
const MERGES: usize = 1;
const BACKGROUND: usize = 3;
const RULES_TEXT: usize = 6;

/// Adds the missing values; a complete code stays as it is.
pub(crate) fn complete(mut values: Vec<Value>) -> Result<Vec<Value>, Misplaced> {
    type Step = fn(&Value) -> Result<Value, Problem>;
    let steps: [(usize, &'static str, Step); 4] = [
        (SPAWNING_TILES, "spawningTiles", |value| {
            let mut tiles = list(value)?.to_vec();
            if !matches!(tiles.first(), Some(Value::Boolean(_))) {
                tiles.insert(0, Value::Boolean(false));
            }
            Ok(tiles.into())
        }),
        (MERGES, "merges", |value| {
            each(value, |merge| {
                default_entry(merge, 4, |entry| matches!(entry, Value::Undefined), Value::Boolean(false));
                Ok(())
            })
        }),
        (BACKGROUND, "background", |value| {
            let mut backgrounds = list(value)?.to_vec();
            if backgrounds.len() == 5 {
                backgrounds.push(constant(r#"["@linear-gradient",180,[],[]]"#));
            }
            Ok(backgrounds.into())
        }),
        (RULES_TEXT, "rulesText", |value| {
            let mut rules = list(value)?.to_vec();
            default_entry(&mut rules, 3, |entry| matches!(entry, Value::Undefined | Value::Null), 0.0.into());
            if rules.len() == 4 {
                rules.push(Value::text(""));
            }
            Ok(rules.into())
        }),
    ];
    for (place, name, step) in steps {
        if let Some(value) = values.get_mut(place) {
            *value = step(value).map_err(|problem| (place, name, problem))?;
        }
    }
    Ok(values)
}

/// Sets an entry that is missing or counts as missing.
fn default_entry(entries: &mut Vec<Value>, place: usize, missing: impl Fn(&Value) -> bool, value: Value) {
    if entries.len() <= place {
        entries.resize(place + 1, Value::Undefined);
    }
    if missing(&entries[place]) {
        entries[place] = value;
    }
}
