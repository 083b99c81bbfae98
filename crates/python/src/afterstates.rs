//! The boards of a batch after each direction, before anything spawns.

use numpy::{IntoPyArray, PyArrayMethods};
use polymerge::{Batch, Randomness, Rng, TurnError};
use pyo3::prelude::*;

use crate::arrays::fill;
use crate::failure::{of_turn, Failure, Outcome};

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
    let mut points = vec![0.0; games * directions];
    let boards = match out {
        Some(out) => {
            fill(py, &out, &shape, |into| write(into, &mut points).map_err(of_turn))?;
            out
        }
        None => {
            let count = shape.iter().product();
            if count > MOST_NUMBERS {
                let message =
                    format!("boards of {games} games after each of {directions} directions are too many");
                return Err(Failure::input("games", message));
            }
            let mut boards = vec![0; count];
            py.detach(|| write(&mut boards, &mut points)).map_err(of_turn)?;
            boards.into_pyarray(py).reshape(shape)?.into_any()
        }
    };
    Ok((boards, points.into_pyarray(py).reshape([games, directions])?.into_any()))
}

/// Writes the board after each direction of each game, and the points of that turn. After a direction
/// that moves nothing this is the present board, with 0 points. If more than the spawn goes by chance,
/// it is the board after a turn with other random numbers than those of the game.
pub fn write<R: Randomness>(
    batch: &mut Batch<R>,
    directions: usize,
    boards: &mut [i32],
    points: &mut [f64],
) -> Result<(), TurnError> {
    let (games, cells) = (batch.len(), batch.cells().max(1));
    let mut masks = vec![0; games];
    batch.legal_into(&mut masks)?;
    let rows = points.chunks_exact_mut(directions.max(1));
    let boards = boards.chunks_exact_mut(cells * directions.max(1));
    for (game, ((mask, points), boards)) in masks.into_iter().zip(rows).zip(boards).enumerate() {
        let Some((engine, position)) = batch.look(game) else { break };
        for (direction, (board, points)) in boards.chunks_exact_mut(cells).zip(points).enumerate() {
            *points = 0.0;
            if mask >> direction & 1 == 0 {
                engine.observe(position, board)?;
                continue;
            }
            if let Some(after) = engine.afterstate(position, direction)? {
                engine.observe(after.board(), board)?;
                *points = after.points();
                continue;
            }
            let mut fork = position.clone();
            // A turn that fails leaves the fork as it was.
            if engine.play(&mut fork, direction, &mut Rng::new(game as u64)).is_ok() {
                *points = fork.score() - position.score();
            }
            engine.observe(&fork, board)?;
        }
    }
    Ok(())
}
