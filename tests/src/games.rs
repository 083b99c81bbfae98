//! `games`: whole recorded games of mode codes, fed with recorded randomness.

use std::path::Path;

use polymerge_rules::{Limits, Ruleset};
use polymerge_savecode::{DecodeLimits, decode};

use crate::case::Case;
use crate::data::{Data, read_text, stem};
use crate::trace::Trace;

/// What is not compared, by mode, and why.
///
/// The reference remembers what merged into what, and then evaluates no
/// expression of the rule again. Expressions that change game variables leave
/// other values there than they do here, where every merge is evaluated
/// (docs/spec/rules.md, "Known merge results"). Grids, scores, spawns and
/// everything else are compared.
const NOT_COMPARED: &[(&str, &str, &str)] = &[
    ("061", "game_vars", "conditions use game variables as scratch space"),
    ("083", "game_vars", "conditions use game variables as scratch space"),
    ("084", "game_vars", "conditions use game variables as scratch space"),
    ("090", "game_vars", "conditions use game variables as scratch space"),
    ("094", "game_vars", "conditions use game variables as scratch space"),
    ("111", "game_vars", "conditions use game variables as scratch space"),
    ("082", "game_vars", "a score counts annihilations, which a remembered merge does not"),
];

/// One case per trace.
///
/// # Errors
/// If there is no such folder.
pub fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let files = data.files("games", &[".jsonl", ".jsonl.gz"])?;
    let case = |file: &std::path::PathBuf| {
        let (data, path) = (data.clone(), file.clone());
        Case::new(stem(file), move || check(&data, &path))
    };
    Ok(files.iter().map(case).collect())
}

/// What is not compared in the traces of a mode, by the name of the file.
pub fn ignored(file: &Path) -> Vec<&'static str> {
    let mode = stem(file).split('-').next().unwrap_or_default();
    NOT_COMPARED.iter().filter(|(own, ..)| *own == mode).map(|(_, key, _)| *key).collect()
}

fn check(data: &Data, file: &Path) -> Result<(), String> {
    let trace = Trace::read(file)?;
    let name = trace.mode_file()?;
    play(&trace, &read_text(&data.find(&name)?)?, &ignored(file)).map_err(|error| {
        match error.starts_with("line") {
            true => error,
            false => format!("{name}: {error}"),
        }
    })
}

/// Plays a recorded game with the mode that a code holds.
///
/// # Errors
/// What is wrong with the code, or the first difference, with its line.
pub fn play(trace: &Trace, code: &str, ignored: &[&str]) -> Result<(), String> {
    let code = decode(code.trim(), &DecodeLimits::default()).map_err(|error| error.to_string())?;
    let mode = code.content.mode().ok_or("the code holds no mode")?.clone();
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    trace.play(rules, ignored)
}
