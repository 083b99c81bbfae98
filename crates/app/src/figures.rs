//! Counts, amounts and times as people read them.

use polymerge::calc::number;

/// Shortens a text to `width` characters, with a mark at its end.
pub fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let start = text.chars().take(width.saturating_sub(1));
    start.chain((width > 0).then_some('…')).collect()
}

/// The size from which on numbers are written with an exponent.
const LARGE: f64 = 1e15;
const SMALL: f64 = 1e-6;

/// The number of significant digits. More would show the rounding errors of binary fractions.
const DIGITS: usize = 12;

/// Returns a number for people: in groups of three digits, without the last digits of fractions,
/// very large and very small ones with an exponent.
pub fn count(number: f64) -> String {
    let size = number.abs();
    if !number.is_finite() {
        return number::to_text(number);
    }
    if number == 0.0 {
        return "0".into();
    }
    if !(SMALL..LARGE).contains(&size) {
        return scientific(number, 4);
    }
    let rounded: f64 = format!("{number:.*e}", DIGITS - 1).parse().unwrap_or(number);
    let text = if number.fract() == 0.0 { number.to_string() } else { rounded.to_string() };
    if size < 1e4 {
        return text;
    }
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut grouped = String::new();
    for (index, digit) in whole.char_indices() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{fraction}")
}

/// Returns a number with an exponent, and at most `digits` digits behind the point.
fn scientific(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) if mantissa.contains('.') => {
            format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

/// Returns a number for a column: one that does not fit loses its commas, then gets an exponent. It
/// is never cut into another number.
pub fn fitted(number: f64, width: usize) -> String {
    let text = count(number);
    let fits = |text: &String| text.chars().count() <= width;
    let plain = text.replace(',', "");
    let short = (0..=4).rev().map(|digits| scientific(number, digits));
    [text, plain].into_iter().chain(short).find(fits).unwrap_or_else(|| clipped("…", width))
}

/// Returns a number with its noun, in the singular or the plural: `1 move`, `2 moves`.
pub fn counted(number: f64, thing: &str) -> String {
    let plural = if number == 1.0 { "" } else { "s" };
    format!("{} {thing}{plural}", count(number))
}

/// Returns a span of time as text.
pub fn duration(milliseconds: f64) -> String {
    let seconds = (milliseconds / 1000.0).clamp(0.0, 1e12) as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// Returns the time since a moment as text. Both times are in milliseconds since 1970.
pub fn ago(then: u64, now: u64) -> String {
    const MINUTE: u64 = 60_000;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let past = now.saturating_sub(then);
    let (number, unit) = match past {
        0..MINUTE => return "just now".into(),
        MINUTE..HOUR => (past / MINUTE, "minute"),
        HOUR..DAY => (past / HOUR, "hour"),
        _ => (past / DAY, "day"),
    };
    format!("{} ago", counted(number as f64, unit))
}

/// Rounds a number to significant digits: measurements and estimates mean no more than that.
pub fn rounded(number: f64, digits: i32) -> f64 {
    if !number.is_finite() || number == 0.0 {
        return number;
    }
    let unit = 10_f64.powi(number.abs().log10().floor() as i32 + 1 - digits);
    if unit >= 1.0 { (number / unit).round() * unit } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_written_for_people() {
        for (number, digits, round) in [
            (104_777.3, 2, 100_000.0),
            (-1_499.0, 2, -1_500.0),
            (87.0, 2, 87.0),
            (0.0, 2, 0.0),
            (7.4, 2, 7.4),
        ] {
            assert_eq!(rounded(number, digits), round);
        }
        for (number, text) in [
            (0.0, "0"),
            (9999.0, "9999"),
            (10000.0, "10,000"),
            (-1234567.0, "-1,234,567"),
            (0.5, "0.5"),
            (f64::INFINITY, "Infinity"),
            (1e30, "1e30"),
            (2f64.powi(100), "1.2677e30"),
            (2.8000000000000003, "2.8"),
            (-12345.678, "-12,345.678"),
            (1e-9, "1e-9"),
            (-0.0, "0"),
        ] {
            assert_eq!(count(number), text);
        }
        // number, width, text
        for (number, width, text) in [
            (1_234_567.0, 9, "1,234,567"),
            (1_234_567.0, 8, "1234567"),
            (1_234_567.0, 6, "1.23e6"),
            (1_234_567.0, 3, "1e6"),
            (1_234_567.0, 2, "…"),
            (2f64.powi(100), 6, "1.3e30"),
        ] {
            assert_eq!(fitted(number, width), text);
        }
        for (milliseconds, text) in [(500.0, "0 s"), (61_000.0, "1 min"), (3_660_000.0, "1 h 01 min")] {
            assert_eq!(duration(milliseconds), text);
        }
        for (past, text) in [
            (3, "just now"),
            (60_000, "1 minute ago"),
            (7_200_000, "2 hours ago"),
            (200_000_000, "2 days ago"),
        ] {
            assert_eq!(ago(1_000_000, 1_000_000 + past), text);
        }
    }
}
