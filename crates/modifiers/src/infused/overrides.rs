//! Overrides: the values that an Infused Mode gives to modifiers and settings of
//! the program (docs/spec/custom-modes.md, "Start of the game").

use calcarray::Value;

use super::declaration::InfusedMode;
use super::error::InfusedError;
use crate::choices::catalogue::Modifier;
use crate::choices::extras::Extras;
use crate::choices::modifiers::Modifiers;
use crate::parts::expression::entries;

/// The values with the overrides of modifiers and of settings.
const OF_MODIFIERS: usize = 37;
const OF_SETTINGS: usize = 38;

/// The time from which on an override counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// The opening of the page.
    Page,
    /// The start of a game.
    Game,
}

/// Directions that a mode asks for in game.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    pub directions: Option<Value>,
    pub auto_moves: Option<Value>,
}

impl InfusedMode {
    /// Makes the overrides that count now. `evaluate` is asked for values
    /// that may be expressions.
    pub(super) fn override_modifiers(
        &self,
        when: When,
        modifiers: &mut Modifiers,
        mut evaluate: impl FnMut(&Value) -> Result<Value, InfusedError>,
    ) -> Result<Moves, InfusedError> {
        let mut moves = Moves::default();
        for entry in entries(self.value(OF_MODIFIERS)) {
            let [what, value, later @ ..] = entries(entry) else { continue };
            let in_game = later.first().is_some_and(Value::is_true);
            if in_game != (when == When::Game) {
                continue;
            }
            let value = if in_game { evaluate(value)? } else { value.clone() };
            match what {
                // The shape and the sizes of the grid, and the directions,
                // are the player's.
                Value::Number(index) if !(5.0..=11.0).contains(index) => {
                    if let Some(modifier) = Modifier::at(*index as usize) {
                        modifier.set(modifiers, &value)?;
                    }
                }
                _ if in_game && what.is_word("Directions") => moves.directions = Some(value),
                _ if in_game && what.is_word("AutoDirections") => moves.auto_moves = Some(value),
                _ => {}
            }
        }
        for entry in entries(self.value(OF_SETTINGS)) {
            let [Value::Number(index), value, later @ ..] = entries(entry) else { continue };
            let in_game = later.first().is_some_and(Value::is_true);
            if in_game == (when == When::Game) && !(8.0..=10.0).contains(index) {
                let value = if in_game { evaluate(value)? } else { value.clone() };
                set(&mut modifiers.extras, *index as usize, &value);
            }
        }
        Ok(moves)
    }
}

/// The settings of the program as its list has them.
pub(super) fn settings(extras: &Extras) -> Vec<Value> {
    let mut all: Vec<Value> = vec![1usize.into(), 100usize.into(), extras.discovered.into()];
    all.extend(extras.counters.map(Value::from));
    all.push(0usize.into());
    all.extend([false; 3].map(Value::from));
    all.extend(extras.timers.map(|timer| timer.map_or(Value::Boolean(false), Value::from)));
    all.extend(extras.stamps.map(Value::from));
    all.extend([extras.tile_display_level, extras.merge_result_level].map(Value::from));
    all
}

/// Sets one of them; what changes no mode is nothing to us.
fn set(extras: &mut Extras, index: usize, value: &Value) {
    match index {
        2 => extras.discovered = value.is_true(),
        3..=6 => extras.counters[index - 3] = value.is_true(),
        11..=14 => extras.timers[index - 11] = value.as_number(),
        15 | 16 => extras.stamps[index - 15] = value.is_true(),
        17 => extras.tile_display_level = value.as_number().unwrap_or(extras.tile_display_level),
        18 => extras.merge_result_level = value.as_number().unwrap_or(extras.merge_result_level),
        _ => {}
    }
}
