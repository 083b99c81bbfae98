//! The class `SmallGame`: a game as a page shows it, without all that a first move does not need.
//!
//! It reads raw modes (`Mode.toRaw`), takes steps back, draws tiles, and nothing more, so that its
//! module is small. The whole engine takes a game over by repeating seed, times and actions.

use std::collections::VecDeque;
use std::sync::Arc;

use polymerge::calc::json;
use polymerge::engine::{RawMode, Ruleset, World};
use polymerge::limits::GameLimits;
use polymerge::{Action, Cell, ErrorKind, Painter, Rng, State, TurnError, Value};
use polymerge_schema::Turn;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{list, out};
use crate::state::GameState;
use crate::turn::turn_of;
use crate::view::{GameView, RulesLine, TileFace, tables};

/// A state to go back to: the game and the random numbers still to come.
#[derive(Clone)]
struct Moment {
    game: State,
    random: Rng,
}

/// The number of steps that can be undone: enough for the time until the whole engine is there.
const STEPS: usize = 1000;

/// A game of a raw mode. It is played as by `Game`, with the same random numbers.
#[wasm_bindgen]
pub struct SmallGame {
    seed: u64,
    now: Moment,
    past: VecDeque<Moment>,
    future: Vec<Moment>,
    painter: Painter,
}

impl SmallGame {
    /// Starts a game.
    pub fn of(mode: &str, seed: u64, now: f64) -> Result<SmallGame, Failure> {
        let bad = |message: String| Failure::input("bad-mode", message);
        let value = json::read(mode, &Default::default()).map_err(|error| bad(error.to_string()))?;
        let mode = RawMode::from_value(&value).map_err(|error| bad(error.to_string()))?;
        let rules = Ruleset::compile(mode, GameLimits::default());
        let rules = rules.map_err(|error| bad(error.to_string()))?;
        let painter = Painter::of_ruleset(&rules, Arc::clone(tables()));
        let mut random = Rng::new(seed);
        let (game, _) = State::new(rules, &mut World::new(&mut random, now)).map_err(failed)?;
        let (past, future) = (VecDeque::new(), Vec::new());
        Ok(SmallGame { seed, now: Moment { game, random }, past, future, painter })
    }

    /// Does an action. What changed more than blocked directions can be undone.
    pub fn act(&mut self, action: Action, now: f64) -> Result<Turn, Failure> {
        let now = World::moment(now).map_err(failed)?;
        let Moment { mut game, mut random } = self.now.clone();
        let turn = action.perform(&mut game, &mut World::new(&mut random, now));
        let turn = turn.map_err(failed)?;
        let before = std::mem::replace(&mut self.now, Moment { game, random });
        if action != Action::Tick && turn.is_step() {
            self.keep(before);
            self.future.clear();
        }
        Ok(turn_of(&turn, &mut self.painter, &self.now.game, now, printed))
    }

    /// Adds a state to the way back.
    fn keep(&mut self, before: Moment) {
        self.past.push_back(before);
        if self.past.len() > STEPS {
            self.past.pop_front();
        }
    }

    /// The state of the game.
    pub fn standing(&self) -> GameState {
        GameState {
            can_undo: !self.past.is_empty(),
            can_redo: !self.future.is_empty(),
            steps: self.past.len(),
            seed: self.seed.to_string(),
            ..GameState::of(&self.now.game)
        }
    }

    /// Returns the scene to draw.
    pub fn scene(&mut self, now: f64) -> GameView {
        GameView::of(self.painter.at(&self.now.game, now).view())
    }

    /// The face of this number.
    pub fn face_of_number(&self, id: u64) -> Result<TileFace, Failure> {
        TileFace::find(&self.painter, id)
    }

    /// The rules as they read at a time.
    pub fn lines(&mut self, now: f64) -> Result<Vec<RulesLine>, Failure> {
        let lines = RulesLine::all(&mut self.painter, &self.now.game, now);
        lines.map_err(|error| Failure::stated(ErrorKind::Rules, "expression", error.to_string()))
    }

    /// Takes back the last step; `false` if there is none.
    pub fn back(&mut self) -> bool {
        let Some(before) = self.past.pop_back() else { return false };
        self.future.push(std::mem::replace(&mut self.now, before));
        true
    }

