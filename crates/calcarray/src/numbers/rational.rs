//! Exact fractions with the three values that are no fraction.

use std::cmp::Ordering;
use std::fmt;

use crate::error::Error;
use crate::integer::Integer;
use crate::limits::{Limits, Meter};
use crate::number;

mod arithmetic;

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
    /// 0/1.
    pub const ZERO: Rational = Rational { numerator: Integer::ZERO, denominator: Integer::ONE };
    /// 1/1.
    pub const ONE: Rational = Rational { numerator: Integer::ONE, denominator: Integer::ONE };
    /// 0/0, "not a number".
    pub const NAN: Rational = Rational { numerator: Integer::ZERO, denominator: Integer::ZERO };
    /// 1/0.
    pub const INFINITY: Rational = Rational { numerator: Integer::ONE, denominator: Integer::ZERO };

    /// The fraction in canonical form; any pair is accepted, n/0 is one of the
    /// infinities, 0/0 is "not a number".
    pub fn new(numerator: Integer, denominator: Integer) -> Rational {
        // Nothing runs out of an unlimited meter.
        let mut meter = Meter::new(Limits::none());
        Rational::reduced(numerator, denominator, &mut meter).unwrap_or(Rational::NAN)
    }

    /// [`Rational::new`], with the work counted.
    pub fn reduced(numerator: Integer, denominator: Integer, meter: &mut Meter) -> Result<Rational, Error> {
        let common = numerator.gcd(&denominator, meter)?;
        if common.is_zero() {
            return Ok(Rational::NAN);
        }
        // The signs must end up in the numerator alone.
        let negative =
            if denominator.is_zero() { common.is_negative() } else { common.sign() != denominator.sign() };
        let common = if negative { common.negate(meter)? } else { common };
        if common == Integer::ONE {
            return Ok(Rational { numerator, denominator });
        }
        Ok(Rational {
            numerator: numerator.divide(&common, meter)?,
            denominator: denominator.divide(&common, meter)?,
        })
    }

    /// The integer, as a fraction.
    pub fn whole(integer: Integer) -> Rational {
        Rational { numerator: integer, denominator: Integer::ONE }
    }

    /// 1/0 or -1/0.
    pub fn infinity(negative: bool) -> Rational {
        Rational { numerator: Integer::from(if negative { -1 } else { 1 }), denominator: Integer::ZERO }
    }

    /// The fraction that a double stands for: its continued fraction, computed
    /// in doubles, up to where it gives the double back. So 0.1 is 1/10 and
    /// not what the double is exactly.
    ///
    /// # Errors
    /// Only limits; `None` means that the expansion left the range of doubles
    /// (5e-324 does).
    pub fn from_number(number: f64, meter: &mut Meter) -> Result<Option<Rational>, Error> {
        if number.is_nan() {
            return Ok(Some(Rational::NAN));
        } else if number.is_infinite() {
            return Ok(Some(Rational::infinity(number < 0.0)));
        } else if let Some(whole) = Integer::from_f64(number) {
            return Ok(Some(Rational::whole(whole)));
        }
        let (n, d) = expand(number.abs(), meter)?;
        let (Some(n), Some(d)) = (Integer::from_f64(n), Integer::from_f64(d)) else { return Ok(None) };
        let n = if number < 0.0 { n.negate(meter)? } else { n };
        Rational::reduced(n, d, meter).map(Some)
    }

    /// Reads `2/3`, `5`, `0.25`, `Infinity` or `NaN`.
    ///
    /// # Errors
    /// Only limits; `None` means that the text spells no fraction.
    pub fn from_text(text: &str, meter: &mut Meter) -> Result<Option<Rational>, Error> {
        let text = text.trim_matches(' ');
        if let Some((n, d)) = text.split_once('/') {
            let (n, d) = (Integer::parse_metered(n, meter)?, Integer::parse_metered(d, meter)?);
            let (Some(n), Some(d)) = (n, d) else { return Ok(None) };
            return Rational::reduced(n, d, meter).map(Some);
        }
        if let Some(whole) = Integer::parse_metered(text, meter)? {
            return Ok(Some(Rational::whole(whole)));
        }
        match number::parse(text) {
            Some(number) if !number.is_nan() => Rational::from_number(number, meter),
            _ if text == "NaN" => Ok(Some(Rational::NAN)),
            _ => Ok(None),
        }
    }

    /// The text that `String` gives: `2/3`, `5`, `-Infinity`, `NaN`.
    pub fn to_text(&self, meter: &mut Meter) -> Result<String, Error> {
        if self.denominator.is_zero() {
            return Ok(self.to_string());
        }
        let numerator = self.numerator.to_text(meter)?;
        if self.is_whole() {
            return Ok(numerator);
        }
        Ok(numerator + "/" + &self.denominator.to_text(meter)?)
    }

    /// The double nearest to the numerator divided by the one nearest to the
    /// denominator; large parts therefore give an infinity or NaN.
    pub fn to_f64(&self) -> f64 {
        self.numerator.to_f64() / self.denominator.to_f64()
    }

    /// The numerator.
    pub fn numerator(&self) -> &Integer {
        &self.numerator
    }

    /// The denominator; 0 for the values that are no fraction.
    pub fn denominator(&self) -> &Integer {
        &self.denominator
    }

    /// Returns true if this is 0/0.
    pub fn is_nan(&self) -> bool {
        self.denominator.is_zero() && self.numerator.is_zero()
    }

    /// Returns true if this is 1/0 or -1/0.
    pub fn is_infinite(&self) -> bool {
        self.denominator.is_zero() && !self.numerator.is_zero()
    }

    /// Returns true if this is a fraction and none of the three other values.
    pub fn is_finite(&self) -> bool {
        !self.denominator.is_zero()
    }

    /// Returns true if this is an integer.
    pub fn is_whole(&self) -> bool {
        self.denominator == Integer::ONE
    }

    /// Returns true if this is 0.
    pub fn is_zero(&self) -> bool {
        self.is_finite() && self.numerator.is_zero()
    }

    /// The order; `None` if either is "not a number".
    pub fn compare(&self, other: &Rational, meter: &mut Meter) -> Result<Option<Ordering>, Error> {
        if self.is_nan() || other.is_nan() {
            return Ok(None);
        }
        if !self.is_finite() || !other.is_finite() {
            // An infinity is ±1 here, every fraction 0.
            let rank = |r: &Rational| if r.is_finite() { 0 } else { r.numerator.sign() };
            return Ok(Some(rank(self).cmp(&rank(other))));
        }
        if self.numerator.sign() != other.numerator.sign() || self.denominator == other.denominator {
            return Ok(Some(self.numerator.cmp(&other.numerator)));
        }
        let left = self.numerator.multiply(&other.denominator, meter)?;
        let right = other.numerator.multiply(&self.denominator, meter)?;
        Ok(Some(left.cmp(&right)))
    }
}

