//! The README's first programs are those with which the documents of the languages begin, which
//! are run there. The pictures that it shows exist.

use super::Fault;
use crate::tree::{Tree, root};

const LANGUAGES: &[(&str, &str)] = &[
    ("rust", "crates/polymerge/README.md"),
    ("python", "docs/python.md"),
    ("ts", "docs/web.md"),
    ("c", "docs/c.md"),
];

/// Finds programs of the README that differ from those of the documents, and missing pictures.
pub fn readme(tree: &Tree) -> Vec<Fault> {
    let Some(readme) = tree.file("README.md") else {
        return vec![Fault { place: "README.md".to_owned(), message: "is gone".to_owned() }];
    };
    let mut faults = Vec::new();
    for (language, path) in LANGUAGES {
        let program = tree.file(path).and_then(|document| first_block(&document.text, language));
        if program.is_none() || first_block(&readme.text, language).map(str::to_owned) != program.map(shown) {
            faults
                .push(Fault::in_file(readme, format!("its first {language} program is not that of {path}")));
        }
    }
    let pictures: Vec<&str> =
        readme.text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    if pictures.is_empty() {
        faults.push(Fault::in_file(readme, "it shows no pictures"));
    }
    let missing = pictures.iter().filter(|picture| !root().join(picture).is_file());
    faults.extend(missing.map(|picture| Fault::in_file(readme, format!("there is no picture {picture}"))));
    faults
}

/// Returns the first block of code in a language.
fn first_block<'t>(text: &'t str, language: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("```{language}\n"))?;
    rest.split_once("```").map(|(block, _)| block)
}

/// Returns the lines of a program that readers of a document see.
fn shown(program: &str) -> String {
    program.lines().filter(|line| !line.starts_with("# ")).map(|line| format!("{line}\n")).collect()
}
