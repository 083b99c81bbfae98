//! The class `Replay`: a recorded game, step by step.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use polymerge::engine::Feature;
use polymerge::{Checks, Replay, ReplayPlayer};
use polymerge_schema::Turn;
use pyo3::prelude::*;

use crate::failure::{Outcome, of_turn};
use crate::game::{PyGame, board};
use crate::limits::PyLimits;
use crate::mode::PyMode;
use crate::picture;
use crate::records::{self, Reduced, reduced};
use crate::rules::{PyRules, seed_or_any};
use crate::value::object;

/// A recorded game with a position in it: 0 is the start, `len(replay) - 1` the end. Each step is
/// checked when it is first made.
#[pyclass(name = "Replay", module = "polymerge")]
#[derive(Clone)]
pub struct PyReplay {
    record: Replay,
    player: ReplayPlayer,
    rules: PyRules,
    limits: PyLimits,
}

impl PyReplay {
    fn of(record: Replay, player: ReplayPlayer, limits: PyLimits) -> Outcome<PyReplay> {
        // The mode of the record, as any of its games has it.
        let rules = PyGame::restored(player.take_over(0), limits.clone())?.rules;
        Ok(PyReplay { record, player, rules, limits })
    }

    /// The time of the position.
    fn now(&self) -> f64 {
        self.player.times().get(self.player.position()).copied().unwrap_or(0.0)
    }
}

#[pymethods]
impl PyReplay {
    /// Reads a Replay code.
    #[staticmethod]
    #[pyo3(signature = (code, limits=None))]
    fn from_code(py: Python<'_>, code: &str, limits: Option<PyLimits>) -> Outcome<PyReplay> {
        let limits = limits.unwrap_or_default();
        let bounds = &limits.limits;
        let (record, player) = py.detach(|| {
            let record = Replay::from_code(code, bounds)?;
            record.player(bounds).map(|player| (record, player))
        })?;
        PyReplay::of(record, player, limits)
    }

    /// The game so far as a replay.
    #[staticmethod]
    fn of_game(py: Python<'_>, game: PyRef<'_, PyGame>) -> Outcome<PyReplay> {
        let limits = game.rules.mode.limits().clone();
        let own = &game.game;
        let (record, player) = py.detach(|| own.replay_player().map(|player| (own.replay(), player)))?;
        PyReplay::of(record, player, limits)
    }

    /// The next step, with its events; `None` at the end.
    fn step<'py>(&mut self, py: Python<'py>) -> Outcome<Option<Bound<'py, PyAny>>> {
        let player = &mut self.player;
        let turn = py.detach(|| player.step())?;
        Ok(turn.map(|turn| records::object(py, &Turn::of(&turn))).transpose()?)
    }

    /// Goes to a position, also backwards; to the end, if there is none so far on.
    fn seek(&mut self, py: Python<'_>, position: usize) -> Outcome<()> {
        let player = &mut self.player;
        Ok(py.detach(|| player.seek(position))?)
    }

    /// The game at this position, to be played on with the random numbers of a seed.
    #[pyo3(signature = (seed=None))]
    fn take_over(&self, py: Python<'_>, seed: Option<u64>) -> Outcome<PyGame> {
        let game = self.player.take_over(seed_or_any(py, seed)?);
        PyGame::restored(game, self.limits.clone())
    }

    /// The position: how many recorded steps lie before it.
    #[getter]
    fn position(&self) -> usize {
        self.player.position()
    }

    /// The direction of each step, by its index; `None` of steps that are clicks.
    #[getter]
    fn directions(&self) -> Vec<Option<usize>> {
        self.record.directions().collect()
    }

    /// Milliseconds from the start to each position as they were recorded.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let times = self.player.times().iter().take(self.player.length());
        times.copied().collect::<Vec<f64>>().into_pyarray(py)
    }

    /// The extent to which the record is checked: `"everything"`, or `"moves"` where scripts of
    /// the mode make spawns depend on data that a record does not hold.
    #[getter]
    fn checks(&self) -> &'static str {
        match self.player.checks() {
            Checks::Everything => "everything",
            _ => "moves",
        }
    }

    /// The mode that was played.
    #[getter]
    fn mode(&self) -> PyMode {
        self.rules.mode.clone()
    }

    /// The score at this position.
    #[getter]
    fn score(&self) -> f64 {
        self.player.state().score()
    }

    /// The contents of all cells at this position, row by row, as those of `Game.cells`.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.player.state().grid())
    }

    /// The values of the tiles at this position; NaN where there is none.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyArray2<f64>>> {
        let state = self.player.state();
        let shape = (state.height(), state.width());
        let mut numbers = vec![f64::NAN; shape.0 * shape.1];
        self.rules.read(state, |engine, position| {
            let read = engine.read_feature(position, Feature::Value, f64::NAN, &mut numbers);
            read.map(drop).map_err(of_turn)
        })?;
        let values: Array2<f64> = board(numbers, shape)?;
        Ok(values.into_pyarray(py))
    }

    /// A picture of this position, as SVG.
    fn svg(&self, py: Python<'_>) -> Outcome<String> {
        py.detach(|| picture::svg(&self.rules, self.player.state(), self.now()))
    }

    /// The Replay code of the whole record.
    fn to_code(&self) -> Outcome<String> {
        Ok(self.record.to_code()?)
    }

    /// The number of positions; at least 1.
    fn __len__(&self) -> usize {
        self.player.length()
    }

    fn __repr__(&self) -> String {
        let (position, last) = (self.player.position(), self.player.length() - 1);
        format!("<Replay of {}: at {position} of {last}>", self.rules.rules.mode().title())
    }

    /// A replay of the same record, at the same position.
    fn copy(&self) -> PyReplay {
        self.clone()
    }

    fn __copy__(&self) -> PyReplay {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyReplay {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Outcome<Reduced<'py, (String, PyLimits, usize)>> {
        Ok(reduced(py, "replay", (self.to_code()?, self.limits.clone(), self.player.position()))?)
    }
}
