//! `polymerge scores daily`, `streak` and `season`.

use polymerge_app::days::{self, Days};
use polymerge_app::failure::Failure;
use polymerge_app::figures::counted;
use polymerge_app::input;
use polymerge_app::source::find;
use polymerge_days::{Streak, date, read_date};
use serde_json::{Value, json};

use super::boards::listed;
use crate::aligned::table;
use crate::play;
use crate::service::Service;
use crate::service::answer::{game_of_day, number, player, text};
use crate::service::secrets::Secrets;

/// Weeks of the calendar.
const WEEKS: i64 = 12;

/// Plays a seed in the terminal, and prints how to submit the game, if there is a service.
pub fn play_seed(mode: &str, seed: &Value, has_service: bool) -> Result<(), Failure> {
    let seed = seed.as_str().and_then(|seed| seed.parse().ok());
    let seed = seed.ok_or_else(|| Failure::result("the service names no seed"))?;
    play::run(&play::Arguments::of_seed(find(mode)?.short_name(), seed))?;
    if has_service {
        input::note("to submit the last game: polymerge scores submit");
    }
    Ok(())
}

/// Shows or plays the game of the day.
pub fn daily(service: Option<&Service>, play: bool, as_json: bool) -> Result<(), Failure> {
    let answer = match service {
        Some(service) => game_of_day(service)?,
        None => {
            let day = days::without_service();
            let answer = json!({ "date": day.date, "mode": day.mode, "seed": day.seed });
            days::keep(day);
            answer
        }
    };
    if as_json {
        return input::print_json(&answer.to_string());
    }
    let mode = text(&answer["mode"]);
    if play {
        return play_seed(&mode, &answer["seed"], service.is_some());
    }
    let streak = Streak::of(Days::played_or_default(), days::today());
    let board = match service {
        Some(_) => format!(", taken until {}\nboard {}", until(&answer), text(&answer["board"])),
        None => ", for all who play without a score service".to_owned(),
    };
    input::print_line(&format!(
        "{}: {mode} with seed {}{board}\n{}",
        text(&answer["date"]),
        text(&answer["seed"]),
        in_words(streak),
    ))
}

/// Returns the time until which a service takes the game of a day, in words.
fn until(answer: &Value) -> String {
    match answer["closes"].as_i64() {
        Some(closes) => {
            let minutes = closes.rem_euclid(polymerge_days::DAY) / 60_000;
            let day = date(polymerge_days::day_of(closes));
            format!("{day} {:02}:{:02} UTC, when its date is over everywhere", minutes / 60, minutes % 60)
        }
        None => "the end of the day (UTC)".to_owned(),
    }
}

fn in_words(Streak { current, best, is_today }: Streak) -> String {
    let days = |number: u32| counted(f64::from(number), "day");
    let current = match (current, is_today) {
        (0, _) => "no streak: play the game of today to begin one".to_owned(),
        (days_in_row, true) => format!("{} in a row", days(days_in_row)),
        (days_in_row, false) => format!("{} in a row: play the game of today to keep it", days(days_in_row)),
    };
    match best {
        0 => current,
        best => format!("{current}; most so far: {}", days(best)),
    }
}

/// The days that a service has of the player.
#[derive(Default)]
struct Served {
    days: Vec<i64>,
    /// The service counts all days, and lists the latest ones.
    counted: Option<Streak>,
}

/// Asks a service for the player's days, with each token of the player.
fn served(service: &Service, today: i64) -> Result<Served, Failure> {
    let mut all = Served::default();
    for token in Secrets::of_user()?.at(service.address()).tokens() {
        let own = match service.get("/v1/player", &[("date", &date(today))], Some(token)) {
            Err(refusal) if refusal.is_wrong_token() => continue,
            own => own?,
        };
        // Services of before count no days.
        let own = &own["streak"];
        let dates = own["days"].as_array().into_iter().flatten();
        all.days.extend(dates.filter_map(|date| read_date(date.as_str()?)));
        let number = |name: &str| own[name].as_u64().and_then(|number| u32::try_from(number).ok());
        // A service that has another date by its clock counts to that one.
        let is_of_today = own["date"] == date(today);
        if let (Some(current), Some(best), true) = (number("current"), number("best"), is_of_today) {
            let counted = Streak { current, best, is_today: own["isToday"] == true };
            all.counted = Some(all.counted.map_or(counted, |before| longer(before, counted)));
        }
    }
    Ok(all)
}

/// Returns the streak that two counts of days make together. One that ended yesterday goes on if the
/// other one has the day of today.
fn longer(one: Streak, other: Streak) -> Streak {
    let is_today = one.is_today || other.is_today;
    let up_to_now = |streak: Streak| {
        let goes_on = is_today && !streak.is_today && streak.current > 0;
        streak.current.saturating_add(u32::from(goes_on))
    };
    let current = up_to_now(one).max(up_to_now(other));
    Streak { current, best: one.best.max(other.best).max(current), is_today }
}

