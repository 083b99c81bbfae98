//! Polymerge: an engine in which a 2048 variant is data.
//!
//! This is the crate to embed: it gathers the types of the engine under one
//! name, and adds a [`Session`], a game with randomness and undo.
//!
//! A [`Mode`] is what an author declares, a [`Ruleset`] that mode compiled and
//! checked, a [`Game`] one play of it, and a [`Turn`] the complete account of
//! one move. Nothing here reads a file, a clock or a global: a game with the
//! same mode, seed and moves is the same everywhere.
//!
//! ```
//! use polymerge::{Limits, Opening, Ruleset, Screen, Session, TurnError};
//!
//! let opening = Opening::of_name("2048")?;
//! let rules = Ruleset::compile(opening.mode().clone(), Limits::default())?;
//! let (mut session, _) = Session::new(rules, 7, 0.0)?;
//! let mut now = 0.0;
//! while session.game().screen() == Screen::Play {
//!     let Some(&direction) = session.game().legal_moves()?.first() else { break };
//!     now += 1000.0;
//!     session.play(direction, now)?;
//! }
//! assert!(session.game().moves() > 10.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod changed;
pub mod css;
pub mod deed;
pub mod evaluation;
pub mod faces;
pub mod forms;
pub mod limits;
pub mod looks;
pub mod new_game;
pub mod opening;
pub mod player;
pub mod random_play;
pub mod seeded;
pub mod session;
pub mod starter;
pub mod trial;

pub use calcarray;
pub use polymerge_display as display;
pub use polymerge_modefile as modefile;
pub use polymerge_modifiers as modifiers;
pub use polymerge_rules as rules;
pub use polymerge_savecode as savecode;

pub use calcarray::{json, Value};
pub use changed::{ChangeError, Changed};
pub use deed::{Deed, Done};
pub use forms::Form;
pub use limits::{HistoryLimits, Limits, LooksLimits};
pub use looks::Looks;
pub use new_game::NewGame;
pub use opening::{OpenError, Opening};
pub use player::Player;
pub use polymerge_rules::{
    Afterstate, Batch, Cell, CellSort, Direct, Direction, Engine, Event, Game, Kind, MemoryLimits, MemoryUse,
    Mode, ModeError, Position, Refusal, Rollout, Ruleset, SavedGame, Screen, Seeded, Spawn, Spawns, Tier,
    Turn, TurnError, World,
};
pub use random_play::RandomPlay;
pub use session::{History, Session};
pub use starter::Starter;
pub use trial::{Trial, TrialOptions};

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
