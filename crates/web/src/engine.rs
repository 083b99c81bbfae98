//! The class `Engine`: plays positions of a mode.

use std::rc::Rc;

use polymerge::{Error, Rng};
use polymerge_schema::Kind;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{out, text};
use crate::kind::{kind, kind_number};
use crate::mode::WebMode;
use crate::position::{Owner, WebPosition};
use crate::start::optional_seed;

/// An engine of a mode: plays positions, looks ahead, and keeps the moves that it
/// has played in a cache.
#[wasm_bindgen(js_name = Engine)]
pub struct WebEngine(Rc<Owner>);

impl WebEngine {
    /// An engine for a mode.
    pub fn of(mode: &WebMode) -> Result<WebEngine, Failure> {
        let mut engine = mode.compiled().engine()?;
        engine.number_first_kinds();
        Ok(WebEngine(Rc::new(Owner::new(mode.clone(), engine))))
    }

    /// The start of the game of a seed.
    pub fn started(&self, seed: u64) -> Result<WebPosition, Failure> {
        let mut random = Rng::new(seed);
        let position = self.0.engine()?.start(&mut random).map_err(Error::from)?;
        Ok(WebPosition::of(&self.0, position, random))
    }

    /// Returns the position of a game, with the random numbers of a seed to come.
    pub fn position_of(&self, game: &WebGame, seed: u64) -> Result<WebPosition, Failure> {
        let state = game.played().state().clone();
        let position = self.0.engine()?.position(state).map_err(Error::from)?;
        Ok(WebPosition::of(&self.0, position, Rng::new(seed)))
    }

    /// Returns the position of a snapshot, with the random numbers of a seed to come.
    pub fn resumed(&self, snapshot: &str, seed: u64) -> Result<WebPosition, Failure> {
        let position =
            self.0.engine()?.of_snapshot(snapshot).map_err(|error| Failure::snapshot(error.into()))?;
        Ok(WebPosition::of(&self.0, position, Rng::new(seed)))
    }
}

#[wasm_bindgen(js_class = Engine)]
impl WebEngine {
    /// An engine for a mode. Modes that draw cells before each game are refused.
    #[wasm_bindgen(constructor)]
    pub fn new(mode: &WebMode) -> Result<WebEngine, JsValue> {
        Ok(WebEngine::of(mode)?)
    }

    /// The start of the game of a seed (any, if left out): the same game as that of
    /// `Game.start` with this seed.
    pub fn start(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number | bigint | string", js_name = seed)]
        given: &JsValue,
    ) -> Result<WebPosition, JsValue> {
        Ok(self.started(optional_seed(given)?)?)
    }

    /// The position of a game of this mode, with the random numbers of a seed (any,
    /// if left out) to come.
    pub fn position(
        &self,
        game: &WebGame,
        #[wasm_bindgen(unchecked_optional_param_type = "number | bigint | string", js_name = seed)]
        given: &JsValue,
    ) -> Result<WebPosition, JsValue> {
        Ok(self.position_of(game, optional_seed(given)?)?)
    }

    /// The position of a snapshot (`Position.snapshot`) of equal rules, with the random
    /// numbers of a seed (any, if left out) to come.
    pub fn resume(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] snapshot: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number | bigint | string", js_name = seed)]
        given: &JsValue,
    ) -> Result<WebPosition, JsValue> {
        Ok(self.resumed(&text("snapshot", snapshot)?, optional_seed(given)?)?)
    }

    /// The kind of this number, as `Position.kinds` gives it.
    pub fn kind(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number", js_name = kind)] id: &JsValue,
    ) -> Result<Ts<Kind>, JsValue> {
        let id = kind_number("kind", id)?;
        Ok(out(kind(&*self.0.engine()?, id)?)?)
    }
}
