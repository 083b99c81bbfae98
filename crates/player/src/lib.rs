//! A player for any mode, without knowledge of a single one.
//!
//! Only the engine is asked: for the legal directions, for the boards after them, for the
//! points. So a mode that was typed a minute ago is played as well as a built-in one.
//!
//! - [`Rollouts`]: flat Monte Carlo. Every legal direction is followed by random games;
//!   the one whose games go best is ranked first ([`Ranking`]).
//! - [`Trainer`]: learns the value of boards by playing. [`LearnedPlayer`] plays by that
//!   [`LearnedValue`] without search, [`Search`] looks ahead by it, and [`Guided`] rollouts
//!   follow it. A file of a value belongs to the rules of one mode.
//! - [`Exact`]: the value of best play, for games with so few states that all of them can
//!   be evaluated.
//! - [`Player`]: chooses directions for whole games, which [`play_game`] plays;
//!   [`Comparison`] measures the advantage of one player over another.
//!
//! The budget of a decision is a number of simulated turns or positions, never a time. A
//! position, a seed and a budget give one answer on every platform: sums are made in a
//! fixed order, logarithms come from `libm`, ties go to the direction with the lower
//! number. There is no clock, no thread and no global here.
//!
//! ```
//! use polymerge_player::rank;
//! use polymerge_rules::{Direct, Engine, Limits, Mode, Ruleset, Rng};
//!
//! let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
//! let mut engine = Engine::new(rules, 0.0);
//! let mut random = Direct(Rng::new(7));
//! let mut position = engine.start(&mut random)?;
//! for turn in 0..10 {
//!     let ranking = rank(&mut engine, &position, 2_000, turn)?;
//!     let Some(best) = ranking.best() else { break };
//!     engine.play(&mut position, best.direction, &mut random)?;
//! }
//! assert_eq!(position.moves(), 10.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arm;
mod comparison;
mod exact;
mod game;
mod halving;
mod hidden;
mod learned;
mod objective;
mod rollout;
mod rollouts;
mod stream;

pub use comparison::Comparison;
pub use exact::{Aim, Exact, ExactError};
pub use game::{play_game, Chooser, Outcome, Player, RandomPlayer, RolloutPlayer};
pub use learned::error::{FileError, LearnError};
pub use learned::guided::{Guided, GuidedPlayer, HORIZON};
pub use learned::player::LearnedPlayer;
pub use learned::progress::Progress;
pub use learned::search::{Search, SearchPlayer, ValueChoice, ValueRanking};
pub use learned::trainer::{choose_reward, Trainer, Training};
pub use learned::value::{LearnedValue, Reward};
pub use objective::Objective;
pub use rollout::{is_goal_open, SURVIVAL};
pub use rollouts::{legal, rank, Choice, Ranking, Rollouts};

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
