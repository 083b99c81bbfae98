//! The rules engine: from a mode to a game that is played turn by turn.
//!
//! A [`Mode`] is what an author declares: grid, directions, merge rules, spawns,
//! goals, scripts. A [`Ruleset`] is that mode compiled and checked; it never
//! changes, and games share it. A [`GameState`] is one play of it, and a [`Turn`] the
//! complete account of one move, a list of [`Event`]s.
//!
//! ```text
//! Mode --Ruleset::compile--> Ruleset --GameState::new--> GameState --GameState::play--> Turn
//! ```
//!
//! ```
//! use polymerge_rules::{Event, GameState, Limits, Mode, Ruleset, Rng, World};
//!
//! let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
//! let mut random = Rng::new(2048);
//! let world = &mut World::new(&mut random, 0.0);
//! let (mut game, _) = GameState::new(rules, world)?;
//!
//! // Direction 2 is left. A turn that moved something has spawned a tile.
//! let turn = game.play(2, world)?;
//! assert_eq!(game.moves(), if turn.moved { 1.0 } else { 0.0 });
//! let spawned = turn.events.iter().any(|event| matches!(event, Event::Spawn { .. }));
//! assert_eq!(turn.moved, spawned);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it is not
//!
//! It reads no clock, no file and no global, and starts no thread. Random numbers
//! and the time are passed in as a [`World`], so a game with the same mode, random
//! numbers and moves is the same on every machine. Save codes, mode files and
//! pictures are the work of the crates above it; expressions are that of
//! `calcarray` below.
//!
//! # Two ways to make a turn
//!
//! The interpreter makes every turn of a [`GameState`]: plain, always right, with all
//! events. Searches, learners and benches play many moves and need no events; for
//! them there are [`Rollout`] and [`Batch`], which answer from caches that are
//! filled by recording the interpreter. Both come to equal states.
//! [`Ruleset::tier`] says how fast a mode can be played, and why not faster.
//!
//! # Where things are
//!
//! | folder | what is in it |
//! |---|---|
//! | `board` | cells, grids, directions, the lines of a move |
//! | `merge` | merge rules: their form, matching, what they make |
//! | `turn` | the interpreter; `turn/steps.rs` is the path through a turn, a step is a file |
//! | `game` | games, their events, records and replays |
//! | `fast` | the fast path |
//!
//! `docs/turn.md` describes a turn; docs/spec/rules.md says it exactly.

mod board;
mod error;
mod fast;
mod game;
pub mod keywords;
mod limits;
mod merge;
mod mode;
mod random;
mod raw_mode;
mod rules_hash;
mod ruleset;
mod turn;
mod world;

pub use board::cell::Cell;
pub use board::direction::{AutoMove, Direction, Strength, Timing};
pub use error::{ModeError, NoSpawn, Place, Refusal, TurnError};
pub use fast::{
    Afterstate, Batch, CellSort, CommonKinds, Engine, EngineGame, EngineWork, Feature, Kind, Level,
    MemoryLimits, MemoryUse, Position, RecordedPress, Restart, Rollout, Slide, Spawn, Spawns, Strategy,
    StrategyUse, Stream, Tier, directions_in,
};
pub use game::event::{Event, Events, Turn};
pub use game::inspect::Scratch;
pub use game::playout::{
    Chooser, Ending, Playable, Playout, Pressable, RandomMoves, Step, make_turn, make_turn_of, settle,
};
pub use game::replay::{Playback, Replay};
pub use game::saved::SavedGame;
pub use game::unrecorded::{Press, Unrecorded};
pub use game::{GameState, Screen};
pub use limits::Limits;
pub use merge::unmet::Unmet;
pub use mode::Mode;
pub use random::{Direct, NoRandomness, Parts, Placement, Randomness, Recorded, Rng};
pub use ruleset::Ruleset;
pub use turn::account::{Account, Draw, Lack, Outcome, Pair, ScriptRun};
pub use turn::profile::Cost;
pub use turn::trigger::trigger_names;
pub use world::World;

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
