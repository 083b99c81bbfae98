//! The protocol of bots, which `polymerge serve-moves` and `polymerge arena` speak: lines of a word
//! and a JSON object. `protocol.txt` describes it.

pub mod board;
pub mod direction;
pub mod line;
pub mod mode;

/// The version of the protocol.
pub const VERSION: u64 = 1;

/// The word in place of a direction where none is legal.
pub const NONE: &str = "none";

/// The description of the protocol, which docs/bots.md has as well.
pub const DESCRIPTION: &str = include_str!("bots/protocol.txt");
