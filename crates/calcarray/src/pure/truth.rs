//! Pure conditions: what holds, and what is the same.

use std::cmp::Ordering;

use super::scalar::Scalar;
use super::view::{stays, View};
use super::Pure;
use crate::compare;
use crate::text::Text;
use crate::value::{Type, Value};

impl View<'_> {
    /// Whether it holds, if it is a truth value.
    pub fn test(&self, pure: &Pure) -> Option<bool> {
        match pure {
            Pure::Boolean(truth) => Some(*truth),
            Pure::Equal(a, b) => self.equal(a, b),
            Pure::Unequal(a, b) => self.equal(a, b).map(|equal| !equal),
            Pure::Less(a, b) => self.compare(a, b).map(|order| order == Some(Ordering::Less)),
            Pure::AtMost(a, b) => self.compare(a, b).map(|order| order.is_some_and(Ordering::is_le)),
            Pure::IsType(of, name) => self.is_type(of, name),
            Pure::And(a, b) => Some(self.test(a)? && self.test(b)?),
            Pure::Or(a, b) => Some(self.test(a)? || self.test(b)?),
            Pure::Not(a) => Some(!self.test(a)?),
            Pure::If(condition, then, otherwise) => {
                self.test(if self.test(condition)? { then } else { otherwise })
            }
            Pure::Second(first, second) => {
                self.outcome(first)?;
                self.test(second)
            }
            leaf if leaf.is_read() => self.read(leaf, |value| match value {
                Value::Boolean(truth) => Some(*truth),
                _ => None,
            }),
            Pure::Once(own) => match self.once(own)? {
                Scalar::Boolean(truth) => Some(truth.get()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The order of two numbers, or of two integers.
    #[inline]
    fn compare(&self, a: &Pure, b: &Pure) -> Option<Option<Ordering>> {
        if a.gives_number() || b.gives_number() {
            return Some(self.number(a)?.partial_cmp(&self.number(b)?));
        }
        Some(match (self.scalar(a)?, self.scalar(b)?) {
            (Scalar::Number(a), Scalar::Number(b)) => a.get().partial_cmp(&b.get()),
            (Scalar::Integer(a), Scalar::Integer(b)) => Some(a.cmp(&b)),
            _ => return None,
        })
    }

    /// Whether it is of the type of this name. Texts and arrays that might be
    /// evaluated on the way to the operator are none of ours.
    #[inline(never)]
    fn is_type(&self, of: &Pure, name: &Text) -> Option<bool> {
        let kind = match of {
            leaf if leaf.is_read() => self.read(leaf, |value| match value {
                Value::Text(text) if !stays(text) => None,
                Value::Array(array) if !array.is_plain() => None,
                value => Some(value.kind()),
            })?,
            _ => match self.scalar(of)? {
                Scalar::Number(_) => Type::Number,
                Scalar::Boolean(_) => Type::Boolean,
                Scalar::Integer(_) => Type::Integer,
                Scalar::Text => Type::Text,
            },
        };
        Some(name.is(kind.name()))
    }

    /// Whether two whole tiles are the same.
    #[inline(never)]
    fn equal_tiles(&self, a: &Pure, b: &Pure) -> Option<bool> {
        let tile = |pure: &Pure| match pure {
            Pure::Tile { ahead } => self.ahead(*ahead),
            Pure::OccupiedTile { distance } => self.occupied(*distance),
            _ => None,
        };
        same_content(tile(a)?, tile(b)?)
    }

    fn equal(&self, a: &Pure, b: &Pure) -> Option<bool> {
        if let (Pure::Entry { ahead: i, entry: k }, Pure::Entry { ahead: j, entry: l }) = (a, b) {
            if let Some(equal) = compare::simply_equal(self.entry(*i, *k)?, self.entry(*j, *l)?) {
                return Some(equal);
            }
        }
        if let (Pure::Tile { .. } | Pure::OccupiedTile { .. }, _) = (a, b) {
            return self.equal_tiles(a, b);
        }
        if let Pure::Number(b) = b {
            return Some(match self.scalar(a)? {
                Scalar::Number(a) => a.get() == *b,
                _ => false,
            });
        }
        Some(match (self.scalar(a)?, self.scalar(b)?) {
            (Scalar::Number(a), Scalar::Number(b)) => a.get() == b.get(),
            (Scalar::Integer(a), Scalar::Integer(b)) => a == b,
            (Scalar::Boolean(a), Scalar::Boolean(b)) => a.get() == b.get(),
            (Scalar::Text, Scalar::Text) => return None,
            // Values of different types are never the same.
            _ => false,
        })
    }
}

/// Whether two contents of cells are the same.
fn same_content(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) if a.is_plain() && b.is_plain() => {
            if a.len() != b.len() {
                return Some(false);
            }
            for (a, b) in a.iter().zip(b.iter()) {
                if !compare::simply_equal(a, b)? {
                    return Some(false);
                }
            }
            Some(true)
        }
        (Value::Array(tile), Value::Text(text)) | (Value::Text(text), Value::Array(tile)) => {
            (tile.is_plain() && stays(text)).then_some(false)
        }
        _ => None,
    }
}