/// The last convergent of the continued fraction of `number`, in doubles.
fn expand(number: f64, meter: &mut Meter) -> Result<(f64, f64), Error> {
    let mut terms = Vec::new();
    let mut rest = number;
    loop {
        let term = rest.floor();
        let fraction = rest % 1.0;
        terms.push(term);
        rest = 1.0 / fraction;
        meter.charge(1 + terms.len() as u64 / 8)?;
        let (mut n, mut d) = (term, 1.0);
        for &earlier in terms.iter().rev().skip(1) {
            (n, d) = (d + n * earlier, n);
        }
        // Denominators grow like Fibonacci's numbers at least, so this ends:
        // in the worst case with infinity by infinity.
        let quotient = n / d;
        if quotient == number || quotient.is_nan() || fraction == 0.0 {
            return Ok((n, d));
        }
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_nan() {
            f.write_str("NaN")
        } else if self.is_infinite() {
            f.write_str(if self.numerator.is_negative() { "-Infinity" } else { "Infinity" })
        } else if self.is_whole() {
            fmt::Display::fmt(&self.numerator, f)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_become_the_fraction_they_stand_for() {
        let mut meter = Meter::new(Limits::default());
        for (number, expected) in [
            (0.1, "1/10"),
            (1.0 / 3.0, "1/3"),
            (-2.75, "-11/4"),
            (123.456, "15432/125"),
            (0.30000000000000004, "1125899906842624/3752999689475413"),
            (1e22, "10000000000000000000000"),
            (-0.0, "0"),
            (f64::NEG_INFINITY, "-Infinity"),
            (f64::NAN, "NaN"),
            (5e-324, "none"),
        ] {
            let read = Rational::from_number(number, &mut meter).unwrap();
            let shown = read.map_or("none".to_owned(), |rational| rational.to_string());
            assert_eq!(shown, expected, "{number}");
        }
    }

    #[test]
    fn reads_what_the_language_reads() {
        let mut meter = Meter::new(Limits::default());
        for (text, expected) in [
            (" -4 / 6 ", "-2/3"),
            ("3.25", "13/4"),
            ("1e2", "100"),
            ("", "0"),
            ("0x10", "16"),
            ("-1/0", "-Infinity"),
            ("0/0", "NaN"),
            ("Infinity", "Infinity"),
            ("NaN", "NaN"),
            ("1/2/3", "none"),
            ("1.5/2", "none"),
            ("abc", "none"),
        ] {
            let read = Rational::from_text(text, &mut meter).unwrap();
            let shown = read.map_or("none".to_owned(), |rational| rational.to_string());
            assert_eq!(shown, expected, "{text:?}");
        }
    }
}
