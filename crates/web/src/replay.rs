//! The class `ReplayPlayer`.

use polymerge::{Limits, Painter, Replay};
use polymerge_schema::Turn;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{out, seed, text, whole};
use crate::limits;
use crate::mode::WebMode;
use crate::state::GameState;
use crate::turn::turn_of;
use crate::view::{GameView, TileFace};

/// A recorded game with a position in it: 0 is the start, `length - 1` the end.
#[wasm_bindgen]
pub struct ReplayPlayer {
    player: polymerge::ReplayPlayer,
    mode: WebMode,
    painter: Painter,
}

impl Clone for ReplayPlayer {
    /// A copy of the replay, with a list of faces of its own.
    fn clone(&self) -> ReplayPlayer {
        ReplayPlayer::with(self.player.clone(), self.mode.clone())
    }
}

impl ReplayPlayer {
    fn with(player: polymerge::ReplayPlayer, mode: WebMode) -> ReplayPlayer {
        let painter = mode.painter();
        ReplayPlayer { player, mode, painter }
    }

    /// The start of a recorded game.
    pub fn of(replay: &Replay, limits: &Limits) -> Result<ReplayPlayer, Failure> {
        let player = replay.player(limits)?;
        let mode = WebMode::of_rules(player.rules());
        Ok(ReplayPlayer::with(player, mode))
    }

    /// The game so far.
    pub fn of_played(game: &WebGame) -> Result<ReplayPlayer, Failure> {
        let played = game.played();
        let player = played.replay_player()?;
        Ok(ReplayPlayer::with(player, WebMode::of_rules(played.rules())))
    }

    /// The mode that was played.
    pub fn played_mode(&self) -> &WebMode {
        &self.mode
    }

    /// The next step; `None` at the end.
    pub fn turn(&mut self) -> Result<Option<Turn>, Failure> {
        let Some(turn) = self.player.step()? else { return Ok(None) };
        let now = self.now();
        Ok(Some(turn_of(&turn, &mut self.painter, self.player.state(), now, polymerge::why::printed)))
    }

    /// Goes to a position.
    pub fn go(&mut self, position: usize) -> Result<(), Failure> {
        Ok(self.player.seek(position)?)
    }

    /// Returns the scene at this position.
    pub fn scene(&mut self) -> GameView {
        let now = self.now();
        GameView::of(self.painter.at(self.player.state(), now).view())
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
        let replay = Replay::from_code(&code, &limits).map_err(Failure::from)?;
        Ok(ReplayPlayer::of(&replay, &limits)?)
    }

    /// The game so far as a replay.
    #[wasm_bindgen(js_name = ofGame)]
    pub fn of_game(game: &WebGame) -> Result<ReplayPlayer, JsValue> {
        Ok(ReplayPlayer::of_played(game)?)
    }

    /// The mode that was played.
    #[wasm_bindgen(getter)]
    pub fn mode(&self) -> WebMode {
        self.mode.clone()
    }

    /// The number of positions; at least 1.
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

    /// The extent of the checks of a recorded game as it is watched: moves, clicks
    /// and spawns (`everything`), or all but the spawns (`moves`), where scripts of
    /// the mode make those depend on data that a record does not hold.
    #[wasm_bindgen(getter, unchecked_return_type = "\"everything\" | \"moves\"")]
    pub fn checks(&self) -> String {
        let is_everything = self.player.checks() == polymerge::Checks::Everything;
        if is_everything { "everything" } else { "moves" }.to_owned()
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

    /// The game at this position, to be played on by hand with the random
    /// numbers of a seed.
    #[wasm_bindgen(js_name = takeOver)]
    pub fn take_over(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | bigint | string", js_name = seed)] given: &JsValue,
    ) -> Result<WebGame, JsValue> {
        Ok(WebGame::with(self.player.take_over(seed("seed", given)?)))
    }

    /// The state of the game at this position.
    pub fn state(&self) -> Result<Ts<GameState>, JsValue> {
        Ok(out(GameState::of(self.player.state()))?)
    }

    /// The scene at this position.
    pub fn view(&mut self) -> Result<Ts<GameView>, JsValue> {
        Ok(out(self.scene())?)
    }

    /// The face of this number.
    pub fn face(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: &JsValue,
    ) -> Result<Ts<TileFace>, JsValue> {
        Ok(out(TileFace::find(&self.painter, whole("id", id)? as u64)?)?)
    }
}
