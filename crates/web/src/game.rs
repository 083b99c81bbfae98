//! The class `Game`.

use std::sync::{Arc, LazyLock};

use polymerge::display::{svg, Scene, Tables, Theme, TileCache};
use polymerge::old::{
    calcarray::Meter, json, Cell, Game, History, Limits, Looks, Opening, Ruleset, Seeded, Session,
    TimedAction, TurnError,
};
use polymerge::savecode::{decode, encode, trim_pasted, Content, Version};
use serde::{Deserialize, Serialize};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::evaluation::{evaluation_of, EvaluateOptions, Evaluation};
use crate::failure::{Failure, Kind};
use crate::input::{list, out, text, time, whole};
use crate::limits;
use crate::mode::{self, WebMode};
use crate::start::StartOptions;
use crate::state::GameState;
use crate::turn::{turn_of, Turn};
use crate::view::{GameView, RulesLine, TileFace};

/// The constants of the colour schemes, computed once.
pub fn tables() -> &'static Arc<Tables> {
    static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(Tables::new()));
    &TABLES
}

/// A game being played.
#[wasm_bindgen(js_name = Game)]
pub struct WebGame {
    session: Session,
    mode: WebMode,
    looks: Looks,
    /// The code it was restored from, and the state that it holds: as long as
    /// nothing has happened, it is saved as the same code.
    restored: Option<(Game, String)>,
    /// The state that the kept way back begins with, and its code.
    base: Option<Base>,
}

/// A state with its code, and when that was written.
struct Base {
    game: Game,
    code: String,
    at: f64,
}

/// What `Game.snapshot` keeps.
#[derive(Serialize, Deserialize)]
struct Snapshot {
    polymerge: u32,
    mode: String,
    seed: String,
    random: [String; 4],
    code: String,
    #[serde(default)]
    history: Option<KeptHistory>,
}

/// The last steps: how the game stood before them, and what was done since.
#[derive(Serialize, Deserialize)]
struct KeptHistory {
    code: String,
    /// When the code was written.
    at: f64,
    random: [String; 4],
    /// When the snapshot was made, by the clock of what was done.
    now: f64,
    done: Vec<String>,
    /// How many steps at the end of that were taken back.
    #[serde(default)]
    undone: usize,
}

/// How many steps a snapshot keeps at least, if there are so many.
const STEPS: usize = 100;

fn words_of(random: &Seeded) -> [String; 4] {
    random.state().map(|word| word.to_string())
}

fn random_of(words: &[String; 4]) -> Option<Seeded> {
    let mut state = [0; 4];
    for (word, text) in state.iter_mut().zip(words) {
        *word = text.parse().ok()?;
    }
    Some(Seeded::from_state(state))
}

impl KeptHistory {
    /// Takes the way back and forward up, if it leads to the game.
    fn retrace(&self, session: &mut Session, limits: &Limits, now: f64) -> Option<()> {
        let Ok(Opening::Game(_, saved)) = Opening::of_code(&self.code, limits) else {
            return None;
        };
        let random = random_of(&self.random)?;
        let rules = session.game().rules().clone();
        // Time has not passed since the snapshot.
        let shift = now - self.now;
        let at = self.at + shift;
        let base = Session::resume(rules, &saved, session.seed(), random.clone(), at).ok()?;
        let done: Option<Vec<TimedAction>> = self
            .done
            .iter()
            .map(|text| {
                text.parse().ok().map(|done: TimedAction| TimedAction { at: done.at + shift, ..done })
            })
            .collect();
        let history = History { game: base.game(), random: &random, done: done?, undone: self.undone };
        session.retrace(&history).then_some(())
    }
}

impl WebGame {
    fn with(session: Session, mode: WebMode) -> WebGame {
        let looks = mode.looks();
        WebGame { session, mode, looks, restored: None, base: None }
    }

    /// The session that is played.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The mode that is played.
    pub fn played_mode(&self) -> &WebMode {
        &self.mode
    }

    /// Starts a game.
    pub fn of_mode(mode: &WebMode, given: &StartOptions) -> Result<WebGame, Failure> {
        let (session, _) = mode.starter().start(given.random_seed(), given.now)?;
        Ok(WebGame::with(session, mode.clone()))
    }

