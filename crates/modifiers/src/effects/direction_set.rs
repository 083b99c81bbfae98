//! `direction_set`, `stay_still`, `slide_amount`: the directions of each
//! shape (docs/spec/modifiers.md, "Directions").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::choices::choice::{DirectionSet, GridShape};
use crate::choices::modifiers::Modifiers;
use crate::effects::grid::Sizes;
use crate::parts::expression::list;

/// A direction as the pad shows it.
struct Arrow {
    /// Rows down.
    v: i64,
    /// Columns to the right.
    h: i64,
    label: &'static str,
    /// Width, font size, top and left, in 33rds of the pad.
    layout: [f64; 4],
    keys: &'static [&'static str],
    /// The angle in degrees.
    rotation: f64,
}

/// Along the sides of squares.
#[rustfmt::skip]
const SQUARE: &[Arrow] = &[
    Arrow { v: -1, h: 0, label: "↑", layout: [5.0, 3.0, 6.0, 14.0], keys: &["ArrowUp", "KeyW"], rotation: 0.0 },
    Arrow { v: 1, h: 0, label: "↓", layout: [5.0, 3.0, 22.0, 14.0], keys: &["ArrowDown", "KeyS", "KeyX"], rotation: 0.0 },
    Arrow { v: 0, h: -1, label: "←", layout: [5.0, 3.0, 14.0, 6.0], keys: &["ArrowLeft", "KeyA"], rotation: 0.0 },
    Arrow { v: 0, h: 1, label: "→", layout: [5.0, 3.0, 14.0, 22.0], keys: &["ArrowRight", "KeyD"], rotation: 0.0 },
];

/// Along the corners of squares.
#[rustfmt::skip]
const CORNERS: &[Arrow] = &[
    Arrow { v: -1, h: -1, label: "←", layout: [5.0, 3.0, 6.0, 6.0], keys: &["KeyQ"], rotation: 45.0 },
    Arrow { v: -1, h: 1, label: "↑", layout: [5.0, 3.0, 6.0, 22.0], keys: &["KeyE"], rotation: 45.0 },
    Arrow { v: 1, h: -1, label: "↓", layout: [5.0, 3.0, 22.0, 6.0], keys: &["KeyZ"], rotation: 45.0 },
    Arrow { v: 1, h: 1, label: "→", layout: [5.0, 3.0, 22.0, 22.0], keys: &["KeyC"], rotation: 45.0 },
];

/// Over the corner of the next cell of a checkerboard.
#[rustfmt::skip]
const DOUBLE: &[Arrow] = &[
    Arrow { v: -2, h: 0, label: "↑↑", layout: [5.0, 2.5, 6.0, 14.0], keys: &["ArrowUp", "KeyW"], rotation: 0.0 },
    Arrow { v: 2, h: 0, label: "↓↓", layout: [5.0, 2.5, 22.0, 14.0], keys: &["ArrowDown", "KeyS", "KeyX"], rotation: 0.0 },
    Arrow { v: 0, h: -2, label: "←←", layout: [5.0, 2.5, 14.0, 6.0], keys: &["ArrowLeft", "KeyA"], rotation: 0.0 },
    Arrow { v: 0, h: 2, label: "→→", layout: [5.0, 2.5, 14.0, 22.0], keys: &["ArrowRight", "KeyD"], rotation: 0.0 },
];

/// Along the sides of hexagons.
#[rustfmt::skip]
const HEXAGON: &[Arrow] = &[
    Arrow { v: -1, h: -1, label: "←", layout: [5.0, 3.0, 6.0, 9.0], keys: &["KeyQ"], rotation: 60.0 },
    Arrow { v: -1, h: 1, label: "↑", layout: [5.0, 3.0, 6.0, 19.0], keys: &["KeyW"], rotation: 30.0 },
    Arrow { v: 1, h: -1, label: "↓", layout: [5.0, 3.0, 22.0, 9.0], keys: &["KeyZ"], rotation: 30.0 },
    Arrow { v: 1, h: 1, label: "→", layout: [5.0, 3.0, 22.0, 19.0], keys: &["KeyX"], rotation: 60.0 },
    Arrow { v: 0, h: -2, label: "←", layout: [5.0, 3.0, 14.0, 4.0], keys: &["KeyA"], rotation: 0.0 },
    Arrow { v: 0, h: 2, label: "→", layout: [5.0, 3.0, 14.0, 24.0], keys: &["KeyS"], rotation: 0.0 },
];

/// Along the corners of hexagons.
#[rustfmt::skip]
const HEXAGON_CORNERS: &[Arrow] = &[
    Arrow { v: -2, h: 0, label: "↑", layout: [4.0, 2.5, 0.0, 14.0], keys: &["KeyO"], rotation: 0.0 },
    Arrow { v: 2, h: 0, label: "↓", layout: [4.0, 2.5, 28.0, 14.0], keys: &["KeyK"], rotation: 0.0 },
    Arrow { v: -1, h: -3, label: "←", layout: [4.0, 2.5, 7.0, 2.0], keys: &["KeyI"], rotation: 30.0 },
    Arrow { v: -1, h: 3, label: "↑", layout: [4.0, 2.5, 7.0, 26.0], keys: &["KeyP"], rotation: 60.0 },
    Arrow { v: 1, h: -3, label: "↓", layout: [4.0, 2.5, 21.0, 2.0], keys: &["KeyJ"], rotation: 60.0 },
    Arrow { v: 1, h: 3, label: "→", layout: [4.0, 2.5, 21.0, 26.0], keys: &["KeyL"], rotation: 30.0 },
];

