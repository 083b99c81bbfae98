//! Random cells (`random_holes`, `random_boxes`, `random_slippery`), which are drawn
//! again at the start of every game (docs/spec/modifiers.md, "Random cells, restarts").

use calcarray::Value;
use polymerge_rules::{Cell, Mode, Randomness};

use crate::choices::modifiers::Modifiers;
use crate::effects::boxes;
use crate::error::ModifierError;
use crate::parts::expression::entries;

/// The contents that are placed at random when a game starts.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomCells {
    /// The contents and the number of each, in order.
    kinds: [(Value, u32); 3],
}

impl RandomCells {
    /// Returns the contents that the modifiers ask for, or `None` if there are
    /// none; `mode` is the mode they have changed.
    pub fn new(mode: &Mode, modifiers: &Modifiers) -> Option<RandomCells> {
        let kinds = [
            ("@Void".into(), modifiers.random_holes),
            (boxes::tile(mode), modifiers.random_boxes),
            ("@Slippery".into(), modifiers.random_slippery),
        ];
        kinds.iter().any(|(_, count)| *count > 0).then_some(RandomCells { kinds })
    }

    /// Draws cells of the grid of `mode` and puts holes, boxes and slippery cells
    /// there. Returns the placed contents, for the record of the game.
    ///
    /// This is done before anything else is drawn. A cell that is not empty
    /// uses up a draw and is not drawn again, so there may be fewer than
    /// asked for.
    ///
    /// # Errors
    /// If there are no random numbers left.
    pub fn place(
        &self,
        mode: &mut Mode,
        random: &mut dyn Randomness,
    ) -> Result<Vec<(Cell, Value)>, ModifierError> {
        let mut grid: Vec<Vec<Value>> =
            entries(&mode.starting_grid).iter().map(|row| entries(row).to_vec()).collect();
        let mut left: Vec<Cell> = (0..grid.len())
            .flat_map(|row| {
                (0..grid[row].len()).map(move |column| Cell::new(row, column)).collect::<Vec<_>>()
            })
            .collect();
        let mut placed = Vec::new();
        for (content, count) in &self.kinds {
            let mut wanted = *count;
            while wanted > 0 && !left.is_empty() {
                let draw = random.next().ok_or(ModifierError::OutOfRandomness)?;
                let place = ((draw * left.len() as f64) as usize).min(left.len() - 1);
                let cell = left.remove(place);
                let there = &mut grid[cell.row][cell.column];
                if there.is_word("@Empty") {
                    *there = content.clone();
                    placed.push((cell, content.clone()));
                    wanted -= 1;
                }
            }
        }
        mode.starting_grid = Value::array(grid.into_iter().map(Value::array).collect::<Vec<_>>());
        Ok(placed)
    }
}

#[cfg(test)]
mod tests {
    use polymerge_rules::Recorded;

    use super::*;

    #[test]
    fn cells_are_drawn_holes_first_and_only_once() {
        let modifiers =
            Modifiers { random_holes: 1, random_boxes: 1, random_slippery: 9, ..Modifiers::default() };
        let row = vec![Value::from("@Empty"); 4];
        let mut mode =
            Mode { width: 4, height: 1, starting_grid: vec![row.into()].into(), ..Mode::default() };
        let cells = RandomCells::new(&mode, &modifiers).unwrap();
        let mut random = Recorded::new([0.3, 0.3, 0.0, 0.0]);
        let placed = cells.place(&mut mode, &mut random).unwrap();
        let columns: Vec<usize> = placed.iter().map(|(cell, _)| cell.column).collect();
        assert_eq!(columns, [1, 0, 2, 3]);
        let mut random = Recorded::new([]);
        assert_eq!(cells.place(&mut mode, &mut random), Err(ModifierError::OutOfRandomness));
    }
}
