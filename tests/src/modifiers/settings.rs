//! Settings of modes: what they are at first, and the modes they make.

use calcarray::Value;
use polymerge_modifiers::{apply, ModeSettings};

use crate::data::Data;
use crate::difference::exact;
use crate::modifiers::{choice, mode, pieces, traits};
use crate::record::{get, list, need, text};

/// Pieces that are looks or texts: those that a setting brings are in our own
/// colours and words.
const LOOKS: [&str; 5] =
    ["gameplayRulesText", "gameplayBackground", "gridBackground", "tileBackground", "textBackground"];

/// The settings of a mode as it is opened.
///
/// # Errors
/// What differs.
pub fn defaults(data: &Data, line: &Value) -> Result<(), String> {
    let name = text(line, "mode").ok_or("the case has no mode")?;
    let defaults = ModeSettings::of(&name).defaults();
    exact("mode_vars", need(line, "mode_vars")?, &defaults.into())?;
    let code = &mode(data, &name)?.code;
    exact("size", need(line, "size")?, &vec![code.width.into(), code.height.into()].into())
}

/// A mode with settings, and perhaps with modifiers.
///
/// # Errors
/// What differs.
pub fn check(data: &Data, line: &Value) -> Result<(), String> {
    let name = text(line, "mode").ok_or("the case has no mode")?;
    let start = mode(data, &name)?;
    let modifiers = choice::modifiers(need(line, "modifiers")?)?;
    let settings = ModeSettings::of(&name);
    if !settings.is_complete() {
        return Err("the mode declares no settings yet".into());
    }
    let set = settings.apply(&start.declared, list(line, "mode_vars"), &modifiers);
    let set = set.map_err(|error| error.to_string())?;
    let result = apply(&set, &modifiers, &traits(&name)?);
    if get(line, "error").is_some() {
        return Ok(());
    }
    let result = result.map_err(|error| error.to_string())?;
    let changed = need(line, "changed")?;
    for (piece, read) in pieces::PIECES {
        let expected = get(changed, piece).cloned().unwrap_or_else(|| read(&start.code));
        if !LOOKS.contains(piece) {
            exact(piece, &expected, &read(&result))?;
        }
    }
    Ok(())
}
