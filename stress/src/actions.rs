//! Actions of a player in a game.

use polymerge_rules::{Cell, GameState, Turn, TurnError, World};

use crate::Picks;

/// An action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Press a direction, which may not be there.
    Move(usize),
    /// Click a tile.
    ClickTile(Cell),
    /// Click a stat box.
    ClickStatBox(usize),
    /// Let time pass.
    Tick,
    /// Play on after a win.
    PlayOn,
    /// Start again.
    Restart,
}

impl Action {
    /// An action, most often a move.
    pub fn pick(picks: &mut Picks<'_>) -> Action {
        match picks.below(16) {
            11 => Action::ClickTile(Cell::new(picks.below(9), picks.below(9))),
            12 => Action::ClickStatBox(picks.below(3)),
            13 => Action::Tick,
            14 => Action::PlayOn,
            15 => Action::Restart,
            number => Action::Move(number % 6),
        }
    }

    /// Does this to a game.
    ///
    /// # Errors
    /// As the game has them.
    pub fn run(self, game: &mut GameState, world: &mut World<'_>) -> Result<Turn, TurnError> {
        match self {
            Action::Move(direction) => game.play(direction, world),
            Action::ClickTile(cell) => game.click_tile(cell, world),
            Action::ClickStatBox(index) => game.click_stat_box(index, world),
            Action::Tick => game.tick(world),
            Action::PlayOn => game.continue_after_win(world),
            Action::Restart => game.restart(world),
        }
    }
}
