//! The tables of docs/spec/formulas.md and docs/formulas.md: each row is a test.

use std::fs;
use std::path::Path;

use calcarray::json;
use polymerge_formula::compile;

use crate::forms::Mode;

/// The content of a cell that is code.
fn code(cell: &str) -> Option<&str> {
    let cell = cell.trim();
    let double = cell.strip_prefix("`` ").or_else(|| cell.strip_prefix("``"));
    let double = double.and_then(|cell| cell.strip_suffix("``")).map(str::trim_end);
    double.or_else(|| cell.strip_prefix('`')?.strip_suffix('`'))
}

/// The rows of tables whose head is `| formula | array |`.
fn rows(text: &str) -> Vec<(&str, &str)> {
    let mut rows = Vec::new();
    let mut is_table = false;
    for line in text.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
        match cells.as_slice() {
            [formula, array] if formula.trim() == "formula" && array.trim() == "array" => is_table = true,
            [formula, array] if is_table => rows.push((code(formula).unwrap(), code(array).unwrap())),
            _ if line.starts_with("|---") => {}
            _ => is_table = false,
        }
    }
    rows
}

#[test]
fn rows_of_the_specification_are_right() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut count = 0;
    for file in ["spec/formulas.md", "formulas.md"] {
        let text = fs::read_to_string(docs.join(file)).unwrap();
        for (formula, array) in rows(&text) {
            let compiled =
                compile(formula, &Mode).unwrap_or_else(|error| panic!("{file}: {formula}: {error}"));
            assert_eq!(json::write(&compiled), array, "{file}: {formula}");
            count += 1;
        }
    }
    assert!(count > 80, "{count} rows");
}
