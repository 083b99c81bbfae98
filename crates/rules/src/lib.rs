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

mod arrangement;
mod auto_move;
mod cell;
mod click;
mod clock;
mod conveyor;
mod direction;
mod discovery;
mod end_of_turn;
mod event;
mod failure;
mod forced_spawn;
mod form;
mod game;
mod grid;
mod host;
mod lengths;
mod limits;
mod merge;
mod merge_rule;
mod mode;
mod movement;
mod order;
mod outcome;
mod overflow;
mod play;
mod random;
mod record;
mod renumber;
mod replay;
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
mod turn;
mod world;

pub use cell::Cell;
pub use direction::{AutoMove, Direction, Strength, Timing};
pub use event::{Event, Turn};
pub use failure::{ModeError, Place, Refusal, TurnError};
pub use game::{Game, Screen};
pub use limits::Limits;
pub use mode::Mode;
pub use random::{NoRandomness, Randomness, Recorded, Seeded};
pub use replay::{Playback, Replay};
pub use ruleset::Ruleset;
pub use saved::SavedGame;
pub use scratch::Scratch;
pub use world::World;
