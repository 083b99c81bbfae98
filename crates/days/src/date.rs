//! Days as numbers and as dates, and the time for which a date lasts anywhere.
//!
//! A day is counted from the first one of 1970. All times are milliseconds since then, in Greenwich.

use std::ops::RangeInclusive;

/// Milliseconds of a day.
pub const DAY: i64 = 86_400_000;

const HOUR: i64 = 3_600_000;

/// Milliseconds by which the first place where a date begins is ahead of Greenwich.
pub const MOST_AHEAD: i64 = 14 * HOUR;

/// Milliseconds by which the last place where a date ends is behind Greenwich.
pub const MOST_BEHIND: i64 = 12 * HOUR;

/// Days from the first of March of the year 0 to the first day of 1970.
const SHIFT: i64 = 719_468;

/// Days of 400 years, after which the calendar repeats itself.
const ERA: i64 = 146_097;

/// The day of a time, in Greenwich.
pub fn day_of(time: i64) -> i64 {
    time.div_euclid(DAY)
}

/// The time at which a date begins somewhere.
pub fn opens(day: i64) -> i64 {
    day.saturating_mul(DAY).saturating_sub(MOST_AHEAD)
}

/// The time at which a date has ended everywhere.
pub fn closes(day: i64) -> i64 {
    day.saturating_add(1).saturating_mul(DAY).saturating_add(MOST_BEHIND)
}

/// Returns true while it is this day somewhere.
pub fn is_open(day: i64, now: i64) -> bool {
    (opens(day)..closes(day)).contains(&now)
}

/// The days that it is somewhere: two or three.
pub fn open_days(now: i64) -> RangeInclusive<i64> {
    day_of(now.saturating_sub(MOST_BEHIND))..=day_of(now.saturating_add(MOST_AHEAD))
}

/// A day as a date, such as `2026-11-26`.
pub fn date(day: i64) -> String {
    let (year, month, day) = civil(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Reads a date of the years 1970 to 9999, as [`date`] writes it; `None` if it is none, or not in the
/// calendar.
pub fn read_date(text: &str) -> Option<i64> {
    let part = |from: usize, to: usize| {
        let digits = text.get(from..to).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
        digits?.parse::<i64>().ok()
    };
    let day = number(part(0, 4)?, part(5, 7)?, part(8, 10)?);
    // Months and days that are not in the calendar come out as others.
    (day >= 0 && date(day) == text).then_some(day)
}

/// Year, month and day of the month. Years begin in March here, so that the day that is sometimes
/// missing is the last.
pub(crate) fn civil(day: i64) -> (i64, i64, i64) {
    let shifted = day.saturating_add(SHIFT);
    let era = shifted.div_euclid(ERA);
    let of_era = shifted.rem_euclid(ERA);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day_of_month = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day_of_month)
}

/// The number of a day of a year's month.
pub(crate) fn number(year: i64, month: i64, day_of_month: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let from_march = (month + 9).rem_euclid(12);
    let of_year = (153 * from_march + 2) / 5 + day_of_month - 1;
    era * ERA + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year - SHIFT
}
