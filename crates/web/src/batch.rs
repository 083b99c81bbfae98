//! The class `Batch`: many games in step, as numbers.

use js_sys::{Float64Array, Int32Array, Reflect};
use polymerge::advanced::rules::TurnError;
use polymerge::engine::{Feature, Restart};
use polymerge::{Batch, Error, Refusal};
use polymerge_schema::Kind;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{bytes, list, out, seed, text, time, whole};
use crate::kind::{kind, kind_number};
use crate::mode::WebMode;
use crate::options::Options;

/// The most games of a batch: the memory of a page is small.
const MOST: u64 = 1 << 16;

/// The most cells of all boards after each direction: 256 MiB.
const MOST_AHEAD: usize = 1 << 26;

/// The number of games, their seeds, and what follows their ends.
#[derive(Debug, Default, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BatchOptions {
    /// The number of games: 64, if left out; from 1 to 65,536.
    #[tsify(optional)]
    pub games: Option<usize>,
    /// Seed of the first game; the others count up.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: u64,
    /// The moment at which the next game begins where one has ended: in the same step, if left
    /// out, in the next one, or when `restart`, `reset` or `load` is called.
    #[tsify(optional, type = "\"sameStep\" | \"nextStep\" | \"byHand\"")]
    pub restart: Restart,
    /// The most steps of a game, after which it is cut off; at least 1.
    #[tsify(optional)]
    pub max_steps: Option<u64>,
}

impl BatchOptions {
    fn of(given: &JsValue) -> Result<BatchOptions, Failure> {
        let given = Options::of(given, &["games", "seed", "restart", "maxSteps"])?;
        let restart = match given.choice("restart", &["sameStep", "nextStep", "byHand"])? {
            Some(1) => Restart::NextStep,
            Some(2) => Restart::ByHand,
            _ => Restart::SameStep,
        };
        Ok(BatchOptions {
            games: given.whole_within("games", 1, MOST)?.map(|games| games as usize),
            seed: given.seed("seed")?.unwrap_or(0),
            restart,
            max_steps: given.whole_within("maxSteps", 1, u32::MAX.into())?,
        })
    }
}

/// Many games that are played together. Game i is that of `Game.start` with the
/// i-th seed. A game that ends is followed by another one in its place.
#[wasm_bindgen(js_name = Batch)]
#[derive(Clone)]
pub struct WebBatch {
    mode: WebMode,
    batch: Batch,
}

impl WebBatch {
    /// Games of a mode at their starts.
    pub fn of(mode: &WebMode, given: &BatchOptions) -> Result<WebBatch, Failure> {
        let batch = mode.compiled().batch(given.games.unwrap_or(64), given.seed)?;
        let batch = batch.with_restart(given.restart);
        let batch = batch.with_max_steps(given.max_steps.unwrap_or(u64::MAX));
        Ok(WebBatch { mode: mode.clone(), batch })
    }

    /// Goes on with games that were put away.
    pub fn resumed(mode: &WebMode, snapshot: &str) -> Result<WebBatch, Failure> {
        let texts: Vec<String> = snapshot.lines().take(2 * MOST as usize + 1).map(str::to_owned).collect();
        let batch: Batch = mode.compiled().batch_of_snapshot(&texts).map_err(Failure::snapshot)?;
        match batch.len() as u64 {
            1..=MOST => Ok(WebBatch { mode: mode.clone(), batch }),
            games => Err(Failure::limit("games", format!("there are {games} games, of 1 to {MOST}"))),
        }
    }

    /// All games, with their random numbers to come: a line for each, as no text in it has more.
    pub fn saved(&self) -> Result<String, Failure> {
        Ok(self.batch.snapshot().map_err(Error::from)?.join("\n"))
    }

    /// The game in a place, with its random numbers to come.
    pub fn taken(&self, index: usize, now: f64) -> Result<WebGame, Failure> {
        let Some(random) = self.batch.random(index).cloned() else {
            return Err(Error::from(TurnError::from(Refusal::NoSuchGame)).into());
        };
        let state = self.batch.game(index);
        Ok(WebGame::with(self.mode.compiled().continued(state, random, now)?))
    }

