//! The words of the project: identifiers use the words of the glossary instead of older
//! ones, doc comments begin with their subject, and modules point to the document that
//! explains them.

#![cfg(test)]

mod tree;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tree::{files, root};

/// Words that identifiers do without: a folder (or a file), the word, and the word to use.
/// Several words are joined by underscores.
const WORDS: [(&str, &str, &str); 60] = [
    ("crates/rules/src/fast", "afresh", "fresh"),
    ("crates/rules/src/fast", "anew", "repack, or again"),
    ("crates/rules/src/fast", "beginning", "start, StartInput"),
    ("crates/rules/src/fast", "by_ways", "by_axis"),
    ("crates/rules/src/fast", "class", "context_key"),
    ("crates/rules/src/fast", "classes", "context_keys"),
    ("crates/rules/src/fast", "closed", "cannot_take_part"),
    ("crates/rules/src/fast", "dense", "Nibble4x4"),
    ("crates/rules/src/fast", "desk", "scratch"),
    ("crates/rules/src/fast", "entrance", "input, PackInput"),
    ("crates/rules/src/fast", "foresee", "predict"),
    ("crates/rules/src/fast", "go_on_from", "seed_from"),
    ("crates/rules/src/fast", "handed_over", "transfer"),
    ("crates/rules/src/fast", "harmless", "inert"),
    ("crates/rules/src/fast", "hashed", "ByteGrid"),
    ("crates/rules/src/fast", "keep_to", "invalidate_if_changed"),
    ("crates/rules/src/fast", "learn", "record"),
    ("crates/rules/src/fast", "learned", "recorded"),
    ("crates/rules/src/fast", "learns", "records"),
    ("crates/rules/src/fast", "lend", "with_context"),
    ("crates/rules/src/fast", "lent", "with_context"),
    ("crates/rules/src/fast", "listed", "discovery_list"),
    ("crates/rules/src/fast", "long_lines", "List256"),
    ("crates/rules/src/fast", "look_on", "inspect"),
    ("crates/rules/src/fast", "promised", "predicted"),
    ("crates/rules/src/fast", "promises", "predicted_misses"),
    ("crates/rules/src/fast", "seldom", "uncached, or rarely"),
    ("crates/rules/src/fast", "short_lines", "List128"),
    ("crates/rules/src/fast", "shut", "cannot_start"),
    ("crates/rules/src/fast", "take_in", "adopt"),
    ("crates/rules/src/fast", "tell", "resolve, or report"),
    ("crates/rules/src/fast", "tells", "resolves, or distinguishes"),
    ("crates/rules/src/fast", "told", "resolved, or report"),
    ("crates/rules/src/fast", "untold", "unresolved"),
    ("crates/rules/src/fast", "vain", "failed"),
    ("crates/rules/src/fast", "work_out", "resolve_by_collisions"),
    ("crates/rules/src/fast", "worked_out", "resolved_by_collisions"),
    ("crates/rules/src/fast", "works_out", "resolves_by_collisions"),
    ("crates/rules/src/fast/batch/step.rs", "long", "List256"),
    ("crates/rules/src/fast/batch/step.rs", "middle", "Byte4x4"),
    ("crates/rules/src/fast/batch/step.rs", "short", "List128"),
    ("crates/rules/src/fast/batch/step.rs", "small", "Nibble4x4"),
    ("crates/rules/src/fast/batch/step.rs", "wide", "Byte8x8"),
    ("crates/rules/src/fast/choices.rs", "kind", "TileCode, code"),
    ("crates/rules/src/fast/choices.rs", "kinds", "codes"),
    ("crates/rules/src/fast/collide", "kind", "TileCode, code"),
    ("crates/rules/src/fast/collide", "kinds", "codes"),
    ("crates/rules/src/fast/collide", "rename", "recode"),
    ("crates/rules/src/fast/collide", "renamed", "recoded"),
    ("crates/rules/src/fast/packed", "begin", "start"),
    ("crates/rules/src/fast/packed", "eight", "Side8"),
    ("crates/rules/src/fast/packed", "four", "Side4"),
    ("crates/rules/src/fast/packed", "general", "LineList"),
    ("crates/rules/src/fast/packed", "kind", "TileCode, code"),
    ("crates/rules/src/fast/packed", "kinds", "codes, palette"),
    ("crates/rules/src/fast/packed/layouts.rs", "long", "List256"),
    ("crates/rules/src/fast/packed/layouts.rs", "middle", "Byte4x4"),
    ("crates/rules/src/fast/packed/layouts.rs", "short", "List128"),
    ("crates/rules/src/fast/packed/layouts.rs", "small", "Nibble4x4"),
    ("crates/rules/src/fast/packed/layouts.rs", "wide", "Byte8x8"),
];

