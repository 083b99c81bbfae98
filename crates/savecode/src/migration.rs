//! Old codes brought to the form of version 3.0 (docs/spec/savecodes.md,
//! "Migration of old Mode and Game codes to 3.0"). Operators that were renamed
//! between releases are not translated: the reference does not do that either.

use calcarray::Value;

use crate::error::{Problem, WarningKind};
use crate::kind::{Kind, Version};
use crate::named::{Misplaced, Named, each};
use crate::{custom, first_format, modifiers};

/// Brings the values of a code to the layout and form of version 3.0.
pub(crate) fn to_current(
    kind: Kind,
    version: Version,
    values: Vec<Value>,
) -> Result<(Vec<Value>, Vec<WarningKind>), Misplaced> {
    match kind {
        Kind::Custom => return Ok((custom::complete(values)?, Vec::new())),
        Kind::Modifiers => return Ok((modifiers::complete(values)?, Vec::new())),
        _ if version == Version::V3_0 => return Ok((values, Vec::new())),
        _ => {}
    }
    let mut named = Named::new(kind, version, values);
    // Before 2.3 there was one list for both.
    if version < Version::V2_3 && version > Version::V1_0 {
        let forced = named.get("forcedSpawns").cloned().unwrap_or_default();
        named.set("startForcedSpawns", forced);
    }
    if version == Version::V1_0 {
        first_format::rename_tile_types(&mut named)?;
    }
    named.change("tileTypes", |types| each(types, compose_tile_type))?;
    named.change("statBoxes", |boxes| each(boxes, compose_stat_box))?;
    if version == Version::V1_0 {
        first_format::complete(&mut named)?;
    }
    let mut warnings = Vec::new();
    let lacks_moves = version < Version::V2_2
        || version < Version::V2_2_2 && named.get("autoDirections").is_some_and(has_separate_auto_moves);
    if kind == Kind::Game && lacks_moves {
        warnings.push(WarningKind::NoReplay);
    }
    Ok((named.into_current(), warnings))
}

/// Returns true if automatic moves count as moves of their own: strength 0.
pub(crate) fn has_separate_auto_moves(auto_directions: &Value) -> bool {
    let strength = |direction: &Value| {
        let direction = direction.as_array()?.first()?.as_array()?;
        direction.get(4)?.as_array()?.first()?.as_number()
    };
    auto_directions
        .as_array()
        .is_some_and(|directions| directions.iter().any(|direction| strength(direction) == Some(0.0)))
}

/// Changes every entry that is a list; other entries stay as they are.
pub(crate) fn each_list(value: &Value, mut change: impl FnMut(&mut [Value])) -> Value {
    let Value::Array(entries) = value else { return value.clone() };
    let changed = entries.iter().map(|entry| match entry {
        Value::Array(parts) => {
            let mut parts = parts.to_vec();
            change(&mut parts);
            Value::array(parts)
        }
        other => other.clone(),
    });
    Value::array(changed.collect::<Vec<_>>())
}

/// Texts of tiles were HTML.
fn compose_tile_type(tile_type: &mut Vec<Value>) -> Result<(), Problem> {
    compose(tile_type);
    for part in tile_type.iter_mut().skip(7) {
        if let Value::Array(inner) = part
            && inner.first().is_some_and(|first| first.is_word("Innerscript"))
        {
            let mut parts = inner.to_vec();
            compose(&mut parts);
            *part = Value::array(parts);
        }
    }
    Ok(())
}

/// Composes the texts of a stat box, unless it shows tiles.
fn compose_stat_box(stat_box: &mut Vec<Value>) -> Result<(), Problem> {
    let shows_tiles = stat_box.get(4).is_some_and(|kind| kind.is_word("Tile") || kind.is_word("TileArray"));
    if !shows_tiles {
        compose(stat_box);
    }
    Ok(())
}

/// The start of an expression whose result is markup to be composed.
const COMPOSE: [&str; 2] = ["@var_retain", "@ComposeTE"];

/// Returns true if an expression starts like a composed text.
pub(crate) fn is_composed(expression: &[Value]) -> bool {
    expression.len() >= 2 && expression.iter().zip(COMPOSE).all(|(value, word)| value.is_word(word))
}

/// Has entry 1, an expression for HTML, turned into a text when it is
/// evaluated.
fn compose(parts: &mut Vec<Value>) {
    if parts.len() < 2 {
        parts.resize(2, Value::Undefined);
    }
    let mut composed = COMPOSE.map(Value::text).to_vec();
    match &parts[1] {
        Value::Array(expression) => composed.extend(expression.iter().cloned()),
        other => composed.push(other.clone()),
    }
    parts[1] = Value::array(composed);
}
