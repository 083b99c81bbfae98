//! The typed contents of codes, and the order of the fields in their pieces.

use calcarray::Value;
use polymerge_rules::{Mode, Replay, SavedGame};

use crate::kind::Kind;

/// The content of a code, in the form of version 3.0.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The start of a mode.
    Mode(Box<Mode>),
    /// A game in progress.
    Game {
        /// The mode that is played.
        mode: Box<Mode>,
        /// The state of the game.
        game: Box<SavedGame>,
    },
    /// A finished game to watch.
    Replay {
        /// The mode that was played.
        mode: Box<Mode>,
        /// The forced spawns at the time when the record was written. Playback
        /// starts with those of the mode; these are kept for writing.
        forced_spawns: Value,
        /// The record of the game.
        replay: Box<Replay>,
    },
    /// The form data of a Custom Mode.
    Custom(Box<Custom>),
    /// The settings of the modifiers.
    Modifiers(Box<Modifiers>),
    /// The form data of an Infused Mode: 43 entries (see [`crate::infused`]).
    Infused(Value),
}

/// The form data of a Custom Mode: lists that only the form understands
/// (docs/spec/savecodes.md, "Custom codes").
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Custom {
    pub spawning_tiles: Value,
    pub merges: Value,
    pub colors: Value,
    pub background: Value,
    pub wins: Value,
    pub losses: Value,
    pub rules_text: Value,
}

/// The settings of the modifiers (docs/spec/savecodes.md, "Modifiers codes").
#[derive(Clone, Debug, PartialEq)]
pub struct Modifiers {
    /// The 33 settings, in order, without the unused number 16.
    pub settings: Value,
    /// Automatic moves.
    pub auto_directions: Value,
    /// The custom grid, if the settings ask for one.
    pub grid: Option<CustomGrid>,
}

/// The custom grid of a Modifiers code.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct CustomGrid {
    pub width: usize,
    pub height: usize,
    pub hexagonal: Value,
    pub starting_grid: Value,
    pub directions: Value,
}

impl Content {
    /// The kind of code that holds this.
    pub fn kind(&self) -> Kind {
        match self {
            Content::Mode(_) => Kind::Mode,
            Content::Game { .. } => Kind::Game,
            Content::Replay { .. } => Kind::Replay,
            Content::Custom(_) => Kind::Custom,
            Content::Modifiers(_) => Kind::Modifiers,
            Content::Infused(_) => Kind::Infused,
        }
    }

    /// The mode, if this is a code of one.
    pub fn mode(&self) -> Option<&Mode> {
        match self {
            Content::Mode(mode) | Content::Game { mode, .. } | Content::Replay { mode, .. } => Some(mode),
            _ => None,
        }
    }

    /// Adds to the rules of a game in progress that it was resumed, unless
    /// they say so already. The reference does that with every code that a
    /// person brings, but not with the copy it keeps of the running game
    /// (docs/spec/savecodes.md, "From 1.1 … 2.3" and "Stored copies").
    pub fn mark_resumed(&mut self) {
        if let Content::Game { mode, .. } = self {
            let line = Value::array(["p", "This game was resumed from a save code."].map(Value::text));
            if let Value::Array(rules) = &mode.rules_text
                && !rules.contains(&line)
            {
                let mut rules = rules.to_vec();
                rules.push(line);
                mode.rules_text = rules.into();
            }
        }
    }

    /// Makes the content of the values of all pieces in the order of version
    /// 3.0, which [`crate::check`] has seen.
    pub(crate) fn from_values(kind: Kind, mut values: Vec<Value>) -> Content {
        // A replay has this piece in the midst of those of the mode.
        let forced_spawns = if kind == Kind::Replay && values.len() > REPLAY_FORCED_SPAWNS {
            values.remove(REPLAY_FORCED_SPAWNS)
        } else {
            Value::Undefined
        };
        let values = &mut values.into_iter();
        match kind {
            Kind::Mode => Content::Mode(read_mode(values).into()),
            Kind::Game => Content::Game { mode: read_mode(values).into(), game: read_game(values).into() },
            Kind::Replay => Content::Replay {
                mode: read_mode(values).into(),
                forced_spawns,
                replay: read_replay(values).into(),
            },
            Kind::Custom => Content::Custom(read_custom(values).into()),
            Kind::Modifiers => Content::Modifiers(
                Modifiers {
                    settings: values.next().unwrap_or_default(),
                    auto_directions: values.next().unwrap_or_default(),
                    grid: (values.len() > 0).then(|| read_custom_grid(values)),
                }
                .into(),
            ),
            Kind::Infused => Content::Infused(values.next().unwrap_or_default()),
        }
    }

