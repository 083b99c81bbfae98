//! `docs/lints.md`: each example of a mistake is found as the page says, and what is
//! right is without mistakes. With `APPROVE` set, what is said is written anew.

#![cfg(test)]

use std::fs;
use std::path::PathBuf;

use polymerge_modefile::{check, NoFiles, ReadOptions, Source, SourceFile};

/// The file that the examples extend.
struct Base(String);

impl Source for Base {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        match name {
            "base.jsonc" => Ok(SourceFile::new(name, self.0.clone().into_bytes())),
            _ => NoFiles.open(name, from),
        }
    }
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/lints.md")
}

/// What is said of an example.
fn report(example: &str, base: &str) -> String {
    let file = SourceFile::new("my.jsonc", example.as_bytes().to_vec());
    check(&file, &Base(base.to_owned()), &ReadOptions::default()).problems.to_text()
}

#[test]
fn each_mistake_is_found_and_what_is_right_is_not() {
    let page = fs::read_to_string(path()).unwrap();
    let parts: Vec<&str> = page.split("```").collect();
    let (mut base, mut wrong, mut code) = (String::new(), None, String::new());
    let mut written = Vec::new();
    let mut count = 0;
    for (place, part) in parts.iter().enumerate() {
        let mut part = (*part).to_owned();
        if let (0, Some((_, heading))) = (place % 2, part.rsplit_once("### `")) {
            code = heading.split('`').next().unwrap_or_default().to_owned();
        }
        if let Some(example) = part.strip_prefix("jsonc\n").filter(|_| place % 2 == 1) {
            if base.is_empty() {
                base = example.to_owned();
                assert_eq!(report(&format!(r#"{{ "extends": "base.jsonc", "title": "Base" }}"#), &base), "0 errors, 0 warnings\n");
            } else if wrong.is_none() {
                wrong = Some(report(example, &base));
            } else {
                count += 1;
                wrong = None;
                assert_eq!(report(example, &base), "0 errors, 0 warnings\n", "{code}: {example}");
            }
        } else if part.starts_with("text\n") {
            let found = wrong.clone().unwrap_or_default();
            assert!(found.contains(&format!("[{code}]")), "{code} is not found, but:\n{found}");
            part = format!("text\n{found}");
        }
        written.push(part);
    }
    let written = written.join("```");
    if std::env::var_os("APPROVE").is_some() {
        fs::write(path(), &written).expect("the page can be written");
    }
    assert!(written == page, "docs/lints.md is out of date: run this test with APPROVE=1 and look at the change");
    assert!(count >= 40, "only {count} examples");
}
