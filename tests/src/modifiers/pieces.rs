//! The pieces of a mode, by the names of the golden data.

use calcarray::Value;
use polymerge_rules::Mode;

use crate::record::get;

/// A piece: its name and how to read it.
type Piece = (&'static str, fn(&Mode) -> Value);

/// A piece: its name and how to put a value there.
type Place = (&'static str, fn(&mut Mode, Value));

/// The kinds of fields that pieces are.
trait Field {
    fn put(&mut self, value: Value);
}

impl Field for Value {
    fn put(&mut self, value: Value) {
        *self = value;
    }
}

impl Field for f64 {
    fn put(&mut self, value: Value) {
        *self = value.as_number().unwrap_or(f64::NAN);
    }
}

impl Field for usize {
    fn put(&mut self, value: Value) {
        *self = value.as_number().unwrap_or(0.0) as usize;
    }
}

macro_rules! pieces {
    ($($name:literal $field:ident,)*) => {
        /// All pieces, in the order of a mode code.
        pub const PIECES: &[Piece] = &[$(($name, |mode| Value::from(mode.$field.clone()))),*];

        /// Writers of all pieces, in the order of a mode code.
        const PLACES: &[Place] = &[$(($name, |mode, value| mode.$field.put(value))),*];
    };
}

/// A mode with some of its pieces replaced.
pub fn with(mode: &Mode, changed: &Value) -> Mode {
    let mut mode = mode.clone();
    for (name, put) in PLACES {
        if let Some(value) = get(changed, name) {
            put(&mut mode, value.clone());
        }
    }
    mode
}

pieces! {
    "width" width,
    "height" height,
    "startingGrid" starting_grid,
    "directions" directions,
    "auto_directions" auto_directions,
    "movementParameters" movement_parameters,
    "TileNumAmount" tile_entries,
    "TileTypes" tile_types,
    "MergeRules" merge_rules,
    "startTileSpawns" spawns,
    "start_forcedSpawns" forced_spawns,
    "winConditions" win_conditions,
    "winRequirement" win_requirement,
    "loseConditions" lose_conditions,
    "loseRequirement" lose_requirement,
    "winPriority" win_priority,
    "postgameAllowed" postgame_allowed,
    "statBoxes" stat_boxes,
    "gameplayBackground" screen_background,
    "gridBackground" grid_background,
    "tileBackground" cell_background,
    "textBackground" text_background,
    "gameplayRulesText" rules_text,
    "multiMerge" multi_merge,
    "spawnLocation" spawn_location,
    "startTileAmount" start_tiles,
    "randomTileAmount" tiles_per_turn,
    "spawnConditions" spawn_conditions,
    "nextTiles" next_tiles,
    "start_game_vars" game_variables,
    "start_modifier_vars" modifier_variables,
    "scripts" scripts,
    "hexagonal" hexagonal,
    "hiddenTileText" hidden_tile_text,
    "tileDisplayKnownLevel" tile_display_known_level,
    "mergeResultKnownLevel" merge_result_known_level,
    "knownMergeLookbackDistance" known_merge_lookback,
    "knownMergeMaxLength" known_merge_max_length,
    "tileValueFunction" tile_value,
    "discoveredTilesFilter" discovered_filter,
    "displayGridIntervalTime" display_interval,
    "spawnTileBlocked" spawn_tile_blocked,
    "directionBlocked" direction_blocked,
    "gameplayComponentOpacities" component_opacities,
    "displayLagReductions" display_lag_reductions,
    "start_mvar_indices" modifier_indices,
}
