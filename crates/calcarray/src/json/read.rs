//! Reading extended JSON.

use super::cursor::Cursor;
use super::failure::ReadError;
use super::markup::Markup;
use super::shared::{ReadLimits, Shared};
use crate::value::Value;

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
pub struct Reader(Shared);

impl Reader {
    /// A reader with these limits.
    pub fn new(limits: ReadLimits) -> Reader {
        Reader(Shared::new(limits))
    }

    /// [`read`].
    ///
    /// # Errors
    /// As [`read`]; values, and the work of long integers, are limited for all texts together.
    pub fn read(&mut self, text: &str) -> Result<Value, ReadError> {
        Cursor::new(text, &mut self.0, true).document()
    }

    /// [`read_plain`].
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub fn read_plain(&mut self, text: &str) -> Result<Value, ReadError> {
        Cursor::new(text, &mut self.0, false).document()
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
        let Reader(shared) = self;
        let before = (shared.nodes, shared.integer_work);
        let value = Cursor::in_markup(text, shared, markup).and_then(|cursor| cursor.document().ok());
        if value.is_none() {
            (shared.nodes, shared.integer_work) = before;
        }
        value
    }
}
