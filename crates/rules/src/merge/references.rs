//! References to tiles inside a merge rule, and giving them other numbers.
//!
//! A reference is a text such as `@This 0` (tile 0, the rear tile) or
//! `@Next 2 1` (tile 2). Arrangements, rules for several lengths and
//! `mergeRuleApplies` all ask for a rule in which other tiles are meant. That
//! is done once, on the expression, never while playing.

use calcarray::{Array, Value, number};

/// A reference as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reference<'t> {
    word: Word,
    /// The tile, 0 for `@This`; may be negative.
    pub(crate) tile: f64,
    /// The entry, as written; none for a whole tile.
    entry: Option<&'t str>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Word {
    This,
    Next,
    NextNe,
}

impl<'t> Reference<'t> {
    fn read(text: &'t str) -> Option<Reference<'t>> {
        let mut parts = text.split(' ');
        let word = match parts.next()? {
            "@This" => Word::This,
            "@Next" => Word::Next,
            "@NextNE" => Word::NextNe,
            _ => return None,
        };
        let tile = if word == Word::This { 0.0 } else { number::parse(parts.next()?)? };
        let entry = parts.next();
        let complete = parts.next().is_none() && tile.fract() == 0.0;
        complete.then_some(Reference { word, tile, entry })
    }

    fn write(word: &str, tile: Option<&str>, entry: Option<&str>) -> String {
        let parts = [Some(word), tile, entry];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Returns the text for the same entry of tile `tile`.
    fn to(self, tile: f64) -> String {
        match self.word {
            _ if tile == 0.0 => Reference::write("@This", None, self.entry),
            Word::NextNe => Reference::write("@NextNE", Some(&number::to_text(tile)), self.entry),
            _ => Reference::write("@Next", Some(&number::to_text(tile)), self.entry),
        }
    }

    /// The text for a reference to a tile that is lost: it means the rear tile
    /// (docs/spec/rules.md, "Arrangements").
    fn lost(self) -> String {
        let word = if self.word == Word::NextNe { "@NextNE" } else { "@Next" };
        Reference::write(word, Some("undefined"), self.entry)
    }
}

/// Gives every text for which `change` has another one that other one, at
/// every depth. What does not change stays shared.
pub(crate) fn rewrite(value: &Value, change: &dyn Fn(&str) -> Option<String>) -> Value {
    match value {
        Value::Text(text) if text.is_special() => match text.to_utf8().as_deref().and_then(change) {
            Some(other) => Value::text(other),
            None => value.clone(),
        },
        Value::Array(array) => {
            let entries: Vec<Value> = array.iter().map(|entry| rewrite(entry, change)).collect();
            if entries.iter().zip(array.iter()).all(|(new, old)| same(new, old)) {
                value.clone()
            } else {
                Value::Array(Array::new(entries))
            }
        }
        _ => value.clone(),
    }
}

/// Returns true if `rewrite` left a value as it was.
fn same(new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Array(new), Value::Array(old)) => new.same_storage(old),
        (Value::Text(new), Value::Text(old)) => new == old,
        _ => true,
    }
}

/// The arrangement in which `order[i]` stands where i did.
pub(crate) fn arrange(value: &Value, order: &[usize]) -> Value {
    rewrite(value, &|text| {
        let reference = Reference::read(text)?;
        if reference.tile < 0.0 {
            return None;
        }
        Some(match order.get(reference.tile as usize) {
            Some(tile) => reference.to(*tile as f64),
            None => reference.lost(),
        })
    })
}

/// Copy `copy` of a condition for several lengths: reference i becomes
/// i + copy * increments\[i\] (docs/spec/rules.md, "Expansion of several
/// lengths").
pub(crate) fn spread(value: &Value, increments: &[f64], copy: f64) -> Value {
    rewrite(value, &|text| {
        let reference = Reference::read(text)?;
        if reference.tile < 0.0 {
            return None;
        }
        Some(match increments.get(reference.tile as usize) {
            Some(increment) => reference.to(reference.tile + copy * increment),
            None => reference.lost(),
        })
    })
}

/// Moves all references to entries of tiles on by `offset`. References to whole tiles stay (a bug
/// of the reference; docs/spec/rules.md, "The mergeRuleApplies operator").
pub(crate) fn shift(value: &Value, offset: f64) -> Value {
    if offset == 0.0 {
        return value.clone();
    }
    rewrite(value, &|text| {
        let reference = Reference::read(text)?;
        let moves = match reference.word {
            Word::This => true,
            Word::Next => reference.tile >= 0.0,
            Word::NextNe => reference.tile <= 0.0,
        };
        if !moves || reference.entry.is_none() {
            return None;
        }
        let tile = reference.tile + offset;
        let word = if tile < 0.0 { Word::NextNe } else { Word::Next };
        Some(Reference { word, ..reference }.to(tile))
    })
}

