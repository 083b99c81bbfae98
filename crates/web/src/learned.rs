//! The class `LearnedPlayer`: plays by learned weights.

use polymerge::Engine;
use polymerge_player::{Advice, Adviser, FileError, LearnedValue};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::hint::labels_of;
use crate::input::{bytes, out, whole};
use crate::mode::WebMode;

/// The most memory for weights, in bytes: that of a page is small.
pub(crate) const MOST_MEMORY: u64 = 1 << 30;

/// Directions in order, the best first, as learning sees them.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct LearnerRanking {
    /// Every legal direction; none if the game is over or waits for an answer.
    pub choices: Vec<LearnerChoice>,
    /// The quantity that is estimated: the final score, or the turns to come.
    #[tsify(type = "\"points\" | \"turns\"")]
    pub foreseen: &'static str,
    /// The depth to which all directions were searched, in moves.
    pub depth: u32,
    /// The number of positions that were evaluated.
    pub positions: f64,
    /// True if the values are exact: everything that can happen was searched.
    pub exact: bool,
}

/// The value of a direction.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct LearnerChoice {
    /// Its index.
    pub direction: usize,
    /// Its label.
    pub label: String,
    /// The mean final score, or the mean number of turns to come.
    pub value: f64,
    /// The difference between the value of the best direction and this one.
    pub worse: f64,
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::input("bad-weights", format!("weights: {error}"))
    }
}

/// Ranks the directions of a game by searching about `positions` positions with a
/// learned value; `other` is an engine for such games, once there is one.
pub(crate) fn ranking(
    value: &mut LearnedValue,
    game: &WebGame,
    other: &mut Option<Box<Engine>>,
    positions: u64,
) -> Result<LearnerRanking, Failure> {
    if !value.is_of(game.played().state().rules().mode()) {
        return Err(FileError::OtherRules.into());
    }
    let (engine, position) = game.played().position_in(other)?;
    let advice = Adviser::search(value, positions, 0).advise(engine, &position, 0);
    let advice = advice.map_err(polymerge::Error::from)?;
    let labels = labels_of(game);
    let choices = advice.ranked().into_iter().map(|own| LearnerChoice {
        direction: own.direction,
        label: labels.get(own.direction).cloned().unwrap_or_default(),
        value: own.value,
        worse: own.worse,
    });
    let (depth, exact) = match &advice {
        Advice::Value(ranking) => (ranking.depth, ranking.exact),
        Advice::Rollouts(_) => (0, false),
    };
    Ok(LearnerRanking {
        choices: choices.collect(),
        foreseen: advice.quantity(),
        depth,
        positions: advice.work() as f64,
        exact,
    })
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

    /// Ranks the directions of a game by searching about `positions` positions.
    pub fn rank(&mut self, game: &WebGame, positions: u64) -> Result<LearnerRanking, Failure> {
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

    /// Ranks the directions of a game by searching about `positions` positions.
    pub fn look(
        &mut self,
        game: &WebGame,
        #[wasm_bindgen(unchecked_param_type = "number")] positions: &JsValue,
    ) -> Result<Ts<LearnerRanking>, JsValue> {
        Ok(out(self.rank(game, whole("positions", positions)? as u64)?)?)
    }
}
