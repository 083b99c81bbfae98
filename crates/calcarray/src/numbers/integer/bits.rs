//! Bit operations, on infinite two's complement.

use num_bigint::BigInt;

use super::{Integer, Repr};
use crate::error::{Error, Limit};
use crate::limits::{Meter, exceeded};

impl Integer {
    /// `bit&B`.
    pub fn and(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        self.bitwise(other, |a, b| a & b, |a, b| a & b, meter)
    }

    /// `bit|B`.
    pub fn or(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        self.bitwise(other, |a, b| a | b, |a, b| a | b, meter)
    }

    /// `bit^B`.
    pub fn xor(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        self.bitwise(other, |a, b| a ^ b, |a, b| a ^ b, meter)
    }

    fn bitwise(
        &self,
        other: &Integer,
        small: fn(i64, i64) -> i64,
        big: fn(BigInt, BigInt) -> BigInt,
        meter: &mut Meter,
    ) -> Result<Integer, Error> {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            return Ok(Integer::from(small(*a, *b)));
        }
        meter.integer(self.bits().max(other.bits()))?;
        Ok(Integer::from(big(self.to_bigint(), other.to_bigint())))
    }

    /// `bit~B`: `-self - 1`.
    pub fn complement(&self, meter: &mut Meter) -> Result<Integer, Error> {
        Integer::from(-1).subtract(self, meter)
    }

    /// `bit<<B`; a negative count shifts to the right.
    pub fn shift_left(&self, count: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if count.is_negative() {
            return self.shift_right(&count.negate(meter)?, meter);
        }
        if self.is_zero() {
            return Ok(Integer::ZERO);
        }
        let count = count
            .to_i64()
            .and_then(|count| u64::try_from(count).ok())
            .ok_or_else(|| exceeded(Limit::IntegerBits))?;
        match self.to_i64() {
            Some(small) if self.bits() + count < 63 => Ok(Integer::from(small << count)),
            _ => {
                meter.integer(self.bits().saturating_add(count))?;
                Ok(Integer::from(self.to_bigint() << count))
            }
        }
    }

    /// `bit>>B`, rounding down; a negative count shifts to the left.
    pub fn shift_right(&self, count: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if count.is_negative() {
            return self.shift_left(&count.negate(meter)?, meter);
        }
        let count = count.to_i64().map_or(u64::MAX, |count| count as u64);
        if count >= self.bits() {
            return Ok(Integer::from(if self.is_negative() { -1 } else { 0 }));
        }
        match self.to_i64() {
            Some(small) => Ok(Integer::from(small >> count.min(63))),
            None => {
                meter.integer(self.bits() - count)?;
                Ok(Integer::from(self.to_bigint() >> count))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn shifts() {
        let mut meter = Meter::new(Limits::default());
        for (value, count, left) in [
            (5i64, 3i64, "40"),
            (-5, -1, "-3"),
            (-5, -100, "-1"),
            (5, -100, "0"),
            (i64::MIN, -64, "-1"),
            (i64::MIN, -63, "-1"),
            (1, 63, "9223372036854775808"),
            (-1, 63, "-9223372036854775808"),
            (0, i64::MAX, "0"),
            (0, i64::MIN, "0"),
        ] {
            let (value, count) = (Integer::from(value), Integer::from(count));
            assert_eq!(value.shift_left(&count, &mut meter).unwrap().to_string(), left, "{value} << {count}");
            let back = count.negate(&mut meter).unwrap();
            assert_eq!(value.shift_right(&back, &mut meter).unwrap().to_string(), left);
        }
        let far = Integer::from(1_000_000_000_000_000);
        assert!(Integer::ONE.shift_left(&far, &mut meter).is_err());
    }

    #[test]
    fn large_numbers_are_twos_complement_too() {
        let mut meter = Meter::new(Limits::default());
        let large = Integer::parse("36893488147419103233").unwrap(); // 2^65 + 1
        assert_eq!(large.and(&Integer::from(-1), &mut meter).unwrap(), large);
        assert_eq!(large.xor(&large, &mut meter).unwrap(), Integer::ZERO);
        assert_eq!(large.or(&Integer::from(-2), &mut meter).unwrap(), Integer::from(-1));
        assert_eq!(large.complement(&mut meter).unwrap().to_string(), "-36893488147419103234");
    }
}
