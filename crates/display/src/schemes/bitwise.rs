//! Bitwise 2048: a band for each digit that is not 0 (docs/spec/display.md,
//! "Bitwise 2048").

use calcarray::color::{Gradient, Paint};
use calcarray::{Error, Value};
use num_bigint::BigUint;
use num_traits::Zero;

use super::{Brush, Look, hsla, magnitude, number};
use crate::view::Shadow;

const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let base = number(parameters.first()).filter(|base| *base >= 2.0).map_or(2, |base| base as u32);
    let (n, negative) = match value {
        Value::Integer(_) => magnitude(value),
        Value::Number(number) if number.fract() == 0.0 => magnitude(value),
        other => (of_digits(brush, other, base)?.unwrap_or_default(), false),
    };
    if n.is_zero() {
        let mut look = Look::new().background("#000").ink("#888", Shadow::None);
        look.digits = Some(String::new());
        return Ok(look);
    }
    let words = 1 + n.bits() / 64;
    brush.meter.charge(words.saturating_mul(words))?;
    let digits = digits_of(&n, base);
    brush.meter.array(digits.len())?;
    let mut image = Gradient::linear();
    for (index, &digit) in digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        let place = (digits.len() - 1 - index) as f64 * f64::from(base).log2();
        let color = hsla(
            222.49223595 * (f64::from(base) - 2.0) + 26.5 * place,
            100.0 * f64::from(digit) / (f64::from(base) - 1.0),
            80.0 - 8.0 * (place % 8.0),
        );
        for _ in 0..3 {
            image.push(color, &[]);
        }
    }
    let image = Paint::from(image);
    let image = if negative { image.rotated(180.0, true) } else { image };
    let mut look = Look::new().image(image).ink(if negative { "#fff" } else { "#000" }, Shadow::None);
    if !brush.subtile {
        let digit_text = |digit: &u32| match DIGITS.get(*digit as usize) {
            Some(character) if base <= 64 => char::from(*character).to_string(),
            _ => format!("({digit})"),
        };
        let sign = if negative { "-" } else { "" };
        look.digits = Some(sign.to_owned() + &digits.iter().map(digit_text).collect::<String>());
    }
    Ok(look)
}

/// The digits from the top.
fn digits_of(n: &BigUint, base: u32) -> Vec<u32> {
    if base < 256 {
        return n.to_radix_be(base).into_iter().map(u32::from).collect();
    }
    let mut rest = n.clone();
    let mut digits = Vec::new();
    while !rest.is_zero() {
        digits.push((&rest % base).iter_u32_digits().next().unwrap_or(0));
        rest /= base;
    }
    digits.reverse();
    digits
}

/// A text or an array of digits as the number it spells.
fn of_digits(brush: &mut Brush<'_>, value: &Value, base: u32) -> Result<Option<BigUint>, Error> {
    let text = match value {
        Value::Text(text) => text.to_string_lossy(),
        Value::Array(entries) => {
            brush.meter.charge(entries.len() as u64)?;
            entries
                .iter()
                .map(|entry| match entry {
                    Value::Text(text) => text.to_string_lossy(),
                    Value::Integer(integer) => integer.to_string(),
                    Value::Number(number) => calcarray::number::to_text(*number),
                    _ => String::new(),
                })
                .collect()
        }
        _ => return Ok(None),
    };
    let length = text.len() as u64;
    brush.meter.charge(length.saturating_mul(length) / 64 + 1)?;
    let mut n = BigUint::zero();
    for byte in text.bytes() {
        let Some(digit) = DIGITS.iter().position(|known| *known == byte) else { return Ok(None) };
        n = n * base + digit;
    }
    Ok(Some(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_in_any_base() {
        let n = BigUint::from(1000_u32);
        assert_eq!(digits_of(&n, 10), [1, 0, 0, 0]);
        assert_eq!(digits_of(&n, 300), [3, 100]);
    }
}
