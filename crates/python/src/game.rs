//! The class `Game`.

use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray, PyArray2, PyArray3};
use polymerge::engine::Feature;
use polymerge::{Game, Limits, Saved};
use polymerge_schema::{Kind, Turn};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::check::rules_of;
use crate::failure::{Failure, Outcome, of_turn, status_name};
use crate::limits::PyLimits;
use crate::picture;
use crate::records::{self, Reduced, objects, reduced};
use crate::rules::{PyRules, seed_or_any};
use crate::value::object;

/// A game that is played: with its random numbers, the way back, and its record.
#[pyclass(name = "Game", module = "polymerge")]
#[derive(Clone)]
pub struct PyGame {
    pub game: Game,
    pub rules: PyRules,
}

impl PyGame {
    pub fn of(rules: PyRules, game: Game) -> PyGame {
        PyGame { game, rules }
    }

    /// A game that was restored, with the rules of its code.
    pub fn restored(game: Game, limits: PyLimits) -> Outcome<PyGame> {
        Ok(PyGame { rules: rules_of(&game, limits)?, game })
    }

    fn shape(&self) -> (usize, usize) {
        (self.game.state().height(), self.game.state().width())
    }

    fn feature(&self, feature: Feature, no_tile: f64) -> Outcome<Vec<f64>> {
        let (rows, columns) = self.shape();
        let mut numbers = vec![no_tile; rows * columns];
        self.rules.read(self.game.state(), |engine, position| {
            engine.read_feature(position, feature, no_tile, &mut numbers).map(drop).map_err(of_turn)
        })?;
        Ok(numbers)
    }
}

/// Numbers of cells as an array of rows and columns.
pub fn board<T>(numbers: Vec<T>, shape: (usize, usize)) -> Outcome<Array2<T>> {
    Array2::from_shape_vec(shape, numbers).map_err(|error| Failure::input("wrong-length", error.to_string()))
}

#[pymethods]
impl PyGame {
    /// Presses a direction, by its index or a name such as `"left"`.
    fn play<'py>(&mut self, py: Python<'py>, direction: &Bound<'py, PyAny>) -> Outcome<Bound<'py, PyAny>> {
        let direction = self.rules.direction(direction)?;
        let game = &mut self.game;
        let turn = py.detach(|| game.play(direction))?;
        Ok(record(py, &turn)?)
    }

