//! Powers, logarithms and trigonometric functions of fractions, rounded to a
//! multiple of a step (docs/spec/calcarray.md, "Rounded functions on
//! rationals").
//!
//! These follow the reference's own series and bisections step by step,
//! because what they round to depends on where those stop.

use std::cmp::Ordering;

use crate::error::{Error, Limit};
use crate::integer::Integer;
use crate::limits::{Meter, exceeded};
use crate::rational::Rational;

/// `^RBR`: `base` to the power of `exponent`, to a multiple of `step`.
///
/// # Errors
/// [`crate::ErrorKind::DivisionByZero`] when a step of 0 can't be avoided; limits.
pub fn power(
    base: &Rational,
    exponent: &Rational,
    step: &Rational,
    meter: &mut Meter,
) -> Result<Rational, Error> {
    if base.is_nan() || exponent.is_nan() || !(step.is_finite()) {
        return Ok(Rational::NAN);
    }
    if base.is_negative() && !exponent.denominator().is_odd() {
        return Ok(Rational::NAN);
    }
    let step = step.abs(meter)?;
    let even = !exponent.is_negative() && !exponent.numerator().is_odd();
    let negative = base.is_negative() && !even;
    let base = base.abs(meter)?;
    if exponent.is_zero() || base == Rational::ONE {
        let one = if negative { Rational::ONE.negate(meter)? } else { Rational::ONE };
        return one.round_to(&step, meter);
    }
    if base.is_infinite() || base.is_zero() {
        return Ok(if base.is_infinite() == exponent.is_negative() {
            Rational::ZERO
        } else {
            Rational::infinity(negative)
        });
    }
    let magnitude = if base.numerator() < base.denominator() {
        power(&base.reciprocal(meter)?, &exponent.negate(meter)?, &step, meter)?
    } else if exponent.is_whole() {
        // Here the reference loses the sign.
        return base.power(exponent.numerator(), meter)?.round_to(&step, meter);
    } else {
        fractional_power(&base, exponent, &step, meter)?
    };
    if negative { magnitude.negate(meter) } else { Ok(magnitude) }
}

/// A power of a base above 1 with an exponent that is not whole.
fn fractional_power(
    base: &Rational,
    exponent: &Rational,
    step: &Rational,
    meter: &mut Meter,
) -> Result<Rational, Error> {
    let floor = exponent.floor(meter)?;
    let low = base.power(&floor, meter)?.floor_to(step, meter)?;
    let high = base.power(&floor.add(&Integer::ONE, meter)?, meter)?.ceil_to(step, meter)?;
    let target = base.power(exponent.numerator(), meter)?;
    bisect(low, high, step, meter, |value, meter| {
        let order = value.power(exponent.denominator(), meter)?.compare(&target, meter)?;
        Ok(order.unwrap_or(Ordering::Equal))
    })
}

/// `logRBR`: the logarithm of `number` to `base`, to a multiple of `step`.
///
/// # Errors
/// [`crate::ErrorKind::DivisionByZero`] for a step of 0; limits.
pub fn logarithm(
    number: &Rational,
    base: &Rational,
    step: &Rational,
    meter: &mut Meter,
) -> Result<Rational, Error> {
    let unsuitable = |r: &Rational| !r.is_finite() || r.is_negative();
    if unsuitable(number) || unsuitable(base) || base.is_zero() || *base == Rational::ONE || !step.is_finite()
    {
        return Ok(Rational::NAN);
    }
    if number.is_zero() {
        return Ok(Rational::infinity(true));
    }
    if *number == Rational::ONE {
        return Ok(Rational::ZERO);
    }
    if number.numerator() < number.denominator() {
        return logarithm(&number.reciprocal(meter)?, base, step, meter)?.negate(meter);
    }
    if base.numerator() < base.denominator() {
        return logarithm(number, &base.reciprocal(meter)?, step, meter)?.negate(meter);
    }
    let step = step.abs(meter)?;
    let mut high = 1i64;
    while base.power(&Integer::from(high), meter)?.compare(number, meter)? == Some(Ordering::Less) {
        meter.charge(1)?;
        high = high.checked_mul(2).ok_or_else(|| exceeded(Limit::Steps))?;
    }
    let bound = |value: i64, meter: &mut Meter| Rational::whole(Integer::from(value)).floor_to(&step, meter);
    let (low, high) = (bound(high / 2, meter)?, bound(high, meter)?);
    bisect(low, high, &step, meter, |value, meter| {
        let left = base.power(value.numerator(), meter)?;
        let right = number.power(value.denominator(), meter)?;
        Ok(left.compare(&right, meter)?.unwrap_or(Ordering::Equal))
    })
}

