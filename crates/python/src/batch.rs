//! The class `Batch`: many games that are played together.

use std::sync::{Mutex, MutexGuard};

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArray};
use polymerge::engine::{Direct, Feature, Restart};
use polymerge::{Batch, Refusal, Rng, State};
use polymerge_schema::Kind;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::actions::{self, for_each_game};
use crate::afterstates;
use crate::arrays::{fill, foreign};
use crate::failure::{Failure, Outcome, of_turn, one_of};
use crate::game::{PyGame, boards};
use crate::parts::Parts;
use crate::picture;
use crate::records::{Reduced, objects, reduced};
use crate::rules::PyRules;
use crate::threads::locked;

/// Games whose free cells are drawn in one of two ways.
enum Games {
    /// The usual random numbers: a seed gives the same game as `Rules.start`.
    Exact(Parts<Rng>),
    /// Directly, which is faster.
    Direct(Parts<Direct<Rng>>),
}

/// Does something with either.
macro_rules! each {
    ($games:expr, $batch:ident => $what:expr) => {
        match $games {
            Games::Exact($batch) => $what,
            Games::Direct($batch) => $what,
        }
    };
}

/// Many games of one mode that are played together. Boards and masks are arrays; whatever has
/// `out` writes into an array that is there.
#[pyclass(name = "Batch", module = "polymerge", frozen)]
pub struct PyBatch {
    games: Mutex<Games>,
    rules: PyRules,
    /// Games, rows, columns.
    shape: (usize, usize, usize),
    directions: usize,
    /// The number of threads that was asked for; `None` for as many as pay.
    threads: Option<usize>,
}

impl PyBatch {
    pub fn of(
        py: Python<'_>,
        rules: PyRules,
        (games, seed): (usize, u64),
        (placement, restart): (&str, &str),
        max_steps: Option<u64>,
        threads: Option<usize>,
    ) -> Outcome<PyBatch> {
        let restart = match restart {
            "same_step" => Restart::SameStep,
            "next_step" => Restart::NextStep,
            "by_hand" => Restart::ByHand,
            other => return Err(one_of("restart", other, "same_step, next_step, by_hand")),
        };
        let most = Batch::<Rng>::MOST_GAMES;
        if !(1..=most).contains(&games) {
            return Err(Failure::input("games", format!("games is {games}; it must be from 1 to {most}")));
        }
        must_be_threads(threads)?;
        let steps = max_steps.unwrap_or(u64::MAX);
        let own = &rules.rules;
        let batch = py.detach(|| {
            Ok(match placement {
                "exact" => {
                    let batch = own.batch(games, seed)?.with_restart(restart).with_max_steps(steps);
                    Games::Exact(Parts::new(batch, threads))
                }
                "direct" => {
                    let batch = own.batch_direct(games, seed)?.with_restart(restart).with_max_steps(steps);
                    Games::Direct(Parts::new(batch, threads))
                }
                other => return Err(one_of("placement", other, "exact, direct")),
            })
        })?;
        let (rows, columns) = rules.shape();
        let directions = rules.rules.directions().len();
        Ok(PyBatch { games: Mutex::new(batch), shape: (games, rows, columns), rules, directions, threads })
    }

