//! `grid_shape` and sizes: width, height and holes (docs/spec/modifiers.md,
//! "Grid"; docs/spec/rules.md, "Data model").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::choices::choice::GridShape;
use crate::choices::custom_grid;
use crate::choices::modifiers::Modifiers;
use crate::error::ModifierError;

/// Cells that a grid may have.
pub(crate) const MAX_CELLS: usize = 1 << 16;

/// The four sizes of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The first; the only one of diamonds, hexagons and triangles.
    pub a: usize,
    /// Rows of the inner rectangles of a 4D grid.
    pub b: usize,
    /// Columns of the outer rectangle of a 4D grid.
    pub c: usize,
    /// Rows of the outer rectangle of a 4D grid.
    pub d: usize,
}

impl Sizes {
    /// Returns the chosen sizes; where none is chosen, those that fit a mode of this
    /// side.
    pub fn chosen(modifiers: &Modifiers, side: usize) -> Sizes {
        let fitting = Sizes::fitting(modifiers.grid_shape, side);
        let pick = |size: u32, fitting: usize| if size == 0 { fitting } else { size as usize };
        Sizes {
            a: pick(modifiers.size_a, fitting.a),
            b: pick(modifiers.size_b, fitting.b),
            c: pick(modifiers.size_c, fitting.c),
            d: pick(modifiers.size_d, fitting.d),
        }
    }

    fn fitting(shape: GridShape, side: usize) -> Sizes {
        let a = match shape {
            GridShape::HexaTriangle => (side as f64 * std::f64::consts::SQRT_2).floor() as usize,
            GridShape::FourD => side.saturating_sub(2).max(2),
            _ => side.saturating_sub(2),
        };
        Sizes { a, b: a, c: a, d: if side == 4 { 2 } else { 1 } }
    }

    /// Half the height of a triangle.
    fn triangle(self) -> usize {
        match self.a % 4 {
            3 => self.a.div_ceil(2),
            _ => self.a / 2,
        }
    }
}

/// The side of a grid with `steps` sizes around the middle cell.
fn times(steps: usize, size: usize) -> usize {
    size.saturating_mul(steps).saturating_add(1)
}

/// The side of `outer` grids of the side `inner`, with a line between two.
fn nested(inner: usize, outer: usize) -> usize {
    inner.saturating_add(1).saturating_mul(outer).saturating_sub(1)
}

/// An empty mode on the grid that the modifiers ask for.
pub(crate) fn of(modifiers: &Modifiers, side: usize) -> Result<Mode, ModifierError> {
    let mut mode = Mode::default();
    apply(&mut mode, modifiers, side)?;
    Ok(mode)
}

/// Sets width, height, grid and the flag for hexagons.
pub(crate) fn apply(mode: &mut Mode, modifiers: &Modifiers, side: usize) -> Result<(), ModifierError> {
    let sizes = Sizes::chosen(modifiers, side);
    let Sizes { a, b, c, d } = sizes;
    let s = sizes.triangle();
    let pick = |size: u32, own: usize| if size == 0 { own } else { size as usize };
    let (width, height) = match modifiers.grid_shape {
        GridShape::Square | GridShape::Checkerboard => {
            (pick(modifiers.width, side), pick(modifiers.height, side))
        }
        // A size that does not fit 32 bits is too large, too.
        GridShape::Diamond => (times(2, a), times(2, a)),
        GridShape::Hexagon => (times(4, a), times(2, a)),
        GridShape::HexaTriangle => (times(4, s), times(2, s)),
        GridShape::FourD => (nested(a, c), nested(b, d)),
        GridShape::Custom => {
            return match &modifiers.custom_grid {
                Some(grid) => custom_grid::apply(mode, grid),
                None => Err(ModifierError::Value {
                    name: "grid_shape",
                    value: "\"Custom\"".into(),
                    expected: "a custom grid to go with it".into(),
                }),
            };
        }
    };
    if width.saturating_mul(height) > MAX_CELLS {
        return Err(ModifierError::TooLarge { what: "cells", limit: MAX_CELLS });
    }
    let hole = |row: usize, column: usize| -> bool {
        let distance = |x: usize, y: usize| x.abs_diff(y);
        let parity = (row + column + (height - 1) / 2) % 2 == 1;
        match modifiers.grid_shape {
            GridShape::Diamond => distance(row, a) + distance(column, a) > a,
            GridShape::Checkerboard => (row + column) % 2 == 1,
            GridShape::Hexagon => parity || distance(row, a) + distance(column, 2 * a) > 2 * a,
            GridShape::HexaTriangle => {
                // A triangle with a side divisible by four lacks its last row.
                let last = (height - 1).saturating_sub(usize::from(a % 4 == 0));
                parity || distance(row, last) + distance(column, (width - 1) / 2) > a || row > last
            }
            GridShape::FourD => (row + 1).is_multiple_of(b + 1) || (column + 1).is_multiple_of(a + 1),
            GridShape::Square | GridShape::Custom => false,
        }
    };
    let cell = |row, column| Value::from(if hole(row, column) { "@Void" } else { "@Empty" });
    let row = |row| Value::array((0..width).map(|column| cell(row, column)).collect::<Vec<_>>());
    mode.width = width;
    mode.height = height;
    mode.starting_grid = Value::array((0..height).map(row).collect::<Vec<_>>());
    let hexagons = matches!(modifiers.grid_shape, GridShape::Hexagon | GridShape::HexaTriangle);
    mode.hexagonal = Value::Boolean(hexagons);
    Ok(())
}
