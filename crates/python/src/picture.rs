//! Pictures of games: SVG, PNG, pixels for NumPy.

use std::io::Cursor;
use std::sync::{Arc, OnceLock};

use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray3};
use polymerge::advanced::display::Tables;
use polymerge::{Painter, State};
use pyo3::prelude::*;

use crate::failure::{Failure, Outcome};
use crate::rules::PyRules;

/// Constants of the colour schemes, which take a moment to compute.
static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();

fn painter(rules: &PyRules) -> Painter {
    Painter::with_tables(&rules.rules, TABLES.get_or_init(|| Arc::new(Tables::new())).clone())
}

/// A state at the time `now` as SVG.
pub fn svg(rules: &PyRules, state: &State, now: f64) -> Outcome<String> {
    Ok(painter(rules).svg_of(state, now)?)
}

/// A state at the time `now` as the bytes of a PNG file.
pub fn png(rules: &PyRules, state: &State, now: f64, scale: f32) -> Outcome<Vec<u8>> {
    Ok(painter(rules).png_of(state, now, scale)?)
}

/// A state as red, green and blue of every pixel: rows, columns, colours.
pub fn rgb<'py>(
    py: Python<'py>,
    rules: &PyRules,
    state: &State,
    now: f64,
    scale: f32,
) -> Outcome<Bound<'py, PyArray3<u8>>> {
    let pixels = py.detach(|| pixels(&png(rules, state, now, scale)?))?;
    Ok(pixels.into_pyarray(py))
}

fn pixels(png: &[u8]) -> Outcome<Array3<u8>> {
    let failed = |error: &dyn std::fmt::Display| Failure::input("no-picture", error.to_string());
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().map_err(|error| failed(&error))?;
    let mut bytes = vec![0; reader.output_buffer_size()];
    let frame = reader.next_frame(&mut bytes).map_err(|error| failed(&error))?;
    let samples = frame.color_type.samples();
    let opaque: Vec<u8> =
        bytes.chunks_exact(samples).flat_map(|pixel| pixel.iter().take(3).copied()).collect();
    let shape = (frame.height as usize, frame.width as usize, 3);
    Array3::from_shape_vec(shape, opaque).map_err(|error| failed(&error))
}
