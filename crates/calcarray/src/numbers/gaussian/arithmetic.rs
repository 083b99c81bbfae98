//! Arithmetic on Gaussian integers (docs/spec/calcarray.md, "GaussianBigInt
//! operators" and "GaussianBigInt").

use std::cmp::Ordering;

use super::Gaussian;
use crate::error::{Error, ErrorKind, Limit};
use crate::float;
use crate::integer::Integer;
use crate::limits::{Meter, exceeded};

impl Gaussian {
    /// `self + other`.
    pub fn add(&self, other: &Gaussian, meter: &mut Meter) -> Result<Gaussian, Error> {
        Ok(Gaussian { re: self.re.add(&other.re, meter)?, im: self.im.add(&other.im, meter)? })
    }

    /// `self - other`.
    pub fn subtract(&self, other: &Gaussian, meter: &mut Meter) -> Result<Gaussian, Error> {
        Ok(Gaussian { re: self.re.subtract(&other.re, meter)?, im: self.im.subtract(&other.im, meter)? })
    }

    /// `self · other`.
    pub fn multiply(&self, other: &Gaussian, meter: &mut Meter) -> Result<Gaussian, Error> {
        let (a, b, c, d) = (&self.re, &self.im, &other.re, &other.im);
        Ok(Gaussian {
            re: a.multiply(c, meter)?.subtract(&b.multiply(d, meter)?, meter)?,
            im: a.multiply(d, meter)?.add(&b.multiply(c, meter)?, meter)?,
        })
    }

    /// `/GB`: the quotient with both parts cut off towards 0.
    ///
    /// # Errors
    /// [`ErrorKind::DivisionByZero`].
    pub fn divide(&self, divisor: &Gaussian, meter: &mut Meter) -> Result<Gaussian, Error> {
        let norm = divisor.norm(meter)?;
        let product = self.multiply(&divisor.conjugate(meter)?, meter)?;
        Ok(Gaussian { re: product.re.divide(&norm, meter)?, im: product.im.divide(&norm, meter)? })
    }

    /// `modGB`: what is left of the division, then made smaller by adding and
    /// subtracting the divisor and `i` times it as long as that helps.
    ///
    /// # Errors
    /// [`ErrorKind::DivisionByZero`].
    pub fn modulo(&self, divisor: &Gaussian, meter: &mut Meter) -> Result<Gaussian, Error> {
        let whole = self.divide(divisor, meter)?.multiply(divisor, meter)?;
        let mut rest = self.subtract(&whole, meter)?;
        let mut norm = rest.norm(meter)?;
        let turned = divisor.rotate_left(meter)?;
        for step in [divisor, &divisor.negate(meter)?, &turned, &turned.negate(meter)?] {
            loop {
                meter.charge(1)?;
                let next = rest.add(step, meter)?;
                let next_norm = next.norm(meter)?;
                if next_norm >= norm {
                    break;
                }
                (rest, norm) = (next, next_norm);
            }
        }
        Ok(rest)
    }

    /// `/mGB`: the quotient that leaves the remainder of [`Gaussian::modulo`].
    ///
    /// # Errors
    /// [`ErrorKind::DivisionByZero`].
    pub fn divide_nearest(&self, divisor: &Gaussian, meter: &mut Meter) -> Result<Gaussian, Error> {
        let rest = self.modulo(divisor, meter)?;
        self.subtract(&rest, meter)?.divide(divisor, meter)
    }

    /// `self` to the power of `exponent`.
    ///
    /// # Errors
    /// [`ErrorKind::NegativeExponent`]; limits.
    pub fn power(&self, exponent: &Integer, meter: &mut Meter) -> Result<Gaussian, Error> {
        if exponent.is_negative() {
            return Err(ErrorKind::NegativeExponent.into());
        }
        if exponent.is_zero() {
            return Ok(Gaussian::ONE);
        }
        let norm = self.norm(meter)?;
        if norm.is_zero() {
            return Ok(Gaussian::ZERO);
        }
        let small = if norm == Integer::ONE {
            exponent.remainder(&Integer::from(4), meter)?.to_i64()
        } else {
            exponent.to_i64()
        };
        let mut exponent = small.ok_or_else(|| exceeded(Limit::IntegerBits))?;
        let (mut power, mut square) = (Gaussian::ONE, self.clone());
        while exponent > 0 {
            meter.charge(1)?;
            if exponent % 2 == 1 {
                power = power.multiply(&square, meter)?;
            }
            exponent /= 2;
            if exponent > 0 {
                square = square.multiply(&square, meter)?;
            }
        }
        Ok(power)
    }

