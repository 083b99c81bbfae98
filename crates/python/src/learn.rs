//! The player: hints, and learning what boards are worth.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use polymerge::{Engine, Painter};
use polymerge_player::{
    Advice, Adviser, LearnedValue, Player, Reward, Trainer, Training, play_game, reasons_of_best,
};
use polymerge_schema::{Progress, Ranking, Reason, ValueRanking};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::{Failure, Outcome, of_turn, one_of};
use crate::game::PyGame;
use crate::records::{Reduced, object, reduced};
use crate::rules::PyRules;
use crate::threads::locked;
use crate::work::{in_slices, whole};

/// The learned values of the boards of a mode.
#[pyclass(name = "Weights", module = "polymerge", frozen, from_py_object)]
#[derive(Clone)]
pub struct PyWeights {
    learned: Arc<Mutex<Trainer>>,
    /// Players go by their own copies, which are large: one is made when it is needed, and kept.
    player: Arc<OnceLock<Mutex<LearnedValue>>>,
    rules: PyRules,
}

fn failed(code: &'static str) -> impl Fn(&dyn std::fmt::Display) -> Failure {
    move |error| Failure::Plain("input", code, error.to_string())
}

impl PyWeights {
    fn of(rules: PyRules, trainer: Trainer) -> PyWeights {
        PyWeights { learned: Arc::new(Mutex::new(trainer)), player: Arc::default(), rules }
    }

    fn player(&self) -> MutexGuard<'_, LearnedValue> {
        locked(self.player.get_or_init(|| Mutex::new(locked(&self.learned).value().clone())))
    }
}

#[pymethods]
impl PyWeights {
    /// Reads the result of `to_bytes`, for these rules.
    #[staticmethod]
    #[pyo3(signature = (rules, data, memory=256))]
    fn from_bytes(py: Python<'_>, rules: PyRules, data: &[u8], memory: usize) -> Outcome<PyWeights> {
        let data = data.to_vec();
        let mode = rules.rules.ruleset().clone();
        let trainer = py.detach(|| Trainer::of_file(&data, mode.mode(), memory << 20));
        Ok(PyWeights::of(rules, trainer.map_err(|error| failed("bad-weights")(&error))?))
    }

    /// A file from which learning continues as if it had not been interrupted.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| locked(&self.learned).to_file());
        PyBytes::new(py, &bytes)
    }

    /// Games and moves that were learned from.
    #[getter]
    fn made(&self) -> (u64, u64) {
        locked(&self.learned).made()
    }

    /// The rules of the mode.
    #[getter]
    fn rules(&self) -> PyRules {
        self.rules.clone()
    }

    /// Plays the game of a seed by the learned values; with `nodes`, searches at most
    /// this number of positions before each move.
    #[pyo3(signature = (seed, *, nodes=0, max_turns=1_000_000))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        nodes: u64,
        max_turns: u64,
    ) -> Outcome<Bound<'py, PyAny>> {
        let own = self.clone();
        let made = whole(py, move || {
            let mut engine = own.rules.rules.engine()?;
            let value = &mut *own.player();
            let adviser = match nodes {
                0 => Adviser::learned(value, seed),
                _ => Adviser::search(value, nodes, seed),
            };
            play_game(&mut engine, &mut adviser.into(), seed, max_turns).map_err(of_turn)
        })?;
        Ok(object(py, &polymerge_schema::Outcome::of(&made))?)
    }

    fn __repr__(&self) -> String {
        let (games, moves) = self.made();
        format!("<Weights of {}: {games} games, {moves} moves>", self.rules.rules.mode().title())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (PyRules, Bound<'py, PyBytes>)>> {
        reduced(py, "weights", (self.rules.clone(), self.to_bytes(py)))
    }
}

impl PyRules {
    /// Plays a whole game by rollouts of `budget` turns for each move, or at random if it
    /// is 0.
    pub fn played(
        &self,
        py: Python<'_>,
        seed: u64,
        budget: u64,
        most_turns: u64,
    ) -> Outcome<polymerge_player::Outcome> {
        let rules = self.rules.clone();
        whole(py, move || {
            let mut engine = rules.engine()?;
            let mut player = match budget {
                0 => Player::random(seed),
                _ => Adviser::rollouts(budget, seed).into(),
            };
            play_game(&mut engine, &mut player, seed, most_turns).map_err(of_turn)
        })
    }
}

