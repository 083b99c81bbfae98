//! Powers, roots, logarithms and factorials (docs/spec/calcarray.md, "Integer
//! roots, logarithms, perfect powers").

use num_integer::Roots;
use num_traits::{Pow, ToPrimitive};

use super::arithmetic::{product_work, quotient_work};
use super::{Integer, Repr, words};
use crate::error::{Error, ErrorKind, Limit};
use crate::limits::{Meter, exceeded};

impl Integer {
    /// `self` to the power of `exponent`.
    ///
    /// # Errors
    /// [`ErrorKind::NegativeExponent`].
    pub fn power(&self, exponent: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if exponent.is_negative() {
            return Err(ErrorKind::NegativeExponent.into());
        }
        match self.to_i64() {
            _ if exponent.is_zero() => return Ok(Integer::ONE),
            Some(0 | 1) => return Ok(self.clone()),
            Some(-1) => return Ok(Integer::from(if exponent.is_odd() { -1 } else { 1 })),
            _ => {}
        }
        let exponent = exponent
            .to_i64()
            .and_then(|exponent| u32::try_from(exponent).ok())
            .ok_or_else(|| exceeded(Limit::IntegerBits))?;
        if let Some(small) = self.to_i64().and_then(|base| base.checked_pow(exponent)) {
            return Ok(Integer::from(small));
        }
        let bits = ((self.log2() * f64::from(exponent)) as u64).saturating_add(1);
        meter.integer(bits)?;
        meter.charge(2 * product_work(bits / 2, bits / 2))?;
        Ok(Integer::from(Pow::pow(self.to_bigint(), exponent)))
    }

    /// The logarithm to base 2 of the magnitude, which is above 1.
    fn log2(&self) -> f64 {
        let below = self.bits().saturating_sub(64);
        let top = match &self.0 {
            Repr::Small(small) => small.unsigned_abs(),
            Repr::Big(big) => (big.magnitude() >> below).to_u64().unwrap_or(u64::MAX),
        };
        below as f64 + libm::log2(top as f64)
    }

    /// `rootB`: the root, rounded towards 0.
    ///
    /// # Errors
    /// [`ErrorKind::Domain`] for a degree below 1 (of anything but 0 and 1),
    /// and for an even root of a negative number.
    pub fn root(&self, degree: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if self.is_zero() || *self == Integer::ONE || *degree == Integer::ONE {
            return Ok(self.clone());
        }
        if degree.sign() < 1 {
            return Err(ErrorKind::Domain("a root has a degree of at least 1").into());
        }
        if self.is_negative() {
            if !degree.is_odd() {
                return Err(ErrorKind::Domain("a negative number has no even root").into());
            }
            return self.negate(meter)?.root(degree, meter)?.negate(meter);
        }
        match degree.to_i64().and_then(|degree| u32::try_from(degree).ok()) {
            Some(degree) if u64::from(degree) < self.bits() => self.positive_root(degree, meter),
            _ => Ok(Integer::ONE),
        }
    }

    /// The root of a positive number; the degree is below its number of bits.
    fn positive_root(&self, degree: u32, meter: &mut Meter) -> Result<Integer, Error> {
        if let Some(small) = self.to_i64() {
            meter.charge(1)?;
            return Ok(Integer::from(small.nth_root(degree)));
        }
        // Newton's method: some power and division per doubling of the digits.
        let (bits, root_bits) = (self.bits(), self.bits() / u64::from(degree) + 1);
        let rounds = u64::from(64 - root_bits.leading_zeros()) + 2;
        let work = product_work(bits / 2 + 1, bits / 2 + 1) + quotient_work(bits, bits - root_bits);
        meter.integer(bits)?;
        meter.charge((8 * work + 8).saturating_mul(rounds))?;
        Ok(Integer::from(self.to_bigint().nth_root(degree)))
    }

