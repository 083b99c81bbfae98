//! The class `Learner`: learns a mode by playing it, and plays by what it learned.

use js_sys::Uint8Array;
use polymerge::Engine;
use polymerge_player::{FileError, LearnError, Reward, Search, Trainer, Training};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::hint::labels_of;
use crate::input::{out, whole, wrong};
use crate::mode::WebMode;
use crate::options::Options;

/// Memory for weights if nothing is said, and at most, in bytes: that of a page is small.
const MEMORY: usize = 32 << 20;
const MOST_MEMORY: u64 = 1 << 30;
/// Games are cut after this many turns, if nothing is said.
const MOVES: u64 = 1 << 15;

/// How a mode is learned.
#[derive(Debug, Default, Tsify)]
pub struct LearnerOptions {
    /// Seed of the random numbers.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: u64,
    /// Bytes of memory for what is learned, at most: 32 MiB, if left out.
    #[tsify(optional)]
    pub memory: Option<u64>,
    /// After how many moves a game is cut: 32,768, if left out.
    #[tsify(optional)]
    pub moves: Option<u64>,
    /// Whether turns to come are foreseen instead of points.
    #[tsify(optional, type = "boolean")]
    pub turns: bool,
}

impl LearnerOptions {
    fn of(given: &JsValue) -> Result<LearnerOptions, Failure> {
        let given = Options::of(given, &["seed", "memory", "moves", "turns"])?;
        Ok(LearnerOptions {
            seed: given.seed("seed")?.unwrap_or(0),
            memory: given.whole_up_to("memory", MOST_MEMORY)?,
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

/// How far learning is.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
pub struct LearnerProgress {
    /// Games so far.
    pub games: f64,
    /// Moves so far.
    pub moves: f64,
    /// Of how many games, the last ones, the following are.
    pub recent: usize,
    /// The mean score.
    pub score: f64,
    /// The mean number of turns.
    pub turns: f64,
    /// The share of games in which the goal was reached.
    pub won: f64,
}

/// Directions in order, the best first, as learning sees them.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct LearnerRanking {
    /// Every legal direction; none if the game is over or waits for an answer.
    pub choices: Vec<LearnerChoice>,
    /// What is foreseen: the final score, or the turns to come.
    #[tsify(type = "\"points\" | \"turns\"")]
    pub foreseen: &'static str,
    /// How many moves ahead all directions were looked at.
    pub depth: u32,
    /// Positions that were looked at.
    pub positions: f64,
    /// Whether the values are exact: all that can happen was looked at.
    pub exact: bool,
}

/// What is foreseen of a direction.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct LearnerChoice {
    /// Its index.
    pub direction: usize,
    /// Its label.
    pub label: String,
    /// The mean final score, or the mean number of turns to come.
    pub value: f64,
    /// How much less that is than of the best direction.
    pub worse: f64,
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

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::input("bad-weights", format!("weights: {error}"))
    }
}

/// Learns what boards of a mode are worth by playing it, a few moves at a time,
/// and looks ahead by that.
#[wasm_bindgen(js_name = Learner)]
pub struct WebLearner {
    /// What it plays its own games with.
    engine: Engine,
    trainer: Trainer,
    /// What it looks at the games of others with.
    other: Option<Box<Engine>>,
}

impl WebLearner {
    /// A learner that knows nothing yet.
    pub fn of(mode: &WebMode, given: &LearnerOptions) -> Result<WebLearner, Failure> {
        let mut engine = mode.compiled().engine()?;
        let trainer = Trainer::new(&mut engine, &given.training())?;
        Ok(WebLearner { engine, trainer, other: None })
    }

    /// A learner that goes on with what another one has learned.
    pub fn of_weights(mode: &WebMode, weights: &[u8]) -> Result<WebLearner, Failure> {
        let engine = mode.compiled().engine()?;
        let trainer = Trainer::of_file(weights, engine.rules().mode(), MOST_MEMORY as usize)?;
        Ok(WebLearner { engine, trainer, other: None })
    }

    /// Plays and learns for about so many moves.
    pub fn practise(&mut self, moves: u64) -> Result<(), Failure> {
        Ok(self.trainer.run(&mut self.engine, moves).map_err(polymerge::Error::from)?)
    }

    /// Looks ahead from a game, at about so many positions.
    pub fn rank(&mut self, game: &WebGame, positions: u64) -> Result<LearnerRanking, Failure> {
        let value = self.trainer.value_mut();
        if !value.is_of(game.played().state().rules().mode()) {
            return Err(FileError::OtherRules.into());
        }
        let (engine, position) = game.played().position_in(&mut self.other)?;
        let outlook =
            Search::new(value, 0).look(engine, &position, positions).map_err(polymerge::Error::from)?;
        let labels = labels_of(game);
        let choice = |own: &polymerge_player::Foreseen| LearnerChoice {
            direction: own.direction,
            label: labels.get(own.direction).cloned().unwrap_or_default(),
            value: own.value,
            worse: own.worse,
        };
        Ok(LearnerRanking {
            choices: outlook.choices.iter().map(choice).collect(),
            foreseen: outlook.reward.name(),
            depth: outlook.depth,
            positions: outlook.nodes as f64,
            exact: outlook.exact,
        })
    }
}

#[wasm_bindgen(js_class = Learner)]
impl WebLearner {
    /// A learner that knows nothing yet. It plays the mode as it is: a `Game` may
    /// be of drawn rules, which its `mode` tells.
    #[wasm_bindgen(constructor)]
    pub fn new(
        mode: &WebMode,
        #[wasm_bindgen(unchecked_optional_param_type = "LearnerOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebLearner, JsValue> {
        Ok(WebLearner::of(mode, &LearnerOptions::of(given)?)?)
    }

    /// Goes on with weights of this mode, from here or from `polymerge train`.
    #[wasm_bindgen(js_name = fromWeights)]
    pub fn from_weights(
        mode: &WebMode,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array", js_name = weights)] given: &JsValue,
    ) -> Result<WebLearner, JsValue> {
        let Some(weights) = given.dyn_ref::<Uint8Array>() else {
            return Err(wrong("weights", "a Uint8Array", given).into());
        };
        Ok(WebLearner::of_weights(mode, &weights.to_vec())?)
    }

    /// Plays and learns from whole games, until about so many moves were made.
    pub fn learn(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] moves: &JsValue,
    ) -> Result<(), JsValue> {
        Ok(self.practise(whole("moves", moves)? as u64)?)
    }

    /// How far learning is.
    pub fn progress(&self) -> Result<Ts<LearnerProgress>, JsValue> {
        let own = self.trainer.progress();
        Ok(out(LearnerProgress {
            games: own.games as f64,
            moves: own.moves as f64,
            recent: own.recent,
            score: own.score,
            turns: own.turns,
            won: own.won,
        })?)
    }

    /// All that was learned, as a file that `polymerge` reads as well.
    pub fn weights(&self) -> Vec<u8> {
        self.trainer.to_file()
    }

    /// The directions of a game, looking ahead at about so many positions.
    pub fn look(
        &mut self,
        game: &WebGame,
        #[wasm_bindgen(unchecked_param_type = "number")] positions: &JsValue,
    ) -> Result<Ts<LearnerRanking>, JsValue> {
        Ok(out(self.rank(game, whole("positions", positions)? as u64)?)?)
    }
}
