//! The class `Rules`. Objects of Python make one another, so the files of its classes name one another.

use std::sync::{Arc, Mutex};

use polymerge::{Engine, Rules, State};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::actions::whole_number;
use crate::batch::PyBatch;
use crate::engine::PyEngine;
use crate::failure::{Failure, Outcome};
use crate::game::PyGame;
use crate::mode::PyMode;
use crate::records::{Reduced, object, objects, reduced};

/// A mode compiled and checked: starts games, engines and batches.
#[pyclass(name = "Rules", module = "polymerge", frozen, from_py_object)]
#[derive(Clone)]
pub struct PyRules {
    pub rules: Rules,
    pub mode: PyMode,
    drawn: Option<u64>,
    /// The engine that reads boards as numbers, once it is needed.
    reader: Arc<Mutex<Option<Box<Engine>>>>,
}

/// A seed, or any if none is given.
pub fn seed_or_any(py: Python<'_>, seed: Option<u64>) -> PyResult<u64> {
    match seed {
        Some(seed) => Ok(seed),
        None => py.import("random")?.call_method1("getrandbits", (53,))?.extract(),
    }
}

impl PyRules {
    pub fn of(rules: Rules, mode: PyMode) -> PyRules {
        PyRules { rules, mode, drawn: None, reader: Default::default() }
    }

    /// Reads a state by an engine that numbers kinds as all batches of the mode do at first.
    pub fn read<T>(
        &self,
        state: &State,
        read: impl FnOnce(&mut Engine, &polymerge::Position) -> Outcome<T>,
    ) -> Outcome<T> {
        let mut reader = crate::threads::locked(&self.reader);
        let foreign = |engine: &Engine| !Arc::ptr_eq(engine.rules(), state.rules());
        if reader.as_deref().is_some_and(foreign) {
            *reader = None;
        }
        let limits = self.rules.limits().memory.clone();
        let engine = reader.get_or_insert_with(|| {
            let mut engine = Engine::with_memory(state.rules().clone(), limits, 0.0);
            engine.number_first_kinds();
            Box::new(engine)
        });
        let position = engine.position(state.clone()).map_err(crate::failure::of_turn)?;
        read(engine, &position)
    }

    /// A direction by its index, or by a name, label or letter.
    pub fn direction(&self, given: &Bound<'_, PyAny>) -> Outcome<usize> {
        let Ok(text) = given.cast::<PyString>() else {
            let index = whole_number(given).ok().and_then(|index| usize::try_from(index).ok());
            return index.ok_or_else(|| {
                Failure::input("no-such-direction", "a direction is an index or a name, such as 'left'")
            });
        };
        Ok(self.rules.direction(&text.to_cow()?)?.index)
    }
}

#[pymethods]
impl PyRules {
    /// Starts the game of a seed; without one, any game.
    #[pyo3(signature = (seed=None))]
    fn start(&self, py: Python<'_>, seed: Option<u64>) -> Outcome<PyGame> {
        let seed = seed_or_any(py, seed)?;
        Ok(PyGame::of(self.clone(), py.detach(|| self.rules.start(seed))?))
    }

    /// Creates an engine to look ahead, with random numbers of a seed.
    #[pyo3(signature = (seed=0))]
    fn engine(&self, seed: u64) -> Outcome<PyEngine> {
        PyEngine::of(self.clone(), seed)
    }

    /// Many games that are played together, in as many threads as pay if you don't say how many.
    #[pyo3(signature = (games, seed=0, *, placement="exact", restart="same_step", max_steps=None, threads=None))]
    #[allow(clippy::too_many_arguments)]
    fn batch(
        &self,
        py: Python<'_>,
        games: usize,
        seed: u64,
        placement: &str,
        restart: &str,
        max_steps: Option<u64>,
        threads: Option<usize>,
    ) -> Outcome<PyBatch> {
        PyBatch::of(py, self.clone(), (games, seed), (placement, restart), max_steps, threads)
    }

    /// Plays the game of a seed at random, or by rollouts of `turns` turns for each move,
    /// to its end or for `max_turns` turns at most.
    #[pyo3(signature = (seed, *, turns=0, max_turns=1_000_000))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        turns: u64,
        max_turns: u64,
    ) -> Outcome<Bound<'py, PyAny>> {
        let made = self.played(py, seed, turns, max_turns)?;
        Ok(object(py, &polymerge_schema::Outcome::of(&made))?)
    }

    /// Returns these rules with random cells as this seed draws them, the same for all
    /// games.
    fn drawn(&self, seed: u64) -> Outcome<PyRules> {
        let rules = self.rules.drawn(seed)?;
        Ok(PyRules { drawn: Some(seed), ..PyRules::of(rules, self.mode.clone()) })
    }

    /// True if cells are drawn before each game.
    #[getter]
    fn is_drawn(&self) -> bool {
        self.rules.is_drawn()
    }

    /// The mode, with its settings and modifiers.
    #[getter]
    fn mode(&self) -> PyMode {
        self.mode.clone()
    }

    /// Rows and columns of the grid.
    #[getter]
    pub fn shape(&self) -> (usize, usize) {
        let mode = self.rules.ruleset().mode();
        (mode.height, mode.width)
    }

    /// The directions that can be pressed.
    #[getter]
    pub fn directions<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyTuple>> {
        Ok(objects(py, self.rules.directions().iter().map(polymerge_schema::Direction::of))?)
    }

    /// The moves that a text stands for, such as `"LURD"`.
    fn parse_moves(&self, text: &str) -> Outcome<Vec<usize>> {
        Ok(self.rules.parse_moves(text)?)
    }

    /// Moves as a move string, three of them to a character.
    fn write_moves(&self, moves: Vec<usize>) -> Outcome<String> {
        Ok(polymerge::proof::write_moves(&self.rules, &moves)?)
    }

    // Rules never change: games of copies belong to the engines and batches of these.
    fn __copy__(&self) -> PyRules {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyRules {
        self.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Rules of {}>", self.rules.mode().title())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (PyMode, Option<u64>)>> {
        reduced(py, "rules", (self.mode.clone(), self.drawn))
    }
}