/// Moves the offsets of `mergeRuleApplies` inside a rule that is itself
/// tested with an offset.
pub(crate) fn shift_nested(value: &Value, offset: f64) -> Value {
    let Value::Array(array) = value else { return value.clone() };
    let mut entries: Vec<Value> = array.iter().map(|entry| shift_nested(entry, offset)).collect();
    for index in 1..entries.len() {
        if entries[index - 1].is_word(APPLIES)
            && let Value::Number(own) = entries[index]
        {
            entries[index] = Value::Number(own + offset);
        }
    }
    Value::Array(Array::new(entries))
}

const APPLIES: &str = "mergeRuleApplies";
const APPLIES_ONCE: &str = "mergeRuleApplies_nonRecursive";

/// Replaces tests of other rules by `false`: in every array that holds such an
/// operator everything up to the argument of the last one.
pub(crate) fn without_nested(value: &Value) -> Value {
    let Value::Array(array) = value else { return value.clone() };
    let last = array.iter().rposition(|entry| entry.is_word(APPLIES) || entry.is_word(APPLIES_ONCE));
    let rest = last.map_or(0, |operator| array.len().min(operator + 2));
    let replaced = last.map(|_| Value::Boolean(false)).into_iter();
    Value::Array(replaced.chain(array[rest..].iter().map(without_nested)).collect())
}

/// `@Relative a b x` with a digit 0 after both coordinates: the reference does
/// this to every merge rule (docs/spec/rules.md, "Arrangements").
pub(crate) fn corrupt_relative(value: &Value) -> Value {
    rewrite(value, &|text| {
        let parts: Vec<&str> = text.split(' ').collect();
        match parts[..] {
            ["@Relative", rows, columns, entry] => Some(format!("@Relative {rows}0 {columns}0 {entry}")),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, change: impl Fn(&Value) -> Value) -> String {
        match change(&Value::array(vec![Value::array(vec![text.into()])])) {
            Value::Array(outer) => outer[0].as_array().unwrap()[0].as_text().unwrap().to_string(),
            _ => panic!("rewriting keeps arrays"),
        }
    }

    #[test]
    fn arrangements_exchange_tiles() {
        for (before, after) in [
            ("@This", "@Next 1"),
            ("@This 2", "@Next 1 2"),
            ("@Next 1 0", "@This 0"),
            ("@NextNE 1 0", "@This 0"),
            ("@Next 1", "@This"),
            ("@Next 2 0", "@Next undefined 0"),
            ("@Next -1 0", "@Next -1 0"),
            ("@Next", "@Next"),
            ("@Next FL", "@Next FL"),
            ("@NextFull 1 0", "@NextFull 1 0"),
            ("@Next 1 1 0", "@Next 1 1 0"),
            ("@GVar 0", "@GVar 0"),
        ] {
            assert_eq!(changed(before, |value| arrange(value, &[1, 0])), after, "{before}");
        }
    }

    #[test]
    fn offsets_move_references_to_entries() {
        for (before, offset, after) in [
            ("@This 0", 1.0, "@Next 1 0"),
            ("@This 0", -1.0, "@NextNE -1 0"),
            ("@Next 1 0", -1.0, "@This 0"),
            ("@Next 1 0", -2.0, "@NextNE -1 0"),
            ("@NextNE -1 0", 1.0, "@This 0"),
            ("@NextNE -1 0", 2.0, "@Next 1 0"),
            ("@NextNE 1 0", 1.0, "@NextNE 1 0"),
            ("@This", 1.0, "@This"),
            ("@Next 1", 1.0, "@Next 1"),
        ] {
            assert_eq!(changed(before, |value| shift(value, offset)), after, "{before} by {offset}");
        }
    }

    #[test]
    fn copies_for_longer_merges_look_further_ahead() {
        for (before, after) in
            [("@This 0", "@Next 2 0"), ("@Next 1 0", "@Next 3 0"), ("@Next 2 0", "@Next undefined 0")]
        {
            assert_eq!(changed(before, |value| spread(value, &[1.0, 1.0], 2.0)), after, "{before}");
        }
        assert_eq!(changed("@This 0", |value| spread(value, &[0.0], 2.0)), "@This 0");
    }

    #[test]
    fn relative_offsets_are_multiplied_by_ten() {
        assert_eq!(changed("@Relative 1 -1 0", corrupt_relative), "@Relative 10 -10 0");
        assert_eq!(changed("@Relative 1 -1", corrupt_relative), "@Relative 1 -1");
    }
}
