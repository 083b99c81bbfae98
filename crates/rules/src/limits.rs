//! What a game may cost.

/// Bounds for modes and games that come from strangers.
///
/// They count work, never time, so that a game that exceeds one does so on
/// every machine alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For each single evaluation of an expression.
    pub evaluation: calcarray::Limits,
    /// Cells of a grid.
    pub cells: usize,
    /// Entries of the lists of a mode: merge rules (after their expansion to
    /// several lengths), directions, automatic moves, scripts, spawns.
    pub entries: usize,
    /// Passes of the tiles in one turn, automatic moves included.
    pub passes: u64,
    /// Work of all evaluations of one turn together.
    pub turn_steps: u64,
    /// How deep scripts may start one another through signals.
    pub script_depth: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            evaluation: calcarray::Limits::default(),
            cells: 1 << 16,
            entries: 1 << 16,
            passes: 100_000,
            turn_steps: 200_000_000,
            script_depth: 32,
        }
    }
}
