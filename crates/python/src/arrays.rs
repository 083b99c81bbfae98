//! Arrays of the caller: those of other libraries, and those that numbers are written into, whatever
//! their layout.

use numpy::{IntoPyArray, PyArrayDescrMethods, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::failure::{Failure, Outcome};

/// Returns an array of another library, such as a tensor of PyTorch, as one of NumPy that has the
/// same memory (DLPack), or at least the same numbers; `None` if it is no array.
pub fn foreign<'py>(given: &Bound<'py, PyAny>) -> Outcome<Option<Bound<'py, PyAny>>> {
    let numpy = given.py().import("numpy")?;
    let shared = match given.hasattr("__dlpack__")? && numpy.hasattr("from_dlpack")? {
        true => Some(numpy.call_method1("from_dlpack", (given,))),
        false => None,
    };
    let is_array = given.hasattr("__array__")?;
    let read = || numpy.call_method1("asarray", (given,));
    match shared {
        // Before 2.1, NumPy writes into no memory that it has from others in this way.
        Some(Ok(array)) if is_array && !array.getattr("flags")?.getattr("writeable")?.extract()? => {
            match read() {
                Ok(other) if numpy.call_method1("shares_memory", (&array, &other))?.extract()? => {
                    Ok(Some(other))
                }
                _ => Ok(Some(array)),
            }
        }
        Some(Ok(array)) => Ok(Some(array)),
        Some(Err(error)) if !is_array => Err(unreadable(given, &error)),
        None if !is_array => Ok(None),
        _ => read().map(Some).map_err(|error| unreadable(given, &error)),
    }
}

/// Returns an array of another library as one of NumPy that has the same memory; `None` if it is no
/// array.
fn lent<'py>(given: &Bound<'py, PyAny>) -> Outcome<Option<Bound<'py, PyAny>>> {
    let Some(array) = foreign(given)? else { return Ok(None) };
    // Of an object that copies its numbers, each reading has memory of its own.
    let again = foreign(given)?;
    let numpy = given.py().import("numpy")?;
    let is_shared: bool = numpy.call_method1("may_share_memory", (&array, &again))?.extract()?;
    if is_shared || array.getattr("size")?.extract::<usize>()? == 0 {
        return Ok(Some(array));
    }
    let message = format!(
        "out is {}, which gives copies of its numbers, so that it can't be written into: it must be an array \
         with memory of its own",
        given.get_type().name()?
    );
    Err(Failure::Python(PyTypeError::new_err(message)))
}

fn unreadable(given: &Bound<'_, PyAny>, error: &PyErr) -> Failure {
    let name = given.get_type().name().map_or_else(|_| "array".to_owned(), |name| name.to_string());
    Failure::input(
        "bad-argument",
        format!("a {name} can't be read as numbers in the memory of the processor: {error}"),
    )
}

/// Writes into an array of the caller, whatever its layout.
pub fn fill<'py, T: numpy::Element + Clone + Default>(
    py: Python<'py>,
    out: &Bound<'py, PyAny>,
    shape: &[usize],
    write: impl FnOnce(&mut [T]) -> Outcome<()> + Send,
) -> Outcome<()> {
    let bad = |message: String| Failure::input("bad-argument", format!("out {message}"));
    let other = match out.is_instance_of::<PyUntypedArray>() {
        true => None,
        false => lent(out)?,
    };
    let out = other.as_ref().unwrap_or(out);
    let Ok(array) = out.cast::<PyUntypedArray>() else {
        return Err(bad(format!("is {}; it must be an array", out.get_type().name()?)));
    };
    if array.shape() != shape {
        let message = format!("out has the shape {:?}; it must have {shape:?}", array.shape());
        return Err(Failure::input("wrong-length", message));
    }
    let needed = numpy::dtype::<T>(py);
    if !array.dtype().is_equiv_to(&needed) {
        return Err(bad(format!("holds {}; it must hold {needed}", array.dtype())));
    }
    let flags = out.getattr("flags")?;
    if !flags.getattr("writeable")?.extract()? {
        return Err(bad("can't be written to".to_owned()));
    }
    if array.is_c_contiguous() && flags.getattr("aligned")?.extract()? {
        let mut array: PyReadwriteArrayDyn<'py, T> = out.extract()?;
        let slice = array.as_slice_mut().map_err(|error| bad(error.to_string()))?;
        return py.detach(|| write(slice));
    }
    if overlaps(array.shape(), array.strides(), needed.itemsize()) {
        return Err(bad("has cells that lie over each other; it must have a place for each".to_owned()));
    }
    // Rows lie apart or in another order: NumPy knows where each number goes.
    let mut numbers = vec![T::default(); shape.iter().product()];
    py.detach(|| write(&mut numbers))?;
    let numbers = numbers.into_pyarray(py).call_method1("reshape", (PyTuple::new(py, shape)?,))?;
    py.import("numpy")?.call_method1("copyto", (out, numbers, "no"))?;
    Ok(())
}

/// Returns true if cells of an array may share memory, as in broadcast views: from the closest
/// cells to the farthest, each axis must step over all that those before reach.
fn overlaps(shape: &[usize], strides: &[isize], size: usize) -> bool {
    let long = shape.iter().zip(strides).filter(|(length, _)| **length > 1);
    let mut axes: Vec<(usize, usize)> =
        long.map(|(length, stride)| (stride.unsigned_abs(), *length)).collect();
    axes.sort_unstable();
    let mut reach = size;
    axes.iter().any(|(stride, length)| {
        let short = *stride < reach;
        reach = reach.saturating_add(stride.saturating_mul(length - 1));
        short
    })
}
