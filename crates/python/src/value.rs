//! Values of the engine as objects of Python.

use polymerge::Value;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

/// A whole number of any size. Written to the base 16: Python bounds the digits of others.
fn integer<'py>(py: Python<'py>, integer: &polymerge::calc::Integer) -> PyResult<Bound<'py, PyAny>> {
    let digits = integer.to_bigint().to_str_radix(16);
    py.get_type::<PyInt>().call1((digits, 16))
}

/// A value: numbers are `float`, integers `int`, fractions `Fraction`, complex ones a pair of
/// whole numbers, texts `str`, arrays `list`; `None` for what is not there.
pub fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Undefined | Value::Null => py.None().into_bound(py),
        Value::Boolean(truth) => truth.into_bound_py_any(py)?,
        Value::Number(number) => number.into_bound_py_any(py)?,
        Value::Integer(own) => integer(py, own)?,
        Value::Rational(own) if own.is_finite() => {
            let parts = (integer(py, own.numerator())?, integer(py, own.denominator())?);
            py.import("fractions")?.getattr("Fraction")?.call1(parts)?
        }
        Value::Rational(own) => own.to_f64().into_bound_py_any(py)?,
        Value::Text(text) => text.to_string_lossy().into_bound_py_any(py)?,
        Value::Array(array) => {
            let entries = array.entries().iter().map(|entry| object(py, entry));
            PyList::new(py, entries.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        other => polymerge::calc::json::write(other).into_bound_py_any(py)?,
    })
}
