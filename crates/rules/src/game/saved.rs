//! A game in progress as plain data: what a save code holds beyond the mode.

use calcarray::Value;

/// The state of a game, apart from its mode: the further pieces of a Game
/// code (docs/spec/savecodes.md, "Mode and Game pieces"), in that order.
///
/// [`crate::GameState::save`] makes one, [`crate::GameState::restore`] goes on from it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct SavedGame {
    pub grid: Value,
    pub score: f64,
    /// Winning tiles found; -1: played on after a win; -2: lost to a forced spawn.
    pub won: f64,
    pub directions_available: Value,
    pub spawns: Value,
    pub spawn_boxes: Value,
    pub conveyor: Value,
    pub discovered: Value,
    pub discovered_winning: Value,
    pub discovered_losing: Value,
    pub moves: f64,
    pub manual_moves: f64,
    pub merges: f64,
    pub merge_moves: f64,
    pub merges_before: f64,
    pub game_variables: Value,
    pub modifier_variables: Value,
    pub possible_over_checked: Value,
    pub moves_played: Value,
    pub current_move: Value,
    pub random_events: Value,
    pub random_index: f64,
    pub other_spawns: Value,
    pub forced_spawns: Value,
    /// Milliseconds since the start of the game, or `false`; likewise below.
    pub elapsed: Value,
    pub first_move: Value,
    pub move_start: Value,
    pub move_end: Value,
    pub victory: Value,
    pub game_over: Value,
    pub script_times: Value,
    pub replay_timestamps: Value,
    pub modifier_indices: Value,
}
