//! The classes `Engine` and `Position`: for programs that search.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use polymerge::engine::directions_in;
use polymerge::{Engine, Error, Position, Rng};
use polymerge_schema::Kind;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{indices, out, seed, whole};
use crate::kind::{kind, kind_number};
use crate::mode::WebMode;
use crate::start::random_seed;

/// An engine of a mode: plays positions, looks ahead, and keeps the moves that it
/// has played in a cache.
#[wasm_bindgen(js_name = Engine)]
pub struct WebEngine {
    engine: Rc<RefCell<Engine>>,
}

/// The state of a game within an engine, with the random numbers to come. Positions
/// are small: a fork costs about as much as a move.
#[wasm_bindgen(js_name = Position)]
pub struct WebPosition {
    engine: Rc<RefCell<Engine>>,
    position: Position,
    random: Rng,
}

/// A seed that may be left out.
fn optional_seed(given: &JsValue) -> Result<u64, Failure> {
    if given.is_undefined() {
        Ok(random_seed())
    } else {
        seed("seed", given)
    }
}

/// The engine of some positions, which no other call is using.
fn borrowed(engine: &RefCell<Engine>) -> Result<RefMut<'_, Engine>, Failure> {
    engine.try_borrow_mut().map_err(Failure::engine)
}

impl WebEngine {
    /// An engine for a mode.
    pub fn of(mode: &WebMode) -> Result<WebEngine, Failure> {
        let mut engine = mode.compiled().engine()?;
        engine.number_first_kinds();
        Ok(WebEngine { engine: Rc::new(RefCell::new(engine)) })
    }

    /// The start of the game of a seed.
    pub fn started(&self, seed: u64) -> Result<WebPosition, Failure> {
        let mut random = Rng::new(seed);
        let position = borrowed(&self.engine)?.start(&mut random).map_err(Error::from)?;
        Ok(WebPosition { engine: self.engine.clone(), position, random })
    }

    /// Returns the position of a game, with the random numbers of a seed to come.
    pub fn position_of(&self, game: &WebGame, seed: u64) -> Result<WebPosition, Failure> {
        let state = game.played().state().clone();
        let position = borrowed(&self.engine)?.position(state).map_err(Error::from)?;
        Ok(WebPosition { engine: self.engine.clone(), position, random: Rng::new(seed) })
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

    /// The kind of this number, as `Position.kinds` gives it.
    pub fn kind(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number", js_name = kind)] id: &JsValue,
    ) -> Result<Ts<Kind>, JsValue> {
        let id = kind_number("kind", id)?;
        Ok(out(kind(&*borrowed(&self.engine)?, id)?)?)
    }
}

impl WebPosition {
    /// Presses a direction. Returns true if anything moved.
    pub fn press(&mut self, direction: usize) -> Result<bool, Failure> {
        let WebPosition { engine, position, random } = self;
        Ok(borrowed(engine)?.play(position, direction, random).map_err(Error::from)?)
    }

    /// The directions that move something.
    pub fn legal_directions(&self) -> Result<Vec<usize>, Failure> {
        let mask = borrowed(&self.engine)?.legal(&self.position).map_err(Error::from)?;
        Ok(directions_in(mask))
    }

    /// The numbers of the kinds of all cells.
    pub fn kind_numbers(&self) -> Result<Vec<i32>, Failure> {
        let mut numbers = vec![0; self.position.height() * self.position.width()];
        borrowed(&self.engine)?.observe(&self.position, &mut numbers).map_err(Error::from)?;
        Ok(numbers)
    }

    /// The values of the tiles of all cells.
    pub fn tile_values(&self) -> Result<Vec<f64>, Failure> {
        let mut values = vec![0.0; self.position.height() * self.position.width()];
        borrowed(&self.engine)?.read_values(&self.position, &mut values).map_err(Error::from)?;
        Ok(values)
    }
}

#[wasm_bindgen(js_class = Position)]
impl WebPosition {
    /// A copy of the position with the random numbers of a seed (any, if left out).
    pub fn fork(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number | bigint | string", js_name = seed)]
        given: &JsValue,
    ) -> Result<WebPosition, JsValue> {
        let random = Rng::new(optional_seed(given)?);
        Ok(WebPosition { engine: self.engine.clone(), position: self.position.clone(), random })
    }

    /// Presses a direction. Returns true if anything moved.
    pub fn play(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] direction: &JsValue,
    ) -> Result<bool, JsValue> {
        Ok(self.press(whole("direction", direction)?)?)
    }

    /// The directions that move something, exactly. Where chance decides whether
    /// anything moves, a direction counts as one that does.
    #[wasm_bindgen(unchecked_return_type = "number[]")]
    pub fn legal(&self) -> Result<js_sys::Array, JsValue> {
        Ok(indices(self.legal_directions()?))
    }

    /// True if nothing can be done any more.
    #[wasm_bindgen(getter, js_name = isOver)]
    pub fn is_over(&self) -> Result<bool, JsValue> {
        Ok(borrowed(&self.engine)?
            .is_over(&self.position)
            .map_err(|error| Failure::from(Error::from(error)))?)
    }

    /// Plays on after a win.
    #[wasm_bindgen(js_name = playOn)]
    pub fn play_on(&mut self) -> Result<(), JsValue> {
        let played = borrowed(&self.engine)?.continue_after_win(&mut self.position);
        Ok(played.map_err(|error| Failure::from(Error::from(error)))?)
    }

    /// The score.
    #[wasm_bindgen(getter)]
    pub fn score(&self) -> f64 {
        self.position.score()
    }

    /// The moves so far.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> f64 {
        self.position.moves()
    }

    /// The number of the kind of each cell, row by row, as `Game.kinds` gives them.
    pub fn kinds(&self) -> Result<Vec<i32>, JsValue> {
        Ok(self.kind_numbers()?)
    }

    /// The value of the tile of each cell, row by row: 0 where there is no tile,
    /// NaN where it can't be computed.
    pub fn values(&self) -> Result<Vec<f64>, JsValue> {
        Ok(self.tile_values()?)
    }
}
