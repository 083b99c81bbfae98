//! Settings of modes: what they are at first, and the modes they make.
//!
//! They are declared in our own mode files, so that is where they are set.
//! What came out is held against the golden mode: plain pieces have to be
//! equal, and rules that are written in other words have to play alike. Looks
//! and texts are our own.

use calcarray::Value;
use polymerge_modefile::{Choices, ModeFile};
use polymerge_modifiers::{Modifiers, apply};

use super::alike::alike;
use super::starts::starts;
use crate::data::Data;
use crate::difference::exact;
use crate::modes::{mode_file, unchanged};
use crate::modifiers::{choice, mode, pieces};
use crate::record::{entries, get, list, need, text};

/// Pieces that are looks or texts, and what the original remembers in order
/// to be fast: our mode files have their own.
const OWN: [&str; 12] = [
    "TileTypes",
    "gameplayRulesText",
    "gameplayBackground",
    "gridBackground",
    "tileBackground",
    "textBackground",
    "tileDisplayKnownLevel",
    "mergeResultKnownLevel",
    "knownMergeLookbackDistance",
    "knownMergeMaxLength",
    "gameplayComponentOpacities",
    "displayLagReductions",
];

/// Pieces that can say the same in other words.
const RULES: [&str; 12] = [
    "MergeRules",
    "startTileSpawns",
    "start_forcedSpawns",
    "winConditions",
    "winRequirement",
    "loseConditions",
    "loseRequirement",
    "spawnConditions",
    "scripts",
    "tileValueFunction",
    "discoveredTilesFilter",
    "statBoxes",
];

/// Game variables that rules of the reference use as scratch space, by mode:
/// ours do without. `None`: all of them.
const SCRATCH: &[(&str, Option<&[usize]>)] = &[
    ("061", Some(&[0])),
    ("083", None),
    ("084", None),
    ("090", None),
    ("094", None),
    ("099", Some(&[2, 3])),
    ("100", Some(&[0])),
    ("106", Some(&[7])),
    ("109", Some(&[9])),
    ("110", Some(&[7])),
    ("111", Some(&[7, 8])),
];

/// Game variables but for scratch space.
pub fn kept(name: &str, variables: &[Value]) -> Value {
    let scratch = SCRATCH.iter().find(|(own, _)| *own == number(name)).map(|(_, places)| places);
    let keeps = |(place, value): &(usize, &Value)| match scratch {
        None => true,
        Some(None) => false,
        // Some variants of this one keep lists there, which are no scratch.
        Some(Some(_)) if number(name) == "100" && matches!(value, Value::Array(_)) => true,
        Some(Some(places)) => !places.contains(place),
    };
    let kept = variables.iter().enumerate().filter(keeps);
    Value::array(kept.map(|(_, value)| value.clone()).collect::<Vec<_>>())
}

/// The settings of a mode as it is opened.
///
/// # Errors
/// What differs.
pub fn defaults(data: &Data, line: &Value) -> Result<(), String> {
    let name = text(line, "mode").ok_or("the case has no mode")?;
    let file = unchanged(data, number(&name))?;
    let defaults = file.settings.iter().map(|setting| setting.default.clone());
    exact("mode_vars", need(line, "mode_vars")?, &defaults.collect::<Vec<Value>>().into())?;
    exact("size", need(line, "size")?, &vec![file.mode.width.into(), file.mode.height.into()].into())
}

/// The number in the name of a mode.
fn number(name: &str) -> &str {
    name.split('-').next().unwrap_or_default()
}

/// A mode with settings, and perhaps with modifiers.
///
/// # Errors
/// What differs.
pub fn check(data: &Data, line: &Value) -> Result<(), String> {
    let name = text(line, "mode").ok_or("the case has no mode")?;
    if get(line, "mode_vars").is_none() && get(line, "error").is_some() {
        // The reference failed before it could say what was chosen.
        return Ok(());
    }
    let modifiers = choice::modifiers(need(line, "modifiers")?)?;
    let unchanged = unchanged(data, number(&name))?;
    let settings = &unchanged.settings;
    let values = list(line, "mode_vars");
    if settings.len() != values.len() {
        return Err(format!("{} settings are declared, not {}", settings.len(), values.len()));
    }
    let file = answer(data, &name, Choices::in_order(settings, values), &modifiers)?;
    same_game(data, &name, line, &file, &modifiers)
}

