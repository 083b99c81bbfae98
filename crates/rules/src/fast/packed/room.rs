//! The room of packed games within the limit of what a game may hold (`kept`).
//!
//! The interpreter checks each turn at its end. Turns on packed boards are not checked: a board is
//! only packed if nothing that can happen there passes the limit. Half of it is for what can change
//! on a packed board, the other half for what stays as it was when the board was packed.
//!
//! See docs/dev/fast-path.md, "Games".

use crate::game::state::State;
use crate::turn::budget::size_of_list;

/// The largest number of next tiles that may be shown.
pub(crate) const SHOWN: usize = 8;

/// The most tiles that a packed game has beside its grid: the next tiles, and those of a box, which
/// have a bit each.
const BESIDE_GRID: u64 = SHOWN as u64 + u32::BITS as u64 + 1;

/// Returns the size of the largest content that may be on a packed board with this number of cells.
pub(crate) fn largest_content(kept: u64, cells: usize) -> u64 {
    kept / 2 / (cells as u64 + BESIDE_GRID)
}

/// Returns the largest size of the game variables of a packed game.
pub(crate) fn largest_variables(kept: u64) -> u64 {
    kept / 2
}

/// Returns true if turns on a packed board keep a game of this state within the limit.
pub(crate) fn is_enough(state: &State, kept: u64) -> bool {
    let variables = size_of_list(&state.game_variables);
    let other_lists = state.size_of_lists() - variables;
    variables <= largest_variables(kept)
        && other_lists <= kept - largest_variables(kept)
        && state.size_of_next() <= kept / 2
}
