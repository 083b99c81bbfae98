//! Writing: from a mode to the text of a mode file.

use calcarray::Value;
use polymerge_rules::Mode;

use crate::draft::no_indices;
use crate::fields::{Context, wrapped, write_list};
use crate::file::Info;
use crate::keys::grid::Shape;
use crate::keys::parts::field;
use crate::keys::{
    auto_move, direction, grid, look, memory, merge, outcome, rules_text, script, spawn, stat_box,
};
use crate::shown::{Expressions, MODIFIER_VARIABLE, VARIABLE, Written};
use crate::table::{self, KeyTable};
use crate::text::layout;
use crate::text::node::{Kind, Node, Span};
use crate::text::problem::Problems;

impl Info {
    /// Takes a description from the mode's own rules text: its first heading of the first kind is
    /// the title, a single paragraph after it the description.
    pub fn of(mode: &Mode) -> Info {
        let text = |value: &Value| value.as_text().and_then(calcarray::Text::to_utf8);
        let lines: Vec<(String, Option<String>)> = mode
            .rules_text
            .as_array()
            .into_iter()
            .flat_map(|lines| lines.iter())
            .filter_map(|line| match line.as_array()?.entries() {
                [tag, content] => Some((text(tag)?, text(content))),
                _ => None,
            })
            .collect();
        let title = lines.iter().find(|(tag, _)| tag == "h1").and_then(|(_, title)| title.clone());
        let about = match lines.as_slice() {
            [(first, _), (second, about)] if first == "h1" && second == "p" => about.clone(),
            _ => None,
        };
        Info { title: title.unwrap_or_default(), about: about.unwrap_or_default(), ..Info::default() }
    }
}

/// Writes a mode as a mode file: keys instead of places, defaults left out.
///
/// Reading the file gives exactly this mode again, in whichever form the expressions are.
pub fn write(mode: &Mode, info: &Info, expressions: Expressions) -> String {
    let mut problems = Problems::default();
    let tile_value = Node::from_value(&mode.tile_value);
    let variable_count = mode.game_variables.as_array().map_or(0, |list| list.len());
    let mut cx = Context {
        problems: &mut problems,
        entries: &[],
        entry_count: mode.tile_entries,
        variable_count,
        tile_value: &tile_value,
        conditions: Vec::new(),
        rule_variables: Vec::new(),
    };
    let mut keys = about(info);
    rules(mode, info, &tile_value, &mut keys, &mut cx);
    for (key, value) in &mut keys {
        let prefix = match *key {
            "variables" => VARIABLE,
            "modifier_variables" => MODIFIER_VARIABLE,
            _ => continue,
        };
        *value = expressions.variables(value.clone(), prefix);
    }
    let count = |list: &Value| list.as_array().map_or(0, |list| list.len());
    let names = Written {
        entries: mode.tile_entries,
        variables: count(&mode.game_variables),
        modifier_variables: count(&mode.modifier_variables),
    };
    let members = keys.into_iter().map(|(name, node)| {
        let is_literal = table::MODE.find(name).is_some_and(|key| key.is_literal);
        (name, if is_literal { node } else { expressions.written(node, names) })
    });
    layout::file(&table::MODE.object(members.collect()))
}