    /// Makes the last undone step again; `false` if there is none.
    pub fn forth(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        self.past.push_back(std::mem::replace(&mut self.now, after));
        true
    }

    fn turn(&mut self, action: Action, now: Option<f64>) -> Result<Ts<Turn>, JsValue> {
        Ok(out(self.act(action, time(now))?)?)
    }
}

/// A failure of a turn. Names of its kind and cause are those of the whole engine, whose error type
/// would bring the messages of all its parts along.
fn failed(error: TurnError) -> Failure {
    let (kind, code) = match &error {
        TurnError::Refused(refusal) => (ErrorKind::Refused, refusal.code()),
        TurnError::Limit(_) => (ErrorKind::Limit, "turn-limit"),
        TurnError::Expression { .. } => (ErrorKind::Rules, "expression"),
        TurnError::BadTime(_) => (ErrorKind::Input, "bad-time"),
        _ => (ErrorKind::Rules, "rule"),
    };
    Failure::stated(kind, code, error.to_string())
}

/// The text of what an expression printed, for its author: arrays, since there are no formulas here.
fn printed(argument: &Value, value: &Value) -> String {
    match argument {
        Value::Text(label) => format!("{}: {}", label.to_string_lossy(), json::write(value)),
        _ => json::write(argument),
    }
}

/// A time; the present one, if it is left out.
fn time(now: Option<f64>) -> f64 {
    now.unwrap_or_else(js_sys::Date::now)
}

#[wasm_bindgen]
impl SmallGame {
    /// Starts a game of a raw mode, with a seed in decimal digits.
    pub fn start(mode: &str, seed: &str, now: Option<f64>) -> Result<SmallGame, JsValue> {
        let wrong = |_| Failure::input("bad-argument", "seed must be a whole number from 0 to 2^64 - 1");
        Ok(SmallGame::of(mode, seed.parse().map_err(wrong)?, time(now))?)
    }

    /// The seed it was started with.
    #[wasm_bindgen(getter)]
    pub fn seed(&self) -> String {
        self.seed.to_string()
    }

    /// Presses a direction, as `Game.play` with faces.
    pub fn play(&mut self, direction: usize, now: Option<f64>) -> Result<Ts<Turn>, JsValue> {
        self.turn(Action::Play(direction), now)
    }

    /// Plays on after a win.
    #[wasm_bindgen(js_name = playOn)]
    pub fn play_on(&mut self, now: Option<f64>) -> Result<Ts<Turn>, JsValue> {
        self.turn(Action::PlayOn, now)
    }

    /// Clicks a tile.
    #[wasm_bindgen(js_name = clickTile)]
    pub fn click_tile(&mut self, row: usize, column: usize, now: Option<f64>) -> Result<Ts<Turn>, JsValue> {
        self.turn(Action::ClickTile(Cell::new(row, column)), now)
    }

    /// Clicks a stat box.
    #[wasm_bindgen(js_name = clickStatBox)]
    pub fn click_stat_box(&mut self, index: usize, now: Option<f64>) -> Result<Ts<Turn>, JsValue> {
        self.turn(Action::ClickStatBox(index), now)
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Option<f64>) -> Result<Ts<Turn>, JsValue> {
        self.turn(Action::Tick, now)
    }

    /// Takes back the last step, and its random numbers; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.back()
    }

    /// Makes the last undone step again; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.forth()
    }

    /// The state of the game, as data.
    pub fn state(&self) -> Result<Ts<GameState>, JsValue> {
        Ok(out(self.standing())?)
    }

    /// The scene to draw.
    pub fn view(&mut self, now: Option<f64>) -> Result<Ts<GameView>, JsValue> {
        Ok(out(self.scene(time(now)))?)
    }

    /// The rules as they read now.
    pub fn rules(&mut self, now: Option<f64>) -> Result<Vec<Ts<RulesLine>>, JsValue> {
        Ok(list(self.lines(time(now))?)?)
    }

    /// The face of this number.
    pub fn face(&self, id: f64) -> Result<Ts<TileFace>, JsValue> {
        Ok(out(self.face_of_number(id as u64)?)?)
    }
}
