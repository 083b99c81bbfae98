//! The tables of keys in `docs/mode-files.md`, made of the table of keys.

use std::fmt::Write;

use crate::table::{key_tables, LeftOut};

/// Returns a part of `docs/mode-files.md`: the table of the keys of an object, as Markdown. Nothing
/// if there is no object of this name.
pub fn key_reference(name: &str) -> Option<String> {
    let (_, table) = key_tables().find(|(known, _)| *known == name)?;
    let mut page = String::from("| key | meaning | if left out |\n|---|---|---|\n");
    for key in table.keys {
        let name = match key.section {
            "" => format!("`{}`", key.name),
            section => format!("[`{}`](#{section})", key.name),
        };
        let left_out = match key.left_out {
            LeftOut::Mistake => "a mistake".to_owned(),
            LeftOut::Value(json) => format!("`{json}`"),
            LeftOut::Words(words) => words.to_owned(),
            LeftOut::Nothing => String::new(),
        };
        let _ = writeln!(page, "| {name} | {} | {left_out} |", key.help());
    }
    Some(page)
}
