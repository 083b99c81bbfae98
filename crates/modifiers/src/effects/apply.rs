//! The order in which modifiers are applied (docs/spec/modifiers.md,
//! "Overview").

use polymerge_rules::Mode;

use crate::choices::choice::{GridShape, NegativeTiles};
use crate::choices::modifiers::Modifiers;
use crate::effects::{
    boxes, colors, destroying_clicks, direction_set, garbage, grid, hidden_colors, negative_tiles, plain,
    same_direction, spawn_interval, spawn_rule, stat_box, temporary_holes, unmerging, unmoving,
};
use crate::error::ModifierError;
use crate::parts::lengths;
use crate::parts::traits::ModeTraits;

/// Applies modifiers to a mode. The mode's own values stay where the modifiers have
/// none. Rules for several lengths are expanded for the new grid, so the result is the
/// mode that a save code of the game holds.
///
/// Random cells are not part of it: they are drawn at every start, see
/// [`crate::RandomCells`].
///
/// # Errors
/// If a modifier can't work on the mode, or the mode would become too large.
///
/// ```
/// use polymerge_modifiers::{apply, GridShape, ModeTraits, Modifiers};
/// use polymerge_rules::Mode;
///
/// let modifiers = Modifiers { grid_shape: GridShape::Hexagon, ..Modifiers::default() };
/// let mode = apply(&Mode::default(), &modifiers, &ModeTraits::default())?;
/// assert_eq!((mode.width, mode.height), (9, 5));
/// # Ok::<(), polymerge_modifiers::ModifierError>(())
/// ```
pub fn apply(mode: &Mode, modifiers: &Modifiers, traits: &ModeTraits) -> Result<Mode, ModifierError> {
    let mut changed = mode.clone();
    let mode = &mut changed;
    let standard = Modifiers::default();
    // M0 to M7: the grid, plain values, directions.
    let side = traits.default_side.unwrap_or(mode.width);
    if modifiers.grid_shape != GridShape::Square || modifiers.width > 0 || modifiers.height > 0 {
        let longest = mode.width.max(mode.height);
        grid::apply(mode, modifiers, side)?;
        if traits.lengths_follow_grid {
            lengths::follow_grid(mode, longest as f64);
        }
    }
    let directions = |m: &Modifiers| (m.grid_shape, m.direction_set, m.stay_still, m.slide_amount);
    if directions(modifiers) != directions(&standard) {
        direction_set::apply(mode, modifiers, side);
    }
    after_start(changed, modifiers, traits)
}

/// Changes a mode that has its grid and its directions already.
pub(crate) fn after_start(
    mut changed: Mode,
    modifiers: &Modifiers,
    traits: &ModeTraits,
) -> Result<Mode, ModifierError> {
    let mode = &mut changed;
    plain::apply(mode, modifiers);
    // M8: spawning, and what holds for rules as written.
    spawn_rule::apply(mode, modifiers, traits);
    if modifiers.spawn_interval > 1 {
        spawn_interval::apply(mode, modifiers.spawn_interval);
    }
    same_direction::apply(mode, modifiers.same_direction)?;
    if modifiers.hidden_text {
        plain::hide_text(mode, traits);
    }
    // M9.
    lengths::expand(mode)?;
    // M10: tiles.
    if modifiers.negative_tiles != NegativeTiles::None {
        negative_tiles::apply(mode, modifiers, traits)?;
    }
    if modifiers.colors > 1 && !traits.ignores_colors {
        colors::apply(mode, modifiers, traits)?;
    }
    let mut left = garbage::apply(mode, modifiers.garbage, traits.garbage)?;
    if modifiers.hidden_colors {
        hidden_colors::apply(mode);
    }
    if modifiers.random_boxes > 0 || boxes::drawn(mode) {
        boxes::apply(mode)?;
    }
    if modifiers.unmoving > 0 {
        unmoving::apply(mode, modifiers.unmoving, &mut left)?;
    }
    if modifiers.unmerging > 0 {
        unmerging::apply(mode, modifiers.unmerging, &mut left)?;
    }
    if modifiers.destroying_clicks > 0 && !traits.ignores_clicks {
        destroying_clicks::apply(mode, modifiers.destroying_clicks);
    }
    if modifiers.hole_count > 0 {
        temporary_holes::apply(mode, modifiers);
    }
    // M11.
    stat_box::apply(mode, &modifiers.extras);
    Ok(changed)
}
