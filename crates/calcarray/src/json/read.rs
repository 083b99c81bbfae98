//! Reading extended JSON.

use std::borrow::Cow;
use std::fmt;

use super::cursor::Cursor;
use super::repeats::Repeats;
use super::strings::Known;
use crate::value::Value;

/// Bounds for reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// The depth to which arrays and objects may nest.
    pub depth: usize,
    /// The number of values in all.
    pub nodes: usize,
    /// The number of decimal digits of an integer.
    pub integer_digits: usize,
    /// The cost of reading the long integers in all texts together: the sum of
    /// [`integer_work`](super::integer_work). The default is about a second.
    pub integer_work: u64,
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits { depth: 256, nodes: 2_000_000, integer_digits: 150_000, integer_work: 20_000_000_000 }
    }
}

/// The reason why a text is not extended JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Byte position in the text.
    pub offset: usize,
    /// The reason.
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
    /// The long integers take too much work to read.
    Work,
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
            ReadErrorKind::Work => {
                write!(f, "at byte {}: the long integers would take too much time to read", self.offset)
            }
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

/// The writing of quotation marks and of the texts between them in a document that is read as it
/// stands in markup.
#[derive(Clone, Copy, Debug)]
pub struct Markup {
    /// The characters for a quotation mark, such as `&#x22;`: eight bytes at most. The first byte
    /// also starts everything else that stands for another character.
    pub quote: &'static str,
    /// Reads a text in which other characters are written so. What it makes of
    /// two texts in a row is what it makes of each, where the second one begins
    /// like a quotation mark.
    pub decode: for<'a> fn(&'a str) -> Cow<'a, str>,
}

/// Reads several texts within limits that they share. What stands in them
/// again and again, as the words of the language do, is made once and shared.
#[derive(Debug)]
pub struct Reader {
    pub(super) limits: ReadLimits,
    pub(super) nodes: usize,
    pub(super) integer_work: u64,
    /// Texts as they stand; and those in markup.
    pub(super) known: [Known; 2],
    pub(super) repeats: Repeats,
}

impl Reader {
    /// A reader with these limits.
    pub fn new(limits: ReadLimits) -> Reader {
        Reader { limits, nodes: 0, integer_work: 0, known: Default::default(), repeats: Repeats::default() }
    }

    /// [`read`].
    ///
    /// # Errors
    /// As [`read`]; values, and the work of long integers, are limited for all texts together.
    pub fn read(&mut self, text: &str) -> Result<Value, ReadError> {
        Cursor::new(text, self, true).document()
    }

    /// [`read_plain`].
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub fn read_plain(&mut self, text: &str) -> Result<Value, ReadError> {
        Cursor::new(text, self, false).document()
    }

    /// Reads a text without decoding it first, as it would be read afterwards.
    /// `None` where that isn't possible, whether or not it can be read at all:
    /// there is an error or something rare, such as an object, an escape or a
    /// special value with decoded characters.
    ///
    /// ```
    /// use calcarray::json::{self, Markup};
    /// let markup = Markup { quote: "&q;", decode: |text| text.replace("&lt;", "<").into() };
    /// let mut reader = json::Reader::new(Default::default());
    /// let value = reader.read_in_markup("[1,&q;&lt;&q;,2]", &markup).unwrap();
    /// assert_eq!(json::write(&value), r#"[1,"<",2]"#);
    /// assert_eq!(reader.read_in_markup("[1,&q;", &markup), None);
    /// ```
    pub fn read_in_markup(&mut self, text: &str, markup: &Markup) -> Option<Value> {
        let before = (self.nodes, self.integer_work);
        let value = Cursor::in_markup(text, self, markup).and_then(|cursor| cursor.document().ok());
        if value.is_none() {
            (self.nodes, self.integer_work) = before;
        }
        value
    }
}
