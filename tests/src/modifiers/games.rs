//! Games of modes with modifiers, and of Custom Modes, as recorded.

use std::path::Path;

use calcarray::Value;
use polymerge_modefile::Choices;
use polymerge_modifiers::{RandomCells, apply};
use polymerge_rules::{Limits, Recorded, Ruleset};
use polymerge_savecode::{Content, decode};

use crate::case::Outcome;
use crate::data::Data;
use crate::games;
use crate::modifiers::custom::custom_mode;
use crate::modifiers::{choice, mode, settings};
use crate::record::{get, need, numbers, text};
use crate::trace::Trace;

/// Plays a trace.
pub fn check(data: &Data, file: &Path) -> Outcome {
    match play(data, file) {
        Ok(true) => Outcome::Passed,
        Ok(false) => Outcome::Noted("codes and records of random cells are not compared".into()),
        Err(difference) => Outcome::Failed(difference),
    }
}

/// Plays a trace; says whether everything was compared.
fn play(data: &Data, file: &Path) -> Result<bool, String> {
    let trace = Trace::read(file)?;
    let header = trace.header();
    let modifiers = choice::modifiers(need(header, "modifiers")?)?;
    let mut in_own_words = false;
    let (declared, traits) = match get(header, "custom").and_then(Value::as_text) {
        Some(code) => {
            let code = decode(&code.to_string_lossy(), &Default::default());
            let Content::Custom(custom) = code.map_err(|error| error.to_string())?.content else {
                return Err("no custom mode".into());
            };
            let custom = custom_mode(&custom)?;
            (custom.mode(), custom.traits())
        }
        None => {
            let name = text(header, "mode").ok_or("the header names no mode")?;
            let name = name.trim_end_matches(".txt");
            let own = settings::answer(data, name, Choices::default(), &modifiers)?;
            in_own_words = settings::is_own(data, name, &own)?;
            match in_own_words {
                true => (own.mode, own.traits),
                false => (mode(data, name)?.declared.clone(), own.traits),
            }
        }
    };
    let mut changed = apply(&declared, &modifiers, &traits).map_err(|error| error.to_string())?;
    let mut random = Recorded::new(numbers(header, "randoms"));
    // The reference records random cells as spawned; here they are part of
    // the grid that the game starts with. Everything else is compared.
    let mut ignored = games::ignored(file);
    if let Some(cells) = RandomCells::new(&changed, &modifiers) {
        cells.place(&mut changed, &mut random).map_err(|error| error.to_string())?;
        ignored.extend(["start", "spawns", "end"]);
    }
    if in_own_words {
        // The codes of the trace hold the reference's rules.
        ignored.extend(["start", "end"]);
    }
    if get(header, "custom").is_some() {
        // The code holds the reference's words for the spawning tiles.
        ignored.push("start");
    }
    let rules = Ruleset::compile(changed, Limits::default()).map_err(|error| error.to_string())?;
    trace.play_from(rules, random, &ignored)?;
    Ok(!ignored.contains(&"end"))
}
