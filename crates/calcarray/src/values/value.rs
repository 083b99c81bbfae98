//! The values that expressions work with. A value may be a list, which holds values, so the files of
//! values, arrays and objects name one another.

use std::sync::Arc;

use crate::array::Array;
use crate::gaussian::Gaussian;
use crate::integer::Integer;
use crate::rational::Rational;
use crate::text::Text;
use crate::values::object::Object;

/// One value of the language (docs/spec/calcarray.md, "Values").
///
/// Sixteen bytes; numbers, booleans and small integers are inline, everything
/// else is shared, so that cloning is cheap.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// The result of reading what is not there. A value of its own.
    #[default]
    Undefined,
    /// JSON's `null`; expressions never make one.
    Null,
    /// A truth value.
    Boolean(bool),
    /// An IEEE double; -0 and NaN are distinct values.
    Number(f64),
    /// An integer of any size.
    Integer(Integer),
    /// An exact fraction.
    Rational(Arc<Rational>),
    /// A complex number with integer parts.
    Gaussian(Arc<Gaussian>),
    /// A text.
    Text(Text),
    /// An array of values. As a result it is data; as an expression, code.
    Array(Array),
    /// A JSON object. The language has none, but a save code may carry one
    /// and must get it back unchanged.
    Object(Arc<Object>),
}

/// The type of a value, by the name that the `typeof` operator gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Type {
    Undefined,
    Null,
    Boolean,
    Number,
    Integer,
    Rational,
    Gaussian,
    Text,
    Array,
    Object,
}

impl Type {
    const ALL: [Type; 10] = [
        Type::Undefined,
        Type::Null,
        Type::Boolean,
        Type::Number,
        Type::Integer,
        Type::Rational,
        Type::Gaussian,
        Type::Text,
        Type::Array,
        Type::Object,
    ];

    /// A bit of its own for the type.
    #[inline]
    pub(crate) fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The bits of the types with a name.
    pub(crate) fn named(name: &Text) -> u16 {
        let named = Type::ALL.into_iter().filter(|kind| name.is(kind.name()));
        named.map(Type::bit).sum()
    }

    /// The name as expressions see it.
    pub fn name(self) -> &'static str {
        match self {
            Type::Undefined => "undefined",
            Type::Null | Type::Object => "object",
            Type::Boolean => "boolean",
            Type::Number => "number",
            Type::Integer => "bigint",
            Type::Rational => "bigrational",
            Type::Gaussian => "gaussianbigint",
            Type::Text => "string",
            Type::Array => "array",
        }
    }
}

/// [`Value::identical`] for the entries of arrays of one length. Nearly all arrays are flat, and nothing
/// has to be kept for later.
fn identical_entries(a: &[Value], b: &[Value]) -> bool {
    a.iter().zip(b).all(|(a, b)| match (a, b) {
        (Value::Array(_) | Value::Object(_), _) => a.identical_inside(b),
        _ => a.is_identical_single(b),
    })
}

