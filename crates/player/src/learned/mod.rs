//! A value of boards that is learned, and players by it.
//!
//! Nothing of a mode is known here. `geometry`, `symmetry` and `shapes` find which cells
//! are to be looked at together; `codes` numbers the kinds of tiles; `network` and `weight`
//! are the tables; `value` looks at positions by them; `trainer` plays and fills them, by the
//! boards of the `past`.

pub(crate) mod codes;
pub(crate) mod error;
pub(crate) mod features;
pub(crate) mod file;
pub(crate) mod geometry;
pub(crate) mod guided;
pub(crate) mod kept;
pub(crate) mod network;
pub(crate) mod packed;
pub(crate) mod past;
pub(crate) mod player;
pub(crate) mod progress;
pub(crate) mod reader;
pub(crate) mod search;
pub(crate) mod shapes;
pub(crate) mod symmetry;
pub(crate) mod trainer;
pub(crate) mod value;
pub(crate) mod weight;
