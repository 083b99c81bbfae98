//! Codes of version 1.0, which had fewer pieces in another order, and whose
//! special words had no `@` yet (docs/spec/savecodes.md, "From 1.0").

use calcarray::{Text, Value};

use crate::check::list;
use crate::error::Problem;
use crate::named::{Misplaced, Named, each};
use crate::piece::constant;

/// The words that have an `@` in front since 1.1.
const WORDS: &[&str] = &[
    "Empty",
    "Void",
    "HSLA",
    "RGBA",
    "HSVA",
    "linear-gradient",
    "repeating-linear-gradient",
    "radial-gradient",
    "repeating-radial-gradient",
    "conic-gradient",
    "repeating-conic-gradient",
    "multi-gradient",
];

/// The values of all modes of version 1.0. The two known levels differ from the
/// defaults for later versions: the reference leaves them as a fresh session has
/// them.
const CONSTANTS: &[(&str, &str)] = &[
    ("scripts", "[]"),
    ("loseConditions", "[]"),
    ("loseRequirement", "false"),
    ("winPriority", "true"),
    ("postgameAllowed", "true"),
    ("autoDirections", "[]"),
    ("startModifierVars", "[]"),
    ("startForcedSpawns", "[]"),
    ("movementParameters", r#"["@VDir","@HDir","@SlideAmount"]"#),
    ("knownMergeLookbackDistance", "0"),
    ("knownMergeMaxLength", "2"),
    ("discoveredLosing", "[]"),
    ("possibleOverChecked", "false"),
    ("modifierVars", "[]"),
];

/// The stat boxes, and the flags that ask for them.
const STAT_BOXES: &[(Option<&str>, &str)] = &[
    (Some("showMoves"), r#"["Moves","@Moves"]"#),
    (Some("showDiscovered"), r#"["Discovered Tiles",["@DiscTiles","arr_length"]]"#),
    (None, r#"["Score","@Score"]"#),
    (Some("showWinning"), r#"["Discovered Winning Tiles",["@DiscWinning","arr_length"]]"#),
    (Some("showMerges"), r#"["Merges","@Merges"]"#),
];

/// Brings tile types to the form of 1.1.
pub(crate) fn rename_tile_types(named: &mut Named) -> Result<(), Misplaced> {
    named.change("tileTypes", |types| {
        each(types, |tile_type| {
            if tile_type.len() > 4 {
                tile_type.insert(4, Value::text("none"));
            }
            for part in tile_type.iter_mut().skip(7) {
                let mut parts = vec![Value::text("Innerscript")];
                parts.extend(list(part)?.iter().cloned());
                *part = Value::array(parts);
            }
            Ok(())
        })
    })?;
    for name in ["tileTypes", "mergeRules", "startingGrid", "grid"] {
        named.change(name, |value| Ok(mark_words(value)))?;
    }
    Ok(())
}

/// Adds what later versions have. To be called last: the stat boxes made here
/// hold no HTML.
pub(crate) fn complete(named: &mut Named) -> Result<(), Misplaced> {
    let slide = named.get("slideAmount").cloned().unwrap_or_default();
    named.change("directions", |directions| each(directions, |direction| add_slide(direction, &slide)))?;
    let boxes: Vec<Value> = STAT_BOXES
        .iter()
        .filter(|(flag, _)| flag.is_none_or(|flag| named.get(flag).is_some_and(Value::is_true)))
        .map(|(_, stat_box)| constant(stat_box))
        .collect();
    named.set("statBoxes", Value::array(boxes));
    for (from, to) in
        [("tileSpawns", "startTileSpawns"), ("gameVars", "startGameVars"), ("movesSoFar", "manualMovesSoFar")]
    {
        let value = named.get(from).cloned().unwrap_or_default();
        named.set(to, value);
    }
    for (name, value) in CONSTANTS {
        named.set(name, constant(value));
    }
    Ok(())
}

fn add_slide(direction: &mut Vec<Value>, slide: &Value) -> Result<(), Problem> {
    let mut step = list(direction.first().unwrap_or(&Value::Undefined))?.to_vec();
    step.extend([slide.clone(), Value::Number(0.0), constant("[1,true,true,true]")]);
    direction[0] = Value::array(step);
    let width = direction.get(2).cloned().unwrap_or_default();
    direction.insert(direction.len().min(3), width);
    Ok(())
}

fn mark_words(value: &Value) -> Value {
    match value {
        Value::Text(text) if WORDS.iter().any(|word| text.is(word)) => {
            let mut units = vec![u16::from(b'@')];
            units.extend(text.units());
            Value::Text(Text::from_units(units))
        }
        Value::Array(list) => Value::array(list.iter().map(mark_words).collect::<Vec<_>>()),
        other => other.clone(),
    }
}
