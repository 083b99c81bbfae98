//! Codes that are well-formed: read, compared with their sidecars, written
//! again, and brought to version 3.0.

use std::path::{Path, PathBuf};

use calcarray::{Value, json};
use polymerge_modifiers::Modifiers;
use polymerge_savecode::{
    Content, DecodeLimits, Reason, Sheet, Version, WarningKind, decode, encode, infused,
};

use super::{member, number, same, text};
use crate::case::Case;
use crate::data::{Data, file_name, read_json, read_text};
use crate::difference::exact;
use crate::files;
use crate::modifiers::code;
use crate::record::entries;

/// Endings of files that are results, not codes to read.
const RESULTS: &[&str] = &[".migrated.txt", ".codec.txt", ".reexport.txt", ".infused.txt"];

/// The cases of all folders below `valid`, and of `replay`.
pub(super) fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let mut folders = vec!["savecodes/replay".to_owned()];
    if let Ok(inner) = files::list(&data.directory().join("savecodes/valid")) {
        let inner = inner.iter().filter(|path| files::is_folder(path));
        folders.extend(inner.map(|path| format!("savecodes/valid/{}", file_name(path))));
    }
    let mut cases = Vec::new();
    for folder in folders {
        for file in data.files(&folder, &[".txt"]).unwrap_or_default() {
            let name = file_name(&file).to_owned();
            if RESULTS.iter().any(|ending| name.ends_with(ending)) {
                continue;
            }
            let id = format!("{folder}/{name}");
            type Check = fn(&Path) -> Result<(), String>;
            let checks: &[(&str, Check)] = if name.ends_with(".source.txt") {
                &[("infused", becomes_infused)]
            } else {
                &[
                    ("sidecar", has_values_of_sidecar),
                    ("rewritten", is_written_again),
                    ("current", becomes_current),
                    ("chosen", can_be_chosen),
                    ("cut", can_be_cut),
                ]
            };
            let of_modifiers = folder.ends_with("/modifiers");
            for (name, check) in checks.iter().filter(|(name, _)| *name != "chosen" || of_modifiers) {
                let (file, check) = (file.clone(), *check);
                cases.push(Case::new(format!("{id}:{name}"), move || check(&file)));
            }
        }
    }
    Ok(cases)
}

fn limits() -> DecodeLimits {
    DecodeLimits::default()
}

/// The file with another ending.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let name = file_name(file);
    file.with_file_name(format!("{}{ending}", name.strip_suffix(".txt").unwrap_or(name)))
}

fn sidecar(file: &Path) -> Option<Result<Value, String>> {
    let path = beside(file, ".json");
    files::is_file(&path).then(|| read_text(&path).and_then(|text| read_json(&text)))
}

/// A code as it is written: the last bar may be missing where it is read.
fn with_last_bar(mut code: String) -> String {
    if !code.ends_with('|') {
        code.push('|');
    }
    code
}

/// The pieces as stored are those of the sidecar.
fn has_values_of_sidecar(file: &Path) -> Result<(), String> {
    let code = read_text(file)?;
    let Some(sidecar) = sidecar(file).transpose()? else { return Ok(()) };
    let sheet = Sheet::read(&code, &limits()).map_err(|error| error.to_string())?;
    same("kind", &text(&sidecar, "kind").unwrap_or_default(), sheet.kind.name())?;
    same("version", &text(&sidecar, "version").unwrap_or_default(), sheet.version.name())?;
    let pieces = member(&sidecar, "pieces").and_then(Value::as_array).ok_or("no pieces in the sidecar")?;
    if pieces.len() != sheet.values.len() {
        return Err(format!("expected {} pieces, found {}", pieces.len(), sheet.values.len()));
    }
    for (place, (expected, (piece, value))) in pieces.iter().zip(sheet.pieces()).enumerate() {
        let what = format!("piece {}", place + 2);
        same(&what, &text(expected, "name").unwrap_or_default(), piece.name)?;
        same(&what, &text(expected, "encoding").unwrap_or_default(), piece.encoding(sheet.version).name())?;
        if number(expected, "index") != Some((place + 2) as f64) {
            return Err(format!("{what}: numbered differently"));
        }
        let expected = member(expected, "value").ok_or("no value in the sidecar")?;
        if expected != value {
            same(&what, &json::write(expected), &json::write(value))?;
        }
    }
    Ok(())
}

/// The pieces as stored give the same code, in its own version.
fn is_written_again(file: &Path) -> Result<(), String> {
    let code = read_text(file)?;
    let canonical = sidecar(file)
        .transpose()?
        .is_none_or(|sidecar| !matches!(member(&sidecar, "canonical"), Some(Value::Boolean(false))));
    let sheet = Sheet::read(&code, &limits()).map_err(|error| error.to_string())?;
    let written = sheet.write().map_err(|error| error.to_string())?;
    if canonical {
        same("code", &with_last_bar(code), &written)
    } else {
        same("code", &read_text(&beside(file, ".reexport.txt"))?, &written)
    }
}

