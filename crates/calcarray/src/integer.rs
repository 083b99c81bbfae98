//! Integers of any size, with the small ones inline.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::number;

/// An integer: inline up to 63 bits and a sign, otherwise on the heap.
///
/// Always normalised: what fits an `i64` is never stored on the heap, so
/// equality and hashing need no conversion.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Arc<BigInt>),
}

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Integer(Repr::Small(0));
    /// One.
    pub const ONE: Integer = Integer(Repr::Small(1));

    /// The value, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(small) => Some(*small),
            Repr::Big(_) => None,
        }
    }

    /// The value as a `BigInt`.
    pub fn to_bigint(&self) -> BigInt {
        match &self.0 {
            Repr::Small(small) => BigInt::from(*small),
            Repr::Big(big) => BigInt::clone(big),
        }
    }

    /// ECMAScript's StringToBigInt: white space around is ignored, nothing is
    /// 0, decimal digits with a sign or `0x`, `0o`, `0b` without one.
    pub fn parse(text: &str) -> Option<Integer> {
        let text = number::trim(text);
        if text.is_empty() {
            return Some(Integer::ZERO);
        }
        let (radix, digits) = number::radix_prefix(text).unwrap_or((10, text));
        let unsigned = if radix == 10 { digits.strip_prefix(['+', '-']).unwrap_or(digits) } else { digits };
        if unsigned.is_empty() || !unsigned.chars().all(|c| c.is_digit(radix)) {
            return None;
        }
        match i64::from_str_radix(digits, radix) {
            Ok(small) => Some(Integer::from(small)),
            Err(_) => BigInt::parse_bytes(digits.as_bytes(), radix).map(Integer::from),
        }
    }

    /// The nearest double; infinite when out of its range.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small(small) => *small as f64,
            Repr::Big(big) => big.to_f64().unwrap_or(f64::NAN),
        }
    }

    /// How many bits the magnitude has; 0 for zero.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(small) => u64::from(64 - small.unsigned_abs().leading_zeros()),
            Repr::Big(big) => big.bits(),
        }
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Integer {
        Integer(Repr::Small(value))
    }
}

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Integer {
        match value.to_i64() {
            Some(small) => Integer(Repr::Small(small)),
            None => Integer(Repr::Big(Arc::new(value))),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
            (Repr::Small(_), Repr::Big(b)) => BigInt::ZERO.cmp(b),
            (Repr::Big(a), Repr::Small(_)) => BigInt::cmp(a, &BigInt::ZERO),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(small) => fmt::Display::fmt(small, f),
            Repr::Big(big) => fmt::Display::fmt(big, f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}n")
    }
}
