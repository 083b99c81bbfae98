//! The README's first programs are those with which the documents of the languages begin,
//! which are run there.

#![cfg(test)]

use std::fs;
use std::path::Path;

/// The top folder.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The first block of code in a language.
fn first<'t>(text: &'t str, language: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("```{language}\n")).unwrap_or_else(|| panic!("no {language}"));
    rest.split_once("```").unwrap().0
}

/// What readers of a document see of a program in Rust.
fn shown(program: &str) -> String {
    program.lines().filter(|line| !line.starts_with("# ")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_readme_begins_in_each_language_as_its_document_does() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let readme = read("README.md");
    for (language, document) in [
        ("rust", "crates/polymerge/README.md"),
        ("python", "docs/python.md"),
        ("ts", "docs/web.md"),
        ("c", "docs/c.md"),
    ] {
        assert_eq!(first(&readme, language), shown(first(&read(document), language)), "{document}");
    }
}

#[test]
fn pictures_of_the_readme_are_there() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let pictures: Vec<&str> =
        readme.split("src=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
    assert_eq!(pictures.len(), 13);
    for picture in pictures {
        assert!(root().join(picture).is_file(), "{picture}");
    }
}
