//! Mode files that a command opens: checked first, with the files that they
//! extend.

use std::path::{Path, PathBuf};

use polymerge::advanced::modefile::{self, Expressions, SourceFile, check};
use polymerge::catalogue::BuiltIn;
use polymerge::{Limits, Mode};
use serde_json::Value;

use crate::failure::Failure;
use crate::input;

/// A mode file that was opened.
pub struct Opened {
    /// The mode.
    pub mode: Mode,
    /// The report of `check`, if it found anything.
    pub report: Option<String>,
}

/// Opens a mode file. If `check` finds errors, it is refused, unless `anyway` is true and it is a
/// mode at all.
///
/// # Errors
///
/// The report of `check`, with its exit code; or the kind of the file, if it is no mode file.
pub fn open(name: &str, bytes: Vec<u8>, anyway: bool) -> Result<Opened, Failure> {
    let file = SourceFile::new(name, bytes);
    let problems = check(&file, &Directory, &Default::default()).problems;
    let report = (!problems.is_empty()).then(|| problems.to_text());
    if problems.has_errors()
        && let Some(message) = other_kind(name, &file.bytes)
    {
        return Err(Failure::input(message));
    }
    let errors = report.as_deref().unwrap_or_default();
    match Mode::from_file(file, &Directory, &Limits::default()) {
        Err(_) if problems.has_errors() => Err(Failure::result(format!("{name} is not a mode:\n{errors}"))),
        Err(error) => Err(Failure::result(format!("{name} is not a mode:\n{error}"))),
        Ok(_) if problems.has_errors() && !anyway => {
            Err(Failure::result(format!("{name} has errors; with --anyway it is taken as it is:\n{errors}")))
        }
        Ok(mode) => Ok(Opened { mode, report }),
    }
}

/// Writes a mode file again, with its expressions in one form.
///
/// # Errors
///
/// The text is no mode file: the report of its mistakes, or the kind of file that it is.
pub fn rewritten(name: &str, bytes: Vec<u8>, form: Expressions) -> Result<String, Failure> {
    let file = SourceFile::new(name, bytes);
    if let Some(message) = other_kind(name, &file.bytes) {
        return Err(Failure::input(message));
    }
    let rewrite = match form {
        Expressions::Arrays => modefile::arrays,
        Expressions::Formulas => modefile::formulas,
    };
    rewrite(&file, &Directory, &Default::default())
        .map_err(|problems| Failure::result(format!("{name} is not a mode:\n{}", problems.to_text())))
}

/// Returns the kind of a file that is no mode file, and the command for it: other files of this
/// program are JSON as well.
pub fn other_kind(name: &str, bytes: &[u8]) -> Option<String> {
    let file = quoted(name);
    if input::code_in(bytes).is_some() {
        return Some(format!(
            "{name} is a save code, not a mode file; polymerge convert {file} makes one of a mode's"
        ));
    }
    let bytes = bytes.strip_prefix(input::MARK).unwrap_or(bytes);
    let Value::Object(object) = serde_json::from_slice(bytes).ok()? else { return None };
    let has = |key: &str| object.contains_key(key);
    let gives = |merge: &Value| merge.get("gives").is_some();
    let merges = object.get("merges").and_then(Value::as_array).is_some_and(|list| list.iter().any(gives));
    let kind = match () {
        () if has("mode") && has("generator") && has("moves") => {
            return Some(format!(
                "{name} is the record of a game, not a mode; type: polymerge replay play {file}"
            ));
        }
        () if object.get("infused").is_some_and(Value::is_object) => "an Infused Mode",
        () if has("spawning") || merges => "a Custom Mode",
        () => return None,
    };
    let made = match name.strip_suffix(".json") {
        Some(stem) => quoted(&format!("{stem}.jsonc")),
        None => "mode.jsonc".to_owned(),
    };
    Some(format!(
        "{name} is {kind} in words, not a mode file; make one of it, and use that:\n  \
         polymerge custom convert {file} --to mode > {made}"
    ))
}

/// Quotes a name for a shell.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./,:=@%+".contains(c);
    match !name.is_empty() && name.chars().all(plain) {
        true => name.to_owned(),
        false => format!("'{}'", name.replace('\'', r"'\''")),
    }
}

/// The lookup of files that mode files extend: beside the file that names them, then among the
/// built-in ones.
pub struct Directory;

impl modefile::Source for Directory {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        let path = folder.join(name);
        // A link that leads nowhere, or a folder, is an error: the built-in file is not what was meant.
        if path.symlink_metadata().is_err() {
            return BuiltIn
                .open(name, from)
                .map_err(|_| "there is no such file and no such built-in mode".into());
        }
        let bytes = within(folder, &path).and_then(|real| {
            input::read_bytes(&real.to_string_lossy()).map_err(|failure| failure.message().to_owned())
        });
        Ok(SourceFile::new(path.to_string_lossy(), bytes?))
    }
}

/// Returns true if the name is that of a mode file.
pub fn is_mode_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "jsonc" || ending == "json")
}

/// Returns the real path of a file, if that is in the folder: a link may lead anywhere.
fn within(folder: &Path, path: &Path) -> Result<PathBuf, String> {
    let real = |path: &Path| path.canonicalize().map_err(|error| error.to_string());
    let folder = real(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?;
    let file = real(path)?;
    // Of a link to a file that is no mode file, no line is to be shown.
    match file.parent() == Some(&folder) && is_mode_file(&file) {
        true => Ok(file),
        false => Err("it is a link that leads out of the folder".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_kinds_are_distinguished_from_mode_files() {
        // text, part of the message
        for (text, part) in [
            (r#"{"spawning": [{"value": 1}]}"#, Some("a Custom Mode in words")),
            (r#"{"merges": [{"with": ["n"], "gives": "n+1"}]}"#, Some("a Custom Mode in words")),
            (r#"{"infused": {}}"#, Some("an Infused Mode in words")),
            (r#"{"mode":"2048","seed":"7","generator":"x","moves":""}"#, Some("replay play 'my file.json'")),
            (r#"{"merges": [{"match": [{}, {}], "result": [[1]]}]}"#, None),
            ("@2048PowCompMode|3.0|x", Some("polymerge convert 'my file.json'")),
            (r#"{"title": "T"}"#, None),
            (r#"[1]"#, None),
            ("{", None),
        ] {
            let found = other_kind("my file.json", text.as_bytes());
            let is_right = match part {
                Some(part) => found.as_deref().is_some_and(|message| message.contains(part)),
                None => found.is_none(),
            };
            assert!(is_right, "{text}: {found:?}");
        }
    }

    #[test]
    fn names_are_quoted_for_a_shell_where_they_have_to_be() {
        for (name, text) in [("a/b-1.json", "a/b-1.json"), ("my mode", "'my mode'"), ("it's", r"'it'\''s'")] {
            assert_eq!(quoted(name), text);
        }
    }
}