/// Identifiers with such a word that are right: a folder (or a file), the identifier, and why.
const ALLOWED: [(&str, &str, &str); 5] = [
    ("crates/rules/src/fast/collide", "Kind", "the kind of a content, of board/tile_table.rs"),
    ("crates/rules/src/fast/mod.rs", "learned", "a public field"),
    ("crates/rules/src/fast/packed", "Kind", "the kind of a content, of board/tile_table.rs"),
    ("crates/rules/src/fast/packed/games/look.rs", "kind_numbers", "numbers of the kinds of engine/kinds.rs"),
    ("crates/rules/src/fast/packed/layout.rs", "KIND", "the number of a kind of engine/kinds.rs"),
];

/// The folders whose doc comments begin with their subject.
const WITH_SUBJECTS: [&str; 1] = ["crates/rules/src/fast"];

/// The beginnings that are no subject.
const NO_SUBJECTS: [&str; 24] = [
    "As",
    "He",
    "How",
    "How many",
    "How much",
    "How often",
    "It",
    "She",
    "So many",
    "So much",
    "Somebody",
    "That",
    "Them",
    "These",
    "They",
    "Those",
    "We",
    "What",
    "When",
    "Where",
    "Whether",
    "Which",
    "Who",
    "Why",
];

/// The folders whose modules point to a heading of a document.
const POINTERS: [(&str, &str); 1] = [("crates/rules/src/fast", "docs/fast-path.md")];

/// Returns the Rust files of a folder, or the one file, in order.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let path = root().join(folder);
    let mut found = Vec::new();
    match path.is_file() {
        true => found.push(path),
        false => files(&path, &["rs"], &mut found),
    }
    found.sort();
    assert!(!found.is_empty(), "{folder} has no Rust files");
    found
}

/// Returns true if a file is the one of this name, or in the folder of this name.
fn is_within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the path of a file as tables name it.
fn name_of(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/")
}

/// The state of a reader of Rust code.
#[derive(Clone, Copy, PartialEq)]
enum Reading {
    Code,
    Text,
    BlockComment(u32),
    RawText(usize),
}

/// Returns the code of a Rust file line by line, with blanks in place of comments, texts and
/// characters.
fn code_of(text: &str) -> Vec<String> {
    let mut reading = Reading::Code;
    text.lines().map(|line| code_of_line(line, &mut reading)).collect()
}

