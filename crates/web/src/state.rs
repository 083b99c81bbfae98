//! How a game stands, in JavaScript's types.

use polymerge::advanced::rules::Screen;
use polymerge::State;
use serde::Serialize;
use tsify::Tsify;

use crate::content::Content;

/// What the player has in front of them.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum ScreenName {
    Play,
    Win,
    Over,
}

impl ScreenName {
    /// The name of a screen.
    pub fn of(screen: Screen) -> ScreenName {
        match screen {
            Screen::Play => ScreenName::Play,
            Screen::Win => ScreenName::Win,
            Screen::GameOver => ScreenName::Over,
        }
    }
}

/// How a game stands.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// What the player has in front of them.
    pub screen: ScreenName,
    /// On the screen `win`: whether it can be played on.
    pub can_play_on: bool,
    /// Whether a step can be taken back.
    pub can_undo: bool,
    /// Whether a step can be made again.
    pub can_redo: bool,
    /// How many steps can be taken back.
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
    /// What the cells hold, row by row: tiles, or words such as `"@Empty"`.
    pub grid: Vec<Vec<Content>>,
    /// Per direction: whether it is not known to move nothing.
    pub available: Vec<bool>,
    /// How many different tiles were seen.
    pub discovered: usize,
    /// The seed the game was started with; empty in replays.
    pub seed: String,
}

impl GameState {
    /// How a game stands that can't be taken back.
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
