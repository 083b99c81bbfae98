//! Modifiers that are nothing but a value of the mode (docs/spec/modifiers.md,
//! "Plain values" and "Automatic moves").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::choices::choice::SpawnLocation;
use crate::choices::modifiers::Modifiers;
use crate::code::auto_move_in_mode;
use crate::parts::expression::{appended, entries};
use crate::parts::traits::ModeTraits;

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
