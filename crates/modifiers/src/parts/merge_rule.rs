//! A merge rule as modifiers see and change it.

use calcarray::Value;
use polymerge_rules::Mode;

use crate::error::ModifierError;
use crate::parts::body::{Body, Leading};
use crate::parts::expression::{and, entries};

/// Tiles in a merge that conditions are written for, one by one.
pub(crate) const MAX_SIZE: usize = 10_000;

/// A merge rule, taken apart: length, condition, order, outputs, score, flags, and the
/// expansion to other lengths.
#[derive(Clone, Debug)]
pub(crate) struct MergeRule(Body);

/// A number of tiles; `None` if it is no number.
fn tiles(length: &Value) -> Result<Option<usize>, ModifierError> {
    match length {
        Value::Number(length) if *length > MAX_SIZE as f64 => {
            Err(ModifierError::TooLarge { what: "tiles in a merge", limit: MAX_SIZE })
        }
        Value::Number(length) => Ok(Some(*length as usize)),
        _ => Ok(None),
    }
}

impl MergeRule {
    /// The number of tiles that merge; `None` if an expression determines it.
    ///
    /// After the expansion to several lengths entry 6 is the length, unless
    /// nothing is renumbered (docs/spec/modifiers.md, "Tile modifiers", under
    /// "merge size").
    pub fn size(&self) -> Result<usize, ModifierError> {
        let entry = if self.0.entries.len() > 6 { 6 } else { 0 };
        Ok(self.0.entries.get(entry).map(tiles).transpose()?.flatten().unwrap_or(1))
    }

    /// The length as written, if it is a number.
    pub fn tiles(&self) -> Result<Option<usize>, ModifierError> {
        tiles(self.length())
    }

    /// The cells ahead that take part: 1 up to the size less one.
    pub fn ahead(&self) -> Result<std::ops::Range<usize>, ModifierError> {
        Ok(1..self.size()?.max(1))
    }

    /// The length as written.
    pub fn length(&self) -> &Value {
        &self.0.entries[0]
    }

    /// Returns true if this is a rule of length 0, for single tiles at the end of a
    /// turn.
    pub fn is_zero(&self) -> bool {
        self.length() == &Value::Number(0.0)
    }

    /// The condition.
    pub fn condition(&self) -> &Value {
        &self.0.entries[1]
    }

    /// Replaces the condition.
    pub fn set_condition(&mut self, condition: Value) {
        self.0.entries[1] = condition;
    }

    /// Makes the rule apply only if `extra` holds as well.
    pub fn require(&mut self, extra: Value) {
        self.0.entries[1] = and(&self.0.entries[1], extra);
    }

    /// The outputs.
    pub fn outputs(&self) -> &[Value] {
        entries(&self.0.entries[3])
    }

    /// Replaces the outputs.
    pub fn set_outputs(&mut self, outputs: Vec<Value>) {
        self.0.entries[3] = Value::array(outputs);
    }

    /// Replaces the flags, if the rule has any.
    pub fn set_flags(&mut self, flags: Value) {
        if let Some(entry) = self.0.entries.get_mut(5) {
            *entry = flags;
        }
    }

    /// The first entry of all, prefix included.
    pub fn first_entry(&self) -> &Value {
        self.0.prefix.first().unwrap_or(&self.0.entries[0])
    }

    /// The rule as a mode has it.
    pub fn write(self) -> Value {
        self.0.write()
    }
}

/// Changes every merge rule of a mode.
///
/// # Errors
/// A rule with fewer than five entries, or what `change` says.
pub(crate) fn change_rules(
    mode: &mut Mode,
    modifier: &'static str,
    leading: Leading,
    mut change: impl FnMut(&mut MergeRule) -> Result<(), ModifierError>,
) -> Result<(), ModifierError> {
    let mut changed = Vec::with_capacity(entries(&mode.merge_rules).len());
    for (place, rule) in entries(&mode.merge_rules).iter().enumerate() {
        let mut rule = MergeRule(Body::read(rule, leading));
        if rule.0.entries.len() < 5 {
            return Err(ModifierError::Mode {
                modifier,
                field: "merge_rules",
                entry: Some(place),
                reason: "a merge rule has at least five entries".into(),
            });
        }
        change(&mut rule)?;
        changed.push(rule.write());
    }
    mode.merge_rules = Value::array(changed);
    Ok(())
}

/// Puts a rule before all others.
pub(crate) fn prepend_rule(mode: &mut Mode, rule: Value) {
    let mut rules = vec![rule];
    rules.extend_from_slice(entries(&mode.merge_rules));
    mode.merge_rules = Value::array(rules);
}
