//! The inputs for packing and starting games, and the reasons for which a start fails.
//!
//! See docs/dev/fast-path.md, "Packed games".

use std::sync::Arc;

use crate::board::tile_table::Tiles;
use crate::fast::context_key::{ContextKey, KeyDelta};
use crate::fast::facts::Facts;
use crate::game::state::State;
use crate::turn::spawn::plan::SpawnPlan;

/// The input for packing a game.
pub(crate) struct PackInput<'a> {
    /// The state to pack.
    pub(crate) state: &'a State,
    /// The plan of its spawns.
    pub(crate) plan: &'a Arc<SpawnPlan>,
    /// The facts about tiles.
    pub(crate) facts: &'a Facts,
    /// The table of the ids in use.
    pub(crate) tiles: &'a Arc<Tiles>,
    /// The direction's part of the context key of lines.
    pub(crate) context_keys: [ContextKey; 8],
    /// The bits of the game's part that matter for lines.
    pub(crate) line_mask: ContextKey,
    /// The game's part of the context key.
    pub(crate) context_key: ContextKey,
    /// The change of the context key with every move.
    pub(crate) delta: KeyDelta,
}

/// The input for starting a packed game.
pub(crate) struct StartInput<'a> {
    /// The state from which it starts.
    pub(crate) start: &'a State,
    /// The plan of its spawns; `None` if it depends on what is discovered.
    pub(crate) plan: Option<&'a Arc<SpawnPlan>>,
    pub(crate) facts: &'a Facts,
    /// The game's part of the context key.
    pub(crate) context_key: ContextKey,
    pub(crate) delta: KeyDelta,
}

/// Reason for which a game could not be started on a packed board.
#[derive(Debug)]
pub(crate) enum NotStarted {
    /// A tile has to be computed. Nothing has happened but that these random numbers were
    /// drawn.
    Drawn(Vec<f64>),
    /// A stream of given random numbers has ended.
    OutOfRandomness,
}
