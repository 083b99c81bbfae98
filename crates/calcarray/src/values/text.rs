//! Text as the language sees it: a sequence of UTF-16 code units.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use triomphe::ThinArc;

/// A shared, immutable text.
///
/// All lengths and positions of the language count UTF-16 code units, and a
/// text may hold half of a surrogate pair (docs/spec/calcarray.md, "Values"),
/// so the units are stored as they are. Cloning shares the storage.
#[derive(Clone)]
pub struct Text(ThinArc<(), u16>);

impl Text {
    /// A text made of the given code units.
    pub fn from_units(units: impl AsRef<[u16]>) -> Text {
        Text(ThinArc::from_header_and_slice((), units.as_ref()))
    }

    /// A text of characters with one byte each.
    pub(crate) fn from_ascii(characters: &[u8]) -> Text {
        Text(ThinArc::from_header_and_iter((), characters.iter().copied().map(u16::from)))
    }

    /// The code units.
    pub fn units(&self) -> &[u16] {
        &self.0.slice
    }

    /// Returns the number of code units.
    pub fn len(&self) -> usize {
        self.units().len()
    }

    /// Returns true if the text is empty.
    pub fn is_empty(&self) -> bool {
        self.units().is_empty()
    }

    /// Returns true if the text equals this ASCII word.
    pub fn is(&self, word: &str) -> bool {
        self.len() == word.len() && self.starts_with(word)
    }

    /// Returns true if the text starts with this ASCII word.
    pub fn starts_with(&self, word: &str) -> bool {
        self.len() >= word.len()
            && self.units().iter().zip(word.bytes()).all(|(&unit, byte)| unit == u16::from(byte))
    }

    /// Returns true if the text may be a special string: it starts with `@`.
    pub fn is_special(&self) -> bool {
        self.units().first() == Some(&u16::from(b'@'))
    }

    /// The text as a `String`; halves of surrogate pairs become U+FFFD.
    pub fn to_string_lossy(&self) -> String {
        String::from_utf16_lossy(self.units())
    }

    /// The text as a `String`, if it has no lone surrogates.
    pub fn to_utf8(&self) -> Option<String> {
        String::from_utf16(self.units()).ok()
    }
}

impl Default for Text {
    fn default() -> Text {
        Text::from_ascii(&[])
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        std::ptr::eq(self.units(), other.units()) || self.units() == other.units()
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Text) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Text) -> Ordering {
        self.units().cmp(other.units())
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.units().hash(state);
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        if text.is_ascii() {
            return Text::from_ascii(text.as_bytes());
        }
        Text::from_units(text.encode_utf16().collect::<Vec<_>>())
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
