//! All built-in files: nothing is wrong with them, and neither formatting nor other names change
//! what they mean.

use std::fs;
use std::path::Path;

use polymerge_assist::{Edit, File, Sort};
use polymerge_modefile::catalogue::BuiltIn;
use polymerge_modefile::{ModeFile, ReadOptions, Source, SourceFile, check, read};

/// The files of the folder as an author's own, so that all of them can be changed.
struct Folder;

fn text_of(name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../modefile/modes");
    fs::read_to_string(folder.join(name)).ok()
}

impl Source for Folder {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        match text_of(name) {
            Some(text) => Ok(SourceFile::new(name, text.into_bytes())),
            None => BuiltIn.open(name, from),
        }
    }
}

/// The names and texts of all files.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../modefile/modes");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".jsonc")).collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), text_of(&name).unwrap())).collect()
}

fn opened(name: &str, text: &str) -> SourceFile {
    SourceFile::new(name, text.to_owned().into_bytes())
}

fn applied(text: &str, edits: &[Edit]) -> String {
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(edit.span.clone(), &edit.text);
    }
    text
}

/// Reads a mode, if the file is one by itself.
fn mode(name: &str, text: &str, source: &dyn Source) -> Option<ModeFile> {
    read(&opened(name, text), source, &ReadOptions::default()).ok()
}

/// A file with more blanks than usual in its formulas.
fn with_blanks(text: &str) -> String {
    let mut out = String::new();
    for part in text.split_inclusive('"') {
        // Blanks in texts within formulas have a meaning.
        let is_formula = part.starts_with("= ") && !part.contains(['\'', '`', '\\']);
        out.push_str(&if is_formula { part.replace(' ', "   ") } else { part.to_owned() });
    }
    out
}

#[test]
fn formatting_changes_no_mode() {
    let files = files();
    assert!(files.len() > 130, "{}", files.len());
    for (name, text) in &files {
        let edits = File::new(&opened(name, text), &Folder).format();
        let formatted = applied(text, &edits);
        let (before, after) = (mode(name, text, &Folder), mode(name, &formatted, &Folder));
        assert_eq!(before.map(|file| file.mode), after.map(|file| file.mode), "{name}");
        let changed = with_blanks(&formatted);
        let again = File::new(&opened(name, &changed), &Folder).format();
        let again = applied(&changed, &again);
        let lines = formatted.lines().zip(again.lines()).find(|(one, other)| one != other);
        assert_eq!(lines, None, "{name}");
    }
}

#[test]
fn nothing_is_wrong_with_built_in_files() {
    for (name, text) in files() {
        let problems = check(&opened(&name, &text), &Folder, &ReadOptions::default()).problems;
        assert!(problems.is_empty(), "{problems}");
    }
}

/// A folder in which some files were changed.
struct Changed(Vec<(String, String)>);

impl Source for Changed {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        match self.0.iter().find(|(own, _)| own == name) {
            Some((name, text)) => Ok(opened(name, text)),
            None => Folder.open(name, from),
        }
    }
}

#[test]
fn other_names_change_no_mode() {
    let (mut renamed, mut refused) = (0, Vec::new());
    // Every file has several names; all of all files would take minutes.
    for (name, text) in files().into_iter().step_by(6) {
        let Some(before) = mode(&name, &text, &Folder) else { continue };
        let file = File::new(&opened(&name, &text), &Folder);
        let mut known = std::collections::HashSet::new();
        for used in file.uses().iter().filter(|used| known.insert(used.symbol.clone())) {
            let given = "another_name";
            let edits = match file.rename(used.span.start, given) {
                Ok(edits) => edits,
                Err(why) => {
                    refused.push(format!("{name}: {}: {why}", used.symbol.name));
                    continue;
                }
            };
            renamed += 1;
            let other =
                |own: &(String, Vec<Edit>)| (own.0.clone(), applied(&text_of(&own.0).unwrap(), &own.1));
            let source = Changed(edits.extended.iter().map(other).collect());
            let after = mode(&name, &applied(&text, &edits.edits), &source);
            let what = format!("{name}: {:?} {}", used.symbol.sort, used.symbol.name);
            assert!(after.is_some_and(|file| file.mode == before.mode), "{what}");
            let sort = used.symbol.sort;
            assert!(
                used.is_declaration || sort != Sort::Binding || file.references(used.span.start).len() > 1,
                "{what}"
            );
        }
    }
    assert!(renamed > 50, "{renamed}");
    let expected = ["write \"tile\" first", "it is not known which", "a definition may mean"];
    refused.retain(|why| !expected.iter().any(|part| why.contains(part)));
    assert!(refused.is_empty(), "{refused:#?}");
}
