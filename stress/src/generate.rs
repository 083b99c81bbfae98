//! Well-formed modes and mode files made from bytes: arbitrary grids, rules, spawns, scripts,
//! directions and expressions. Well-formed means that a mode has the shape
//! that the engine asks for; what it does may be anything.

mod expression;
mod file;
mod grid;
mod leaf;
mod rule;
mod script;
mod spawn;

use calcarray::Value;
use polymerge_rules::Mode;

pub use expression::expression;
pub use file::file;

use crate::Picks;

/// A list as a value.
fn list(entries: impl Into<Vec<Value>>) -> Value {
    Value::array(entries)
}

/// A mode.
pub fn mode(picks: &mut Picks<'_>) -> Mode {
    let tile_entries = 1 + picks.below(3);
    let (height, width, starting_grid) = grid::grid(picks, tile_entries);
    let mode = Mode {
        width,
        height,
        starting_grid,
        tile_entries,
        directions: grid::directions(picks),
        merge_rules: rule::rules(picks, tile_entries, height.max(width)),
        spawns: spawn::spawns(picks, tile_entries),
        start_tiles: picks.one(&[2.0, 1.0, 0.0, 5.0, 1e9, f64::INFINITY, -1.0]),
        tiles_per_turn: picks.one(&[1.0, 2.0, 0.0, 1e9]),
        next_tiles: picks.one(&[0.0, 1.0, 3.0]),
        game_variables: list(picks.list(4, leaf::any)),
        multi_merge: picks.once_in(4).into(),
        ..Mode::default()
    };
    rarer_fields(picks, mode)
}

/// The fields that most modes leave alone.
fn rarer_fields(picks: &mut Picks<'_>, mut mode: Mode) -> Mode {
    let entries = mode.tile_entries;
    if picks.once_in(2) {
        mode.scripts = script::scripts(picks);
    }
    if picks.once_in(3) {
        mode.auto_directions = grid::auto_directions(picks);
    }
    if picks.once_in(4) {
        mode.movement_parameters = grid::movement_parameters(picks);
    }
    if picks.once_in(4) {
        mode.forced_spawns = spawn::forced_spawns(picks, entries);
    }
    if picks.once_in(3) {
        mode.spawn_location = "Edge".into();
    }
    if picks.once_in(3) {
        (mode.win_conditions, mode.win_requirement) = goal(picks, entries);
        (mode.lose_conditions, mode.lose_requirement) = goal(picks, entries);
        mode.win_priority = picks.once_in(2).into();
        mode.postgame_allowed = (!picks.once_in(2)).into();
    }
    for field in [
        &mut mode.spawn_conditions,
        &mut mode.spawn_tile_blocked,
        &mut mode.direction_blocked,
        &mut mode.tile_value,
    ] {
        if picks.once_in(5) {
            *field = expression(picks);
        }
    }
    if picks.once_in(5) {
        mode.discovered_filter = list(expression::steps(picks));
    }
    if picks.once_in(4) {
        mode.stat_boxes = list(picks.list(3, stat_box));
    }
    if picks.once_in(4) {
        mode.modifier_variables = list(picks.list(3, leaf::any));
        mode.modifier_indices =
            list(vec![Value::text("a"); mode.modifier_variables.as_array().map_or(0, |v| v.len())]);
    }
    mode
}

/// Returns the condition of a win or a loss, and the number of tiles that it needs.
fn goal(picks: &mut Picks<'_>, entries: usize) -> (Value, Value) {
    let conditions = picks.list(3, |picks| match picks.below(3) {
        2 => expression(picks),
        _ => leaf::tile(picks, entries),
    });
    let requirement = match picks.below(4) {
        0 => 1.0.into(),
        1 => 2.0.into(),
        2 => leaf::any(picks),
        _ => expression(picks),
    };
    (list(conditions), requirement)
}

/// A stat box that can be clicked, and hidden.
fn stat_box(picks: &mut Picks<'_>) -> Value {
    let (shown, click) = (expression(picks), expression(picks));
    let look = ["Score".into(), "@Score".into(), 0.0.into(), 0.0.into(), 0.0.into(), 0.0.into()];
    list([&look[..], &[shown, click]].concat())
}
