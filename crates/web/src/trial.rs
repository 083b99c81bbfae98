//! The class `Trial`: many games, in slices.

use std::collections::BTreeMap;

use polymerge::sample::{self, Course, Ending, Trial};
use polymerge_player::{GamePlayer, LearnedValue, Policy, UnknownPolicy};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{list, out, whole};
use crate::learned::MOST_MEMORY;
use crate::mode::WebMode;
use crate::options::Options;

/// The extent of a trial, and its player.
#[derive(Debug, Default, Tsify)]
pub struct TrialOptions {
    /// The number of games: 100, if left out.
    #[tsify(optional)]
    pub games: Option<usize>,
    /// The most moves of each: 1000, if left out.
    #[tsify(optional)]
    pub moves: Option<usize>,
    /// Seed of the first game; the others count up.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: Option<u64>,
    /// The player: `random`, if left out, `casual`, `rollouts:N`, `learned`, `learned:N` or `guided:N`,
    /// with N turns or positions of look-ahead for each move.
    #[tsify(optional)]
    pub player: Option<String>,
    /// Weights that were learned of the mode, for players that need them.
    #[tsify(optional, type = "Uint8Array")]
    pub weights: Option<Vec<u8>>,
}

impl From<UnknownPolicy> for Failure {
    fn from(error: UnknownPolicy) -> Failure {
        Failure::input("no-such-player", format!("options.player {error}"))
    }
}

impl TrialOptions {
    fn of(given: &JsValue) -> Result<TrialOptions, Failure> {
        let given = Options::of(given, &["games", "moves", "seed", "player", "weights"])?;
        Ok(TrialOptions {
            games: given.whole_within("games", 1, u32::MAX.into())?.map(|games| games as usize),
            moves: given.whole("moves")?,
            seed: given.seed("seed")?,
            player: given.text("player")?,
            weights: given.bytes("weights")?,
        })
    }

    /// The player for games of a mode.
    fn player(&self, mode: &WebMode) -> Result<GamePlayer, Failure> {
        let policy = self.player.as_deref().unwrap_or("random").parse::<Policy>()?;
        let rules = mode.compiled().ruleset().mode();
        let read = |weights: &Vec<u8>| LearnedValue::of_file(weights, rules, MOST_MEMORY as usize);
        let value = self.weights.as_ref().map(read).transpose();
        let value = value
            .map_err(|error| Failure::input("bad-weights", format!("options.weights: {error}")))?
            .map(Box::new);
        GamePlayer::new(policy, value, 0)
            .ok_or_else(|| Failure::input("no-weights", format!("the player {policy} needs options.weights")))
    }
}

/// The results of a trial.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct TrialResults {
    /// The number of games to play.
    pub games: usize,
    /// The number of games that are done.
    pub done: usize,
    /// The number of these that were won.
    pub won: usize,
    /// The number of these that came to their end; the others were cut.
    pub over: usize,
    /// The scores.
    pub scores: Vec<f64>,
    /// The moves: presses that moved something.
    pub moves: Vec<f64>,
    /// The value of the largest tile of each game.
    pub largest: Vec<f64>,
    /// The number of times that each merge rule fired.
    pub rules: Vec<f64>,
    /// The error and the game it happened in.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A game of a trial, from its start to its end.
#[derive(Clone, Debug, Serialize, Tsify)]
#[tsify(hashmap_as_object, missing_as_null)]
pub struct TrialGame {
    /// Its seed.
    #[tsify(type = "number")]
    pub seed: f64,
    /// The moves: presses that moved something.
    pub moves: f64,
    /// The score.
    pub score: f64,
    /// The value of the largest tile; 0 if no tile has one.
    pub largest: f64,
    /// The number of moves after which the goal was reached; `null` if it was not.
    pub won: Option<f64>,
    /// The way it ended.
    #[tsify(type = "\"no moves\" | \"lost\" | \"goal\" | \"cut\" | \"failed\"")]
    pub end: &'static str,
    /// The number of times that each merge rule fired.
    pub rules: Vec<f64>,
    /// The number of times that each direction moved something.
    pub directions: Vec<f64>,
    /// The number of times that each tile spawned, by the tile as JSON.
    #[tsify(type = "Record<string, number>")]
    pub spawns: BTreeMap<String, f64>,
    /// The value of the largest tile so far after 1, 2, 4, 8, … moves.
    pub growth: Vec<f64>,
}

