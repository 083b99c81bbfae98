//! A player for any mode, without knowledge of a single one.
//!
//! Only the engine is asked: for the legal directions, for the boards after them, for the
//! points. So a mode that was typed a minute ago is played as well as a built-in one.
//!
//! - [`Rollouts`]: flat Monte Carlo. Every legal direction is followed by random games;
//!   the one whose games go best is ranked first ([`Ranking`]).
//! - [`Trainer`]: learns the value of boards by playing. [`Search`] looks ahead by that
//!   [`LearnedValue`], and [`Guided`] rollouts follow it. A file of a value belongs to the rules of one mode.
//! - [`Exact`]: the value of best play, for games with so few states that all of them can
//!   be evaluated.
//! - [`Adviser`]: the one way to ask any of the first three for a move, at once or a piece of work
//!   at a time.
//! - [`reasons()`]: [reasons](Reason) why a direction is better than another one, in a person's terms.
//! - [`Casual`]: play at a glance with slips, as people play for fun; [`casual_games`] says how a
//!   game goes on by it.
//! - [`Player`]: an adviser, casual play, or chance, in whole games, which [`play_game`] plays; a [`Policy`] is
//!   its name. [`Comparison`] measures the advantage of one player over another,
//!   [`SkillGames`] how much skill decides in a mode, and how much luck.
//!
//! The budget of a decision is a number of simulated turns or positions, never a time. A
//! position, a seed and a budget give one answer on every platform: sums are made in a
//! fixed order, logarithms come from `libm`, ties go to the direction with the lower
//! number. There is no clock, no thread and no global here.
//!
//! ```
//! use polymerge_player::Adviser;
//! use polymerge_rules::{Direct, Engine, Limits, Mode, Ruleset, Rng};
//!
//! let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
//! let mut engine = Engine::new(rules, 0.0);
//! let mut random = Direct(Rng::new(7));
//! let mut position = engine.start(&mut random)?;
//! let mut adviser = Adviser::rollouts(2_000, 0);
//! for turn in 0..10 {
//!     let Some(best) = adviser.advise(&mut engine, &position, turn)?.best() else { break };
//!     engine.play(&mut position, best, &mut random)?;
//! }
//! assert_eq!(position.moves(), 10.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adviser;
mod afterstate;
mod arm;
mod casual;
mod comparison;
mod exact;
mod game;
mod halving;
mod hidden;
mod learned;
mod objective;
mod outcome;
mod policy;
mod reasons;
mod rollout;
mod rollouts;
mod skill;
mod states;
mod stream;
#[cfg(test)]
mod testing;
mod words;

pub use adviser::{Advice, Adviser, Ranked};
pub use casual::{Casual, CasualGames, casual_games};
pub use comparison::Comparison;
pub use exact::{Aim, Exact, ExactError};
pub use game::{GamePlayer, Player, play_game};
pub use learned::error::{FileError, LearnError};
pub use learned::guided::{Guided, HORIZON};
pub use learned::progress::Progress;
pub use learned::search::{Search, ValueChoice, ValueRanking};
pub use learned::trace::Lambda;
pub use learned::trainer::{Trainer, Training, choose_reward};
pub use learned::value::{LearnedValue, Reward};
pub use objective::Objective;
pub use outcome::Outcome;
pub use policy::{Policy, UnknownPolicy};
pub use reasons::{Reason, reasons, reasons_of_best};
pub use rollout::{SURVIVAL, is_goal_open};
pub use rollouts::{Choice, MOST_HORIZON, Ranking, Rollouts, legal};
pub use skill::{Choices, Estimate, SeedGames, Side, SkillGames, SkillPlan, skill_games};

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
