//! The mode that the page of an Infused Mode makes (docs/spec/custom-modes.md,
//! "Start of the game").

use calcarray::Value;
use polymerge_rules::Mode;

use super::declaration::marked;
use super::error::InfusedError;
use super::overrides::When;
use super::page::Page;
use crate::choices::modifiers::Modifiers;
use crate::parts::expression::{entries, list};
use crate::parts::traits::{GarbageTraits, ModeTraits, Negatives, Simple};

/// The values in the order in which they are evaluated: game variables first,
/// so that all others may read them.
const ORDER: [usize; 32] = [
    6, 26, 27, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 25, 36, 39,
    40, 41, 42,
];

impl Page {
    /// Starts a game: returns the mode with all modifiers applied, and the modifiers as
    /// they are in it.
    ///
    /// # Errors
    /// A value that can't be used, or an expression that fails; the error
    /// names the value.
    pub fn mode(&self) -> Result<(Mode, Modifiers), InfusedError> {
        let mut modifiers = self.modifiers.clone();
        let seen = self.shown(&self.modifiers);
        let mut host = self.host();
        let moves = self
            .mode
            .override_modifiers(When::Game, &mut modifiers, |value| marked(37, value, &mut host, &seen))?;
        if let Some(Value::Array(moves)) = &moves.auto_moves {
            modifiers.auto_moves = moves.to_vec();
        }
        let mut mode = crate::effects::grid::of(&modifiers, self.side)?;
        let variables = self.shown(&modifiers);
        for index in &ORDER {
            let value = marked(*index, self.mode.value(*index), &mut host, &variables)?;
            if *index == 6 {
                host.variables = entries(&value).to_vec();
            }
            self.put(&mut mode, *index, value)?;
        }
        mode.directions = moves.directions.unwrap_or_else(|| self.directions.clone());
        let changed = crate::effects::apply::after_start(mode, &modifiers, &self.traits())?;
        Ok((changed, modifiers))
    }

    fn traits(&self) -> ModeTraits {
        let ignored = |modifier| !self.mode.respects(modifier);
        ModeTraits {
            default_side: Some(self.side),
            negatives: if ignored(0) { Negatives::Ignored } else { Negatives::General },
            simple: if ignored(1) { Simple::Ignored } else { Simple::First },
            garbage: GarbageTraits { ignored: ignored(2), ..GarbageTraits::default() },
            ignores_colors: ignored(3),
            ignores_clicks: ignored(4),
            ..ModeTraits::default()
        }
    }

    /// Puts an evaluated value into the mode.
    fn put(&self, mode: &mut Mode, index: usize, value: Value) -> Result<(), InfusedError> {
        let wrong = |reason: &str| InfusedError::Value { index, reason: reason.to_owned() };
        let number = || value.as_number().ok_or_else(|| wrong("not a number"));
        match index {
            0 => {
                let count = number()?;
                if !(1.0..=10_000.0).contains(&count) {
                    return Err(wrong("a tile has 1 to 10000 entries"));
                }
                mode.tile_entries = count as usize;
            }
            1 => mode.tile_types = value,
            2 => mode.merge_rules = value,
            3 => mode.spawns = value,
            4 => mode.forced_spawns = value,
            5 => mode.stat_boxes = value,
            6 => mode.game_variables = value,
            7 => mode.scripts = value,
            8 => mode.tile_display_known_level = number()?,
            9 => mode.merge_result_known_level = number()?,
            10 => mode.known_merge_max_length = number()?,
            11 => mode.known_merge_lookback = number()?,
            12 => mode.win_conditions = value,
            13 => mode.win_requirement = value,
            14 => mode.lose_conditions = value,
            15 => mode.lose_requirement = value,
            16 => mode.win_priority = value,
            17 => mode.postgame_allowed = value,
            18 => mode.screen_background = value,
            19 => mode.grid_background = value,
            20 => mode.cell_background = value,
            21 => mode.text_background = value,
            22 => mode.rules_text = if matches!(value, Value::Boolean(_)) { self.rules()? } else { value },
            24 => mode.movement_parameters = value,
            25 => mode.spawn_conditions = value,
            26 => mode.tile_value = value,
            27 => mode.discovered_filter = value,
            36 => mode.display_interval = number()?,
            39 => {
                let old = std::mem::take(&mut mode.spawn_tile_blocked);
                mode.spawn_tile_blocked = list!["@var_retain", old, "||", value];
            }
            40 => mode.direction_blocked = value,
            41 => mode.component_opacities = value,
            42 => mode.display_lag_reductions = value,
            _ => return Err(wrong("no piece of a mode")),
        }
        Ok(())
    }
}
