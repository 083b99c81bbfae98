//! Rankings of directions, and games of players.

use polymerge::{Direction, Engine, Value};
use polymerge_player as player;
use serde::Serialize;

/// Directions in order, the best first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Ranking {
    /// Every legal direction; none if the game is over or waits for an answer.
    pub choices: Vec<Choice>,
    /// The quantity whose means the values are: the final score, its logarithm
    /// where scores spread over many magnitudes, or turns where all scores are
    /// equal.
    #[cfg_attr(feature = "js", tsify(type = "\"score\" | \"log_score\" | \"turns\""))]
    pub objective: &'static str,
    /// Turns simulated so far.
    pub turns: u64,
    /// Random games so far.
    pub games: u64,
    /// The most turns that a random game takes.
    pub horizon: u64,
    /// True if every direction was tried at least once.
    pub complete: bool,
    /// The reasons why the first direction is better than the second; missing in
    /// JavaScript, which asks for them by a method of its own.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasons: Option<Vec<Reason>>,
}

/// A reason why the best direction is better than the next best one: a fact that the
/// boards after both show.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Reason {
    /// The kind of reason: it is the only move, it reaches the goal, the other one ends the
    /// game, the most valuable tile stays in its corner, it makes a tile, more cells are
    /// empty, two tiles that merge come side by side, more pairs of neighbours can merge
    /// next, it brings more points at once.
    #[cfg_attr(
        feature = "js",
        tsify(
            type = "\"only\" | \"wins\" | \"survives\" | \"keeps_corner\" | \"makes\" | \"makes_room\" | \"prepares\" | \"keeps_pairs\" | \"points\""
        )
    )]
    pub reason: &'static str,
    /// The end of an English sentence.
    pub text: String,
    /// The texts on the tiles that it speaks of.
    pub tiles: Vec<String>,
    /// How many more cells, pairs or points; missing for other kinds.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<f64>,
}

impl Reason {
    /// Returns reasons in which tiles have the names that `name` gives them.
    pub fn named(
        reasons: &[player::Reason],
        engine: &Engine,
        mut name: impl FnMut(&Value) -> String,
    ) -> Vec<Reason> {
        let kinds = engine.kinds();
        let mut name = |kind: u32| kinds.get(kind as usize).map_or(String::new(), |own| name(&own.content));
        let reason = |own: &player::Reason| Reason {
            reason: own.name(),
            text: own.sentence(&mut name),
            tiles: own.tiles().into_iter().map(&mut name).collect(),
            amount: own.amount(),
        };
        reasons.iter().map(reason).collect()
    }
}

/// The result of the random games of a direction.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Choice {
    /// Its index.
    pub direction: usize,
    /// Its name.
    pub name: String,
    /// Old name of `name`, in JavaScript only.
    #[cfg_attr(feature = "js", tsify(type = "string"))]
    #[serde(skip_serializing_if = "crate::is_not_javascript")]
    pub label: Option<String>,
    /// The mean of the compared quantity.
    pub value: f64,
    /// The difference between the value of the best direction and this one.
    pub worse: f64,
    /// The standard error of the value; missing for a single game.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Random games that began with it.
    pub games: u64,
    /// The mean number of their turns.
    pub turns: f64,
    /// The chance to win before the games are cut; missing if no goal is open.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
    /// The chance to survive 50 turns; missing if the games are cut before.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub survival: Option<f64>,
    /// Games that ended because a turn failed or reached a limit.
    pub failures: u64,
}

impl Ranking {
    /// A ranking by random games, with the names of directions.
    pub fn of(ranking: &player::Ranking, directions: &[Direction]) -> Ranking {
        let choice = |own: &player::Choice| Choice {
            direction: own.direction,
            name: name(own.direction, directions),
            label: None,
            value: own.value,
            worse: own.worse,
            error: own.standard_error,
            games: own.samples,
            turns: own.turns,
            win: own.win,
            survival: own.survival,
            failures: own.failures,
        };
        Ranking {
            choices: ranking.choices.iter().map(choice).collect(),
            objective: ranking.objective.name(),
            turns: ranking.turns,
            games: ranking.rollouts,
            horizon: ranking.horizon,
            complete: ranking.choices.iter().all(|choice| choice.samples > 0),
            reasons: None,
        }
    }

    /// Returns the ranking with reasons for its first direction.
    pub fn with_reasons(self, reasons: Vec<Reason>) -> Ranking {
        Ranking { reasons: Some(reasons), ..self }
    }