    /// Presses a direction in every game.
    pub fn press(&mut self, directions: &[u8]) -> Result<(), Failure> {
        self.must_be_for_all("directions", directions)?;
        let count = self.directions();
        if let Some(game) = directions.iter().position(|own| usize::from(*own) >= count) {
            let given = directions[game];
            let message = match count.checked_sub(1) {
                Some(most) => {
                    format!("directions[{game}] must be a whole number from 0 to {most}, not {given}")
                }
                None => "the mode has no directions".to_owned(),
            };
            return Err(Failure::input("no-such-direction", message));
        }
        Ok(self.batch.step(directions).map_err(Error::from)?)
    }

    fn must_be_for_all(&self, name: &str, entries: &[u8]) -> Result<(), Failure> {
        let (given, games) = (entries.len(), self.batch.len());
        if given == games {
            return Ok(());
        }
        let message = format!("{name} has {given} entries; there are {games} games");
        Err(Failure::input("bad-argument", message))
    }

    /// A number for each cell of all games.
    fn numbers<T: Clone + Default>(
        &mut self,
        read: impl FnOnce(&mut Batch, &mut [T]) -> Result<(), TurnError>,
    ) -> Result<Vec<T>, Failure> {
        let mut numbers = vec![T::default(); self.batch.len() * self.cells()];
        read(&mut self.batch, &mut numbers).map_err(Error::from)?;
        Ok(numbers)
    }

    /// The numbers of the kinds of all cells of all games.
    pub fn kind_numbers(&mut self) -> Result<Vec<i32>, Failure> {
        self.numbers(Batch::kinds_into)
    }

    /// The values of the tiles of all cells of all games.
    pub fn tile_values(&mut self) -> Result<Vec<f64>, Failure> {
        self.numbers(|batch, into| batch.feature_into(Feature::Value, 0.0, into))
    }

    /// The levels of all cells of all games.
    pub fn cell_levels(&mut self) -> Result<Vec<f32>, Failure> {
        self.numbers(Batch::levels_into)
    }

    /// The kinds of all cells after each direction, and the points of these turns.
    pub fn looked_ahead(&mut self) -> Result<(Vec<i32>, Vec<f64>), Failure> {
        let turns = self.batch.len() * self.directions();
        let fits = turns.checked_mul(self.cells()).filter(|numbers| *numbers <= MOST_AHEAD);
        let Some(numbers) = fits else {
            let message = format!(
                "boards after each direction have {turns} times {} cells, of at most {MOST_AHEAD}",
                self.cells()
            );
            return Err(Failure::limit("games", message));
        };
        let (mut kinds, mut points) = (vec![0; numbers], vec![0.0; turns]);
        self.batch.afterstates_into(&mut kinds, &mut points).map_err(Error::from)?;
        Ok((kinds, points))
    }

    /// Legal directions as flags, for one game after another.
    pub fn legal_flags(&mut self) -> Result<Vec<u8>, Failure> {
        let mut masks = vec![0; self.batch.len()];
        self.batch.legal_into(&mut masks).map_err(Error::from)?;
        Ok(self.flags(&masks))
    }

    fn flags(&self, masks: &[u64]) -> Vec<u8> {
        let bits = |mask: &u64| {
            let mask = *mask;
            (0..self.directions()).map(move |direction| (mask >> direction & 1) as u8)
        };
        masks.iter().flat_map(bits).collect()
    }
}

