//! Text as the language sees it: a sequence of UTF-16 code units.

use std::fmt;
use std::sync::Arc;

/// A shared, immutable text.
///
/// All lengths and positions of the language count UTF-16 code units, and a
/// text may hold half of a surrogate pair (spec/calcarray.md, section 1), so
/// the units are stored as they are. Cloning shares the storage.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Text(Arc<Vec<u16>>);

impl Text {
    /// A text made of the given code units.
    pub fn from_units(units: Vec<u16>) -> Text {
        Text(Arc::new(units))
    }

    /// The code units.
    pub fn units(&self) -> &[u16] {
        &self.0
    }

    /// How many code units the text has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the text equals this ASCII word.
    pub fn is(&self, word: &str) -> bool {
        self.len() == word.len() && self.starts_with(word)
    }

    /// Whether the text starts with this ASCII word.
    pub fn starts_with(&self, word: &str) -> bool {
        self.len() >= word.len()
            && self.0.iter().zip(word.bytes()).all(|(&unit, byte)| unit == u16::from(byte))
    }

    /// Whether the text may be a special string: it starts with `@`.
    pub fn is_special(&self) -> bool {
        self.0.first() == Some(&u16::from(b'@'))
    }

    /// The text as a `String`; halves of surrogate pairs become U+FFFD.
    pub fn to_string_lossy(&self) -> String {
        String::from_utf16_lossy(&self.0)
    }

    /// The text as a `String`, if it has no lone surrogates.
    pub fn to_utf8(&self) -> Option<String> {
        String::from_utf16(&self.0).ok()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text::from_units(text.encode_utf16().collect())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::from(text.as_str())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_string_lossy())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string_lossy())
    }
}
