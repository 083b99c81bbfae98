//! The class `Batch`: many games in step, as numbers.

use js_sys::Uint8Array;
use polymerge::engine::Feature;
use polymerge::Batch;
use polymerge_schema::Kind;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{list, out, seed, whole, wrong};
use crate::kind::{kind, kind_number};
use crate::mode::WebMode;
use crate::options::Options;

/// The most games of a batch: the memory of a page is small.
const MOST: u64 = 1 << 16;

/// The number of games, and their seeds.
#[derive(Debug, Default, Tsify)]
pub struct BatchOptions {
    /// The number of games: 64, if left out; 65,536 at most.
    #[tsify(optional)]
    pub games: Option<usize>,
    /// Seed of the first game; the others count up.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: u64,
}

impl BatchOptions {
    fn of(given: &JsValue) -> Result<BatchOptions, Failure> {
        let given = Options::of(given, &["games", "seed"])?;
        let games = given.whole_up_to("games", MOST)?.map(|games| games as usize);
        Ok(BatchOptions { games, seed: given.seed("seed")?.unwrap_or(0) })
    }
}

/// Many games that are played together. Game i is that of `Game.start` with the
/// i-th seed. A game that ends is followed by another one in its place.
#[wasm_bindgen(js_name = Batch)]
pub struct WebBatch {
    batch: Batch,
    directions: usize,
    cells: usize,
}

impl WebBatch {
    /// Games of a mode at their starts.
    pub fn of(mode: &WebMode, games: usize, seed: u64) -> Result<WebBatch, Failure> {
        let rules = mode.compiled();
        let batch = rules.batch(games, seed)?;
        let size = |position: &polymerge::Position| position.height() * position.width();
        let cells = batch.position(0).map_or(0, size);
        Ok(WebBatch { batch, directions: rules.directions().len(), cells })
    }

    /// Presses a direction in every game.
    pub fn press(&mut self, directions: &[u8]) -> Result<(), Failure> {
        let (given, games) = (directions.len(), self.batch.len());
        if given != games {
            let message = format!("directions has {given} entries; there are {games} games");
            return Err(Failure::input("bad-argument", message));
        }
        Ok(self.batch.step(directions).map_err(polymerge::Error::from)?)
    }

    /// The numbers of the kinds of all cells of all games.
    pub fn kind_numbers(&mut self) -> Result<Vec<i32>, Failure> {
        let mut numbers = vec![0; self.batch.len() * self.cells];
        self.batch.kinds_into(&mut numbers).map_err(polymerge::Error::from)?;
        Ok(numbers)
    }

    /// The values of the tiles of all cells of all games.
    pub fn tile_values(&mut self) -> Result<Vec<f64>, Failure> {
        let mut values = vec![0.0; self.batch.len() * self.cells];
        self.batch.feature_into(Feature::Value, 0.0, &mut values).map_err(polymerge::Error::from)?;
        Ok(values)
    }

    /// Legal directions as flags, for one game after another.
    pub fn legal_flags(&mut self) -> Result<Vec<u8>, Failure> {
        let mut masks = vec![0; self.batch.len()];
        self.batch.legal_into(&mut masks).map_err(polymerge::Error::from)?;
        Ok(self.flags(&masks))
    }

    fn flags(&self, masks: &[u64]) -> Vec<u8> {
        let bits = |mask: &u64| {
            let mask = *mask;
            (0..self.directions).map(move |direction| (mask >> direction & 1) as u8)
        };
        masks.iter().flat_map(bits).collect()
    }
}

#[wasm_bindgen(js_class = Batch)]
impl WebBatch {
    /// Games of a mode at their starts. Modes that draw cells before each game,
    /// or have more than 64 directions, are refused.
    #[wasm_bindgen(constructor)]
    pub fn new(
        mode: &WebMode,
        #[wasm_bindgen(unchecked_optional_param_type = "BatchOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebBatch, JsValue> {
        let given = BatchOptions::of(given)?;
        Ok(WebBatch::of(mode, given.games.unwrap_or(64), given.seed)?)
    }