/// The code becomes the golden one of version 3.0; one of that version
/// becomes itself.
fn becomes_current(file: &Path) -> Result<(), String> {
    let text_of_code = read_text(file)?;
    let code = match decode(&text_of_code, &limits()) {
        Ok(code) => code,
        Err(error) if error.reason == Reason::ReplayOldAuto && is_refused(file)? => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    if let Some(import) =
        sidecar(file).transpose()?.as_ref().and_then(|sidecar| member(sidecar, "reference_import"))
    {
        let warned = code.warnings.iter().any(|warning| warning.kind == WarningKind::NoReplay);
        // Where the reference fails, it does so before it warns.
        let accepted = text(import, "outcome").as_deref() == Some("accepted");
        if accepted && warned != member(import, "alerts").is_some() {
            return Err(format!("warns of replays: {warned}"));
        }
    }
    let mut content = code.content;
    let current = code.version == Version::V3_0;
    let holds_mode = content.mode().is_some();
    let golden = [".codec.txt", ".migrated.txt", ".reexport.txt"].map(|ending| beside(file, ending));
    let expected = match golden.iter().find(|path| files::is_file(path)) {
        // What the reference makes of codes of its own version adds a line and
        // loses a piece (docs/spec/savecodes.md, "Faults of the reference we do
        // not copy", fault 1).
        _ if current && holds_mode => with_last_bar(text_of_code),
        Some(path) => {
            content.mark_resumed();
            read_text(path)?
        }
        None if current => with_last_bar(text_of_code),
        // Replays of old versions have no golden code: whatever comes out must
        // be stable.
        None => {
            let written = encode(&content).map_err(|error| error.to_string())?;
            let again = decode(&written, &limits()).map_err(|error| error.to_string())?;
            return if again.content == content { Ok(()) } else { Err("not stable".to_owned()) };
        }
    };
    if let Content::Modifiers(modifiers) = &mut content {
        modifiers.settings = without_secrets(&modifiers.settings);
    }
    same("code", &expected, &encode(&content).map_err(|error| error.to_string())?)
}

/// Settings that the original sets back where the player has not found what unlocks them,
/// by their places in a code: unmoving tiles, unmerging tiles, destroying clicks. Golden
/// codes of imports come from such players; here nothing is locked (docs/spec/savecodes.md,
/// "Modifiers codes").
const SECRETS: [usize; 3] = [29, 30, 32];

fn without_secrets(settings: &Value) -> Value {
    let locked = |(place, value): (usize, &Value)| match SECRETS.contains(&place) {
        true => Value::Number(0.0),
        false => value.clone(),
    };
    entries(settings).iter().enumerate().map(locked).collect::<Vec<_>>().into()
}

/// Modifiers are chosen by their code, whatever its version, as the golden
/// code of version 3.0 has them.
fn can_be_chosen(file: &Path) -> Result<(), String> {
    let sheet = Sheet::read(&read_text(file)?, &limits()).map_err(|error| error.to_string())?;
    let read = Modifiers::default().with_code(&code::fields(&sheet)?).map_err(|error| error.to_string())?;
    let migrated = Some(beside(file, ".migrated.txt")).filter(|path| files::is_file(path));
    let golden = Sheet::read(&read_text(migrated.as_deref().unwrap_or(file))?, &limits());
    let golden = code::fields(&golden.map_err(|error| error.to_string())?)?;
    let written = read.to_code();
    let found = match migrated {
        Some(_) => without_secrets(&written.settings),
        None => written.settings,
    };
    // Codes leave this one out.
    let whole = |settings: &Value| {
        let mut settings = entries(settings).to_vec();
        settings.insert(16.min(settings.len()), Value::Number(1.0));
        settings
    };
    let expected = code::numbers_for_off(&whole(&golden.settings));
    exact("settings", &expected.into(), &whole(&found).into())?;
    exact("auto moves", &golden.auto_moves, &written.auto_moves)?;
    exact("grid", &grid(golden.grid), &grid(written.grid))
}

/// The pieces of a custom grid, if there is one.
fn grid(pieces: Option<[Value; 5]>) -> Value {
    pieces.map_or(Value::Undefined, |pieces| Value::array(pieces.to_vec()))
}

/// Whether the reference refuses the code with a message.
fn is_refused(file: &Path) -> Result<bool, String> {
    let import = sidecar(file).transpose()?;
    let outcome = import.as_ref().and_then(|sidecar| member(sidecar, "reference_import"));
    Ok(outcome.and_then(|import| text(import, "outcome")).as_deref() != Some("accepted"))
}

/// A mode becomes the golden form of an infused mode.
fn becomes_infused(file: &Path) -> Result<(), String> {
    let code = decode(&read_text(file)?, &limits()).map_err(|error| error.to_string())?;
    let golden = file_name(file).replace(".source.txt", ".infused.txt");
    let golden = Sheet::read(&read_text(&file.with_file_name(golden))?, &limits());
    let mut content = code.content;
    content.mark_resumed();
    let Some(Content::Infused(found)) = infused::from_content(&content) else {
        return Err("no form can be made of it".to_owned());
    };
    let golden = golden.map_err(|error| error.to_string())?;
    let (Some(expected), Some(found)) = (golden.values[0].as_array(), found.as_array()) else {
        return Err("not a list".to_owned());
    };
    for (number, (expected, found)) in expected.iter().zip(found.iter()).enumerate() {
        // A fault of the reference that we don't copy: it reads the last piece
        // of a mode as a number (docs/spec/savecodes.md, "Faults of the
        // reference we do not copy", fault 1).
        if number == 42 && expected.is_word("\"@NaN\"") {
            continue;
        }
        same(&format!("entry {number}"), &json::write(expected), &json::write(found))?;
    }
    if expected.len() == found.len() { Ok(()) } else { Err("another number of entries".to_owned()) }
}

/// However the code is cut off, it is answered, never with a panic.
fn can_be_cut(file: &Path) -> Result<(), String> {
    let code = read_text(file)?;
    let whole = decode(&code, &limits()).is_ok();
    // Every length near the ends, and a sample between.
    let near = |length: usize| length < 64 || code.len() - length < 64;
    for length in (0..code.len()).filter(|&length| near(length) || length % 97 == 0) {
        let Some(cut) = code.get(..length) else { continue };
        let result = decode(cut, &limits());
        if whole && length + 1 == code.len() {
            result.map_err(|error| format!("without the last bar: {error}"))?;
        }
    }
    Ok(())
}
