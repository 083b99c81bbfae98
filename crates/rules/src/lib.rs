//! The rules engine: from a mode to a game that is played turn by turn.

#![forbid(unsafe_code)]

mod mode;
mod saved;

pub use mode::Mode;
pub use saved::SavedGame;