impl TrialGame {
    fn of(course: &Course) -> TrialGame {
        let end = match course.ending {
            _ if course.failed => "failed",
            Ending::Stuck => "no moves",
            Ending::Lost => "lost",
            Ending::Won => "goal",
            _ => "cut",
        };
        let largest_after = |turn: u64| {
            let until = course.largest.iter().take_while(|(own, _)| *own <= turn);
            until.last().map_or(0.0, |(_, value)| *value)
        };
        let powers = (0..u64::BITS).map(|power| 1 << power).take_while(|turn| *turn <= course.turns);
        let numbers = |counts: &[u64]| counts.iter().map(|count| *count as f64).collect();
        TrialGame {
            seed: course.seed as f64,
            moves: course.turns as f64,
            score: course.score,
            largest: largest_after(course.turns),
            won: course.won_at.map(|turn| turn as f64),
            end,
            rules: numbers(&course.fired),
            directions: numbers(&course.pressed),
            spawns: course.spawned.iter().map(|(tile, count)| (tile.clone(), *count as f64)).collect(),
            growth: powers.map(largest_after).collect(),
        }
    }
}

/// Many games with moves that are random or chosen by a player, a few moves at a time.
#[wasm_bindgen(js_name = Trial)]
pub struct WebTrial(Trial<GamePlayer>);

#[wasm_bindgen(js_class = Trial)]
impl WebTrial {
    /// A trial of which nothing is played yet.
    #[wasm_bindgen(constructor)]
    pub fn new(
        mode: &WebMode,
        #[wasm_bindgen(unchecked_optional_param_type = "TrialOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebTrial, JsValue> {
        let given = TrialOptions::of(given)?;
        let player = given.player(mode)?;
        let usual = sample::TrialOptions::default();
        let size = sample::TrialOptions {
            games: given.games.unwrap_or(usual.games),
            moves: given.moves.unwrap_or(usual.moves),
            seed: given.seed.unwrap_or(usual.seed),
        };
        Ok(WebTrial(mode.compiled().trial_by(player, size)))
    }

    /// Plays this many moves; `false` when there is nothing more to play.
    pub fn run(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] moves: &JsValue,
    ) -> Result<bool, JsValue> {
        Ok(self.0.run(whole("moves", moves)?))
    }

    /// Returns the games that have ended, without the first ones.
    pub fn games(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] without: &JsValue,
    ) -> Result<Vec<Ts<TrialGame>>, JsValue> {
        let without = whole("without", without)?;
        Ok(list(self.0.courses().iter().skip(without).map(TrialGame::of))?)
    }

    /// Returns the results so far.
    pub fn results(&self) -> Result<Ts<TrialResults>, JsValue> {
        let courses = self.0.courses();
        Ok(out(TrialResults {
            games: self.0.options().games,
            done: courses.len(),
            won: courses.iter().filter(|course| course.won_at.is_some()).count(),
            over: courses.iter().filter(|course| course.ending != Ending::Cut).count(),
            scores: courses.iter().map(|course| course.score).collect(),
            moves: courses.iter().map(|course| course.turns as f64).collect(),
            largest: courses
                .iter()
                .map(|course| course.largest.last().map_or(f64::NAN, |last| last.1))
                .collect(),
            rules: self.0.fired().iter().map(|count| *count as f64).collect(),
            error: self.0.failure().map(str::to_owned),
        })?)
    }
}
