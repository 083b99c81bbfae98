//! Reading one text of extended JSON, from its start to its end.

use super::Object;
use super::failure::{ReadError, ReadErrorKind};
use super::markup::Markup;
use super::repeats::Place;
use super::shared::Shared;
use super::special::{integer_work, special, special_value};
use super::strings::{Found, Quote};
use crate::array::Array;
use crate::text::Text;
use crate::value::Value;

/// One text being read.
pub(super) struct Cursor<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    shared: &'a mut Shared,
    special: bool,
    markup: Option<&'a Markup>,
    /// The quotation mark.
    quote: Quote,
    /// True if the reader looks for repetitions.
    repeats: bool,
}

/// An array or object that is still open. Kept on a list of our own, so that
/// nesting can't exhaust the stack.
#[derive(Clone, Copy)]
struct Open {
    /// The index of its first entry among the complete values.
    first: usize,
    /// The place in the text at which it starts, and the number of values before it.
    start: usize,
    nodes: usize,
    place: Place,
    /// True if it is an object: the last of those that are open.
    object: bool,
}

/// The members that an object has so far, and the key of the next one.
type Members = (Vec<(Text, Value)>, Text);

/// The values that have been read so far.
#[derive(Default)]
struct Stack {
    open: Vec<Open>,
    objects: Vec<Members>,
    /// Entries of all open arrays, those of the innermost last; the last one of
    /// all is the value that is complete.
    entries: Vec<Value>,
}

impl Stack {
    /// Adds an entry, which is made in its place: values that are made elsewhere
    /// and then moved keep the processor waiting.
    #[inline]
    fn push(&mut self, make: impl FnOnce() -> Value) {
        self.entries.push(Value::Undefined);
        if let Some(entry) = self.entries.last_mut() {
            // Nothing is lost: what was there is undefined.
            std::mem::forget(std::mem::replace(entry, make()));
        }
    }

    /// The value that is complete.
    fn complete(&mut self) -> Value {
        self.entries.pop().unwrap_or_default()
    }
}

