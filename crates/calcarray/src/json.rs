//! Extended JSON: the spelling of values in save codes and mode files.
//!
//! Strict JSON in which some texts stand for other values: `"@BigInt 5"`,
//! `"@GaussianBigInt 1 -2"`, `"@BigRational 1 2"`, `"@Infinity"`,
//! `"@-Infinity"`, `"@NaN"`, `"@undefined"` (spec/savecodes.md, section 3.2).

use std::fmt;

use crate::gaussian::Gaussian;
use crate::integer::Integer;
use crate::number;
use crate::rational::Rational;
use crate::text::Text;
use crate::value::Value;

/// A JSON object: members in the order in which ECMAScript lists them.
#[derive(Clone, Debug)]
pub struct Object(Vec<(Text, Value)>);

impl Object {
    /// The members: integer-like keys ascending, then the others as inserted.
    pub fn members(&self) -> &[(Text, Value)] {
        &self.0
    }

    /// An object of these members; of equal keys the last value wins, at the
    /// place of the first.
    pub fn new(members: Vec<(Text, Value)>) -> Object {
        let mut places = std::collections::HashMap::new();
        let mut kept: Vec<(Text, Value)> = Vec::with_capacity(members.len());
        for (key, value) in members {
            match places.get(&key) {
                Some(&place) => {
                    let member: &mut (Text, Value) = &mut kept[place];
                    member.1 = value;
                }
                None => {
                    places.insert(key.clone(), kept.len());
                    kept.push((key, value));
                }
            }
        }
        kept.retain(|(_, value)| !matches!(value, Value::Undefined));
        kept.sort_by_key(|(key, _)| array_index(key).map_or((1, 0), |index| (0, index)));
        Object(kept)
    }
}

/// The number that an ECMAScript engine would take this key for.
fn array_index(key: &Text) -> Option<u32> {
    let text = key.to_utf8()?;
    let index: u32 = text.parse().ok()?;
    (index != u32::MAX && index.to_string() == text).then_some(index)
}

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
    Reader { text, bytes: text.as_bytes(), at: 0, limits, nodes: 0, special: true }.document()
}

/// Reads plain JSON: as [`read`], but every text stands for itself. The first
/// save codes were written so.
///
/// # Errors
/// With the place, if the text is not JSON or a limit is exceeded.
pub fn read_plain(text: &str, limits: &ReadLimits) -> Result<Value, ReadError> {
    Reader { text, bytes: text.as_bytes(), at: 0, limits, nodes: 0, special: false }.document()
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    limits: &'a ReadLimits,
    nodes: usize,
    special: bool,
}

/// An array or object that is still open. Kept on a list of our own, so that
/// nesting can't exhaust the stack.
enum Open {
    Array(Vec<Value>),
    Object(Vec<(Text, Value)>, Text),
}

