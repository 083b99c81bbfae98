//! The classes `Engine` and `Position`: searching.

use std::sync::{Arc, Mutex};

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use polymerge::engine::{directions_in, Feature, Spawns};
use polymerge::{Engine, Position, Rng, State};
use polymerge_schema::{Kind, ScreenName, Spawn};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::failure::{of_turn, Outcome};
use crate::game::{board, PyGame};
use crate::records::objects;
use crate::rules::PyRules;
use crate::work::locked;

/// The result of a move: points, the board, and the possible spawns.
type After<'py> = (f64, PyPosition, Option<Bound<'py, PyTuple>>);

/// An engine of a mode: plays positions of its games and looks ahead in them. Its cache
/// serves all of its positions.
#[pyclass(name = "Engine", module = "polymerge", frozen)]
pub struct PyEngine {
    /// Locked before that of a position. While a lock is held, Python is not called: threads
    /// would wait for each other.
    own: Mutex<(Engine, Rng)>,
    rules: PyRules,
}

/// The state of a game in an engine. Only the engine that made it plays it.
#[pyclass(name = "Position", module = "polymerge")]
#[derive(Clone)]
pub struct PyPosition {
    position: Arc<Mutex<Position>>,
}

impl PyPosition {
    fn of(position: Position) -> PyPosition {
        PyPosition { position: Arc::new(Mutex::new(position)) }
    }

    fn read<T>(&self, read: impl FnOnce(&Position) -> T) -> T {
        read(&locked(&self.position))
    }
}

impl PyEngine {
    pub fn of(rules: PyRules, seed: u64) -> Outcome<PyEngine> {
        let mut engine = rules.rules.engine()?;
        engine.number_first_kinds();
        Ok(PyEngine { own: Mutex::new((engine, Rng::new(seed))), rules })
    }

    fn board<T: Clone + Default>(
        &self,
        position: &PyPosition,
        read: impl FnOnce(&mut Engine, &Position, &mut [T]) -> Outcome<()>,
    ) -> Outcome<Array2<T>> {
        let engine = &mut locked(&self.own).0;
        position.read(|position| {
            let (rows, columns) = (position.height(), position.width());
            let mut numbers = vec![T::default(); rows * columns];
            read(engine, position, &mut numbers)?;
            board(numbers, (rows, columns))
        })
    }
}

#[pymethods]
impl PyEngine {
    /// The start of a game, with random numbers of the engine or of a seed.
    #[pyo3(signature = (seed=None))]
    fn start(&self, seed: Option<u64>) -> Outcome<PyPosition> {
        let (engine, random) = &mut *locked(&self.own);
        let position = match seed {
            Some(seed) => engine.start(&mut Rng::new(seed)),
            None => engine.start(random),
        };
        Ok(PyPosition::of(position.map_err(of_turn)?))
    }

    /// The position of a game of the same rules.
    fn position(&self, game: PyRef<'_, PyGame>) -> Outcome<PyPosition> {
        let state: State = game.game.state().clone();
        Ok(PyPosition::of(locked(&self.own).0.position(state).map_err(of_turn)?))
    }

    /// Presses a direction, by its index or name; returns true if anything moved.
    fn play(
        &self,
        py: Python<'_>,
        position: PyRef<'_, PyPosition>,
        direction: &Bound<'_, PyAny>,
    ) -> Outcome<bool> {
        let (direction, position) = (self.rules.direction(direction)?, position.position.clone());
        py.detach(|| {
            let (engine, random) = &mut *locked(&self.own);
            engine.play(&mut locked(&position), direction, random).map_err(of_turn)
        })
    }

    /// The indices of the directions that move something, exactly.
    fn legal(&self, position: PyRef<'_, PyPosition>) -> Outcome<Vec<usize>> {
        let engine = &mut locked(&self.own).0;
        let mask = position.read(|own| engine.legal(own)).map_err(of_turn)?;
        Ok(directions_in(mask))
    }

