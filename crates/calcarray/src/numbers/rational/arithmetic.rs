//! Arithmetic on fractions, the three values that are none included
//! (docs/spec/calcarray.md, "BigRational").

use super::Rational;
use crate::error::{Error, ErrorKind, Limit};
use crate::integer::{Integer, largest_divisor};
use crate::limits::{Meter, exceeded};

impl Rational {
    /// `self + other`; NaN for infinities that cancel.
    pub fn add(&self, other: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        match (self.is_finite(), other.is_finite()) {
            (true, true) => self.combine(other, Integer::add, meter),
            (true, false) => Ok(other.clone()),
            (false, true) => Ok(self.clone()),
            (false, false) => Ok(if self == other { self.clone() } else { Rational::NAN }),
        }
    }

    /// `self - other`.
    pub fn subtract(&self, other: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        if self.is_finite() && other.is_finite() {
            return self.combine(other, Integer::subtract, meter);
        }
        self.add(&other.negate(meter)?, meter)
    }

    /// The sum or difference of two fractions. What divides numerator and
    /// denominator of the result must divide both denominators (Henrici), so
    /// divisors are looked for in those rather than in products of them.
    fn combine(
        &self,
        other: &Rational,
        operator: fn(&Integer, &Integer, &mut Meter) -> Result<Integer, Error>,
        meter: &mut Meter,
    ) -> Result<Rational, Error> {
        let (b, d) = (&self.denominator, &other.denominator);
        let shared = if b == d { d.clone() } else { b.gcd(d, meter)? };
        if shared == Integer::ONE {
            let left = self.numerator.multiply(d, meter)?;
            let right = other.numerator.multiply(b, meter)?;
            let numerator = operator(&left, &right, meter)?;
            return Ok(Rational { numerator, denominator: b.multiply(d, meter)? });
        }
        let (own, others) = (b.divide(&shared, meter)?, d.divide(&shared, meter)?);
        let left = self.numerator.multiply(&others, meter)?;
        let right = other.numerator.multiply(&own, meter)?;
        let numerator = operator(&left, &right, meter)?;
        let common = numerator.gcd(&shared, meter)?.abs(meter)?;
        Ok(Rational {
            numerator: numerator.divide(&common, meter)?,
            denominator: own.multiply(&d.divide(&common, meter)?, meter)?,
        })
    }

    /// `self · other`; NaN for 0 times an infinity.
    pub fn multiply(&self, other: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        self.times(&other.numerator, &other.denominator, meter)
    }

    /// `self / other`; an infinity for division by 0, NaN for 0/0. The sign of
    /// the divisor is lost on an infinity.
    pub fn divide(&self, other: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        self.times(&other.denominator, &other.numerator, meter)
    }

    /// The product with n/d, which have no common divisor. What divides both
    /// parts of it must divide a numerator and the other denominator.
    fn times(&self, n: &Integer, d: &Integer, meter: &mut Meter) -> Result<Rational, Error> {
        let (a, b) = (&self.numerator, &self.denominator);
        let is_short = |x: &Integer, y: &Integer| x.bits() + y.bits() < 64;
        if b.is_zero() || d.is_zero() || n.is_zero() || (is_short(a, n) && is_short(b, d)) {
            return Rational::reduced(a.multiply(n, meter)?, b.multiply(d, meter)?, meter);
        }
        let (first, second) = (a.gcd(d, meter)?.abs(meter)?, n.gcd(b, meter)?.abs(meter)?);
        let numerator = a.divide(&first, meter)?.multiply(&n.divide(&second, meter)?, meter)?;
        let denominator = b.divide(&second, meter)?.multiply(&d.divide(&first, meter)?, meter)?;
        if denominator.is_negative() {
            let (numerator, denominator) = (numerator.negate(meter)?, denominator.negate(meter)?);
            return Ok(Rational { numerator, denominator });
        }
        Ok(Rational { numerator, denominator })
    }

    /// `-self`.
    pub fn negate(&self, meter: &mut Meter) -> Result<Rational, Error> {
        Ok(Rational { numerator: self.numerator.negate(meter)?, denominator: self.denominator.clone() })
    }

    /// `|self|`.
    pub fn abs(&self, meter: &mut Meter) -> Result<Rational, Error> {
        Ok(Rational { numerator: self.numerator.abs(meter)?, denominator: self.denominator.clone() })
    }

