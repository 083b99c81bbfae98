//! Reading extended JSON.

use std::fmt;

use super::known::Known;
use super::{special, Object};
use crate::array::Array;
use crate::text::Text;
use crate::value::Value;

/// Bounds for reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// How deep arrays and objects may nest.
    pub depth: usize,
    /// How many values there may be in all.
    pub nodes: usize,
    /// How many decimal digits an integer may have.
    pub integer_digits: usize,
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits { depth: 256, nodes: 2_000_000, integer_digits: 100_000 }
    }
}

/// Why a text is not extended JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Byte position in the text.
    pub offset: usize,
    /// What is wrong.
    pub kind: ReadErrorKind,
}

/// The kind of a [`ReadError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// The text is not JSON; says what was expected.
    Syntax(&'static str),
    /// A text starts like a special value but is none.
    Special,
    /// Arrays nest too deep.
    Depth,
    /// Too many values.
    Nodes,
    /// An integer has too many digits.
    Digits,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ReadErrorKind::Syntax(expected) => {
                write!(f, "not JSON at byte {}: expected {expected}", self.offset)
            }
            ReadErrorKind::Special => {
                write!(f, "at byte {}: a text starts like a number type but is none", self.offset)
            }
            ReadErrorKind::Depth => write!(f, "at byte {}: nested too deep", self.offset),
            ReadErrorKind::Nodes => write!(f, "at byte {}: too many values", self.offset),
            ReadErrorKind::Digits => write!(f, "at byte {}: too many digits", self.offset),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads extended JSON.
///
/// ```
/// use calcarray::{json, Value};
/// let value = json::read(r#"[1, "@BigInt 2", "@Empty"]"#, &Default::default()).unwrap();
/// assert_eq!(value.as_array().unwrap()[1], Value::Integer(2.into()));
/// assert_eq!(json::write(&value), r#"[1,"@BigInt 2","@Empty"]"#);
/// ```
///
/// # Errors
/// With the place, if the text is not JSON, a special text is malformed or a
/// limit is exceeded.
pub fn read(text: &str, limits: &ReadLimits) -> Result<Value, ReadError> {
    Reader::new(limits.clone()).read(text)
}

/// Reads plain JSON: as [`read`], but every text stands for itself. The first
/// save codes were written so.
///
/// # Errors
/// With the place, if the text is not JSON or a limit is exceeded.
pub fn read_plain(text: &str, limits: &ReadLimits) -> Result<Value, ReadError> {
    Reader::new(limits.clone()).read_plain(text)
}

/// Reads several texts within limits that they share. What stands in them
/// again and again, as the words of the language do, is made once and shared.
#[derive(Debug)]
pub struct Reader {
    limits: ReadLimits,
    nodes: usize,
    known: Known,
}

impl Reader {
    /// A reader with these limits.
    pub fn new(limits: ReadLimits) -> Reader {
        Reader { limits, nodes: 0, known: Known::default() }
    }

    /// [`read`].
    ///
    /// # Errors
    /// As [`read`]; the number of values is limited for all texts together.
    pub fn read(&mut self, text: &str) -> Result<Value, ReadError> {
        self.document(text, true)
    }

    /// [`read_plain`].
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub fn read_plain(&mut self, text: &str) -> Result<Value, ReadError> {
        self.document(text, false)
    }

    fn document(&mut self, text: &str, special: bool) -> Result<Value, ReadError> {
        Cursor { text, bytes: text.as_bytes(), at: 0, reader: self, special }.document()
    }
}

/// One text being read.
struct Cursor<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    reader: &'a mut Reader,
    special: bool,
}

/// An array or object that is still open. Kept on a list of our own, so that
/// nesting can't exhaust the stack.
enum Open {
    /// Its entries are the complete values from here on.
    Array(usize),
    Object(Vec<(Text, Value)>, Text),
}

impl Cursor<'_> {
    fn document(mut self) -> Result<Value, ReadError> {
        let mut open: Vec<Open> = Vec::new();
        // Entries of all open arrays, those of the innermost last; the last one
        // of all is the value that is complete.
        let mut entries: Vec<Value> = Vec::new();
        loop {
            self.space();
            match self.peek() {
                Some(b'[') => {
                    self.at += 1;
                    self.space();
                    if self.peek() != Some(b']') {
                        self.descend(&mut open, Open::Array(entries.len()))?;
                        continue;
                    }
                    self.at += 1;
                    self.node()?;
                    entries.push(Value::Array(Array::default()));
                }
                Some(b'{') => {
                    self.at += 1;
                    self.space();
                    if self.peek() != Some(b'}') {
                        let key = self.key()?;
                        self.descend(&mut open, Open::Object(Vec::new(), key))?;
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
                    Some(Open::Array(first)) => {
                        let first = *first;
                        match self.next() {
                            Some(b',') => break,
                            Some(b']') => {}
                            _ => return self.syntax_before("\",\" or \"]\""),
                        }
                        open.pop();
                        let array = Array::of_last(&mut entries, first);
                        entries.push(Value::Array(array));
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
                    }
                }
            }
        }
    }

    fn descend(&mut self, open: &mut Vec<Open>, level: Open) -> Result<(), ReadError> {
        self.node()?;
        if open.len() >= self.reader.limits.depth {
            return self.fail(ReadErrorKind::Depth);
        }
        open.push(level);
        Ok(())
    }

    fn node(&mut self) -> Result<(), ReadError> {
        self.reader.nodes += 1;
        if self.reader.nodes > self.reader.limits.nodes {
            return self.fail(ReadErrorKind::Nodes);
        }
        Ok(())
    }

    fn key(&mut self) -> Result<Text, ReadError> {
        if self.peek() != Some(b'"') {
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
            Some(b'"') if self.special => return self.short_text(entries),
            Some(b'"') => entries.push(Value::Text(self.string()?)),
            Some(b't') => entries.push(Value::Boolean(self.word("true", true)?)),
            Some(b'f') => entries.push(Value::Boolean(self.word("false", false)?)),
            Some(b'n') => entries.push(self.word("null", Value::Null)?),
            Some(b'-' | b'0'..=b'9') => entries.push(Value::Number(self.number()?)),
            _ => return self.syntax("a value"),
        }
        Ok(())
    }

    /// A text that may have been read before, as most have.
    fn short_text(&mut self, entries: &mut Vec<Value>) -> Result<(), ReadError> {
        let rest = &self.bytes[self.at + 1..];
        let (length, hash) = Known::look_over(rest);
        if rest.get(length) != Some(&b'"') {
            entries.push(self.new_text()?);
            return Ok(());
        }
        let characters = &rest[..length];
        if let Some(value) = self.reader.known.find(hash, characters) {
            self.at += length + 2;
            entries.push(value.clone());
            return Ok(());
        }
        let value = self.new_text()?;
        self.reader.known.keep(hash, characters, &value);
        entries.push(value);
        Ok(())
    }

    fn new_text(&mut self) -> Result<Value, ReadError> {
        let start = self.at;
        let text = self.string()?;
        special(text, &self.reader.limits).map_err(|kind| ReadError { offset: start, kind })
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
