//! Reading one text of extended JSON, from its start to its end.

use super::known::Found;
use super::read::{Markup, ReadError, ReadErrorKind, Reader};
use super::repeats::Place;
use super::special::{special, special_value};
use super::Object;
use crate::array::Array;
use crate::text::Text;
use crate::value::Value;

/// One text being read.
pub(super) struct Cursor<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    reader: &'a mut Reader,
    special: bool,
    markup: Option<&'a Markup>,
    /// What a quotation mark is written as.
    quote: &'static [u8],
    /// Whether repetitions are looked for.
    repeats: bool,
}

/// An array or object that is still open. Kept on a list of our own, so that
/// nesting can't exhaust the stack.
enum Open {
    Array(OpenArray),
    Object(Vec<(Text, Value)>, Text),
}

struct OpenArray {
    /// Its entries are the complete values from here on.
    first: usize,
    /// Where it starts in the text, and how many values there were before.
    start: usize,
    nodes: usize,
    place: Place,
}

impl<'a> Cursor<'a> {
    /// At the start of a text.
    pub fn new(text: &'a str, reader: &'a mut Reader, special: bool, markup: Option<&'a Markup>) -> Cursor<'a> {
        let quote = markup.map_or("\"", |markup| markup.quote).as_bytes();
        let repeats = reader.repeats.begin(text);
        Cursor { text, bytes: text.as_bytes(), at: 0, reader, special, markup, quote, repeats }
    }

    /// Reads the whole text.
    pub fn document(mut self) -> Result<Value, ReadError> {
        let mut open: Vec<Open> = Vec::new();
        // Entries of all open arrays, those of the innermost last; the last one
        // of all is the value that is complete.
        let mut entries: Vec<Value> = Vec::new();
        loop {
            self.space();
            match self.peek() {
                Some(b'[') => {
                    if !self.array(&mut open, &mut entries)? {
                        continue;
                    }
                }
                Some(b'{') => {
                    self.at += 1;
                    self.space();
                    if self.peek() != Some(b'}') {
                        let key = self.key()?;
                        self.descend(&open)?;
                        open.push(Open::Object(Vec::new(), key));
                        continue;
                    }
                    self.at += 1;
                    self.node()?;
                    entries.push(Value::Object(Object::new(Vec::new()).into()));
                }
                _ => self.scalar(&mut entries)?,
            }
            // The value is complete; close what it completes.
            loop {
                self.space();
                match open.last_mut() {
                    None if self.at < self.bytes.len() => return self.syntax("the end"),
                    None => return Ok(entries.pop().unwrap_or_default()),
                    Some(Open::Array(array)) => {
                        match self.next() {
                            Some(b',') => break,
                            Some(b']') => {}
                            _ => return self.syntax_before("\",\" or \"]\""),
                        }
                        let value = Array::of_last(&mut entries, array.first);
                        if self.repeats {
                            let span = array.start..self.at;
                            let nodes = self.reader.nodes - array.nodes;
                            self.reader.repeats.note(array.place, span, nodes, &value);
                        }
                        entries.push(Value::Array(value));
                        open.pop();
                    }
                    Some(Open::Object(members, key)) => {
                        members.push((std::mem::take(key), entries.pop().unwrap_or_default()));
                        match self.next() {
                            Some(b',') => {
                                self.space();
                                let next = self.key()?;
                                if let Some(Open::Object(_, key)) = open.last_mut() {
                                    *key = next;
                                }
                                break;
                            }
                            Some(b'}') => {}
                            _ => return self.syntax_before("\",\" or \"}\""),
                        }
                        let Some(Open::Object(members, _)) = open.pop() else {
                            return self.syntax("a value");
                        };
                        entries.push(Value::Object(Object::new(members).into()));
                        // How deep arrays nest is known, but not objects.
                        self.repeats = false;
                    }
                }
            }
        }
    }

    /// Reads an array or opens it. Gives whether it is complete.
    fn array(&mut self, open: &mut Vec<Open>, entries: &mut Vec<Value>) -> Result<bool, ReadError> {
        let start = self.at;
        self.at += 1;
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            self.node()?;
            entries.push(Value::Array(Array::default()));
            return Ok(true);
        }
        let place = match self.repeats {
            true => self.reader.repeats.look_up(self.bytes, start),
            false => Place::default(),
        };
        if let Some(known) = self.reader.repeats.get(&place) {
            if open.len() + known.array.depth() as usize <= self.reader.limits.depth {
                self.at = start + known.length;
                entries.push(Value::Array(known.array.clone()));
                let nodes = known.nodes;
                self.nodes(nodes)?;
                return Ok(true);
            }
        }
        let nodes = self.reader.nodes;
        self.descend(open)?;
        open.push(Open::Array(OpenArray { first: entries.len(), start, nodes, place }));
        Ok(false)
    }

