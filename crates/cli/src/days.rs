//! The days of the daily game: which date it is for the player, and the dates on which the player took
//! part, which are kept in `days.json` in the folder of the games.

use std::fs;
use std::path::PathBuf;

use polymerge_days::{closes, date, day_of, is_open, read_date, Streak};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::folders::{self, io_reason, read_if_any};
use crate::input;
use crate::saves::now;

/// Returns the player's date, as the day since 1970.
pub fn today() -> i64 {
    read_date(&jiff::Zoned::now().date().to_string()).unwrap_or_else(|| day_of(now_signed()))
}

/// Returns the time at which the player's next date begins, in milliseconds since 1970.
pub fn next_midnight() -> u64 {
    let now = jiff::Zoned::now();
    let tomorrow = now.date().tomorrow().and_then(|date| date.to_zoned(now.time_zone().clone()));
    let time = tomorrow.map_or_else(|_| closes(today()), |begin| begin.timestamp().as_millisecond());
    u64::try_from(time).unwrap_or(0)
}

fn now_signed() -> i64 {
    i64::try_from(now()).unwrap_or(i64::MAX)
}

/// The game of a date that was begun or named.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Day {
    /// The date.
    pub date: String,
    /// The address of the service that named the game; empty for the one that needs no service.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub service: String,
    /// The mode, as the service calls it.
    pub mode: String,
    /// The seed.
    pub seed: String,
    /// True once the player has taken part: with the first move.
    #[serde(default)]
    pub played: bool,
}

impl Day {
    fn number(&self) -> Option<i64> {
        read_date(&self.date)
    }
}

/// The days that are kept.
#[derive(Debug)]
pub struct Days {
    file: PathBuf,
    days: Vec<Day>,
}

impl Days {
    /// Reads the days of the user.
    pub fn of_user() -> Result<Days, Failure> {
        let Some(data) = folders::data() else {
            return Err(Failure::result("there is no folder to keep the days in: set HOME or XDG_DATA_HOME"));
        };
        let file = data.join("days.json");
        let fail = |reason: &str| Failure::result(reason).of(file.display());
        let bytes = read_if_any(&file).map_err(|error| fail(&io_reason(&error)))?;
        let days = match bytes {
            None => Vec::new(),
            Some(bytes) => serde_json::from_slice(&bytes).map_err(|_| {
                fail("the days that you played can't be read; put a copy of the file back, or move it away")
            })?,
        };
        Ok(Days { file, days })
    }

    /// Returns the dates on which the player took part, for a request that needs none: a failure to read
    /// them is only noted.
    pub fn played_or_default() -> Vec<i64> {
        match Days::of_user() {
            Ok(days) => days.played(),
            Err(failure) => {
                input::note(&format!("note: {failure}"));
                Vec::new()
            }
        }
    }

    /// Returns the dates on which the player took part.
    pub fn played(&self) -> Vec<i64> {
        self.days.iter().filter(|day| day.played).filter_map(Day::number).collect()
    }

    /// Returns the game of a service whose date is open somewhere, by its seed.
    pub fn open(&self, service: &str, seed: &str) -> Option<&Day> {
        let is_now = |day: &Day| day.number().is_some_and(|number| is_open(number, now_signed()));
        self.days.iter().find(|day| day.service == service && day.seed == seed && is_now(day))
    }

    /// Keeps a game, and forgets those that were never played and are over.
    fn keep(&mut self, day: Day) -> Result<(), Failure> {
        let is_same =
            |kept: &Day| kept.date == day.date && kept.seed == day.seed && kept.service == day.service;
        let now = now_signed();
        match self.days.iter_mut().find(|kept| is_same(kept)) {
            Some(kept) if day.played && !kept.played => kept.played = true,
            Some(_) => return Ok(()),
            None => self.days.push(day),
        }
        self.days.retain(|day| day.played || day.number().is_some_and(|number| now < closes(number)));
        self.write()
    }

    fn write(&self) -> Result<(), Failure> {
        let text = serde_json::to_vec_pretty(&self.days).map_err(Failure::result)?;
        let folder = self.file.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| folders::write_whole(&self.file, &text));
        written.map_err(|error| Failure::result(io_reason(&error)).of(self.file.display()))
    }
}

/// Keeps a game of a date, in the file as it is by now. If that fails, the game can be played all the
/// same, and those who ask for their streak hear of it.
pub fn keep(day: Day) {
    _ = Days::of_user().and_then(|mut days| days.keep(day));
}

/// Notes that a move was made in a game, if it is one of a date that is open.
pub fn take_part(seed: u64) {
    let seed = seed.to_string();
    let Ok(mut days) = Days::of_user() else { return };
    let is_now = |day: &Day| day.number().is_some_and(|number| is_open(number, now_signed()));
    let found = days.days.iter().find(|day| day.seed == seed && !day.played && is_now(day)).cloned();
    if let Some(day) = found {
        // What can't be kept now is tried again with the next game.
        _ = days.keep(Day { played: true, ..day });
    }
}

/// Returns the streak on this machine.
pub fn streak() -> u32 {
    Days::of_user().map_or(0, |days| Streak::of(days.played(), today()).current)
}

/// Returns the game of the player's date that needs no service.
pub fn without_service() -> Day {
    let today = today();
    let (mode, seed) = (polymerge_days::mode(today).to_owned(), polymerge_days::seed(today).to_string());
    Day { date: date(today), service: String::new(), mode, seed, played: false }
}