    /// `logB`: the logarithm, rounded down; -1 for 0.
    ///
    /// # Errors
    /// [`ErrorKind::Domain`] for a negative number or a base below 2.
    pub fn logarithm(&self, base: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if self.is_negative() {
            return Err(ErrorKind::Domain("a negative number has no logarithm").into());
        }
        if *base < Integer::from(2) {
            return Err(ErrorKind::Domain("a logarithm has a base of at least 2").into());
        }
        if self.is_zero() {
            return Ok(Integer::from(-1));
        }
        if self < base {
            return Ok(Integer::ZERO);
        }
        // The powers with exponents 1, 2, 4, … that are not too large …
        let mut powers = vec![base.clone()];
        while let Some(last) = powers.last() {
            if 2 * last.bits() - 1 > self.bits() {
                break;
            }
            powers.push(last.multiply(last, meter)?);
        }
        // … put together from the largest down.
        let (mut product, mut exponent) = (Integer::ONE, 0);
        for (doublings, power) in powers.iter().enumerate().rev() {
            if product.bits() + power.bits() - 1 > self.bits() {
                continue;
            }
            let next = product.multiply(power, meter)?;
            if next <= *self {
                product = next;
                exponent += 1i64 << doublings;
            }
        }
        Ok(Integer::from(exponent))
    }

    /// `perfectPowerFormB`: base, exponent and sign of the number as the
    /// highest power that it is, with an exponent of at most `limit`.
    pub fn perfect_power(&self, limit: &Integer, meter: &mut Meter) -> Result<[Integer; 3], Error> {
        let sign = Integer::from(self.sign());
        let magnitude = self.abs(meter)?;
        if magnitude.is_zero() || magnitude == Integer::ONE {
            return Ok([magnitude, Integer::ZERO, sign]);
        }
        let highest = magnitude.highest_exponent(meter)?;
        let exponent = match limit.to_i64() {
            Some(limit) => largest_divisor(highest, limit.clamp(1, i64::from(highest)) as u32),
            None if limit.is_negative() => 1,
            None => highest,
        };
        let base = magnitude.root(&Integer::from(i64::from(exponent)), meter)?;
        Ok([base, Integer::from(i64::from(exponent)), sign])
    }

    /// The largest exponent for which this number above 1 is a power. The
    /// others are exactly the divisors of it.
    pub(crate) fn highest_exponent(&self, meter: &mut Meter) -> Result<u32, Error> {
        // The exponent of each small prime is a multiple of what we look for.
        let mut rest = self.clone();
        let mut common = 0;
        for prime in [2, 3, 5, 7, 11, 13] {
            let count = rest.take_out(&Integer::from(prime), meter)?;
            common = num_integer::gcd(common, count);
        }
        if rest == Integer::ONE {
            return Ok(common as u32);
        }
        if common == 1 {
            return Ok(1);
        }
        let mut highest = 1u32;
        let mut base = self.clone();
        let mut prime = 2u32;
        while u64::from(prime) < base.bits() {
            meter.charge(1)?;
            let candidate = common == 0 || common % u64::from(prime) == 0;
            if candidate && is_prime(prime) && base.may_be_power(prime, meter)? {
                let degree = Integer::from(i64::from(prime));
                let root = base.root(&degree, meter)?;
                if root.power(&degree, meter)? == base {
                    base = root;
                    highest *= prime;
                    continue;
                }
            }
            prime += 1;
        }
        Ok(highest)
    }

