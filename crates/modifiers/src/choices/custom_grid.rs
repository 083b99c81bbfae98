//! A grid that the player drew.

use calcarray::Value;
use polymerge_rules::Mode;

use crate::error::ModifierError;
use crate::parts::expression::{appended, entries, list};

/// The grid of [`crate::GridShape::Custom`].
#[derive(Clone, Debug, PartialEq)]
pub struct CustomGrid {
    /// Rows of cells: `@Empty`, `@Void`, `@BlackBox`, `@Slippery`,
    /// `@EmptyNoSpawn`, `@BlackBoxNoSpawn`.
    pub cells: Value,
    /// True if cells are hexagons.
    pub hexagonal: bool,
    /// The directions; `None`: the four of a square, or six of a hexagon.
    pub directions: Option<Value>,
}

/// The cells that may be drawn, the contents they become, and true if tiles spawn there
/// (docs/spec/modifiers.md, "Grid").
pub(crate) const CELLS: &[(&str, &str, bool)] = &[
    ("@Empty", "@Empty", true),
    ("@Void", "@Void", true),
    ("@BlackBox", "@BlackBox", true),
    ("@Slippery", "@Slippery", true),
    ("@EmptyNoSpawn", "@Empty", false),
    ("@BlackBoxNoSpawn", "@BlackBox", false),
];

/// Puts the drawn grid into the mode. Boxes stay words until
/// [`crate::effects::boxes`] makes tiles of them.
pub(crate) fn apply(mode: &mut Mode, grid: &CustomGrid) -> Result<(), ModifierError> {
    let mut rows = Vec::new();
    for (r, row) in entries(&grid.cells).iter().enumerate() {
        let mut cells = Vec::new();
        for (c, cell) in entries(row).iter().enumerate() {
            match CELLS.iter().find(|(drawn, _, _)| cell.is_word(drawn)) {
                Some((_, becomes, spawns)) => {
                    if !spawns {
                        block_spawn(mode, r, c);
                    }
                    cells.push(Value::from(*becomes));
                }
                None => cells.push(cell.clone()),
            }
        }
        rows.push(Value::array(cells));
    }
    mode.height = rows.len();
    mode.width = rows.first().map_or(0, |row| entries(row).len());
    if mode.width == 0 || rows.iter().any(|row| entries(row).len() != mode.width) {
        return Err(ModifierError::Mode {
            modifier: "grid_shape",
            field: "starting_grid",
            entry: None,
            reason: "a custom grid needs rows of the same length, and at least one cell".into(),
        });
    }
    mode.starting_grid = Value::array(rows);
    mode.hexagonal = Value::Boolean(grid.hexagonal);
    Ok(())
}

fn block_spawn(mode: &mut Mode, row: usize, column: usize) {
    let here = list!["@VCoord", "Array", "arr_push", "@HCoord", "=", list!["@Literal", row, column]];
    mode.spawn_tile_blocked = appended(&mode.spawn_tile_blocked, ["||".into(), here]);
}
