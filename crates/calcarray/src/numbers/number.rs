//! Doubles as text and back, as ECMAScript does it.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// The shortest text that reads back as the same number: plain notation from
/// 1e-6 up to below 1e21, otherwise `1e-7`, `1.5e+21`; -0 is `0`.
///
/// ```
/// use calcarray::number::to_text;
/// assert_eq!(to_text(0.1 + 0.2), "0.30000000000000004");
/// assert_eq!(to_text(1e21), "1e+21");
/// assert_eq!(to_text(-0.0), "0");
/// ```
pub fn to_text(number: f64) -> String {
    ryu_js::Buffer::new().format(number).to_owned()
}

/// ECMAScript's StringToNumber: white space around is ignored, nothing is 0,
/// `0x`, `0o`, `0b` and `Infinity` are understood; `None` for anything else.
///
/// ```
/// use calcarray::number::parse;
/// assert_eq!(parse(" 0x10 "), Some(16.0));
/// assert_eq!(parse("12px"), None);
/// ```
pub fn parse(text: &str) -> Option<f64> {
    let text = trim(text);
    if text.is_empty() {
        return Some(0.0);
    }
    if let Some((radix, digits)) = radix_prefix(text) {
        return parse_digits(digits, radix);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned == "Infinity" {
        return Some(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    // Rust also reads "inf" and "nan"; everything else it takes is ours too.
    if unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') { text.parse().ok() } else { None }
}

/// Removes white space and line ends, by ECMAScript's definition, from both ends.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// White space and line ends by ECMAScript's definition. Unlike Unicode's it
/// has U+FEFF and lacks U+0085.
pub fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// Splits `0x…`, `0o…`, `0b…` into radix and digits.
pub(crate) fn radix_prefix(text: &str) -> Option<(u32, &str)> {
    let rest = text.strip_prefix('0')?;
    let radix = match rest.as_bytes().first()? {
        b'x' | b'X' => 16,
        b'o' | b'O' => 8,
        b'b' | b'B' => 2,
        _ => return None,
    };
    Some((radix, &rest[1..]))
}

fn parse_digits(digits: &str, radix: u32) -> Option<f64> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    BigInt::parse_bytes(digits.as_bytes(), radix)?.to_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_ecmascript_reads() {
        for (text, number) in [
            ("", Some(0.0)),
            (" \u{feff}7\n", Some(7.0)),
            ("+1.5", Some(1.5)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("1e3", Some(1000.0)),
            ("-Infinity", Some(f64::NEG_INFINITY)),
            ("0b101", Some(5.0)),
            ("0O17", Some(15.0)),
            ("0x", None),
            ("-0x1", None),
            ("inf", None),
            ("nan", None),
            ("infinity", None),
            ("1_000", None),
            (".", None),
            ("e5", None),
            ("1e", None),
            ("\u{85}1", None),
        ] {
            assert_eq!(parse(text), number, "{text:?}");
        }
    }
}