    /// The values of all pieces in the order of version 3.0.
    pub(crate) fn values(&self) -> Vec<Value> {
        let mut values = Vec::with_capacity(80);
        match self {
            Content::Mode(mode) => write_mode(mode, &mut values),
            Content::Game { mode, game } => {
                write_mode(mode, &mut values);
                write_game(game, &mut values);
            }
            Content::Replay { mode, forced_spawns, replay } => {
                write_mode(mode, &mut values);
                values.insert(REPLAY_FORCED_SPAWNS, forced_spawns.clone());
                write_replay(replay, &mut values);
            }
            Content::Custom(custom) => write_custom(custom, &mut values),
            Content::Modifiers(modifiers) => {
                values.push(modifiers.settings.clone());
                values.push(modifiers.auto_directions.clone());
                if let Some(grid) = &modifiers.grid {
                    write_custom_grid(grid, &mut values);
                }
            }
            Content::Infused(entries) => values.push(entries.clone()),
        }
        values
    }
}

/// The place of `forcedSpawns` among the data pieces of a replay.
const REPLAY_FORCED_SPAWNS: usize = 39;

/// A field of a plain struct, as the value of a piece.
trait Field: Sized {
    fn from_value(value: Value) -> Self;
    fn to_value(&self) -> Value;
}

impl Field for Value {
    fn from_value(value: Value) -> Value {
        value
    }

    fn to_value(&self) -> Value {
        self.clone()
    }
}

impl Field for f64 {
    fn from_value(value: Value) -> f64 {
        value.as_number().unwrap_or(f64::NAN)
    }

    fn to_value(&self) -> Value {
        Value::Number(*self)
    }
}

impl Field for usize {
    fn from_value(value: Value) -> usize {
        value.as_number().unwrap_or(0.0) as usize
    }

    fn to_value(&self) -> Value {
        Value::Number(*self as f64)
    }
}

/// Defines the order of the fields of a struct in a code, and the values of the fields that
/// no code holds.
macro_rules! in_order {
    ($type:ident, $read:ident, $write:ident, $($field:ident,)* $(; $($left_out:ident: $value:expr),*)?) => {
        fn $read(values: &mut impl Iterator<Item = Value>) -> $type {
            $type {
                $($field: Field::from_value(values.next().unwrap_or_default()),)*
                $($($left_out: $value,)*)?
            }
        }

        fn $write(content: &$type, values: &mut Vec<Value>) {
            $(values.push(content.$field.to_value());)*
        }
    };
}

#[rustfmt::skip]
in_order!(
    Mode, read_mode, write_mode,
    width, height, starting_grid, directions, auto_directions, movement_parameters, tile_entries,
    tile_types, merge_rules, spawns, forced_spawns, win_conditions, win_requirement, lose_conditions,
    lose_requirement, win_priority, postgame_allowed, stat_boxes, screen_background, grid_background,
    cell_background, text_background, rules_text, multi_merge, spawn_location, start_tiles,
    tiles_per_turn, spawn_conditions, next_tiles, game_variables, modifier_variables, scripts,
    hexagonal, hidden_tile_text, tile_display_known_level, merge_result_known_level,
    known_merge_lookback, known_merge_max_length, tile_value, discovered_filter, display_interval,
    spawn_tile_blocked, direction_blocked, component_opacities, display_lag_reductions,
    modifier_indices,
    ; before_game: None
);

#[rustfmt::skip]
in_order!(
    SavedGame, read_game, write_game,
    grid, score, won, directions_available, spawns, spawn_boxes, conveyor, discovered,
    discovered_winning, discovered_losing, moves, manual_moves, merges, merge_moves, merges_before,
    game_variables, modifier_variables, possible_over_checked, moves_played, current_move,
    random_events, random_index, other_spawns, forced_spawns, elapsed, first_move, move_start,
    move_end, victory, game_over, script_times, replay_timestamps, modifier_indices,
);

#[rustfmt::skip]
in_order!(
    Replay, read_replay, write_replay,
    moves_played, current_move, random_events, won, other_spawns, timestamps,
);

#[rustfmt::skip]
in_order!(
    Custom, read_custom, write_custom,
    spawning_tiles, merges, colors, background, wins, losses, rules_text,
);

#[rustfmt::skip]
in_order!(
    CustomGrid, read_custom_grid, write_custom_grid,
    width, height, hexagonal, starting_grid, directions,
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Version;
    use crate::table::layout;

    #[test]
    fn there_is_a_field_for_every_piece() {
        for kind in Kind::ALL {
            let pieces = layout(kind, Version::CURRENT).count();
            let values: Vec<Value> = (0..pieces).map(|piece| Value::from(piece as f64)).collect();
            assert_eq!(Content::from_values(kind, values.clone()).values(), values, "{kind}");
        }
    }
}
