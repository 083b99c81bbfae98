//! The values of a code by the names of their pieces, for changes from version to version.

use calcarray::Value;

use crate::check::list;
use crate::error::Problem;
use crate::kind::{Kind, Version};
use crate::table::layout;

/// A problem with the piece of this place and name.
pub(crate) type Misplaced = (usize, &'static str, Problem);

/// The values of a code by the names of their pieces.
pub(crate) struct Named {
    kind: Kind,
    entries: Vec<(&'static str, Value)>,
}

impl Named {
    pub fn new(kind: Kind, version: Version, values: Vec<Value>) -> Named {
        Named { kind, entries: layout(kind, version).map(|piece| piece.name).zip(values).collect() }
    }

    /// The first value of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.entries.iter().find(|(entry, _)| *entry == name).map(|(_, value)| value)
    }

    /// Sets a value, new or not.
    pub fn set(&mut self, name: &'static str, value: Value) {
        match self.entries.iter_mut().find(|(entry, _)| *entry == name) {
            Some((_, old)) => *old = value,
            None => self.entries.push((name, value)),
        }
    }

    /// Changes a value; a problem is one of its piece.
    pub fn change(
        &mut self,
        name: &'static str,
        change: impl FnOnce(&Value) -> Result<Value, Problem>,
    ) -> Result<(), Misplaced> {
        if let Some(place) = self.entries.iter().position(|(entry, _)| *entry == name) {
            let value = change(&self.entries[place].1).map_err(|problem| (place, name, problem))?;
            self.entries[place].1 = value;
        }
        Ok(())
    }

    /// Returns the values in the layout of version 3.0; missing ones get the default of the
    /// table.
    pub fn into_current(self) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::with_capacity(80);
        let names: Vec<&str> = layout(self.kind, Version::CURRENT).map(|piece| piece.name).collect();
        for piece in layout(self.kind, Version::CURRENT) {
            let value = self.get(piece.name).cloned().unwrap_or_else(|| {
                piece.default_value(|other| {
                    names.iter().position(|name| *name == other).and_then(|at| values.get(at))
                })
            });
            values.push(value);
        }
        values
    }
}

/// Changes every entry of a list of lists.
pub(crate) fn each(
    value: &Value,
    change: impl Fn(&mut Vec<Value>) -> Result<(), Problem>,
) -> Result<Value, Problem> {
    let entries = list(value)?.iter().enumerate().map(|(number, entry)| {
        let at =
            |problem: Problem| Problem::new(problem.reason, format!("entry {number}: {}", problem.detail));
        let mut parts = list(entry).map_err(at)?.to_vec();
        change(&mut parts).map_err(at)?;
        Ok(Value::array(parts))
    });
    Ok(Value::array(entries.collect::<Result<Vec<_>, Problem>>()?))
}
