//! Seasons: quarters of a year, in Greenwich.

use std::fmt;
use std::str::FromStr;

use crate::date::{DAY, civil, day_of, number};

/// A quarter of a year, such as `2026-Q4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Season {
    /// Quarters since the year 0.
    quarter: i64,
}

impl Season {
    /// The season of a time, in milliseconds since 1970.
    pub fn of(time: i64) -> Season {
        let (year, month, _) = civil(day_of(time));
        Season { quarter: year * 4 + (month - 1) / 3 }
    }

    /// The time at which it begins.
    pub fn begins(self) -> i64 {
        let month = self.quarter.rem_euclid(4) * 3 + 1;
        number(self.quarter.div_euclid(4), month, 1) * DAY
    }

    /// The time at which it has ended, and the next one begins.
    pub fn ends(self) -> i64 {
        self.next().begins()
    }

    /// The season after it.
    #[must_use]
    pub fn next(self) -> Season {
        Season { quarter: self.quarter + 1 }
    }

    /// The season before it.
    #[must_use]
    pub fn before(self) -> Season {
        Season { quarter: self.quarter - 1 }
    }
}

impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-Q{}", self.quarter.div_euclid(4), self.quarter.rem_euclid(4) + 1)
    }
}

impl FromStr for Season {
    type Err = ();

    /// Reads a season of the years 1970 to 9999, as it is written.
    fn from_str(text: &str) -> Result<Season, ()> {
        let (year, quarter) = text.split_once("-Q").ok_or(())?;
        let number = |text: &str| text.parse::<i64>().map_err(drop);
        let (year, quarter) = (number(year)?, number(quarter)?);
        let is_in_range = (1970..=9999).contains(&year) && (1..=4).contains(&quarter);
        let season = Season { quarter: if is_in_range { year * 4 + quarter - 1 } else { 0 } };
        (is_in_range && season.to_string() == text).then_some(season).ok_or(())
    }
}
