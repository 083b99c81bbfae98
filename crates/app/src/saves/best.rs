//! The tile of the highest value in a game.

use polymerge::advanced::display::WORK;
use polymerge::calc::{Coordinate, Meter, Position, Program, Variables, convert};
use polymerge::{Cell, State, Value};

use super::record::BestTile;
use crate::board;

/// The search for the tile of the highest value on the board.
pub struct Best {
    value: Option<Program>,
}

impl Best {
    /// Returns a search for games of any mode.
    pub fn new() -> Best {
        let expression = Value::array(vec!["@VCoord".into(), "tileValue".into(), "@HCoord".into()]);
        Best { value: Program::compile(&expression, &Default::default()).ok() }
    }

    /// Returns the tile of the highest value, if it beats `before`. All tiles share the work of
    /// [`WORK`] evaluations; those after that have no value.
    pub fn of(&self, game: &State, before: Option<&BestTile>) -> Option<BestTile> {
        let program = self.value.as_ref()?;
        let mut scratch = game.scratch(0.0);
        let mut meter = Meter::shared(game.rules().limits().evaluation.clone(), WORK);
        let mut best = before.map(|tile| (tile.value, None));
        for row in 0..game.height() {
            for column in 0..game.width() {
                if game.cell(Cell::new(row, column)).and_then(Value::as_array).is_none() {
                    continue;
                }
                meter.reset();
                let (v, h) = (Coordinate::At(row as f64), Coordinate::At(column as f64));
                let position = Position { v, h, ..Position::default() };
                let value = scratch.evaluate(program, &position, &Variables::default()).ok();
                let value = value.and_then(|value| convert::to_number(&value, &mut meter).ok());
                let value = value.filter(|value| !value.is_nan()).unwrap_or(0.0);
                if best.as_ref().is_none_or(|(least, _)| value > *least) {
                    best = Some((value, Some((row, column))));
                }
            }
        }
        let (value, place) = best?;
        let (row, column) = place?;
        let text = board::texts(game, 0.0).get(row)?.get(column)?.clone();
        Some(BestTile { text, value: super::record::finite(value) })
    }
}