impl<'a> Cursor<'a> {
    /// Returns a cursor at the start of a text.
    pub fn new(text: &'a str, shared: &'a mut Shared, special: bool) -> Cursor<'a> {
        let repeats = shared.repeats.begin(text);
        let (bytes, quote) = (text.as_bytes(), Quote::PLAIN);
        Cursor { text, bytes, at: 0, shared, special, markup: None, quote, repeats }
    }

    /// Returns a cursor at the start of a text in markup; `None` if that can't be read.
    pub fn in_markup(text: &'a str, shared: &'a mut Shared, markup: &'a Markup) -> Option<Cursor<'a>> {
        let quote = Quote::new(markup.quote)?;
        Some(Cursor { markup: Some(markup), quote, ..Cursor::new(text, shared, true) })
    }

    /// Reads the whole text.
    pub fn document(mut self) -> Result<Value, ReadError> {
        let mut stack = Stack::default();
        loop {
            self.space();
            let complete = match self.peek() {
                Some(b'[') => self.array(&mut stack)?,
                Some(b'{') => self.object(&mut stack)?,
                _ => {
                    self.scalar(&mut stack)?;
                    true
                }
            };
            if complete && self.close(&mut stack)? {
                return Ok(stack.complete());
            }
        }
    }

    /// A value is complete: closes what it completes. Gives whether that is all.
    #[inline]
    fn close(&mut self, stack: &mut Stack) -> Result<bool, ReadError> {
        loop {
            self.space();
            let Some(open) = stack.open.last().copied() else {
                return if self.at < self.bytes.len() { self.syntax("the end") } else { Ok(true) };
            };
            if open.object {
                if self.member(stack)? {
                    return Ok(false);
                }
                stack.open.pop();
                continue;
            }
            match self.next() {
                Some(b',') => return Ok(false),
                Some(b']') => {}
                _ => return self.syntax_before("\",\" or \"]\""),
            }
            let array = Array::of_last(&mut stack.entries, open.first);
            if self.repeats {
                let nodes = self.shared.nodes - open.nodes;
                self.shared.repeats.note(open.place, open.start..self.at, nodes, &array);
            }
            stack.push(|| Value::Array(array));
            stack.open.pop();
        }
    }

    /// A member of an object is complete. Gives whether there is another one;
    /// otherwise the object is complete.
    fn member(&mut self, stack: &mut Stack) -> Result<bool, ReadError> {
        let value = stack.complete();
        let Some((members, key)) = stack.objects.last_mut() else { return self.syntax("a value") };
        members.push((std::mem::take(key), value));
        match self.next() {
            Some(b',') => {
                self.space();
                *key = self.key()?;
                return Ok(true);
            }
            Some(b'}') => {}
            _ => return self.syntax_before("\",\" or \"}\""),
        }
        let (members, _) = stack.objects.pop().unwrap_or_default();
        stack.push(|| Value::Object(Object::new(members).into()));
        // How deep arrays nest is known, but not objects.
        self.repeats = false;
        Ok(false)
    }

    /// Reads an object or opens it. Gives whether it is complete.
    fn object(&mut self, stack: &mut Stack) -> Result<bool, ReadError> {
        let start = self.at;
        if self.enter(b'}')? {
            stack.push(|| Value::Object(Object::new(Vec::new()).into()));
            return Ok(true);
        }
        let key = self.key()?;
        self.open(stack, start, Place::default(), true)?;
        stack.objects.push((Vec::new(), key));
        Ok(false)
    }

    /// Reads an array or opens it. Gives whether it is complete.
    #[inline]
    fn array(&mut self, stack: &mut Stack) -> Result<bool, ReadError> {
        let start = self.at;
        if self.enter(b']')? {
            stack.push(|| Value::Array(Array::default()));
            return Ok(true);
        }
        let place = match self.repeats {
            true => self.shared.repeats.look_up(self.bytes, start),
            false => Place::default(),
        };
        if let Some(known) = self.shared.repeats.get(&place)
            && stack.open.len() + known.array.depth() as usize <= self.shared.limits.depth
        {
            self.at = start + known.length;
            stack.push(|| Value::Array(known.array.clone()));
            let nodes = known.nodes;
            self.nodes(nodes)?;
            return Ok(true);
        }
        self.open(stack, start, place, false)?;
        Ok(false)
    }

    /// Goes on behind the bracket that begins an array or object. Gives whether
    /// it ends with the next one, which is passed over, too.
    #[inline]
    fn enter(&mut self, end: u8) -> Result<bool, ReadError> {
        self.at += 1;
        self.space();
        let is_empty = self.peek() == Some(end);
        if is_empty {
            self.at += 1;
            self.node()?;
        }
        Ok(is_empty)
    }

    /// One more array or object is open.
    #[inline]
    fn open(&mut self, stack: &mut Stack, start: usize, place: Place, object: bool) -> Result<(), ReadError> {
        let nodes = self.shared.nodes;
        self.node()?;
        if stack.open.len() >= self.shared.limits.depth {
            return self.fail(ReadErrorKind::Depth);
        }
        stack.open.push(Open { first: stack.entries.len(), start, nodes, place, object });
        Ok(())
    }

    fn node(&mut self) -> Result<(), ReadError> {
        self.nodes(1)
    }

    fn nodes(&mut self, more: usize) -> Result<(), ReadError> {
        self.shared.nodes += more;
        if self.shared.nodes > self.shared.limits.nodes {
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
    #[inline]
    fn scalar(&mut self, stack: &mut Stack) -> Result<(), ReadError> {
        self.node()?;
        match self.peek() {
            byte if self.special && byte == Some(self.quote.first_byte()) => self.text(stack)?,
            Some(b'-' | b'0'..=b'9') => {
                let number = self.number()?;
                stack.push(|| Value::Number(number));
            }
            Some(b'"') if self.markup.is_none() => {
                let text = self.string()?;
                stack.push(|| Value::Text(text));
            }
            Some(b't') => self.word("true", Value::Boolean(true), stack)?,
            Some(b'f') => self.word("false", Value::Boolean(false), stack)?,
            Some(b'n') => self.word("null", Value::Null, stack)?,
            _ => return self.syntax("a value"),
        }
        Ok(())
    }

    /// A text, which may have been read before, as most have.
    #[inline]
    fn text(&mut self, stack: &mut Stack) -> Result<(), ReadError> {
        if !self.quote.is_at(self.bytes, self.at) {
            return self.syntax("a value");
        }
        let start = self.at + self.quote.length;
        let Some(Found { length, key, marked }) = Found::before(&self.quote, self.bytes, start) else {
            let value = self.new_text(start)?;
            stack.push(|| value);
            return Ok(());
        };
        let in_markup = usize::from(self.markup.is_some());
        match self.shared.known[in_markup].find(&key) {
            Some(Value::Text(text)) => stack.push(|| Value::Text(text.clone())),
            Some(value) => stack.push(|| value.clone()),
            None => {
                let raw = &self.text[start..start + length];
                let value = if marked { self.decoded(raw)? } else { self.bare(raw)? };
                self.shared.known[in_markup].keep(key, &value);
                stack.push(|| value);
            }
        }
        self.at = start + length + self.quote.length;
        Ok(())
    }

    /// A text, starting there, that is longer than those that are kept, or
    /// holds something rare.
    fn new_text(&mut self, start: usize) -> Result<Value, ReadError> {
        let Some(markup) = self.markup else {
            let offset = self.at;
            let text = self.string()?;
            if text.is_special() {
                self.pay(&text.to_string_lossy(), offset)?;
            }
            return special(text, &self.shared.limits).map_err(|kind| ReadError { offset, kind });
        };
        let Some(length) = self.text[start..].find(markup.quote) else {
            return self.syntax("the end of a text");
        };
        let value = self.decoded(&self.text[start..start + length])?;
        self.at = start + length + self.quote.length;
        Ok(value)
    }

    /// Reads characters of markup as the value that they stand for.
    fn decoded(&mut self, raw: &str) -> Result<Value, ReadError> {
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

    /// Reads characters without escapes, which are a text or the value of a special one.
    fn bare(&mut self, raw: &str) -> Result<Value, ReadError> {
        self.pay(raw, self.at)?;
        match special_value(raw, &self.shared.limits) {
            Ok(value) => Ok(value.unwrap_or_else(|| Value::text(raw))),
            Err(kind) => self.fail(kind),
        }
    }

    /// Pays for reading the integers in a text, before they are read.
    fn pay(&mut self, text: &str, offset: usize) -> Result<(), ReadError> {
        let work = self.shared.integer_work.saturating_add(integer_work(text));
        if work > self.shared.limits.integer_work {
            return Err(ReadError { offset, kind: ReadErrorKind::Work });
        }
        self.shared.integer_work = work;
        Ok(())
    }

    fn word(&mut self, word: &str, value: Value, stack: &mut Stack) -> Result<(), ReadError> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return self.syntax("a value");
        }
        self.at += word.len();
        stack.push(|| value);
        Ok(())
    }

    fn number(&mut self) -> Result<f64, ReadError> {
        let start = self.at;
        // Nearly all are whole numbers, small and not negative.
        let mut number: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        let digits = self.at - start;
        let leading_zero = digits > 1 && self.bytes.get(start) == Some(&b'0');
        if (1..16).contains(&digits) && !leading_zero && !matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            return Ok(number as f64);
        }
        self.at = start;
        self.rare_number()
    }

    fn rare_number(&mut self) -> Result<f64, ReadError> {
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
