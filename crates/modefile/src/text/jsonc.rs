//! JSON with comments and trailing commas, read into a tree with places.

use std::collections::HashMap;

use calcarray::Text;
use polymerge_modifiers::custom::{Step, Way};

use crate::text::exact;
use crate::text::node::{Kind, Member, Node, Span};
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;

/// Reads one file. Problems are reported at their place; a repeated key is
/// reported and the later value dropped, so that reading goes on.
pub(crate) fn read(
    text: &str,
    file: u16,
    depth: usize,
    values: &mut usize,
    problems: &mut Problems,
) -> Option<Node> {
    let mut reader = Reader::new(text, file, depth, values, problems);
    let outcome = reader.document();
    for (key, first, again) in std::mem::take(&mut reader.repeated) {
        let line = reader.problems.line_of(first);
        reader
            .problems
            .error("duplicate-key", again, format!("the key {key:?} is here a second time"))
            .help(format!("it is first on line {line}; only one of them can count"));
    }
    match outcome {
        Ok(node) => Some(node),
        Err(Stop { at, end, message, code }) => {
            let span = Span { file, start: at as u32, end: end as u32 };
            let entry = problems.error(code, span, message);
            if let Some(help) = text.get(at..).filter(|_| code == "syntax").and_then(help) {
                entry.help(help);
            }
            None
        }
    }
}

/// Reads a text that is being written: what is wrong is left out, and what is open ends with the
/// text. `None` if it holds too much.
pub(crate) fn read_unfinished(text: &str, options: &ReadOptions) -> Option<Node> {
    let (mut values, mut problems) = (options.values, Problems::default());
    let mut reader = Reader::new(text, 0, options.depth, &mut values, &mut problems);
    reader.is_unfinished = true;
    reader.at = text.len() - text.trim_start_matches('\u{feff}').len();
    reader.document().ok()
}

/// Returns a hint at what to write instead of the syntax of another language, where reading
/// stopped.
fn help(rest: &str) -> Option<String> {
    let word: &str = rest.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next()?;
    match rest.chars().next()? {
        '#' => Some("comments begin with //".to_owned()),
        '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' => {
            Some("write straight double quotes: \"…\"".to_owned())
        }
        _ if !word.is_empty() && rest[word.len()..].trim_start().starts_with(':') => {
            Some(format!("write \"{word}\":"))
        }
        _ => match word.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Some("a truth value is written true".to_owned()),
            "false" | "no" | "off" => Some("a truth value is written false".to_owned()),
            "none" | "nil" | "undefined" => Some("no value is written null".to_owned()),
            "nan" | "infinity" => Some("write \"@NaN\" or \"@Infinity\"".to_owned()),
            _ => None,
        },
    }
}

/// The line, from 1, of what a way leads to in a JSON text; `None` if it leads
/// nowhere.
///
/// ```
/// use polymerge_modefile::line_of;
/// use polymerge_modifiers::custom::{Step, Way};
///
/// let text = "{\n  \"win\": { \"tiles\": [1,\n  2] }\n}";
/// let way = ["win", "tiles"].map(|key| Step::Key(key.to_owned()));
/// assert_eq!(line_of(text, &Way(way.into_iter().chain([Step::Entry(1)]).collect())), Some(3));
/// ```
pub fn line_of(text: &str, way: &Way) -> Option<usize> {
    let (mut problems, mut values) = (Problems::default(), usize::MAX);
    let file = problems.add_file("", text);
    let whole = read(text, file, ReadOptions::default().depth, &mut values, &mut problems)?;
    let (mut node, mut span) = (&whole, whole.span);
    for step in &way.0 {
        let member = |key: &str| node.as_object()?.iter().find(|member| member.key == key);
        match step {
            Step::Entry(entry) => {
                (node, span) = node.as_array()?.get(*entry).map(|node| (node, node.span))?
            }
            Step::Key(key) => (node, span) = member(key).map(|member| (&member.value, member.value.span))?,
            Step::KeyItself(key) => span = member(key)?.key_span,
        }
    }
    Some(problems.line_of(span))
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    file: u16,
    /// Levels that may still be opened.
    depth: usize,
    values: &'a mut usize,
    problems: &'a mut Problems,
    repeated: Vec<(String, Span, Span)>,
    /// True if reading goes on after mistakes.
    is_unfinished: bool,
    /// The signs that close what is open, innermost last.
    closing: Vec<u8>,
}

