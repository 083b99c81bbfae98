//! `modifiers`: modes changed by modifiers and settings, custom and infused modes.

mod alike;
mod choice;
pub mod code;
mod custom;
mod games;
mod infused;
mod pieces;
mod settings;
mod starts;

use std::path::Path;
use std::sync::{Arc, Mutex};

use calcarray::Value;
use polymerge_modefile::Choices;
use polymerge_modifiers::{apply, contract};
use polymerge_rules::Mode;
use polymerge_savecode::{Content, decode};

use crate::case::{Case, Outcome};
use crate::data::{Data, file_name, read_json, read_lines, read_text, stem};
use crate::difference::exact;
use crate::record::{get, need, text};

use starts::starts;

/// How the lines of a file are checked.
type Check = fn(&Data, &Value) -> Result<(), String>;

/// The files whose lines are checked, and how.
const FILES: &[(&str, Check)] = &[
    ("single.jsonl.gz", changed_mode),
    ("all_modes.jsonl.gz", changed_mode),
    ("combinations.jsonl.gz", changed_mode),
    ("modifier_codes.jsonl.gz", code::check),
    ("custom.jsonl.gz", custom::check),
    ("mode_settings.jsonl", settings::defaults),
    ("settings.jsonl.gz", settings::check),
    ("settings_with_modifiers.jsonl.gz", settings::check),
    ("infused.jsonl.gz", infused::check),
    ("infuse.jsonl.gz", infused::infuse),
    ("custom_consistency.jsonl.gz", custom::consistency),
];

/// One case per line.
///
/// # Errors
/// If there is no such folder.
pub fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in data.files("modifiers", &[".jsonl", ".jsonl.gz"])? {
        let check = FILES.iter().find(|(name, _)| *name == file_name(&file)).map(|(_, check)| *check);
        for (number, line) in read_lines(&file)?.into_iter().enumerate() {
            let id = id(&file, number, &line);
            cases.push(match check {
                None => Case::not_implemented(id),
                Some(check) => {
                    let data = data.clone();
                    Case::new(id, move || {
                        Outcome::from(read_json(&line).and_then(|line| check(&data, &line)))
                    })
                }
            });
        }
    }
    for file in data.files("modifiers/games", &[".jsonl.gz"]).unwrap_or_default() {
        let data = data.clone();
        cases.push(Case::new(format!("games/{}", stem(&file)), move || games::check(&data, &file)));
    }
    Ok(cases)
}

/// File, line number, and mode or name.
fn id(file: &Path, number: usize, line: &str) -> String {
    let place = format!("{}:{}", file_name(file), number + 1);
    let names = ["\"mode\":\"", "\"name\":\""];
    let name = names.iter().find_map(|key| line.split_once(key)?.1.split_once('"'));
    name.map_or(place.clone(), |(name, _)| format!("{place} {name}"))
}

/// A mode with modifiers: the pieces that change, and no others.
fn changed_mode(data: &Data, line: &Value) -> Result<(), String> {
    let name = text(line, "mode").ok_or("the case has no mode")?;
    let start = mode(data, &name)?;
    let modifiers = choice::modifiers(need(line, "modifiers")?)?;
    let own = settings::answer(data, &name, Choices::default(), &modifiers)?;
    if settings::is_own(data, &name, &own)? {
        return settings::same_game(data, &name, line, &own, &modifiers);
    }
    let result = apply(&start.declared, &modifiers, &own.traits);
    if get(line, "error").is_some() {
        // The reference did not get this far; what we make of it is free.
        return Ok(());
    }
    let result = result.map_err(|error| error.to_string())?;
    let changed = need(line, "changed")?;
    for (piece, read) in pieces::PIECES {
        let expected = get(changed, piece).cloned();
        if *piece == "gameplayRulesText" && expected.is_some() {
            // Where a mode says something else, the words are the reference's.
            continue;
        }
        let expected = expected.unwrap_or_else(|| read(&start.code));
        exact(piece, &expected, &read(&result))?;
    }
    starts(&name, line, &result, &modifiers)
}

/// A mode of the golden data.
struct Start {
    /// As its code has it.
    code: Mode,
    /// As its author declared it: rules for several lengths not expanded,
    /// and merge results remembered as well as can be.
    declared: Mode,
}

/// Reads a mode code, once.
fn mode(data: &Data, name: &str) -> Result<Arc<Start>, String> {
    type Read = Mutex<Vec<(String, Arc<Start>)>>;
    static READ: Read = Mutex::new(Vec::new());
    let mut read = READ.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some((_, mode)) = read.iter().find(|(known, _)| known == name) {
        return Ok(mode.clone());
    }
    let code = read_text(&data.find(&format!("modes/{name}.txt"))?)?;
    let code = decode(code.trim(), &Default::default()).map_err(|error| format!("{name}: {error}"))?;
    let Content::Mode(code) = code.content else { return Err(format!("{name} is not a mode")) };
    let mut declared = contract(&code);
    if declared.merge_result_known_level == 2.0 {
        declared.merge_result_known_level = 3.0;
    }
    let start = Arc::new(Start { code: *code, declared });
    read.push((name.to_owned(), start.clone()));
    Ok(start)
}
