//! The words of the project: identifiers use the words of the glossary instead of older ones, doc
//! comments begin with their subject, and modules point to the document that explains them.

use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};

use super::Fault;
use crate::tree::{File, Tree};

/// Words that identifiers do without: folders (or a file), the word, and the word to use.
/// Several words are joined by underscores.
const WORDS: &[(&str, &str, &str)] = &[
    ("crates/app crates/cli crates/tui", "anew", "again, or new"),
    ("crates/app crates/cli crates/tui", "brain", "Policy"),
    ("crates/app crates/cli crates/tui", "carried", "RecordedMode"),
    ("crates/app crates/cli crates/tui", "deed", "Action"),
    ("crates/app crates/cli crates/tui", "gift", "SharedGame"),
    ("crates/app crates/cli crates/tui", "gifts", "export_folder"),
    ("crates/app crates/cli crates/tui", "giving", "ExportJob"),
    ("crates/app crates/cli crates/tui", "harmless", "sanitized"),
    ("crates/app crates/cli crates/tui", "plainly", "io_reason"),
    ("crates/app crates/cli crates/tui", "sitting", "OpenGame"),
    ("crates/app crates/cli crates/tui", "spot", "HitArea, hit"),
    ("crates/app crates/cli crates/tui", "spots", "HitAreas, hits"),
    ("crates/app crates/cli crates/tui", "tape", "ReplayCursor, cursor"),
    ("crates/app crates/cli crates/tui", "tapes", "cursors"),
    ("crates/app crates/cli crates/tui", "thinker", "RankingThread"),
    ("crates/app crates/cli crates/tui", "thought", "RankingOptions"),
    ("crates/app crates/cli crates/tui", "told", "reported"),
    ("crates/app crates/cli crates/tui", "wish", "Request"),
    ("crates/cli/src/plain", "order", "Operation"),
    ("crates/cli/src/plain.rs", "table", "PlainGame"),
    ("crates/tui/src/app", "table", "GameScreen"),
    ("crates/tui/src/app.rs", "table", "GameScreen"),
    ("crates/capi/src", "told", "received, or reported"),
    ("crates/player/src", "anew", "again"),
    ("crates/player/src", "eye", "evaluator, Evaluator"),
    ("crates/player/src", "foreseen", "ValueChoice"),
    ("crates/player/src", "go_on", "continue_game"),
    ("crates/player/src", "look_around", "explore"),
    ("crates/player/src", "met", "seen"),
    ("crates/player/src", "outlook", "ranking, ValueRanking"),
    ("crates/player/src", "past", "Trace"),
    ("crates/player/src", "prospect", "move_value, MoveValue"),
    ("crates/player/src", "trail", "Checkpoints"),
    ("crates/player/src", "work_out", "solve"),
    ("crates/player/src", "worth", "NodeValue, or value"),
    ("crates/python/src", "told", "the name of the value"),
    ("crates/calcarray", "nowhere", "no_place"),
    ("crates/calcarray", "unheard", "SilentTrace"),
    ("crates/calcarray/src/oracle", "around", "context"),
    ("crates/modefile", "dice", "random"),
    ("crates/modefile", "judged", "evidence"),
    ("crates/modefile", "lonely", "unnumbered"),
    ("crates/modefile", "rouse", "try_other_actions"),
    ("crates/modefile", "told", "distinguished"),
    ("crates/modefile", "worth", "tile_value"),
    ("crates/polymerge", "deed", "Action, Call"),
    ("crates/polymerge", "lone", "face_alone"),
    ("crates/polymerge", "nowhere", "GamelessHost"),
    ("crates/polymerge", "staged", "with_stage"),
    ("crates/polymerge", "told", "report"),
    ("crates/polymerge", "vain", "blocked"),
    ("crates/polymerge", "worth", "value"),
    ("crates/polymerge", "worths", "values"),
    ("crates/rules", "furniture", "is_modifier_cell"),
    ("crates/rules", "patience", "max_idle_presses"),
    ("crates/rules", "trail", "SharedList"),
    ("crates/rules", "vain", "without_effect, idle"),
    ("crates/rules", "withheld", "skipped_spawns"),
    ("crates/rules/src/board", "news", "pending"),
    ("crates/rules/src/board", "ways", "direction_lines"),
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
    ("crates/rules/src/merge", "cases", "prefilters"),
    ("crates/rules/src/merge", "glance", "predicate"),
    ("crates/rules/src/turn", "ray", "reach"),
    ("crates/server/src", "tell", "report"),
    ("crates/server/src", "told", "reported, or received"),
    ("crates/web/src", "forgive", "ignore_refusal"),
    ("crates/web/src", "practise", "train"),
    ("crates/web/src", "told", "the name of the value"),
];

