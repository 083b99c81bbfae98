//! The class `LearnedPlayer`: plays by learned weights.

use polymerge::Engine;
use polymerge_player::{FileError, LearnedValue, Search};
use polymerge_schema::ValueRanking;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{bytes, out, whole};
use crate::mode::WebMode;

/// The most memory for weights, in bytes: that of a page is small.
pub(crate) const MOST_MEMORY: u64 = 1 << 30;

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::input("bad-weights", format!("weights: {error}"))
    }
}

/// Ranks the directions of a game by searching at most `positions` positions with a
/// learned value; `other` is an engine for such games, once there is one.
pub(crate) fn ranking(
    value: &mut LearnedValue,
    game: &WebGame,
    other: &mut Option<Box<Engine>>,
    positions: u64,
) -> Result<ValueRanking, Failure> {
    if !value.is_of(game.played().state().rules().mode()) {
        return Err(FileError::OtherRules.into());
    }
    let (engine, position) = game.played().position_in(other)?;
    let ranking = Search::new(value, 0).rank(engine, &position, positions).map_err(polymerge::Error::from)?;
    Ok(ValueRanking::of(&ranking, game.played().rules().directions()).with_old_names())
}

/// Looks ahead in games of a mode by weights that were learned before, of any size that
/// `polymerge train` makes.
#[wasm_bindgen(js_name = LearnedPlayer)]
pub struct WebLearned {
    value: LearnedValue,
    /// The engine that searches games.
    other: Option<Box<Engine>>,
}

impl WebLearned {
    /// A player by the bytes of a file.
    pub fn of(mode: &WebMode, weights: &[u8]) -> Result<WebLearned, Failure> {
        let rules = mode.compiled().ruleset().mode();
        let value = LearnedValue::of_file(weights, rules, MOST_MEMORY as usize)?;
        Ok(WebLearned { value, other: None })
    }

    /// Ranks the directions of a game by searching at most `positions` positions.
    pub fn rank(&mut self, game: &WebGame, positions: u64) -> Result<ValueRanking, Failure> {
        ranking(&mut self.value, game, &mut self.other, positions)
    }
}

#[wasm_bindgen(js_class = LearnedPlayer)]
impl WebLearned {
    /// A player by weights of this mode, from a `Learner` or from `polymerge train`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        mode: &WebMode,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array", js_name = weights)] given: &JsValue,
    ) -> Result<WebLearned, JsValue> {
        Ok(WebLearned::of(mode, &bytes("weights", given)?)?)
    }

    /// Ranks the directions of a game by searching at most `positions` positions.
    pub fn look(
        &mut self,
        game: &WebGame,
        #[wasm_bindgen(unchecked_param_type = "number")] positions: &JsValue,
    ) -> Result<Ts<ValueRanking>, JsValue> {
        Ok(out(self.rank(game, whole("positions", positions)? as u64)?)?)
    }
}