/// Ranks the directions of a game: by random games from there, of `turns` turns in all;
/// with weights, by a search of at most `turns` positions with the learned values.
#[pyfunction]
#[pyo3(signature = (game, turns=100_000, seed=0, weights=None))]
pub fn hint<'py>(
    py: Python<'py>,
    game: PyRef<'_, PyGame>,
    turns: u64,
    seed: u64,
    weights: Option<PyWeights>,
) -> Outcome<Bound<'py, PyAny>> {
    let state = game.game.state().clone();
    let memory = game.rules.rules.limits().memory.clone();
    let mut engine = Engine::with_memory(state.rules().clone(), memory, 0.0);
    let position = engine.position(state).map_err(of_turn)?;
    let directions = game.rules.rules.directions();
    let (advice, mut engine) = match weights {
        Some(weights) => whole(py, move || {
            let value = &mut *weights.player();
            must_be_of(value, &engine)?;
            let advice = Adviser::search(value, turns, seed).advise(&mut engine, &position, seed);
            Ok((advice.map_err(of_turn)?, engine))
        })?,
        None => {
            let mut adviser = Adviser::rollouts(turns, seed);
            adviser.begin(&mut engine, &position, seed).map_err(of_turn)?;
            in_slices(py, || adviser.advance(&mut engine, HINT_SLICE).map_err(of_turn))?;
            (adviser.advice(), engine)
        }
    };
    let (state, mut painter) = (game.game.state(), Painter::of(&game.rules.rules));
    let position = engine.position(state.clone()).map_err(of_turn)?;
    let reasons = reasons_of_best(&mut engine, &position, &advice.ranked());
    let reasons = Reason::named(&reasons, &engine, |tile| painter.tile_text(state, 0.0, tile));
    match advice {
        Advice::Rollouts(ranking) => {
            Ok(object(py, &Ranking::of(&ranking, directions).with_reasons(reasons))?)
        }
        Advice::Value(ranking) => {
            Ok(object(py, &ValueRanking::of(&ranking, directions).with_reasons(reasons))?)
        }
    }
}

/// Refuses values that were learned by other rules than those of an engine.
fn must_be_of(value: &LearnedValue, engine: &Engine) -> Outcome<()> {
    match value.is_of(engine.rules().mode()) {
        true => Ok(()),
        false => Err(Failure::input("other-rules", "the weights are of other rules than the game")),
    }
}

/// Learns the value of boards by playing about `moves` moves; `memory` is in MiB.
/// `progress` is called with a `Progress` now and then; learning ends when it returns
/// `False`.
#[pyfunction]
#[pyo3(signature = (rules, moves, *, seed=0, memory=256, reward="points", weights=None, progress=None))]
#[allow(clippy::too_many_arguments)]
pub fn train(
    py: Python<'_>,
    rules: PyRules,
    moves: u64,
    seed: u64,
    memory: usize,
    reward: &str,
    weights: Option<PyWeights>,
    progress: Option<Bound<'_, PyAny>>,
) -> Outcome<PyWeights> {
    let reward = match reward {
        "points" => Reward::Points,
        "turns" => Reward::Turns,
        other => return Err(one_of("reward", other, "points, turns")),
    };
    let mut engine = rules.rules.engine()?;
    let training = Training { seed, reward, memory: memory << 20, ..Training::default() };
    let begun = match &weights {
        Some(weights) => Ok(locked(&weights.learned).clone()),
        None => py.detach(|| Trainer::new(&mut engine, &training)),
    };
    let mut trainer = begun.map_err(|error| failed("can-not-learn")(&error))?;
    must_be_of(trainer.value(), &engine)?;
    let until = trainer.made().1.saturating_add(moves);
    while trainer.made().1 < until {
        let slice = SLICE.min(until - trainer.made().1);
        py.detach(|| trainer.run(&mut engine, slice)).map_err(of_turn)?;
        py.check_signals()?;
        if let Some(progress) = &progress {
            let own = trainer.progress();
            let report = object(py, &Progress::of(&own))?;
            let answer = progress.call1((report,))?;
            if answer.extract::<bool>().is_ok_and(|goes_on| !goes_on) {
                break;
            }
        }
    }
    Ok(PyWeights::of(rules, trainer))
}

/// Simulated turns of a hint between two looks at what else there is to do.
const HINT_SLICE: u64 = 2_000;
/// Moves between two looks at what else there is to do.
const SLICE: u64 = 20_000;
