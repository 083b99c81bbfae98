//! 2048 and 126 variants, and your own, as a library.
//!
//! Reads no files, no clock, no globals; no unsafe code. Equal rules, seeds and moves are equal
//! games everywhere.
//!
//! ```
//! use polymerge::{Mode, Painter, Status};
//!
//! let rules = Mode::built_in("classic")?.compile()?; // as most people know it: "2048" begins with 1s
//! let mut game = rules.start(7)?; // a seed
//! while let Some(&direction) = game.legal()?.first() { // exactly those that move something
//!     let turn = game.play(direction)?;
//!     assert!(turn.moved); // turn.score, turn.events
//! }
//! assert_eq!(game.status()?, Status::Over);
//! let picture = Painter::of(&rules).svg(&game)?;
//! # assert!(picture.starts_with("<svg"));
//! # Ok::<(), polymerge::Error>(())
//! ```
//!
//! | I want to … | start here | example |
//! |---|---|---|
//! | let people play | [`Game`], [`Painter`] | `examples/play.rs` |
//! | search (MCTS, expectimax) | [`Engine`], [`Position`]; [`State`] for single tries | `examples/bot.rs` |
//! | learn | [`Batch`], by [`Rules::batch`] | `examples/batch.rs` |
//! | take games from strangers | [`open`], [`Limits::strict`] | `examples/server.rs` |
//! | check a claimed score, watch a game | [`proof`], [`Replay`] | `examples/verify.rs` |
//! | keep a game | [`Saved`], [`Game::code`] | `examples/save.rs` |
//! | read, check and convert mode files | [`Mode::from_file`], [`Mode::to_file`] | `examples/mode_file.rs` |
//! | draw | [`Painter`] | `examples/draw.rs` |
//! | give hints, learn to play | the crate `polymerge-player` | its README |
//! | write turns and events as JSON | the crate `polymerge-schema` | its README |
//! | evaluate expressions | [`Game::eval`], [`evaluation`], [`calc`] | `examples/evaluate.rs` |
//! | use random numbers of my own | [`Randomness`], [`Rules::batch_of`] | `examples/own_randomness.rs` |
//! | know how a mode plays | [`sample`] | |
//!
//! # Words
//!
//! A *mode* declares; *rules* are a mode compiled and checked; a *game* is one play of them,
//! a *state* is how it stands. A *direction* is an index into [`Rules::directions`]: in most
//! modes up, down, left, right. A *tile* is a list of entries ([`Value`]); what it is worth
//! the mode computes. *Available* directions are not known to be dead, *legal* ones move
//! something. A *turn* is the complete account of one move, a list of [`Event`]s.
//!
//! # Time
//!
//! Modes may have clocks. [`Game::play`] lets no time pass; [`Game::play_at`] and
//! [`Game::tick`] are told the time, in milliseconds. In engines and batches time stands still.
//!
//! # Threads
//!
//! Everything can be sent to another thread. [`Mode`] and [`Rules`] are shared by all threads;
//! each makes games, engines and batches of its own of them.
//!
//! # Randomness
//!
//! A seed is one game, whatever plays it: [`Rules::start`], [`Rules::state`],
//! [`Rules::batch`]; [`Rules::engine`] with [`Rng`]. [`Rules::batch_direct`] draws in
//! another way, which is faster. [`Game::undo`] restores the generator: the same move brings
//! the same tile. [`Game::undo_reseeded`] does not, and bots look ahead with [`Game::fork`].
//!
//! # Errors and limits
//!
//! Everything fails with one [`Error`]: a message that a person can act on, and
//! [`Error::kind`], [`Error::code`] and [`Error::place`] for programs. Whatever strangers may
//! send is bounded by one [`Limits`], which a mode takes with it ([`Mode::within`]) to its
//! rules and games.
//!
//! # Features
//!
//! | feature | what it adds | on by default |
//! |---|---|---|
//! | `catalogue` | the built-in modes ([`Mode::built_in`], [`catalogue`]): 0.5 MB of mode files | yes |
//! | `display` | what games look like ([`Painter`]) | yes |
//! | `png` | pictures as pixels (`Painter::png`), with the fonts that they need | no |
//!
//! A bot that brings its mode as a file needs none of them.
//!
//! # Promises
//!
//! The names on this page, and the modules [`calc`], [`catalogue`], [`modifiers`], [`mod@engine`],
//! [`mode_file`], [`errors`], [`limits`], [`proof`], [`why`], [`sample`], [`painter`], [`motion`],
//! [`page`], [`evaluation`] and [`forms`], change only as semantic versioning allows; enums and
//! structs that may grow say so. Every type in their signatures has its name there, too.
//! [`advanced`] is without a promise. What seeds give, what expressions give and what codes hold stays as it is from
//! version to version; a change of that is in the changelog.

