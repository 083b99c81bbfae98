//! The game of the day: one mode and one seed for all.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

pub use polymerge_days::{DAY, date, day_of};
use polymerge_days::{closes, opens, read_date};

use crate::source::Refused;
use crate::token::number;

/// The beginning of the names of the boards of days.
const DAILY: &str = "daily-";

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

/// A time in milliseconds since 1970 as `2026-11-26 23:59` (UTC).
pub fn moment(time: i64) -> String {
    let minutes = time.rem_euclid(DAY) / 60_000;
    format!("{} {:02}:{:02}", date(day_of(time)), minutes / 60, minutes % 60)
}

/// Reads a date.
///
/// # Errors
/// The text is no date.
pub fn read(date: &str) -> Result<i64, Refused> {
    let message = "a date is written as year, month and day, such as 2026-11-29";
    read_date(date).ok_or_else(|| Refused::new("bad-date", message))
}

/// Reads the date of a daily game, which is open as long as it is that date somewhere.
///
/// # Errors
/// The text is no date, or its game is not open.
pub fn read_open(date: &str, now: i64) -> Result<i64, Refused> {
    let day = read(date)?;
    let message = if now < opens(day) {
        format!("{date} has not begun anywhere yet: its game begins at {} UTC", moment(opens(day)))
    } else if now >= closes(day) {
        format!("{date} is over everywhere: its game was accepted until {} UTC", moment(closes(day)))
    } else {
        return Ok(day);
    };
    Err(Refused::new("not-today", message))
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

/// The name of the board of a day.
pub fn board_of(day: i64) -> String {
    format!("{DAILY}{}", date(day))
}

/// The day of a board, if it is that of a day.
pub fn day_of_board(id: &str) -> Option<i64> {
    read_date(id.strip_prefix(DAILY)?)
}

/// Until when the moves of games on a board are their players' alone, in milliseconds since 1970: games of
/// a day can't be copied while some are taken.
pub fn secret_until(id: &str, now: i64) -> Option<i64> {
    day_of_board(id).map(closes).filter(|closes| now < *closes)
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
    fn a_game_is_open_as_long_as_its_date_is_somewhere() {
        let time = |hours: i64| 20_786 * DAY + hours * 3_600_000;
        for (date, hours, expected) in [
            ("2026-11-29", -14, "open"),
            ("2026-11-29", 35, "open"),
            (
                "2026-11-29",
                -15,
                "2026-11-29 has not begun anywhere yet: its game begins at 2026-11-28 10:00 UTC",
            ),
            (
                "2026-11-29",
                36,
                "2026-11-29 is over everywhere: its game was accepted until 2026-11-30 12:00 UTC",
            ),
            ("tomorrow", 0, "a date is written as year, month and day, such as 2026-11-29"),
            ("2026-11-31", 0, "a date is written as year, month and day, such as 2026-11-29"),
        ] {
            let said = match read_open(date, time(hours)) {
                Ok(20_786) => "open".to_owned(),
                Ok(_) => String::new(),
                Err(refused) => refused.message,
            };
            assert_eq!(said, expected, "{date} {hours}");
        }
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