    /// Before one more array or object is open.
    fn descend(&mut self, open: &[Open]) -> Result<(), ReadError> {
        self.node()?;
        if open.len() >= self.reader.limits.depth {
            return self.fail(ReadErrorKind::Depth);
        }
        Ok(())
    }

    fn node(&mut self) -> Result<(), ReadError> {
        self.nodes(1)
    }

    fn nodes(&mut self, more: usize) -> Result<(), ReadError> {
        self.reader.nodes += more;
        if self.reader.nodes > self.reader.limits.nodes {
            return self.fail(ReadErrorKind::Nodes);
        }
        Ok(())
    }

    fn key(&mut self) -> Result<Text, ReadError> {
        if self.markup.is_some() || self.peek() != Some(b'"') {
            return self.syntax("a key");
        }
        let key = self.string()?;
        self.space();
        if self.next() != Some(b':') {
            return self.syntax_before("\":\"");
        }
        Ok(key)
    }

    /// Reads a value that is neither an array nor an object.
    fn scalar(&mut self, entries: &mut Vec<Value>) -> Result<(), ReadError> {
        self.node()?;
        match self.peek() {
            byte if self.special && byte == self.quote.first().copied() => return self.text(entries),
            Some(b'"') if self.markup.is_none() => entries.push(Value::Text(self.string()?)),
            Some(b't') => entries.push(Value::Boolean(self.word("true", true)?)),
            Some(b'f') => entries.push(Value::Boolean(self.word("false", false)?)),
            Some(b'n') => entries.push(self.word("null", Value::Null)?),
            Some(b'-' | b'0'..=b'9') => entries.push(Value::Number(self.number()?)),
            _ => return self.syntax("a value"),
        }
        Ok(())
    }

    /// A text, which may have been read before, as most have.
    fn text(&mut self, entries: &mut Vec<Value>) -> Result<(), ReadError> {
        let Some(rest) = self.bytes[self.at..].strip_prefix(self.quote) else {
            return self.syntax("a value");
        };
        let start = self.at + self.quote.len();
        let Some(Found { length, key, marked }) = Found::before(self.quote, rest) else {
            entries.push(self.new_text(start)?);
            return Ok(());
        };
        let in_markup = usize::from(self.markup.is_some());
        match self.reader.known[in_markup].find(&key) {
            // Put into its place in two steps, not made and then moved there.
            Some(Value::Text(text)) => entries.push(Value::Text(text.clone())),
            Some(value) => entries.push(value.clone()),
            None => {
                let raw = &self.text[start..start + length];
                let value = if marked { self.in_markup(raw)? } else { self.bare(raw)? };
                self.reader.known[in_markup].keep(key, &value);
                entries.push(value);
            }
        }
        self.at = start + length + self.quote.len();
        Ok(())
    }

    /// A text, starting there, that is longer than those that are kept, or
    /// holds something rare.
    fn new_text(&mut self, start: usize) -> Result<Value, ReadError> {
        if self.markup.is_none() {
            let offset = self.at;
            let text = self.string()?;
            return special(text, &self.reader.limits).map_err(|kind| ReadError { offset, kind });
        }
        let quote = self.quote;
        let Some(length) = self.bytes[start..].windows(quote.len()).position(|bytes| bytes == quote) else {
            return self.syntax("the end of a text");
        };
        let value = self.in_markup(&self.text[start..start + length])?;
        self.at = start + length + quote.len();
        Ok(value)
    }

    /// What characters in markup stand for.
    fn in_markup(&self, raw: &str) -> Result<Value, ReadError> {
        let decoded = self.markup.map_or(raw.into(), |markup| (markup.decode)(raw));
        if decoded.bytes().any(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
            return self.syntax("characters that stand for themselves");
        }
        if decoded == raw {
            return self.bare(raw);
        }
        match decoded.starts_with('@') {
            true => self.fail(ReadErrorKind::Special),
            false => Ok(Value::text(&*decoded)),
        }
    }

