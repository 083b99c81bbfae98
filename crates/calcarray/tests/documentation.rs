//! `docs/operators.md` is the operator table of the code. With `APPROVE` set,
//! it is written anew.

#![cfg(test)]

use std::path::Path;

#[test]
fn the_language_reference_is_the_operator_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operators.md");
    let page = calcarray::ops::reference();
    if std::env::var_os("APPROVE").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/operators.md is out of date: run this test with APPROVE=1");
}

#[test]
fn every_operator_has_a_row_of_its_own() {
    let mut names: Vec<_> = calcarray::ops::all().map(|operator| operator.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "a name stands twice in the table");
    // 219 ordinary operators and 26 control and special words, without the
    // words that only end a block.
    assert!(count >= 219, "{count} operators");
}
