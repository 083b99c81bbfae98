//! Turns and what happened in them, as records and dictionaries.

use polymerge::advanced::rules::Screen;
use polymerge::{Cell, Event, Turn, Value};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::IntoPyObjectExt;

use crate::records::record;
use crate::value::object;

/// The name of a screen.
pub fn screen(screen: Screen) -> &'static str {
    match screen {
        Screen::Play => "play",
        Screen::Win => "win",
        Screen::GameOver => "over",
    }
}

/// A turn as a record.
pub fn turn<'py>(py: Python<'py>, turn: &Turn) -> PyResult<Bound<'py, PyAny>> {
    let events = turn.events.iter().map(|event| dictionary(py, event));
    let events = PyTuple::new(py, events.collect::<PyResult<Vec<_>>>()?)?;
    record(py, "Turn", (turn.moved, turn.score, events))
}

fn cell<'py>(py: Python<'py>, cell: &Cell) -> PyResult<Bound<'py, PyAny>> {
    (cell.row, cell.column).into_bound_py_any(py)
}

/// Cells with their contents.
fn filled<'py>(py: Python<'py>, list: &[(Cell, Value)]) -> PyResult<Bound<'py, PyAny>> {
    let pairs = list.iter().map(|(own, tile)| (cell(py, own)?, object(py, tile)?).into_bound_py_any(py));
    PyTuple::new(py, pairs.collect::<PyResult<Vec<_>>>()?)?.into_bound_py_any(py)
}

fn dictionary<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyDict>> {
    let (name, fields): (&str, Vec<(&str, Bound<'py, PyAny>)>) = match event {
        Event::Slide { pass, tile, from, to } => (
            "slide",
            vec![
                ("pass", pass.into_bound_py_any(py)?),
                ("tile", object(py, tile)?),
                ("from", cell(py, from)?),
                ("to", cell(py, to)?),
            ],
        ),
        Event::Merge { pass, rule, inputs, outputs, score } => (
            "merge",
            vec![
                ("pass", pass.into_bound_py_any(py)?),
                ("rule", rule.into_bound_py_any(py)?),
                ("inputs", filled(py, inputs)?),
                ("outputs", filled(py, outputs)?),
                ("score", score.into_bound_py_any(py)?),
            ],
        ),
        Event::EndOfTurnRule { rule, cell: own, tile, outputs, score } => (
            "end_of_turn_rule",
            vec![
                ("rule", rule.into_bound_py_any(py)?),
                ("cell", cell(py, own)?),
                ("tile", object(py, tile)?),
                ("outputs", filled(py, outputs)?),
                ("score", score.into_bound_py_any(py)?),
            ],
        ),
        Event::HoleCountdown { cell: own, content } => {
            ("hole_countdown", vec![("cell", cell(py, own)?), ("content", object(py, content)?)])
        }
        Event::Spawn { cell: own, tile, forced } => (
            "spawn",
            vec![
                ("cell", cell(py, own)?),
                ("tile", object(py, tile)?),
                ("forced", forced.into_bound_py_any(py)?),
            ],
        ),
        Event::SpawnFailed { forced } => ("spawn_failed", vec![("forced", forced.into_bound_py_any(py)?)]),
        Event::Replaced { cell: own, before, after } => (
            "replaced",
            vec![("cell", cell(py, own)?), ("before", object(py, before)?), ("after", object(py, after)?)],
        ),
        Event::Script { script, trigger } => (
            "script",
            vec![
                ("script", script.into_bound_py_any(py)?),
                ("trigger", trigger.to_string_lossy().into_bound_py_any(py)?),
            ],
        ),
        Event::Announcement { message, milliseconds } => (
            "announcement",
            vec![
                ("message", message.to_string_lossy().into_bound_py_any(py)?),
                ("milliseconds", milliseconds.into_bound_py_any(py)?),
            ],
        ),
        Event::AutoMove { index, turn: own } => {
            ("auto_move", vec![("index", index.into_bound_py_any(py)?), ("turn", turn(py, own)?)])
        }
        Event::Discovered { tile } => ("discovered", vec![("tile", object(py, tile)?)]),
        Event::DirectionBlocked { direction } => {
            ("direction_blocked", vec![("direction", direction.into_bound_py_any(py)?)])
        }
        Event::DirectionsFreed => ("directions_freed", Vec::new()),
        Event::Screen(own) => ("screen", vec![("screen", screen(*own).into_bound_py_any(py)?)]),
        _ => ("other", Vec::new()),
    };
    let dict = PyDict::new(py);
    dict.set_item("event", name)?;
    fields.into_iter().try_for_each(|(name, value)| dict.set_item(name, value))?;
    Ok(dict)
}