type Keys = Vec<(&'static str, Node)>;

fn about(info: &Info) -> Keys {
    let Info { title, number, family, brief, about, credits } = info;
    let span = Span::default();
    let mut keys = vec![("$schema", Node::text(span, "mode.schema.json"))];
    let text = |key, text: &str, keys: &mut Keys| {
        if !text.is_empty() {
            keys.push((key, Node::text(span, text)));
        }
    };
    text("title", title, &mut keys);
    if let Some(number) = *number {
        keys.push(("number", Node::number(span, f64::from(number))));
    }
    text("family", family, &mut keys);
    text("brief", brief, &mut keys);
    text("about", about, &mut keys);
    text("credits", credits, &mut keys);
    keys
}

fn rules(mode: &Mode, info: &Info, tile_value: &Node, keys: &mut Keys, cx: &mut Context) {
    let span = Span::default();
    let node = Node::from_value;
    let rules = node(&mode.rules_text);
    if !rules.same(&rules_text::default(&info.title, &info.about, span)) {
        keys.push(("rules_text", rules_text::write(&rules)));
    }
    let (cells, hexagonal) = (node(&mode.starting_grid), node(&mode.hexagonal));
    let grid = grid::write(mode.width, mode.height, &cells, &hexagonal, cx);
    let shape = grid::read(grid.clone(), cx).shape;
    keys.extend(grid.map(|grid| ("grid", grid)));
    directions(mode, shape, keys, cx);
    // Tiles of one entry are what a file has that says nothing of it.
    if mode.tile_entries != 1 {
        keys.push(("tile", Node::number(span, mode.tile_entries as f64)));
    }
    keys.extend(not(tile_value.clone(), &Node::array(span, vec![Node::text(span, "@This 0")]), "tile_value"));
    let variables = |value: &Value, key: &'static str| {
        let variables = node(value);
        match variables.as_array() {
            Some([]) => None,
            Some(_) => Some((key, variables)),
            None => Some((key, Node::object(vec![("raw", variables)]))),
        }
    };
    keys.extend(variables(&mode.game_variables, "variables"));
    let modifiers = node(&mode.modifier_variables);
    keys.extend(variables(&mode.modifier_variables, "modifier_variables"));
    keys.extend(not(node(&mode.modifier_indices), &no_indices(&modifiers), "modifier_indices"));

    let mut before = 0;
    let looks = write_list(&node(&mode.tile_types), cx, look::write, |node, cx| {
        // A candidate is read once, so the count of variables may go on.
        look::read(node, &mut before, cx)
    });
    keys.extend(some("tiles", looks));
    let merges = node(&mode.merge_rules);
    keys.extend(some("merges", write_list(&merges, cx, merge::write, merge::read)));
    keys.extend(some("spawns", write_list(&node(&mode.spawns), cx, spawn::write, spawn::read)));
    let forced = write_list(&node(&mode.forced_spawns), cx, spawn::write_forced, spawn::read_forced);
    keys.extend(some("forced_spawns", forced));
    let win = outcome::write(&node(&mode.win_conditions), &node(&mode.win_requirement));
    keys.extend(win.map(|win| ("win", win)));
    let lose = outcome::write(&node(&mode.lose_conditions), &node(&mode.lose_requirement));
    keys.extend(lose.map(|lose| ("lose", lose)));
    keys.extend(written(mode, &table::MODE));
    keys.extend(mode.before_game.as_ref().map(|expression| ("before_game", wrapped(node(expression)))));
    keys.extend(some("scripts", write_list(&node(&mode.scripts), cx, script::write, script::read)));
    let boxes = write_list(&node(&mode.stat_boxes), cx, stat_box::write, stat_box::read);
    if !boxes.same(&table::MODE.default("stat_boxes", span)) {
        keys.push(("stat_boxes", boxes));
    }
    keys.extend(group("colours", written(mode, &table::COLOURS).collect()));
    let defaults = memory::defaults(&merges, &node(&mode.scripts));
    let levels = table::MEMORY.keys.iter().zip(defaults).map(|(key, default)| {
        let default = memory::from_number(default, span);
        not(field(mode, key.field), &default, key.name)
    });
    keys.extend(group("memory", levels.flatten().collect()));
}

fn directions(mode: &Mode, shape: Shape, keys: &mut Keys, cx: &mut Context) {
    let directions = direction::write(&Node::from_value(&mode.directions), shape, cx);
    keys.extend(directions.map(|directions| ("directions", directions)));
    let auto = Node::from_value(&mode.auto_directions);
    let auto = write_list(&auto, cx, auto_move::write, auto_move::read);
    keys.extend(some("auto_directions", auto));
    let movement = Node::from_value(&mode.movement_parameters);
    match movement.as_array() {
        Some(entries) if entries.len() == table::MOVEMENT.keys.len() => {
            let entries = table::MOVEMENT.keys.iter().zip(entries);
            let entries =
                entries.filter_map(|(key, entry)| not(entry.clone(), &key.default_at(entry.span), key.name));
            keys.extend(group("movement", entries.collect()));
        }
        _ => keys.push(("movement", Node::object(vec![("raw", movement)]))),
    }
}

/// The keys of a table whose values are fields of the mode, but for defaults.
fn written<'a>(mode: &'a Mode, table: &'static KeyTable) -> impl Iterator<Item = (&'static str, Node)> + 'a {
    table.plain().filter_map(|key| not(field(mode, key.field), &key.default_at(Span::default()), key.name))
}

/// The key unless it has the value that it has if it is left out.
fn not(node: Node, default: &Node, key: &'static str) -> Option<(&'static str, Node)> {
    (!node.same(default)).then(|| (key, wrapped(node)))
}

/// The key unless its list is empty.
fn some(key: &'static str, node: Node) -> Option<(&'static str, Node)> {
    let empty = matches!(&node.kind, Kind::Array(entries) if entries.is_empty());
    (!empty).then_some((key, node))
}

/// The key with an object, unless that is empty.
fn group(key: &'static str, members: Keys) -> Option<(&'static str, Node)> {
    (!members.is_empty()).then(|| (key, Node::object(members)))
}
