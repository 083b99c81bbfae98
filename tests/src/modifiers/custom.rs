//! Custom Modes: the mode that is made, and the consistency check.

use calcarray::Value;
use polymerge_modifiers::apply;
use polymerge_modifiers::custom::{Checker, Conflict, CustomMode, Generated, Origin};
use polymerge_savecode::{Content, decode};

use crate::data::Data;
use crate::difference::exact;
use crate::modifiers::{choice, pieces, starts};
use crate::record::{get, need, number, text};

/// Reads the code of a Custom Mode.
fn read(line: &Value) -> Result<CustomMode, String> {
    let code = text(line, "code").ok_or("the case has no code")?;
    let code = decode(&code, &Default::default()).map_err(|error| error.to_string())?;
    let Content::Custom(custom) = code.content else { return Err("no custom mode".into()) };
    custom_mode(&custom)
}

/// The Custom Mode that a code holds, read and written.
///
/// # Errors
/// If it makes no sense, or is not written as it was read.
pub fn custom_mode(custom: &polymerge_savecode::Custom) -> Result<CustomMode, String> {
    let custom = custom.clone();
    let lists = [
        custom.spawning_tiles,
        custom.merges,
        custom.colors,
        custom.background,
        custom.wins,
        custom.losses,
        custom.rules_text,
    ];
    let mode = CustomMode::read(&lists).map_err(|error| error.to_string())?;
    let again = CustomMode::read(&mode.write()).map_err(|error| error.to_string())?;
    let in_words = CustomMode::from_words(&mode.to_words()).map_err(|error| error.to_string())?;
    if again != mode || in_words != mode {
        return Err("what is written is not what was read".into());
    }
    Ok(mode)
}

/// A Custom Mode with modifiers: all pieces of the mode, except how the
/// spawning tiles are put into words.
///
/// # Errors
/// What differs.
pub fn check(_data: &Data, line: &Value) -> Result<(), String> {
    let custom = read(line)?;
    let subsets: Vec<Value> =
        custom.subsets().iter().map(|pair| Value::array(pair.map(Value::from))).collect();
    exact("subsets", need(line, "subsets")?, &subsets.into())?;
    let modifiers = choice::modifiers(need(line, "modifiers")?)?;
    let mode = apply(&custom.mode(), &modifiers, &custom.traits()).map_err(|error| error.to_string())?;
    let expected = need(line, "mode")?;
    for (piece, read) in pieces::PIECES {
        let Some(expected) = get(expected, piece) else { continue };
        let found = read(&mode);
        if *piece == "gameplayRulesText" {
            exact(piece, &without_last(expected), &without_last(&found))?;
        } else {
            exact(piece, expected, &found)?;
        }
    }
    let page = custom.backgrounds.get(1).and_then(|background| background.full_css());
    exact("page_background", need(line, "page_background")?, &page.map_or(Value::Undefined, Value::text))?;
    starts("", line, &mode, &modifiers)
}

fn without_last(list: &Value) -> Value {
    let entries = list.as_array().map_or(&[][..], |list| list.entries());
    Value::array(&entries[..entries.len().saturating_sub(1)])
}

/// The consistency check, and its continuation with larger limits.
///
/// # Errors
/// What differs.
pub fn consistency(_data: &Data, line: &Value) -> Result<(), String> {
    let custom = read(line)?;
    let mut checker = Checker::default();
    run(&mut checker, &custom, line)?;
    match get(line, "continued") {
        Some(continued) => run(&mut checker, &custom, continued),
        None => Ok(()),
    }
}

fn run(checker: &mut Checker, custom: &CustomMode, expected: &Value) -> Result<(), String> {
    let max_tiles = number(expected, "max_tiles").ok_or("no max_tiles")?;
    let max_value = number(expected, "max_value").ok_or("no max_value")?;
    let result = checker.run(custom, max_tiles as usize, max_value);
    exact("consistent", need(expected, "consistent")?, &result.is_ok().into())?;
    let generated: Vec<Value> = checker.generated().map(tile).collect();
    exact("generated", need(expected, "generated")?, &generated.into())?;
    match (result, get(expected, "conflict")) {
        (Err(conflict), Some(expected)) => exact("conflict", expected, &witness(&conflict)),
        _ => Ok(()),
    }
}

fn tile(tile: &Generated) -> Value {
    let mut entries = vec![tile.number.into(), tile.value.into()];
    match tile.origin {
        Origin::Spawning => entries.push("Spawning".into()),
        Origin::Merge { n, merge } => entries.extend([n.into(), merge.into()]),
    }
    entries.into()
}

fn witness(conflict: &Conflict) -> Value {
    let second = tile(&conflict.second);
    let second = second.as_array().map_or(&[][..], |second| &second[1..]);
    vec![conflict.first.number.into(), tile(&conflict.first), Value::array(second)].into()
}
