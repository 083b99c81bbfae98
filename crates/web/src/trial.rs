//! The class `Trial`: many random games, in slices.

use polymerge::sample::{self, Ending, Trial};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{out, whole};
use crate::mode::WebMode;
use crate::options::Options;

/// The extent of a trial.
#[derive(Debug, Default, Tsify)]
pub struct TrialOptions {
    /// The number of games: 100, if left out.
    #[tsify(optional)]
    pub games: Option<usize>,
    /// The most moves of each: 1000, if left out.
    #[tsify(optional)]
    pub moves: Option<usize>,
    /// Seed of the first game; the others count up.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: Option<u64>,
}

impl TrialOptions {
    fn of(given: &JsValue) -> Result<TrialOptions, Failure> {
        let given = Options::of(given, &["games", "moves", "seed"])?;
        Ok(TrialOptions {
            games: given.whole("games")?,
            moves: given.whole("moves")?,
            seed: given.seed("seed")?,
        })
    }
}

/// The results of random games.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct TrialResults {
    /// The number of games to play.
    pub games: usize,
    /// The number of games that are done.
    pub done: usize,
    /// The number of these that were won.
    pub won: usize,
    /// The number of these that came to their end; the others were cut.
    pub over: usize,
    /// The scores.
    pub scores: Vec<f64>,
    /// The moves: presses that moved something.
    pub moves: Vec<f64>,
    /// The value of the largest tile of each game.
    pub largest: Vec<f64>,
    /// The number of times that each merge rule fired.
    pub rules: Vec<f64>,
    /// The error and the game it happened in.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Many games with random moves, a few moves at a time.
#[wasm_bindgen(js_name = Trial)]
pub struct WebTrial(Trial);

#[wasm_bindgen(js_class = Trial)]
impl WebTrial {
    /// A trial of which nothing is played yet.
    #[wasm_bindgen(constructor)]
    pub fn new(
        mode: &WebMode,
        #[wasm_bindgen(unchecked_optional_param_type = "TrialOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebTrial, JsValue> {
        let given = TrialOptions::of(given)?;
        let usual = sample::TrialOptions::default();
        let size = sample::TrialOptions {
            games: given.games.unwrap_or(usual.games),
            moves: given.moves.unwrap_or(usual.moves),
            seed: given.seed.unwrap_or(usual.seed),
        };
        Ok(WebTrial(mode.compiled().trial(size)))
    }

    /// Plays this many moves; `false` when there is nothing more to play.
    pub fn run(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] moves: &JsValue,
    ) -> Result<bool, JsValue> {
        Ok(self.0.run(whole("moves", moves)?))
    }

    /// Returns the results so far.
    pub fn results(&self) -> Result<Ts<TrialResults>, JsValue> {
        let courses = self.0.courses();
        Ok(out(TrialResults {
            games: self.0.options().games,
            done: courses.len(),
            won: courses.iter().filter(|course| course.won_at.is_some()).count(),
            over: courses.iter().filter(|course| course.ending != Ending::Cut).count(),
            scores: courses.iter().map(|course| course.score).collect(),
            moves: courses.iter().map(|course| course.turns as f64).collect(),
            largest: courses
                .iter()
                .map(|course| course.largest.last().map_or(f64::NAN, |last| last.1))
                .collect(),
            rules: self.0.fired().iter().map(|count| *count as f64).collect(),
            error: self.0.failure().map(str::to_owned),
        })?)
    }
}
