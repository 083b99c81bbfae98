//! What the cells of a game look like.

use polymerge::calcarray::{json, Container, Coordinate, Meter, Position};
use polymerge::{Cell, Game, Value};

/// What a cell shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// Not part of the board.
    Void,
    /// A free cell.
    Empty,
    /// A cell that tiles slide over.
    Slippery,
    /// A hole that closes after so many turns.
    Hole(String),
    /// A tile with its text.
    Tile(String),
}

/// All cells, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The cells.
    pub rows: Vec<Vec<Look>>,
    /// Whether neighbours in a row are two columns apart.
    pub hexagonal: bool,
}

impl Board {
    /// The board of a game.
    pub fn of(game: &Game) -> Board {
        let rows = (0..game.height())
            .map(|row| (0..game.width()).map(|column| look(game, Cell::new(row, column))).collect())
            .collect();
        Board { rows, hexagonal: game.rules().mode().hexagonal.is_true() }
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// The texts of a row, as far as text can show cells.
pub fn texts(game: &Game, row: usize) -> Vec<String> {
    (0..game.width())
        .map(|column| match look(game, Cell::new(row, column)) {
            Look::Void => String::new(),
            Look::Empty => "·".into(),
            Look::Slippery => "~".into(),
            Look::Hole(turns) => format!("({turns})"),
            Look::Tile(text) => text,
        })
        .collect()
}

fn look(game: &Game, cell: Cell) -> Look {
    match game.cell(cell) {
        None => Look::Void,
        Some(Value::Array(_)) => Look::Tile(tile_text(game, cell)),
        Some(Value::Text(word)) if word.is("@Empty") => Look::Empty,
        Some(Value::Text(word)) if word.is("@Slippery") => Look::Slippery,
        Some(Value::Text(word)) if word.starts_with("@TemporaryHole") => {
            Look::Hole(word.to_string_lossy().split(' ').nth(1).unwrap_or_default().to_owned())
        }
        Some(_) => Look::Void,
    }
}

/// What a tile is called: its value as the mode counts it, or its entries.
fn tile_text(game: &Game, cell: Cell) -> String {
    let mut scratch = game.scratch(0.0);
    let tile = game.cell(cell).cloned().unwrap_or_default();
    let position = Position {
        v: Coordinate::None,
        h: Coordinate::None,
        container: Container::Value(&tile),
        ..Position::default()
    };
    let program = polymerge::calcarray::Host::tile_value(&scratch);
    let mut meter = Meter::new(game.rules().limits().evaluation.clone());
    let value = program.run(&mut scratch, &position, &mut meter);
    match value {
        Ok(Value::Text(text)) => text.to_string_lossy(),
        Ok(value @ (Value::Number(_) | Value::Integer(_) | Value::Rational(_) | Value::Gaussian(_))) => {
            plain(&value)
        }
        _ => tile.as_array().map(|t| t.iter().map(plain).collect::<Vec<_>>().join(" ")).unwrap_or_default(),
    }
}

/// A value without the marks of extended JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string_lossy(),
        Value::Integer(integer) => integer.to_string(),
        Value::Rational(fraction) => format!("{}/{}", fraction.numerator(), fraction.denominator()),
        other => json::write(other),
    }
}
