//! A game that is open in the terminal program, on the screen or behind another one.

use polymerge::advanced::rules::Screen;
use polymerge_app::saves::Slot;

use crate::game::GameController;

/// A game that is open, and its place among the saved games.
pub(super) struct GameScreen {
    /// The key of its mode among the saved games.
    pub mode: String,
    pub controller: GameController,
    /// The place where the game is saved, if there is one.
    pub slot: Option<Slot>,
    /// The time at which the game left the screen; `None` while it is there.
    pub hidden_since: Option<f64>,
}

impl GameScreen {
    /// Returns the game for use on the screen at the time `now`. The time for which it was hidden
    /// does not count.
    pub fn reveal(&mut self, now: f64) -> &mut GameController {
        if let Some(hidden_since) = self.hidden_since.take() {
            self.controller.was_away(now - hidden_since);
        }
        &mut self.controller
    }

    /// Returns true if the game is saved under this id.
    pub fn is_kept_as(&self, id: &str) -> bool {
        self.slot.as_ref().is_some_and(|slot| slot.is_kept() && slot.record().id == id)
    }

    /// Returns true if this is a game of the mode that is not over.
    pub fn is_waiting(&self, mode: &str) -> bool {
        self.mode == mode && self.controller.state().screen() != Screen::GameOver
    }
}