fn code_of_line(line: &str, reading: &mut Reading) -> String {
    let mut code = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let mut taken = first.len_utf8();
        match *reading {
            Reading::Code => {
                let before = code.chars().next_back();
                let is_word = before.is_some_and(|last| last.is_alphanumeric() || last == '_');
                if rest.starts_with("//") {
                    return code;
                } else if rest.starts_with("/*") {
                    (*reading, taken) = (Reading::BlockComment(1), 2);
                } else if let Some(hashes) = raw_text(rest).filter(|_| !is_word) {
                    (*reading, taken) = (Reading::RawText(hashes), hashes + 2);
                } else if first == '"' {
                    *reading = Reading::Text;
                } else if let Some(length) = character(rest) {
                    taken = length;
                } else {
                    code.push(first);
                    rest = &rest[taken..];
                    continue;
                }
            }
            Reading::Text if first == '\\' => {
                taken += rest[taken..].chars().next().map_or(0, char::len_utf8);
            }
            Reading::Text if first == '"' => *reading = Reading::Code,
            Reading::RawText(hashes) if rest.starts_with(&format!("\"{}", "#".repeat(hashes))) => {
                (*reading, taken) = (Reading::Code, hashes + 1);
            }
            Reading::BlockComment(depth) if rest.starts_with("*/") => {
                *reading = if depth == 1 { Reading::Code } else { Reading::BlockComment(depth - 1) };
                taken = 2;
            }
            Reading::BlockComment(depth) if rest.starts_with("/*") => {
                (*reading, taken) = (Reading::BlockComment(depth + 1), 2);
            }
            Reading::Text | Reading::RawText(_) | Reading::BlockComment(_) => {}
        }
        code.push(' ');
        rest = &rest[taken..];
    }
    code
}

/// Returns the number of hashes if a raw text begins here.
fn raw_text(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.bytes().take_while(|byte| *byte == b'#').count();
    after[hashes..].starts_with('"').then_some(hashes)
}

/// Returns the length of a character literal if one begins here, and not a lifetime.
fn character(rest: &str) -> Option<usize> {
    let within = rest.strip_prefix('\'')?;
    let length = match within.strip_prefix('\\') {
        Some(escaped) => 1 + escaped.get(1..)?.find('\'')? + 1,
        None => within.chars().next()?.len_utf8(),
    };
    within[length..].starts_with('\'').then_some(length + 2)
}

/// Returns the identifiers that a line of code declares or names. A field or a method after a
/// dot is left out, because it is named where it is declared.
fn identifiers(code: &str) -> Vec<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(place) = code[start..].find(is_part) {
        let from = start + place;
        let end = code[from..].find(|letter: char| !is_part(letter)).map_or(code.len(), |end| from + end);
        let before = code[..from].trim_end();
        let is_member = before.ends_with('.') && !before.ends_with("..");
        if !is_member && !code[from..].starts_with(|first: char| first.is_ascii_digit()) {
            found.push(&code[from..end]);
        }
        start = end;
    }
    found
}

/// Splits an identifier into its words, in small letters.
fn words(identifier: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = None::<char>;
    let letters: Vec<char> = identifier.chars().collect();
    for (place, letter) in letters.iter().copied().enumerate() {
        let next_is_small = letters.get(place + 1).is_some_and(|next| next.is_lowercase());
        let is_new = match before {
            None | Some('_') => true,
            Some(last) => {
                letter.is_uppercase()
                    && (last.is_lowercase() || last.is_numeric() || last.is_uppercase() && next_is_small)
            }
        };
        before = Some(letter);
        match words.last_mut() {
            _ if letter == '_' => {}
            Some(word) if !is_new => word.extend(letter.to_lowercase()),
            _ => words.push(letter.to_lowercase().collect()),
        }
    }
    words
}

/// Returns true if the words of an identifier contain a word, or several that follow each
/// other.
fn have_word(own: &[String], wanted: &[&str]) -> bool {
    own.windows(wanted.len()).any(|some| some == wanted)
}

/// Returns the faults of a file: line, identifier, word and the word to use.
fn old_words<'t>(name: &str, text: &str) -> Vec<(usize, String, &'t str, &'t str)> {
    let rules = WORDS.iter().filter(|(folder, ..)| is_within(name, folder));
    let rules = rules.map(|(_, word, instead)| (*word, word.split('_').collect::<Vec<_>>(), *instead));
    let rules: Vec<_> = rules.collect();
    let is_allowed = |identifier: &str| {
        ALLOWED.iter().any(|(folder, own, _)| is_within(name, folder) && *own == identifier)
    };
    let mut found = Vec::new();
    for (number, code) in code_of(text).iter().enumerate() {
        for identifier in identifiers(code).into_iter().filter(|own| !is_allowed(own)) {
            let own = words(identifier);
            let faults = rules.iter().filter(|(_, wanted, _)| have_word(&own, wanted));
            let faults =
                faults.map(|(word, _, instead)| (number + 1, identifier.to_owned(), *word, *instead));
            found.extend(faults);
        }
    }
    found
}