/// A mode file as it is with settings and modifiers.
///
/// # Errors
/// Why it can't be read.
pub fn answer(data: &Data, name: &str, choices: Choices, modifiers: &Modifiers) -> Result<ModeFile, String> {
    let side = |file: &ModeFile| file.traits.default_side.unwrap_or(file.mode.width);
    let side = match choices == Choices::default() {
        true => side(&*unchanged(data, number(name))?),
        false => side(&mode_file(data, number(name), &choices)?),
    };
    mode_file(data, number(name), &choices.with_modifiers(modifiers, side))
}

/// Whether this is not the mode without any choices: it answers to the
/// modifiers in a way of its own.
///
/// # Errors
/// Why the mode can't be read.
pub fn is_own(data: &Data, name: &str, file: &ModeFile) -> Result<bool, String> {
    Ok(file.mode != unchanged(data, number(name))?.mode)
}

/// The mode of a file, with modifiers, against what the line says.
///
/// # Errors
/// What differs.
pub fn same_game(
    data: &Data,
    name: &str,
    line: &Value,
    file: &ModeFile,
    modifiers: &Modifiers,
) -> Result<(), String> {
    let found = apply(&file.mode, modifiers, &file.traits);
    if get(line, "error").is_some() {
        // The reference did not get this far; what we make of it is free.
        return Ok(());
    }
    let mut found = found.map_err(|error| error.to_string())?;
    let mut expected = pieces::with(&mode(data, name)?.code, need(line, "changed")?);
    expected.tile_entries = expected.tile_entries.saturating_sub(stray_entries(name, line));
    starts(name, line, &found, modifiers)?;
    if found.before_game.is_some() {
        // What was drawn last, as the golden mode has it.
        found.game_variables = expected.game_variables.clone();
        found.before_game = None;
    }
    let mut in_other_words = Vec::new();
    for (piece, read) in pieces::PIECES {
        let (expected, found) = (read(&expected), read(&found));
        if OWN.contains(piece) || expected == found {
            continue;
        }
        match *piece {
            "start_game_vars" => {
                exact(piece, &kept(name, entries(&expected)), &kept(name, entries(&found)))?;
            }
            "directions" => same_moves(&expected, &found)?,
            "statBoxes" => same_boxes(&expected, &found)?,
            piece if RULES.contains(&piece) => in_other_words.push(piece),
            _ => exact(piece, &expected, &found)?,
        }
    }
    if in_other_words.is_empty() {
        return Ok(());
    }
    alike(name, &expected, &found)
        .map_err(|difference| format!("{}: {difference}", in_other_words.join(", ")))
}

/// Entries of tiles that no tile has and that do not follow from the settings:
/// as long as Alternate 5040 has the ways of Ratio-Fill 1296, the reference
/// adds one whenever its page is computed anew, once for each click.
fn stray_entries(name: &str, line: &Value) -> usize {
    let ratio_fill = list(line, "mode_vars").first().and_then(Value::as_number) == Some(21.0);
    let clicks = list(line, "clicks").len();
    if number(name) == "100" && ratio_fill { clicks.saturating_sub(1) } else { 0 }
}

/// Directions, apart from how their buttons look.
fn same_moves(expected: &Value, found: &Value) -> Result<(), String> {
    let moves = |directions: &Value| {
        Value::array(
            entries(directions)
                .iter()
                .map(|one| entries(one).first().cloned().unwrap_or_default())
                .collect::<Vec<_>>(),
        )
    };
    exact("directions", &moves(expected), &moves(found))
}

/// Stat boxes, apart from their titles and looks.
fn same_boxes(expected: &Value, found: &Value) -> Result<(), String> {
    exact("statBoxes: how many", &entries(expected).len().into(), &entries(found).len().into())
}
