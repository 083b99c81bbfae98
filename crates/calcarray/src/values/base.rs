//! Integers as texts in any base, and back (docs/spec/calcarray.md, "Base
//! conversion").

use crate::array::Array;
use crate::convert;
use crate::error::{Error, ErrorKind};
use crate::integer::Integer;
use crate::limits::Meter;
use crate::text::Text;
use crate::value::Value;

const STANDARD: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";

/// A base and the characters of its digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    base: Integer,
    characters: Vec<Text>,
}

impl Base {
    /// Understands the argument of the two operators: one entry that is no
    /// text is the base, with the standard digits; otherwise there are as
    /// many digits as entries, and if all are texts they are the digits.
    ///
    /// # Errors
    /// Only limits.
    pub fn read(argument: &Array, meter: &mut Meter) -> Result<Base, Error> {
        let standard = || STANDARD.split_inclusive(|_| true).map(Text::from).collect();
        if let [entry] = argument.entries()
            && entry.as_text().is_none()
        {
            return Ok(Base { base: convert::to_integer(entry, meter)?, characters: standard() });
        }
        meter.charge(argument.len() as u64)?;
        let texts: Option<Vec<Text>> = argument.iter().map(|entry| entry.as_text().cloned()).collect();
        Ok(Base {
            base: Integer::from(argument.len() as i64),
            characters: texts.filter(|texts| !texts.is_empty()).unwrap_or_else(standard),
        })
    }

    /// `baseConvertB`. 0 has no digits at all. A base with more digits than
    /// there are characters writes them as numbers: `(12)(0)`; one below 2
    /// gives back the integer.
    ///
    /// # Errors
    /// Only limits.
    pub fn write(&self, integer: &Integer, meter: &mut Meter) -> Result<Value, Error> {
        if self.base < Integer::from(2) {
            return Ok(Value::Integer(integer.clone()));
        }
        let as_numbers = self.base > Integer::from(self.characters.len() as i64);
        let mut units = Vec::new();
        if integer.is_negative() {
            units.push(u16::from(b'-'));
        }
        for digit in integer.digits(&self.base, meter)?.iter().rev() {
            meter.charge(1)?;
            if as_numbers {
                units.extend(format!("({})", digit.to_text(meter)?).encode_utf16());
            } else if let Some(character) =
                digit.to_i64().and_then(|place| self.characters.get(place as usize))
            {
                meter.allocate(2 * character.len() as u64)?;
                units.extend_from_slice(character.units());
            }
        }
        meter.text(units.len())?;
        Ok(Value::Text(Text::from_units(units)))
    }

    /// `baseDeconvertB`. Digits may be larger than the base allows.
    ///
    /// # Errors
    /// [`ErrorKind::BadDigit`] for a character that is no digit; a digit of
    /// several characters is never found. Limits.
    pub fn parse(&self, text: &Text, meter: &mut Meter) -> Result<Integer, Error> {
        meter.charge(text.len() as u64)?;
        meter.allocate(16 * text.len() as u64)?;
        let digit = |unit: &u16| {
            let place = self.characters.iter().position(|character| character.units() == [*unit]);
            place.map(|place| Integer::from(place as i64)).ok_or_else(|| Error::new(ErrorKind::BadDigit))
        };
        let digits: Result<Vec<Integer>, Error> = text.units().iter().rev().map(digit).collect();
        Integer::from_digits(&digits?, &self.base, meter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn meter() -> Meter {
        Meter::new(Limits::default())
    }

    fn standard(base: i64) -> Base {
        let argument = Array::new(vec![Value::Integer(Integer::from(base))]);
        Base::read(&argument, &mut meter()).unwrap()
    }

    fn of_digits(digits: &[&str]) -> Base {
        Base::read(&digits.iter().map(|&digit| Value::text(digit)).collect(), &mut meter()).unwrap()
    }

    #[test]
    fn writes() {
        for (base, integer, text) in [
            (standard(16), -255, "-FF"),
            (standard(64), 12345, "30v"),
            (standard(65), 12345, "(2)(59)(60)"),
            (standard(10), 0, ""),
            (of_digits(&["a", "b"]), 5, "bab"),
            (of_digits(&["ab", "cd"]), 3, "cdcd"),
        ] {
            let written = base.write(&Integer::from(integer), &mut meter()).unwrap();
            assert_eq!(written, Value::text(text), "{base:?}");
        }
        for base in [standard(1), standard(-3), of_digits(&["x"]), of_digits(&[])] {
            let written = base.write(&Integer::from(7), &mut meter()).unwrap();
            assert_eq!(written, Value::Integer(Integer::from(7)), "{base:?}");
        }
    }

    #[test]
    fn reads() {
        for (base, text, integer) in [
            (standard(16), "FF", 255),
            (standard(16), "ff", 697),
            (standard(10), "", 0),
            (standard(2), "9", 9),
            (standard(64), "+/", 4031),
            (standard(-2), "11", -1),
            (of_digits(&["a", "b"]), "ba", 2),
        ] {
            let read = base.parse(&Text::from(text), &mut meter()).unwrap();
            assert_eq!(read, Integer::from(integer), "{text}");
        }
        assert!(standard(10).parse(&Text::from("-1"), &mut meter()).is_err());
        assert!(of_digits(&["ab", "cd"]).parse(&Text::from("ab"), &mut meter()).is_err());
    }
}
