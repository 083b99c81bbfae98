//! The game of the day, for the date that it is for a player; the days before it, and those on which a
//! player took part.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use polymerge_days::{Streak, closes, open_days, opens};
use serde::Deserialize;
use serde_json::{Value, json};

use super::scores::{proves, source};
use super::submit::Posted;
use super::{Failure, Service, Shared};
use crate::daily::{self, DAY, board_of, date, day_of, day_of_board, now, seed};
use crate::source::Refused;
use crate::store::{Error, Player};

/// Days that the calendar goes back: thirteen weeks.
const CALENDAR: i64 = 91;

/// Days of a player that are listed, the latest ones.
const MOST_DAYS: usize = 366;

/// The date for the player; without one, that of Greenwich.
#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    date: String,
}

impl Asked {
    /// The day that is asked for, if its game is open.
    fn open(&self, now: i64) -> Result<i64, Refused> {
        match self.date.as_str() {
            "" => Ok(day_of(now)),
            date => daily::read_open(date, now),
        }
    }

    /// The day that is asked for, or the one next to it that it is somewhere: a clock may be wrong.
    pub fn near(&self, now: i64) -> Result<i64, Refused> {
        let open = open_days(now);
        match self.date.as_str() {
            "" => Ok(day_of(now)),
            date => Ok(daily::read(date)?.clamp(*open.start(), *open.end())),
        }
    }
}

impl Service {
    /// The mode of a day: that of its board if there is one, so that others in the configuration count
    /// from the next day on.
    async fn mode_of(&self, day: i64) -> Result<String, Failure> {
        if let Some(board) = self.store.board(&board_of(day)).await?
            && let Some(mode) = source(&board)?["mode"].as_str()
        {
            return Ok(mode.to_owned());
        }
        Ok(daily::mode(&self.config.daily_modes, day).to_owned())
    }

    /// Checks that a submission is the game of a date that is open.
    pub(super) async fn must_be_daily(
        &self,
        date: &str,
        posted: &Posted,
        seed: u64,
        now: i64,
    ) -> Result<(), Failure> {
        let day = daily::read_open(date, now)?;
        let seed_fits = daily::seed(&self.store.daily_secret().await?, day) == seed;
        if seed_fits && posted.is_plain(&self.mode_of(day).await?) {
            return Ok(());
        }
        let message =
            format!("this is not the mode and the seed of {date}; GET /v1/daily?date={date} tells them");
        Err(Refused::new("not-the-daily-game", message).into())
    }

    /// The days in a row on which a player took part, up to the player's day, and these days.
    pub(super) async fn streak(&self, player: &Player, today: i64) -> Result<Value, Error> {
        let boards = self.store.days_of(&player.token).await?;
        let mut days: Vec<i64> = boards.iter().filter_map(|board| day_of_board(board)).collect();
        days.sort_unstable_by(|one, other| other.cmp(one));
        let Streak { current, best, is_today } = Streak::of(days.iter().copied(), today);
        let listed: Vec<String> = days.into_iter().take(MOST_DAYS).map(date).collect();
        Ok(json!({
            "date": date(today), "current": current, "best": best, "isToday": is_today, "days": listed,
        }))
    }
}

/// `GET /v1/daily`
pub async fn daily(
    State(service): State<Shared>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Failure> {
    let Query(asked) = asked?;
    let day = asked.open(now())?;
    let secret = service.store.daily_secret().await?;
    let answer = json!({
        "date": date(day), "mode": service.mode_of(day).await?,
        "seed": seed(&secret, day).to_string(), "board": board_of(day),
        "ends": (day + 1) * DAY, "opens": opens(day), "closes": closes(day), "proves": proves("daily"),
    });
    Ok(([(header::CACHE_CONTROL, "no-cache")], Json(answer)).into_response())
}

/// `GET /v1/daily/calendar`: the days before this one that were played.
pub async fn calendar(
    State(service): State<Shared>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Json<Value>, Failure> {
    let Query(asked) = asked?;
    let today = asked.near(now())?;
    let secret = service.store.daily_secret().await?;
    let boards = service.store.boards_between(&board_of(today - CALENDAR), &board_of(today)).await?;
    let mut days = Vec::with_capacity(boards.len());
    for board in boards {
        if let Some(day) = day_of_board(&board.id) {
            let (seed, source) = (seed(&secret, day).to_string(), source(&board)?);
            days.push(json!({ "date": date(day), "mode": source["mode"], "seed": seed, "board": board.id }));
        }
    }
    Ok(Json(json!({ "days": days })))
}