mod action;
mod carried;
mod compiled;
mod course;
mod direction;
mod error;
mod files;
mod game;
pub mod limits;
mod mode;
mod open;
mod replay;
mod saved;

mod changed;
#[cfg(feature = "display")]
mod css;
pub mod evaluation;
#[cfg(feature = "display")]
mod faces;
pub mod forms;
mod formula_values;
pub mod motion;
pub mod page;
#[cfg(feature = "display")]
pub mod painter;
pub mod proof;
mod random_play;
pub mod sample;
mod session;
mod trial;
pub mod why;

pub use calcarray as calc;
pub use polymerge_formula as formula;
pub use polymerge_modefile::catalogue;
pub use polymerge_modifiers as modifiers;

pub use action::{Action, TimedAction};
pub use calcarray::Value;
pub use compiled::Rules;
pub use direction::{Button, Direction};
pub use error::{Error, ErrorKind, Place};
pub use formula_values::FormulaValue;
pub use game::{Game, Status};
pub use limits::{HistoryLimits, Limits, LooksLimits};
pub use mode::Mode;
pub use open::{Opened, open};
#[cfg(feature = "display")]
pub use painter::Painter;
pub use polymerge_modefile::{Problem, Problems, Setting, Source, SourceFile};
pub use polymerge_rules::{
    Batch, Cell, Engine, Event, Events, GameState as State, Position, Randomness, Refusal, Rng, Screen, Turn,
    TurnError,
};
pub use replay::{Checks, Replay, ReplayPlayer};
pub use saved::Saved;

/// Types that an [`Engine`], a [`Batch`] and a [`State`] take and return: boards before anything
/// spawns, possible spawns, kinds of tiles, memory, random numbers by which free cells are drawn
/// directly; compiled rules and the mode that they are made of; records.
pub mod engine {
    pub use polymerge_rules::{
        Afterstate, AutoMove, CellSort, CommonKinds, Cost, Direct, Direction as RulesDirection, Feature,
        Kind, Level, MemoryLimits, MemoryUse, Mode as RawMode, Parts, Placement, Press, Pressable,
        RecordedPress, Replay as Record, Restart, Ruleset, SavedGame, Scratch, Slide, Spawn, Spawns,
        Strategy, StrategyUse, Stream, Strength, Tier, Timing, Unrecorded, World, directions_in,
    };
}

/// Causes of an [`Error`], where a part of the engine returns them by themselves.
pub mod errors {
    pub use polymerge_rules::{ModeError, NoSpawn, Place as RulesPlace, TurnError};
    pub use polymerge_savecode::markup::MarkupError;
    pub use polymerge_savecode::moves::MoveStringError;
    pub use polymerge_savecode::{
        DecodeError, EncodeError, EncodeReason, Kind as CodeKind, Reason as DecodeReason, Version,
    };
}

/// Parts of mode files: the author's words, settings and their values, the places of problems, ways
/// to write expressions.
pub mod mode_file {
    pub use polymerge_modefile::{Choice, Choices, Expressions, Info, Place, SettingKind, Severity, Written};
}

/// The parts of the engine, for what the facade has no names for.
///
/// They are without a promise: any release may change them.
pub mod advanced {
    #[cfg(feature = "display")]
    pub use polymerge_display as display;
    pub use polymerge_modefile as modefile;
    pub use polymerge_rules as rules;
    pub use polymerge_savecode as codes;
}

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
