//! Codes as people paste them.

use std::borrow::Cow;

/// The first letters of all codes.
const START: &str = "@2048Pow";

/// The length of lines that a mail program breaks: from about where programs break them to the most
/// that a mail may have.
const BROKEN: std::ops::RangeInclusive<usize> = 60..=998;

/// A code without what surrounds it when it is copied from a chat, a mail or
/// a file: white space, quotation marks, invisible marks, angle brackets.
///
/// [`crate::decode`] takes a code as it is; call this first for text that a
/// person brings, or [`code_in`], which also finds a code among other words.
///
/// ```
/// use polymerge_savecode::trim_pasted;
/// assert_eq!(trim_pasted("\u{feff} `@2048PowCompMode|3.0|`\n"), "@2048PowCompMode|3.0|");
/// ```
pub fn trim_pasted(text: &str) -> &str {
    text.trim_matches(|c: char| {
        c.is_whitespace()
            || matches!(c, '"' | '\'' | '`' | '<' | '>' | '“' | '”' | '„' | '«' | '»')
            || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
    })
}

/// The code in a text that a person brings: before or after other words, quoted in a mail (`> `), or broken
/// into lines by one. A text without a code is given back, and so are mode files and
/// pages, whatever they hold; of a mode file that a mail quotes the signs of the quote are taken off.
///
/// ```
/// use polymerge_savecode::code_in;
/// assert_eq!(code_in("> Look: @2048PowCompMode|3.0| (mine)"), "@2048PowCompMode|3.0|");
/// assert_eq!(code_in("Hello"), "Hello");
/// ```
pub fn code_in(text: &str) -> Cow<'_, str> {
    let trimmed = trim_pasted(text);
    let begins = text.trim_start_matches('\u{feff}').trim_start();
    // A line of a file may begin as a quote does.
    if is_file(begins) {
        return Cow::Borrowed(text);
    }
    let is_quoted = text.lines().any(|line| line.trim_start_matches([' ', '\t']).starts_with('>'));
    let plain = if is_quoted { Cow::Owned(unquoted(text)) } else { Cow::Borrowed(text) };
    match code_at(&plain).map(|at| code_from(&plain, at)) {
        // A piece with a blank in it: the message about the whole names the piece.
        Some(code) if begins.starts_with(START) && !code.ends_with('|') => Cow::Borrowed(trimmed),
        Some(code) if code == trimmed => Cow::Borrowed(trimmed),
        Some(code) => Cow::Owned(code),
        None if trimmed.starts_with('@') => Cow::Borrowed(trimmed),
        None if is_quoted && is_file(plain.trim_start()) => plain,
        None => Cow::Borrowed(text),
    }
}

/// Returns true if a text begins as mode files and pages do.
fn is_file(text: &str) -> bool {
    let is_page = || {
        let next = text.strip_prefix('<').and_then(|rest| rest.chars().next());
        next.is_some_and(|c| c == '!' || c.is_ascii_alphabetic())
    };
    ["{", "//", "/*"].iter().any(|start| text.starts_with(start)) || is_page()
}

/// A text without the signs that a mail puts before the lines that it quotes.
fn unquoted(text: &str) -> String {
    let line = |line: &str| {
        let mut rest = line;
        while let Some(inner) = rest.trim_start_matches([' ', '\t']).strip_prefix('>') {
            rest = inner;
        }
        if rest.len() < line.len() {
            rest.strip_prefix(' ').unwrap_or(rest).to_owned()
        } else {
            line.to_owned()
        }
    };
    text.split('\n').map(line).collect::<Vec<String>>().join("\n")
}

/// The place where a code begins: its first letters, the other ones of its kind, and a bar.
fn code_at(text: &str) -> Option<usize> {
    text.match_indices(START).map(|(at, _)| at).find(|at| {
        let rest = text.get(at + START.len()..).unwrap_or_default();
        rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('|')
    })
}

/// The code that begins at a place, with the lines that it goes on in.
fn code_from(text: &str, at: usize) -> String {
    let (before, code) = text.split_at_checked(at).unwrap_or((text, ""));
    let mut lines = code.lines().map(str::trim_end);
    let first = lines.next().unwrap_or_default();
    let ends = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\'' | '`');
    match first.find(ends) {
        Some(end) => first.get(..end).unwrap_or(first).to_owned(),
        None => {
            let line = before.rsplit('\n').next().unwrap_or_default();
            joined(first, line.chars().count(), lines)
        }
    }
}

/// A code with the lines that it goes on in. Before its first line stand so many characters.
fn joined<'t>(first: &str, before: usize, more: impl Iterator<Item = &'t str>) -> String {
    // Lines that were broken are of one length, which may count from where the code begins.
    let lengths = [first.len(), first.len() + before];
    let mut code = first.to_owned();
    let mut length = first.len();
    // A code ends with a bar: a word in a line of its own after that is none of it.
    let mut whole = if code.ends_with('|') { code.len() } else { 0 };
    for line in more {
        // Codes in lines of one length, one below another.
        if line.starts_with(START) {
            break;
        }
        if !lengths.contains(&length) || !BROKEN.contains(&length) || !is_of_codes(line) {
            break;
        }
        code.push_str(line);
        length = line.len();
        if code.ends_with('|') {
            whole = code.len();
        }
    }
    let rest = code.get(whole..).unwrap_or_default();
    if whole > 0 && !rest.contains('|') {
        code.truncate(whole);
    }
    code
}

/// Returns true if a line holds nothing but letters of codes.
fn is_of_codes(line: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_@.|+/=-".contains(&byte);
    !line.is_empty() && line.bytes().all(is_letter)
}