const STAY: [f64; 4] = [5.0, 3.0, 14.0, 14.0];
const STAY_4D: [f64; 4] = [4.0, 2.5, 14.5, 14.5];

impl Arrow {
    fn direction(&self, slide: f64) -> Value {
        let [width, font, top, left] = self.layout.map(|part| part / 33.0);
        let strength = list![1.0, true, true, true];
        let keys: Vec<Value> = self.keys.iter().map(|key| Value::from(*key)).collect();
        let step = list![self.v as f64, self.h as f64, slide, 0.0, strength];
        list![step, self.label, width, width, font, top, left, keys, self.rotation]
    }
}

/// The directions of a shape.
pub fn directions(modifiers: &Modifiers, side: usize) -> Value {
    if let (GridShape::Custom, Some(grid)) = (modifiers.grid_shape, &modifiers.custom_grid) {
        return grid.directions.clone().unwrap_or_else(|| drawn(grid.hexagonal));
    }
    let (orthogonal, diagonal) = match modifiers.grid_shape {
        GridShape::Square | GridShape::Diamond | GridShape::Custom => (SQUARE, CORNERS),
        GridShape::Checkerboard => (CORNERS, DOUBLE),
        GridShape::Hexagon | GridShape::HexaTriangle => (HEXAGON, HEXAGON_CORNERS),
        GridShape::FourD => return four_d(modifiers, Sizes::chosen(modifiers, side)),
    };
    let slide = modifiers.slide_amount.number();
    let mut all = Vec::new();
    if modifiers.direction_set != DirectionSet::Diagonal {
        all.extend(orthogonal.iter().map(|arrow| arrow.direction(slide)));
    }
    if modifiers.direction_set != DirectionSet::Orthogonal {
        all.extend(diagonal.iter().map(|arrow| arrow.direction(slide)));
    }
    all.extend(stay(modifiers, STAY));
    Value::array(all)
}

/// Returns the directions that a drawn grid starts with: they slide without end,
/// and have only the first two keys.
fn drawn(hexagonal: bool) -> Value {
    let arrows = if hexagonal { HEXAGON } else { SQUARE };
    let arrow = |arrow: &Arrow| {
        let keys = &arrow.keys[..arrow.keys.len().min(2)];
        Arrow { keys, ..*arrow }.direction(f64::INFINITY)
    };
    Value::array(arrows.iter().map(arrow).collect::<Vec<_>>())
}

/// Two directions for each size above one: within the inner rectangles, then
/// from one to the next.
fn four_d(modifiers: &Modifiers, sizes: Sizes) -> Value {
    let (across, down) = (sizes.a as i64 + 1, sizes.b as i64 + 1);
    let inner = |v, h, label, top, left, keys| Arrow {
        v,
        h,
        label,
        layout: [4.0, 2.5, top, left],
        keys,
        rotation: 0.0,
    };
    let outer = |v, h, label, top, left, keys| Arrow {
        v,
        h,
        label,
        layout: [4.0, 2.0, top, left],
        keys,
        rotation: 0.0,
    };
    let pairs: [(usize, [Arrow; 2]); 4] = [
        (
            sizes.a,
            [
                inner(0, -1, "←", 14.5, 8.5, &["ArrowLeft", "KeyA"]),
                inner(0, 1, "→", 14.5, 20.5, &["ArrowRight", "KeyD"]),
            ],
        ),
        (
            sizes.b,
            [
                inner(-1, 0, "↑", 8.5, 14.5, &["ArrowUp", "KeyW"]),
                inner(1, 0, "↓", 20.5, 14.5, &["ArrowDown", "KeyS"]),
            ],
        ),
        (
            sizes.c,
            [outer(0, -across, "←←", 14.5, 2.5, &["KeyJ"]), outer(0, across, "→→", 14.5, 26.5, &["KeyL"])],
        ),
        (sizes.d, [outer(-down, 0, "↑↑", 2.5, 14.5, &["KeyI"]), outer(down, 0, "↓↓", 26.5, 14.5, &["KeyK"])]),
    ];
    let slide = modifiers.slide_amount.number();
    let wide = pairs.iter().filter(|(size, _)| *size > 1);
    let mut all: Vec<Value> =
        wide.flat_map(|(_, pair)| pair.iter().map(|arrow| arrow.direction(slide))).collect();
    all.extend(stay(modifiers, STAY_4D));
    Value::array(all)
}

fn stay(modifiers: &Modifiers, layout: [f64; 4]) -> Option<Value> {
    let arrow = Arrow { v: 0, h: 0, label: "•", layout, keys: &["Space"], rotation: 0.0 };
    modifiers.stay_still.then(|| arrow.direction(0.0))
}

/// Replaces the directions of a mode by the chosen ones.
pub(crate) fn apply(mode: &mut Mode, modifiers: &Modifiers, side: usize) {
    mode.directions = directions(modifiers, side);
}