/// Returns the doc comments of a file: the line of the first one of each, and its text.
fn doc_comments(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut last = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let mark = ["///", "//!"].into_iter().find(|mark| line.starts_with(mark));
        if let Some(mark) = mark {
            let own = line[mark.len()..].trim();
            match found.last_mut() {
                Some((_, text)) if last == Some(mark) => {
                    text.push('\n');
                    text.push_str(own);
                }
                _ => found.push((number + 1, own.to_owned())),
            }
        }
        last = mark;
    }
    found
}

/// Returns the fault of a doc comment, if it has one.
fn fault_of_doc(text: &str) -> Option<String> {
    let begins_with = |opening: &str| {
        text.strip_prefix(opening).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    // The longest of several beginnings is named.
    let opening = NO_SUBJECTS.iter().filter(|opening| begins_with(opening)).max_by_key(|own| own.len());
    if let Some(opening) = opening {
        return Some(format!("begins with \"{opening}\": name the subject, or a verb such as \"Returns\""));
    }
    if text.starts_with(char::is_lowercase) {
        return Some("continues another sentence: each item has sentences of its own".to_owned());
    }
    let end = text.trim_end().lines().next_back().unwrap_or_default();
    match end.ends_with(['.', ':', '?', '!', '`', ')', '|']) {
        true => None,
        false => Some("ends within a sentence: each item has sentences of its own".to_owned()),
    }
}

#[test]
fn identifiers_use_the_words_of_the_glossary() {
    let mut problems = Vec::new();
    let folders: BTreeSet<&str> = WORDS.iter().map(|(folder, ..)| *folder).collect();
    let paths: BTreeSet<PathBuf> = folders.into_iter().flat_map(rust_files).collect();
    for path in paths {
        let name = name_of(&path);
        for (line, identifier, word, instead) in old_words(&name, &fs::read_to_string(&path).unwrap()) {
            problems.push(format!("{name}:{line}: {identifier}: \"{word}\" is an old word, use {instead}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn doc_comments_begin_with_their_subject() {
    let mut problems = Vec::new();
    for path in WITH_SUBJECTS.iter().flat_map(|folder| rust_files(folder)) {
        for (line, text) in doc_comments(&fs::read_to_string(&path).unwrap()) {
            problems.extend(fault_of_doc(&text).map(|fault| format!("{}:{line}: {fault}", name_of(&path))));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn modules_point_to_their_paragraph() {
    let mut problems = Vec::new();
    for (folder, document) in POINTERS {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let headings: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix('#')).collect();
        let headings: Vec<&str> =
            headings.iter().map(|heading| heading.trim_start_matches('#').trim()).collect();
        for path in rust_files(folder) {
            let text = fs::read_to_string(&path).unwrap();
            let module: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("//!")).collect();
            let module = module.join("");
            let pointer = module.split_once(&format!("See {document}, \"")).map(|(_, rest)| rest);
            match pointer.and_then(|rest| rest.split_once('"')) {
                Some((heading, _)) if headings.contains(&heading) => {}
                Some((heading, _)) => {
                    problems.push(format!("{}: {document} has no heading \"{heading}\"", name_of(&path)));
                }
                None => problems.push(format!(
                    "{}: end the module's comment with: See {document}, \"HEADING\".",
                    name_of(&path)
                )),
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn code_is_found_between_comments_and_texts() {
    // text, identifiers
    for (text, expected) in [
        ("let desk = 1; // the desk", "let desk"),
        ("let a = \"the desk\"; b", "let a b"),
        ("/* desk\n desk */ a", "a"),
        ("/* a /* b */ c */ d", "d"),
        ("let a = r#\"desk \"# ; b", "let a b"),
        ("let a = \"desk \\\" desk\"; b", "let a b"),
        ("let a = '\"'; b('\\'', '\\u{1F600}'); c::<'a>", "let a b c a"),
        ("self.desk(ways.class, 0..kind)", "self ways kind"),
        ("a\n    .desk()", "a"),
        ("for_r\"x\"", "for_r"),
        ("0x1F + 2_u32", ""),
    ] {
        let code = code_of(text).join(" ");
        assert_eq!(identifiers(&code).join(" "), expected, "{text}");
    }
}

#[test]
fn identifiers_are_split_into_words() {
    // identifier, words
    for (identifier, expected) in [
        ("take_in", "take in"),
        ("EndsOfClass", "ends of class"),
        ("MOST_KINDS", "most kinds"),
        ("kindOf", "kind of"),
        ("HTTPKind", "http kind"),
        ("Nibble4x4", "nibble4x4"),
        ("List128Kind", "list128 kind"),
        ("_told", "told"),
    ] {
        assert_eq!(words(identifier).join(" "), expected, "{identifier}");
    }
    for (identifier, word, expected) in [
        ("take_in_all", "take_in", true),
        ("TakeIn", "take_in", true),
        ("taken_in", "take_in", false),
        ("classic", "class", false),
        ("intake_in", "take_in", false),
    ] {
        let wanted: Vec<&str> = word.split('_').collect();
        assert_eq!(have_word(&words(identifier), &wanted), expected, "{identifier} {word}");
    }
}

#[test]
fn old_words_are_found_in_their_folders() {
    for (name, text, expected) in [
        ("crates/rules/src/fast/engine/mod.rs", "fn a() {}\nlet desk = 1;", vec![(2, "desk", "scratch")]),
        ("crates/rules/src/fast/packed/new.rs", "fn f(kind: u8) {}", vec![(1, "kind", "TileCode, code")]),
        ("crates/rules/src/fast/packed/new.rs", "match id.kind() { Kind::Tile => {} }", vec![]),
        ("crates/rules/src/fast/packed_more.rs", "let kind = 1;", vec![]),
        ("crates/rules/src/fast/engine/kinds.rs", "let kind = 1;", vec![]),
        ("crates/cli/src/main.rs", "let desk = 1;", vec![]),
    ] {
        let found: Vec<_> =
            old_words(name, text).into_iter().map(|(line, _, word, instead)| (line, word, instead)).collect();
        assert_eq!(found, expected, "{name}: {text}");
    }
}

#[test]
fn rules_are_about_what_is_there() {
    for (folder, identifier, _) in ALLOWED {
        let is_used = rust_files(folder).iter().any(|path| {
            let code = code_of(&fs::read_to_string(path).unwrap());
            code.iter().any(|line| identifiers(line).contains(&identifier))
        });
        assert!(is_used, "{folder} does not have {identifier} any more: remove its row");
    }
}

#[test]
fn faults_of_doc_comments_are_found() {
    // text, part of the fault
    for (text, expected) in [
        ("/// Returns the key.", None),
        ("/// The key.\n///\n/// What it is for.", None),
        ("/// What a key is.", Some("\"What\"")),
        ("/// Whatever comes.", None),
        ("/// Whether it is known.", Some("\"Whether\"")),
        ("/// So many lines.", Some("\"So many\"")),
        ("/// So the table rests.", None),
        ("//! How many there are.", Some("\"How many\"")),
        ("/// It rests.", Some("\"It\"")),
        ("/// Its place.", None),
        ("/// or, with this bit, behind.", Some("continues")),
        ("/// The next cell ahead,", Some("ends within")),
        ("/// An example:\n/// ```\n/// a\n/// ```", None),
        ("let a = 1; // What", None),
    ] {
        let fault = doc_comments(text).first().and_then(|(_, text)| fault_of_doc(text));
        let is_right = match (&fault, expected) {
            (Some(fault), Some(part)) => fault.contains(part),
            (fault, expected) => fault.is_none() && expected.is_none(),
        };
        assert!(is_right, "{text}: {fault:?}");
    }
}
