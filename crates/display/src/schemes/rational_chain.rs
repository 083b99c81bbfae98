//! Chains of a fraction's exponents (docs/spec/display.md, "Partial Absorb
//! 180").

use calcarray::{Error, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};

use super::{Brush, integer};
use crate::factors::{Exponents, LONGEST_CHAIN, divide_out};

/// A value as the rational schemes see it.
pub(super) enum Fraction {
    NotANumber,
    /// Infinity: the negative one if true.
    Infinity(bool),
    Zero,
    /// A fraction: numerator, denominator, and true if it is negative.
    Finite(BigUint, BigUint, bool),
}

impl Fraction {
    pub(super) fn of(value: &Value) -> Fraction {
        let (numerator, denominator) = match value {
            Value::Rational(value) => (value.numerator().to_bigint(), value.denominator().to_bigint()),
            Value::Integer(value) => (value.to_bigint(), BigInt::one()),
            Value::Number(number) if number.is_nan() => return Fraction::NotANumber,
            Value::Number(number) if number.is_infinite() => return Fraction::Infinity(*number < 0.0),
            Value::Number(number) => match of_number(number.abs()) {
                Some((numerator, denominator)) if *number < 0.0 => (-numerator, denominator),
                Some(fraction) => fraction,
                None => return Fraction::NotANumber,
            },
            Value::Text(_) => (integer(value), BigInt::one()),
            _ => return Fraction::NotANumber,
        };
        let negative = numerator.is_negative();
        match (numerator.is_zero(), denominator.is_zero()) {
            (true, true) => Fraction::NotANumber,
            (false, true) => Fraction::Infinity(negative),
            (true, false) => Fraction::Zero,
            _ => Fraction::Finite(numerator.into_parts().1, denominator.into_parts().1, negative),
        }
    }
}

/// The fraction nearest to a number by continued fractions, until it is the
/// number (docs/spec/calcarray.md, "BigRational").
fn of_number(number: f64) -> Option<(BigInt, BigInt)> {
    use num_traits::FromPrimitive;
    let mut terms: Vec<f64> = Vec::new();
    let mut rest = number;
    while terms.len() < 64 {
        let term = rest.floor();
        terms.push(term);
        let (mut n, mut d) = (term, 1.0);
        for term in terms.iter().rev().skip(1) {
            (n, d) = (d + n * term, n);
        }
        if n / d == number || rest.fract() == 0.0 {
            return Some((BigInt::from_f64(n)?, BigInt::from_f64(d)?));
        }
        rest = 1.0 / rest.fract();
    }
    None
}

/// A list of a chain, and the side of 1 on which the rest was.
pub(super) struct Link {
    pub(super) exponents: Exponents,
    /// True if the rest that the next link describes was below 1.
    pub(super) rest_below_one: bool,
}

/// The exponents of a positive fraction, then those of the rest, moved towards 1, and
/// so on.
pub(super) fn chain(
    brush: &mut Brush<'_>,
    mut numerator: BigUint,
    mut denominator: BigUint,
    primes: &[u32],
) -> Result<Vec<Link>, Error> {
    let mut chain = Vec::new();
    loop {
        let mut exponents = Vec::new();
        for prime in primes {
            let above = divide_out(brush.meter, &mut numerator, *prime)?;
            let below = divide_out(brush.meter, &mut denominator, *prime)?;
            exponents.push(i64::from(above) - i64::from(below));
            if numerator.is_one() && denominator.is_one() {
                break;
            }
        }
        let rest_below_one = numerator < denominator;
        let done = numerator == denominator;
        chain.push(Link { exponents, rest_below_one });
        if done || chain.len() >= LONGEST_CHAIN {
            return Ok(chain);
        }
        if rest_below_one {
            denominator -= &numerator;
        } else {
            numerator -= &denominator;
        }
    }
}
