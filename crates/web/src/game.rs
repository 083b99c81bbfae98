//! The class `Game`.

use polymerge::{Action, Cell, Engine, Game, Limits, Position, Saved, Status, Value};
use polymerge_player::{CasualGames, casual_games};
use polymerge_schema::{Kind, Reason, Turn};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::evaluation::{EvaluateOptions, Evaluation, evaluation_of};
use crate::failure::Failure;
use crate::input::{indices, list, out, seed, text, time, whole};
use crate::kind::{kind, kind_number};
use crate::limits;
use crate::mode::WebMode;
use crate::options::Options;
use crate::start::{StartOptions, random_seed};
use crate::state::GameState;
use crate::turn::plain_turn;

/// A game being played.
#[wasm_bindgen(js_name = Game)]
pub struct WebGame {
    pub(crate) game: Game,
    /// The painter, once something is drawn: games that are only searched need
    /// none.
    #[cfg(feature = "faces")]
    pub(crate) painter: Option<Box<polymerge::Painter>>,
    /// The engine that gives its board as numbers, once that is asked for.
    engine: Option<Box<Engine>>,
}

impl WebGame {
    /// A game that is there.
    pub fn with(game: Game) -> WebGame {
        WebGame {
            game,
            #[cfg(feature = "faces")]
            painter: None,
            engine: None,
        }
    }

    /// Returns the reasons why a direction is better than another one.
    pub fn reasons_of(&mut self, direction: usize, other: Option<usize>) -> Result<Vec<Reason>, Failure> {
        let mut engine = self.engine.take();
        let reasons = self.reasons_by(&mut engine, direction, other);
        // Also after an error: its kinds keep their numbers.
        self.engine = engine;
        reasons
    }

    /// Asks an engine of the game for such reasons.
    fn reasons_by(
        &mut self,
        engine: &mut Option<Box<Engine>>,
        direction: usize,
        other: Option<usize>,
    ) -> Result<Vec<Reason>, Failure> {
        let (own, position) = self.game.position_in(engine)?;
        let found =
            polymerge_player::reasons(own, &position, direction, other).map_err(polymerge::Error::from)?;
        Ok(Reason::named(&found, own, |tile| self.tile_text(tile)))
    }

    /// Plays games on casually from where this one stands, which is unchanged.
    pub fn casual_games_of(&mut self, turns: u64, seed: u64) -> Result<CasualGames, Failure> {
        let (engine, position) = self.game.position_in(&mut self.engine)?;
        Ok(casual_games(engine, &position, seed, turns).map_err(polymerge::Error::from)?)
    }

    /// Returns the text on a tile.
    fn tile_text(&mut self, tile: &Value) -> String {
        #[cfg(feature = "faces")]
        let text = {
            let (painter, game) = self.painter_and_game();
            painter.tile_text(game.state(), 0.0, tile)
        };
        #[cfg(not(feature = "faces"))]
        let text = polymerge::why::shown(tile);
        text
    }

    /// The game that is played.
    pub fn played(&self) -> &Game {
        &self.game
    }

    /// Starts a game.
    pub fn of_mode(mode: &WebMode, given: &StartOptions) -> Result<WebGame, Failure> {
        Ok(WebGame::with(mode.compiled().start_at(given.random_seed(), given.now)?.0))
    }

    /// Continues a saved game.
    pub fn resumed(saved: &Saved, now: f64, limits: &Limits) -> Result<WebGame, Failure> {
        Ok(WebGame::with(saved.resume(now, limits)?))
    }

    /// Continues the game of a Game code.
    pub fn of_code(code: &str, given: &StartOptions, limits: &Limits) -> Result<WebGame, Failure> {
        WebGame::resumed(&Saved::from_code(code, given.random_seed()), given.now, limits)
    }

    /// The game at the time `now`.
    pub fn at(&mut self, now: f64) -> Result<&mut Game, Failure> {
        self.game.set_time(now)?;
        Ok(&mut self.game)
    }

    /// Does an action in the game, and returns the turn.
    pub fn turn(&mut self, action: Action, now: f64, faces: bool) -> Result<Turn, Failure> {
        let turn = self.game.act_at(action, now)?;
        Ok(if faces { self.turn_with_faces(&turn, now) } else { plain_turn(&turn) })
    }

