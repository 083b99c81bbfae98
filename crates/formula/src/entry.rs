//! Compiled formulas: the entries of arrays, with the parts of the text that they come from.

use std::ops::Range;

use calcarray::Value;

/// A compiled part of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The part of the text, in bytes; empty for what the part around it brings along.
    pub span: Range<usize>,
    /// The value.
    pub content: Content,
}

/// The value of an [`Entry`].
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A value without parts of its own.
    Value(Value),
    /// An array.
    List(Vec<Entry>),
}

impl Entry {
    pub(crate) fn text(text: &str) -> Entry {
        Entry::from(Value::text(text))
    }

    pub(crate) fn number(number: f64) -> Entry {
        Entry::from(Value::Number(number))
    }

    pub(crate) fn list(entries: Vec<Entry>) -> Entry {
        Entry { span: 0..0, content: Content::List(entries) }
    }

    /// The entry with a place, if it has none yet.
    pub(crate) fn at(mut self, span: &Range<usize>) -> Entry {
        if self.span.is_empty() {
            self.span = span.clone();
        }
        self
    }

    /// The entry without places of its own and of its parts.
    pub(crate) fn without_places(self) -> Entry {
        let content = match self.content {
            Content::List(entries) => Content::List(entries.into_iter().map(Entry::without_places).collect()),
            value => value,
        };
        Entry { span: 0..0, content }
    }

    /// Moves all places by some bytes.
    pub(crate) fn moved(mut self, by: usize) -> Entry {
        if !self.span.is_empty() {
            self.span = self.span.start + by..self.span.end + by;
        }
        if let Content::List(entries) = &mut self.content {
            let moved = std::mem::take(entries).into_iter().map(|entry| entry.moved(by));
            *entries = moved.collect();
        }
        self
    }

    /// The value without places.
    pub fn to_value(&self) -> Value {
        match &self.content {
            Content::Value(value) => value.clone(),
            Content::List(entries) => Value::array(entries.iter().map(Entry::to_value).collect::<Vec<_>>()),
        }
    }
}

impl From<Value> for Entry {
    fn from(value: Value) -> Entry {
        Entry { span: 0..0, content: Content::Value(value) }
    }
}