/// Returns true if two numbers are identical; all NaNs are.
fn same_number(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

impl Value {
    /// A text value.
    pub fn text(text: impl Into<Text>) -> Value {
        Value::Text(text.into())
    }

    /// An array value.
    pub fn array(entries: impl Into<Vec<Value>>) -> Value {
        Value::Array(Array::new(entries.into()))
    }

    /// The type.
    pub fn kind(&self) -> Type {
        match self {
            Value::Undefined => Type::Undefined,
            Value::Null => Type::Null,
            Value::Boolean(_) => Type::Boolean,
            Value::Number(_) => Type::Number,
            Value::Integer(_) => Type::Integer,
            Value::Rational(_) => Type::Rational,
            Value::Gaussian(_) => Type::Gaussian,
            Value::Text(_) => Type::Text,
            Value::Array(_) => Type::Array,
            Value::Object(_) => Type::Object,
        }
    }

    /// Returns the size of the value in bytes, as if nothing were shared: the cost of comparing it,
    /// writing it and reading it again. Long integers count for more, because their digits take
    /// long to read.
    #[inline]
    pub fn size(&self) -> u64 {
        match self {
            Value::Number(_) | Value::Boolean(_) => Value::OWN_SIZE,
            Value::Text(text) => 2 * text.len() as u64 + Value::OWN_SIZE,
            // Values that share their parts can be far larger than memory.
            Value::Array(array) => array.size().saturating_add(Value::OWN_SIZE),
            _ => self.compound_size(),
        }
    }

    /// The size of each value without its contents.
    pub const OWN_SIZE: u64 = 16;

    fn compound_size(&self) -> u64 {
        let integer = |integer: &Integer| {
            let kilobits = integer.bits() >> 10;
            integer.bits() / 8 + kilobits.saturating_mul(kilobits).saturating_mul(128)
        };
        let content = match self {
            Value::Integer(own) => integer(own),
            Value::Rational(own) => integer(own.numerator()).saturating_add(integer(own.denominator())),
            Value::Gaussian(own) => integer(&own.re).saturating_add(integer(&own.im)),
            Value::Object(own) => own.size(),
            _ => 0,
        };
        content.saturating_add(Value::OWN_SIZE)
    }

    /// The entries, if this is an array.
    pub fn as_array(&self) -> Option<&Array> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The number, if this is one.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The text, if this is one.
    pub fn as_text(&self) -> Option<&Text> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns true if this is exactly the boolean `true`. Conditions hold only then; nothing is
    /// converted.
    pub fn is_true(&self) -> bool {
        matches!(self, Value::Boolean(true))
    }

    /// Returns true if this is the text `word`.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self, Value::Text(text) if text.is(word))
    }

    /// Returns true if the text `word` is this value, or stands anywhere in it.
    pub fn mentions(&self, word: &str) -> bool {
        let mut open = vec![self];
        while let Some(value) = open.pop() {
            match value {
                Value::Array(entries) => open.extend(entries.iter()),
                value if value.is_word(word) => return true,
                _ => {}
            }
        }
        false
    }

    /// Returns true if two values are identical: same type, same content, bit for bit (NaN is
    /// itself, -0 is not 0). Interning, tests and save codes compare by this; the language's own
    /// `=` is [`loosely different`](crate::compare::equals).
    #[inline]
    pub fn identical(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Array(a), Value::Array(b)) => {
                a.same_storage(b) || a.len() == b.len() && identical_entries(a, b)
            }
            (Value::Object(_), Value::Object(_)) => self.identical_inside(other),
            (a, b) => a.is_identical_single(b),
        }
    }

    /// [`Value::identical`] for values of which one is no array and no object.
    #[inline]
    fn is_identical_single(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Undefined, Value::Undefined) | (Value::Null, Value::Null) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => same_number(*a, *b),
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Rational(a), Value::Rational(b)) => a == b,
            (Value::Gaussian(a), Value::Gaussian(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            _ => false,
        }
    }

    fn identical_inside(&self, other: &Value) -> bool {
        let mut pending = vec![(self, other)];
        while let Some((a, b)) = pending.pop() {
            let same = match (a, b) {
                (Value::Array(a), Value::Array(b)) => {
                    if a.same_storage(b) {
                        continue;
                    }
                    if a.len() == b.len() {
                        pending.extend(a.iter().zip(b.iter()));
                    }
                    a.len() == b.len()
                }
                (Value::Object(a), Value::Object(b)) => {
                    let keys = a.members().len() == b.members().len()
                        && a.members().iter().zip(b.members()).all(|((a, _), (b, _))| a == b);
                    if keys {
                        pending.extend(a.members().iter().zip(b.members()).map(|((_, a), (_, b))| (a, b)));
                    }
                    keys
                }
                (a, b) => a.is_identical_single(b),
            };
            if !same {
                return false;
            }
        }
        true
    }
}

/// [`Value::identical`].
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.identical(other)
    }
}

impl Eq for Value {}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Boolean(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Number(value)
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Value {
        Value::Number(value as f64)
    }
}

impl From<Integer> for Value {
    fn from(value: Integer) -> Value {
        Value::Integer(value)
    }
}

impl From<Rational> for Value {
    fn from(value: Rational) -> Value {
        Value::Rational(Arc::new(value))
    }
}

impl From<Gaussian> for Value {
    fn from(value: Gaussian) -> Value {
        Value::Gaussian(Arc::new(value))
    }
}

impl From<Text> for Value {
    fn from(value: Text) -> Value {
        Value::Text(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::text(value)
    }
}

impl From<Array> for Value {
    fn from(value: Array) -> Value {
        Value::Array(value)
    }
}

impl From<Vec<Value>> for Value {
    fn from(value: Vec<Value>) -> Value {
        Value::array(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_takes_no_more_than_its_own_size() {
        assert!(size_of::<Value>() as u64 <= Value::OWN_SIZE);
    }
}