    /// Goes on with a Game code.
    pub fn of_code(code: &str, given: &StartOptions, limits: &Limits) -> Result<WebGame, Failure> {
        let code = trim_pasted(code);
        let version = decode(code, &limits.code).map_err(|error| Failure::new(Kind::Code, error))?.version;
        let Opening::Game(mode, saved) = Opening::of_code(code, limits)? else {
            return Err(Failure::new(Kind::Code, "this is no code of a game"));
        };
        let rules = Ruleset::compile((*mode).clone(), limits.clone())
            .map_err(|error| Failure::new(Kind::Rules, error))?;
        let session =
            Session::restore(rules, &saved, given.random_seed(), given.now)?.with_history(limits.history);
        let mut game = WebGame::with(session, WebMode::unnamed(*mode, limits)?);
        if version == Version::CURRENT {
            game.restored = Some((game.session.game().clone(), code.to_owned()));
        }
        Ok(game)
    }

    /// Does something to the game, and tells what happened.
    pub fn turn(
        &mut self,
        now: f64,
        action: impl FnOnce(&mut Session, f64) -> Result<polymerge::Turn, TurnError>,
    ) -> Result<Turn, Failure> {
        let before = self.session.game().score();
        let turn = action(&mut self.session, now)?;
        Ok(turn_of(&turn, &mut self.looks, self.session.game(), before, now))
    }

    fn act(
        &mut self,
        now: &JsValue,
        action: impl FnOnce(&mut Session, f64) -> Result<polymerge::Turn, TurnError>,
    ) -> Result<Ts<Turn>, JsValue> {
        Ok(out(self.turn(time("now", now)?, action)?)?)
    }

    /// What is to be drawn.
    pub fn look(&mut self, now: f64) -> GameView {
        GameView::of(self.looks.at(self.session.game(), now).view())
    }

    /// The whole picture as SVG.
    pub fn picture(&self, now: f64) -> Result<String, Failure> {
        let game = self.session.game();
        let mut meter = Meter::new(game.rules().limits().evaluation.clone());
        let theme = Theme::new(game.rules().mode());
        let mut scratch = game.scratch(now);
        let scene = Scene::of(&mut scratch, &mut meter, &theme, tables(), &mut TileCache::new());
        Ok(svg::board(&scene.map_err(|error| Failure::new(Kind::Rules, error))?))
    }

    /// The Game code.
    pub fn code(&self, now: f64) -> Result<String, Failure> {
        let game = self.session.game();
        if let Some((_, code)) = self.restored.as_ref().filter(|(restored, _)| restored == game) {
            return Ok(code.clone());
        }
        code_of(game, now)
    }

    /// The way back, as far as it is kept.
    fn history(&mut self, now: f64) -> Result<Option<KeptHistory>, Failure> {
        let Some(History { game, random, done, undone }) = self.session.history(STEPS) else {
            return Ok(None);
        };
        // Many steps start from one state: it is written once. Its time runs on.
        let base = match self.base.take().filter(|base| base.game == *game) {
            Some(base) => base,
            None => Base { game: game.clone(), code: code_of(game, now)?, at: now },
        };
        let kept = KeptHistory {
            code: base.code.clone(),
            at: base.at,
            random: words_of(random),
            now,
            done: done.iter().map(TimedAction::to_string).collect(),
            undone,
        };
        self.base = Some(base);
        Ok(Some(kept))
    }

