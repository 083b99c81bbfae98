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

#![forbid(unsafe_code)]

mod cell;
mod direction;
mod event;
mod failure;
mod game;
mod limits;
mod mode;
mod random;
mod replay;
mod ruleset;
mod saved;
mod world;

pub use cell::Cell;
pub use direction::{AutoMove, Direction, Strength, Timing};
pub use event::{Event, Turn};
pub use failure::{ModeError, Place, Refusal, TurnError};
pub use game::{Game, Scratch, Screen};
pub use limits::Limits;
pub use mode::Mode;
pub use random::{NoRandomness, Randomness, Recorded, Seeded};
pub use replay::{Playback, Replay};
pub use ruleset::Ruleset;
pub use saved::SavedGame;
pub use world::World;