    /// The number of games.
    #[wasm_bindgen(getter)]
    pub fn games(&self) -> usize {
        self.batch.len()
    }

    /// The number of cells of a board.
    #[wasm_bindgen(getter)]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The number of directions.
    #[wasm_bindgen(getter)]
    pub fn directions(&self) -> usize {
        self.directions
    }

    /// The number of games that have ended.
    #[wasm_bindgen(getter)]
    pub fn ended(&self) -> f64 {
        self.batch.games_ended() as f64
    }

    /// Presses a direction in every game. Where one can't be pressed, or a turn fails,
    /// that game stays as it is; `failures` has its number and the reason.
    pub fn step(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] directions: &JsValue,
    ) -> Result<(), JsValue> {
        let Some(directions) = directions.dyn_ref::<Uint8Array>() else {
            return Err(wrong("directions", "a Uint8Array", directions).into());
        };
        Ok(self.press(&directions.to_vec())?)
    }

    /// Legal directions, exactly: for each game 0 or 1 for each direction.
    pub fn legal(&mut self) -> Result<Vec<u8>, JsValue> {
        Ok(self.legal_flags()?)
    }

    /// Directions that are not known to move nothing, in the form of `legal`.
    pub fn available(&self) -> Vec<u8> {
        self.flags(self.batch.available())
    }

    /// The points of every game in the last step.
    pub fn rewards(&self) -> Vec<f64> {
        self.batch.rewards().to_vec()
    }

    /// True for each game in which anything moved in the last step.
    pub fn moved(&self) -> Vec<u8> {
        self.batch.moved().iter().map(|moved| u8::from(*moved)).collect()
    }

    /// True for each game that can't move any more after the last step. Another game is in
    /// its place then.
    pub fn over(&self) -> Vec<u8> {
        self.batch.over().iter().map(|over| u8::from(*over)).collect()
    }

    /// The score with which the last game in each place ended.
    #[wasm_bindgen(js_name = finalScores)]
    pub fn final_scores(&self) -> Vec<f64> {
        self.batch.final_scores().to_vec()
    }

    /// True for each place where the last game that ended had been won.
    #[wasm_bindgen(js_name = finalWins)]
    pub fn final_wins(&self) -> Vec<u8> {
        self.batch.final_wins().iter().map(|won| u8::from(*won)).collect()
    }

    /// The games in which the last step did not happen.
    pub fn failures(&self) -> Result<Vec<Ts<polymerge_schema::Failure>>, JsValue> {
        let failures = self.batch.failures().iter();
        let failures = failures.map(|(game, error)| polymerge_schema::Failure::of(*game, error.clone()));
        Ok(list(failures)?)
    }

    /// The number of the kind of each cell, row by row, for one game after
    /// another, as `Game.kinds` gives them.
    pub fn kinds(&mut self) -> Result<Vec<i32>, JsValue> {
        Ok(self.kind_numbers()?)
    }

    /// The kind of this number.
    pub fn kind(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number", js_name = kind)] id: &JsValue,
    ) -> Result<Ts<Kind>, JsValue> {
        let id = kind_number("kind", id)?;
        Ok(out(kind(self.batch.engine(), id)?)?)
    }

    /// The value of the tile of each cell, row by row, for one game after another:
    /// 0 where there is no tile, NaN where it can't be computed.
    pub fn values(&mut self) -> Result<Vec<f64>, JsValue> {
        Ok(self.tile_values()?)
    }

    /// Begins another game in this place, that of a seed.
    pub fn reset(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] index: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | bigint | string", js_name = seed)] given: &JsValue,
    ) -> Result<(), JsValue> {
        let (index, seed) = (whole("index", index)?, seed("seed", given)?);
        Ok(self.batch.reset(index, seed).map_err(|error| Failure::from(polymerge::Error::from(error)))?)
    }
}
