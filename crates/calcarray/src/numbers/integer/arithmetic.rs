//! Sums, products and quotients.
//!
//! What fits 64 bits is computed in place. Everything larger asks the
//! [`Meter`] for the size of the result before it exists, and pays for the
//! work in proportion to the words multiplied.

use num_bigint::{BigInt, Sign};

use super::{Integer, Repr, words};
use crate::error::{Error, ErrorKind};
use crate::limits::Meter;

/// Applies an operator to the two values as `BigInt`s, without copying either.
macro_rules! big {
    ($a:expr, $op:tt, $b:expr) => {
        match (&$a.0, &$b.0) {
            (Repr::Small(a), Repr::Small(b)) => Integer::from(BigInt::from(*a) $op *b),
            (Repr::Small(a), Repr::Big(b)) => Integer::from(*a $op &**b),
            (Repr::Big(a), Repr::Small(b)) => Integer::from(&**a $op *b),
            (Repr::Big(a), Repr::Big(b)) => Integer::from(&**a $op &**b),
        }
    };
}

impl Integer {
    /// Returns true if this is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0))
    }

    /// Returns true if this is below 0.
    pub fn is_negative(&self) -> bool {
        self.sign() < 0
    }

    /// Returns true if this is not divisible by 2.
    pub fn is_odd(&self) -> bool {
        match &self.0 {
            Repr::Small(small) => small & 1 == 1,
            Repr::Big(big) => big.bit(0),
        }
    }

    /// -1, 0 or 1.
    pub fn sign(&self) -> i64 {
        match &self.0 {
            Repr::Small(small) => small.signum(),
            Repr::Big(big) => match big.sign() {
                Sign::Minus => -1,
                Sign::NoSign => 0,
                Sign::Plus => 1,
            },
        }
    }

    /// `-self`.
    pub fn negate(&self, meter: &mut Meter) -> Result<Integer, Error> {
        match &self.0 {
            Repr::Small(small) if *small != i64::MIN => Ok(Integer::from(-small)),
            _ => {
                meter.integer(self.bits())?;
                Ok(Integer::from(-self.to_bigint()))
            }
        }
    }

    /// `|self|`.
    pub fn abs(&self, meter: &mut Meter) -> Result<Integer, Error> {
        if self.is_negative() { self.negate(meter) } else { Ok(self.clone()) }
    }

    /// `self + other`.
    #[inline]
    pub fn add(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Ok(Integer::from(sum));
        }
        self.add_long(other, meter)
    }

    #[inline(never)]
    fn add_long(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        meter.integer(self.bits().max(other.bits()) + 1)?;
        Ok(big!(self, +, other))
    }

    /// `self - other`.
    #[inline]
    pub fn subtract(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(difference) = a.checked_sub(*b)
        {
            return Ok(Integer::from(difference));
        }
        self.subtract_long(other, meter)
    }

    #[inline(never)]
    fn subtract_long(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        meter.integer(self.bits().max(other.bits()) + 1)?;
        Ok(big!(self, -, other))
    }

    /// `self · other`.
    #[inline]
    pub fn multiply(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Ok(Integer::from(product));
        }
        self.multiply_long(other, meter)
    }

    #[inline(never)]
    fn multiply_long(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            return Ok(Integer::from(BigInt::from(i128::from(*a) * i128::from(*b))));
        }
        meter.integer(self.bits() + other.bits())?;
        meter.charge(product_work(self.bits(), other.bits()))?;
        Ok(big!(self, *, other))
    }

    /// The quotient, cut off towards 0.
    ///
    /// # Errors
    /// [`ErrorKind::DivisionByZero`].
    pub fn divide(&self, divisor: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        Ok(self.divide_with_remainder(divisor, meter)?.0)
    }

    /// The remainder, with the sign of `self`.
    ///
    /// # Errors
    /// [`ErrorKind::DivisionByZero`].
    #[inline]
    pub fn remainder(&self, divisor: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        match (&self.0, &divisor.0) {
            (Repr::Small(a), Repr::Small(b)) if *b != 0 => Ok(Integer::from(a.wrapping_rem(*b))),
            _ => Ok(self.divide_with_remainder(divisor, meter)?.1),
        }
    }

    /// [`Integer::divide`] and [`Integer::remainder`] at once.
    ///
    /// # Errors
    /// [`ErrorKind::DivisionByZero`].
    pub fn divide_with_remainder(
        &self,
        divisor: &Integer,
        meter: &mut Meter,
    ) -> Result<(Integer, Integer), Error> {
        if divisor.is_zero() {
            return Err(ErrorKind::DivisionByZero.into());
        }
        // Nothing to divide by, as in fractions that are whole.
        if *divisor == Integer::ONE {
            return Ok((self.clone(), Integer::ZERO));
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &divisor.0)
            && let Some(quotient) = a.checked_div(*b)
        {
            return Ok((Integer::from(quotient), Integer::from(a % b)));
        }
        if self.bits() < divisor.bits() {
            return Ok((Integer::ZERO, self.clone()));
        }
        meter.integer(self.bits())?;
        meter.charge(quotient_work(self.bits(), divisor.bits()))?;
        let (a, b) = (self.to_bigint(), divisor.to_bigint());
        let (quotient, remainder) = num_integer::Integer::div_rem(&a, &b);
        Ok((Integer::from(quotient), Integer::from(remainder)))
    }

    /// The remainder of the division rounded down: it has the sign of the
    /// divisor. By the language's rule 0 when the divisor is 0.
    pub fn modulo(&self, divisor: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if divisor.is_zero() {
            return Ok(Integer::ZERO);
        }
        let remainder = self.remainder(divisor, meter)?;
        if remainder.sign() * divisor.sign() < 0 { remainder.add(divisor, meter) } else { Ok(remainder) }
    }

    /// Returns true if `divisor` divides `self`.
    ///
    /// # Errors
    /// [`ErrorKind::DivisionByZero`].
    pub fn is_multiple_of(&self, divisor: &Integer, meter: &mut Meter) -> Result<bool, Error> {
        Ok(self.remainder(divisor, meter)?.is_zero())
    }
}

/// Units of work of a product: a unit is some 64 words multiplied. num-bigint
/// multiplies word by word up to 32 words, above by Karatsuba's and Toom's
/// methods, whose work grows with about the power 3/2.
pub(super) fn product_work(a_bits: u64, b_bits: u64) -> u64 {
    let (small, large) = (words(a_bits.min(b_bits)), words(a_bits.max(b_bits)));
    let block =
        if small <= 32 { small * small } else { small.saturating_mul(small.isqrt()).saturating_mul(6) };
    large.div_ceil(small).saturating_mul(block) / 64
}

/// Units of work of a division, which num-bigint does word by word.
pub(super) fn quotient_work(dividend_bits: u64, divisor_bits: u64) -> u64 {
    let quotient = words(dividend_bits.saturating_sub(divisor_bits));
    quotient.saturating_mul(words(divisor_bits)) / 64
}
