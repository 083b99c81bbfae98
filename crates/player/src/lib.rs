//! A player for any mode, which knows nothing of any of them.
//!
//! It asks the engine only: what can be pressed, what comes of it, what it scores. So
//! it plays a mode that was typed a minute ago as well as a built-in one.
//!
//! - [`Rollouts`]: flat Monte Carlo. Every legal direction is followed by random games;
//!   the one whose games go best is ranked first ([`Ranking`]).
//! - [`Trainer`]: learns what boards are worth by playing; [`LearnedPlayer`] goes by that at
//!   once, [`Search`] looks ahead by it, and [`Guided`] rollouts go by it. A [`LearnedValue`]
//!   is kept in a file of the rules of one mode.
//! - [`Exact`]: what best play comes to, where a game has so few states that all of them can
//!   be looked at.
//! - [`Player`]: what chooses directions for whole games, and [`play_game`] that lets
//!   it; [`Comparison`] says how much better one player is than another.
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
pub use learned::search::{Foreseen, Outlook, Search, SearchPlayer};
pub use learned::trainer::{choose_reward, Trainer, Training};
pub use learned::value::{LearnedValue, Reward};
pub use objective::Objective;
pub use rollout::{is_goal_open, SURVIVAL};
pub use rollouts::{legal, rank, Choice, Ranking, Rollouts};

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