/// Identifiers with such a word that are right: a folder (or a file), the identifier, and why.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("crates/rules/src/fast/collide", "Kind", "the kind of a content, of board/tile_table.rs"),
    ("crates/rules/src/fast.rs", "learned", "a public field"),
    ("crates/rules/src/fast/packed", "Kind", "the kind of a content, of board/tile_table.rs"),
    ("crates/rules/src/fast/packed/games/look.rs", "kind_numbers", "numbers of the kinds of engine/kinds.rs"),
    ("crates/rules/src/fast/packed/code.rs", "KIND", "the number of a kind of engine/kinds.rs"),
];

/// The folders whose doc comments begin with their subject.
const WITH_SUBJECTS: &[&str] = &[
    "benches",
    "crates/app",
    "crates/calcarray",
    "crates/capi",
    "crates/cli",
    "crates/display",
    "crates/modefile",
    "crates/modifiers",
    "crates/player",
    "crates/polymerge",
    "crates/python",
    "crates/rules",
    "crates/savecode",
    "crates/server",
    "crates/tui",
    "crates/web",
    "stress",
    "xtask",
];

/// The derives of types whose doc comments are help texts. Users read them in the program, where
/// other rules hold.
const HELP_DERIVES: &[&str] = &["Args", "Parser", "Subcommand", "ValueEnum"];

/// The beginnings that are no subject.
const NO_SUBJECTS: &[&str] = &[
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
const POINTERS: &[(&str, &str)] = &[("crates/rules/src/fast", "docs/dev/fast-path.md")];

/// Finds identifiers with old words.
pub fn identifiers(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    let has_rules =
        |file: &&File| WORDS.iter().any(|(folders, ..)| folders.split(' ').any(|own| file.is_below(own)));
    for file in tree.below("crates", "rs").filter(has_rules) {
        let found = old_words(file).into_iter();
        faults.extend(found.map(|(line, identifier, word, instead)| {
            Fault::in_line(file, line, format!("{identifier}: \"{word}\" is an old word, use {instead}"))
        }));
    }
    let paths = WORDS.iter().chain(ALLOWED).flat_map(|(paths, ..)| paths.split(' '));
    faults.extend(paths.filter_map(|path| {
        let is_there = tree.files.iter().any(|file| file.is_below(path));
        (!is_there)
            .then(|| Fault { place: path.to_string(), message: "has rules of words, and is gone".to_owned() })
    }));
    faults.extend(ALLOWED.iter().filter_map(|(path, identifier, _)| {
        let mut files = tree.files.iter().filter(|file| file.is_below(path));
        let is_used = files.any(|file| named(file).iter().any(|(_, own)| own == identifier));
        (!is_used).then(|| Fault {
            place: path.to_string(),
            message: format!("no {identifier} is there: remove its row"),
        })
    }));
    faults
}

/// Finds doc comments that do not begin with their subject, or share a sentence with another.
pub fn subjects(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    let is_listed = |file: &&File| WITH_SUBJECTS.iter().any(|folder| file.is_below(folder));
    let is_rust = |file: &&File| file.ending() == "rs";
    for file in tree.files.iter().filter(is_rust).filter(is_listed) {
        let help = help_ranges(&file.text);
        let is_help = |line: usize| help.iter().any(|range| range.contains(&line));
        let found = doc_comments(&file.text).into_iter().filter(|(line, _)| !is_help(*line));
        faults
            .extend(found.filter_map(|(line, text)| Some(Fault::in_line(file, line, fault_of_doc(&text)?))));
    }
    faults
}

/// Finds modules that do not point to a heading of the document that explains them.
pub fn pointers(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (folder, document) in POINTERS {
        let headings: Vec<&str> = match tree.file(document) {
            Some(file) => file.text.lines().filter(|line| line.starts_with('#')).collect(),
            None => Vec::new(),
        };
        let has = |heading: &str| headings.iter().any(|own| own.trim_start_matches('#').trim() == heading);
        for file in tree.below(folder, "rs") {
            let module: String = file.text.lines().filter_map(|line| line.strip_prefix("//!")).collect();
            let pointer = module.split_once(&format!("See {document}, \"")).map(|(_, rest)| rest);
            let message = match pointer.and_then(|rest| rest.split_once('"')) {
                Some((heading, _)) if has(heading) => continue,
                Some((heading, _)) => format!("{document} has no heading \"{heading}\""),
                None => format!("end the module's comment with: See {document}, \"HEADING\"."),
            };
            faults.push(Fault::in_file(file, message));
        }
    }
    faults
}

/// Returns the identifiers that a Rust file declares or names, each with its line. A field or a
/// method after a dot is left out, because it is named where it is declared.
fn named(file: &File) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    add_named(file.tokens(), &mut found);
    found
}

fn add_named(tokens: TokenStream, found: &mut Vec<(usize, String)>) {
    // The full stops that come directly before a token: one is that of a member, two are a range.
    let mut stops = 0;
    for token in tokens {
        match &token {
            TokenTree::Ident(own) if stops != 1 => found.push((own.span().start().line, own.to_string())),
            TokenTree::Group(group) => add_named(group.stream(), found),
            _ => {}
        }
        let is_stop = matches!(&token, TokenTree::Punct(own) if own.as_char() == '.');
        stops = if is_stop { stops + 1 } else { 0 };
    }
}