impl Reader<'_> {
    fn document(mut self) -> Result<Value, ReadError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.space();
            let mut value = match self.peek() {
                Some(b'[') => {
                    self.at += 1;
                    self.space();
                    if self.peek() == Some(b']') {
                        self.at += 1;
                        self.node()?;
                        Value::Array(Vec::new().into())
                    } else {
                        self.descend(&mut open, Open::Array(Vec::new()))?;
                        continue;
                    }
                }
                Some(b'{') => {
                    self.at += 1;
                    self.space();
                    if self.peek() == Some(b'}') {
                        self.at += 1;
                        self.node()?;
                        Value::Object(Object(Vec::new()).into())
                    } else {
                        let key = self.key()?;
                        self.descend(&mut open, Open::Object(Vec::new(), key))?;
                        continue;
                    }
                }
                _ => self.scalar()?,
            };
            // The value is complete; close what it completes.
            loop {
                self.space();
                match open.last_mut() {
                    None => {
                        return if self.at == self.bytes.len() { Ok(value) } else { self.syntax("the end") };
                    }
                    Some(Open::Array(entries)) => {
                        entries.push(value);
                        match self.next() {
                            Some(b',') => break,
                            Some(b']') => {}
                            _ => return self.syntax_before("\",\" or \"]\""),
                        }
                        let Some(Open::Array(entries)) = open.pop() else { return self.syntax("a value") };
                        value = Value::Array(entries.into());
                    }
                    Some(Open::Object(members, key)) => {
                        members.push((std::mem::take(key), value));
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
                        value = Value::Object(Object::new(members).into());
                    }
                }
            }
        }
    }

    fn descend(&mut self, open: &mut Vec<Open>, level: Open) -> Result<(), ReadError> {
        self.node()?;
        if open.len() >= self.limits.depth {
            return self.fail(ReadErrorKind::Depth);
        }
        open.push(level);
        Ok(())
    }

    fn node(&mut self) -> Result<(), ReadError> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
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

    fn scalar(&mut self) -> Result<Value, ReadError> {
        self.node()?;
        match self.peek() {
            Some(b'"') => {
                let start = self.at;
                let text = self.string()?;
                if !self.special {
                    return Ok(Value::Text(text));
                }
                special(&text, self.limits).map_err(|kind| ReadError { offset: start, kind })
            }
            Some(b't') => self.word("true", Value::Boolean(true)),
            Some(b'f') => self.word("false", Value::Boolean(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.syntax("a value"),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, ReadError> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(value)
        } else {
            self.syntax("a value")
        }
    }

    fn number(&mut self) -> Result<Value, ReadError> {
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
        match self.text[start..self.at].parse() {
            Ok(number) => Ok(Value::Number(number)),
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

    fn space(&mut self) {
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

/// The value that a text stands for; most stand for themselves.
///
/// # Errors
/// If it starts like a special value and isn't one.
pub fn special(text: &Text, limits: &ReadLimits) -> Result<Value, ReadErrorKind> {
    if !text.is_special() {
        return Ok(Value::Text(text.clone()));
    }
    let integer = |part: &str| {
        if part.len() > limits.integer_digits {
            return Err(ReadErrorKind::Digits);
        }
        Integer::parse(part).ok_or(ReadErrorKind::Special)
    };
    let pair = |prefix: usize| {
        let text = text.to_string_lossy();
        let mut parts = text[prefix..].split(' ');
        match (parts.next(), parts.next()) {
            (Some(a), Some(b)) => Ok((integer(a)?, integer(b)?)),
            _ => Err(ReadErrorKind::Special),
        }
    };
    if text.starts_with("@BigInt ") {
        Ok(Value::Integer(integer(&text.to_string_lossy()["@BigInt ".len()..])?))
    } else if text.starts_with("@GaussianBigInt ") {
        let (re, im) = pair("@GaussianBigInt ".len())?;
        Ok(Gaussian { re, im }.into())
    } else if text.starts_with("@BigRational ") {
        let (numerator, denominator) = pair("@BigRational ".len())?;
        Ok(Rational::new(numerator, denominator).into())
    } else if text.is("@Infinity") {
        Ok(Value::Number(f64::INFINITY))
    } else if text.is("@-Infinity") {
        Ok(Value::Number(f64::NEG_INFINITY))
    } else if text.is("@NaN") {
        Ok(Value::Number(f64::NAN))
    } else if text.is("@undefined") {
        Ok(Value::Undefined)
    } else {
        Ok(Value::Text(text.clone()))
    }
}

/// Writes a value so that reading gives the identical value (-0 as `-0.0`).
pub fn write(value: &Value) -> String {
    let mut out = String::new();
    append(value, &mut out, "-0.0");
    out
}

/// Writes a value byte for byte as save codes hold it: as [`write`], but -0
/// is `0`.
pub fn write_canonical(value: &Value) -> String {
    let mut out = String::new();
    append(value, &mut out, "0");
    out
}

/// What is still to be written: a value, or a piece of punctuation.
enum Pending<'a> {
    Value(&'a Value),
    Key(&'a Text),
    Mark(char),
}

fn append(value: &Value, out: &mut String, minus_zero: &str) {
    let mut pending = vec![Pending::Value(value)];
    while let Some(next) = pending.pop() {
        let value = match next {
            Pending::Value(value) => value,
            Pending::Key(key) => {
                append_text(key, out);
                out.push(':');
                continue;
            }
            Pending::Mark(mark) => {
                out.push(mark);
                continue;
            }
        };
        match value {
            Value::Array(array) => {
                out.push('[');
                pending.push(Pending::Mark(']'));
                for (place, entry) in array.iter().enumerate().rev() {
                    pending.push(Pending::Value(entry));
                    if place > 0 {
                        pending.push(Pending::Mark(','));
                    }
                }
            }
            Value::Object(object) => {
                out.push('{');
                pending.push(Pending::Mark('}'));
                for (place, (key, member)) in object.members().iter().enumerate().rev() {
                    pending.push(Pending::Value(member));
                    pending.push(Pending::Key(key));
                    if place > 0 {
                        pending.push(Pending::Mark(','));
                    }
                }
            }
            Value::Number(number) if *number == 0.0 && number.is_sign_negative() => out.push_str(minus_zero),
            scalar => append_scalar(scalar, out),
        }
    }
}

fn append_scalar(value: &Value, out: &mut String) {
    match value {
        Value::Undefined => out.push_str("\"@undefined\""),
        Value::Null => out.push_str("null"),
        Value::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) if number.is_nan() => out.push_str("\"@NaN\""),
        Value::Number(number) if number.is_infinite() => {
            out.push_str(if *number > 0.0 { "\"@Infinity\"" } else { "\"@-Infinity\"" });
        }
        Value::Number(number) => out.push_str(&number::to_text(*number)),
        Value::Integer(integer) => out.push_str(&format!("\"@BigInt {integer}\"")),
        Value::Rational(r) => {
            out.push_str(&format!("\"@BigRational {} {}\"", r.numerator(), r.denominator()))
        }
        Value::Gaussian(g) => out.push_str(&format!("\"@GaussianBigInt {} {}\"", g.re, g.im)),
        Value::Text(text) => append_text(text, out),
        Value::Array(_) | Value::Object(_) => {}
    }
}

fn append_text(text: &Text, out: &mut String) {
    out.push('"');
    for unit in char::decode_utf16(text.units().iter().copied()) {
        match unit {
            Ok('"') => out.push_str("\\\""),
            Ok('\\') => out.push_str("\\\\"),
            Ok('\u{8}') => out.push_str("\\b"),
            Ok('\u{c}') => out.push_str("\\f"),
            Ok('\n') => out.push_str("\\n"),
            Ok('\r') => out.push_str("\\r"),
            Ok('\t') => out.push_str("\\t"),
            Ok(c) if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            Ok(c) => out.push(c),
            Err(lone) => out.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
    }
    out.push('"');
}