struct Stop {
    at: usize,
    end: usize,
    code: &'static str,
    message: String,
}

type Read<T> = Result<T, Stop>;

impl<'a> Reader<'a> {
    fn new(
        text: &'a str,
        file: u16,
        depth: usize,
        values: &'a mut usize,
        problems: &'a mut Problems,
    ) -> Reader<'a> {
        let (bytes, repeated, closing) = (text.as_bytes(), Vec::new(), Vec::new());
        Reader { text, bytes, at: 0, file, depth, values, problems, repeated, is_unfinished: false, closing }
    }

    fn document(&mut self) -> Read<Node> {
        self.space()?;
        let node = self.value_or_gap()?;
        self.space()?;
        if self.at < self.bytes.len() && !self.is_unfinished {
            return self.stop("there is more text after the value of the file".to_owned());
        }
        Ok(node)
    }

    fn value(&mut self) -> Read<Node> {
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.object()?,
            Some(b'[') => self.array()?,
            Some(b'"') => Kind::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => Kind::Number(self.number()?),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'\'') => self.word()?,
            Some(_) => return self.stop(format!("a value is expected here, not {}", self.found())),
            None => return self.stop("the file ends where a value is expected".to_owned()),
        };
        let node = Node::new(self.span(start), kind);
        *self.values = match self.values.checked_sub(node.weight()) {
            Some(left) => left,
            None => {
                self.at = start;
                let message = "the file holds too many values or too long integers".to_owned();
                return self.stop_with("too-large", message);
            }
        };
        Ok(node)
    }

    /// A value, or a gap in its place in a text that is being written.
    fn value_or_gap(&mut self) -> Read<Node> {
        let start = self.at;
        match self.value() {
            Err(stop) => {
                self.forgive(stop)?;
                if self.at == start && !self.is_closing() {
                    self.at += self.text[self.at..].chars().next().map_or(0, char::len_utf8);
                }
                Ok(Node::new(self.span(start), Kind::Unknown))
            }
            node => node,
        }
    }

    /// Overlooks a mistake in a text that is being written.
    fn forgive(&self, stop: Stop) -> Read<()> {
        match self.is_unfinished && stop.code == "syntax" {
            true => Ok(()),
            false => Err(stop),
        }
    }

    /// Returns true if a sign comes next that ends something which is open, or a comma.
    fn is_closing(&self) -> bool {
        self.peek().is_none_or(|byte| byte == b',' || self.closing.contains(&byte))
    }

    /// Returns true if something that is open ends here without its own sign, in a text that is
    /// being written.
    fn is_cut_off(&self) -> bool {
        self.is_unfinished && self.peek().is_none_or(|byte| byte != b',' && self.closing.contains(&byte))
    }

    fn array(&mut self) -> Read<Kind> {
        let open = self.descend(b']')?;
        let mut entries = Vec::new();
        loop {
            self.space()?;
            if self.close(b']') {
                return Ok(Kind::Array(entries));
            }
            if self.peek().is_none() && !self.is_unfinished {
                return self.unclosed(open, "list", ']');
            }
            if self.is_cut_off() {
                self.leave();
                return Ok(Kind::Array(entries));
            }
            entries.push(self.value_or_gap()?);
            self.separator(open, "list", b']').or_else(|stop| self.forgive(stop))?;
        }
    }

    fn object(&mut self) -> Read<Kind> {
        let open = self.descend(b'}')?;
        let mut members: Vec<Member> = Vec::new();
        let mut places: HashMap<String, Span> = HashMap::new();
        loop {
            self.space()?;
            if self.close(b'}') {
                return Ok(Kind::Object(members));
            }
            if self.is_cut_off() {
                self.leave();
                return Ok(Kind::Object(members));
            }
            match self.peek() {
                Some(b'"') => {}
                Some(b',') if self.is_unfinished => {
                    self.at += 1;
                    continue;
                }
                Some(_) if self.is_unfinished => {
                    self.value_or_gap()?;
                    continue;
                }
                None => return self.unclosed(open, "object", '}'),
                _ => return self.stop(format!("a key in quotes is expected here, not {}", self.found())),
            }
            let start = self.at;
            let key = self.string()?.to_string_lossy();
            let key_span = self.span(start);
            self.space()?;
            let value = match self.peek() {
                Some(b':') => {
                    self.at += 1;
                    self.space()?;
                    // Editors add one where the author writes one, too.
                    while self.is_unfinished && self.peek() == Some(b':') {
                        self.at += 1;
                        self.space()?;
                    }
                    self.value_or_gap()?
                }
                _ if self.is_unfinished => Node::new(self.span(self.at), Kind::Unknown),
                _ => return self.stop(format!("\":\" is expected after a key, not {}", self.found())),
            };
            match places.get(&key) {
                _ if self.is_unfinished => members.push(Member { key, key_span, value }),
                Some(&first) if self.repeated.len() < Problems::MOST => {
                    self.repeated.push((key, first, key_span));
                }
                Some(_) => {}
                None => {
                    places.insert(key.clone(), key_span);
                    members.push(Member { key, key_span, value });
                }
            }
            self.separator(open, "object", b'}').or_else(|stop| self.forgive(stop))?;
        }
    }

    fn separator(&mut self, open: usize, what: &str, close: u8) -> Read<()> {
        self.space()?;
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(())
            }
            Some(byte) if byte == close => Ok(()),
            None => self.unclosed(open, what, char::from(close)),
            Some(_) => self.stop(format!(
                "\",\" or \"{}\" is expected here, not {}",
                char::from(close),
                self.found()
            )),
        }
    }

    fn unclosed<T>(&mut self, open: usize, what: &str, close: char) -> Read<T> {
        Err(Stop {
            at: open,
            end: open + 1,
            code: "syntax",
            message: format!("this {what} is never closed with \"{close}\""),
        })
    }

    fn descend(&mut self, closing: u8) -> Read<usize> {
        self.depth = match self.depth.checked_sub(1) {
            Some(left) => left,
            None => return self.stop_with("too-deep", "lists and objects nest too deep".to_owned()),
        };
        self.closing.push(closing);
        self.at += 1;
        Ok(self.at - 1)
    }

    fn close(&mut self, close: u8) -> bool {
        let closes = self.peek() == Some(close);
        if closes {
            self.at += 1;
            self.leave();
        }
        closes
    }

    /// Goes out of the innermost list or object.
    fn leave(&mut self) {
        self.closing.pop();
        self.depth += 1;
    }

    fn word(&mut self) -> Read<Kind> {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'$') {
            self.at += 1;
        }
        match &self.text[start..self.at] {
            "true" => Ok(Kind::Boolean(true)),
            "false" => Ok(Kind::Boolean(false)),
            "null" => Ok(Kind::Null),
            "" => {
                self.at = start;
                self.stop("texts are in double quotes".to_owned())
            }
            word => {
                let message = format!("`{word}` is not a value; a text needs quotes: \"{word}\"");
                Err(Stop { at: start, end: self.at, code: "syntax", message })
            }
        }
    }

    fn number(&mut self) -> Read<f64> {
        let start = self.at;
        self.skip(b"-");
        let whole = self.digits();
        let leading_zero = self.bytes.get(whole) == Some(&b'0') && self.at > whole + 1;
        let mut good = self.at > whole && !leading_zero;
        if self.skip(b".") {
            let from = self.digits();
            good &= self.at > from;
        }
        if self.skip(b"eE") {
            self.skip(b"+-");
            let from = self.digits();
            good &= self.at > from;
        }
        let written = &self.text[start..self.at];
        match written.parse() {
            Ok(number) if good => {
                if exact::is_another(written, number) {
                    self.inexact(start, number);
                }
                Ok(number)
            }
            _ => {
                let message = format!("`{written}` is not a number as JSON writes it");
                Err(Stop { at: start, end: self.at, code: "syntax", message })
            }
        }
    }

    /// Says that a number has more digits, or is larger or smaller, than a number can be.
    fn inexact(&mut self, start: usize, kept: f64) {
        const LONGEST: usize = 40;
        let written = &self.text[start..self.at];
        let shown = match written.get(..LONGEST) {
            Some(cut) if written.len() > LONGEST => format!("{cut}…"),
            _ => written.to_owned(),
        };
        let kept_as = match kept.is_infinite() {
            true => "infinity".to_owned(),
            false => calcarray::number::to_text(kept),
        };
        let message = format!("`{shown}` becomes {kept_as}: a number keeps about 16 digits, up to 1.8e308");
        let span = self.span(start);
        self.problems.warning("inexact-number", span, message).help(exact::instead(written, kept));
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        start
    }

    fn skip(&mut self, any: &[u8]) -> bool {
        let there = self.peek().is_some_and(|byte| any.contains(&byte));
        self.at += usize::from(there);
        there
    }

    fn string(&mut self) -> Read<Text> {
        let open = self.at;
        self.at += 1;
        let mut units: Vec<u16> = Vec::new();
        let mut from = self.at;
        loop {
            match self.peek() {
                Some(b'"') => {
                    units.extend(self.text[from..self.at].encode_utf16());
                    self.at += 1;
                    return Ok(Text::from_units(units));
                }
                Some(b'\\') => {
                    units.extend(self.text[from..self.at].encode_utf16());
                    let start = self.at;
                    match self.escape() {
                        Ok(unit) => units.push(unit),
                        Err(stop) => {
                            self.forgive(stop)?;
                            self.at = start + 1;
                            units.push(u16::from(b'\\'));
                        }
                    }
                    from = self.at;
                }
                None | Some(b'\n' | b'\r') if self.is_unfinished => {
                    units.extend(self.text[from..self.at].encode_utf16());
                    return Ok(Text::from_units(units));
                }
                None | Some(b'\n' | b'\r') => {
                    let message = "this text has no closing quote on its line".to_owned();
                    return Err(Stop { at: open, end: self.at, code: "syntax", message });
                }
                Some(0..=0x1f) if !self.is_unfinished => {
                    return self.stop("a control character in a text must be written \\u00xx".to_owned());
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Read<u16> {
        let start = self.at;
        self.at += 1;
        let unit = match self.peek() {
            Some(b'"') => b'"',
            Some(b'\\') => b'\\',
            Some(b'/') => b'/',
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => {
                let digits = self.text.get(self.at + 1..self.at + 5);
                let digits = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
                if let Some(Ok(unit)) = digits.map(|digits| u16::from_str_radix(digits, 16)) {
                    self.at += 5;
                    return Ok(unit);
                }
                let message = "\\u needs four hexadecimal digits".to_owned();
                return Err(Stop { at: start, end: start + 2, code: "syntax", message });
            }
            _ => {
                let message = "there is no such escape; a backslash itself is written \\\\".to_owned();
                return Err(Stop { at: start, end: start + 1, code: "syntax", message });
            }
        };
        self.at += 1;
        Ok(u16::from(unit))
    }

    /// White space and comments.
    fn space(&mut self) -> Read<()> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(b'/') => match self.bytes.get(self.at + 1) {
                    Some(b'/') => {
                        let end = self.bytes[self.at..].iter().position(|&b| b == b'\n');
                        self.at = end.map_or(self.bytes.len(), |length| self.at + length);
                    }
                    Some(b'*') => match self.text[self.at + 2..].find("*/") {
                        Some(length) => self.at += length + 4,
                        None if self.is_unfinished => self.at = self.bytes.len(),
                        None => {
                            let at = self.at;
                            let message = "this comment is never closed with \"*/\"".to_owned();
                            return Err(Stop { at, end: at + 2, code: "syntax", message });
                        }
                    },
                    _ if self.is_unfinished => self.at += 1,
                    _ => return self.stop("a comment starts with // or /*".to_owned()),
                },
                _ => return Ok(()),
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Returns the next character, for messages.
    fn found(&self) -> String {
        match self.text[self.at..].chars().next() {
            None => "the end of the file".to_owned(),
            Some('\'') => "a single quote".to_owned(),
            Some(char) if char.is_control() => format!("U+{:04X}", char as u32),
            Some(char) => format!("`{char}`"),
        }
    }

    fn span(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.at as u32 }
    }

    fn stop<T>(&self, message: String) -> Read<T> {
        self.stop_with("syntax", message)
    }

    fn stop_with<T>(&self, code: &'static str, message: String) -> Read<T> {
        let width = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        Err(Stop { at: self.at, end: self.at + width, code, message })
    }
}