/// Shows the days in a row, and a calendar. Days count that were played on this machine, or that the
/// service has of the player; without an answer of the service, those of this machine.
pub fn streak(service: Option<&Service>, as_json: bool) -> Result<(), Failure> {
    let today = days::today();
    let mut played = Days::of_user()?.played();
    let served = service.map_or_else(|| Ok(Served::default()), |service| served(service, today));
    let served = served.unwrap_or_else(|failure| {
        input::note(&format!("note: only the days of this machine are counted: {}", failure.message()));
        Served::default()
    });
    played.extend(served.days);
    played.sort_unstable();
    played.dedup();
    let streak = Streak::of(played.iter().copied(), today);
    let streak = served.counted.map_or(streak, |counted| longer(streak, counted));
    if as_json {
        let Streak { current, best, is_today } = streak;
        let dates: Vec<String> = played.iter().rev().map(|day| date(*day)).collect();
        let answer = json!({ "date": date(today), "current": current, "best": best, "isToday": is_today,
                             "days": dates });
        return input::print_json(&answer.to_string());
    }
    input::print_line(&format!("{}\n{}", in_words(streak), calendar(&played, today)))
}

/// Draws the last weeks by weekday: dates that were played, the others, and those to come.
fn calendar(played: &[i64], today: i64) -> String {
    // The first day of 1970 was a Thursday.
    let monday = today - (today + 3).rem_euclid(7);
    let line = |week: i64| {
        let first = monday - week * 7;
        let signs = (first..first + 7).map(|day| match day {
            day if day > today => "  ",
            day if played.contains(&day) => " #",
            _ => " .",
        });
        format!("{} {}", date(first), signs.collect::<String>())
    };
    let lines: Vec<String> = (0..WEEKS).rev().map(line).collect();
    format!("week of     M T W T F S S\n{}", lines.join("\n"))
}

/// Lists the ranked boards of a season, each with its best game, or all seasons.
pub fn season(service: &Service, name: Option<&str>, all: bool, as_json: bool) -> Result<(), Failure> {
    let path = match name {
        _ if all => "/v1/seasons".to_owned(),
        None => "/v1/seasons/current".to_owned(),
        Some(name) => match name.parse::<polymerge_days::Season>() {
            Ok(season) => format!("/v1/seasons/{season}"),
            Err(()) => {
                let message = format!("{name:?} is not a season; write one such as 2026-Q4");
                return Err(Failure::input(message));
            }
        },
    };
    let answer = service.get(&path, &[], None)?;
    if as_json {
        return input::print_json(&answer.to_string());
    }
    if all {
        let seasons: Vec<String> = listed(&answer, "seasons")?.iter().map(text).collect();
        return input::print_line(&seasons.join("\n"));
    }
    let boards = listed(&answer, "boards")?;
    let season = text(&answer["season"]);
    if boards.is_empty() {
        return input::print_line(&format!("{season}: no ranked game yet"));
    }
    let rows: Vec<[String; 5]> = boards
        .iter()
        .map(|standing| {
            let (board, best) = (&standing["board"], &standing["best"]);
            let players = number(&standing["players"], "player");
            [text(&best["score"]), player(best), players, text(&board["title"]), text(&board["id"])]
        })
        .collect();
    input::print_line(&format!("{season}: the best ranked game of each board"))?;
    input::print(table(&rows, 0..1).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calendar_has_twelve_weeks_from_monday_on() {
        let today = read_date("2026-11-28").unwrap();
        let played = [today, today - 1, today - 5, today - 80];
        let drawn = calendar(&played, today);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 13);
        assert_eq!(lines[12], "2026-11-23  # . . . # #  ");
        assert_eq!(lines[1], "2026-09-07  . . # . . . .");
    }

    #[test]
    fn streaks_have_words() {
        for (current, best, is_today, words) in [
            (0, 0, false, "no streak: play the game of today to begin one"),
            (0, 3, false, "no streak: play the game of today to begin one; most so far: 3 days"),
            (1, 1, true, "1 day in a row; most so far: 1 day"),
            (2, 4, false, "2 days in a row: play the game of today to keep it; most so far: 4 days"),
        ] {
            assert_eq!(in_words(Streak { current, best, is_today }), words);
        }
    }

    #[test]
    fn counts_of_days_make_one_streak() {
        let streak = |current, best, is_today| Streak { current, best, is_today };
        for (one, other, both) in [
            (streak(0, 0, false), streak(0, 0, false), streak(0, 0, false)),
            (streak(366, 366, true), streak(500, 700, true), streak(500, 700, true)),
            (streak(367, 367, true), streak(500, 500, false), streak(501, 501, true)),
            (streak(1, 4, true), streak(0, 9, false), streak(1, 9, true)),
            (streak(3, 3, false), streak(2, 2, false), streak(3, 3, false)),
        ] {
            assert_eq!(longer(one, other), both);
            assert_eq!(longer(other, one), both);
        }
    }
}
