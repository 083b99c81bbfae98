//! The order in which a move visits the cells.

use std::ops::Deref;
use std::sync::OnceLock;

use calcarray::Value;

use crate::board::direction::Direction;

/// Places in the grid, row by row, in the order of the visit.
#[derive(Debug)]
pub(crate) struct Order {
    cells: Box<[u32]>,
    /// The value of `@TileOrder`, once an expression has asked for it.
    value: OnceLock<Value>,
}

impl Order {
    /// Returns the rows and columns of the cells, on a grid of this width: the value of
    /// `@TileOrder`. All callers give the width of the one grid that the order is of.
    pub(crate) fn value(&self, width: usize) -> &Value {
        let cell = |index: &u32| {
            let index = *index as usize;
            Value::array(vec![(index / width.max(1)).into(), (index % width.max(1)).into()])
        };
        self.value.get_or_init(|| Value::array(self.cells.iter().map(cell).collect::<Vec<_>>()))
    }
}

impl Deref for Order {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.cells
    }
}

/// The order of a move: the cells at the front first, so that every tile finds
/// the one ahead of it gone on already (docs/spec/rules.md, "The turn", step
/// "Tile order").
pub(crate) fn of_move(direction: &Direction, height: usize, width: usize) -> Order {
    let (v, h) = match direction.stays_still() {
        true => (0, 0),
        false => (i128::from(direction.rows), i128::from(direction.columns)),
    };
    let places = (0..height as i128).flat_map(|row| (0..width as i128).map(move |column| (row, column)));
    let mut cells: Vec<((i128, i128), u32)> = places
        .zip(0..)
        .map(|((row, column), cell)| ((-(row * v + column * h), column * v - row * h), cell))
        .collect();
    cells.sort_by_key(|(key, _)| *key);
    Order { cells: cells.into_iter().map(|(_, cell)| cell).collect(), value: OnceLock::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::direction::Strength;

    fn order(rows: i64, columns: i64) -> Vec<u32> {
        let direction = Direction {
            rows,
            columns,
            slide: f64::INFINITY,
            kind: 0.0,
            strength: Strength::MANUAL,
            probability: None,
            availability: None,
            source: Value::Null,
        };
        of_move(&direction, 2, 2).to_vec()
    }

    #[test]
    fn the_front_comes_first() {
        // Cells:  0 1
        //         2 3
        for (name, step, cells) in [
            ("left", (0, -1), [0, 2, 1, 3]),
            ("right", (0, 1), [3, 1, 2, 0]),
            ("up", (-1, 0), [1, 0, 3, 2]),
            ("down", (1, 0), [2, 3, 0, 1]),
            ("stay still", (0, 0), [0, 1, 2, 3]),
        ] {
            assert_eq!(order(step.0, step.1), cells, "{name}");
        }
    }
}
