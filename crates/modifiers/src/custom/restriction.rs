//! Restrictions of a merge or a colour to some tile numbers.

use calcarray::Value;

use crate::parts::expression::{IntoValue, list};

/// The tile numbers that a merge or colour rule is for
/// (docs/spec/custom-modes.md, "Merges").
#[derive(Clone, Debug, PartialEq)]
pub enum Restriction {
    /// The listed numbers.
    Listed(Vec<f64>),
    /// The numbers from `min` to `max` with this remainder.
    Range {
        /// The smallest; may be minus infinity.
        min: f64,
        /// The largest; may be infinity.
        max: f64,
        /// The remainder of dividing by `modulus`.
        remainder: f64,
        /// The distance between two of the numbers.
        modulus: f64,
    },
}

/// The remainder that is not negative.
pub(crate) fn modulo(number: f64, modulus: f64) -> f64 {
    let rest = number % modulus;
    if rest != 0.0 && (rest < 0.0) != (modulus < 0.0) { rest + modulus } else { rest }
}

impl Restriction {
    /// Returns true if a tile number is allowed.
    pub fn allows(&self, number: f64) -> bool {
        match self {
            Restriction::Listed(numbers) => numbers.contains(&number),
            Restriction::Range { min, max, remainder, modulus } => {
                number >= *min && number <= *max && modulo(number, *modulus) == *remainder
            }
        }
    }

    /// Returns true if no number is allowed, because the list is empty.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Restriction::Listed(numbers) if numbers.is_empty())
    }

    /// The elements of a condition on `number`.
    pub(crate) fn condition(&self, number: &Value) -> Vec<Value> {
        match self {
            Restriction::Listed(numbers) => {
                let mut any = Vec::new();
                for allowed in numbers {
                    if !any.is_empty() {
                        any.push("||".into());
                    }
                    any.push(list![number.clone(), "=", *allowed]);
                }
                vec![any.into()]
            }
            Restriction::Range { min, max, remainder, modulus } => vec![
                list![number.clone(), ">=", *min],
                "&&".into(),
                list![number.clone(), "<=", *max],
                "&&".into(),
                list![number.clone(), "mod", *modulus, "=", *remainder],
            ],
        }
    }

    /// The condition of a tile type. The reference leaves out the `||`
    /// between listed numbers, so that only the first counts; codes are the
    /// same, and so is what is seen (docs/spec/custom-modes.md, "Reference
    /// bugs", bug 1).
    pub(crate) fn pattern(&self) -> Value {
        match self {
            Restriction::Listed(numbers) => {
                let any: Vec<Value> = numbers.iter().map(|allowed| list!["@This 0", "=", *allowed]).collect();
                list![any]
            }
            range => range.condition(&"@This 0".to_owned().into_value()).into(),
        }
    }
}
