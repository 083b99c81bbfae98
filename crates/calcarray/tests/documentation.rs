//! `docs/operators.md` and `docs/words.md` are the tables of the code. With `APPROVE` set, they are
//! written anew.

use std::path::Path;

use calcarray::ops::Family;

#[test]
fn what_is_generated_is_the_tables() {
    for (file, text) in
        [("docs/operators.md", calcarray::ops::reference()), ("docs/words.md", calcarray::words::reference())]
    {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
        if std::env::var_os("APPROVE").is_some() {
            std::fs::write(&path, &text).expect("the file can be written");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == text, "{file} is out of date: run this test with APPROVE=1");
    }
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

#[test]
fn the_specification_names_each_operator_in_its_family() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/spec/calcarray.md");
    let spec = std::fs::read_to_string(path).unwrap();
    let (_, table) = spec.split_once("| Family | operators |").unwrap();
    for (family, row) in [
        (Family::Any, "any"),
        (Family::Number, "number"),
        (Family::Boolean, "boolean"),
        (Family::Integer, "bigint"),
    ] {
        let line = table.lines().find(|line| line.starts_with(&format!("| {row} | `"))).unwrap();
        let names = line.split('`').nth(1).unwrap().replace("\\|", "|");
        let is_named = |name: &str| names.split(' ').any(|own| own == name);
        let missing: Vec<&str> = calcarray::ops::all()
            .filter(|operator| operator.operand == family && !is_named(operator.name))
            .map(|operator| operator.name)
            .collect();
        assert!(missing.is_empty(), "family {row} of the specification lacks {missing:?}");
    }
}
