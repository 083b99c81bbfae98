#![doc = include_str!("../README.md")]

mod date;
mod season;
mod seed;
mod streak;

pub use date::{DAY, MOST_AHEAD, MOST_BEHIND, closes, date, day_of, is_open, open_days, opens, read_date};
pub use season::Season;
pub use seed::{MODES, mode, seed};
pub use streak::Streak;