    fn lock(&self) -> MutexGuard<'_, Games> {
        locked(&self.games)
    }

    fn no_such_game(&self, game: usize) -> Failure {
        Failure::input("no-such-game", format!("there is no game {game} among {}", self.shape.0))
    }

    /// The placement, and the games as texts.
    fn texts(&self, py: Python<'_>) -> Outcome<(&'static str, Vec<String>)> {
        let (placement, texts) = py.detach(|| match &*self.lock() {
            Games::Exact(batch) => ("exact", batch.snapshot()),
            Games::Direct(batch) => ("direct", batch.snapshot()),
        });
        Ok((placement, texts.map_err(of_turn)?))
    }

    fn state(&self, game: usize) -> Outcome<State> {
        if game >= self.shape.0 {
            return Err(self.no_such_game(game));
        }
        each!(&*self.lock(), batch => batch.game(game)).map_err(of_turn)
    }

    /// Writes boards into an array that is there, or else into a new one.
    fn boards<'py, T: numpy::Element + Clone + Default>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        write: impl FnOnce(&mut Games, &mut [T]) -> Outcome<()> + Send,
    ) -> Outcome<Bound<'py, PyAny>> {
        let (games, rows, columns) = self.shape;
        match out {
            None => {
                let mut numbers = vec![T::default(); games * rows * columns];
                py.detach(|| write(&mut self.lock(), &mut numbers))?;
                Ok(boards(numbers, self.shape)?.into_pyarray(py).into_any())
            }
            Some(out) => {
                fill(py, &out, &[games, rows, columns], |into| write(&mut self.lock(), into))?;
                Ok(out)
            }
        }
    }

    /// The failures; with `pressed`, also those of directions that can't be pressed now.
    fn failures_of<'py>(&self, py: Python<'py>, pressed: bool) -> PyResult<Bound<'py, PyTuple>> {
        let failures: Vec<_> = each!(&*self.lock(), batch => {
            let chosen = batch.failures().filter(|(_, error)| {
                pressed || [Refusal::Unavailable, Refusal::Blocked].iter().all(|own| *error != (*own).into())
            });
            chosen.collect()
        });
        objects(py, failures.into_iter().map(|(game, error)| polymerge_schema::Failure::of(game, error)))
    }

    /// Writes the last boards of the games that ended with the last step into a new array.
    fn last_boards<'py, T: numpy::Element + Clone + Default>(
        &self,
        py: Python<'py>,
        write: impl FnOnce(&mut Games, &mut [T]) -> Outcome<()> + Send,
    ) -> Outcome<Bound<'py, PyAny>> {
        let (_, rows, columns) = self.shape;
        let (numbers, ended) = py.detach(|| {
            let games = &mut *self.lock();
            let ended = each!(games, batch => batch.ended().len());
            let mut numbers = vec![T::default(); ended * rows * columns];
            write(games, &mut numbers).map(|()| (numbers, ended))
        })?;
        Ok(boards(numbers, (ended, rows, columns))?.into_pyarray(py).into_any())
    }
}

/// Refuses numbers of threads that are none.
fn must_be_threads(threads: Option<usize>) -> Outcome<()> {
    const MOST: usize = 1024;
    match threads {
        Some(given) if !(1..=MOST).contains(&given) => {
            Err(Failure::input("bad-argument", format!("threads is {given}; it must be from 1 to {MOST}")))
        }
        _ => Ok(()),
    }
}

/// The games that were written as texts.
fn games_of(
    py: Python<'_>,
    rules: &PyRules,
    placement: &str,
    texts: &[String],
    threads: Option<usize>,
) -> Outcome<Games> {
    let own = &rules.rules;
    py.detach(|| {
        Ok(match placement {
            "exact" => Games::Exact(Parts::new(own.batch_of_snapshot(texts)?, threads)),
            "direct" => Games::Direct(Parts::new(own.batch_of_snapshot(texts)?, threads)),
            other => return Err(one_of("placement", other, "exact, direct")),
        })
    })
}

/// Returns 1 if a direction is in a mask, else 0.
fn bit(mask: u64, direction: u32) -> i8 {
    (mask >> direction & 1) as i8
}

