//! The class `Hint`: which direction is best, by random games from there.

use polymerge::{Engine, Rules};
use polymerge_player::{Advice, Adviser};
use polymerge_schema::Ranking;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{out, whole};
use crate::options::Options;

/// The usual number of turns that are simulated.
const TURNS: u64 = 100_000;

/// The effort and the seed of a hint.
#[derive(Debug, Default, Tsify)]
pub struct HintOptions {
    /// The number of turns in all: 100,000, if left out. Random games are cut after
    /// an eighth of that for each direction, so that all of them get several.
    #[tsify(optional)]
    pub turns: Option<u64>,
    /// Seed of the random numbers.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: u64,
}

impl HintOptions {
    fn of(given: &JsValue) -> Result<HintOptions, Failure> {
        let given = Options::of(given, &["turns", "seed"])?;
        let turns = given.whole("turns")?.map(|turns| turns as u64);
        Ok(HintOptions { turns, seed: given.seed("seed")?.unwrap_or(0) })
    }
}

/// A ranking of the directions of a game: every legal one is followed by random
/// games, a few turns at a time.
#[wasm_bindgen(js_name = Hint)]
pub struct WebHint {
    engine: Option<Box<Engine>>,
    adviser: Adviser,
    rules: Rules,
}

impl WebHint {
    /// A decision of which nothing is simulated yet.
    pub fn of(game: &WebGame, given: &HintOptions) -> Result<WebHint, Failure> {
        let rules = game.played().rules().clone();
        let mut hint = WebHint { engine: None, adviser: Adviser::rollouts(TURNS, 0), rules };
        hint.turn_to(game, given)?;
        Ok(hint)
    }

    /// Starts another decision, with the cache of the engine.
    pub fn turn_to(&mut self, game: &WebGame, given: &HintOptions) -> Result<(), Failure> {
        let (engine, position) = game.played().position_in(&mut self.engine)?;
        let mut adviser = Adviser::rollouts(given.turns.unwrap_or(TURNS), given.seed);
        adviser.begin(engine, &position, given.seed).map_err(polymerge::Error::from)?;
        (self.adviser, self.rules) = (adviser, game.played().rules().clone());
        Ok(())
    }

    /// Simulates about this many more turns; returns true if there is budget left.
    pub fn advance(&mut self, turns: u64) -> Result<bool, Failure> {
        let Some(engine) = &mut self.engine else { return Ok(false) };
        Ok(self.adviser.advance(engine, turns).map_err(polymerge::Error::from)?)
    }

    /// Returns the ranking so far.
    pub fn current_ranking(&mut self) -> Ranking {
        let ranking = match self.adviser.advice() {
            Advice::Rollouts(ranking) => ranking,
            Advice::Value(_) => polymerge_player::Ranking::default(),
        };
        Ranking::of(&ranking, self.rules.directions()).with_old_names()
    }
}

#[wasm_bindgen(js_class = Hint)]
impl WebHint {
    /// Creates a decision before its first simulation. It does not use the random
    /// numbers of the game.
    #[wasm_bindgen(constructor)]
    pub fn new(
        game: &WebGame,
        #[wasm_bindgen(unchecked_optional_param_type = "HintOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebHint, JsValue> {
        Ok(WebHint::of(game, &HintOptions::of(given)?)?)
    }

    /// Begins another decision: faster than a new `Hint`, if the game is of the
    /// same rules.
    pub fn look(
        &mut self,
        game: &WebGame,
        #[wasm_bindgen(unchecked_optional_param_type = "HintOptions", js_name = options)] given: &JsValue,
    ) -> Result<(), JsValue> {
        Ok(self.turn_to(game, &HintOptions::of(given)?)?)
    }

    /// Simulates about this many turns; `false` when nothing more is to be done.
    pub fn run(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] turns: &JsValue,
    ) -> Result<bool, JsValue> {
        Ok(self.advance(whole("turns", turns)? as u64)?)
    }

    /// The ranking so far.
    pub fn ranking(&mut self) -> Result<Ts<Ranking>, JsValue> {
        Ok(out(self.current_ranking())?)
    }
}
