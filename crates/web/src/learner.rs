//! The class `Learner`: learns a mode by playing it, and plays by its weights.

use polymerge::Engine;
use polymerge_player::{LearnError, Reward, Trainer, Training};
use polymerge_schema::{Progress, ValueRanking};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{bytes, out, whole};
use crate::learned::{MOST_MEMORY, ranking};
use crate::mode::WebMode;
use crate::options::Options;

/// Memory for weights if nothing is said, and at most, in bytes: that of a page is small.
const MEMORY: usize = 32 << 20;
/// Games are cut after this many turns, if nothing is said.
const MOVES: u64 = 1 << 15;

/// The settings of learning.
#[derive(Debug, Default, Tsify)]
pub struct LearnerOptions {
    /// Seed of the random numbers.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: u64,
    /// The most bytes of memory for weights: 32 MiB, if left out.
    #[tsify(optional)]
    pub memory: Option<u64>,
    /// The most moves of a game, after which it is cut: 32,768, if left out.
    #[tsify(optional)]
    pub moves: Option<u64>,
    /// True to learn the number of turns to come instead of points.
    #[tsify(optional, type = "boolean")]
    pub turns: bool,
}

impl LearnerOptions {
    fn of(given: &JsValue) -> Result<LearnerOptions, Failure> {
        let given = Options::of(given, &["seed", "memory", "moves", "turns"])?;
        Ok(LearnerOptions {
            seed: given.seed("seed")?.unwrap_or(0),
            memory: given.whole_within("memory", 0, MOST_MEMORY)?,
            moves: given.whole("moves")?.map(|moves| moves as u64),
            turns: given.flag("turns")?,
        })
    }

    fn training(&self) -> Training {
        Training {
            seed: self.seed,
            reward: if self.turns { Reward::Turns } else { Reward::Points },
            memory: self.memory.map_or(MEMORY, |bytes| bytes as usize),
            most_turns: self.moves.unwrap_or(MOVES),
            ..Training::default()
        }
    }
}

impl From<LearnError> for Failure {
    fn from(error: LearnError) -> Failure {
        match error {
            LearnError::Turn(error) => polymerge::Error::from(error).into(),
            LearnError::LargeGrid => Failure::limit("large-grid", error.to_string()),
            LearnError::Memory => Failure::limit("memory", error.to_string()),
        }
    }
}

/// Learns what boards of a mode are worth by playing it, a few moves at a time,
/// and looks ahead by that.
#[wasm_bindgen(js_name = Learner)]
pub struct WebLearner {
    /// The engine that plays its own games.
    engine: Engine,
    trainer: Trainer,
    /// The engine that searches the games of others.
    other: Option<Box<Engine>>,
}

impl WebLearner {
    /// A learner that knows nothing yet.
    pub fn of(mode: &WebMode, given: &LearnerOptions) -> Result<WebLearner, Failure> {
        let mut engine = mode.compiled().engine()?;
        let trainer = Trainer::new(&mut engine, &given.training())?;
        Ok(WebLearner { engine, trainer, other: None })
    }

    /// Creates a learner that continues from the weights of another one.
    pub fn of_weights(mode: &WebMode, weights: &[u8]) -> Result<WebLearner, Failure> {
        let engine = mode.compiled().engine()?;
        let trainer = Trainer::of_file(weights, engine.rules().mode(), MOST_MEMORY as usize)?;
        Ok(WebLearner { engine, trainer, other: None })
    }

    /// Plays and learns for about `moves` moves.
    pub fn train(&mut self, moves: u64) -> Result<(), Failure> {
        Ok(self.trainer.run(&mut self.engine, moves).map_err(polymerge::Error::from)?)
    }

    /// Ranks the directions of a game by searching at most `positions` positions.
    pub fn rank(&mut self, game: &WebGame, positions: u64) -> Result<ValueRanking, Failure> {
        ranking(self.trainer.value_mut(), game, &mut self.other, positions)
    }
}

#[wasm_bindgen(js_class = Learner)]
impl WebLearner {
    /// Creates a learner without weights. It plays the mode as it is; a game whose
    /// cells were drawn has its own mode, `Game.mode`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        mode: &WebMode,
        #[wasm_bindgen(unchecked_optional_param_type = "LearnerOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebLearner, JsValue> {
        Ok(WebLearner::of(mode, &LearnerOptions::of(given)?)?)
    }

    /// Continues from weights of this mode, from here or from `polymerge train`.
    #[wasm_bindgen(js_name = fromWeights)]
    pub fn from_weights(
        mode: &WebMode,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array", js_name = weights)] given: &JsValue,
    ) -> Result<WebLearner, JsValue> {
        Ok(WebLearner::of_weights(mode, &bytes("weights", given)?)?)
    }

    /// Plays and learns from whole games, until about `moves` moves were made.
    pub fn learn(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] moves: &JsValue,
    ) -> Result<(), JsValue> {
        Ok(self.train(whole("moves", moves)? as u64)?)
    }

    /// The progress of learning.
    pub fn progress(&self) -> Result<Ts<Progress>, JsValue> {
        Ok(out(Progress::of(&self.trainer.progress()))?)
    }

    /// All that was learned, as a file that `polymerge` reads as well.
    pub fn weights(&self) -> Vec<u8> {
        self.trainer.to_file()
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