    /// `1 / self`; infinity for 0.
    pub fn reciprocal(&self, meter: &mut Meter) -> Result<Rational, Error> {
        if self.is_infinite() {
            return Ok(Rational::ZERO);
        }
        let negative = self.numerator.is_negative();
        let (n, d) = (self.denominator.clone(), self.numerator.abs(meter)?);
        Ok(Rational { numerator: if negative { n.negate(meter)? } else { n }, denominator: d })
    }

    /// `signBR`: 1, 0 or -1 as a number, or NaN.
    pub fn sign(&self) -> f64 {
        if self.is_nan() { f64::NAN } else { self.numerator.sign() as f64 }
    }

    /// Returns true if this is below 0.
    pub fn is_negative(&self) -> bool {
        self.numerator.is_negative()
    }

    /// The largest integer that is not above this fraction, which is finite.
    ///
    /// # Errors
    /// Limits; [`ErrorKind::DivisionByZero`] if it is not finite.
    pub fn floor(&self, meter: &mut Meter) -> Result<Integer, Error> {
        if self.denominator.is_zero() {
            return Err(ErrorKind::DivisionByZero.into());
        }
        let (quotient, remainder) = self.numerator.divide_with_remainder(&self.denominator, meter)?;
        if remainder.is_negative() { quotient.subtract(&Integer::ONE, meter) } else { Ok(quotient) }
    }

    /// `floorBR`: down to a multiple of `|step|`.
    pub fn floor_to(&self, step: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        if !self.is_finite() || step.is_nan() {
            Ok(Rational::NAN)
        } else if step.is_infinite() {
            Ok(if self.is_negative() { Rational::infinity(true) } else { Rational::ZERO })
        } else if step.is_zero() {
            Ok(self.clone())
        } else {
            let step = step.abs(meter)?;
            Rational::whole(self.divide(&step, meter)?.floor(meter)?).multiply(&step, meter)
        }
    }

    /// `ceilBR`: up to a multiple of `|step|`.
    pub fn ceil_to(&self, step: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        if step.is_infinite() && self.is_finite() {
            return Ok(if self.is_negative() { Rational::ZERO } else { Rational::INFINITY });
        }
        self.negate(meter)?.floor_to(step, meter)?.negate(meter)
    }

    /// `roundBR`: to the nearer of the two, halves up.
    pub fn round_to(&self, step: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        if step.is_infinite() && self.is_finite() {
            return Ok(Rational::ZERO);
        }
        if !self.is_finite() || step.is_nan() || step.is_zero() {
            return self.floor_to(step, meter);
        }
        // Halves go up: the floor of what lies half a step above.
        let step = step.abs(meter)?;
        let half = step.divide(&Rational::whole(Integer::from(2)), meter)?;
        self.add(&half, meter)?.floor_to(&step, meter)
    }

    /// `modBR`: the remainder of the division rounded down.
    pub fn modulo(&self, divisor: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        if !self.is_finite() || divisor.is_nan() {
            Ok(Rational::NAN)
        } else if divisor.is_infinite() {
            Ok(self.clone())
        } else if divisor.is_negative() {
            self.negate(meter)?.modulo(&divisor.negate(meter)?, meter)?.negate(meter)
        } else {
            self.subtract(&self.floor_to(divisor, meter)?, meter)
        }
    }

    /// `^BR`; everything to the power of 0 is 1, except NaN.
    pub fn power(&self, exponent: &Integer, meter: &mut Meter) -> Result<Rational, Error> {
        if self.is_nan() {
            return Ok(Rational::NAN);
        }
        if exponent.is_zero() {
            return Ok(Rational::ONE);
        }
        let magnitude = exponent.abs(meter)?;
        let (n, d) = (self.numerator.power(&magnitude, meter)?, self.denominator.power(&magnitude, meter)?);
        if !exponent.is_negative() {
            // Powers of what has no common factor have none either.
            return Ok(Rational { numerator: n, denominator: d });
        }
        let power = Rational { numerator: n, denominator: d };
        power.reciprocal(meter)
    }