    /// The Replay code.
    pub fn record(&self, now: f64) -> Result<String, Failure> {
        let game = self.session.game();
        let content = Content::Replay {
            mode: game.saved_mode().into(),
            forced_spawns: game.forced_spawns().to_vec().into(),
            replay: game.replay(now).into(),
        };
        encode(&content).map_err(|error| Failure::new(Kind::Code, error))
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

    /// Goes on with a Game code, from here or from the original site.
    pub fn restore(
        #[wasm_bindgen(unchecked_param_type = "string")] code: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "RestoreOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebGame, JsValue> {
        let (code, (given, limits)) = (text("code", code)?, StartOptions::with_limits(given)?);
        Ok(WebGame::of_code(&code, &given, &limits)?)
    }

    /// Goes on with a snapshot.
    pub fn resume(
        #[wasm_bindgen(unchecked_param_type = "string")] snapshot: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebGame, JsValue> {
        let wrong = |what: &str| Failure::new(Kind::Code, format!("this is no snapshot of a game: {what}"));
        let (snapshot, now) = (text("snapshot", snapshot)?, time("now", now)?);
        let limits = limits::of_options(given)?;
        let kept = js_sys::JSON::parse(&snapshot).map_err(|_| wrong("it is not JSON"))?;
        let kept: Snapshot =
            serde_wasm_bindgen::from_value(kept).map_err(|error| wrong(&error.to_string()))?;
        if kept.polymerge != 1 {
            return Err(wrong("it is of another version").into());
        }
        let seed: u64 = kept.seed.parse().map_err(|_| wrong("its seed is no number"))?;
        let random = random_of(&kept.random).ok_or_else(|| wrong("its random numbers are none"))?;
        let opening = Opening::of_code(&kept.code, &limits).map_err(Failure::from)?;
        let Opening::Game(mode, saved) = opening else { return Err(wrong("it holds no game").into()) };
        let rules = Ruleset::compile((*mode).clone(), limits.clone())
            .map_err(|error| Failure::new(Kind::Rules, error))?;
        let session = Session::resume(rules, &saved, seed, random, now).map_err(Failure::from)?;
        let mut session = session.with_history(limits.history);
        // A way back that does not lead here, of another version of the engine, is left: the game is there.
        let _ = kept.history.and_then(|history| history.retrace(&mut session, &limits, now));
        Ok(WebGame::with(session, WebMode::named(&kept.mode, *mode, &limits)?))
    }

    /// The mode that is played.
    #[wasm_bindgen(getter)]
    pub fn mode(&self) -> WebMode {
        self.mode.clone()
    }

    /// The seed it was started with.
    #[wasm_bindgen(getter)]
    pub fn seed(&self) -> String {
        self.session.seed().to_string()
    }

    /// Presses a direction. A move that moves nothing is no error: the turn
    /// says so.
    pub fn play(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] direction: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        let direction = whole("direction", direction)?;
        self.act(now, |session, now| session.play(direction, now))
    }

    /// Plays on after a win.
    #[wasm_bindgen(js_name = playOn)]
    pub fn play_on(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        self.act(now, Session::play_on)
    }

    /// Plays again from the same start, with the random numbers that come
    /// next. Can be undone.
    pub fn restart(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        self.act(now, Session::restart)
    }

