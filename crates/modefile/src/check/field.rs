//! The fields of a mode that are a number, a word or an expression: which
//! values they take.

use crate::check::Checker;
use crate::check::range::Range;
use crate::draft::Draft;
use crate::keys::parts::Parts;
use crate::table::{self, Form, Key};
use crate::text::node::{Kind, Node};

const ANY_COUNT: Range = Range::whole(0.0, f64::INFINITY);

/// Steps of a direction; farther than any grid reaches.
const STEP: Range = Range::whole(-1e9, 1e9);

impl Checker<'_> {
    pub fn plain_fields(&mut self, draft: &Draft) {
        let parts = &draft.parts;
        for table in [&table::MODE, &table::COLOURS, &table::MEMORY] {
            for key in table.keys {
                // What is remembered can follow from the rules, then it has no place.
                let Some(node) = parts.get(key.field) else { continue };
                let is_another = !std::ptr::eq(table, &table::MODE) && table::MODE.find(key.name).is_some();
                let of = if is_another { format!(" of {}", table.what) } else { String::new() };
                self.value_of(key, &format!("\"{}\"{of}", key.name), node);
            }
        }
        if let Some(node) = parts.get("hexagonal") {
            self.flag("\"hexagonal\"", node);
        }
        self.filter(parts.list("discovered_filter"));
        if let Some(node) = parts.get("spawn_location") {
            self.location(node);
        }
        if let Some(node) = parts.get("tile_value") {
            self.amount("what a tile is worth", node, Range::real(f64::NEG_INFINITY, f64::INFINITY));
        }
        let movement = [("\"down\"", STEP), ("\"right\"", STEP), ("\"slide\"", ANY_COUNT)];
        for (node, (what, range)) in parts.list("movement_parameters").iter().zip(movement) {
            self.amount(what, node, range);
        }
        for direction in parts.list("directions") {
            self.direction(direction);
        }
        self.pressed(parts);
        for auto in parts.list("auto_directions") {
            self.auto_direction(auto);
        }
        for cell in parts.list("starting_grid").iter().filter_map(Node::as_array).flatten() {
            self.cell_or_tile(cell);
        }
        for line in parts.list("rules_text") {
            if let Some([_, text]) = line.as_array() {
                self.text(text);
            }
        }
        if let Some(node) = parts.get("before_game") {
            self.actions("\"before_game\"", node);
        }
        self.indices(draft);
    }

    /// The value of a key that is a field of the mode.
    fn value_of(&mut self, key: &Key, what: &str, node: &Node) {
        match key.form {
            Form::Whole(least, most) => _ = self.number(what, node, Range::whole(least, most)),
            Form::Number(least, most) => _ = self.number(what, node, Range::real(least, most)),
            Form::Flag => self.flag(what, node),
            Form::AnyList => _ = self.is_list(what, node),
            Form::Colour => self.colour(node),
            Form::Condition => self.condition(node),
            _ => {}
        }
    }

    fn location(&mut self, node: &Node) {
        if !node.is_word("All") && !node.is_word("Edge") {
            let message = format!("tiles spawn in \"All\" cells or at the \"Edge\", not {}", node.seen());
            self.problems.error("wrong-type", node.span, message);
        }
    }

    /// Warns if players have nothing to press.
    fn pressed(&mut self, parts: &Parts) {
        let Some(directions) = parts.get("directions") else { return };
        let is_empty = directions.as_array().is_some_and(<[Node]>::is_empty);
        // Directions that are not there were said already.
        let is_meant = !self.problems.has_any(&["directions", "wrong-type"]);
        if is_empty && is_meant && parts.list("scripts").is_empty() {
            self.problems.warning("directions", directions.span, "players have no direction to move in");
        }
    }

    /// A direction: how it moves, its button, its keys.
    fn direction(&mut self, node: &Node) {
        let [way, label, button @ ..] = node.as_array().unwrap_or_default() else { return };
        self.way(way);
        self.text(label);
        let parts = ["width", "height", "font size", "top", "left"];
        for (part, node) in parts.into_iter().zip(button) {
            self.number(&format!("the {part} of a button"), node, Range::FINITE);
        }
        if let Some(keys) = button.get(5)
            && self.is_list("\"keys\"", keys)
        {
            self.keys(keys.as_array().unwrap_or_default());
        }
        if let Some(rotation) = button.get(6) {
            self.number("\"rotation\"", rotation, Range::FINITE);
        }
        if let Some(available) = button.get(7) {
            self.condition(available);
        }
    }

    fn keys(&mut self, keys: &[Node]) {
        for key in keys.iter().filter(|key| key.as_string().is_none_or(|name| name.is_empty())) {
            let message = format!("a key is a text such as \"KeyW\", not {}", key.seen());
            self.problems.error("wrong-type", key.span, message);
        }
    }

    fn auto_direction(&mut self, node: &Node) {
        let [way, at, when @ ..] = node.as_array().unwrap_or_default() else { return };
        self.way(way);
        if !["Before", "Between", "After"].into_iter().any(|word| at.is_word(word)) {
            let message = "an automatic move is \"at\" \"Before\", \"Between\" or \"After\"";
            self.problems.error("wrong-type", at.span, message);
        }
        if let Some(when) = when.first() {
            self.condition(when);
        }
    }

    /// Checks a direction: step, slide, type, strength and chance.
    fn way(&mut self, node: &Node) {
        let entries = node.as_array().unwrap_or_default();
        let given = |place: usize| entries.get(place).filter(|entry| !entry.is_word("@undefined"));
        let numbers = [
            (0, "a step down", STEP),
            (1, "a step to the right", STEP),
            (2, "\"slide\"", ANY_COUNT),
            (3, "\"type\"", Range::real(f64::NEG_INFINITY, f64::INFINITY)),
            (5, "\"chance\"", Range::real(0.0, 100.0)),
        ];
        for (place, what, range) in numbers {
            if let Some(node) = given(place) {
                self.number(what, node, range);
            }
        }
        if let Some(strength) = given(4)
            && self.is_list("\"strength\"", strength)
        {
            self.strength(strength.as_array().unwrap_or_default());
        }
    }

    fn strength(&mut self, entries: &[Node]) {
        for (place, entry) in entries.iter().enumerate() {
            match place {
                0 => _ = self.number("the first entry of \"strength\"", entry, Range::whole(-1.0, 1.0)),
                _ => self.flag("an entry of \"strength\" after the first", entry),
            }
        }
    }

    /// Variables that modifiers and the exceptions to them speak of.
    fn indices(&mut self, draft: &Draft) {
        let parts = &draft.parts;
        if let Some(indices) = parts.get("modifier_indices") {
            let (count, found) = (self.modifier_count, indices.as_array().map(<[Node]>::len));
            if found != Some(count) {
                let message =
                    format!("\"modifier_indices\" is a list of {count}: one for each modifier variable");
                self.problems.error("length", indices.span, message);
            }
        }
        if let (Some(index), Some(node)) =
            (draft.file.traits.hidden_text_variable, parts.get("hidden_text_variable"))
            && index >= self.variable_count
            && !self.variables_grow
        {
            let message = format!("there is no game variable {index}");
            self.problems.error("index", node.span, message);
        }
    }

    /// The steps of an expression that follow a tile.
    fn filter(&mut self, steps: &[Node]) {
        if !steps.is_empty() {
            self.steps_after_a_tile(steps);
        }
    }

    /// A number or an expression, or a list of numbers.
    pub fn amounts(&mut self, what: &str, node: &Node, range: Range) {
        match &node.kind {
            Kind::Array(entries)
                if !entries.is_empty() && entries.iter().all(|entry| entry.as_number().is_some()) =>
            {
                for entry in entries {
                    self.number(what, entry, range);
                }
            }
            _ => self.amount(what, node, range),
        }
    }
}