    /// `gcdBR`: never negative; 0 and infinity yield the other one. Of 0 and infinity,
    /// the first.
    pub fn gcd(&self, other: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        if self.is_nan() || other.is_nan() {
            return Ok(Rational::NAN);
        }
        if other.is_zero() || other.is_infinite() && !self.is_infinite() {
            return self.abs(meter);
        }
        if self.is_zero() || self.is_infinite() {
            return other.abs(meter);
        }
        // What Euclid's algorithm arrives at, without its steps.
        let left = self.numerator.multiply(&other.denominator, meter)?.abs(meter)?;
        let right = other.numerator.multiply(&self.denominator, meter)?.abs(meter)?;
        let common = left.gcd(&right, meter)?;
        Rational::reduced(common, self.denominator.multiply(&other.denominator, meter)?, meter)
    }

    /// `lcmBR`: never negative; 0 and infinity yield the other one.
    pub fn lcm(&self, other: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        if self.is_nan() || other.is_nan() {
            Ok(Rational::NAN)
        } else if other.is_zero() || self.is_infinite() {
            self.abs(meter)
        } else if self.is_zero() || other.is_infinite() {
            other.abs(meter)
        } else {
            let common = self.gcd(other, meter)?;
            self.multiply(other, meter)?.abs(meter)?.divide(&common, meter)
        }
    }

    /// `expomodBR`: how often the factor is in the number, which may be a
    /// negative number of times. By ±1 the language would go on for ever.
    ///
    /// # Errors
    /// Limits, and so for a factor of ±1.
    pub fn multiplicity(&self, factor: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        if self.is_nan() || !factor.is_finite() || factor.is_zero() {
            return Ok(Rational::NAN);
        }
        if self.is_infinite() {
            return Ok(Rational::INFINITY);
        }
        if self.is_zero() {
            return Ok(Rational::infinity(true));
        }
        if factor.is_whole() && factor.numerator.bits() == 1 {
            return Err(exceeded(Limit::Steps));
        }
        let (mut n, mut d, mut count) = (self.numerator.clone(), self.denominator.clone(), 0i64);
        while let Some((next_n, next_d)) = take_out(&n, &factor.numerator, &d, &factor.denominator, meter)? {
            (n, d, count) = (next_n, next_d, count + 1);
        }
        while let Some((next_n, next_d)) = take_out(&n, &factor.denominator, &d, &factor.numerator, meter)? {
            (n, d, count) = (next_n, next_d, count - 1);
        }
        Ok(Rational::whole(Integer::from(count)))
    }

    /// `perfectPowerFormBR`: base, exponent and sign of the fraction as the
    /// highest power that it is, with an exponent of at most `limit`.
    ///
    /// # Errors
    /// [`ErrorKind::Domain`] for a limit below 1.
    pub fn perfect_power(
        &self,
        limit: &Integer,
        meter: &mut Meter,
    ) -> Result<(Rational, Integer, f64), Error> {
        let one = self.is_whole() && self.numerator.bits() == 1;
        if !self.is_finite() || self.is_zero() || one {
            return Ok((self.clone(), Integer::ZERO, self.sign()));
        }
        let magnitude = self.abs(meter)?;
        let mut exponent = 0;
        for part in [&magnitude.numerator, &magnitude.denominator] {
            if *part != Integer::ONE {
                exponent = num_integer::gcd(exponent, part.highest_exponent(meter)?);
            }
        }
        if *limit < Integer::ONE {
            return Err(ErrorKind::Domain("a perfect power has an exponent of at least 1").into());
        }
        if let Some(limit) = limit.to_i64().and_then(|limit| u32::try_from(limit).ok()) {
            exponent = largest_divisor(exponent, limit.min(exponent));
        }
        let exponent = Integer::from(i64::from(exponent));
        let base = Rational {
            numerator: magnitude.numerator.root(&exponent, meter)?,
            denominator: magnitude.denominator.root(&exponent, meter)?,
        };
        Ok((base, exponent, self.sign()))
    }
}

