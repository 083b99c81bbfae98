//! Grids of any shape, and the ways to move on them.

use calcarray::Value;

use super::{expression, leaf, list};
use crate::Picks;

/// Longest side of a grid.
const LONGEST: usize = 8;

/// The contents of a cell instead of a tile.
const CELLS: [&str; 7] = [
    "@Empty",
    "@Void",
    "@Slippery",
    "@TemporaryHole 1",
    "@TemporaryHole 3",
    "@TemporaryHole 0",
    "@EmptyNoSpawn",
];

/// Height, width and cells of a grid.
pub(super) fn grid(picks: &mut Picks<'_>, tile_entries: usize) -> (usize, usize, Value) {
    let (height, width) = (1 + picks.below(LONGEST), 1 + picks.below(LONGEST));
    let mut cell = |_| match picks.below(10) {
        0..=4 => "@Empty".into(),
        5..=8 => leaf::tile(picks, tile_entries),
        _ => Value::text(picks.one(&CELLS)),
    };
    let rows = (0..height).map(|_| list((0..width).map(&mut cell).collect::<Vec<_>>()));
    (height, width, list(rows.collect::<Vec<_>>()))
}

/// `[rows, columns, slide, type, strength, probability?]`
fn movement(picks: &mut Picks<'_>, turns: &[f64]) -> Value {
    const STEPS: [(f64, f64); 9] = [
        (0.0, -1.0),
        (-1.0, 0.0),
        (0.0, 1.0),
        (1.0, 0.0),
        (0.0, 0.0),
        (-1.0, -1.0),
        (1.0, 2.0),
        (0.0, -2.0),
        (-1e9, 1e9),
    ];
    let (rows, columns) = picks.one(&STEPS);
    let slide = picks.one(&[f64::INFINITY, 1.0, 2.0, 0.0, -1.0, 0.5, f64::NAN]);
    let kind = picks.one(&[0.0, 3.0]);
    let strength = [
        Value::Number(picks.one(turns)),
        (!picks.once_in(8)).into(),
        (!picks.once_in(8)).into(),
        (!picks.once_in(8)).into(),
    ];
    let mut entries: Vec<Value> =
        vec![rows.into(), columns.into(), slide.into(), kind.into(), list(strength)];
    if picks.once_in(6) {
        entries.push(picks.one(&[50.0, 0.0, 100.0, f64::NAN]).into());
    }
    list(entries)
}

/// Directions, one at least.
pub(super) fn directions(picks: &mut Picks<'_>) -> Value {
    let count = 1 + picks.below(5);
    let mut direction = |_| {
        let mut entries = vec![movement(picks, &[1.0, 1.0, 1.0, 1.0, 0.0, -1.0]), "label".into()];
        if picks.once_in(8) {
            entries.resize(9, Value::Number(0.0));
            entries.push(expression(picks));
        }
        list(entries)
    };
    list((0..count).map(&mut direction).collect::<Vec<_>>())
}

/// Automatic moves.
pub(super) fn auto_directions(picks: &mut Picks<'_>) -> Value {
    list(picks.list(3, |picks| {
        let mut entries =
            vec![movement(picks, &[-1.0, 0.0, 1.0]), Value::text(picks.one(&["After", "Before", "Between"]))];
        if picks.once_in(3) {
            entries.push(expression(picks));
        }
        list(entries)
    }))
}

/// The step and the slide limit of each tile.
pub(super) fn movement_parameters(picks: &mut Picks<'_>) -> Value {
    let mut parameter = |word: &str| match picks.below(4) {
        0 => word.into(),
        1 => list([word.into(), "*".into(), Value::Number(-1.0)]),
        2 => list([word.into(), "@if".into(), expression(picks), "2nd".into(), 1.0.into(), "@end-if".into()]),
        _ => expression(picks),
    };
    list([parameter("@VDir"), parameter("@HDir"), parameter("@SlideAmount")])
}
