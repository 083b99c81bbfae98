//! Dates, streaks and seasons. The cases of `cases.json` are those of the site, too.

#![allow(clippy::unwrap_used)]

use polymerge_days::{
    DAY, Season, Streak, closes, date, day_of, is_open, mode, open_days, opens, read_date, seed,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The cases of a kind.
fn cases<T: DeserializeOwned>(kind: &str) -> Vec<T> {
    let all: serde_json::Value = serde_json::from_str(include_str!("cases.json")).unwrap();
    let cases: Vec<T> = serde_json::from_value(all[kind].clone()).unwrap();
    assert!(!cases.is_empty());
    cases
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfStreak {
    case: String,
    days: Vec<String>,
    today: String,
    current: u32,
    best: u32,
    is_today: bool,
}

#[test]
fn streaks_are_days_in_a_row() {
    for OfStreak { case, days, today, current, best, is_today } in cases("streaks") {
        let days = days.iter().map(|day| read_date(day).unwrap());
        let streak = Streak::of(days, read_date(&today).unwrap());
        assert_eq!(streak, Streak { current, best, is_today }, "{case}");
    }
    // No day is too far away.
    assert_eq!(Streak::of([i64::MIN, 0, i64::MAX], i64::MAX).best, 1);
}

#[derive(Deserialize)]
struct OfTime {
    at: String,
    time: i64,
    dates: Vec<String>,
}

#[test]
fn a_date_is_open_while_it_is_that_day_anywhere() {
    for OfTime { at, time, dates } in cases("open") {
        assert_eq!(open_days(time).map(date).collect::<Vec<_>>(), dates, "{at}");
        let around = day_of(time) - 3..=day_of(time) + 3;
        let open = around.filter(|day| is_open(*day, time)).map(date).collect::<Vec<_>>();
        assert_eq!(open, dates, "{at}");
    }
    let day = read_date("2026-11-29").unwrap();
    assert_eq!(closes(day) - opens(day), 50 * DAY / 24);
}

#[derive(Deserialize)]
struct OfSeason {
    at: String,
    time: i64,
    season: String,
    begins: i64,
    ends: i64,
}

#[test]
fn seasons_are_quarters() {
    for OfSeason { at, time, season, begins, ends } in cases("seasons") {
        let found = Season::of(time);
        assert_eq!((found.to_string(), found.begins(), found.ends()), (season.clone(), begins, ends), "{at}");
        assert_eq!(season.parse(), Ok(found), "{at}");
        assert_eq!((Season::of(ends), Season::of(begins - 1)), (found.next(), found.before()), "{at}");
    }
    for wrong in ["", "2026", "2026-Q5", "2026-Q0", "2026-q4", "02026-Q4", "2026-Q04", "1969-Q4", "99999-Q1"]
    {
        assert_eq!(wrong.parse::<Season>(), Err(()), "{wrong}");
    }
}

#[derive(Deserialize)]
struct OfSeed {
    date: String,
    mode: String,
    seed: String,
}

#[test]
fn each_day_has_its_seed_and_mode() {
    for OfSeed { date, mode: its, seed: number } in cases("seeds") {
        let day = read_date(&date).unwrap();
        assert_eq!((mode(day), seed(day).to_string()), (its.as_str(), number), "{date}");
    }
    assert_eq!(mode(-1), mode(2));
}

#[test]
fn days_have_dates() {
    for (day, text) in
        [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_783, "2026-11-26"), (2_932_896, "9999-12-31")]
    {
        assert_eq!((date(day).as_str(), read_date(text)), (text, Some(day)));
    }
    assert_eq!(date(-1), "1969-12-31");
    assert!((0..200_000).step_by(17).all(|day| read_date(&date(day)) == Some(day)));
    for wrong in [
        "",
        "2026",
        "2026-11-31",
        "2027-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-11-00",
        "2026-11-2",
        "26-11-29",
        "2026-11-29 ",
        "+026-11-29",
        "2026/11/29",
        "1969-12-31",
        "2026-11-29T",
        "２０２６-11-29",
        "10000-01-01",
    ] {
        assert_eq!(read_date(wrong), None, "{wrong}");
    }
}
