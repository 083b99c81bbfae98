//! The engine as a Python module: the base of the package `polymerge`.
//!
//! Records and exceptions are written in Python and made from here, so that they
//! can be pickled, compared and matched as any others.

#![forbid(unsafe_code)]

mod actions;
mod afterstates;
mod arrays;
mod batch;
mod check;
mod engine;
mod failure;
mod game;
mod learn;
mod limits;
mod mode;
mod parts;
mod picture;
mod proof;
mod records;
mod replay;
mod rules;
mod threads;
mod value;
mod work;

use pyo3::prelude::*;

/// Classes and functions of the engine.
#[pymodule(gil_used = false)]
mod _engine {
    /// The version of the package.
    #[allow(non_upper_case_globals)]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::batch::PyBatch;
    #[pymodule_export]
    use crate::check::{check, modes, open};
    #[pymodule_export]
    use crate::engine::{PyEngine, PyPosition};
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::learn::{PyWeights, hint, train};
    #[pymodule_export]
    use crate::limits::PyLimits;
    #[pymodule_export]
    use crate::mode::PyMode;
    #[pymodule_export]
    use crate::proof::verify;
    #[pymodule_export]
    use crate::replay::PyReplay;
    #[pymodule_export]
    use crate::rules::PyRules;
}