/// Truth values as numbers, for typed arrays.
fn bits(flags: &[bool]) -> Vec<u8> {
    flags.iter().map(|flag| u8::from(*flag)).collect()
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
        Ok(WebBatch::of(mode, &BatchOptions::of(given)?)?)
    }

    /// The games of a snapshot of a batch of equal rules, which go on as they would have gone
    /// on there.
    pub fn resume(
        mode: &WebMode,
        #[wasm_bindgen(unchecked_param_type = "string")] snapshot: &JsValue,
    ) -> Result<WebBatch, JsValue> {
        Ok(WebBatch::resumed(mode, &text("snapshot", snapshot)?)?)
    }

    /// The number of games.
    #[wasm_bindgen(getter)]
    pub fn games(&self) -> usize {
        self.batch.len()
    }

    /// The number of cells of a board.
    #[wasm_bindgen(getter)]
    pub fn cells(&self) -> usize {
        self.batch.cells()
    }

    /// The number of directions.
    #[wasm_bindgen(getter)]
    pub fn directions(&self) -> usize {
        self.mode.compiled().directions().len()
    }

    /// The number of games that have ended.
    #[wasm_bindgen(getter)]
    pub fn ended(&self) -> f64 {
        self.batch.games_ended() as f64
    }

    /// Presses a direction in every game. Where one can't be pressed now, or a turn fails,
    /// that game stays as it is; `failures` has its number and the reason. A number that is no
    /// direction of the mode is refused, and nothing happens in any game.
    pub fn step(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] directions: &JsValue,
    ) -> Result<(), JsValue> {
        Ok(self.press(&bytes("directions", directions)?)?)
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
        bits(self.batch.moved())
    }

    /// True for each game that can't move any more after the last step. Another game is in
    /// its place then, unless the options say otherwise.
    pub fn over(&self) -> Vec<u8> {
        bits(self.batch.over())
    }

    /// True for each game whose last step was the last one that it may have (`maxSteps`).
    pub fn truncated(&self) -> Vec<u8> {
        bits(self.batch.truncated())
    }

    /// True for each game that has been won, as it was in the last step.
    pub fn won(&self) -> Vec<u8> {
        bits(self.batch.won())
    }

    /// The score of every game.
    pub fn scores(&self) -> Vec<f64> {
        (0..self.batch.len()).filter_map(|game| Some(self.batch.position(game)?.score())).collect()
    }

    /// The score with which the last game in each place ended.
    #[wasm_bindgen(js_name = finalScores)]
    pub fn final_scores(&self) -> Vec<f64> {
        self.batch.final_scores().to_vec()
    }

    /// True for each place where the last game that ended had been won.
    #[wasm_bindgen(js_name = finalWins)]
    pub fn final_wins(&self) -> Vec<u8> {
        bits(self.batch.final_wins())
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

    /// The level of each cell, row by row, for one game after another: see `Game.levels`.
    pub fn levels(&mut self) -> Result<Vec<f32>, JsValue> {
        Ok(self.cell_levels()?)
    }

    /// The boards after each direction and before anything spawns, as `kinds` gives them: one
    /// direction after another, one game after another; and the points of these turns in the same
    /// order. After a direction that moves nothing it is the present board, with 0 points. Where
    /// more than the spawn goes by chance, it is a board that may come.
    #[wasm_bindgen(unchecked_return_type = "{ kinds: Int32Array; points: Float64Array }")]
    pub fn afterstates(&mut self) -> Result<js_sys::Object, JsValue> {
        let (kinds, points) = self.looked_ahead()?;
        let made = js_sys::Object::new();
        Reflect::set(&made, &"kinds".into(), &Int32Array::from(&kinds[..]))?;
        Reflect::set(&made, &"points".into(), &Float64Array::from(&points[..]))?;
        Ok(made)
    }

    /// Begins the next game in each place where the mask has no 0, such as that of `over`.
    pub fn restart(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] which: &JsValue,
    ) -> Result<(), JsValue> {
        let which = bytes("which", which)?;
        self.must_be_for_all("which", &which)?;
        let which: Vec<bool> = which.iter().map(|own| *own != 0).collect();
        Ok(self.batch.restart(&which).map_err(|error| Failure::from(Error::from(error)))?)
    }

    /// The game in this place, as a game of its own that goes on as it would go on here. It
    /// has no steps to undo, and no record.
    pub fn game(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] index: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<WebGame, JsValue> {
        Ok(self.taken(whole("index", index)?, time("now", now)?)?)
    }

    /// Goes on with a game of this mode in this place, with the random numbers of the place.
    pub fn load(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] index: &JsValue,
        game: &WebGame,
    ) -> Result<(), JsValue> {
        let loaded = self.batch.load(whole("index", index)?, game.played().state());
        Ok(loaded.map_err(|error| Failure::from(Error::from(error)))?)
    }

    /// A copy, which goes on in the same way.
    pub fn copy(&self) -> WebBatch {
        self.clone()
    }

    /// All games with their random numbers to come and what the last step came to, but for
    /// `failures`: a text for `Batch.resume`.
    pub fn snapshot(&self) -> Result<String, JsValue> {
        Ok(self.saved()?)
    }

    /// Begins another game in this place, that of a seed.
    pub fn reset(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] index: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | bigint | string", js_name = seed)] given: &JsValue,
    ) -> Result<(), JsValue> {
        let (index, seed) = (whole("index", index)?, seed("seed", given)?);
        Ok(self.batch.reset(index, seed).map_err(|error| Failure::from(Error::from(error)))?)
    }
}
