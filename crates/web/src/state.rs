//! The state of a game, in JavaScript's types.

use polymerge::State;
use polymerge::advanced::rules::Screen;
use polymerge_schema::{Content, ScreenName};
use serde::Serialize;
use tsify::Tsify;

/// The state of a game.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The screen in front of the player.
    pub screen: ScreenName,
    /// True on the screen `win` if the game can be continued.
    pub can_play_on: bool,
    /// True if a step can be undone.
    pub can_undo: bool,
    /// True if a step can be redone.
    pub can_redo: bool,
    /// The number of steps that can be undone.
    pub steps: usize,
    /// The score.
    pub score: f64,
    /// The moves.
    pub moves: f64,
    /// The merges.
    pub merges: f64,
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The contents of the cells, row by row: tiles, or words such as `"@Empty"`.
    pub grid: Vec<Vec<Content>>,
    /// True for each direction that is not known to move nothing.
    pub available: Vec<bool>,
    /// The number of different tiles that were seen.
    pub discovered: usize,
    /// The seed the game was started with; empty in replays.
    pub seed: String,
}

impl GameState {
    /// Returns the state of a game without undo.
    pub fn of(game: &State) -> GameState {
        let row = |row| (0..game.width()).map(|column| Content::of_cell(game, row, column)).collect();
        GameState {
            screen: ScreenName::of(game.screen()),
            can_play_on: game.screen() == Screen::Win && game.rules().postgame_allowed(),
            can_undo: false,
            can_redo: false,
            steps: 0,
            score: game.score(),
            moves: game.moves(),
            merges: game.merges(),
            rows: game.height(),
            columns: game.width(),
            grid: (0..game.height()).map(row).collect(),
            available: game.directions_available().to_vec(),
            discovered: game.discovered().len(),
            seed: String::new(),
        }
    }
}
