//! Exact fractions with the three values that are no fraction.

use num_integer::Integer as _;
use num_traits::{Signed, Zero};

use crate::integer::Integer;

/// A fraction in canonical form: denominator not negative, lowest terms; 0 is
/// 0/1, the infinities are 1/0 and -1/0, "not a number" is 0/0.
///
/// Equality is of the form: 0/0 equals itself here. The language's `=` says
/// otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: Integer,
    denominator: Integer,
}

impl Rational {
    /// The fraction in canonical form; any pair is accepted, n/0 is one of the
    /// infinities, 0/0 is "not a number".
    pub fn new(numerator: Integer, denominator: Integer) -> Rational {
        let (n, d) = (numerator.to_bigint(), denominator.to_bigint());
        let common = n.gcd(&d);
        if common.is_zero() {
            return Rational { numerator: Integer::ZERO, denominator: Integer::ZERO };
        }
        let common = if d.is_negative() { -common } else { common };
        Rational { numerator: (n / &common).into(), denominator: (d / common).into() }
    }

    /// The numerator.
    pub fn numerator(&self) -> &Integer {
        &self.numerator
    }

    /// The denominator; 0 for the values that are no fraction.
    pub fn denominator(&self) -> &Integer {
        &self.denominator
    }
}
