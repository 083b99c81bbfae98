//! Modifiers by the names of the golden data.

use calcarray::Value;
use polymerge_modifiers::{CustomGrid, GridShape, Modifier, Modifiers};

use crate::record::{flag, get, need};

/// Boxes that count, in the order of [`polymerge_modifiers::COUNTERS`].
const COUNTERS: [&str; 4] = ["box_moves", "box_merges", "box_merges_before", "box_merge_moves"];

/// Boxes with times that run, in the order of [`polymerge_modifiers::TIMERS`].
const TIMERS: [&str; 4] =
    ["box_time_game", "box_time_first_move", "box_time_move_start", "box_time_move_end"];

/// Boxes with times that stand still, in the order of [`polymerge_modifiers::STAMPS`].
const STAMPS: [&str; 2] = ["box_time_win", "box_time_over"];

/// Reads the modifiers of a line.
///
/// # Errors
/// If there is one that is not known.
pub fn modifiers(chosen: &Value) -> Result<Modifiers, String> {
    let Value::Object(object) = chosen else { return Err("modifiers are no object".into()) };
    let mut modifiers = Modifiers::default();
    for (key, value) in object.members() {
        let name = key.to_string_lossy();
        let extras = &mut modifiers.extras;
        let number = value.as_number();
        let place = |names: &[&str]| names.iter().position(|known| *known == name);
        if name == "custom_grid" {
            modifiers.grid_shape = GridShape::Custom;
            modifiers.custom_grid = Some(CustomGrid {
                cells: need(value, "grid")?.clone(),
                hexagonal: flag(value, "hexagonal"),
                directions: get(value, "directions").cloned(),
            });
        } else if name == "box_discovered" {
            extras.discovered = value.is_true();
        } else if let Some(place) = place(&COUNTERS) {
            extras.counters[place] = value.is_true();
        } else if let Some(place) = place(&TIMERS) {
            extras.timers[place] = number;
        } else if let Some(place) = place(&STAMPS) {
            extras.stamps[place] = value.is_true();
        } else if name == "max_tile_display_level" {
            extras.tile_display_level = number.ok_or("a level is no number")?;
        } else if name == "max_merge_result_level" {
            extras.merge_result_level = number.ok_or("a level is no number")?;
        } else {
            let modifier = Modifier::find(&name).map_err(|error| error.to_string())?;
            modifier.set(&mut modifiers, value).map_err(|error| error.to_string())?;
        }
    }
    Ok(modifiers)
}
