//! The classes `Engine` and `Position`: searching.

use std::sync::{Arc, Mutex};

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use polymerge::calc::json;
use polymerge::engine::{Feature, Spawns, directions_in};
use polymerge::{Engine, Position, Rng, State};
use polymerge_schema::{Kind, ScreenName, Spawn};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::actions::whole_number;
use crate::failure::{Failure, Outcome, of_turn};
use crate::game::{PyGame, board};
use crate::records::{Reduced, objects, reduced};
use crate::rules::PyRules;
use crate::threads::locked;

/// The result of a move: points, the board, and the possible spawns.
type After<'py> = (f64, PyPosition, Option<Bound<'py, PyTuple>>);

/// The data that a pickled engine is made again from: its rules, the random numbers to come, and the
/// kinds that it has numbered.
type Kept = (PyRules, [u64; 4], Vec<String>);

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
#[pyclass(name = "Position", module = "polymerge", frozen)]
pub struct PyPosition {
    position: Arc<Mutex<Position>>,
    engine: Py<PyEngine>,
}

impl PyPosition {
    fn of(engine: &Bound<'_, PyEngine>, position: Position) -> PyPosition {
        PyPosition { position: Arc::new(Mutex::new(position)), engine: engine.clone().unbind() }
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

/// The row, column and kind of a tile that is to spawn, from a record or a list of three numbers.
fn placed(spawn: &Bound<'_, PyAny>) -> Outcome<(usize, usize, u32)> {
    let bad =
        || Failure::input("bad-argument", "a spawn is one of those of afterstate, or (row, column, kind)");
    let parts = match spawn.hasattr("kind")? {
        true => ["row", "column", "kind"].iter().map(|name| spawn.getattr(*name)).collect(),
        false => spawn.try_iter().and_then(|parts| parts.take(4).collect::<PyResult<Vec<_>>>()),
    };
    let [row, column, kind] = parts.map_err(|_| bad())?.try_into().map_err(|_| bad())?;
    let number = |own: &Bound<'_, PyAny>| whole_number(own).map_err(|_| bad());
    let cell = |own| usize::try_from(number(own)?).map_err(|_| bad());
    let kind = u32::try_from(number(&kind)?).map_err(|_| bad())?;
    Ok((cell(&row)?, cell(&column)?, kind))
}

#[pymethods]
impl PyEngine {
    /// The start of a game, with random numbers of the engine or of a seed.
    #[pyo3(signature = (seed=None))]
    fn start(slf: &Bound<'_, PyEngine>, seed: Option<u64>) -> Outcome<PyPosition> {
        let position = {
            let (engine, random) = &mut *locked(&slf.get().own);
            match seed {
                Some(seed) => engine.start(&mut Rng::new(seed)),
                None => engine.start(random),
            }
        };
        Ok(PyPosition::of(slf, position.map_err(of_turn)?))
    }

    /// The position of a game of the same rules.
    fn position(slf: &Bound<'_, PyEngine>, game: PyRef<'_, PyGame>) -> Outcome<PyPosition> {
        let state: State = game.game.state().clone();
        let position = locked(&slf.get().own).0.position(state).map_err(of_turn)?;
        Ok(PyPosition::of(slf, position))
    }

    /// A position as a text, which an engine of equal rules reads by `resume`.
    fn snapshot(&self, position: PyRef<'_, PyPosition>) -> Outcome<String> {
        let engine = &locked(&self.own).0;
        position.read(|own| engine.snapshot(own)).map_err(of_turn)
    }

    /// The position that `snapshot` wrote.
    fn resume(slf: &Bound<'_, PyEngine>, text: &str) -> Outcome<PyPosition> {
        let position = locked(&slf.get().own).0.of_snapshot(text).map_err(of_turn)?;
        Ok(PyPosition::of(slf, position))
    }

    /// Presses a direction, by its index or name; returns true if anything moved. With a seed, the
    /// turn's random numbers are those of the seed, not the next ones of the engine.
    #[pyo3(signature = (position, direction, seed=None))]
    fn play(
        &self,
        py: Python<'_>,
        position: PyRef<'_, PyPosition>,
        direction: &Bound<'_, PyAny>,
        seed: Option<u64>,
    ) -> Outcome<bool> {
        let (direction, position) = (self.rules.direction(direction)?, position.position.clone());
        py.detach(|| {
            let (engine, random) = &mut *locked(&self.own);
            let mut seeded = seed.map(Rng::new);
            engine.play(&mut locked(&position), direction, seeded.as_mut().unwrap_or(random)).map_err(of_turn)
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
        slf: &Bound<'py, PyEngine>,
        position: PyRef<'_, PyPosition>,
        direction: &Bound<'_, PyAny>,
    ) -> Outcome<Option<After<'py>>> {
        let (py, own) = (slf.py(), slf.get());
        let direction = own.rules.direction(direction)?;
        let (after, spawns) = {
            let engine = &mut locked(&own.own).0;
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
        Ok(Some((after.points(), PyPosition::of(slf, after.board().clone()), spawns)))
    }

    /// Presses a direction so that this tile spawns: one of the spawns that `afterstate` gives, or
    /// its row, column and kind. Returns true if anything moved. Other random numbers of the turn
    /// are as in `play`.
    #[pyo3(signature = (position, direction, spawn, seed=None))]
    fn play_spawn(
        &self,
        position: PyRef<'_, PyPosition>,
        direction: &Bound<'_, PyAny>,
        spawn: &Bound<'_, PyAny>,
        seed: Option<u64>,
    ) -> Outcome<bool> {
        let (direction, (row, column, kind)) = (self.rules.direction(direction)?, placed(spawn)?);
        let (engine, random) = &mut *locked(&self.own);
        let position = &mut *locked(&position.position);
        let spawns = engine.spawns_after(position, direction).map_err(of_turn)?;
        let spawn = spawns.find(row, column, kind).map_err(of_turn)?;
        let mut seeded = seed.map(Rng::new);
        let random = seeded.as_mut().unwrap_or(random);
        engine.play_spawn(position, direction, spawn, random).map_err(of_turn)
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

    /// The levels of the cells, as those of `Batch.levels`: one number for each content, for
    /// learners.
    fn levels_of<'py>(
        &self,
        py: Python<'py>,
        position: PyRef<'_, PyPosition>,
    ) -> Outcome<Bound<'py, PyArray2<f32>>> {
        let board = self
            .board(&position, |engine, own, into| engine.read_levels(own, into).map(drop).map_err(of_turn))?;
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

    // A copy would not play the positions of the engine.
    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Outcome<Reduced<'py, Kept>> {
        // The lock is free again before Python is called.
        let (random, kinds) = {
            let (engine, random) = &*locked(&self.own);
            let kinds = engine.kinds().iter().skip(1).map(|kind| json::write(&kind.content)).collect();
            (random.state(), kinds)
        };
        Ok(reduced(py, "engine", (self.rules.clone(), random, kinds))?)
    }

    #[staticmethod]
    fn _restored(rules: PyRules, random: [u64; 4], kinds: Vec<String>) -> Outcome<PyEngine> {
        let mut engine = rules.rules.engine()?;
        let limits = Default::default();
        let kinds: Result<Vec<_>, _> = kinds.iter().map(|text| json::read(text, &limits)).collect();
        let bad = |_| Failure::input("bad-argument", "kinds must be contents of cells, as JSON");
        engine.number_kinds(kinds.map_err(bad)?);
        Ok(PyEngine { own: Mutex::new((engine, Rng::from_state(random))), rules })
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

    /// The engine that plays it.
    #[getter]
    fn engine(&self, py: Python<'_>) -> Py<PyEngine> {
        self.engine.clone_ref(py)
    }

    /// Another position that stands alike.
    fn copy(&self, py: Python<'_>) -> PyPosition {
        PyPosition::of(self.engine.bind(py), self.read(Position::clone))
    }

    fn __copy__(&self, py: Python<'_>) -> PyPosition {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.copy(py)
    }

    // Positions that are pickled together have one engine again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Outcome<Reduced<'py, (Py<PyEngine>, String)>> {
        let text = {
            let engine = &locked(&self.engine.get().own).0;
            self.read(|own| engine.snapshot(own)).map_err(of_turn)?
        };
        Ok(reduced(py, "position", (self.engine.clone_ref(py), text))?)
    }

    fn __repr__(&self) -> String {
        format!("<Position: {} moves, score {}>", self.moves(), self.score())
    }
}
