#![doc = include_str!("../README.md")]

mod date;
mod season;
mod seed;
mod streak;

pub use date::{closes, date, day_of, is_open, open_days, opens, read_date, DAY, MOST_AHEAD, MOST_BEHIND};
pub use season::Season;
pub use seed::{mode, seed, MODES};
pub use streak::Streak;