    /// Returns the events of a turn without faces, in an engine that draws none.
    #[cfg(not(feature = "faces"))]
    fn turn_with_faces(&mut self, turn: &polymerge::Turn, _now: f64) -> Turn {
        plain_turn(turn)
    }

    fn act(&mut self, action: Action, now: &JsValue, options: &JsValue) -> Result<Ts<Turn>, JsValue> {
        let faces = Options::of(options, &["faces"])?.flag("faces")?;
        Ok(out(self.turn(action, time("now", now)?, faces)?)?)
    }

    /// The board for an engine that reads it as numbers.
    fn board(&mut self) -> Result<(&mut Engine, Position), Failure> {
        Ok(self.game.position_in(&mut self.engine)?)
    }

    /// The numbers of the kinds of all cells.
    pub fn kind_numbers(&mut self) -> Result<Vec<i32>, Failure> {
        let mut numbers = vec![0; self.game.state().width() * self.game.state().height()];
        let (engine, position) = self.board()?;
        engine.observe(&position, &mut numbers).map_err(polymerge::Error::from)?;
        Ok(numbers)
    }

    /// The values of the tiles of all cells.
    pub fn tile_values(&mut self) -> Result<Vec<f64>, Failure> {
        let mut values = vec![0.0; self.game.state().width() * self.game.state().height()];
        let (engine, position) = self.board()?;
        engine.read_values(&position, &mut values).map_err(polymerge::Error::from)?;
        Ok(values)
    }

    /// The levels of all cells.
    pub fn cell_levels(&mut self) -> Result<Vec<f32>, Failure> {
        let mut levels = vec![0.0; self.game.state().width() * self.game.state().height()];
        let (engine, position) = self.board()?;
        engine.read_levels(&position, &mut levels).map_err(polymerge::Error::from)?;
        Ok(levels)
    }
}

#[wasm_bindgen(js_class = Game)]
impl WebGame {
    /// Starts a game.
    pub fn start(
        mode: &WebMode,
        #[wasm_bindgen(unchecked_optional_param_type = "StartOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebGame, JsValue> {
        Ok(WebGame::of_mode(mode, &StartOptions::of(given)?)?)
    }

    /// Continues the game of a Game code, from here or from the original site.
    pub fn restore(
        #[wasm_bindgen(unchecked_param_type = "string")] code: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "RestoreOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebGame, JsValue> {
        let (code, (given, limits)) = (text("code", code)?, StartOptions::with_limits(given)?);
        Ok(WebGame::of_code(&code, &given, &limits)?)
    }

    /// Continues the game of a snapshot.
    pub fn resume(
        #[wasm_bindgen(unchecked_param_type = "string")] snapshot: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebGame, JsValue> {
        let (snapshot, now) = (text("snapshot", snapshot)?, time("now", now)?);
        let limits = limits::of_options(given)?;
        let saved = Saved::from_json(&snapshot, &limits).map_err(Failure::from)?;
        Ok(WebGame::resumed(&saved, now, &limits)?)
    }

    /// The mode that is played.
    #[wasm_bindgen(getter)]
    pub fn mode(&self) -> WebMode {
        WebMode::of_rules(self.game.rules())
    }

    /// The seed it was started with.
    #[wasm_bindgen(getter)]
    pub fn seed(&self) -> String {
        self.game.seed().to_string()
    }

