//! The class `Limits`.

use std::collections::BTreeMap;
use std::ffi::CString;

use polymerge::Limits;
use polymerge_schema::limits::{LIMITS, Limit};
use pyo3::exceptions::PyDeprecationWarning;
use pyo3::prelude::*;

use crate::failure::{Failure, Outcome};
use crate::records::{Reduced, reduced};

/// Bounds for everything that comes from strangers.
#[pyclass(name = "Limits", module = "polymerge", frozen, from_py_object)]
#[derive(Clone, Default)]
pub struct PyLimits {
    pub limits: Limits,
    strict: bool,
    numbers: BTreeMap<&'static str, u64>,
}

/// The data that pickled limits are made again from: their base, and the changed numbers.
type Origin = (bool, BTreeMap<&'static str, u64>);

/// Returns the limit of a name; old names are accepted with a warning.
fn find(py: Python<'_>, name: &str) -> Outcome<&'static Limit> {
    if let Some(limit) = LIMITS.iter().find(|limit| limit.old_python == Some(name)) {
        let message = format!("the limit {name} is called {} now", limit.name);
        PyErr::warn(
            py,
            &py.get_type::<PyDeprecationWarning>(),
            &CString::new(message).unwrap_or_default(),
            1,
        )?;
        return Ok(limit);
    }
    LIMITS.iter().find(|limit| limit.name == name).ok_or_else(|| {
        let known: Vec<_> = LIMITS.iter().map(|limit| limit.name).collect();
        let message = format!("there is no limit {name}; there are {}", known.join(", "));
        Failure::input("no-such-limit", message)
    })
}

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
    fn but(&self, py: Python<'_>, numbers: Option<BTreeMap<String, u64>>) -> Outcome<PyLimits> {
        let mut own = self.clone();
        for (name, number) in numbers.unwrap_or_default() {
            let limit = find(py, &name)?;
            if number > limit.most {
                let message = format!("{name} is {number}; it must be from 0 to {}", limit.most);
                return Err(Failure::input("bad-argument", message));
            }
            (limit.set)(&mut own.limits, number);
            own.numbers.insert(limit.name, number);
        }
        Ok(own)
    }

    /// All of them by their names.
    fn as_dict(&self) -> BTreeMap<&'static str, u64> {
        LIMITS.iter().map(|limit| (limit.name, (limit.get)(&self.limits))).collect()
    }

    fn __repr__(&self) -> String {
        let base = if self.strict { "strict" } else { "default" };
        let numbers: Vec<_> = self.numbers.iter().map(|(name, number)| format!("{name}={number}")).collect();
        match numbers.is_empty() {
            true => format!("Limits.{base}()"),
            false => format!("Limits.{base}().but({})", numbers.join(", ")),
        }
    }

    fn __eq__(&self, other: &PyLimits) -> bool {
        self.limits == other.limits
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Origin>> {
        reduced(py, "limits", (self.strict, self.numbers.clone()))
    }
}
