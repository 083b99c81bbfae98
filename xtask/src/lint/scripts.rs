//! The words of TypeScript files: identifiers do without words that were given up, and doc comments
//! begin with their subject.

use super::Fault;
use super::words::{fault_of_doc, have_word, words};
use crate::tree::{File, Tree};

/// The folder whose identifiers are looked at.
const FOLDER: &str = "web/src";
/// The folder whose doc comments are looked at.
const DOCUMENTED: &str = "web";

/// Words that identifiers do without: the word, and the word to use. Several words are joined by
/// underscores.
const WORDS: &[(&str, &str)] = &[
    ("adviser", "Advisor, HintService"),
    ("archivist", "GameStore"),
    ("arena", "BoardController"),
    ("beginner", "StarterPlayer"),
    ("coach", "Advisor"),
    ("coaching", "AdvisorPanel"),
    ("deed", "action"),
    ("deeds", "actions"),
    ("desk", "OpenDraft"),
    ("exhibit", "FaceCache"),
    ("gift", "a word of the field"),
    ("grant", "start"),
    ("heir", "replacement"),
    ("keeper", "Autosave"),
    ("keepers", "autosaves"),
    ("lately", "recent"),
    ("likeness", "CodeDelta"),
    ("mourner", "listener"),
    ("mourners", "lossListeners"),
    ("newcomer", "newGame"),
    ("patience", "budgets, TIMEOUT"),
    ("portrait", "ModePreview"),
    ("reel", "ReplayController"),
    ("room", "GameController"),
    ("school", "Training"),
    ("seat", "place"),
    ("seated", "isOpened"),
    ("seating", "PlaceOptions"),
    ("shelf", "HandleTable"),
    ("shelve", "register"),
    ("stage", "BootController"),
    ("story", "ActionLog"),
    ("table", "GameModel"),
    ("tables", "models"),
    ("told", "message, reported"),
    ("untold", "UNIDENTIFIED"),
    ("veil", "Fade"),
    ("wish", "request, selection or task"),
    ("wishes", "selections"),
];

/// Identifiers with such a word that are right: a folder (or a file), the identifier, and why.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("web/src", "deeds", "a key of games that are stored"),
    ("web/src/engine/service.ts", "HandleTable", "a table of handles"),
    ("web/src/texts", "TABLES", "tables of texts"),
    ("web/src/texts", "largestTable", "a table on the page"),
    ("web/src/texts", "noRoom", "room on a disk"),
    ("web/src/texts", "tables", "tables of texts"),
    ("web/src/workshop/main.tsx", "TABLES", "tables of texts"),
];

/// Words after which a slash begins a regular expression.
const BEFORE_REGEX: &[&str] =
    &["await", "case", "do", "else", "in", "of", "return", "typeof", "void", "yield"];

/// Finds identifiers with words that were given up.
pub fn identifiers(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for file in scripts(tree, FOLDER) {
        for (line, identifier) in named(&file.text) {
            if is_allowed(&file.path, &identifier) {
                continue;
            }
            let own = words(&identifier);
            let found = WORDS.iter().find(|(word, _)| have_word(&own, &word.split('_').collect::<Vec<_>>()));
            if let Some((word, instead)) = found {
                let message = format!("{identifier}: \"{word}\" is an old word, use {instead}");
                faults.push(Fault::in_line(file, line, message));
            }
        }
    }
    faults.extend(ALLOWED.iter().filter_map(|(path, identifier, _)| {
        let mut files = tree.files.iter().filter(|file| file.is_below(path));
        let is_used = files.any(|file| named(&file.text).iter().any(|(_, own)| own == identifier));
        (!is_used).then(|| Fault {
            place: path.to_string(),
            message: format!("no {identifier} is there: remove its row"),
        })
    }));
    faults
}

/// Finds doc comments that do not begin with their subject.
pub fn subjects(tree: &Tree) -> Vec<Fault> {
    let found = scripts(tree, DOCUMENTED).flat_map(|file| {
        let docs = doc_comments(&file.text).into_iter();
        docs.filter_map(move |(line, text)| Some(Fault::in_line(file, line, fault_of_doc(&text)?)))
    });
    found.collect()
}