    /// True if the game is over.
    fn is_over(&self, position: PyRef<'_, PyPosition>) -> Outcome<bool> {
        let engine = &mut locked(&self.own).0;
        position.read(|own| engine.is_over(own)).map_err(of_turn)
    }

    /// Plays on after a win.
    fn play_on(&self, position: PyRef<'_, PyPosition>) -> Outcome<()> {
        locked(&self.own).0.continue_after_win(&mut locked(&position.position)).map_err(of_turn)
    }

    /// The result of a direction before anything spawns: the points, the board as a
    /// position, and the possible spawns (`None`: they are only known by playing). `None`
    /// if the direction moves nothing, or other things happen by chance in that turn.
    fn afterstate<'py>(
        &self,
        py: Python<'py>,
        position: PyRef<'_, PyPosition>,
        direction: &Bound<'_, PyAny>,
    ) -> Outcome<Option<After<'py>>> {
        let direction = self.rules.direction(direction)?;
        let (after, spawns) = {
            let engine = &mut locked(&self.own).0;
            let after = position.read(|own| engine.afterstate(own, direction)).map_err(of_turn)?;
            let Some(after) = after.filter(|after| after.moved()) else { return Ok(None) };
            let spawns = engine.spawns(&after).map_err(of_turn)?;
            (after, spawns)
        };
        let spawns = match spawns {
            Spawns::Exact(list) => Some(objects(py, list.iter().map(Spawn::of))?),
            Spawns::Nothing => Some(PyTuple::empty(py)),
            Spawns::Sampled => None,
        };
        Ok(Some((after.points(), PyPosition::of(after.board().clone()), spawns)))
    }

    /// The numbers of the kinds of all cells; -1 is an empty cell.
    fn kinds_of<'py>(
        &self,
        py: Python<'py>,
        position: PyRef<'_, PyPosition>,
    ) -> Outcome<Bound<'py, PyArray2<i32>>> {
        let board =
            self.board(&position, |engine, own, into| engine.observe(own, into).map(drop).map_err(of_turn))?;
        Ok(board.into_pyarray(py))
    }

    /// The values of the tiles; NaN where there is none.
    fn values_of<'py>(
        &self,
        py: Python<'py>,
        position: PyRef<'_, PyPosition>,
    ) -> Outcome<Bound<'py, PyArray2<f64>>> {
        let board = self.board(&position, |engine, own, into| {
            engine.read_feature(own, Feature::Value, f64::NAN, into).map(drop).map_err(of_turn)
        })?;
        Ok(board.into_pyarray(py))
    }

    /// The kinds of tiles that were numbered so far, by their numbers.
    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let list = locked(&self.own).0.kinds().to_vec();
        objects(py, list.iter().map(Kind::of))
    }

    /// The rules that it plays by.
    #[getter]
    fn rules(&self) -> PyRules {
        self.rules.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Engine of {}>", self.rules.rules.mode().title())
    }
}

#[pymethods]
impl PyPosition {
    /// The score.
    #[getter]
    fn score(&self) -> f64 {
        self.read(|own| own.score())
    }

    /// The moves so far.
    #[getter]
    fn moves(&self) -> f64 {
        self.read(|own| own.moves())
    }

    /// The screen in front of the player: `"play"`, `"win"` or `"over"`.
    #[getter]
    fn screen(&self) -> &'static str {
        self.read(|own| ScreenName::of(own.screen()).text())
    }

    /// True if the game was won at some time.
    #[getter]
    fn is_won(&self) -> bool {
        self.read(|own| own.won())
    }

    /// Another position that stands alike.
    fn copy(&self) -> PyPosition {
        PyPosition::of(self.read(Position::clone))
    }

    fn __copy__(&self) -> PyPosition {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.copy()
    }

    fn __repr__(&self) -> String {
        format!("<Position: {} moves, score {}>", self.moves(), self.score())
    }
}