    /// Returns the ranking with the fields that JavaScript had before.
    pub fn with_old_names(mut self) -> Ranking {
        self.choices.iter_mut().for_each(|choice| choice.label = Some(choice.name.clone()));
        self
    }
}

fn name(direction: usize, directions: &[Direction]) -> String {
    directions.get(direction).map(|own| own.name.clone()).unwrap_or_default()
}

/// Directions in order, the best first, by learned values.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ValueRanking {
    /// Every legal direction; none if the game is over or waits for an answer.
    pub choices: Vec<ValueChoice>,
    /// The quantity that is estimated: the final score, or the turns to come.
    #[cfg_attr(feature = "js", tsify(type = "\"points\" | \"turns\""))]
    pub reward: &'static str,
    /// Old name of `reward`, in JavaScript only.
    #[cfg_attr(feature = "js", tsify(type = "\"points\" | \"turns\""))]
    #[serde(skip_serializing_if = "crate::is_not_javascript")]
    pub foreseen: Option<&'static str>,
    /// The depth to which all directions were searched, in moves.
    pub depth: u32,
    /// The number of positions that were evaluated.
    pub positions: u64,
    /// True if the values are exact: everything that can happen was searched.
    pub exact: bool,
    /// The reasons why the first direction is better than the second; missing in
    /// JavaScript, which asks for them by a method of its own.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasons: Option<Vec<Reason>>,
}

/// The learned value of a direction.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ValueChoice {
    /// Its index.
    pub direction: usize,
    /// Its name.
    pub name: String,
    /// Old name of `name`, in JavaScript only.
    #[cfg_attr(feature = "js", tsify(type = "string"))]
    #[serde(skip_serializing_if = "crate::is_not_javascript")]
    pub label: Option<String>,
    /// The mean final score, or the mean number of turns to come.
    pub value: f64,
    /// The difference between the value of the best direction and this one.
    pub worse: f64,
    /// The chance to reach the goal; missing if no goal is open, or the chance was not learned.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
}

impl ValueRanking {
    /// A ranking by learned values, with the names of directions.
    pub fn of(ranking: &player::ValueRanking, directions: &[Direction]) -> ValueRanking {
        let choice = |own: &player::ValueChoice| ValueChoice {
            direction: own.direction,
            name: name(own.direction, directions),
            label: None,
            value: own.value,
            worse: own.worse,
            win: own.win,
        };
        ValueRanking {
            choices: ranking.choices.iter().map(choice).collect(),
            reward: ranking.reward.name(),
            foreseen: None,
            depth: ranking.depth,
            positions: ranking.nodes,
            exact: ranking.exact,
            reasons: None,
        }
    }

    /// Returns the ranking with reasons for its first direction.
    pub fn with_reasons(self, reasons: Vec<Reason>) -> ValueRanking {
        ValueRanking { reasons: Some(reasons), ..self }
    }

    /// Returns the ranking with the fields that JavaScript had before.
    pub fn with_old_names(mut self) -> ValueRanking {
        self.foreseen = Some(self.reward);
        self.choices.iter_mut().for_each(|choice| choice.label = Some(choice.name.clone()));
        self
    }
}

/// The result of a whole game, as Python has it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Outcome {
    /// The score.
    pub score: f64,
    /// The turns.
    pub turns: u64,
    /// True if the game was won.
    pub won: bool,
    /// True if the game ended; false if it was cut.
    pub ended: bool,
}

impl Outcome {
    /// The result of a game of a player.
    pub fn of(own: &player::Outcome) -> Outcome {
        Outcome { score: own.score, turns: own.turns, won: own.won, ended: own.ended }
    }
}

/// The progress of learning. Means are of the last games.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Progress {
    /// Games so far.
    pub games: u64,
    /// Moves so far.
    pub moves: u64,
    /// The number of last games that the following means are of.
    pub recent: usize,
    /// The mean score.
    pub score: f64,
    /// The mean number of turns.
    pub turns: f64,
    /// The share of games in which the goal was reached.
    pub won: f64,
}

impl Progress {
    /// The progress of a learner.
    pub fn of(own: &player::Progress) -> Progress {
        Progress {
            games: own.games,
            moves: own.moves,
            recent: own.recent,
            score: own.score,
            turns: own.turns,
            won: own.won,
        }
    }
}
