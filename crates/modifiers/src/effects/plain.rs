//! Modifiers that are nothing but a value of the mode (docs/spec/modifiers.md,
//! "Plain values" and "Automatic moves").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::choices::choice::SpawnLocation;
use crate::choices::modifiers::Modifiers;
use crate::parts::expression::{appended, entries};
use crate::parts::traits::ModeTraits;

/// The place of the condition in an automatic move.
pub(crate) const CONDITION: usize = 2;

/// Sets them, where the player chose something: a mode that starts with more
/// tiles than others keeps them otherwise.
pub(crate) fn apply(mode: &mut Mode, modifiers: &Modifiers) {
    let standard = Modifiers::default();
    if modifiers.tiles_per_move != standard.tiles_per_move {
        mode.tiles_per_turn = modifiers.tiles_per_move.number();
    }
    if modifiers.start_tiles != standard.start_tiles {
        mode.start_tiles = modifiers.start_tiles.number();
    }
    if modifiers.multi_merge {
        mode.multi_merge = Value::Boolean(true);
    }
    if modifiers.spawn_location != SpawnLocation::All {
        mode.spawn_location = modifiers.spawn_location.word().into();
    }
    if modifiers.next_tiles > 0 {
        mode.next_tiles = f64::from(modifiers.next_tiles);
    }
    if !modifiers.auto_moves.is_empty() {
        let moves = modifiers.auto_moves.iter().map(auto_move_in_mode);
        mode.auto_directions = appended(&mode.auto_directions, moves);
    }
}

/// An automatic move as a mode holds it: a period that a code could not hold is endless.
pub(crate) fn auto_move_in_mode(auto_move: &Value) -> Value {
    let mut parts = entries(auto_move).to_vec();
    let Some(condition) = parts.get_mut(CONDITION) else { return auto_move.clone() };
    let mut terms = entries(condition).to_vec();
    match terms.first_mut() {
        Some(period @ Value::Null) => *period = Value::Number(f64::INFINITY),
        _ => return auto_move.clone(),
    }
    *condition = terms.into();
    parts.into()
}

/// `hidden_text`: tiles are drawn without text; some modes keep a note of it
/// in a game variable (docs/spec/modifiers.md, "Hidden tiles").
pub(crate) fn hide_text(mode: &mut Mode, traits: &ModeTraits) {
    mode.hidden_tile_text = Value::Boolean(true);
    if let Some(variable) = traits.hidden_text_variable {
        let mut variables = entries(&mode.game_variables).to_vec();
        if let Some(entry) = variables.get_mut(variable) {
            *entry = Value::Boolean(true);
            mode.game_variables = Value::array(variables);
        }
    }
}