    /// Presses a direction. A move that moves nothing is no error: the turn has `moved:
    /// false`. The faces of its tiles, which take most of the time, are drawn if
    /// `options` asks for them.
    pub fn play(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] direction: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TurnOptions")] options: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        self.act(Action::Play(whole("direction", direction)?), now, options)
    }

    /// Presses a direction as `play` does, and returns only if anything moved: faster,
    /// for programs that search.
    pub fn press(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] direction: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<bool, JsValue> {
        let (direction, now) = (whole("direction", direction)?, time("now", now)?);
        Ok(self.game.play_at(direction, now).map_err(Failure::from)?.moved)
    }

    /// Plays on after a win.
    #[wasm_bindgen(js_name = playOn)]
    pub fn play_on(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TurnOptions")] options: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        self.act(Action::PlayOn, now, options)
    }

    /// Plays again from the same start, with the random numbers that come
    /// next. Can be undone.
    pub fn restart(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TurnOptions")] options: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        self.act(Action::Restart, now, options)
    }

    /// Clicks a tile.
    #[wasm_bindgen(js_name = clickTile)]
    pub fn click_tile(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] row: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] column: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TurnOptions")] options: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        let cell = Cell::new(whole("row", row)?, whole("column", column)?);
        self.act(Action::ClickTile(cell), now, options)
    }

    /// Clicks a stat box.
    #[wasm_bindgen(js_name = clickStatBox)]
    pub fn click_stat_box(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] index: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TurnOptions")] options: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        self.act(Action::ClickStatBox(whole("index", index)?), now, options)
    }

    /// Lets time pass: to be called every `Mode.interval` milliseconds while
    /// the game is played.
    pub fn tick(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TurnOptions")] options: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        self.act(Action::Tick, now, options)
    }

    /// Takes back the last step, and its random numbers: the same move brings
    /// the same tiles again. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Takes back the last step, with other random numbers to come: those of
    /// this seed. It can't be made again. `false` if there is none.
    #[wasm_bindgen(js_name = undoReseeded)]
    pub fn undo_reseeded(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number | bigint | string", js_name = seed)] given: &JsValue,
    ) -> Result<bool, JsValue> {
        Ok(self.game.undo_reseeded(seed("seed", given)?))
    }

    /// Makes the last undone step again; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.game.redo()
    }

    /// A copy of the game that continues with the random numbers of a seed (any, if
    /// left out), so that the random numbers of this game can't be seen in it. It has
    /// no steps to undo.
    pub fn fork(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number | bigint | string", js_name = seed)]
        given: &JsValue,
    ) -> Result<WebGame, JsValue> {
        let seed = if given.is_undefined() { random_seed() } else { seed("seed", given)? };
        Ok(WebGame::with(self.game.fork(seed)))
    }

    /// A copy of the game with everything in it: the same random numbers to come, and the
    /// steps to undo.
    pub fn copy(&self) -> WebGame {
        WebGame::with(self.game.clone())
    }

    /// The directions that move something, exactly: each is tried out. Where
    /// chance decides whether anything moves, a direction counts as one that does.
    #[wasm_bindgen(unchecked_return_type = "number[]")]
    pub fn legal(&self) -> Result<js_sys::Array, JsValue> {
        Ok(indices(self.game.legal().map_err(Failure::from)?))
    }

    /// The reasons why a direction is better than another one, the most important first: facts
    /// that the boards after both show. Without another one there is a reason only if no other one is
    /// legal.
    #[wasm_bindgen(unchecked_return_type = "Reason[]")]
    pub fn reasons(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] direction: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] other: &JsValue,
    ) -> Result<Vec<Ts<Reason>>, JsValue> {
        let direction = whole("direction", direction)?;
        let other = if other.is_undefined() { None } else { Some(whole("other", other)?) };
        Ok(list(self.reasons_of(direction, other)?)?)
    }

    /// The directions that are not known to move nothing. One that turns out
    /// to move nothing is among them until it was pressed.
    #[wasm_bindgen(unchecked_return_type = "number[]")]
    pub fn available(&self) -> Result<js_sys::Array, JsValue> {
        Ok(indices(self.game.available().map_err(Failure::from)?))
    }

    /// `available` under its former name. Not all of them are legal: see `legal`.
    #[wasm_bindgen(js_name = legalMoves, unchecked_return_type = "number[]")]
    pub fn legal_moves(&self) -> Result<js_sys::Array, JsValue> {
        self.available()
    }

    /// The state of the game. A dead board is `over`, though the screen of `state`
    /// shows so only once all directions were pressed.
    #[wasm_bindgen(getter, unchecked_return_type = "\"playing\" | \"won\" | \"over\"")]
    pub fn status(&self) -> Result<String, JsValue> {
        let status = match self.game.status().map_err(Failure::from)? {
            Status::Won { .. } => "won",
            Status::Over => "over",
            _ => "playing",
        };
        Ok(status.to_owned())
    }

    /// True if nothing can be done any more but to undo or to start again.
    #[wasm_bindgen(getter, js_name = isOver)]
    pub fn is_over(&self) -> Result<bool, JsValue> {
        Ok(self.game.is_over().map_err(Failure::from)?)
    }

    /// True if it was won at some time, even if it was continued since.
    #[wasm_bindgen(getter, js_name = isWon)]
    pub fn is_won(&self) -> bool {
        self.game.is_won()
    }

    /// The score.
    #[wasm_bindgen(getter)]
    pub fn score(&self) -> f64 {
        self.game.score()
    }

    /// The moves so far.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> f64 {
        self.game.state().moves()
    }

    /// The value of the tile of each cell, row by row: 0 where there is no tile,
    /// NaN where it can't be computed.
    pub fn values(&mut self) -> Result<Vec<f64>, JsValue> {
        Ok(self.tile_values()?)
    }

    /// The level of each cell, row by row: a number for learners. 0 is an empty cell, other cells
    /// without a tile have -1/8 (a hole) to -1/2; a tile has 1 + log2 of its value, and minus
    /// the level of the opposite value below 0.
    pub fn levels(&mut self) -> Result<Vec<f32>, JsValue> {
        Ok(self.cell_levels()?)
    }

    /// The number of the kind of each cell, row by row: from 0 on those of tiles, which
    /// `kind` describes; -1 is an empty cell, -2 no cell at all, -3 one that tiles pass
    /// over, -4 a hole for some moves, -5 anything else. Kinds of the first turns have
    /// the same numbers in all games, batches and engines of a mode; others are
    /// numbered as they occur.
    pub fn kinds(&mut self) -> Result<Vec<i32>, JsValue> {
        Ok(self.kind_numbers()?)
    }

    /// The kind of this number.
    pub fn kind(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number", js_name = kind)] id: &JsValue,
    ) -> Result<Ts<Kind>, JsValue> {
        let id = kind_number("kind", id)?;
        let (engine, _) = self.board()?;
        engine.number_first_kinds();
        Ok(out(kind(engine, id)?)?)
    }

    /// The state of the game, as data.
    pub fn state(&self) -> Result<Ts<GameState>, JsValue> {
        let (steps, undone) = (self.game.steps(), self.game.undone());
        Ok(out(GameState {
            can_undo: steps > 0,
            can_redo: undone > 0,
            steps,
            seed: self.game.seed().to_string(),
            ..GameState::of(self.game.state())
        })?)
    }

    /// Evaluates an expression on the game as it stands, and changes nothing.
    pub fn evaluate(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] expression: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "EvaluateOptions", js_name = options)] given: &JsValue,
    ) -> Result<Ts<Evaluation>, JsValue> {
        let (expression, given) = (text("expression", expression)?, EvaluateOptions::of(given)?);
        Ok(out(evaluation_of(&expression, &given, Some(&self.game))?)?)
    }

    /// The Game code of version 3.0. A code that was restored comes back byte
    /// for byte as long as nothing has happened.
    pub fn save(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<String, JsValue> {
        Ok(self.at(time("now", now)?)?.code().map_err(Failure::from)?)
    }

    /// The Mode code of version 3.0. Every game of it begins with the random choices
    /// that were made before this one, such as a first goal.
    #[wasm_bindgen(js_name = modeCode)]
    pub fn mode_code(&self) -> Result<String, JsValue> {
        Ok(self.game.mode_code().map_err(Failure::from)?)
    }

    /// The Replay code of version 3.0.
    #[wasm_bindgen(js_name = replayCode)]
    pub fn replay_code(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<String, JsValue> {
        Ok(self.at(time("now", now)?)?.replay_code().map_err(Failure::from)?)
    }

    /// The directions that were played to get here, wins played on from left
    /// out: with mode and seed the whole game (`writeMoves`), unless it was
    /// restored from a code. -1 is a click, which such a game can't have.
    #[wasm_bindgen(unchecked_return_type = "number[]")]
    pub fn directions(&self) -> js_sys::Array {
        let replay = self.played().replay();
        let number = |direction: Option<usize>| direction.map_or(-1.0, |direction| direction as f64);
        replay.directions().map(|direction| JsValue::from_f64(number(direction))).collect()
    }

    /// A snapshot of everything, for keeping: also the random numbers to come,
    /// which a code does not hold, the last hundred steps, which can be undone, and
    /// those that were undone.
    pub fn snapshot(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<String, JsValue> {
        Ok(self.at(time("now", now)?)?.saved().map_err(Failure::from)?.to_json())
    }
}