/// The multiple of `step` between `low` and `high` that is nearest to where
/// `order` turns from less to greater.
fn bisect(
    low: Rational,
    high: Rational,
    step: &Rational,
    meter: &mut Meter,
    order: impl Fn(&Rational, &mut Meter) -> Result<Ordering, Error>,
) -> Result<Rational, Error> {
    let count = |value: &Rational, meter: &mut Meter| {
        let steps = value.divide(step, meter)?;
        steps.numerator().divide(steps.denominator(), meter)
    };
    let (mut low, mut high) = (count(&low, meter)?, count(&high, meter)?);
    let two = Integer::from(2);
    while high.subtract(&low, meter)? > Integer::ONE {
        meter.charge(1)?;
        let middle = low.add(&high, meter)?.divide(&two, meter)?;
        match order(&Rational::whole(middle.clone()).multiply(step, meter)?, meter)? {
            Ordering::Equal => (low, high) = (middle.clone(), middle),
            Ordering::Less => low = middle,
            Ordering::Greater => high = middle,
        }
    }
    let halves = Rational::reduced(low.add(&high, meter)?, two, meter)?;
    let nearest = if order(&halves.multiply(step, meter)?, meter)?.is_le() { high } else { low };
    Rational::whole(nearest).multiply(step, meter)
}

/// `sinRBR`: the sine of an angle in radians, to a multiple of `step`.
///
/// # Errors
/// Limits, and so for a step of 0, where the language would never end.
pub fn sine(angle: &Rational, step: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
    if !angle.is_finite() || !step.is_finite() {
        return Ok(Rational::NAN);
    }
    if angle.is_zero() {
        return Ok(Rational::ZERO);
    }
    if angle.is_negative() {
        return sine(&angle.negate(meter)?, step, meter)?.negate(meter);
    }
    let step = step.abs(meter)?;
    let circle = Circle::for_angle(angle, &step, meter)?;
    let mut angle = angle.modulo(&circle.full, meter)?;
    let negative = exceeds(&angle, &circle.half, meter)?;
    if negative {
        angle = angle.subtract(&circle.half, meter)?;
    }
    if exceeds(&angle, &circle.quarter, meter)? {
        angle = circle.half.subtract(&angle, meter)?;
    }
    let series = Series { sum: angle.clone(), power: 3, coefficient: fraction(1, 6), error: angle.clone() };
    let sum = series.sum(&angle, &step, meter)?;
    let sum = if negative { sum.negate(meter)? } else { sum };
    sum.round_to(&step, meter)
}

/// `cosRBR`: the cosine of an angle in radians, to a multiple of `step`.
///
/// # Errors
/// As [`sine`].
pub fn cosine(angle: &Rational, step: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
    if !angle.is_finite() || !step.is_finite() {
        return Ok(Rational::NAN);
    }
    if angle.is_zero() {
        return Ok(Rational::ONE);
    }
    let (angle, step) = (angle.abs(meter)?, step.abs(meter)?);
    let circle = Circle::for_angle(&angle, &step, meter)?;
    let mut angle = angle.modulo(&circle.full, meter)?;
    if exceeds(&angle, &circle.half, meter)? {
        angle = circle.full.subtract(&angle, meter)?;
    }
    let negative = exceeds(&angle, &circle.quarter, meter)?;
    if negative {
        angle = circle.half.subtract(&angle, meter)?;
    }
    let series = Series { sum: Rational::ONE, power: 2, coefficient: fraction(1, 2), error: Rational::ONE };
    let sum = series.sum(&angle, &step, meter)?;
    let sum = if negative { sum.negate(meter)? } else { sum };
    sum.round_to(&step, meter)
}

/// The divisor of a step that gives the accuracy of sums.
const TINY: i64 = 1_000_000_000_000;

fn fraction(numerator: i64, denominator: i64) -> Rational {
    Rational::new(Integer::from(numerator), Integer::from(denominator))
}

fn exceeds(a: &Rational, b: &Rational, meter: &mut Meter) -> Result<bool, Error> {
    Ok(a.compare(b, meter)? == Some(Ordering::Greater))
}

/// Returns true if two numbers round to different multiples of a step.
fn round_apart(a: &Rational, b: &Rational, step: &Rational, meter: &mut Meter) -> Result<bool, Error> {
    Ok(a.round_to(step, meter)? != b.round_to(step, meter)?)
}

/// Angles of a circle, approximately.
struct Circle {
    full: Rational,
    half: Rational,
    quarter: Rational,
}

impl Circle {
    /// Exact enough for this angle and step: the series of the arcsine of
    /// 1/2, a sixth of π, until its rest does not matter any more.
    fn for_angle(angle: &Rational, step: &Rational, meter: &mut Meter) -> Result<Circle, Error> {
        if step.is_zero() {
            return Err(exceeded(Limit::Steps));
        }
        let accuracy = step.divide(angle, meter)?.multiply(&fraction(1, TINY), meter)?;
        let sixth = accuracy.multiply(&fraction(1, 6), meter)?;
        let (mut sum, mut rest) = (Rational::ZERO, fraction(2, 1));
        let (mut n, mut coefficient) = (1i64, Rational::ONE);
        while round_apart(&sum, &sum.add(&rest, meter)?, &sixth, meter)? {
            meter.charge(1)?;
            let halves = fraction(1, 2).power(&Integer::from(n), meter)?;
            let term = coefficient.multiply(&fraction(1, n), meter)?.multiply(&halves, meter)?;
            sum = sum.add(&term, meter)?;
            rest = rest.multiply(&fraction(1, 4), meter)?;
            coefficient = coefficient.multiply(&fraction(n, n + 1), meter)?;
            n += 2;
        }
        let half = sum.multiply(&fraction(6, 1), meter)?.round_to(&accuracy, meter)?;
        let full = half.multiply(&fraction(2, 1), meter)?;
        let quarter = half.multiply(&fraction(1, 2), meter)?;
        Ok(Circle { full, half, quarter })
    }
}

