//! The boards of a batch after each direction, before anything spawns.

use numpy::{IntoPyArray, PyArrayMethods};
use polymerge::TurnError;
use pyo3::prelude::*;

use crate::arrays::fill;
use crate::failure::{Failure, Outcome, of_turn};

/// The most numbers of all boards: 4 GiB.
const MOST_NUMBERS: usize = 1 << 30;

/// Boards and points as arrays.
type Arrays<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Makes arrays of boards and points, or fills one of boards that is there.
pub fn arrays<'py>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    shape: [usize; 4],
    write: impl FnOnce(&mut [i32], &mut [f64]) -> Result<(), TurnError> + Send,
) -> Outcome<Arrays<'py>> {
    let [games, directions, ..] = shape;
    let mut points = Vec::new();
    let boards = match out {
        Some(out) => {
            fill(py, &out, &shape, |into| {
                points.resize(games * directions, 0.0);
                write(into, &mut points).map_err(of_turn)
            })?;
            out
        }
        None => {
            let count = shape.iter().product();
            if count > MOST_NUMBERS {
                let message =
                    format!("boards of {games} games after each of {directions} directions are too many");
                return Err(Failure::input("games", message));
            }
            points.resize(games * directions, 0.0);
            let mut boards = vec![0; count];
            py.detach(|| write(&mut boards, &mut points)).map_err(of_turn)?;
            boards.into_pyarray(py).reshape(shape)?.into_any()
        }
    };
    Ok((boards, points.into_pyarray(py).reshape([games, directions])?.into_any()))
}