    /// `i` to the power of `exponent`, of either sign.
    pub fn power_of_i(exponent: &Integer, meter: &mut Meter) -> Result<Gaussian, Error> {
        let turns = exponent.modulo(&Integer::from(4), meter)?.to_i64().unwrap_or(0);
        (0..turns).try_fold(Gaussian::ONE, |power, _| power.rotate_left(meter))
    }

    /// The square of the absolute value.
    pub fn norm(&self, meter: &mut Meter) -> Result<Integer, Error> {
        self.re.multiply(&self.re, meter)?.add(&self.im.multiply(&self.im, meter)?, meter)
    }

    /// `-self`.
    pub fn negate(&self, meter: &mut Meter) -> Result<Gaussian, Error> {
        Ok(Gaussian { re: self.re.negate(meter)?, im: self.im.negate(meter)? })
    }

    /// `rot90GB`: times `i`.
    pub fn rotate_left(&self, meter: &mut Meter) -> Result<Gaussian, Error> {
        Ok(Gaussian { re: self.im.negate(meter)?, im: self.re.clone() })
    }

    /// `rot270GB`: times `-i`.
    pub fn rotate_right(&self, meter: &mut Meter) -> Result<Gaussian, Error> {
        Ok(Gaussian { re: self.im.clone(), im: self.re.negate(meter)? })
    }

    /// The mirror image at the real axis.
    pub fn conjugate(&self, meter: &mut Meter) -> Result<Gaussian, Error> {
        Ok(Gaussian { re: self.re.clone(), im: self.im.negate(meter)? })
    }

    /// Returns true if this is 0.
    pub fn is_zero(&self) -> bool {
        self.re.is_zero() && self.im.is_zero()
    }

    /// 1 to 4, each with the half axis that it starts at; 0 for 0.
    pub fn quadrant(&self) -> u8 {
        match (self.re.sign(), self.im.sign()) {
            (0, 0) => 0,
            (1, 0 | 1) => 1,
            (_, 1) => 2,
            (-1, _) => 3,
            _ => 4,
        }
    }

    /// `firstQuadrantUnitGB`: the power of `i` that takes the number there; 0
    /// for 0.
    pub fn first_quadrant_unit(&self) -> Gaussian {
        let (re, im) = match self.quadrant() {
            1 => (1, 0),
            2 => (0, -1),
            3 => (-1, 0),
            4 => (0, 1),
            _ => (0, 0),
        };
        Gaussian { re: Integer::from(re), im: Integer::from(im) }
    }

    /// `toFirstQuadrantGB`.
    pub fn to_first_quadrant(&self, meter: &mut Meter) -> Result<Gaussian, Error> {
        self.multiply(&self.first_quadrant_unit(), meter)
    }

    /// `phaseGB`: the angle, in radians.
    pub fn phase(&self) -> f64 {
        float::phase(self.im.to_f64(), self.re.to_f64())
    }

    /// `gcdGB`, in the first quadrant.
    pub fn gcd(&self, other: &Gaussian, meter: &mut Meter) -> Result<Gaussian, Error> {
        let (mut a, mut b) = (self.clone(), other.clone());
        if a.norm(meter)? < b.norm(meter)? {
            std::mem::swap(&mut a, &mut b);
        }
        while !b.is_zero() {
            meter.charge(1)?;
            let rest = a.modulo(&b, meter)?;
            (a, b) = (b, rest);
        }
        a.to_first_quadrant(meter)
    }

    /// `lcmGB`, in the first quadrant.
    ///
    /// # Errors
    /// [`ErrorKind::DivisionByZero`] when both are 0.
    pub fn lcm(&self, other: &Gaussian, meter: &mut Meter) -> Result<Gaussian, Error> {
        let common = self.gcd(other, meter)?;
        self.multiply(other, meter)?.divide(&common, meter)?.to_first_quadrant(meter)
    }

