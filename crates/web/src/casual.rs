//! The end of a game that goes on by casual play, which a person may expect.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::out;
use crate::options::Options;

/// The usual number of turns.
const TURNS: u64 = 1_000;

/// The effort and the seed of casual games.
#[derive(Debug, Default, Tsify)]
pub struct CasualOptions {
    /// The number of turns of all games together, after which no further one begins: 1,000, if left
    /// out. In modes in which turns are slow, games are cut by the work that they take.
    #[tsify(optional)]
    pub turns: Option<u64>,
    /// Seed of the random numbers.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: u64,
}

impl CasualOptions {
    fn of(given: &JsValue) -> Result<CasualOptions, Failure> {
        let given = Options::of(given, &["turns", "seed"])?;
        let turns = given.whole("turns")?.map(|turns| turns as u64);
        Ok(CasualOptions { turns, seed: given.seed("seed")?.unwrap_or(0) })
    }
}

/// The results of casual games.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
pub struct CasualGames {
    /// The number of games: a single one, if there is no turn to make.
    pub games: u64,
    /// The number of these that were cut: after 1,000 turns, or since turns are slow.
    pub cut: u64,
    /// The number of these that ended because a turn failed or reached a limit.
    pub failures: u64,
    /// The mean score at their ends.
    pub score: f64,
    /// The standard error of the mean; missing for a single game.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// The mean number of further turns.
    pub turns: f64,
    /// The share of games that reached the goal; missing if no goal is open.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
    /// True if all games were cut so soon that they say nothing about where the game leads.
    pub short: bool,
}

impl From<polymerge_player::CasualGames> for CasualGames {
    fn from(own: polymerge_player::CasualGames) -> CasualGames {
        let short = own.are_too_short();
        let polymerge_player::CasualGames { games, cut, failed, score, score_error, turns, won } = own;
        CasualGames { games, cut, failures: failed, score, error: score_error, turns, win: won, short }
    }
}

#[wasm_bindgen(js_class = Game)]
impl WebGame {
    /// Plays games on from here as people do who play for fun, and returns how they end. The game
    /// itself is unchanged, and its random numbers are not used.
    #[wasm_bindgen(js_name = casualGames)]
    pub fn casual_games(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "CasualOptions", js_name = options)] given: &JsValue,
    ) -> Result<Ts<CasualGames>, JsValue> {
        let CasualOptions { turns, seed } = CasualOptions::of(given)?;
        let games = self.casual_games_of(turns.unwrap_or(TURNS), seed)?;
        Ok(out(CasualGames::from(games))?)
    }
}
