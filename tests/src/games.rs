//! `games`: whole recorded games of mode codes, fed with recorded randomness.

use std::path::Path;

use polymerge_rules::{Limits, Ruleset};
use polymerge_savecode::{decode, DecodeLimits};

use crate::case::Case;
use crate::data::{read_text, stem, Data};
use crate::trace::Trace;

/// Modes whose conditions use game variables as scratch space, so that these
/// depend on how often a condition is evaluated (conformance/README.md,
/// "Hidden state to know about").
const SCRATCH_VARIABLES: &[&str] = &["061", "083", "084", "090", "094", "111"];

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
pub fn ignored(file: &Path) -> &'static [&'static str] {
    let mode = stem(file).split('-').next().unwrap_or_default();
    if SCRATCH_VARIABLES.contains(&mode) {
        &["game_vars"]
    } else {
        &[]
    }
}

fn check(data: &Data, file: &Path) -> Result<(), String> {
    let trace = Trace::read(file)?;
    let name = trace.mode_file()?;
    let code = read_text(&data.find(&name)?)?;
    let code = decode(code.trim(), &DecodeLimits::default()).map_err(|error| format!("{name}: {error}"))?;
    let mode = code.content.mode().ok_or_else(|| format!("{name} holds no mode"))?.clone();
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| format!("{name}: {error}"))?;
    trace.play(rules, ignored(file))
}
