//! Values as keys of maps: equal if identical.

use std::hash::{Hash, Hasher};

use calcarray::{Array, Value};

use crate::board::shared_values::Shared;

/// A value as a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key(pub(crate) Value);

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            // Nearly all keys are lists.
            Value::Array(array) => hash_all(array.entries(), state),
            value => {
                state.write_u8(0);
                hash_all(std::slice::from_ref(value), state);
            }
        }
    }
}

/// A list of values as a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListKey(pub(crate) Shared);

impl Hash for ListKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_all(&self.0, state);
    }
}

/// Hashes values that may nest deep, without recursion.
fn hash_all<H: Hasher>(values: &[Value], state: &mut H) {
    let mut words = Words { state, bytes: [0; ROOM], filled: 0 };
    let mut pending: Vec<&Array> = Vec::new();
    let mut values = values;
    loop {
        words.push(values.len() as u64);
        for value in values {
            match value {
                Value::Number(number) if number.is_nan() => words.push(1),
                Value::Number(number) => words.push(number.to_bits()),
                Value::Boolean(truth) => words.push(2 + u64::from(*truth)),
                Value::Text(text) => words.push_text(text.units()),
                Value::Integer(integer) => match integer.to_i64() {
                    Some(small) => words.push(small as u64),
                    None => words.push(integer.bits()),
                },
                Value::Array(array) => pending.push(array),
                // These are rare in tiles and share a hash; equality tells them apart.
                Value::Undefined
                | Value::Null
                | Value::Rational(_)
                | Value::Gaussian(_)
                | Value::Object(_) => {}
            }
        }
        match pending.pop() {
            Some(array) => values = array.entries(),
            None => break,
        }
    }
    words.end();
}

/// The number of bytes that go to the hasher at once.
const ROOM: usize = 128;
const WORD: usize = size_of::<u64>();

/// Collects words for a hasher, which takes longer over each call than over
/// what it is called with.
struct Words<'h, H> {
    state: &'h mut H,
    bytes: [u8; ROOM],
    filled: usize,
}

impl<H: Hasher> Words<'_, H> {
    #[inline]
    fn push(&mut self, word: u64) {
        if self.filled == ROOM {
            self.state.write(&self.bytes);
            self.filled = 0;
        }
        self.bytes[self.filled..self.filled + WORD].copy_from_slice(&word.to_le_bytes());
        self.filled += WORD;
    }

    /// The code units of a text, four to a word.
    fn push_text(&mut self, units: &[u16]) {
        self.push(!(units.len() as u64));
        for four in units.chunks(4) {
            self.push(four.iter().fold(0, |word, unit| word << 16 | u64::from(*unit)));
        }
    }

    fn end(self) {
        self.state.write(&self.bytes[..self.filled]);
    }
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use calcarray::json;
    use proptest::prelude::*;

    use super::*;

    fn hash(value: &Value) -> u64 {
        let mut hasher = DefaultHasher::new();
        Key(value.clone()).hash(&mut hasher);
        hasher.finish()
    }

    fn read(text: &str) -> Value {
        json::read(text, &Default::default()).unwrap()
    }

    #[test]
    fn different_values_hash_differently() {
        let long = (0..100).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
        let different = [
            "1",
            "2",
            "-1",
            "true",
            "false",
            "null",
            "[]",
            "[[]]",
            "[[],[]]",
            "[1]",
            "[1,2]",
            "[2,1]",
            "[[1],2]",
            "[[1,2]]",
            r#""""#,
            r#""a""#,
            r#""ab""#,
            r#"["a","b"]"#,
            r#"["ab"]"#,
            r#""abcdefgh""#,
            r#""@BigInt 123456789012345678901234567890""#,
            &format!("[{long}]"),
            &format!("[{long},0]"),
        ];
        for (place, a) in different.iter().enumerate() {
            for b in &different[..place] {
                assert_ne!(hash(&read(a)), hash(&read(b)), "{a} {b}");
            }
        }
    }

    proptest! {
        #[test]
        fn identical_values_hash_equally(numbers in prop::collection::vec(any::<f64>(), 0..40), depth in 0..4) {
            let make = || {
                let numbers = numbers.iter().map(|number| Value::Number(*number)).collect::<Vec<_>>();
                (0..depth).fold(Value::array(numbers), |inner, _| Value::array(vec![inner.clone(), inner]))
            };
            prop_assert_eq!(make(), make());
            prop_assert_eq!(hash(&make()), hash(&make()));
        }
    }

    #[test]
    fn values_that_nest_deep_have_a_hash() {
        let deep = (0..100_000).fold(Value::array(vec![]), |inner, _| Value::array(vec![inner]));
        assert_eq!(hash(&deep), hash(&deep.clone()));
    }
}
