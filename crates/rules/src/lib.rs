//! The rules engine: from a mode to a game that is played turn by turn.
//!
//! A [`Mode`] is what an author declares, a [`Ruleset`] is that mode compiled
//! and checked, a [`Game`] is one play of it, and a [`Turn`] is the complete
//! account of one move. Randomness and the time are passed in as a [`World`];
//! nothing here reads a clock, a file or a global.
//!
//! ```text
//! Mode --Ruleset::compile--> Ruleset --Game::new--> Game --Game::play--> Turn
//! ```
//!
//! ```
//! use polymerge_rules::{Game, Limits, Mode, Ruleset, Seeded, World};
//!
//! let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
//! let mut random = Seeded::new(2048);
//! let world = &mut World::new(&mut random, 0.0);
//! let (mut game, _) = Game::new(rules, world)?;
//! let turn = game.play(2, world)?; // left
//! assert_eq!(game.moves(), if turn.moved { 1.0 } else { 0.0 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The turn is described in `docs/turn.md`, exactly in docs/spec/rules.md; the
//! path through it is `turn/steps.rs`, every step a file of its own.

mod board;
mod error;
mod fast;
mod game;
mod limits;
mod merge;
mod mode;
mod random;
mod ruleset;
mod turn;
mod world;

pub use board::cell::Cell;
pub use board::direction::{AutoMove, Direction, Strength, Timing};
pub use error::{ModeError, Place, Refusal, TurnError};
pub use fast::{
    Afterstate, Batch, CellSort, Engine, Kind, MemoryLimits, MemoryUse, Position, Rollout, Spawn, Spawns,
    Strategy, StrategyUse, Tier,
};
pub use game::event::{Event, Turn};
pub use game::inspect::Scratch;
pub use game::replay::{Playback, Replay};
pub use game::saved::SavedGame;
pub use game::{Game, Screen};
pub use limits::Limits;
pub use mode::Mode;
pub use random::{Direct, NoRandomness, Parts, Placement, Randomness, Recorded, Seeded};
pub use ruleset::Ruleset;
pub use world::World;