/// A Taylor series of every second power, with alternating signs.
struct Series {
    sum: Rational,
    power: i64,
    coefficient: Rational,
    error: Rational,
}

impl Series {
    fn sum(mut self, angle: &Rational, step: &Rational, meter: &mut Meter) -> Result<Rational, Error> {
        let negligible = step.multiply(&fraction(1, TINY), meter)?;
        let square = angle.multiply(angle, meter)?;
        let mut negative = true;
        while self.continues(angle, step, &negligible, meter)? {
            meter.charge(1)?;
            let power = angle.power(&Integer::from(self.power), meter)?;
            let term = self.coefficient.multiply(&power, meter)?;
            self.sum =
                if negative { self.sum.subtract(&term, meter)? } else { self.sum.add(&term, meter)? };
            negative = !negative;
            let n = self.power;
            let factor = fraction(1, (n - 1) * n);
            self.error = self.error.multiply(&square, meter)?.multiply(&factor, meter)?;
            self.coefficient = self.coefficient.multiply(&fraction(1, (n + 1) * (n + 2)), meter)?;
            self.power += 2;
        }
        Ok(self.sum)
    }

    fn continues(
        &self,
        angle: &Rational,
        step: &Rational,
        negligible: &Rational,
        meter: &mut Meter,
    ) -> Result<bool, Error> {
        if !exceeds(&Rational::whole(Integer::from(self.power)), angle, meter)? {
            return Ok(true);
        }
        let (below, above) = (self.sum.subtract(&self.error, meter)?, self.sum.add(&self.error, meter)?);
        Ok(exceeds(&self.error, negligible, meter)? && round_apart(&below, &above, step, meter)?)
    }
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
    fn powers() {
        for (base, exponent, step, result) in [
            ("2", "1/2", "1/1000", "707/500"),
            ("1/2", "1/2", "1/100", "71/100"),
            ("-8", "1/3", "1/100", "-2"),
            ("-8", "-2/3", "1/100", "-1/4"),
            ("-8", "2/3", "1/10", "4"),
            ("-8", "1/2", "1/100", "NaN"),
            ("-2", "3", "1", "8"),
            ("0", "-1/2", "1/10", "Infinity"),
            ("Infinity", "-1/2", "1/10", "0"),
            ("10/3", "7/5", "1/50", "27/5"),
            ("2", "1/2", "Infinity", "NaN"),
        ] {
            let result_found = power(&read(base), &read(exponent), &read(step), &mut meter()).unwrap();
            assert_eq!(result_found, read(result), "{base} {exponent} {step}");
        }
        assert!(power(&read("4"), &read("1/2"), &read("0"), &mut meter()).is_err());
        assert!(power(&read("4"), &read("Infinity"), &read("1"), &mut meter()).is_err());
        assert!(power(&read("4"), &read("1/1000000007"), &read("1/7"), &mut meter()).is_err());
    }

    #[test]
    fn logarithms() {
        for (number, base, step, result) in [
            ("10", "2", "1/100", "83/25"),
            ("1/8", "2", "1/10", "-3"),
            ("5", "1/2", "1/10", "-23/10"),
            ("0", "2", "1/10", "-Infinity"),
            ("5", "1", "1/10", "NaN"),
            ("5/2", "3/2", "1/7", "16/7"),
        ] {
            let result_found = logarithm(&read(number), &read(base), &read(step), &mut meter()).unwrap();
            assert_eq!(result_found, read(result), "{number} {base} {step}");
        }
    }

    #[test]
    fn angles() {
        for (angle, step, sin, cos) in [
            ("1/2", "1/100", "12/25", "22/25"),
            ("-1/2", "1/100", "-12/25", "22/25"),
            ("3", "1/50", "7/50", "-49/50"),
            ("1", "1/1000", "841/1000", "27/50"),
            ("100", "1/1000", "-253/500", "431/500"),
            ("0", "1/10", "0", "1"),
            ("Infinity", "1/10", "NaN", "NaN"),
        ] {
            assert_eq!(sine(&read(angle), &read(step), &mut meter()).unwrap(), read(sin), "sin {angle}");
            assert_eq!(cosine(&read(angle), &read(step), &mut meter()).unwrap(), read(cos), "cos {angle}");
        }
        assert!(sine(&read("1"), &read("0"), &mut meter()).is_err());
    }
}
