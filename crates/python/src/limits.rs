//! The class `Limits`.

use std::collections::BTreeMap;

use polymerge::Limits;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::failure::{Failure, Outcome};
use crate::records::{reduced, Reduced};

/// Bounds for everything that comes from strangers.
#[pyclass(name = "Limits", module = "polymerge", frozen, from_py_object)]
#[derive(Clone, Default)]
pub struct PyLimits {
    pub limits: Limits,
    strict: bool,
    numbers: BTreeMap<String, u64>,
}

/// A limit by its name: how it is read, and how it is set.
type Named = (&'static str, fn(&Limits) -> u64, fn(&mut Limits, u64));

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

const NAMED: [Named; 9] = [
    ("text", |own| own.text as u64, |own, number| own.text = size(number)),
    ("game_work", |own| own.game_work, |own, number| own.game_work = number),
    ("turn_steps", |own| own.game.turn_steps, |own, number| own.game.turn_steps = number),
    ("eval_steps", |own| own.game.evaluation.steps, |own, number| own.game.evaluation.steps = number),
    ("cells", |own| own.game.cells as u64, |own, number| own.game.cells = size(number)),
    ("code_moves", |own| own.code.moves as u64, |own, number| own.code.moves = size(number)),
    ("file_bytes", |own| own.file.bytes as u64, |own, number| own.file.bytes = size(number)),
    ("history_steps", |own| own.history.steps as u64, |own, number| own.history.steps = size(number)),
    ("history_bytes", |own| own.history.bytes, |own, number| own.history.bytes = number),
];

#[pymethods]
impl PyLimits {
    /// Limits for what the user has at hand.
    #[staticmethod]
    fn default() -> PyLimits {
        Default::default()
    }

    /// Limits for servers, which open what many strangers send.
    #[staticmethod]
    fn strict() -> PyLimits {
        PyLimits { limits: Limits::strict(), strict: true, ..Default::default() }
    }

    /// Returns these limits with some numbers replaced.
    #[pyo3(signature = (**numbers))]
    fn but(&self, numbers: Option<BTreeMap<String, u64>>) -> Outcome<PyLimits> {
        let mut own = self.clone();
        for (name, number) in numbers.unwrap_or_default() {
            let Some((.., set)) = NAMED.iter().find(|(known, ..)| *known == name) else {
                let known: Vec<_> = NAMED.iter().map(|named| named.0).collect();
                let message = format!("there is no limit {name}; there are {}", known.join(", "));
                return Err(Failure::input("no-such-limit", message));
            };
            set(&mut own.limits, number);
            own.numbers.insert(name, number);
        }
        Ok(own)
    }

    /// All of them by their names.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        NAMED.iter().try_for_each(|(name, get, _)| dict.set_item(name, get(&self.limits)))?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let numbers = NAMED.iter().map(|(name, get, _)| format!("{name}={}", get(&self.limits)));
        format!("Limits({})", numbers.collect::<Vec<_>>().join(", "))
    }

    fn __eq__(&self, other: &PyLimits) -> bool {
        self.limits == other.limits
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (bool, Bound<'py, PyDict>)>> {
        let numbers = PyDict::new(py);
        self.numbers.iter().try_for_each(|(name, number)| numbers.set_item(name, number))?;
        reduced(py, "limits", (self.strict, numbers))
    }
}
