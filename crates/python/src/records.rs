//! Records of `_records.py`, made from here.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

static RECORDS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// A record of this class with these fields, in order.
pub fn record<'py>(
    py: Python<'py>,
    class: &str,
    fields: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let module = RECORDS.get_or_try_init(py, || Ok::<_, PyErr>(py.import("polymerge._records")?.unbind()))?;
    module.bind(py).getattr(class)?.call1(fields)
}

/// The data that pickling makes an object again from: a function of `_pickle.py`, and its
/// arguments.
pub type Reduced<'py, Given> = (Bound<'py, PyAny>, Given);

/// A function of `_pickle.py` with its arguments.
pub fn reduced<'py, Given>(py: Python<'py>, name: &str, given: Given) -> PyResult<Reduced<'py, Given>> {
    Ok((py.import("polymerge._pickle")?.getattr(name)?, given))
}
