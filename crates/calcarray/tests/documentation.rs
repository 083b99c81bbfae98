//! `docs/operators.md` and `docs/words.md` are the tables of the code. With `APPROVE=1`, they
//! are written anew.

use std::path::Path;

use calcarray::ops::Family;

#[test]
fn what_is_generated_is_the_tables() {
    for (file, text) in
        [("docs/operators.md", calcarray::ops::reference()), ("docs/words.md", calcarray::words::reference())]
    {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
        approved::compare(path, &text);
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

/// The rows of the table of families: the name of the row, and its families.
const FAMILIES: [(&str, &[Family]); 9] = [
    ("any", &[Family::Any]),
    ("number", &[Family::Number]),
    ("string", &[Family::Text]),
    ("boolean", &[Family::Boolean]),
    ("array", &[Family::Array]),
    ("bigint", &[Family::Integer]),
    ("gaussian", &[Family::Gaussian]),
    ("rational", &[Family::Rational]),
    ("none", &[Family::Unconverted, Family::Raw]),
];

/// The words in code of the operators of a row: names, `start*` and `…end`.
fn words_of_row(table: &str, row: &str) -> Vec<String> {
    let line = table.lines().find(|line| line.starts_with(&format!("| {row} | "))).unwrap();
    let line = line.replace("\\|", "\n");
    let operators = line.split('|').nth(2).unwrap();
    let code = operators.split('`').skip(1).step_by(2);
    code.flat_map(|code| code.split(' ')).map(|word| word.replace('\n', "|")).collect()
}

/// Returns true if a word stands for all names with a start or an end, and for this one.
fn is_pattern_of(word: &str, name: &str) -> bool {
    let start = word.strip_suffix('*').filter(|start| start.ends_with('_'));
    let end = word.strip_prefix('…').filter(|end| !end.is_empty());
    start.is_some_and(|start| name.starts_with(start)) || end.is_some_and(|end| name.ends_with(end))
}

#[test]
fn the_specification_names_each_operator_in_its_family() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/spec/calcarray.md");
    let spec = std::fs::read_to_string(path).unwrap();
    let (_, table) = spec.split_once("| Family | operators |").unwrap();
    let rows = FAMILIES.map(|(row, families)| (row, families, words_of_row(table, row)));
    let row_with = |is_wanted: &dyn Fn(&str) -> bool| {
        let row = rows.iter().find(|(_, _, words)| words.iter().any(|word| is_wanted(word)));
        row.map(|(row, families, _)| (*row, *families))
    };
    for operator in calcarray::ops::all() {
        let name = operator.name;
        // A name goes before a start or an end. Control words and special operators have sections of their own.
        let named = row_with(&|word| word == name).or_else(|| row_with(&|word| is_pattern_of(word, name)));
        let none = || name.starts_with('@').then_some(FAMILIES[8]);
        let (row, families) = named.or_else(none).unwrap_or_else(|| panic!("the specification lacks {name}"));
        assert!(
            families.contains(&operator.operand),
            "{name} is {:?}, not of family {row}",
            operator.operand
        );
    }
    for word in rows.iter().flat_map(|(_, _, words)| words) {
        let is_right = |name| word == "…" || word == name || is_pattern_of(word, name);
        assert!(calcarray::ops::all().any(|operator| is_right(operator.name)), "there is no operator {word}");
    }
}
