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
//! The turn is described in `docs/turn.md`, exactly in spec/rules.md; the path
//! through it is `turn.rs`, every step a file of its own.

#![forbid(unsafe_code)]
// What strangers send must not panic; tests may.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::todo,
        clippy::unimplemented
    )
)]

mod arrangement;
mod audit;
mod auto_move;
mod batch;
mod budget;
mod cell;
mod click;
mod clock;
mod conveyor;
mod direction;
mod discovery;
mod dry_run;
mod end_of_turn;
mod event;
mod failure;
mod forced_spawn;
mod form;
mod game;
mod grid;
mod hooks;
mod host;
mod key;
mod lengths;
mod limits;
mod lines;
mod memo;
mod merge;
mod merge_rule;
mod merging;
mod mode;
mod movement;
mod order;
mod outcome;
mod overflow;
mod passes;
mod play;
mod programs;
mod random;
mod record;
mod renumber;
mod replay;
mod rollout;
mod row;
mod ruleset;
mod save;
mod saved;
mod scratch;
mod script;
mod spawn;
mod start;
mod state;
mod tile;
mod trail;
mod trigger;
mod turn;
mod watch;
mod world;

pub use batch::Batch;
pub use cell::Cell;
pub use direction::{AutoMove, Direction, Strength, Timing};
pub use event::{Event, Turn};
pub use failure::{ModeError, Place, Refusal, TurnError};
pub use game::{Game, Screen};
pub use limits::Limits;
pub use memo::{MemoryLimits, MemoryUse, Tier};
pub use mode::Mode;
pub use random::{Direct, NoRandomness, Parts, Placement, Randomness, Recorded, Seeded};
pub use replay::{Playback, Replay};
pub use rollout::Rollout;
pub use ruleset::Ruleset;
pub use saved::SavedGame;
pub use scratch::Scratch;
pub use world::World;