    /// What characters stand for that stand for themselves in a text.
    fn bare(&self, raw: &str) -> Result<Value, ReadError> {
        match special_value(raw, &self.reader.limits) {
            Ok(value) => Ok(value.unwrap_or_else(|| Value::text(raw))),
            Err(kind) => self.fail(kind),
        }
    }

    fn word<T>(&mut self, word: &str, value: T) -> Result<T, ReadError> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(value)
        } else {
            self.syntax("a value")
        }
    }

    fn number(&mut self) -> Result<f64, ReadError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits()?,
            _ => return self.syntax("a digit"),
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        let digits = &self.bytes[start..self.at];
        if digits.len() < 16 && digits.iter().all(u8::is_ascii_digit) {
            let number = digits.iter().fold(0, |number: u64, digit| number * 10 + u64::from(digit - b'0'));
            return Ok(number as f64);
        }
        match self.text[start..self.at].parse() {
            Ok(number) => Ok(number),
            Err(_) => self.syntax("a number"),
        }
    }

    fn digits(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start {
            return self.syntax("a digit");
        }
        Ok(())
    }

    fn string(&mut self) -> Result<Text, ReadError> {
        self.at += 1;
        let start = self.at;
        let plain = self.bytes[start..].iter().position(|&b| b == b'"' || b == b'\\' || b < 0x20);
        let mut units: Vec<u16> = Vec::new();
        let mut from = start;
        self.at = match plain {
            Some(length) => start + length,
            None => return self.syntax_at(self.bytes.len(), "the end of a text"),
        };
        loop {
            match self.peek() {
                Some(b'"') => {
                    append_units(&self.text[from..self.at], &mut units);
                    self.at += 1;
                    return Ok(Text::from_units(units));
                }
                Some(b'\\') => {
                    append_units(&self.text[from..self.at], &mut units);
                    self.at += 1;
                    units.push(self.escape()?);
                    from = self.at;
                }
                Some(0..=0x1f) => return self.syntax("no control character in a text"),
                Some(_) => self.at += 1,
                None => return self.syntax("the end of a text"),
            }
        }
    }

    fn escape(&mut self) -> Result<u16, ReadError> {
        let unit = match self.next() {
            Some(b'"') => b'"',
            Some(b'\\') => b'\\',
            Some(b'/') => b'/',
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => {
                let digits =
                    self.bytes.get(self.at..self.at + 4).filter(|d| d.iter().all(u8::is_ascii_hexdigit));
                let unit = digits
                    .and_then(|d| std::str::from_utf8(d).ok())
                    .and_then(|d| u16::from_str_radix(d, 16).ok());
                return match unit {
                    Some(unit) => {
                        self.at += 4;
                        Ok(unit)
                    }
                    None => self.syntax("four hexadecimal digits"),
                };
            }
            _ => return self.syntax_before("an escape"),
        };
        Ok(u16::from(unit))
    }

    #[inline]
    fn space(&mut self) {
        if self.peek().is_some_and(|byte| byte > b' ') {
            return;
        }
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += 1;
        byte
    }

    fn fail<T>(&self, kind: ReadErrorKind) -> Result<T, ReadError> {
        Err(ReadError { offset: self.at.min(self.bytes.len()), kind })
    }

    fn syntax<T>(&self, expected: &'static str) -> Result<T, ReadError> {
        self.fail(ReadErrorKind::Syntax(expected))
    }

    fn syntax_at<T>(&self, offset: usize, expected: &'static str) -> Result<T, ReadError> {
        Err(ReadError { offset, kind: ReadErrorKind::Syntax(expected) })
    }

    fn syntax_before<T>(&self, expected: &'static str) -> Result<T, ReadError> {
        self.syntax_at((self.at - 1).min(self.bytes.len()), expected)
    }
}

/// Appends a text as code units; most are ASCII, where these are the bytes.
fn append_units(text: &str, units: &mut Vec<u16>) {
    if text.is_ascii() {
        units.extend(text.bytes().map(u16::from));
    } else {
        units.extend(text.encode_utf16());
    }
}
