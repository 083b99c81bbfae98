//! A value function of boards that is learned, and players by it.
//!
//! Everything is derived from the mode: `geometry`, `symmetry` and `shapes` find the patterns
//! of cells; `codes` numbers the kinds of tiles; `neighbours` asks the rules which of them merge;
//! `network` and `weight` are the tables; `value`
//! evaluates positions by them; `trainer` plays and updates them, by the boards in `trace`; `search`
//! looks ahead by them, in a `tree` of moves and spawns.

pub(crate) mod codes;
pub(crate) mod error;
pub(crate) mod features;
pub(crate) mod file;
pub(crate) mod format;
pub(crate) mod geometry;
pub(crate) mod guided;
pub(crate) mod neighbours;
pub(crate) mod network;
pub(crate) mod packed;
pub(crate) mod progress;
pub(crate) mod quantizer;
pub(crate) mod reader;
pub(crate) mod search;
pub(crate) mod shapes;
pub(crate) mod symmetry;
pub(crate) mod trace;
pub(crate) mod trainer;
mod tree;
pub(crate) mod value;
pub(crate) mod weight;
