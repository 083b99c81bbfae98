//! The classes `Position` and `Afterstate`: for programs that search.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use polymerge::engine::{self, Direct, Spawns, directions_in};
use polymerge::{Engine, Error, Position, Rng};
use polymerge_schema::Spawn;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{indices, list, number, time, whole, whole_within};
use crate::mode::WebMode;
use crate::options::Options;
use crate::start::optional_seed;

/// An engine with its mode, which positions share.
pub struct Owner {
    mode: WebMode,
    engine: RefCell<Engine>,
}

impl Owner {
    /// Puts an engine beside the mode that it plays.
    pub fn new(mode: WebMode, engine: Engine) -> Owner {
        Owner { mode, engine: RefCell::new(engine) }
    }

    /// The mode that is played.
    pub fn mode(&self) -> &WebMode {
        &self.mode
    }

    /// The engine, which no other call is using.
    pub fn engine(&self) -> Result<RefMut<'_, Engine>, Failure> {
        self.engine.try_borrow_mut().map_err(Failure::engine)
    }
}

/// The state of a game within an engine, with the random numbers to come. Positions
/// are small: a fork costs about as much as a move.
#[wasm_bindgen(js_name = Position)]
#[derive(Clone)]
pub struct WebPosition {
    owner: Rc<Owner>,
    position: Position,
    random: Rng,
    /// The spawns after the direction that was looked at last: copies share them, so that
    /// each is placed without finding them again.
    found: Option<Rc<Found>>,
}

/// The known spawns after a direction.
struct Found {
    direction: usize,
    spawns: Spawns,
}

/// The board after a move and before anything spawns.
#[wasm_bindgen(js_name = Afterstate)]
pub struct WebAfterstate {
    points: f64,
    board: WebPosition,
    found: Rc<Found>,
}

impl WebPosition {
    /// A position of an engine.
    pub fn of(owner: &Rc<Owner>, position: Position, random: Rng) -> WebPosition {
        WebPosition { owner: owner.clone(), position, random, found: None }
    }

    /// Presses a direction. Returns true if anything moved.
    pub fn press(&mut self, direction: usize) -> Result<bool, Failure> {
        let WebPosition { owner, position, random, found } = self;
        *found = None;
        Ok(owner.engine()?.play(position, direction, random).map_err(Error::from)?)
    }

    /// Moves in a direction up to the spawns. `None` if nothing moves, or other things
    /// happen by chance.
    pub fn look(&mut self, direction: usize) -> Result<Option<WebAfterstate>, Failure> {
        let mut engine = self.owner.engine()?;
        let after = engine.afterstate(&self.position, direction).map_err(Error::from)?;
        let Some(after) = after.filter(engine::Afterstate::moved) else { return Ok(None) };
        let spawns = engine.spawns(&after).map_err(Error::from)?;
        let found = Rc::new(Found { direction, spawns });
        self.found = Some(Rc::clone(&found));
        let board = WebPosition::of(&self.owner, after.board().clone(), self.random.clone());
        Ok(Some(WebAfterstate { points: after.points(), board, found }))
    }

    /// Presses a direction so that a tile of a kind spawns in a cell.
    pub fn press_with(
        &mut self,
        direction: usize,
        (row, column, kind): (usize, usize, u32),
    ) -> Result<bool, Failure> {
        let known = match self.found.clone().filter(|found| found.direction == direction) {
            Some(known) => known,
            None => {
                let spawns = self.owner.engine()?.spawns_after(&self.position, direction);
                let known = Rc::new(Found { direction, spawns: spawns.map_err(Error::from)? });
                self.found = Some(Rc::clone(&known));
                known
            }
        };
        let spawn = known.spawns.find(row, column, kind).map_err(Error::from)?;
        let WebPosition { owner, position, random, found } = self;
        // The player plays spawns by such numbers: turns by others would be the same code again.
        let mut numbers = Direct(random.clone());
        let played = owner.engine()?.play_spawn(position, direction, spawn, &mut numbers);
        let moved = played.map_err(Error::from)?;
        (*random, *found) = (numbers.0, None);
        Ok(moved)
    }

    /// The directions that move something.
    pub fn legal_directions(&self) -> Result<Vec<usize>, Failure> {
        let mask = self.owner.engine()?.legal(&self.position).map_err(Error::from)?;
        Ok(directions_in(mask))
    }

    /// A number for each cell.
    fn numbers<T: Clone + Default, Error>(
        &self,
        read: impl FnOnce(&mut Engine, &Position, &mut [T]) -> Result<usize, Error>,
    ) -> Result<Vec<T>, Failure>
    where
        polymerge::Error: From<Error>,
    {
        let mut numbers = vec![T::default(); self.position.height() * self.position.width()];
        let read = read(&mut *self.owner.engine()?, &self.position, &mut numbers);
        read.map_err(polymerge::Error::from)?;
        Ok(numbers)
    }

