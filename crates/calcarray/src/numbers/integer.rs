//! Integers of any size, with the small ones inline.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use crate::error::Error;
use crate::limits::Meter;
use crate::number;

mod arithmetic;
mod bits;
mod digits;
mod gcd;
mod multiple;
mod power;

pub(crate) use power::largest_divisor;

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

    /// The value of a `u64`. (No `From`, which would leave literals undecided.)
    pub fn from_u64(value: u64) -> Integer {
        match i64::try_from(value) {
            Ok(small) => Integer::from(small),
            Err(_) => Integer::from(BigInt::from(value)),
        }
    }

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

    /// [`Integer::parse`], with the work counted: reading decimal digits takes
    /// time in the square of their number.
    pub fn parse_metered(text: &str, meter: &mut Meter) -> Result<Option<Integer>, Error> {
        let length = text.len() as u64;
        meter.charge(length / 64)?;
        if length > SHORT {
            if !number::trim(text).bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'+') {
                return Ok(None);
            }
            meter.integer(4 * length)?;
            meter.charge(square(length / 19) / 64)?;
        }
        Ok(Integer::parse(text))
    }

    /// The decimal digits, with the work of finding them counted.
    pub fn to_text(&self, meter: &mut Meter) -> Result<String, Error> {
        if let Repr::Big(big) = &self.0 {
            meter.allocate(big.bits() / 3)?;
            meter.charge(square(words(big.bits())) / 64)?;
        }
        Ok(self.to_string())
    }

    /// The integer that a double is; `None` if it is none.
    ///
    /// ```
    /// use calcarray::Integer;
    /// assert_eq!(Integer::from_f64(-0.0), Some(Integer::ZERO));
    /// assert_eq!(Integer::from_f64(2.5), None);
    /// ```
    pub fn from_f64(number: f64) -> Option<Integer> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if number.fract() != 0.0 || !number.is_finite() {
            None
        } else if number.abs() <= EXACT {
            Some(Integer::from(number as i64))
        } else {
            BigInt::from_f64(number).map(Integer::from)
        }
    }

    /// The nearest double; infinite when out of its range.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small(small) => *small as f64,
            Repr::Big(big) => big.to_f64().unwrap_or(f64::NAN),
        }
    }

    /// Returns the number of bits of the magnitude; 0 for zero.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(small) => u64::from(64 - small.unsigned_abs().leading_zeros()),
            Repr::Big(big) => big.bits(),
        }
    }
}

/// Texts up to this length are read without counting the digits' square.
const SHORT: u64 = 200;

/// Returns the number of 64-bit words for a number of bits, at least 1.
fn words(bits: u64) -> u64 {
    bits / 64 + 1
}

fn square(words: u64) -> u64 {
    words.saturating_mul(words)
}

impl From<i64> for Integer {
    #[inline]
    fn from(value: i64) -> Integer {
        Integer(Repr::Small(value))
    }
}

/// Zero.
impl Default for Integer {
    fn default() -> Integer {
        Integer::ZERO
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
