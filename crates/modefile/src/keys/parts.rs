//! The fields of a mode, first with their places, then as the mode itself.

use polymerge_rules::Mode;

use crate::text::fields::value;
use crate::text::node::Node;
use crate::text::problem::Problems;

/// The fields of a mode as trees with places.
#[derive(Default)]
pub(crate) struct Parts(Vec<(&'static str, Node)>);

impl Parts {
    pub fn put(&mut self, name: &'static str, node: Node) {
        self.0.push((name, node));
    }

    pub fn get(&self, name: &str) -> Option<&Node> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, node)| node)
    }

    /// The entries of a field that is a list.
    pub fn list(&self, name: &str) -> &[Node] {
        self.get(name).and_then(Node::as_array).unwrap_or_default()
    }

    /// Returns true if a test holds for a text anywhere in the mode.
    pub fn any_text(&self, is_one: impl Fn(&str) -> bool) -> bool {
        self.0.iter().any(|(_, node)| node.any_text(&is_one))
    }

    /// The mode, with the numbers that are no trees: width, height and how
    /// many entries a tile has.
    pub fn mode(
        &self,
        (width, height, tile_entries): (usize, usize, usize),
        problems: &mut Problems,
    ) -> Mode {
        let mut field =
            |name: &str| self.get(name).and_then(|node| value(node, problems)).unwrap_or_default();
        let mut mode = Mode {
            width,
            height,
            tile_entries,
            starting_grid: field("starting_grid"),
            directions: field("directions"),
            auto_directions: field("auto_directions"),
            movement_parameters: field("movement_parameters"),
            tile_types: field("tile_types"),
            merge_rules: field("merge_rules"),
            spawns: field("spawns"),
            forced_spawns: field("forced_spawns"),
            win_conditions: field("win_conditions"),
            win_requirement: field("win_requirement"),
            lose_conditions: field("lose_conditions"),
            lose_requirement: field("lose_requirement"),
            win_priority: field("win_priority"),
            postgame_allowed: field("postgame_allowed"),
            stat_boxes: field("stat_boxes"),
            screen_background: field("screen_background"),
            grid_background: field("grid_background"),
            cell_background: field("cell_background"),
            text_background: field("text_background"),
            rules_text: field("rules_text"),
            multi_merge: field("multi_merge"),
            spawn_location: field("spawn_location"),
            spawn_conditions: field("spawn_conditions"),
            game_variables: field("game_variables"),
            modifier_variables: field("modifier_variables"),
            scripts: field("scripts"),
            hexagonal: field("hexagonal"),
            hidden_tile_text: field("hidden_tile_text"),
            tile_value: field("tile_value"),
            discovered_filter: field("discovered_filter"),
            spawn_tile_blocked: field("spawn_tile_blocked"),
            direction_blocked: field("direction_blocked"),
            component_opacities: field("component_opacities"),
            display_lag_reductions: field("display_lag_reductions"),
            modifier_indices: field("modifier_indices"),
            ..Mode::default()
        };
        let mut number = |name: &str, place: &mut f64| {
            let Some(node) = self.get(name) else { return };
            match value(node, problems).and_then(|value| value.as_number()) {
                Some(number) => *place = number,
                None => {
                    let message = format!("a number is expected here, not {}", node.noun());
                    problems.error("wrong-type", node.span, message);
                }
            }
        };
        number("start_tiles", &mut mode.start_tiles);
        number("tiles_per_turn", &mut mode.tiles_per_turn);
        number("next_tiles", &mut mode.next_tiles);
        number("display_interval", &mut mode.display_interval);
        number("looks", &mut mode.tile_display_known_level);
        number("merges", &mut mode.merge_result_known_level);
        number("lookback", &mut mode.known_merge_lookback);
        number("longest", &mut mode.known_merge_max_length);
        mode.before_game = self.get("before_game").and_then(|node| value(node, problems));
        mode
    }
}
