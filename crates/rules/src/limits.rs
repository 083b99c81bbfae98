//! Limits of the cost of a game.

/// Bounds for modes and games that come from strangers.
///
/// They count work, never time, so that a game that exceeds one does so on
/// every machine alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The limits of each single evaluation of an expression.
    pub evaluation: calcarray::Limits,
    /// Cells of a grid.
    pub cells: usize,
    /// Entries of a tile.
    pub tile_entries: usize,
    /// Tiles shown ahead.
    pub next_tiles: usize,
    /// Entries of the lists of a mode: merge rules (after their expansion to
    /// several lengths), directions, automatic moves, scripts, spawns.
    pub entries: usize,
    /// Passes of the tiles in one turn, automatic moves included.
    pub passes: u64,
    /// Work of all evaluations of one turn together.
    pub turn_steps: u64,
    /// The depth to which scripts may start one another through signals.
    pub script_depth: u32,
    /// Bytes of what a game holds besides its record: variables, spawns, grid,
    /// next tiles (see [`Value::size`](calcarray::Value::size)).
    pub kept: u64,
    /// Bytes of the content of a cell.
    pub content: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            evaluation: calcarray::Limits::default(),
            cells: 1 << 14,
            tile_entries: 64,
            next_tiles: 1_000,
            entries: 1 << 16,
            passes: 100_000,
            turn_steps: 20_000_000,
            script_depth: 32,
            kept: 2 << 20,
            content: 32 << 10,
        }
    }
}