    /// The numbers of the kinds of all cells.
    pub fn kind_numbers(&self) -> Result<Vec<i32>, Failure> {
        self.numbers(Engine::observe)
    }

    /// The values of the tiles of all cells.
    pub fn tile_values(&self) -> Result<Vec<f64>, Failure> {
        self.numbers(Engine::read_values)
    }

    /// The levels of all cells.
    pub fn cell_levels(&self) -> Result<Vec<f32>, Failure> {
        self.numbers(Engine::read_levels)
    }

    /// The position as a text.
    pub fn saved(&self) -> Result<String, Failure> {
        Ok(self.owner.engine()?.snapshot(&self.position).map_err(Error::from)?)
    }

    /// The game that goes on from here, with the same random numbers to come.
    pub fn continued(&self, now: f64) -> Result<WebGame, Failure> {
        let state = self.owner.engine()?.game(&self.position).map_err(Error::from)?;
        Ok(WebGame::with(self.owner.mode().compiled().continued(state, self.random.clone(), now)?))
    }
}

impl WebAfterstate {
    /// The tiles that may spawn, if they are known.
    pub fn listed(&self) -> Option<Vec<Spawn>> {
        match &self.found.spawns {
            Spawns::Sampled => None,
            known => Some(known.list().iter().map(Spawn::of).collect()),
        }
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
        Ok(WebPosition { random: Rng::new(optional_seed(given)?), ..self.clone() })
    }

    /// A copy of the position, which goes on with the same random numbers.
    pub fn copy(&self) -> WebPosition {
        self.clone()
    }

    /// Presses a direction. Returns true if anything moved.
    pub fn play(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] direction: &JsValue,
    ) -> Result<bool, JsValue> {
        Ok(self.press(whole("direction", direction)?)?)
    }

    /// The board after a direction and before anything spawns, with its points and what may
    /// spawn then. `undefined` if the direction moves nothing, or other things in that turn
    /// happen by chance.
    pub fn afterstate(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] direction: &JsValue,
    ) -> Result<Option<WebAfterstate>, JsValue> {
        Ok(self.look(whole("direction", direction)?)?)
    }

    /// Presses a direction so that this tile spawns, one of `Afterstate.spawns` of this
    /// direction. Returns true if anything moved.
    #[wasm_bindgen(js_name = playSpawn)]
    pub fn play_spawn(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] direction: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Spawn", js_name = spawn)] given: &JsValue,
    ) -> Result<bool, JsValue> {
        let direction = whole("direction", direction)?;
        let given = Options::named("spawn", given, &["row", "column", "kind", "probability"])?;
        let small = |name: &str, value: &JsValue| whole_within(name, value, 0, i32::MAX as u64);
        let [row, column, kind] = ["row", "column", "kind"].map(|name| given.needed(name, small));
        let (row, column, kind) = (row? as usize, column? as usize, kind? as u32);
        given.needed("probability", number)?;
        Ok(self.press_with(direction, (row, column, kind))?)
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
        Ok(self.owner.engine()?.is_over(&self.position).map_err(|error| Failure::from(Error::from(error)))?)
    }

    /// True if it was won at some time, even if it was continued since.
    #[wasm_bindgen(getter, js_name = isWon)]
    pub fn is_won(&self) -> bool {
        self.position.won()
    }

    /// Plays on after a win.
    #[wasm_bindgen(js_name = playOn)]
    pub fn play_on(&mut self) -> Result<(), JsValue> {
        let played = self.owner.engine()?.continue_after_win(&mut self.position);
        self.found = None;
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

    /// The level of each cell, row by row: see `Game.levels`.
    pub fn levels(&self) -> Result<Vec<f32>, JsValue> {
        Ok(self.cell_levels()?)
    }

    /// The position as a text, for `Engine.resume` of equal rules. The random numbers to
    /// come are not in it.
    pub fn snapshot(&self) -> Result<String, JsValue> {
        Ok(self.saved()?)
    }

    /// A game that goes on from here, with the same random numbers to come. It has no steps to
    /// undo, and no record.
    pub fn game(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<WebGame, JsValue> {
        Ok(self.continued(time("now", now)?)?)
    }
}

#[wasm_bindgen(js_class = Afterstate)]
impl WebAfterstate {
    /// The points of the move.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> f64 {
        self.points
    }

    /// The board as a position in which nothing has spawned, to be read; each time another
    /// one.
    #[wasm_bindgen(getter)]
    pub fn board(&self) -> WebPosition {
        self.board.clone()
    }

    /// The tiles that may spawn, of which one does. Empty if nothing spawns by chance;
    /// `undefined` if it is only known by playing.
    #[wasm_bindgen(getter)]
    pub fn spawns(&self) -> Result<Option<Vec<Ts<Spawn>>>, JsValue> {
        Ok(self.listed().map(list).transpose()?)
    }
}
