//! Infused Modes made of other modes (docs/spec/custom-modes.md, "Infusing").

use calcarray::{Value, json, number};
use polymerge_rules::Mode;

use super::declaration::{InfusedMode, RESPECTED};
use crate::custom::CustomMode;
use crate::parts::expression::{IntoValue, entries};

/// Numbers that are written as plain digits.
const DIGITS: [usize; 3] = [0, 8, 9];

/// The size of the text of an icon.
const ICON_SIZE: f64 = 10.0;

impl InfusedMode {
    /// The values of a mode. What belongs to modifiers is lost: the grid,
    /// directions, automatic moves, how many tiles there are at the start.
    ///
    /// `side` is the side of its grid.
    pub fn from_mode(mode: &Mode, side: usize) -> InfusedMode {
        let none = || Value::array(Vec::new());
        let mut values = vec![
            mode.tile_entries.into(),
            mode.tile_types.clone(),
            mode.merge_rules.clone(),
            mode.spawns.clone(),
            mode.forced_spawns.clone(),
            mode.stat_boxes.clone(),
            mode.game_variables.clone(),
            mode.scripts.clone(),
            mode.tile_display_known_level.into(),
            mode.merge_result_known_level.into(),
            mode.known_merge_max_length.into(),
            mode.known_merge_lookback.into(),
            mode.win_conditions.clone(),
            mode.win_requirement.clone(),
            mode.lose_conditions.clone(),
            mode.lose_requirement.clone(),
            mode.win_priority.clone(),
            mode.postgame_allowed.clone(),
            mode.screen_background.clone(),
            mode.grid_background.clone(),
            mode.cell_background.clone(),
            mode.text_background.clone(),
            mode.rules_text.clone(),
            side.into(),
            mode.movement_parameters.clone(),
            mode.spawn_conditions.clone(),
            mode.tile_value.clone(),
            mode.discovered_filter.clone(),
        ];
        values.extend([none(), mode.screen_background.clone(), mode.rules_text.clone()]);
        values.extend([false; 3].map(Value::from));
        values.push(Value::array([true; 5].map(Value::from)));
        values.extend([none(), mode.display_interval.into(), none(), none()]);
        values.extend([
            mode.spawn_tile_blocked.clone(),
            mode.direction_blocked.clone(),
            mode.component_opacities.clone(),
            mode.display_lag_reductions.clone(),
        ]);
        InfusedMode::from_values(values)
    }

    /// The list of an Infused code.
    pub fn write(&self) -> Value {
        let text = |index: usize| match self.value(index) {
            flags if index == RESPECTED => flags.clone(),
            Value::Number(digits) if DIGITS.contains(&index) => number::to_text(*digits).into_value(),
            value => json::write(value).into_value(),
        };
        Value::array((0..43).map(text).collect::<Vec<_>>())
    }

    /// Gives it an icon.
    fn with_icon(mut self, text: Value, size: f64, background: Value) -> InfusedMode {
        self.set(31, text);
        self.set(32, size.into());
        self.set(33, background);
        self
    }

    /// Replaces the background of the page, its rules, and whether negative
    /// tiles are respected.
    fn with_page(mut self, background: Value, rules: Value, negative_tiles: bool) -> InfusedMode {
        let mut respected = entries(self.value(RESPECTED)).to_vec();
        if let Some(flag) = respected.first_mut() {
            *flag = negative_tiles.into();
        }
        self.set(29, background);
        self.set(30, rules);
        self.set(RESPECTED, respected.into());
        self
    }
}

impl CustomMode {
    /// This Custom Mode as an Infused Mode.
    pub fn infuse(&self) -> InfusedMode {
        let mode = self.mode();
        let infused = InfusedMode::from_mode(&mode, self.side());
        let background = self.backgrounds.get(1).and_then(|background| background.full_css());
        let background = background.map_or_else(|| mode.screen_background.clone(), IntoValue::into_value);
        let negative = self.spawning.iter().any(|(value, _)| *value < 0.0);
        let infused = infused.with_page(background, mode.rules_text.clone(), !negative);
        match self.backgrounds.get(5).and_then(|background| background.full_css()) {
            Some(icon) => infused.with_icon(self.texts.icon.clone(), ICON_SIZE, icon.into_value()),
            None => infused,
        }
    }
}