/// The parts that a copy by `pickle` is made from: the rules, the placement, a text for each game, the threads.
type Kept = (PyRules, &'static str, Vec<String>, Option<usize>);

#[pymethods]
impl PyBatch {
    /// Presses a direction in every game. Where one can't be pressed now, that game stays
    /// as it is; `failures` has its number and the reason. A number that is no direction of
    /// the mode is refused, and nothing happens in any game.
    fn step(&self, py: Python<'_>, directions: &Bound<'_, PyAny>) -> Outcome<()> {
        let directions = actions::of_batch(directions, self.shape.0, self.directions)?;
        py.detach(|| each!(&mut *self.lock(), batch => batch.step(directions)).map_err(of_turn))
    }

    /// The numbers of the kinds of all cells: games, rows, columns. -1 is an empty cell, -2 a
    /// hole; other negative numbers are other contents.
    #[pyo3(signature = (out=None))]
    fn kinds<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> Outcome<Bound<'py, PyAny>> {
        self.boards(py, out, |games, into: &mut [i32]| {
            each!(games, batch => batch.kinds_into(into)).map_err(of_turn)
        })
    }

    /// The kinds of the last boards of the games that ended with the last step, in the
    /// order of `ended`; see `kinds`.
    fn final_kinds<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        self.last_boards(py, |games, into: &mut [i32]| {
            each!(games, batch => batch.final_kinds_into(into)).map_err(of_turn)
        })
    }

    /// The values of the tiles; `no_tile` where there is none.
    #[pyo3(signature = (out=None, no_tile=0.0))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        no_tile: f64,
    ) -> Outcome<Bound<'py, PyAny>> {
        self.boards(py, out, |games, into: &mut [f64]| {
            each!(games, batch => batch.feature_into(Feature::Value, no_tile, into)).map_err(of_turn)
        })
    }

    /// The values of the last boards of the games that ended with the last step, in the
    /// order of `ended`; see `values`.
    #[pyo3(signature = (no_tile=0.0))]
    fn final_values<'py>(&self, py: Python<'py>, no_tile: f64) -> Outcome<Bound<'py, PyAny>> {
        self.last_boards(py, |games, into: &mut [f64]| {
            each!(games, batch => batch.final_feature_into(Feature::Value, no_tile, into)).map_err(of_turn)
        })
    }

    /// The levels of the cells: one number for each content, for learners. 0 is an empty cell,
    /// other contents without a tile are -1/8 (a hole) to -1/2; a tile has 1 + log2 of its
    /// value, and minus that of the opposite value below 0.
    #[pyo3(signature = (out=None))]
    fn levels<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> Outcome<Bound<'py, PyAny>> {
        self.boards(py, out, |games, into: &mut [f32]| {
            each!(games, batch => batch.levels_into(into)).map_err(of_turn)
        })
    }

    /// The levels of the last boards of the games that ended with the last step, in the
    /// order of `ended`; see `levels`.
    fn final_levels<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        self.last_boards(py, |games, into: &mut [f32]| {
            each!(games, batch => batch.final_levels_into(into)).map_err(of_turn)
        })
    }

    /// The directions that move something, exactly: a row for each game, 1 for each of them.
    /// None of a game that has ended and waits for the next one.
    #[pyo3(signature = (out=None))]
    fn legal<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> Outcome<Bound<'py, PyAny>> {
        let (games, directions) = (self.shape.0, self.directions);
        let write = |into: &mut [i8]| {
            let mut masks = vec![0; games];
            each!(&mut *self.lock(), batch => batch.legal_into(&mut masks)).map_err(of_turn)?;
            match into.as_chunks_mut::<4>() {
                // Most modes have four, which the compiler writes at once.
                (rows, []) if directions == 4 => {
                    rows.iter_mut()
                        .zip(masks)
                        .for_each(|(row, mask)| *row = [0, 1, 2, 3].map(|own| bit(mask, own)));
                }
                _ => {
                    let rows = into.chunks_exact_mut(directions.max(1)).zip(masks);
                    rows.for_each(|(row, mask)| {
                        (0..).zip(row).for_each(|(own, into)| *into = bit(mask, own))
                    });
                }
            }
            Ok(())
        };
        match out {
            None => {
                let array = PyArray2::<i8>::zeros(py, [games, directions], false);
                fill(py, array.as_any(), &[games, directions], write)?;
                Ok(array.into_any())
            }
            Some(out) => {
                fill(py, &out, &[games, directions], write)?;
                Ok(out)
            }
        }
    }

    /// The boards after each direction and before anything spawns, as kinds: games, directions, rows,
    /// columns; and the points of these turns: games, directions. After a direction that moves
    /// nothing this is the present board, with 0 points. Where more than the spawn goes by chance, it
    /// is a board that may come.
    #[pyo3(signature = (out=None))]
    fn afterstates<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> Outcome<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (games, rows, columns) = self.shape;
        let shape = [games, self.directions, rows, columns];
        afterstates::arrays(
            py,
            out,
            shape,
            |boards, points| each!(&mut *self.lock(), batch => batch.afterstates_into(self.directions, boards, points)),
        )
    }

    /// The points of every game in the last step.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let values = each!(&*self.lock(), batch => batch.rewards());
        values.into_pyarray(py)
    }

    /// The logarithms of what every game scored in the last step, of 1 more, to the base 2.
    #[getter]
    fn log_rewards<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyArray1<f64>>> {
        let mut rewards = vec![0.0; self.shape.0];
        each!(&*self.lock(), batch => batch.log_rewards_into(&mut rewards)).map_err(of_turn)?;
        Ok(rewards.into_pyarray(py))
    }

    /// True for each game in which anything moved in the last step.
    #[getter]
    fn moved<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let values = each!(&*self.lock(), batch => batch.moved());
        values.into_pyarray(py)
    }

    /// True for each game that has been won, as it was in the last step.
    #[getter]
    fn won<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let values = each!(&*self.lock(), batch => batch.won());
        values.into_pyarray(py)
    }

    /// True for each game that the last step ended.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let values = each!(&*self.lock(), batch => batch.over());
        values.into_pyarray(py)
    }

    /// True for each game whose last step was the last one that a game may have.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let values = each!(&*self.lock(), batch => batch.truncated());
        values.into_pyarray(py)
    }

    /// The score of every game.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let scores = each!(&*self.lock(), batch => batch.scores());
        scores.into_pyarray(py)
    }

    /// The numbers of the games that ended with the last step.
    #[getter]
    fn ended<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let ended: Vec<i64> =
            each!(&*self.lock(), batch => batch.ended().into_iter().map(|game| game as i64).collect());
        ended.into_pyarray(py)
    }

    /// The score with which the last game in each place ended.
    #[getter]
    fn final_scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let values = each!(&*self.lock(), batch => batch.final_scores());
        values.into_pyarray(py)
    }

    /// The number of steps of the last game that ended in each place.
    #[getter]
    fn final_lengths<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let values = each!(&*self.lock(), batch => batch.final_lengths());
        values.into_pyarray(py)
    }

    /// True for each place where the last game that ended had been won.
    #[getter]
    fn final_wins<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let values = each!(&*self.lock(), batch => batch.final_wins());
        values.into_pyarray(py)
    }

    /// The number of games that have ended.
    #[getter]
    fn games_ended(&self) -> u64 {
        each!(&*self.lock(), batch => batch.games_ended())
    }

    /// The games in which the last step did not happen.
    #[getter]
    fn failures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.failures_of(py, true)
    }

    /// The failures but for directions that can't be pressed now, of which there may be many.
    #[getter]
    fn _faults<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.failures_of(py, false)
    }

    /// The kinds of tiles, by their numbers. Those of the first turns are alike in all
    /// batches of a mode; others are added as they occur.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let list = each!(&mut *self.lock(), batch => batch.kinds());
        objects(py, list.iter().map(Kind::of))
    }

    /// Begins the game of a seed in one place.
    fn reset(&self, game: usize, seed: u64) -> Outcome<()> {
        each!(&mut *self.lock(), batch => batch.reset(game, seed)).map_err(of_turn)
    }

    /// Begins the next game in each place where the mask is true.
    fn restart(&self, which: &Bound<'_, PyAny>) -> Outcome<()> {
        let other = match which.is_instance_of::<PyUntypedArray>() {
            true => None,
            false => foreign(which)?,
        };
        let which = other.as_ref().unwrap_or(which);
        let which = match which.extract::<PyReadonlyArray1<'_, bool>>() {
            Ok(array) => array.as_array().to_vec(),
            Err(_) => which
                .extract::<Vec<bool>>()
                .map_err(|_| Failure::input("bad-argument", "which must hold True or False for each game"))?,
        };
        for_each_game("which", which.len(), self.shape.0)?;
        each!(&mut *self.lock(), batch => batch.restart(which)).map_err(of_turn)
    }

    /// Continues in one place from the state of a game of the same rules.
    #[pyo3(signature = (game, from, /))]
    fn load(&self, game: usize, from: PyRef<'_, PyGame>) -> Outcome<()> {
        each!(&mut *self.lock(), batch => batch.load(game, from.game.state())).map_err(of_turn)
    }

    /// One of the games, which goes on as its place in the batch does, to be played by itself. With
    /// `placement="direct"` it begins alike, but other tiles come.
    fn game(&self, game: usize) -> Outcome<PyGame> {
        let state = self.state(game)?;
        let random = match &*self.lock() {
            Games::Exact(batch) => batch.random(game).cloned(),
            Games::Direct(batch) => batch.random(game).map(|own| own.0.clone()),
        };
        let random = random.ok_or_else(|| self.no_such_game(game))?;
        Ok(PyGame::of(self.rules.clone(), self.rules.rules.continued(state, random, 0.0)?))
    }

    /// Everything that decides how the games go on, and what the last step came to, but for
    /// `failures`: texts and lists, for `load_state_dict`.
    fn state_dict<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyDict>> {
        let (placement, texts) = self.texts(py)?;
        let dict = PyDict::new(py);
        dict.set_item("mode", self.rules.rules.mode().digest()?)?;
        dict.set_item("placement", placement)?;
        dict.set_item("settings", self._settings())?;
        dict.set_item("games", texts)?;
        Ok(dict)
    }

    /// The placement, what follows the end of a game, and the number of steps after which it is cut
    /// off.
    #[getter]
    fn _settings(&self) -> (&'static str, &'static str, Option<u64>) {
        let games = &*self.lock();
        let placement = match games {
            Games::Exact(_) => "exact",
            Games::Direct(_) => "direct",
        };
        let (restart, most) = each!(games, batch => (batch.restart_mode(), batch.max_steps()));
        let restart = match restart {
            Restart::SameStep => "same_step",
            Restart::NextStep => "next_step",
            _ => "by_hand",
        };
        (placement, restart, most)
    }

    /// Goes on from what `state_dict` gave of a batch of as many games of equal rules, with the
    /// settings of that batch.
    fn load_state_dict(&self, py: Python<'_>, state: &Bound<'_, PyDict>) -> Outcome<()> {
        let bad = |what: &str| Failure::input("bad-argument", format!("the state has no {what}"));
        let read = |name: &str| state.get_item(name)?.ok_or_else(|| bad(name));
        let (mode, placement): (String, String) = (read("mode")?.extract()?, read("placement")?.extract()?);
        let texts: Vec<String> = read("games")?.extract()?;
        if mode != self.rules.rules.mode().digest()? {
            return Err(Failure::input("other-rules", "the state is of a batch of other rules"));
        }
        let games = games_of(py, &self.rules, &placement, &texts, self.threads)?;
        let count = each!(&games, batch => batch.len());
        if count != self.shape.0 {
            let message = format!("the state is of {count} games; the batch has {}", self.shape.0);
            return Err(Failure::input("wrong-length", message));
        }
        *self.lock() = games;
        Ok(())
    }

    /// A picture of one of the games, as SVG.
    fn svg(&self, py: Python<'_>, game: usize) -> Outcome<String> {
        let state = self.state(game)?;
        py.detach(|| picture::svg(&self.rules, &state, 0.0))
    }

    /// A picture of one of the games, as the bytes of a PNG file.
    #[pyo3(signature = (game, scale=1.0))]
    fn png<'py>(&self, py: Python<'py>, game: usize, scale: f32) -> Outcome<Bound<'py, PyBytes>> {
        let state = self.state(game)?;
        let bytes = py.detach(|| picture::png(&self.rules, &state, 0.0, scale))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A picture of one of the games, as an array of rows, columns and three colours.
    #[pyo3(signature = (game, scale=1.0))]
    fn rgb<'py>(&self, py: Python<'py>, game: usize, scale: f32) -> Outcome<Bound<'py, numpy::PyArray3<u8>>> {
        picture::rgb(py, &self.rules, &self.state(game)?, 0.0, scale)
    }

    /// The rules that they are played by.
    #[getter]
    fn rules(&self) -> PyRules {
        self.rules.clone()
    }

    /// The number of threads that a call may take now. As long as it was not chosen, it is 1 until
    /// steps turn out to be slow.
    #[getter]
    fn threads(&self) -> usize {
        each!(&*self.lock(), batch => batch.threads())
    }

    /// Games, rows, columns.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        self.shape
    }

    /// A copy, which continues in the same way.
    fn copy(&self, py: Python<'_>) -> PyBatch {
        let games = py.detach(|| match &*self.lock() {
            Games::Exact(batch) => Games::Exact(batch.clone()),
            Games::Direct(batch) => Games::Direct(batch.clone()),
        });
        let (rules, shape, directions) = (self.rules.clone(), self.shape, self.directions);
        PyBatch { games: Mutex::new(games), rules, shape, directions, threads: self.threads }
    }

    fn __copy__(&self, py: Python<'_>) -> PyBatch {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyBatch {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Outcome<Reduced<'py, Kept>> {
        let (placement, texts) = self.texts(py)?;
        Ok(reduced(py, "batch", (self.rules.clone(), placement, texts, self.threads))?)
    }

    #[staticmethod]
    #[pyo3(signature = (rules, placement, texts, threads=None))]
    fn _restored(
        py: Python<'_>,
        rules: PyRules,
        placement: &str,
        texts: Vec<String>,
        threads: Option<usize>,
    ) -> Outcome<PyBatch> {
        must_be_threads(threads)?;
        let games = games_of(py, &rules, placement, &texts, threads)?;
        let (count, (rows, columns)) = (each!(&games, batch => batch.len()), rules.shape());
        let directions = rules.rules.directions().len();
        Ok(PyBatch { games: Mutex::new(games), shape: (count, rows, columns), rules, directions, threads })
    }

    fn __len__(&self) -> usize {
        self.shape.0
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games of {}>", self.shape.0, self.rules.rules.mode().title())
    }
}
