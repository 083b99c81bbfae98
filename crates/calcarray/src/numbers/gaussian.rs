//! Gaussian integers: complex numbers with integer parts.

use std::fmt;

use crate::error::Error;
use crate::integer::Integer;
use crate::limits::Meter;

mod arithmetic;

/// `re + im·i`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gaussian {
    /// The real part.
    pub re: Integer,
    /// The imaginary part.
    pub im: Integer,
}

impl Gaussian {
    /// Zero.
    pub const ZERO: Gaussian = Gaussian { re: Integer::ZERO, im: Integer::ZERO };
    /// One.
    pub const ONE: Gaussian = Gaussian { re: Integer::ONE, im: Integer::ZERO };

    /// A number without imaginary part.
    pub fn real(re: Integer) -> Gaussian {
        Gaussian { re, im: Integer::ZERO }
    }

    /// Reads `5`, `3i`, `2+3i`, `-2-j` and the accidental spellings that the
    /// language takes (docs/spec/calcarray.md, "GaussianBigInt"), such as `--5`
    /// for 5.
    ///
    /// # Errors
    /// Only limits; `None` means that the text spells no Gaussian integer.
    pub fn from_text(text: &str, meter: &mut Meter) -> Result<Option<Gaussian>, Error> {
        let text = text.trim_matches(' ');
        let mut parts = text.splitn(3, '+');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(re), Some(im), None) => from_sum(re, im, meter),
            (Some(whole), None, None) => from_difference(whole, meter),
            _ => Ok(None),
        }
    }

    /// The text that `String` gives: `2+3i`, `-2i`, `5`.
    pub fn to_text(&self, meter: &mut Meter) -> Result<String, Error> {
        Ok(join(self.re.to_text(meter)?, self.im.to_text(meter)?))
    }
}

/// `re+imi`. A minus before the second part is taken off, as one in front of
/// a text without plus is; what is left may have a sign of its own.
fn from_sum(re: &str, im: &str, meter: &mut Meter) -> Result<Option<Gaussian>, Error> {
    let Some(digits) = im.trim_matches(' ').strip_suffix(['i', 'j']) else {
        return Ok(None);
    };
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    let (re, im) = (Integer::parse_metered(re, meter)?, parse_or_one(unsigned, meter)?);
    let (Some(re), Some(mut im)) = (re, im) else { return Ok(None) };
    if unsigned.len() < digits.len() {
        im = im.negate(meter)?;
    }
    Ok(Some(Gaussian { re, im }))
}

/// Reads the forms without a plus: `re`, `imi`, `re-imi`, each with a minus in front or not.
fn from_difference(text: &str, meter: &mut Meter) -> Result<Option<Gaussian>, Error> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let signed = |part: Integer, meter: &mut Meter| if negative { part.negate(meter) } else { Ok(part) };
    if let Some(re) = Integer::parse_metered(text, meter)? {
        return Ok(Some(Gaussian::real(signed(re, meter)?)));
    }
    let Some(rest) = text.strip_suffix(['i', 'j']) else { return Ok(None) };
    let rest = rest.trim_matches(' ');
    if let Some(im) = parse_or_one(rest, meter)? {
        return Ok(Some(Gaussian { re: Integer::ZERO, im: signed(im, meter)? }));
    }
    let mut parts = rest.splitn(3, '-');
    let (Some(re), Some(im), None) = (parts.next(), parts.next(), parts.next()) else { return Ok(None) };
    let (re, im) = (Integer::parse_metered(re, meter)?, parse_or_one(im, meter)?);
    let (Some(re), Some(im)) = (re, im) else { return Ok(None) };
    Ok(Some(Gaussian { re: signed(re, meter)?, im: im.negate(meter)? }))
}

/// The coefficient before an `i`: nothing stands for 1.
fn parse_or_one(text: &str, meter: &mut Meter) -> Result<Option<Integer>, Error> {
    if text.is_empty() { Ok(Some(Integer::ONE)) } else { Integer::parse_metered(text, meter) }
}

/// Puts the texts of the two parts together.
pub(crate) fn join(re: String, im: String) -> String {
    match (re.as_str(), im.as_str()) {
        (_, "0") => re,
        ("0", _) => im + "i",
        (_, negative) if negative.starts_with('-') => re + &im + "i",
        _ => re + "+" + &im + "i",
    }
}

impl fmt::Display for Gaussian {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join(self.re.to_string(), self.im.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn reads_what_the_language_reads() {
        let mut meter = Meter::new(Limits::default());
        for (text, expected) in [
            ("2+3i", "2+3i"),
            (" 2 + 3i ", "2+3i"),
            ("-2-3j", "-2-3i"),
            ("2+-3i", "2-3i"),
            ("2-i", "2-1i"),
            ("i", "1i"),
            ("-i", "-1i"),
            ("-3j", "-3i"),
            ("+5i", "5i"),
            ("", "0"),
            ("-", "0"),
            ("--5", "5"),
            // Two signs in a row count, a third one makes it no number.
            ("2+--3i", "2+3i"),
            ("2+---3i", "none"),
            ("---5", "none"),
            ("--5i", "5i"),
            ("---5i", "none"),
            ("--i", "-1i"),
            ("+-i", "-1i"),
            ("+--i", "none"),
            ("-+5i", "none"),
            ("2--3i", "none"),
            ("--2-3i", "none"),
            ("--2+3i", "none"),
            ("2+0x10i", "2+16i"),
            ("2+3 i", "2+3i"),
            ("- 3", "-3"),
            ("0x10", "16"),
            ("+5", "none"),
            ("2+3", "none"),
            ("i+2", "none"),
            ("1.5", "none"),
            ("1e3", "none"),
            ("2+3i+4", "none"),
            ("1-2-3i", "none"),
            ("abc", "none"),
        ] {
            let read = Gaussian::from_text(text, &mut meter).unwrap();
            let shown = read.map_or("none".to_owned(), |gaussian| gaussian.to_string());
            assert_eq!(shown, expected, "{text:?}");
        }
    }
}
