//! The class `ReplayPlayer`.

use polymerge::rules::Replay;
use polymerge::{Looks, Opening, Player};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::failure::{Failure, Kind};
use crate::game::{face_of, WebGame};
use crate::input::{out, text, whole};
use crate::limits;
use crate::mode::WebMode;
use crate::state::GameState;
use crate::turn::{turn_of, Turn};
use crate::view::{GameView, TileFace};

/// A recorded game with a position in it: 0 is the start, `length - 1` the end.
#[wasm_bindgen]
pub struct ReplayPlayer {
    player: Player,
    mode: WebMode,
    looks: Looks,
}

impl Clone for ReplayPlayer {
    /// A copy of the replay, with a list of faces of its own.
    fn clone(&self) -> ReplayPlayer {
        ReplayPlayer::with(self.player.clone(), self.mode.clone())
    }
}

impl ReplayPlayer {
    fn with(player: Player, mode: WebMode) -> ReplayPlayer {
        let looks = mode.looks();
        ReplayPlayer { player, mode, looks }
    }

    /// The start of a recorded game.
    pub fn new(mode: &WebMode, replay: &Replay) -> Result<ReplayPlayer, Failure> {
        Ok(ReplayPlayer::with(
            Player::new(mode.starter().mode().clone(), replay, mode.limits())?,
            mode.clone(),
        ))
    }

    /// The game so far.
    pub fn of(game: &WebGame) -> Result<ReplayPlayer, Failure> {
        let played = game.session().game();
        let player = Player::new(played.saved_mode(), &played.replay(0.0), game.played_mode().limits())?;
        Ok(ReplayPlayer::with(player, game.played_mode().clone()))
    }

    /// The next step; `None` at the end.
    pub fn turn(&mut self) -> Result<Option<Turn>, Failure> {
        let before = self.player.game().score();
        let Some(turn) = self.player.step()? else { return Ok(None) };
        let now = self.now();
        Ok(Some(turn_of(&turn, &mut self.looks, self.player.game(), before, now)))
    }

    /// Goes to a position.
    pub fn go(&mut self, position: usize) -> Result<(), Failure> {
        Ok(self.player.seek(position)?)
    }

    /// What is to be drawn at this position.
    pub fn look(&mut self) -> GameView {
        let now = self.now();
        GameView::of(self.looks.at(self.player.game(), now).view())
    }

    /// The time of the position.
    fn now(&self) -> f64 {
        self.player.times().get(self.player.position()).copied().unwrap_or(0.0)
    }
}

#[wasm_bindgen]
impl ReplayPlayer {
    /// Reads a Replay code.
    #[wasm_bindgen(js_name = fromCode)]
    pub fn from_code(
        #[wasm_bindgen(unchecked_param_type = "string")] code: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
    ) -> Result<ReplayPlayer, JsValue> {
        let (code, limits) = (text("code", code)?, limits::of_options(given)?);
        let opening = Opening::of_code(&code, &limits).map_err(Failure::from)?;
        let Opening::Replay(mode, replay) = opening else {
            return Err(Failure::new(Kind::Code, "this is no code of a replay").into());
        };
        Ok(ReplayPlayer::new(&WebMode::unnamed(*mode, &limits)?, &replay)?)
    }

    /// The game so far as a replay.
    #[wasm_bindgen(js_name = ofGame)]
    pub fn of_game(game: &WebGame) -> Result<ReplayPlayer, JsValue> {
        Ok(ReplayPlayer::of(game)?)
    }

    /// The mode that was played.
    #[wasm_bindgen(getter)]
    pub fn mode(&self) -> WebMode {
        self.mode.clone()
    }

    /// How many positions there are; at least 1.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.player.length()
    }

    /// The position: how many recorded steps lie before it.
    #[wasm_bindgen(getter)]
    pub fn position(&self) -> usize {
        self.player.position()
    }

    /// Milliseconds from the start to each position as they were recorded.
    #[wasm_bindgen(getter, unchecked_return_type = "number[]")]
    pub fn times(&self) -> js_sys::Array {
        let times = self.player.times().iter().take(self.player.length());
        times.map(|time| JsValue::from_f64(*time)).collect()
    }

    /// The next step; `undefined` at the end.
    pub fn step(&mut self) -> Result<Option<Ts<Turn>>, JsValue> {
        Ok(self.turn()?.map(out).transpose()?)
    }

    /// Goes to a position, also backwards; to the end, if there is none so far
    /// on.
    pub fn seek(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] position: &JsValue,
    ) -> Result<(), JsValue> {
        Ok(self.go(whole("position", position)?)?)
    }

    /// How the game stands at this position.
    pub fn state(&self) -> Result<Ts<GameState>, JsValue> {
        Ok(out(GameState::of(self.player.game()))?)
    }

    /// What is to be drawn at this position.
    pub fn view(&mut self) -> Result<Ts<GameView>, JsValue> {
        Ok(out(self.look())?)
    }

    /// The face of this number.
    pub fn face(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: &JsValue,
    ) -> Result<Ts<TileFace>, JsValue> {
        Ok(face_of(&self.looks, whole("id", id)? as u64)?)
    }
}
