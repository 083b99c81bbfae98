//! Arrays: shared, immutable lists of values.

use std::ops::Deref;

use triomphe::{Arc, HeaderWithLength, ThinArc};

use crate::error::{Error, Limit};
use crate::limits::{Limits, exceeded};
use crate::value::Value;

/// A shared, immutable array of values.
///
/// Cloning shares the storage. Three facts about the whole tree are kept
/// beside the entries, so that nothing has to walk it: how deep it nests, how
/// large it is, and whether it is *plain* (see [`Array::is_plain`]).
#[derive(Clone)]
pub struct Array(ThinArc<Facts, Value>);

struct Facts {
    size: u64,
    depth: u32,
    plain: bool,
}

impl Facts {
    fn of(entries: &[Value]) -> Facts {
        let mut facts = Facts { size: 0, depth: 1, plain: !starts_with_marker(entries, "@Literal") };
        for entry in entries {
            facts.size = facts.size.saturating_add(entry.size());
            if let Value::Array(inner) = entry {
                facts.depth = facts.depth.max(inner.depth().saturating_add(1));
                facts.plain &= inner.is_plain() && !starts_with_marker(inner, "@CalcArray");
            }
        }
        facts
    }
}

impl Array {
    /// An array of the given entries.
    pub fn new(entries: Vec<Value>) -> Array {
        let header = HeaderWithLength::new(Facts::of(&entries), entries.len());
        Array(Arc::into_thin(Arc::from_header_and_vec(header, entries)))
    }

    /// An array of the last of some entries, which are taken off them: those
    /// from `first` on.
    pub(crate) fn of_last(entries: &mut Vec<Value>, first: usize) -> Array {
        let facts = Facts::of(&entries[first..]);
        Array(ThinArc::from_header_and_iter(facts, entries.drain(first..)))
    }

    /// An array of values, which are taken from where they lie.
    pub(crate) fn taken(entries: &mut [Value]) -> Array {
        let facts = Facts::of(entries);
        Array(ThinArc::from_header_and_iter(facts, entries.iter_mut().map(std::mem::take)))
    }

    /// An array of numbers.
    pub(crate) fn of_numbers(numbers: impl ExactSizeIterator<Item = f64>) -> Array {
        let size = Value::Number(0.0).size() * numbers.len() as u64;
        let facts = Facts { size, depth: 1, plain: true };
        Array(ThinArc::from_header_and_iter(facts, numbers.map(Value::Number)))
    }

    #[inline]
    fn facts(&self) -> &Facts {
        &self.0.header.header
    }

    /// Refuses an array that nests too deep, or is too large as if nothing in it
    /// were shared. Otherwise an array that holds itself twice, sixty times over,
    /// would be small and yet without end for what walks it.
    pub(crate) fn check(&self, limits: &Limits) -> Result<(), Error> {
        if self.depth() > limits.nesting {
            return Err(exceeded(Limit::Nesting));
        }
        if self.size() > limits.memory {
            return Err(exceeded(Limit::Memory));
        }
        Ok(())
    }

    /// Returns the depth to which arrays nest here; 1 for a flat array.
    pub fn depth(&self) -> u32 {
        self.facts().depth
    }

    /// Returns the size of all entries together (see [`Value::size`]), those of inner arrays
    /// included, as if nothing were shared: the cost of walking or writing the array.
    pub fn size(&self) -> u64 {
        self.facts().size
    }

    /// Returns true if reading the array as a literal gives the array itself.
    ///
    /// Array values are read as literals again at every step
    /// (docs/spec/calcarray.md, "Literals, escapes, final clean-up"): a leading
    /// `"@Literal"` is dropped and an inner array that starts with
    /// `"@CalcArray"` is evaluated. Most arrays hold neither.
    pub fn is_plain(&self) -> bool {
        self.facts().plain
    }

    /// The entries.
    pub fn entries(&self) -> &[Value] {
        &self.0.slice
    }

    /// The entries, moved out if nothing else shares them, otherwise copied.
    pub fn into_entries(mut self) -> Vec<Value> {
        self.take().unwrap_or_else(|| self.to_vec())
    }

    /// Moves the entries out if nothing else shares them; what is left has as
    /// many that are undefined, and is good for nothing but to be dropped.
    fn take(&mut self) -> Option<Vec<Value>> {
        self.0.with_arc_mut(|storage| {
            Some(Arc::get_mut(storage)?.slice_mut().iter_mut().map(std::mem::take).collect())
        })
    }

    /// Returns true if the two have the same storage, and therefore are equal.
    pub fn same_storage(&self, other: &Array) -> bool {
        std::ptr::eq(self.entries(), other.entries())
    }
}

fn starts_with_marker(entries: &[Value], marker: &str) -> bool {
    matches!(entries.first(), Some(Value::Text(text)) if text.is(marker))
}

impl Deref for Array {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        self.entries()
    }
}

impl Default for Array {
    fn default() -> Array {
        Array::new(Vec::new())
    }
}

impl From<Vec<Value>> for Array {
    fn from(entries: Vec<Value>) -> Array {
        Array::new(entries)
    }
}

impl FromIterator<Value> for Array {
    fn from_iter<I: IntoIterator<Item = Value>>(entries: I) -> Array {
        Array::new(entries.into_iter().collect())
    }
}

/// Nested arrays are taken apart one after the other rather than by recursion,
/// so that dropping a very deep value can't exhaust the stack.
impl Drop for Array {
    #[inline]
    fn drop(&mut self) {
        if self.is_deep() {
            self.take_apart();
        }
    }
}

impl Array {
    #[inline]
    fn is_deep(&self) -> bool {
        const SHALLOW: u32 = 64;
        self.depth() > SHALLOW
    }

    #[cold]
    fn take_apart(&mut self) {
        let mut pending = self.take().unwrap_or_default();
        while let Some(value) = pending.pop() {
            match value {
                Value::Array(mut array) if array.is_deep() => {
                    pending.append(&mut array.take().unwrap_or_default());
                }
                _ => {}
            }
        }
    }
}
