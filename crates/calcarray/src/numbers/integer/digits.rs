//! Integers as digits in any base, and what works digit by digit
//! (docs/spec/calcarray.md, "Digit-wise operators").

use super::{Integer, words};
use crate::error::{Error, ErrorKind};
use crate::limits::Meter;

impl Integer {
    /// The digits of the magnitude, the last one first; none for 0.
    ///
    /// # Errors
    /// [`ErrorKind::Domain`] for a base below 2.
    pub fn digits(&self, base: &Integer, meter: &mut Meter) -> Result<Vec<Integer>, Error> {
        if *base < Integer::from(2) {
            return Err(ErrorKind::Domain("the base of digits is at least 2").into());
        }
        // As many digits at once as fit a machine word.
        let (block, length) = base.block();
        let mut rest = self.abs(meter)?;
        let mut digits = Vec::new();
        while !rest.is_zero() {
            meter.charge(length as u64 + words(rest.bits()) / 32)?;
            meter.allocate(16 * length as u64)?;
            let (quotient, part) = rest.divide_with_remainder(&block, meter)?;
            rest = quotient;
            let mut part = part;
            for _ in 0..length {
                if rest.is_zero() && part.is_zero() {
                    break;
                }
                let (more, digit) = part.divide_with_remainder(base, meter)?;
                digits.push(digit);
                part = more;
            }
        }
        Ok(digits)
    }

    /// The number with these digits, the last one first. Digits may be as
    /// large as they like, and the base may be anything.
    pub fn from_digits(digits: &[Integer], base: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        let (block, length) = base.block();
        let mut number = Integer::ZERO;
        for part in digits.chunks(length).rev() {
            let mut value = Integer::ZERO;
            for digit in part.iter().rev() {
                meter.charge(1)?;
                value = value.multiply(base, meter)?.add(digit, meter)?;
            }
            number = number.multiply(&block, meter)?.add(&value, meter)?;
        }
        Ok(number)
    }

    /// The highest power of this base that a machine word holds, and its
    /// exponent; the base itself if there is none.
    fn block(&self) -> (Integer, usize) {
        let base = match self.to_i64() {
            Some(base) if base >= 2 => base,
            _ => return (self.clone(), 1),
        };
        let (mut block, mut length) = (base, 1);
        while let Some(larger) = block.checked_mul(base) {
            block = larger;
            length += 1;
        }
        (Integer::from(block), length)
    }

    /// `basebit&B`: of each pair of digits the smaller one.
    pub fn digitwise_minimum(
        &self,
        other: &Integer,
        base: &Integer,
        meter: &mut Meter,
    ) -> Result<Integer, Error> {
        self.digitwise(other, base, meter, |a, b, _| Ok(a.min(b)))
    }

    /// `basebit|B`: of each pair of digits the larger one.
    pub fn digitwise_maximum(
        &self,
        other: &Integer,
        base: &Integer,
        meter: &mut Meter,
    ) -> Result<Integer, Error> {
        self.digitwise(other, base, meter, |a, b, _| Ok(a.max(b)))
    }

    /// `basebit^B`: the sum of each pair of digits, without carry.
    pub fn digitwise_sum(
        &self,
        other: &Integer,
        base: &Integer,
        meter: &mut Meter,
    ) -> Result<Integer, Error> {
        self.digitwise(other, base, meter, |a, b, meter| a.add(&b, meter)?.modulo(base, meter))
    }

    fn digitwise(
        &self,
        other: &Integer,
        base: &Integer,
        meter: &mut Meter,
        combine: impl Fn(Integer, Integer, &mut Meter) -> Result<Integer, Error>,
    ) -> Result<Integer, Error> {
        let (mut a, mut b) = (self.digits(base, meter)?, other.digits(base, meter)?);
        let length = a.len().max(b.len());
        a.resize(length, Integer::ZERO);
        b.resize(length, Integer::ZERO);
        let combined: Result<Vec<Integer>, Error> =
            a.into_iter().zip(b).map(|(a, b)| combine(a, b, meter)).collect();
        Integer::from_digits(&combined?, base, meter)
    }

    /// `basebit~B`: each digit but 0 becomes what it lacks to the base.
    pub fn digitwise_complement(&self, base: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        let mut digits = self.digits(base, meter)?;
        for digit in digits.iter_mut().filter(|digit| !digit.is_zero()) {
            *digit = base.subtract(digit, meter)?;
        }
        Integer::from_digits(&digits, base, meter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn works_digit_by_digit() {
        let mut meter = Meter::new(Limits::default());
        for (a, b, base, minimum, maximum, sum) in [
            (13, 11, 2, 9, 15, 6),
            (13, 11, 3, 10, 14, 21),
            (100, 77, 10, 0, 177, 177),
            (-13, 11, 3, 10, 14, 21),
            (0, 5, 3, 0, 5, 5),
        ] {
            let (a, b, base) = (Integer::from(a), Integer::from(b), Integer::from(base));
            assert_eq!(a.digitwise_minimum(&b, &base, &mut meter).unwrap(), Integer::from(minimum));
            assert_eq!(a.digitwise_maximum(&b, &base, &mut meter).unwrap(), Integer::from(maximum));
            assert_eq!(a.digitwise_sum(&b, &base, &mut meter).unwrap(), Integer::from(sum));
        }
        for (value, base, complement) in [(13, 2, 13), (13, 3, 26), (100, 10, 900), (0, 5, 0), (-13, 3, 26)] {
            let result = Integer::from(value).digitwise_complement(&Integer::from(base), &mut meter).unwrap();
            assert_eq!(result, Integer::from(complement), "{value} in base {base}");
        }
        assert!(Integer::from(5).digits(&Integer::ONE, &mut meter).is_err());
    }

    #[test]
    fn digits_make_the_number_again() {
        let mut meter = Meter::new(Limits::default());
        let number = Integer::parse(&"1234567890".repeat(20)).unwrap();
        for base in
            ["2", "3", "10", "64", "1000", "4294967296", "9223372036854775807", "100000000000000000000000"]
        {
            let base = Integer::parse(base).unwrap();
            let digits = number.digits(&base, &mut meter).unwrap();
            assert!(digits.iter().all(|digit| *digit < base));
            assert_eq!(Integer::from_digits(&digits, &base, &mut meter).unwrap(), number);
        }
    }
}