    /// Clicks a tile.
    #[wasm_bindgen(js_name = clickTile)]
    pub fn click_tile(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] row: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] column: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        let cell = Cell::new(whole("row", row)?, whole("column", column)?);
        self.act(now, |session, now| session.click_tile(cell, now))
    }

    /// Clicks a stat box.
    #[wasm_bindgen(js_name = clickStatBox)]
    pub fn click_stat_box(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] index: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        let index = whole("index", index)?;
        self.act(now, |session, now| session.click_stat_box(index, now))
    }

    /// Lets time pass: to be called every `Mode.interval` milliseconds while
    /// the game is played.
    pub fn tick(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Ts<Turn>, JsValue> {
        self.act(now, Session::tick)
    }

    /// Takes back the last step; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.session.undo()
    }

    /// Makes the last undone step again; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.session.redo()
    }

    /// The directions that can be pressed. One that turns out to move nothing
    /// is among them until it was pressed.
    #[wasm_bindgen(js_name = legalMoves, unchecked_return_type = "number[]")]
    pub fn legal_moves(&self) -> Result<js_sys::Array, JsValue> {
        let legal = self.session.game().legal_moves().map_err(Failure::from)?;
        Ok(legal.into_iter().map(|direction| JsValue::from_f64(direction as f64)).collect())
    }

    /// How the game stands.
    pub fn state(&self) -> Result<Ts<GameState>, JsValue> {
        let (steps, undone) = (self.session.steps(), self.session.undone());
        Ok(out(GameState {
            can_undo: steps > 0,
            can_redo: undone > 0,
            steps,
            seed: self.session.seed().to_string(),
            ..GameState::of(self.session.game())
        })?)
    }

    /// What is to be drawn.
    pub fn view(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Ts<GameView>, JsValue> {
        Ok(out(self.look(time("now", now)?))?)
    }

    /// The rules as they read now.
    pub fn rules(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Vec<Ts<RulesLine>>, JsValue> {
        let lines = self.looks.at(self.session.game(), time("now", now)?).rules();
        let lines = lines.map_err(|error| Failure::new(Kind::Rules, error))?;
        Ok(list(lines.iter().map(RulesLine::of))?)
    }

    /// The face of this number. After some thousands of faces old ones are
    /// forgotten; what was fetched keeps its number.
    pub fn face(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: &JsValue,
    ) -> Result<Ts<TileFace>, JsValue> {
        Ok(face_of(&self.looks, whole("id", id)? as u64)?)
    }

    /// The face of any tile, given in extended JSON.
    #[wasm_bindgen(js_name = faceOf)]
    pub fn face_of(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] tile: &JsValue,
    ) -> Result<Ts<TileFace>, JsValue> {
        let tile = json::read(&text("tile", tile)?, &Default::default())
            .map_err(|error| Failure::new(Kind::Input, format!("the tile: {error}")))?;
        if tile.as_array().is_none() {
            return Err(Failure::new(Kind::Input, "a tile is an array, such as [2]").into());
        }
        let id = self.looks.at(self.session.game(), 0.0).face_of(&tile);
        Ok(face_of(&self.looks, id)?)
    }

    /// The whole picture as SVG: stat boxes, grid, next tiles. Use it as an
    /// image: the names in it are not its own.
    #[wasm_bindgen(js_name = boardSvg)]
    pub fn board_svg(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<String, JsValue> {
        Ok(self.picture(time("now", now)?)?)
    }

    /// Evaluates an expression on the game as it stands, and changes nothing.
    pub fn evaluate(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] expression: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "EvaluateOptions", js_name = options)] given: &JsValue,
    ) -> Result<Ts<Evaluation>, JsValue> {
        let (expression, given) = (text("expression", expression)?, EvaluateOptions::of(given)?);
        Ok(out(evaluation_of(&expression, &given, Some(self.session.game()))?)?)
    }

    /// The Game code of version 3.0. A code that was restored comes back byte
    /// for byte as long as nothing has happened.
    pub fn save(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<String, JsValue> {
        Ok(self.code(time("now", now)?)?)
    }

    /// The Mode code of version 3.0. Every game of it begins with what was
    /// drawn before this one, such as a first goal.
    #[wasm_bindgen(js_name = modeCode)]
    pub fn mode_code(&self) -> Result<String, JsValue> {
        let mode = self.session.game().drawn(self.mode.starter().mode());
        Ok(mode::code_of(mode)?)
    }

    /// The Replay code of version 3.0.
    #[wasm_bindgen(js_name = replayCode)]
    pub fn replay_code(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<String, JsValue> {
        Ok(self.record(time("now", now)?)?)
    }

    /// Everything, for keeping: also the random numbers to come, which a code
    /// does not hold, the last hundred steps, which can be undone, and those
    /// that were undone.
    pub fn snapshot(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<String, JsValue> {
        let now = time("now", now)?;
        let kept = Snapshot {
            polymerge: 1,
            mode: self.mode.name().to_owned(),
            seed: self.session.seed().to_string(),
            random: words_of(self.session.random()),
            code: self.code(now)?,
            history: self.history(now)?,
        };
        let kept = serde_wasm_bindgen::to_value(&kept).map_err(|error| Failure::new(Kind::Engine, error))?;
        Ok(js_sys::JSON::stringify(&kept)?.into())
    }
}

/// The Game code of a game as it stands.
fn code_of(game: &Game, now: f64) -> Result<String, Failure> {
    let (mode, game) = (game.saved_mode().into(), game.save(now).into());
    encode(&Content::Game { mode, game }).map_err(|error| Failure::new(Kind::Code, error))
}

/// The face of this number.
pub fn face_of(looks: &Looks, id: u64) -> Result<Ts<TileFace>, Failure> {
    let face = looks.face(id).ok_or_else(|| Failure::new(Kind::Input, format!("there is no face {id}")))?;
    out(TileFace::of(face))
}
