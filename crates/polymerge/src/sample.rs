//! Games played at random, and what came of them.
//!
//! A [`Trial`] plays each game by its seed, as [`Rules::start`](crate::Rules::start) does, at random
//! or by another [`Chooser`], and tells of each how it ended and which rules fired. [`RandomPlay`] is for many games:
//! it plays as fast as possible, and adds up. In a [`CoursePlay`],
//! the caller chooses the directions; it tells what came of the game: a [`Course`].
//!
//! All of them, and the checker of mode files, play and count by one runner
//! ([`make_turn`](polymerge_rules::make_turn)): a turn is a press that moves something, and
//! [`RandomMoves`] draws directions.
//!
//! ```
//! use polymerge::sample::TrialOptions;
//! use polymerge::Mode;
//!
//! let rules = Mode::built_in("classic")?.compile()?;
//! let mut trial = rules.trial(TrialOptions { games: 3, moves: 20, seed: 1 });
//! while trial.run(10) {} // a page would draw something here
//! assert_eq!(trial.courses().len(), 3);
//!
//! let mut play = rules.random_play(7)?;
//! play.run(1000, u64::MAX)?;
//! assert_eq!(play.tally().moves, 1000);
//! # Ok::<(), polymerge::Error>(())
//! ```

pub use crate::course::{Course, CoursePlay};
pub use crate::random_play::{RandomPlay, Tally};
pub use crate::trial::{Trial, TrialOptions};
pub use polymerge_rules::{Chooser, Ending, RandomMoves};
