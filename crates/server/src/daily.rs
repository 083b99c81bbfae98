//! The game of the day: one mode and one seed for all.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::token::number;

/// Milliseconds of a day.
pub const DAY: i64 = 86_400_000;

/// The most by which a clock that was set back is held, in milliseconds. One that goes back further
/// was wrong before, perhaps by hours, for which the time must not stand still.
pub const HELD: i64 = 10 * 60_000;

/// The latest time that was read.
static LATEST: AtomicI64 = AtomicI64::new(0);

/// Milliseconds since 1970. When the clock of the system is set back by some minutes, the time stands
/// still instead: no day of daily games begins again, and later games stay later.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    held(&LATEST, i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Lets the time stand still until the clock has reached that of the latest stored game, if that is soon;
/// returns the milliseconds by which the clock is behind it.
pub fn begin_behind(game: i64) -> i64 {
    behind(&LATEST, game, now())
}

fn behind(latest: &AtomicI64, game: i64, now: i64) -> i64 {
    let behind = game.saturating_sub(now);
    if (1..=HELD).contains(&behind) {
        latest.fetch_max(game, Ordering::Relaxed);
    }
    behind.max(0)
}

/// The time of a clock, or the latest one before if the clock was set back by little.
fn held(latest: &AtomicI64, time: i64) -> i64 {
    let before = latest.fetch_max(time, Ordering::Relaxed);
    if before - time > HELD {
        latest.store(time, Ordering::Relaxed);
        tracing::warn!(
            "the clock was set back by {} seconds; set it if it is wrong",
            (before - time) / 1_000
        );
        return time;
    }
    before.max(time)
}

/// The day of a time in milliseconds since 1970, counted from there.
pub fn day_of(now: i64) -> i64 {
    now.div_euclid(DAY)
}

/// A day as `2026-11-26`.
pub fn date(day: i64) -> String {
    // Years begin in March here, so that the day that is sometimes missing is the last.
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day_of_month = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day_of_month:02}")
}

/// A time in milliseconds since 1970 as `2026-11-26 23:59` (UTC).
pub fn moment(time: i64) -> String {
    let minutes = time.rem_euclid(DAY) / 60_000;
    format!("{} {:02}:{:02}", date(day_of(time)), minutes / 60, minutes % 60)
}

/// The seed of a day; not to be foreseen without the secret of the service.
pub fn seed(secret: &str, day: i64) -> u64 {
    number(&format!("daily {secret} {day}"))
}

/// The mode of a day, of those that take turns.
pub fn mode(modes: &[String], day: i64) -> &str {
    let place = usize::try_from(day).unwrap_or(0) % modes.len().max(1);
    modes.get(place).map_or("2048", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_does_not_go_back_with_the_clock() {
        let latest = AtomicI64::new(0);
        for (clock, time) in [
            (5 * DAY, 5 * DAY),
            (5 * DAY - 1, 5 * DAY),
            (5 * DAY - HELD, 5 * DAY),
            (5 * DAY + 1, 5 * DAY + 1),
            // It was wrong, and is right again.
            (5 * DAY - HELD, 5 * DAY - HELD),
            (3 * DAY, 3 * DAY),
            (3 * DAY - 1, 3 * DAY),
        ] {
            assert_eq!(held(&latest, clock), time, "{clock}");
        }
    }

    #[test]
    fn a_game_from_a_clock_that_was_ahead_does_not_stop_the_time_for_hours() {
        for (ahead, stands) in [(-1, 0), (HELD, HELD), (HELD + 1, 0), (20 * 3_600_000, 0)] {
            let latest = AtomicI64::new(5 * DAY);
            assert_eq!(behind(&latest, 5 * DAY + ahead, 5 * DAY), ahead.max(0));
            assert_eq!(held(&latest, 5 * DAY), 5 * DAY + stands, "{ahead}");
        }
    }

    #[test]
    fn days_have_dates() {
        for (day, expected) in
            [(0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (20_783, "2026-11-26")]
        {
            assert_eq!(date(day), expected);
        }
        assert_eq!(day_of(DAY - 1), 0);
        assert_eq!(moment(11_016 * DAY + 3_599_999), "2000-02-29 00:59");
    }

    #[test]
    fn each_day_has_its_seed_and_mode() {
        assert_ne!(seed("a", 1), seed("a", 2));
        assert_ne!(seed("a", 1), seed("b", 1));
        let modes = ["x", "y"].map(str::to_owned);
        assert_eq!([mode(&modes, 0), mode(&modes, 1), mode(&modes, 2)], ["x", "y", "x"]);
    }
}
