//! A hash of a mode's rules: what is learned of one mode is of no use in another.

use calcarray::{Value, json};

use crate::mode::Mode;

/// FNV-1a, 64 bits: the same everywhere and in every version.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

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
        let mut hash = Hash::new();
        counts.iter().for_each(|count| hash.text(&count.to_string()));
        numbers.iter().for_each(|number| hash.text(&json::write(&Value::Number(*number))));
        values.iter().for_each(|value| hash.text(&json::write(value)));
        hash.text(&self.before_game.as_ref().map_or(String::new(), json::write));
        hash.0
    }

    /// A hash of what [`Mode::rules_hash`] leaves out although a player meets it: the boxes that can be
    /// clicked, how often the game looks at the time, and hidden direction buttons, which block the
    /// keys. Learned weights do not depend on these. Two modes with equal hashes of both kinds play
    /// alike.
    ///
    /// ```
    /// use polymerge_rules::Mode;
    ///
    /// let mode = Mode::classic(4, 4);
    /// let timed = Mode { display_interval: 100.0, ..mode.clone() };
    /// assert_eq!(mode.rules_hash(), timed.rules_hash());
    /// assert_ne!(mode.controls_hash(), timed.controls_hash());
    /// ```
    pub fn controls_hash(&self) -> u64 {
        let entries = |value: &Value| value.as_array().map_or(Vec::new(), |list| list.entries().to_vec());
        let part = |stat_box: &[Value], place: usize| match stat_box.get(place) {
            None | Some(Value::Undefined) => None,
            Some(expression) => Some(json::write(expression)),
        };
        let mut hash = Hash::new();
        hash.text(&json::write(&Value::Number(self.display_interval)));
        match entries(&self.component_opacities).first() {
            // The opacity of buttons that are shown is a look.
            None => {}
            Some(Value::Number(opacity)) if *opacity >= 0.0 => {}
            Some(opacity) => hash.text(&json::write(opacity)),
        }
        for (place, stat_box) in entries(&self.stat_boxes).iter().enumerate() {
            let stat_box = entries(stat_box);
            if let Some(click) = part(&stat_box, 7) {
                // Clicks are recorded by the place of the box.
                hash.text(&place.to_string());
                hash.text(&part(&stat_box, 6).unwrap_or_default());
                hash.text(&click);
            }
        }
        hash.0
    }
}
