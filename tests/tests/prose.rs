//! How comments and documents are written. Each comment stands alone and names its
//! subject: none begins by pointing at the comment before it, and none speaks of
//! unknown persons. Documents use no phrase that is hard to read in a second language.

#![cfg(test)]

mod tree;

use std::fs;
use std::path::PathBuf;

use tree::{files, root};

const FOLDERS: [&str; 7] = ["benches", "crates", "fuzz", "modes", "stress", "tests", "web"];
const FILES: [&str; 11] = [
    ".ci/capi",
    ".ci/long",
    ".ci/packages",
    ".ci/python",
    ".ci/release",
    ".ci/run",
    ".ci/rust",
    ".ci/server",
    ".ci/web",
    "Cargo.toml",
    "clippy.toml",
];
const KINDS: [&str; 9] = ["rs", "ts", "tsx", "js", "mjs", "css", "html", "jsonc", "toml"];
const BEGINNING: &str = "The same";
const WORDS: [&str; 3] = ["somebody", "nobody", "whoever"];
/// Phrases with an unusual sense or order of words, each of which a plain sentence can replace.
const PHRASES: [&str; 14] = [
    "all but",
    "but for",
    "comes of",
    "gone by",
    "gone on",
    "handed in",
    "hands in",
    "in vain",
    "nothing of",
    "save for",
    "seldom",
    "so long",
    "so much",
    "the like",
];

fn tree() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = FILES.iter().map(|file| root().join(file)).collect();
    for folder in FOLDERS {
        files(&root().join(folder), &KINDS, &mut found);
    }
    // The cases of this file break the rules.
    found.retain(|path| !path.ends_with("tests/prose.rs"));
    found
}

/// What a line says in a comment: whether the comment begins at the line's
/// start, and its text. Comments of shell scripts and of TOML begin with a hash.
fn comment(line: &str, has_hashes: bool) -> Option<(bool, &str)> {
    let (marks, behind_code): (&[&str], &str) = match has_hashes {
        true => (&["#"], "#"),
        false => (&["///", "//!", "//", "/**", "/*", "* ", "<!--", "{/*"], "//"),
    };
    let start = line.trim_start();
    match marks.iter().find_map(|mark| start.strip_prefix(mark)) {
        Some(text) => Some((true, text.trim())),
        None => start.split_once(behind_code).map(|(_, text)| (false, text.trim())),
    }
}

/// The lines of a text whose comments break a rule, each with its number.
fn faults(text: &str, has_hashes: bool) -> Vec<(usize, &str)> {
    let mut within = false;
    let mut faults = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let found = comment(line, has_hashes);
        let said = found.map_or("", |(_, text)| text).to_lowercase();
        let mut words = said.split(|letter: char| !letter.is_alphanumeric());
        let points_back = !within && found.is_some_and(|(_, text)| text.starts_with(BEGINNING));
        if points_back || words.any(|word| WORDS.contains(&word)) {
            faults.push((number + 1, line.trim()));
        }
        within = found.is_some_and(|(alone, text)| alone && !text.is_empty());
    }
    faults
}

/// The documents: those of the top folder but the changelog, which tells of old versions, and
/// those in `docs`.
fn documents() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md"].iter().map(|file| root().join(file)).collect();
    files(&root().join("docs"), &["md"], &mut found);
    found
}

/// The lines of a document, outside its blocks of code, that have a phrase or a word that
/// documents do without, each with its number and what was found.
fn hard_phrases(text: &str) -> Vec<(usize, &'static str)> {
    let mut is_code = false;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        let words = line.to_lowercase();
        let words: Vec<&str> = words.split(|letter: char| !letter.is_alphanumeric()).collect();
        let words = format!(" {} ", words.join(" "));
        let phrases = PHRASES.iter().chain(&WORDS);
        let phrases = phrases.filter(|phrase| words.contains(&format!(" {phrase} ")));
        found.extend(phrases.map(|phrase| (number + 1, *phrase)));
    }
    found
}

#[test]
fn documents_are_plain() {
    let mut problems = Vec::new();
    for path in documents() {
        let found = hard_phrases(&fs::read_to_string(&path).unwrap());
        problems.extend(found.iter().map(|(line, phrase)| format!("{}:{line}: {phrase}", path.display())));
    }
    assert!(problems.is_empty(), "say these in plain words:\n{}", problems.join("\n"));
}

#[test]
fn hard_phrases_are_found() {
    for (text, expected) in [
        ("Games that are gone on with.", vec![(1, "gone on")]),
        ("It keeps all, but nothing\nof that; see `so much`.", vec![(2, "so much")]),
        ("```\nin vain\n```\nNobody hands\nit in. All but one.", vec![(4, "nobody"), (5, "all but")]),
        ("The hand inside is undone.", vec![]),
    ] {
        assert_eq!(hard_phrases(text), expected, "{text}");
    }
}

#[test]
fn comments_stand_alone() {
    let (mut count, mut problems) = (0, Vec::new());
    for path in tree() {
        let text = fs::read_to_string(&path).unwrap();
        let has_hashes = path.extension().is_none_or(|kind| kind == "toml");
        count += text.lines().filter(|line| comment(line, has_hashes).is_some()).count();
        let faults = faults(&text, has_hashes).into_iter();
        problems.extend(faults.map(|(number, line)| format!("{}:{number}: {line}", path.display())));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(count > 5_000, "only {count} lines of comments were found");
}

#[test]
fn faults_are_found() {
    for (text, has_hashes, expected) in [
        ("/// The same, later.\nfn f() {}", false, vec![1]),
        ("/// First.\n/// The same again.", false, vec![]),
        ("/// First.\n\n/// The same.", false, vec![3]),
        ("/// First.\n///\n/// The same.", false, vec![3]),
        ("/** The same. */", false, vec![1]),
        ("let a = 1; // Nobody reads this.", false, vec![1]),
        ("let nobody = 1;", false, vec![]),
        ("  // for whoever\n  // asks", false, vec![1]),
        ("# The same\na = 1 # somebody", true, vec![1, 2]),
    ] {
        let numbers: Vec<usize> = faults(text, has_hashes).iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, expected, "{text}");
    }
}