/// Splits an identifier into its words, in small letters.
pub(super) fn words(identifier: &str) -> Vec<String> {
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
pub(super) fn have_word(own: &[String], wanted: &[&str]) -> bool {
    own.windows(wanted.len()).any(|some| some == wanted)
}

/// Returns the faults of a file: line, identifier, word and the word to use.
fn old_words(file: &File) -> Vec<(usize, String, &'static str, &'static str)> {
    let is_of = |folder: &str| file.is_below(folder);
    let rules = WORDS.iter().filter(|(folders, ..)| folders.split(' ').any(is_of));
    let rules: Vec<_> =
        rules.map(|(_, word, instead)| (*word, word.split('_').collect::<Vec<_>>(), *instead)).collect();
    let is_allowed =
        |identifier: &str| ALLOWED.iter().any(|(folder, own, _)| is_of(folder) && *own == identifier);
    let mut found = Vec::new();
    for (line, identifier) in named(file).into_iter().filter(|(_, own)| !is_allowed(own)) {
        let own = words(&identifier);
        let faults = rules.iter().filter(|(_, wanted, _)| have_word(&own, wanted));
        found.extend(faults.map(|(word, _, instead)| (line, identifier.clone(), *word, *instead)));
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

/// Returns the lines of the types whose doc comments are help texts, counted from 1: each from the
/// comment above the derive to the closing brace.
fn help_ranges(text: &str) -> Vec<Range<usize>> {
    let lines: Vec<&str> = text.lines().collect();
    let derives_help = |line: &str| {
        let derived = line.strip_prefix("#[derive(").unwrap_or_default();
        derived.split(|c: char| !c.is_alphanumeric()).any(|own| HELP_DERIVES.contains(&own))
    };
    let derives = (0..lines.len()).filter(|place| derives_help(lines[*place]));
    let ranges = derives.map(|place| {
        let above = lines[..place].iter().rev();
        let above = above.take_while(|line| line.starts_with("///") || line.starts_with("#[")).count();
        let below = lines[place..].iter().position(|line| *line == "}").unwrap_or(lines.len() - place);
        place - above + 1..place + below + 1
    });
    ranges.collect()
}

/// Returns the fault of a doc comment, if it has one.
pub(super) fn fault_of_doc(text: &str) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_found_between_comments_and_texts() {
        // text, identifiers
        for (text, expected) in [
            ("let desk = 1; // the desk", "let desk"),
            ("let a = \"the desk\"; b", "let a b"),
            ("/* desk\n desk */ a", "a"),
            ("let a = r#\"desk \"# ; b", "let a b"),
            ("let a = '\"'; b('\\'', '\\u{1F600}'); c::<'a>", "let a b c a"),
            ("self.desk(ways.class, 0..kind)", "self ways kind"),
            ("a\n    .desk()", "a"),
            ("0x1F + 2_u32", ""),
        ] {
            let found: Vec<String> = named(&File::new("", text)).into_iter().map(|(_, own)| own).collect();
            assert_eq!(found.join(" "), expected, "{text}");
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
            ("crates/rules/src/fast/engine.rs", "fn a() {}\nlet desk = 1;", vec![(2, "desk", "scratch")]),
            ("crates/rules/src/fast/packed/new.rs", "fn f(kind: u8) {}", vec![(1, "kind", "TileCode, code")]),
            ("crates/rules/src/fast/packed/new.rs", "match id.kind() { Kind::Tile => {} }", vec![]),
            ("crates/rules/src/fast/packed_more.rs", "let kind = 1;", vec![]),
            ("crates/rules/src/fast/engine/kinds.rs", "let kind = 1;", vec![]),
            ("crates/other/src/main.rs", "let desk = 1;", vec![]),
        ] {
            let found: Vec<_> = old_words(&File::new(name, text))
                .into_iter()
                .map(|(line, _, word, instead)| (line, word, instead))
                .collect();
            assert_eq!(found, expected, "{name}: {text}");
        }
    }

    #[test]
    fn help_texts_have_rules_of_their_own() {
        // text, lines of help texts
        for (text, expected) in [
            (
                "/// Play\n#[derive(Debug, Args)]\nstruct A {\n    /// What\n    a: u8,\n}\n/// b\n",
                vec![(1, 6)],
            ),
            ("/// a\n#[derive(Debug)]\nstruct Args {\n}\n", vec![]),
            ("#[derive(ValueEnum)]\nenum A {\n    /// What\n    B,\n}\n\nfn f() {\n}\n", vec![(1, 5)]),
        ] {
            let found: Vec<_> = help_ranges(text).iter().map(|range| (range.start, range.end)).collect();
            assert_eq!(found, expected, "{text}");
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
}
