//! The fields of a mode, first with their places, then as the mode itself.

use calcarray::Value;
use polymerge_rules::Mode;

use crate::fields::value;
use crate::text::node::Node;
use crate::text::problem::Problems;

/// A field of a mode by its name: to read it, and to set it.
type Field<T> = (&'static str, fn(&Mode) -> &T, fn(&mut Mode) -> &mut T);

macro_rules! fields {
    ($($name:ident)*) => {
        &[$((stringify!($name), |mode| &mode.$name, |mode| &mut mode.$name)),*]
    };
}

/// The fields of a mode that are values.
const VALUES: &[Field<Value>] = fields! {
    starting_grid directions auto_directions movement_parameters tile_types merge_rules spawns forced_spawns
    win_conditions win_requirement lose_conditions lose_requirement win_priority postgame_allowed stat_boxes
    screen_background grid_background cell_background text_background rules_text multi_merge spawn_location
    spawn_conditions game_variables modifier_variables scripts hexagonal hidden_tile_text tile_value
    discovered_filter spawn_tile_blocked direction_blocked component_opacities display_lag_reductions
    modifier_indices
};

/// The fields of a mode that are numbers, any of which may be written.
const NUMBERS: &[Field<f64>] = fields! {
    start_tiles tiles_per_turn next_tiles display_interval tile_display_known_level merge_result_known_level
    known_merge_lookback known_merge_max_length
};

/// Returns a field of a mode as a tree.
pub(crate) fn field(mode: &Mode, name: &str) -> Node {
    let value = VALUES.iter().find(|(known, ..)| *known == name).map(|(_, read, _)| read(mode).clone());
    let number =
        || NUMBERS.iter().find(|(known, ..)| *known == name).map(|(_, read, _)| (*read(mode)).into());
    Node::from_value(&value.or_else(number).unwrap_or_default())
}

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

    /// All fields, each with its name.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &Node)> {
        self.0.iter().map(|(name, node)| (*name, node))
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
        let mut mode = Mode { width, height, tile_entries, ..Mode::default() };
        for (name, node) in &self.0 {
            if let Some((_, _, field)) = VALUES.iter().find(|(known, ..)| known == name) {
                *field(&mut mode) = value(node, problems).unwrap_or_default();
            } else if let Some((_, _, field)) = NUMBERS.iter().find(|(known, ..)| known == name) {
                match value(node, problems).and_then(|value| value.as_number()) {
                    Some(number) => *field(&mut mode) = number,
                    None => {
                        let message = format!("a number is expected here, not {}", node.noun());
                        problems.error("wrong-type", node.span, message);
                    }
                }
            }
        }
        mode.before_game = self.get("before_game").and_then(|node| value(node, problems));
        mode
    }
}
