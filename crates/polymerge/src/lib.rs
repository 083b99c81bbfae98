//! Polymerge: an engine in which a 2048 variant is data.
//!
//! This is the crate to embed. It gathers the crates of the engine under one name
//! and adds what programs around them need: modes opened by name, from files and
//! from codes ([`Opening`]), changed by settings and modifiers ([`NewGame`]), games
//! with randomness and undo ([`Session`]), replays that are watched ([`Player`]),
//! random play ([`RandomPlay`]), and looks ([`Looks`]).
//!
//! A [`Mode`] is what an author declares, a [`Ruleset`] is that mode compiled and
//! checked, a [`Game`] is one play of it, and a [`Turn`] is the complete account of
//! one move.
//!
//! ```
//! use polymerge::{Limits, Opening, Ruleset, Screen, Session};
//!
//! let opening = Opening::of_name("2048")?;
//! let rules = Ruleset::compile(opening.mode().clone(), Limits::default())?;
//! let (mut session, _) = Session::new(rules, 7, 0.0)?; // seed 7, time 0
//! let mut now = 0.0;
//! while session.game().screen() == Screen::Play {
//!     let Some(&direction) = session.game().legal_moves()?.first() else { break };
//!     now += 1000.0; // milliseconds
//!     session.play(direction, now)?;
//! }
//! assert!(session.game().moves() > 10.0);
//!
//! let moves = session.game().moves();
//! session.undo();
//! assert_eq!(session.game().moves(), moves - 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here reads a file, a clock or a global, and nothing draws on a screen:
//! files, seeds and the time are passed in, and looks come out as data. So a game
//! with the same mode, seed and moves is the same everywhere. Whatever strangers may
//! send is bounded by [`Limits`]; wrong input comes back as an error that says what
//! and where.
//!
//! The parts are usable alone: [`calcarray`] is the language, [`rules`] plays,
//! [`savecode`] reads and writes codes, [`modefile`] mode files, [`modifiers`]
//! changes modes, and [`display`] says what things look like. `docs/architecture.md`
//! tells how they fit together.

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
    Afterstate, Batch, Cell, CellSort, Direct, Direction, Engine, Event, Feature, Game, Kind, MemoryLimits,
    MemoryUse, Mode, ModeError, Position, Refusal, Restart, Rollout, Ruleset, SavedGame, Screen, Seeded,
    Spawn, Spawns, Tier, Turn, TurnError, World,
};
pub use random_play::RandomPlay;
pub use session::{History, Session};
pub use starter::Starter;
pub use trial::{Trial, TrialOptions};

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
