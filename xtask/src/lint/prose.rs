//! The way comments and documents are written. Each comment stands alone and names its subject:
//! none begins by pointing at the comment before it, and none speaks of unknown persons.
//! Documents use no phrase that is hard to read in a second language.

use super::Fault;
use crate::tree::{File, Tree};

const BEGINNING: &str = "The same";
/// Words for unknown persons, each with what to write instead.
const WORDS: &[(&str, &str)] = &[
    ("somebody", "the person: a player, an author"),
    ("nobody", "the person with \"no\": no player, no caller"),
    ("whoever", "the persons: players who, programs that"),
];
/// Phrases with an unusual sense or order of words, each with what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("all but", "all except, or almost"),
    ("but for", "except for, or without"),
    ("comes of", "comes from, or results from"),
    ("gone by", "past, or passed"),
    ("gone on", "continued"),
    ("handed in", "submitted, or passed"),
    ("hands in", "submits, or passes"),
    ("in vain", "without effect, or without success"),
    ("nothing of", "no part of, or nothing about"),
    ("save for", "except for"),
    ("seldom", "rarely"),
    ("so long", "as long, or for this time"),
    ("so much", "as much, or this much"),
    ("the like", "similar things, or their names"),
];

/// This file holds the words that it refuses.
const OWN: &str = "xtask/src/lint/prose.rs";

/// Finds comments that point back or speak of unknown persons.
pub fn comments(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for file in tree.files.iter().filter(|file| file.ending() != "md" && file.path != OWN) {
        let has_hashes = matches!(file.ending(), "toml" | "yml") || !file.path.contains('.');
        let has_hashes = has_hashes || file.is_below(".ci");
        for (line, message) in comment_faults(&file.text, has_hashes) {
            faults.push(Fault::in_line(file, line, message));
        }
    }
    faults
}

/// Finds hard phrases in documents. The changelog describes old versions in their words.
pub fn phrases(tree: &Tree) -> Vec<Fault> {
    let is_document = |file: &&File| {
        matches!(file.path.as_str(), "README.md" | "CONTRIBUTING.md" | "SECURITY.md")
            || file.is_below("docs") && file.ending() == "md"
    };
    let mut faults = Vec::new();
    for file in tree.files.iter().filter(is_document) {
        let found = hard_phrases(&file.text).into_iter();
        faults.extend(found.map(|(line, row)| Fault::in_line(file, line, instead_of(row))));
    }
    faults
}

/// Returns the message about a word or a phrase of a table.
fn instead_of((phrase, instead): (&str, &str)) -> String {
    format!("\"{phrase}\" is hard to read, write {instead}")
}

/// Returns the text of the comment in a line, and if the comment begins where the line does.
/// Comments of shell scripts and of TOML begin with a hash.
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

/// Returns the faults of the comments of a text, each with the number of its line.
fn comment_faults(text: &str, has_hashes: bool) -> Vec<(usize, String)> {
    let mut within = false;
    let mut faults = Vec::new();
    for (place, line) in text.lines().enumerate() {
        let found = comment(line, has_hashes);
        let said = found.map_or("", |(_, text)| text).to_lowercase();
        let mut words = said.split(|letter: char| !letter.is_alphanumeric());
        let points_back = !within && found.is_some_and(|(_, text)| text.starts_with(BEGINNING));
        if points_back {
            faults.push((place + 1, format!("name the subject: {}", line.trim())));
        } else if let Some(row) = words.find_map(|word| WORDS.iter().find(|(own, _)| *own == word)) {
            faults.push((place + 1, instead_of(*row)));
        }
        within = found.is_some_and(|(alone, text)| alone && !text.is_empty());
    }
    faults
}

/// Returns the rows of phrases and words that documents do without, outside of blocks of code, each
/// with the number of its line.
fn hard_phrases(text: &str) -> Vec<(usize, (&'static str, &'static str))> {
    let mut is_code = false;
    let mut found = Vec::new();
    for (place, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        let words = line.to_lowercase();
        let words: Vec<&str> = words.split(|letter: char| !letter.is_alphanumeric()).collect();
        let words = format!(" {} ", words.join(" "));
        let phrases = PHRASES.iter().chain(WORDS);
        let phrases = phrases.filter(|(phrase, _)| words.contains(&format!(" {phrase} ")));
        found.extend(phrases.map(|row| (place + 1, *row)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_phrases_are_found() {
        for (text, expected) in [
            ("Games that are gone on with.", vec![(1, "gone on")]),
            ("It keeps all, but nothing\nof that; see `so much`.", vec![(2, "so much")]),
            ("```\nin vain\n```\nNobody hands\nit in. All but one.", vec![(4, "nobody"), (5, "all but")]),
            ("The hand inside is undone.", vec![]),
        ] {
            let found: Vec<_> =
                hard_phrases(text).into_iter().map(|(line, (phrase, _))| (line, phrase)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn messages_say_what_to_write_instead() {
        let message = |text| instead_of(hard_phrases(text)[0].1);
        assert_eq!(message("It is seldom so."), "\"seldom\" is hard to read, write rarely");
        let comment = "// Nobody reads this.";
        assert_eq!(comment_faults(comment, false), [(1, message(comment))]);
        assert!(
            PHRASES.iter().chain(WORDS).all(|(phrase, instead)| !instead.is_empty() && phrase != instead)
        );
    }

    #[test]
    fn faults_of_comments_are_found() {
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
            let found: Vec<usize> = comment_faults(text, has_hashes).iter().map(|(line, _)| *line).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
