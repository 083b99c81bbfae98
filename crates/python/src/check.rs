//! Checking mode files, opening texts, the built-in modes.

use polymerge::advanced::modefile;
use polymerge::catalogue::{self, BuiltIn};
use polymerge::{Mode, Opened, Replay, SourceFile, open as opened};
use polymerge_schema::Problem;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::failure::Outcome;
use crate::game::PyGame;
use crate::limits::PyLimits;
use crate::mode::PyMode;
use crate::records::objects;
use crate::rules::{PyRules, seed_or_any};

/// Lists the problems of a mode file: errors, and warnings about unwise parts.
#[pyfunction]
#[pyo3(signature = (text, name="mode.jsonc", limits=None))]
pub fn check<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    limits: Option<PyLimits>,
) -> PyResult<Bound<'py, PyTuple>> {
    let file = SourceFile::new(name.to_owned(), text.as_bytes().to_vec());
    let options = limits.unwrap_or_default().limits.reading();
    let checked = py.detach(|| modefile::check(&file, &BuiltIn, &options));
    objects(py, Problem::all(&checked.problems, name, text))
}

/// The names of all built-in modes.
#[pyfunction]
pub fn modes() -> Vec<&'static str> {
    catalogue::modes().map(|mode| mode.name()).collect()
}

/// Opens a text that a person has: a save code of any kind, a mode file, or a saved game.
///
/// A mode is given as `Mode`, a game as `Game`, a replay as the `Game` that it comes to.
#[pyfunction]
#[pyo3(signature = (text, limits=None, seed=None))]
pub fn open<'py>(
    py: Python<'py>,
    text: &str,
    limits: Option<PyLimits>,
    seed: Option<u64>,
) -> Outcome<Bound<'py, PyAny>> {
    let given = limits.unwrap_or_default();
    let bounds = &given.limits;
    let seed_given = seed;
    let seed = seed_or_any(py, seed)?;
    Ok(match py.detach(|| opened(text, bounds))? {
        Opened::Mode(mode) => match mode.text().map(str::to_owned) {
            Some(file) => PyMode::of_file(*mode, file, given).into_bound_py_any(py)?,
            None => PyMode::of_code(*mode, text.to_owned(), given).into_bound_py_any(py)?,
        },
        Opened::Game(saved) => {
            let is_whole = text.trim_start().starts_with('{') && seed_given.is_none();
            let saved = if is_whole { *saved } else { saved.reseeded(seed) };
            let game = py.detach(|| saved.resume(0.0, bounds))?;
            PyGame::restored(game, given)?.into_bound_py_any(py)?
        }
        Opened::Replay(replay) => {
            let game = crate::work::whole(py, {
                let (replay, bounds): (Replay, _) = (*replay, bounds.clone());
                move || {
                    let mut player = replay.player(&bounds)?;
                    player.seek(player.length())?;
                    Ok(player.take_over(seed))
                }
            })?;
            PyGame::restored(game, given)?.into_bound_py_any(py)?
        }
        Opened::Modifiers(modifiers) => {
            let mode = Mode::built_in("2048")?.with_modifiers(*modifiers);
            mode.modifiers_code()?.into_bound_py_any(py)?
        }
        _ => py.None().into_bound(py),
    })
}

/// The rules of a game that was restored, with the mode of its code.
pub fn rules_of(game: &polymerge::Game, limits: PyLimits) -> Outcome<PyRules> {
    let rules = game.rules().clone();
    let mode = rules.mode().clone();
    let mode = match game.mode_code() {
        Ok(code) => PyMode::of_code(mode, code, limits),
        // Modes that codes have no place for, such as those without spawns.
        Err(_) => {
            let file = mode.to_file()?;
            PyMode::of_file(mode, file, limits)
        }
    };
    Ok(PyRules::of(rules, mode))
}
