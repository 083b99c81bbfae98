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
