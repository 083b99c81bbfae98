//! Arrays: shared, immutable lists of values.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::value::Value;

/// A shared, immutable array of values.
///
/// Cloning shares the storage. Three facts about the whole tree are kept
/// beside the entries, so that nobody has to walk it: how deep it nests, how
/// large it is, and whether it is *plain* (see [`Array::is_plain`]).
#[derive(Clone)]
pub struct Array(Arc<Storage>);

struct Storage {
    entries: Vec<Value>,
    depth: u32,
    size: u64,
    plain: bool,
}

impl Array {
    /// An array of the given entries.
    pub fn new(entries: Vec<Value>) -> Array {
        let mut depth = 0;
        let mut size = 0u64;
        let mut plain = !starts_with_marker(&entries, "@Literal");
        for entry in &entries {
            size = size.saturating_add(entry.size());
            if let Value::Array(inner) = entry {
                depth = depth.max(inner.0.depth);
                plain = plain && inner.0.plain && !starts_with_marker(&inner.0.entries, "@CalcArray");
            }
        }
        Array(Arc::new(Storage { entries, depth: depth.saturating_add(1), size, plain }))
    }

    /// How many arrays lie inside one another here; 1 for a flat array.
    pub fn depth(&self) -> u32 {
        self.0.depth
    }

    /// How large the entries are together (see [`Value::size`]), those of
    /// arrays among them included: as if nothing were shared, which is what it
    /// takes to walk or to write the array.
    pub fn size(&self) -> u64 {
        self.0.size
    }

    /// Whether reading the array as a literal gives the array itself.
    ///
    /// Array values are read as literals again at every step
    /// (spec/calcarray.md, section 6): a leading `"@Literal"` is dropped and
    /// an inner array that starts with `"@CalcArray"` is evaluated. Most
    /// arrays hold neither.
    pub fn is_plain(&self) -> bool {
        self.0.plain
    }

    /// The entries.
    pub fn entries(&self) -> &[Value] {
        &self.0.entries
    }

    /// The entries, moved out if nobody else shares them, otherwise copied.
    pub fn into_entries(mut self) -> Vec<Value> {
        match Arc::get_mut(&mut self.0) {
            Some(storage) => std::mem::take(&mut storage.entries),
            None => self.0.entries.clone(),
        }
    }

    /// Whether the two are the same storage, and therefore equal.
    pub fn same_storage(&self, other: &Array) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

fn starts_with_marker(entries: &[Value], marker: &str) -> bool {
    matches!(entries.first(), Some(Value::Text(text)) if text.is(marker))
}

impl Deref for Array {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0.entries
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

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As it is written, which takes no recursion however deep it nests.
        f.write_str(&crate::json::write(&Value::Array(self.clone())))
    }
}

/// Nested arrays are taken apart one after the other rather than by recursion,
/// so that dropping a very deep value can't exhaust the stack.
impl Drop for Storage {
    fn drop(&mut self) {
        const SHALLOW: u32 = 64;
        if self.depth <= SHALLOW {
            return;
        }
        let mut pending = std::mem::take(&mut self.entries);
        while let Some(value) = pending.pop() {
            if let Value::Array(mut array) = value {
                if let Some(storage) = Arc::get_mut(&mut array.0) {
                    pending.append(&mut storage.entries);
                }
            }
        }
    }
}
