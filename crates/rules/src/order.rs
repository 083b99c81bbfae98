//! The order in which a move visits the cells.

use std::sync::Arc;

use crate::direction::Direction;

/// Places in the grid, row by row, in the order of the visit.
pub(crate) type Order = Arc<[u32]>;

/// The order of a move: the cells at the front first, so that every tile finds
/// the one ahead of it gone on already (spec/rules.md, section 4, step 4).
pub(crate) fn of_move(direction: &Direction, height: usize, width: usize) -> Order {
    let mut cells: Vec<u32> = (0..(height * width) as u32).collect();
    if !direction.stays_still() {
        let (v, h) = (i128::from(direction.rows), i128::from(direction.columns));
        cells.sort_by_key(|index| {
            let (row, column) = (i128::from(*index) / width as i128, i128::from(*index) % width as i128);
            (-(row * v + column * h), -(row * h - column * v))
        });
    }
    cells.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direction::Strength;

    fn order(rows: i64, columns: i64) -> Vec<u32> {
        let direction = Direction {
            rows,
            columns,
            slide: f64::INFINITY,
            kind: 0.0,
            strength: Strength::MANUAL,
            probability: None,
            availability: None,
            source: calcarray::Value::Null,
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
