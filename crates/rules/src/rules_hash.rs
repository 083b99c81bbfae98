//! A hash of a mode's rules: what is learned of one mode is of no use in another.

use calcarray::{json, Value};

use crate::mode::Mode;

/// FNV-1a, 64 bits: the same everywhere and in every version.
struct Hash(u64);

impl Hash {
    fn text(&mut self, text: &str) {
        // With an end that is in no text.
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl Mode {
    /// A hash of all that decides how games go. Looks, colours, boxes and the text of the
    /// rules don't count.
    ///
    /// ```
    /// use polymerge_rules::Mode;
    ///
    /// let mode = Mode::classic(4, 4);
    /// let painted = Mode { grid_background: "#123456".into(), ..mode.clone() };
    /// let filled = Mode { start_tiles: 3.0, ..mode.clone() };
    /// assert_eq!(mode.rules_hash(), painted.rules_hash());
    /// assert_ne!(mode.rules_hash(), filled.rules_hash());
    /// ```
    pub fn rules_hash(&self) -> u64 {
        let values: [&Value; 23] = [
            &self.starting_grid,
            &self.directions,
            &self.auto_directions,
            &self.movement_parameters,
            &self.merge_rules,
            &self.spawns,
            &self.forced_spawns,
            &self.win_conditions,
            &self.win_requirement,
            &self.lose_conditions,
            &self.lose_requirement,
            &self.win_priority,
            &self.postgame_allowed,
            &self.multi_merge,
            &self.spawn_location,
            &self.spawn_conditions,
            &self.game_variables,
            &self.modifier_variables,
            &self.scripts,
            &self.tile_value,
            &self.discovered_filter,
            &self.spawn_tile_blocked,
            &self.direction_blocked,
        ];
        let counts = [self.width, self.height, self.tile_entries];
        let numbers = [self.start_tiles, self.tiles_per_turn, self.next_tiles];
        let mut hash = Hash(0xcbf2_9ce4_8422_2325);
        counts.iter().for_each(|count| hash.text(&count.to_string()));
        numbers.iter().for_each(|number| hash.text(&json::write(&Value::Number(*number))));
        values.iter().for_each(|value| hash.text(&json::write(value)));
        hash.text(&self.before_game.as_ref().map_or(String::new(), json::write));
        hash.0
    }
}
