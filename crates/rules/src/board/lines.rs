//! The lines along which tiles move.

use std::sync::Arc;

use crate::board::direction::Direction;
use crate::board::grid::Step;
use crate::board::heading::{EDGE, Heading, Mover, Neighbours};
use crate::board::visit_order::Order;

/// The lines of cells along which tiles move, for each direction; the front cell of each line
/// first.
#[derive(Debug)]
pub(crate) struct Lines {
    pub(crate) of_directions: Vec<DirectionLines>,
    pub(crate) of_auto_moves: Vec<DirectionLines>,
}

/// The lines of one direction.
#[derive(Debug)]
pub(crate) struct DirectionLines {
    pub(crate) lines: Vec<Box<[u32]>>,
    /// A key that directions share if they differ in their step only.
    pub(crate) shared_key: u32,
    /// A key of this direction alone.
    pub(crate) own_key: u32,
    pub(crate) heading: Heading,
}

/// The number of bits of the keys of directions.
pub(crate) const DIRECTION_KEY_BITS: u32 = 14;

/// Lines of more cells than this are not remembered: they are hardly ever met
/// twice.
const LONGEST: usize = 64;

impl Lines {
    /// Finds the lines of these moves, each with the order in which it visits the cells, on a grid
    /// of this height and width.
    pub(crate) fn new<'m>(
        directions: impl Iterator<Item = (&'m Direction, &'m Order)>,
        auto_moves: impl Iterator<Item = (&'m Direction, &'m Order)>,
        (height, width): (usize, usize),
    ) -> Lines {
        let mut shared_keys: Vec<(u64, bool)> = Vec::new();
        let mut own = 0;
        let mut direction_lines = |((direction, order), mover): ((&Direction, &Order), Mover)| {
            let shared_key = (direction.slide.to_bits(), direction.strength.merges);
            let place = shared_keys.iter().position(|known| *known == shared_key).unwrap_or_else(|| {
                shared_keys.push(shared_key);
                shared_keys.len() - 1
            });
            own += 1;
            let step = Step::new(direction.rows, direction.columns);
            DirectionLines {
                // What comes after so many directions is not remembered.
                lines: if own >> DIRECTION_KEY_BITS == 0 { lines(step, height, width) } else { Vec::new() },
                shared_key: place as u32,
                own_key: own,
                heading: Heading {
                    neighbours: Some(neighbours(step, order, (height, width))),
                    ..Heading::of(direction, mover)
                },
            }
        };
        Lines {
            of_directions: directions.zip((0..).map(Mover::Player)).map(&mut direction_lines).collect(),
            of_auto_moves: auto_moves.zip((0..).map(Mover::Automatic)).map(direction_lines).collect(),
        }
    }
}

/// The neighbours of each cell.
fn neighbours(step: Step, order: &[u32], (height, width): (usize, usize)) -> Arc<[Neighbours]> {
    let moved = |place: usize, step: i64, size: usize| {
        let moved = (place as i64).checked_add(step)?;
        (0..size as i64).contains(&moved).then_some(moved as u32)
    };
    let next = |index: usize, step: Step| {
        let row = moved(index / width, step.rows, height)?;
        let column = moved(index % width, step.columns, width)?;
        Some(row * width as u32 + column)
    };
    let cells = height * width;
    let mut places = vec![0; cells];
    for (place, cell) in (0..).zip(order) {
        places[*cell as usize] = place;
    }
    let of = |index| Neighbours {
        ahead: next(index, step).unwrap_or(EDGE),
        behind: next(index, step.back()).unwrap_or(EDGE),
        place: places[index],
    };
    (0..cells).map(of).collect()
}

/// The lines of a step; none if they are too long.
fn lines(step: Step, height: usize, width: usize) -> Vec<Box<[u32]>> {
    let on = |row: i64, column: i64| (0..height as i64).contains(&row) && (0..width as i64).contains(&column);
    let mut lines = Vec::new();
    if step.is_still() {
        return lines;
    }
    for front in 0..height * width {
        let (mut row, mut column) = ((front / width) as i64, (front % width) as i64);
        if on(row.saturating_add(step.rows), column.saturating_add(step.columns)) {
            continue;
        }
        let mut line = Vec::new();
        while on(row, column) {
            line.push((row as usize * width + column as usize) as u32);
            (row, column) = (row.saturating_sub(step.rows), column.saturating_sub(step.columns));
        }
        if line.len() > LONGEST {
            return Vec::new();
        }
        lines.push(line.into());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_in_one_line() {
        for step in [(0, -1), (1, 0), (-1, 1), (0, 2), (2, 3), (9, 0)] {
            let lines = lines(Step::new(step.0, step.1), 5, 4);
            let mut cells: Vec<u32> = lines.iter().flat_map(|line| line.iter().copied()).collect();
            cells.sort_unstable();
            assert_eq!(cells, (0..20).collect::<Vec<u32>>(), "{step:?}");
        }
    }

    #[test]
    fn the_front_comes_first() {
        assert_eq!(lines(Step::new(0, -1), 2, 3), [Box::from([0, 1, 2]), Box::from([3, 4, 5])]);
        assert_eq!(lines(Step::new(1, 0), 2, 2), [Box::from([2, 0]), Box::from([3, 1])]);
    }
}
