//! Old codes brought to the form of version 3.0 (docs/spec/savecodes.md,
//! "Migration of old Mode and Game codes to 3.0"). Operators that were renamed
//! between releases are not translated: the reference does not do that either.

use calcarray::Value;

use crate::check::list;
use crate::error::{Problem, WarningKind};
use crate::kind::{Kind, Version};
use crate::piece::layout;
use crate::{custom, first_format, modifiers};

/// A problem with the piece of this place and name.
pub(crate) type Misplaced = (usize, &'static str, Problem);

/// The values of a code by the names of their pieces.
pub(crate) struct Named {
    kind: Kind,
    entries: Vec<(&'static str, Value)>,
}

impl Named {
    fn new(kind: Kind, version: Version, values: Vec<Value>) -> Named {
        Named { kind, entries: layout(kind, version).map(|piece| piece.name).zip(values).collect() }
    }

    /// The first value of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.entries.iter().find(|(entry, _)| *entry == name).map(|(_, value)| value)
    }

    /// Sets a value, new or not.
    pub fn set(&mut self, name: &'static str, value: Value) {
        match self.entries.iter_mut().find(|(entry, _)| *entry == name) {
            Some((_, old)) => *old = value,
            None => self.entries.push((name, value)),
        }
    }

    /// Changes a value; a problem is one of its piece.
    pub fn change(
        &mut self,
        name: &'static str,
        change: impl FnOnce(&Value) -> Result<Value, Problem>,
    ) -> Result<(), Misplaced> {
        if let Some(place) = self.entries.iter().position(|(entry, _)| *entry == name) {
            let value = change(&self.entries[place].1).map_err(|problem| (place, name, problem))?;
            self.entries[place].1 = value;
        }
        Ok(())
    }

    /// Returns the values in the layout of version 3.0; missing ones get the default of the
    /// table.
    fn into_current(self) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::with_capacity(80);
        let names: Vec<&str> = layout(self.kind, Version::CURRENT).map(|piece| piece.name).collect();
        for piece in layout(self.kind, Version::CURRENT) {
            let value = self.get(piece.name).cloned().unwrap_or_else(|| {
                piece.default_value(|other| {
                    names.iter().position(|name| *name == other).and_then(|at| values.get(at))
                })
            });
            values.push(value);
        }
        values
    }
}

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

/// Changes every entry of a list of lists.
pub(crate) fn each(
    value: &Value,
    change: impl Fn(&mut Vec<Value>) -> Result<(), Problem>,
) -> Result<Value, Problem> {
    let entries = list(value)?.iter().enumerate().map(|(number, entry)| {
        let at =
            |problem: Problem| Problem::new(problem.reason, format!("entry {number}: {}", problem.detail));
        let mut parts = list(entry).map_err(at)?.to_vec();
        change(&mut parts).map_err(at)?;
        Ok(Value::array(parts))
    });
    Ok(Value::array(entries.collect::<Result<Vec<_>, Problem>>()?))
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
        if let Value::Array(inner) = part {
            if inner.first().is_some_and(|first| first.is_word("Innerscript")) {
                let mut parts = inner.to_vec();
                compose(&mut parts);
                *part = Value::array(parts);
            }
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
