//! The days of the daily game: which date it is for the player, and the dates on which the player took
//! part, which are kept in `days.json` in the folder of the games.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::PathBuf;

use fs4::FileExt;
use polymerge_days::{Streak, closes, date, day_of, is_open, read_date};
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

    /// Returns true if its date is open somewhere.
    fn is_open(&self) -> bool {
        self.number().is_some_and(|number| is_open(number, now_signed()))
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
        Days::of_file(file()?)
    }

    /// Changes the days of a file, while no other program does. A lock of the system ends with the
    /// program that holds it.
    fn change<T>(file: PathBuf, change: impl FnOnce(&mut Days) -> Result<T, Failure>) -> Result<T, Failure> {
        let held = file.with_extension("lock");
        let lock = || -> io::Result<File> {
            file.parent().map_or(Ok(()), fs::create_dir_all)?;
            let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&held)?;
            FileExt::lock(&lock)?;
            Ok(lock)
        };
        let _lock = lock().map_err(|error| Failure::result(io_reason(&error)).of(held.display()))?;
        change(&mut Days::of_file(file)?)
    }

    fn of_file(file: PathBuf) -> Result<Days, Failure> {
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
                input::note(&format!("note: {}", failure.message()));
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
        self.days.iter().find(|day| day.service == service && day.seed == seed && day.is_open())
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

    /// Notes that the player has taken part in the game of a seed, if its date is open.
    fn take_part(&mut self, seed: u64) -> Result<(), Failure> {
        self.due(seed).map_or(Ok(()), |day| self.keep(Day { played: true, ..day }))
    }

    /// Returns the game of a seed, if its date is open and the player has not taken part.
    fn due(&self, seed: u64) -> Option<Day> {
        let seed = seed.to_string();
        self.days.iter().find(|day| day.seed == seed && !day.played && day.is_open()).cloned()
    }

    fn write(&self) -> Result<(), Failure> {
        let text = serde_json::to_vec_pretty(&self.days).map_err(Failure::result)?;
        let folder = self.file.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| folders::write_whole(&self.file, &text));
        written.map_err(|error| Failure::result(io_reason(&error)).of(self.file.display()))
    }
}

/// The file of the days.
fn file() -> Result<PathBuf, Failure> {
    let data = folders::data().ok_or_else(|| {
        Failure::result("there is no folder to keep the days in: set HOME or XDG_DATA_HOME")
    })?;
    Ok(data.join("days.json"))
}

/// Keeps a game of a date, in the file as it is by now. If that fails, the game can be played all the
/// same, and those who ask for their streak hear of it.
pub fn keep(day: Day) {
    _ = file().and_then(|file| Days::change(file, |days| days.keep(day)));
}

/// Notes that a move was made in a game, if it is one of a date that is open. Returns false if that
/// could not be kept: it is tried again with the next move.
pub fn take_part(seed: u64) -> bool {
    let noted = file().and_then(|file| match Days::of_file(file.clone())?.due(seed) {
        // Other games leave no file.
        None => Ok(()),
        Some(_) => Days::change(file, |days| days.take_part(seed)),
    });
    noted.is_ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("polymerge-days-{name}-{}", std::process::id()))
    }

    /// Programs name games of days, while others note that theirs were played.
    #[test]
    fn changes_at_the_same_time_lose_nothing() {
        let folder = folder("many");
        let file = folder.join("days.json");
        let day = |seed: u64| Day { seed: seed.to_string(), ..without_service() };
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let file = &file;
                scope.spawn(move || {
                    for seed in thread * 8..thread * 8 + 8 {
                        Days::change(file.clone(), |days| days.keep(day(seed))).unwrap();
                        Days::change(file.clone(), |days| days.take_part(seed)).unwrap();
                    }
                });
            }
        });
        assert_eq!(Days::of_file(file).unwrap().played().len(), 64);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_day_that_could_not_be_noted_is_noted_later() {
        let folder = folder("later");
        let file = folder.join("days.json");
        Days::change(file.clone(), |days| days.keep(without_service())).unwrap();
        let seed = without_service().seed.parse().unwrap();
        let good = fs::read(&file).unwrap();
        fs::write(&file, "broken").unwrap();
        assert!(Days::change(file.clone(), |days| days.take_part(seed)).is_err());
        fs::write(&file, good).unwrap();
        assert!(Days::change(file.clone(), |days| days.take_part(seed)).is_ok());
        assert_eq!(Days::of_file(file).unwrap().played().len(), 1);
        fs::remove_dir_all(folder).unwrap();
    }
}