    /// Returns false if the remainders of this positive number rule it out as a power with this
    /// prime exponent: modulo a prime of the form `k·exponent + 1` only one number in `exponent`
    /// has the remainder of a power. The test rules out nearly all.
    fn may_be_power(&self, exponent: u32, meter: &mut Meter) -> Result<bool, Error> {
        const TESTS: usize = 3;
        // Without moduli below 2^32 everything may be a power.
        let modulus = |k: u32| k.checked_mul(2)?.checked_mul(exponent)?.checked_add(1);
        let moduli = (1..).map_while(modulus).filter(|&modulus| is_prime(modulus));
        for modulus in moduli.take(TESTS) {
            meter.charge(2 + words(self.bits()) / 16)?;
            let modulus = u64::from(modulus);
            let remainder = self.remainder(&Integer::from_u64(modulus), meter)?;
            let remainder = remainder.to_i64().map_or(0, i64::unsigned_abs);
            if remainder != 0 && power_modulo(remainder, (modulus - 1) / u64::from(exponent), modulus) != 1 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Divides by `factor`, which is neither 0 nor ±1, as often as that leaves
    /// no remainder, and says how often; not 0 itself.
    pub(crate) fn take_out(&mut self, factor: &Integer, meter: &mut Meter) -> Result<u64, Error> {
        // Up through factor, factor^2, factor^4, … and down again.
        let mut powers = vec![factor.clone()];
        let mut count = 0;
        while let Some(power) = powers.last() {
            meter.charge(1)?;
            let (quotient, remainder) = self.divide_with_remainder(power, meter)?;
            if !remainder.is_zero() {
                break;
            }
            *self = quotient;
            count += 1 << (powers.len() - 1);
            let next = power.multiply(power, meter)?;
            powers.push(next);
        }
        powers.pop();
        for (doublings, power) in powers.iter().enumerate().rev() {
            let (quotient, remainder) = self.divide_with_remainder(power, meter)?;
            if remainder.is_zero() {
                *self = quotient;
                count += 1 << doublings;
            }
        }
        Ok(count)
    }

    /// `expomodB`: how often `factor` divides the number; -1 when there is no
    /// end to it. By -1 the language would go on for ever.
    ///
    /// # Errors
    /// [`ErrorKind::DivisionByZero`]; a limit for a factor of -1.
    pub fn multiplicity(&self, factor: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if self.is_zero() || *factor == Integer::ONE {
            return Ok(Integer::from(-1));
        }
        if *factor == Integer::from(-1) {
            return Err(exceeded(Limit::Steps));
        }
        let count = self.clone().take_out(factor, meter)?;
        Ok(Integer::from(count as i64))
    }

    /// `factorialB`; `None` for negative numbers.
    pub fn factorial(&self, meter: &mut Meter) -> Result<Option<Integer>, Error> {
        if self.is_negative() {
            return Ok(None);
        }
        let Some(last) = self.to_i64() else { return Err(exceeded(Limit::IntegerBits)) };
        let (mut product, mut factors) = (Integer::ONE, 1i64);
        for factor in 2..=last {
            meter.charge(1)?;
            match factors.checked_mul(factor) {
                Some(more) => factors = more,
                None => {
                    product = product.multiply(&Integer::from(factors), meter)?;
                    factors = factor;
                }
            }
        }
        product.multiply(&Integer::from(factors), meter).map(Some)
    }
}

/// Computes a power modulo a number below 2^32.
fn power_modulo(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut power, mut square) = (1, base % modulus);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * square % modulus;
        }
        square = square * square % modulus;
        exponent /= 2;
    }
    power
}

fn is_prime(number: u32) -> bool {
    (2_u32..)
        .take_while(|factor| factor.checked_mul(*factor).is_some_and(|square| square <= number))
        .all(|factor| !number.is_multiple_of(factor))
}