    /// Plays on after a win.
    fn play_on<'py>(&mut self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        Ok(record(py, &self.game.play_on()?)?)
    }

    /// Plays again, with the random numbers that come next.
    fn restart<'py>(&mut self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        Ok(record(py, &self.game.restart()?)?)
    }

    /// Clicks on the tile of a cell.
    fn click<'py>(&mut self, py: Python<'py>, row: usize, column: usize) -> Outcome<Bound<'py, PyAny>> {
        let action = polymerge::Action::ClickTile(polymerge::Cell::new(row, column));
        Ok(record(py, &self.game.act(action)?)?)
    }

    /// Lets time pass, to this moment in milliseconds.
    fn tick<'py>(&mut self, py: Python<'py>, now: f64) -> Outcome<Bound<'py, PyAny>> {
        Ok(record(py, &self.game.tick(now)?)?)
    }

    /// Takes the last step back; false if there is none.
    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Makes the step again that was undone last; false if there is none.
    fn redo(&mut self) -> bool {
        self.game.redo()
    }

    /// A copy that continues with the random numbers of a seed.
    #[pyo3(signature = (seed=None))]
    fn fork(&self, py: Python<'_>, seed: Option<u64>) -> Outcome<PyGame> {
        let game = self.game.fork(seed_or_any(py, seed)?);
        Ok(PyGame { game, rules: self.rules.clone() })
    }

    /// The directions that move something, exactly.
    #[getter]
    fn legal(&self) -> Outcome<Vec<usize>> {
        Ok(self.game.legal()?)
    }

    /// The directions that are not known to move nothing.
    #[getter]
    fn available(&self) -> Outcome<Vec<usize>> {
        Ok(self.game.available()?)
    }

    /// The status: `"playing"`, `"won"` or `"over"`.
    #[getter]
    fn status(&self) -> Outcome<&'static str> {
        status_name(&self.game)
    }

    /// True if nothing can be done any more but to undo or to start again.
    #[getter]
    fn is_over(&self) -> Outcome<bool> {
        Ok(self.game.is_over()?)
    }

    /// True if it was won at some time.
    #[getter]
    fn is_won(&self) -> bool {
        self.game.is_won()
    }

    /// The score.
    #[getter]
    fn score(&self) -> f64 {
        self.game.score()
    }

    /// The moves so far.
    #[getter]
    fn moves(&self) -> u64 {
        self.game.moves()
    }

    /// The directions that were played to get here, by their indices; `None` is a click. Of a game
    /// that was started from its seed they are the whole game: `verify` plays them again.
    #[getter]
    fn directions(&self) -> Vec<Option<usize>> {
        self.game.replay().directions().collect()
    }

    /// The seed that it was started or forked with; 0 of one that came out of a batch.
    #[getter]
    fn seed(&self) -> u64 {
        self.game.seed()
    }

    /// The number of steps that can be undone.
    #[getter]
    fn steps(&self) -> usize {
        self.game.steps()
    }

    /// The rules that it is played by.
    #[getter]
    fn rules(&self) -> PyRules {
        self.rules.clone()
    }

    /// The values of the tiles; NaN where there is none.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyArray2<f64>>> {
        let numbers = self.feature(Feature::Value, f64::NAN)?;
        Ok(board(numbers, self.shape())?.into_pyarray(py))
    }

    /// The numbers of the kinds of tiles, those of `tiles`; -1 is an empty cell, -2 a hole,
    /// other negative numbers are other contents.
    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyArray2<i32>>> {
        let (rows, columns) = self.shape();
        let mut numbers = vec![0; rows * columns];
        self.rules.read(self.game.state(), |engine, position| {
            engine.observe(position, &mut numbers).map(drop).map_err(of_turn)
        })?;
        Ok(board(numbers, (rows, columns))?.into_pyarray(py))
    }

    /// The kinds of tiles that were numbered so far, by their numbers.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyTuple>> {
        let list = self.rules.read(self.game.state(), |engine, _| Ok(engine.kinds().to_vec()))?;
        Ok(objects(py, list.iter().map(Kind::of))?)
    }

    /// The contents of all cells, row by row: tiles as lists of entries, words as texts.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.game.state().grid())
    }

    /// Its Game code.
    fn code(&self) -> Outcome<String> {
        Ok(self.game.code()?)
    }

    /// The Mode code of the mode from which it began.
    fn mode_code(&self) -> Outcome<String> {
        Ok(self.game.mode_code()?)
    }

    /// Its Replay code: the whole game so far.
    fn replay_code(&self) -> Outcome<String> {
        Ok(self.game.replay_code()?)
    }

    /// A record of everything, to continue later: JSON for `open`.
    fn saved(&mut self) -> Outcome<String> {
        Ok(self.game.saved()?.to_json())
    }

    #[staticmethod]
    #[pyo3(signature = (rules, saved, now=0.0))]
    fn _restored(rules: PyRules, saved: &str, now: f64) -> Outcome<PyGame> {
        let bounds: Limits = rules.rules.limits().clone();
        let game = Saved::from_json(saved, &bounds)?.resume(now, &bounds)?;
        // Its rules start other games of the mode, not of the code.
        Ok(PyGame { game, rules })
    }

    /// Evaluates an expression, as JSON, on the game as it is.
    fn eval<'py>(&self, py: Python<'py>, expression: &str) -> Outcome<Bound<'py, PyAny>> {
        let value = py.detach(|| self.game.eval(expression))?;
        Ok(object(py, &value)?)
    }

    /// A picture, as SVG.
    fn svg(&self, py: Python<'_>) -> Outcome<String> {
        py.detach(|| picture::svg(&self.rules, self.game.state(), self.game.time()))
    }

    /// A picture, as the bytes of a PNG file; a cell has 100 pixels at scale 1.
    #[pyo3(signature = (scale=1.0))]
    fn png<'py>(&self, py: Python<'py>, scale: f32) -> Outcome<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| picture::png(&self.rules, self.game.state(), self.game.time(), scale))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A picture, as an array of rows, columns and three colours.
    #[pyo3(signature = (scale=1.0))]
    fn rgb<'py>(&self, py: Python<'py>, scale: f32) -> Outcome<Bound<'py, PyArray3<u8>>> {
        picture::rgb(py, &self.rules, self.game.state(), self.game.time(), scale)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> Outcome<String> {
        self.svg(py)
    }

    fn __repr__(&self) -> Outcome<String> {
        let (title, moves, score) = (self.rules.rules.mode().title(), self.moves(), self.score());
        Ok(format!("<Game of {title}: {}, {moves} moves, score {score}>", self.status()?))
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        let numbers = (self.values(py)?, self.kinds(py)?);
        Ok(py.import("polymerge._text")?.getattr("board")?.call1(numbers)?)
    }

    /// True if both have the same state and draw the same random numbers next.
    fn __eq__(&self, other: PyRef<'_, PyGame>) -> bool {
        self.game.state() == other.game.state() && self.game.random().state() == other.game.random().state()
    }

    fn __copy__(&self) -> PyGame {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.clone()
    }

    /// A copy, with its random numbers and its way back.
    fn copy(&self) -> PyGame {
        self.clone()
    }

    fn __reduce__<'py>(&mut self, py: Python<'py>) -> Outcome<Reduced<'py, (PyRules, String, f64)>> {
        let (saved, now) = (self.saved()?, self.game.time());
        Ok(reduced(py, "game", (self.rules.clone(), saved, now))?)
    }
}

/// A turn as a record.
fn record<'py>(py: Python<'py>, turn: &polymerge::Turn) -> PyResult<Bound<'py, PyAny>> {
    records::object(py, &Turn::of(turn))
}

/// Rows of equal length as an array of boards.
pub fn boards<T>(numbers: Vec<T>, shape: (usize, usize, usize)) -> Outcome<Array3<T>> {
    Array3::from_shape_vec(shape, numbers).map_err(|error| Failure::input("wrong-length", error.to_string()))
}