/// Both quotients, if neither leaves a remainder.
fn take_out(
    n: &Integer,
    from_n: &Integer,
    d: &Integer,
    from_d: &Integer,
    meter: &mut Meter,
) -> Result<Option<(Integer, Integer)>, Error> {
    meter.charge(1)?;
    let (next_n, rest_n) = n.divide_with_remainder(from_n, meter)?;
    let (next_d, rest_d) = d.divide_with_remainder(from_d, meter)?;
    Ok((rest_n.is_zero() && rest_d.is_zero()).then_some((next_n, next_d)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn meter() -> Meter {
        Meter::new(Limits::default())
    }

    fn read(text: &str) -> Rational {
        Rational::from_text(text, &mut meter()).unwrap().unwrap()
    }

    #[test]
    fn the_values_that_are_no_fraction() {
        type Operator = fn(&Rational, &Rational, &mut Meter) -> Result<Rational, Error>;
        for (name, operator, a, b, result) in [
            ("+", Rational::add as Operator, "1/6", "1/3", "1/2"),
            ("+", Rational::add, "Infinity", "-Infinity", "NaN"),
            ("+", Rational::add, "Infinity", "Infinity", "Infinity"),
            ("-", Rational::subtract, "1", "Infinity", "-Infinity"),
            ("*", Rational::multiply, "0", "Infinity", "NaN"),
            ("/", Rational::divide, "-3", "0", "-Infinity"),
            ("/", Rational::divide, "0", "0", "NaN"),
            ("/", Rational::divide, "1", "-2/3", "-3/2"),
            ("floor", Rational::floor_to, "-7/2", "1", "-4"),
            ("floor", Rational::floor_to, "-7/2", "Infinity", "-Infinity"),
            ("floor", Rational::floor_to, "7/2", "0", "7/2"),
            ("ceil", Rational::ceil_to, "7/2", "-3", "6"),
            ("ceil", Rational::ceil_to, "-1", "Infinity", "0"),
            ("ceil", Rational::ceil_to, "0", "Infinity", "Infinity"),
            ("round", Rational::round_to, "-5/2", "1", "-2"),
            ("round", Rational::round_to, "Infinity", "1", "NaN"),
            ("round", Rational::round_to, "5", "Infinity", "0"),
            ("mod", Rational::modulo, "7/2", "2", "3/2"),
            ("mod", Rational::modulo, "7/2", "-2", "-1/2"),
            ("mod", Rational::modulo, "7/2", "0", "0"),
            ("mod", Rational::modulo, "7/2", "-Infinity", "7/2"),
            ("gcd", Rational::gcd, "1/2", "-1/3", "1/6"),
            ("gcd", Rational::gcd, "0", "-1/3", "1/3"),
            ("gcd", Rational::gcd, "0", "0", "0"),
            ("gcd", Rational::gcd, "0", "Infinity", "0"),
            ("gcd", Rational::gcd, "Infinity", "-Infinity", "Infinity"),
            ("lcm", Rational::lcm, "1/2", "-1/3", "1"),
            ("lcm", Rational::lcm, "0", "-3", "3"),
            ("lcm", Rational::lcm, "-3", "0", "3"),
            ("expomod", Rational::multiplicity, "3/8", "2", "-3"),
            ("expomod", Rational::multiplicity, "0", "2", "-Infinity"),
        ] {
            assert_eq!(operator(&read(a), &read(b), &mut meter()).unwrap(), read(result), "{a} {name} {b}");
        }
        assert!(read("5").multiplicity(&read("-1"), &mut meter()).is_err());
    }

    #[test]
    fn powers() {
        for (base, exponent, power) in [
            ("-2/3", 3, "-8/27"),
            ("-2/3", -3, "-27/8"),
            ("0", -2, "Infinity"),
            ("-Infinity", -1, "0"),
            ("-Infinity", 3, "-Infinity"),
            ("NaN", 0, "NaN"),
            ("Infinity", 0, "1"),
        ] {
            let result = read(base).power(&Integer::from(exponent), &mut meter()).unwrap();
            assert_eq!(result, read(power), "{base} {exponent}");
        }
    }

    #[test]
    fn perfect_powers() {
        for (number, limit, base, exponent, sign) in [
            ("8/27", 10, "2/3", 3, 1.0),
            ("8/27", 2, "8/27", 1, 1.0),
            ("-1/64", 4, "1/4", 3, -1.0),
            ("-1", 9, "-1", 0, -1.0),
            ("0", 0, "0", 0, 0.0),
        ] {
            let form = read(number).perfect_power(&Integer::from(limit), &mut meter()).unwrap();
            assert_eq!(form, (read(base), Integer::from(exponent), sign), "{number}");
        }
        assert!(read("4/9").perfect_power(&Integer::ZERO, &mut meter()).is_err());
    }
}