fn scripts<'t>(tree: &'t Tree, folder: &'t str) -> impl Iterator<Item = &'t File> {
    tree.below(folder, "ts").chain(tree.below(folder, "tsx"))
}

fn is_allowed(path: &str, identifier: &str) -> bool {
    let is_of =
        |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    ALLOWED.iter().any(|(folder, own, _)| *own == identifier && is_of(folder))
}

/// A piece of a script, as far as identifiers are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Identifier,
    /// Text, a number, a regular expression, a part of a template.
    Value,
    Sign(char),
}

/// Reads a script from piece to piece, without comments and blanks.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// The braces that are open in each part of a template that is code.
    templates: Vec<usize>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes to the end of what begins the rest of the text and satisfies a condition.
    fn skip_while(&mut self, holds: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|letter| !holds(letter)).unwrap_or(rest.len());
    }

    /// Goes behind a mark, or to the end of the text.
    fn skip_past(&mut self, mark: &str) {
        let rest = self.rest();
        self.at += rest.find(mark).map_or(rest.len(), |place| place + mark.len());
    }

    /// Goes behind a text that ends with a mark on the same line. Returns false, and goes nowhere, if
    /// there is none: then its beginning was a sign, such as the apostrophe of a word.
    fn skip_quoted(&mut self, mark: char) -> bool {
        let (mut escaped, mut in_class) = (false, false);
        for (place, letter) in self.rest().char_indices().skip(1) {
            match letter {
                '\n' => return false,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '[' if mark == '/' => in_class = true,
                ']' if mark == '/' => in_class = false,
                _ if letter == mark && !in_class => {
                    self.at += place + letter.len_utf8();
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// Goes to the end of the text of a template: behind it, or to code in it.
    fn skip_template(&mut self) {
        let mut escaped = false;
        let mut before = ' ';
        for (place, letter) in self.rest().char_indices() {
            let end = self.at + place + letter.len_utf8();
            match letter {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '`' => {
                    self.at = end;
                    return;
                }
                '{' if before == '$' => {
                    self.at = end;
                    self.templates.push(0);
                    return;
                }
                _ => {}
            }
            before = letter;
        }
        self.at = self.text.len();
    }

    /// Returns the next piece and its place. `is_value` tells if a value goes before it: then a slash
    /// divides.
    fn next(&mut self, is_value: bool) -> Option<(Piece, usize)> {
        loop {
            self.skip_while(char::is_whitespace);
            if self.rest().starts_with("//") {
                self.skip_while(|letter| letter != '\n');
            } else if self.rest().starts_with("/*") {
                self.skip_past("*/");
            } else {
                break;
            }
        }
        let start = self.at;
        let first = self.rest().chars().next()?;
        let in_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        if in_name(first) {
            self.skip_while(in_name);
            let piece = if first.is_numeric() { Piece::Value } else { Piece::Identifier };
            return Some((piece, start));
        }
        let is_quote = matches!(first, '"' | '\'') || first == '/' && !is_value;
        if is_quote && self.skip_quoted(first) {
            if first == '/' {
                // The flags of a regular expression.
                self.skip_while(char::is_alphabetic);
            }
            return Some((Piece::Value, start));
        }
        self.at += first.len_utf8();
        match (first, self.templates.last_mut()) {
            ('`', _) => {
                self.skip_template();
                return Some((Piece::Value, start));
            }
            ('{', Some(open)) => *open += 1,
            ('}', Some(0)) => {
                self.templates.pop();
                self.skip_template();
                return Some((Piece::Value, start));
            }
            ('}', Some(open)) => *open -= 1,
            _ => {}
        }
        Some((Piece::Sign(first), start))
    }
}

/// Returns the identifiers that a script declares or names, each with its line. Members after a full
/// stop are left out, because they are named where they are declared; so are elements of HTML, such
/// as `<table>`.
fn named(text: &str) -> Vec<(usize, String)> {
    let mut reader = Reader { text, at: 0, templates: Vec::new() };
    let mut found = Vec::new();
    // The signs directly before a piece, without blanks between them: the last one, and its end.
    let (mut signs, mut end) = (String::new(), 0);
    let mut is_value = false;
    while let Some((piece, start)) = reader.next(is_value) {
        let own = text.get(start..reader.at).unwrap_or_default();
        match piece {
            Piece::Identifier => {
                let is_member = signs.ends_with('.') && !signs.ends_with("..");
                let is_element = start == end
                    && (signs.ends_with('<') || signs.ends_with("</"))
                    && own.starts_with(char::is_lowercase);
                if !is_member && !is_element {
                    let line = text.get(..start).unwrap_or_default().matches('\n').count() + 1;
                    found.push((line, own.to_owned()));
                }
                is_value = !BEFORE_REGEX.contains(&own);
                signs.clear();
            }
            Piece::Value => {
                is_value = true;
                signs.clear();
            }
            Piece::Sign(sign) => {
                is_value = matches!(sign, ')' | ']' | '}' | '<');
                signs.push(sign);
            }
        }
        end = reader.at;
    }
    found
}

/// Returns the doc comments of a script: the line of each, and its text.
fn doc_comments(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(place) = text.get(at..).and_then(|rest| rest.find("/**")) {
        let start = at + place;
        let body = text.get(start + 3..).unwrap_or_default();
        let Some(length) = body.find("*/") else { break };
        let lines = body[..length].lines().map(|line| line.trim().trim_start_matches('*').trim());
        let line = text[..start].matches('\n').count() + 1;
        found.push((line, lines.collect::<Vec<_>>().join(" ").trim().to_owned()));
        at = start + 3 + length + 2;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_found_between_comments_and_texts() {
        // text, identifiers
        for (text, expected) in [
            ("const desk = 1; // the desk", "const desk"),
            ("/** desk\n * desk */ a", "a"),
            ("a(\"the desk\", 'a \\' desk'); b", "a b"),
            ("a(`the desk ${of(`${desk} desk`)} desk`, b)", "a of desk b"),
            ("a = /[/\"`] desk/g.test(b) / c / desk", "a b c desk"),
            ("return /desk/.exec(a)", "return a"),
            ("a.desk(b?.desk, ...desk)", "a b desk"),
            ("<table class={desk}>it's</table>; <Table a />", "class desk it s Table a"),
            ("{ deeds, desk: 1 }", "deeds desk"),
            ("0x1F + 2n", ""),
        ] {
            let found: Vec<String> = named(text).into_iter().map(|(_, own)| own).collect();
            assert_eq!(found.join(" "), expected, "{text}");
        }
        assert_eq!(named("a\n/* \n */ b"), [(1, "a".to_owned()), (3, "b".to_owned())]);
    }

    #[test]
    fn old_words_are_found_in_their_folder() {
        let tree = |path: &str, text: &str| Tree::new(vec![File::new(path, text)]);
        let found = |path: &str, text: &str| -> Vec<String> {
            let faults = identifiers(&tree(path, text)).into_iter();
            // Rows of files that are not in this tree are not meant.
            let faults = faults.filter(|fault| !fault.message.contains("remove its row"));
            faults.map(|fault| fault.place).collect()
        };
        assert_eq!(found("web/src/game/a.ts", "a;\nnew GameTable(b)"), ["web/src/game/a.ts:2"]);
        assert_eq!(found("web/src/views/a.tsx", "const useRoom = b;"), ["web/src/views/a.tsx:1"]);
        assert_eq!(found("web/src/game/a.ts", "a.table; tablet; ({ deeds })"), Vec::<String>::new());
        assert_eq!(found("web/tests/a.ts", "const table = b;"), Vec::<String>::new());
        let faults =
            subjects(&tree("web/src/a.ts", "/** The key. */ a;\n/**\n * What a key\n * is.\n */ b;"));
        assert_eq!(faults.iter().map(|fault| fault.place.as_str()).collect::<Vec<_>>(), ["web/src/a.ts:2"]);
    }
}
