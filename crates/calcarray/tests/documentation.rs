//! `docs/operators.md`, `docs/words.md` and the words that the workshop of the site
//! completes are the tables of the code. With `APPROVE` set, they are written anew.

use std::path::Path;

/// The words as a module of the site.
fn words_of_the_workshop() -> String {
    let mut module = String::from(
        "// Special strings of the language: what they stand for. Generated from the table of words of the\n\
         // engine; `APPROVE=1 cargo test -p calcarray` writes it anew.\n\n\
         export const SPECIAL_STRINGS: readonly { name: string; help: string }[] = [\n",
    );
    for word in calcarray::words::all() {
        let quote = if word.help.contains('"') { '\'' } else { '"' };
        assert!(!word.help.contains(['\'', '\\']), "{} needs escapes", word.name);
        let usages: Vec<String> = word.usages().collect();
        let (usages, help) = (usages.join(", "), word.help);
        module += &format!(
            "  {{\n    name: \"{}\",\n    help: {quote}{usages}: {help}{quote},\n  }},\n",
            word.name
        );
    }
    module + "];\n"
}

#[test]
fn what_is_generated_is_the_tables() {
    for (file, text) in [
        ("docs/operators.md", calcarray::ops::reference()),
        ("docs/words.md", calcarray::words::reference()),
        ("web/src/workshop/special.ts", words_of_the_workshop()),
    ] {
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