    /// `gaussianSort`: by norm, then by quadrant, then by the sum of the
    /// parts, then the larger real part first.
    pub fn order(&self, other: &Gaussian, meter: &mut Meter) -> Result<Ordering, Error> {
        let by_norm = self.norm(meter)?.cmp(&other.norm(meter)?);
        let sum = |number: &Gaussian, meter: &mut Meter| number.re.add(&number.im, meter);
        let by_sum = sum(self, meter)?.cmp(&sum(other, meter)?);
        let by_quadrant = self.quadrant().cmp(&other.quadrant());
        Ok(by_norm.then(by_quadrant).then(by_sum).then(self.im.cmp(&other.im)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn meter() -> Meter {
        Meter::new(Limits::default())
    }

    fn read(text: &str) -> Gaussian {
        Gaussian::from_text(text, &mut meter()).unwrap().unwrap()
    }

    #[test]
    fn two_operands() {
        type Operator = fn(&Gaussian, &Gaussian, &mut Meter) -> Result<Gaussian, Error>;
        for (name, operator, a, b, result) in [
            ("*", Gaussian::multiply as Operator, "1+2i", "3-i", "5+5i"),
            ("/", Gaussian::divide, "7+5i", "2", "3+2i"),
            ("/", Gaussian::divide, "-7", "2", "-3"),
            ("mod", Gaussian::modulo, "3+4i", "1+2i", "1"),
            ("mod", Gaussian::modulo, "-7+5i", "2-3i", "1i"),
            ("/m", Gaussian::divide_nearest, "5", "3", "2"),
            ("gcd", Gaussian::gcd, "4", "6", "2"),
            ("gcd", Gaussian::gcd, "0", "-3i", "3"),
            ("gcd", Gaussian::gcd, "5", "3+i", "1+2i"),
            ("lcm", Gaussian::lcm, "2", "-3", "6"),
        ] {
            assert_eq!(operator(&read(a), &read(b), &mut meter()).unwrap(), read(result), "{a} {name} {b}");
        }
        assert!(read("1").divide(&Gaussian::ZERO, &mut meter()).is_err());
        assert!(Gaussian::ZERO.lcm(&Gaussian::ZERO, &mut meter()).is_err());
    }

    #[test]
    fn powers() {
        for (base, exponent, power) in
            [("1+i", 4, "-4"), ("i", 1_000_000_000_003, "-i"), ("0", 5, "0"), ("2-i", 0, "1")]
        {
            assert_eq!(
                read(base).power(&Integer::from(exponent), &mut meter()).unwrap(),
                read(power),
                "{base}"
            );
        }
        assert!(read("1+i").power(&Integer::from(1_000_000_000_000), &mut meter()).is_err());
        assert!(read("1+i").power(&Integer::from(-1), &mut meter()).is_err());
        assert_eq!(Gaussian::power_of_i(&Integer::from(-1), &mut meter()).unwrap(), read("-i"));
    }

    #[test]
    fn quadrants() {
        for (number, quadrant) in [
            ("1", 1),
            ("1+i", 1),
            ("i", 2),
            ("-1+i", 2),
            ("-1", 3),
            ("-1-i", 3),
            ("-i", 4),
            ("1-i", 4),
            ("0", 0),
        ] {
            assert_eq!(read(number).quadrant(), quadrant, "{number}");
            let moved = read(number).to_first_quadrant(&mut meter()).unwrap();
            assert!(moved.quadrant() <= 1, "{number}");
        }
    }

    #[test]
    fn order() {
        let sorted = ["0", "1", "i", "-1", "-i", "1+i", "-1-i", "2+i", "1+2i"];
        for pair in sorted.windows(2) {
            let order = read(pair[0]).order(&read(pair[1]), &mut meter()).unwrap();
            assert_eq!(order, Ordering::Less, "{pair:?}");
        }
        assert_eq!(read("2-i").order(&read("2-i"), &mut meter()).unwrap(), Ordering::Equal);
    }
}
