//! Numbers that are written with more digits than a number keeps.

/// A number as it is written: its digits without zeros at both ends, and the power of ten
/// of the last one.
#[derive(Debug, PartialEq, Eq)]
struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Reads a number as JSON has it.
    fn of(written: &str) -> Decimal {
        let (unsigned, is_negative) = match written.strip_prefix('-') {
            Some(rest) => (rest, true),
            None => (written, false),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, power(exponent)),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Decimal { is_negative: false, digits, exponent: 0 };
        }
        let zeros = all.len() - all.trim_end_matches('0').len();
        let exponent = exponent.saturating_sub(fraction.len() as i64).saturating_add(zeros as i64);
        Decimal { is_negative, digits, exponent }
    }
}

/// The power of ten that is written behind an `e`; of one with very many digits, the
/// largest or smallest that there is.
fn power(written: &str) -> i64 {
    let bound = if written.starts_with('-') { i64::MIN } else { i64::MAX };
    written.parse().unwrap_or(bound)
}

/// Gives whether a number, as it is kept, is another one than is written. Neither the
/// nearest number to what is written, such as 0.1, is another one, nor one that is kept
/// digit by digit.
pub(crate) fn is_another(written: &str, kept: f64) -> bool {
    /// The number of characters up to which all numbers without an exponent are kept exactly.
    const SHORT: usize = 15;
    if written.len() <= SHORT && !written.contains(['e', 'E']) {
        return false;
    }
    if !kept.is_finite() {
        return true;
    }
    let decimal = Decimal::of(written);
    decimal != Decimal::of(&calcarray::number::to_text(kept)) && !is_exact(&decimal, kept)
}

/// Tells whether a number is kept digit by digit. One with places behind its point has as many
/// of them as it has bits there, so that no more are written out than there are in the file.
fn is_exact(decimal: &Decimal, kept: f64) -> bool {
    let places = binary_places(kept);
    let matches = decimal.exponent == -(places as i64) || (places == 0 && decimal.exponent >= 0);
    matches && *decimal == Decimal::of(&format!("{kept:.places$}"))
}

/// The number of binary places behind the point of a number.
fn binary_places(number: f64) -> usize {
    const MANTISSA: u32 = f64::MANTISSA_DIGITS - 1;
    const BIAS: i64 = 1_023;
    let bits = number.to_bits();
    let (exponent, fraction) = ((bits >> MANTISSA) & 0x7ff, bits & ((1 << MANTISSA) - 1));
    // Numbers next to 0 have no hidden bit, and the exponent of the next larger ones.
    let mantissa = if exponent == 0 { fraction } else { fraction | (1 << MANTISSA) };
    if mantissa == 0 {
        return 0;
    }
    let places = BIAS + i64::from(MANTISSA) - exponent.max(1) as i64 - i64::from(mantissa.trailing_zeros());
    usize::try_from(places).unwrap_or(0)
}

/// Says what to write in place of a number that is kept as another one.
pub(crate) fn instead(written: &str, kept: f64) -> String {
    const LONGEST: usize = 60;
    let digits = written.strip_prefix('-').unwrap_or(written);
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    let kept_as = calcarray::number::to_text(kept);
    match () {
        () if is_whole && written.len() <= LONGEST => {
            format!("\"@BigInt {written}\" keeps all digits, in tiles and expressions")
        }
        () if is_whole => "\"@BigInt …\" keeps all digits, in tiles and expressions".to_owned(),
        () if kept.is_infinite() => {
            "infinity is written \"@Infinity\"; \"@BigInt …\" has as many digits as are written".to_owned()
        }
        () => format!("write {kept_as}; \"@BigInt …\" and \"@BigRational … …\" keep all digits"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_kept_as_others() {
        // as it is written, whether another one is kept
        let cases = [
            ("0", false),
            ("-0.0", false),
            ("0e999", false),
            ("2048", false),
            ("0.1", false),
            ("0.10", false),
            ("-12.50e1", false),
            ("1e23", false),
            ("1e300", false),
            ("5e-324", false),
            ("1.7976931348623157e308", false),
            // Exact, and as it is shown.
            ("9007199254740992", false),
            ("18446744073709551616", false),
            ("18446744073709552000", false),
            ("0.5000000000000000000000", false),
            ("0.1000000000000000055511151231257827021181583404541015625", false),
            ("9007199254740993", true),
            ("-9007199254740993", true),
            ("9007199254740993.0", true),
            ("9007199254740993e1", true),
            ("18446744073709551615", true),
            ("0.1000000000000000055511151231257827", true),
            ("3.14159265358979323846", true),
            ("1e400", true),
            ("-1e400", true),
            ("1e-400", true),
            ("1e99999999999999999999", true),
            ("1e-99999999999999999999", true),
        ];
        for (written, expected) in cases {
            let kept = written.parse().unwrap();
            assert_eq!(is_another(written, kept), expected, "{written} {kept}");
        }
    }
}
