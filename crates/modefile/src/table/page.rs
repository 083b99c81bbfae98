//! The tables of keys in `docs/mode-files.md`, made of the table of keys.

use std::fmt::Write;

use crate::table::{KeyTable, LeftOut, key_tables};

/// Returns a part of `docs/mode-files.md` as Markdown: the table of the keys of an object (`grid`), or
/// the list of the words that a key takes (`grid/shape`). Nothing if there is no such part.
pub fn key_reference(name: &str) -> Option<String> {
    let (object, key) = name.split_once('/').unwrap_or((name, ""));
    let (_, table) = key_tables().find(|(known, _)| *known == object)?;
    if key.is_empty() {
        return Some(keys(table));
    }
    let words = table.find(key)?.form.words()?;
    Some(words.iter().map(|(word, meaning)| format!("- `\"{word}\"`: {meaning}\n")).collect())
}

fn keys(table: &KeyTable) -> String {
    let mut page = String::from("| key | meaning | if left out |\n|---|---|---|\n");
    for key in table.keys {
        let name = match key.section {
            "" => format!("`{}`", key.name),
            section => format!("[`{}`](#{section})", key.name),
        };
        let left_out = match key.left_out {
            LeftOut::Mistake => "needed".to_owned(),
            LeftOut::Value(json) => format!("`{json}`"),
            LeftOut::Words(words) => words.to_owned(),
            LeftOut::Nothing => String::new(),
        };
        let _ = writeln!(page, "| {name} | {} | {left_out} |", key.help());
    }
    page
}