/// The largest divisor of `number` that is at most `limit`, which is at least 1.
pub(crate) fn largest_divisor(number: u32, limit: u32) -> u32 {
    (1..=limit).rev().find(|divisor| number.is_multiple_of(*divisor)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn meter() -> Meter {
        Meter::new(Limits::default())
    }

    fn int(value: i64) -> Integer {
        Integer::from(value)
    }

    #[test]
    fn powers() {
        for (base, exponent, power) in
            [(2, 10, "1024"), (-3, 3, "-27"), (0, 0, "1"), (10, 20, "100000000000000000000")]
        {
            assert_eq!(int(base).power(&int(exponent), &mut meter()).unwrap().to_string(), power);
        }
        assert_eq!(
            int(-1).power(&Integer::parse("1000000000000000000001").unwrap(), &mut meter()).unwrap(),
            int(-1)
        );
        assert!(int(1).power(&int(-1), &mut meter()).is_err());
        assert!(int(10).power(&int(1_000_000_000_000), &mut meter()).is_err());
        assert!(int(10).power(&int(4_000_000_000), &mut meter()).is_err());
    }

    #[test]
    fn roots_and_logarithms() {
        for (number, degree, root) in
            [(27, 3, 3), (-28, 3, -3), (0, -1, 0), (1, 0, 1), (-5, 1, -5), (5, 9, 1)]
        {
            assert_eq!(int(number).root(&int(degree), &mut meter()).unwrap(), int(root));
        }
        assert!(int(-4).root(&int(2), &mut meter()).is_err());
        assert!(int(4).root(&int(0), &mut meter()).is_err());
        for (number, base, logarithm) in [
            (0, 2, -1),
            (1, 2, 0),
            (7, 2, 2),
            (8, 2, 3),
            (9, 2, 3),
            (999, 10, 2),
            (1000, 10, 3),
            (i64::MAX, 3, 39),
        ] {
            assert_eq!(int(number).logarithm(&int(base), &mut meter()).unwrap(), int(logarithm), "{number}");
        }
        let large = int(7).power(&int(1000), &mut meter()).unwrap();
        assert_eq!(large.logarithm(&int(7), &mut meter()).unwrap(), int(1000));
        let less = large.subtract(&Integer::ONE, &mut meter()).unwrap();
        assert_eq!(less.logarithm(&int(7), &mut meter()).unwrap(), int(999));
    }

    #[test]
    fn perfect_powers() {
        for (number, limit, form) in [
            (0, 5, [0, 0, 0]),
            (-1, 5, [1, 0, -1]),
            (64, 100, [2, 6, 1]),
            (64, 5, [4, 3, 1]),
            (64, 1, [64, 1, 1]),
            (-64, 100, [2, 6, -1]),
            (72, 100, [72, 1, 1]),
            (289, 100, [17, 2, 1]),
            (17 * 17 * 17 * 8, 100, [34, 3, 1]),
            (1 << 62, 61, [4, 31, 1]),
            (101 * 101 * 101 * 101, 9, [101, 4, 1]),
            (103 * 107, 9, [103 * 107, 1, 1]),
        ] {
            let expected = form.map(int);
            assert_eq!(
                int(number).perfect_power(&int(limit), &mut meter()).unwrap(),
                expected,
                "{number} {limit}"
            );
        }
    }

    #[test]
    fn multiplicity() {
        for (number, factor, count) in [(48, 2, 4), (-48, -2, 4), (7, 3, 0), (0, 0, -1), (5, 1, -1)] {
            assert_eq!(int(number).multiplicity(&int(factor), &mut meter()).unwrap(), int(count));
        }
        assert!(int(6).multiplicity(&int(-1), &mut meter()).is_err());
        assert!(int(6).multiplicity(&int(0), &mut meter()).is_err());
        let large = int(2).power(&int(100_003), &mut meter()).unwrap();
        assert_eq!(large.multiplicity(&int(2), &mut meter()).unwrap(), int(100_003));
        assert_eq!(large.multiplicity(&int(8), &mut meter()).unwrap(), int(33_334));
    }

    #[test]
    fn factorials() {
        assert_eq!(
            int(25).factorial(&mut meter()).unwrap().unwrap().to_string(),
            "15511210043330985984000000"
        );
        assert_eq!(int(0).factorial(&mut meter()).unwrap(), Some(Integer::ONE));
        assert_eq!(int(-1).factorial(&mut meter()).unwrap(), None);
        assert!(int(100_000).factorial(&mut meter()).is_err());
    }

    #[test]
    fn primes_up_to_the_largest_number() {
        assert!(is_prime(4_294_967_291));
        assert!(!is_prime(4_294_836_225) && !is_prime(u32::MAX));
    }

    #[test]
    fn moduli_beyond_32_bits_are_not_asked() {
        assert!(int(3).may_be_power(4_294_967_291, &mut meter()).unwrap());
        assert!(!int(3).may_be_power(2, &mut meter()).unwrap());
    }

    #[test]
    fn a_power_far_beyond_any_limit_is_refused() {
        let mut meter = Meter::new(Limits { integer_bits: u64::MAX, ..Limits::default() });
        let base = int(2).shift_left(&int(1 << 20), &mut Meter::new(Limits::none())).unwrap();
        let error = base.power(&int(u32::MAX.into()), &mut meter).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit(_)), "{error}");
    }
}
