//! A mode file key by key: what each is, and what it is if it is left out.

use crate::expand::choose;
use crate::expand::circle;
use crate::expand::inherit;
use crate::expand::names::{MOST_ENTRIES, Names, is_name};
use crate::expand::setting::Choices;
use crate::fields::{self, Context, Fields};
use crate::file::{Info, ModeFile};
use crate::keys::parts::Parts;
use crate::keys::{
    auto_move, direction, exceptions, grid, look, memory, merge, outcome, rules_text, script, spawn, stat_box,
};
use crate::table::{self, Key};
use crate::text::node::{Kind, Member, Node, Span};
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;
use crate::text::source::{Source, SourceFile};

/// A file that was read, with the places of all its expressions.
pub(crate) struct Draft {
    pub file: ModeFile,
    pub parts: Parts,
    /// The names of the variables of each merge rule.
    pub rule_variables: Vec<Vec<String>>,
    pub names: Names,
    /// True if the file has a title, even one that can't be read.
    pub has_title: bool,
    /// Set if it says that it is only there to be extended.
    pub is_base: bool,
}

impl Draft {
    /// The place of an entry of a field, as far in as the tree goes.
    pub fn follow(&self, field: &str, path: &[usize]) -> Span {
        let mut span = Span::default();
        let mut node = self.parts.get(field);
        for entry in path.iter().map(Some).chain([None]) {
            let Some(found) = node else { break };
            if found.span != Span::default() {
                span = found.span;
            }
            node = entry.and_then(|&entry| found.as_array()?.get(entry));
        }
        span
    }
}

/// The keys whose values no game calculates: formulas in them are calculated when a file is read.
pub(crate) const DATA: [&str; 8] = [
    "variables",
    "modifier_variables",
    "grid",
    "directions",
    "auto_directions",
    "start_tiles",
    "tiles_per_turn",
    "next_tiles",
];

/// Reads a file as far as that is possible.
pub(crate) fn draft(
    file: &SourceFile,
    source: &dyn Source,
    options: &ReadOptions,
    choices: &Choices,
    problems: &mut Problems,
) -> Option<Draft> {
    let mut members = inherit::load(file, source, options, problems)?;
    choices.1.define(&mut members);
    let settings = choose::apply(&mut members, choices, options, problems);
    choices.1.lay_negatives(&mut members, options, problems);
    let mut names = Names::take(&mut members, problems);
    let mut budget = options.values;
    names.directions = directions(&members, &names, options);
    let members: Vec<Member> = members
        .into_iter()
        .map(|member| match table::MODE.find(&member.key) {
            Some(key) if key.is_literal => member,
            _ => {
                let is_data = DATA.contains(&member.key.as_str());
                let value = names.resolve(&member.value, is_data, &mut budget, options, problems);
                Member { value, ..member }
            }
        })
        .collect();
    names.check_functions(&mut budget, options, problems);
    names.check_hidden(problems);
    if !problems.has_any(&["name"]) {
        circle::check(&names, problems);
    }
    let has_title = members.iter().any(|member| {
        member.key == "title" && member.value.as_string().is_none_or(|title| !title.trim().is_empty())
    });
    // If names are wrong, what follows would only be noise about the same.
    let top = Node::new(Span::default(), Kind::Object(members));
    let none = Node::number(top.span, 0.0);
    let mut cx = Context::new(problems, &names.entries, &none);
    let mut fields = Fields::of(top, &table::MODE, &mut cx)?;
    let is_base = fields.boolean("base", &mut cx);
    let info = info(&mut fields, &mut cx);
    // Read already, as it changes all other keys.
    fields.take("settings");

    cx.entry_count = entry_count(&mut fields, &mut cx);
    let game_variables = variables(fields.take("variables"), &mut cx);
    cx.variable_count = game_variables.as_array().map_or(0, <[Node]>::len);
    let span = Span::default();
    let tile_value =
        fields.value("tile_value").unwrap_or_else(|| Node::array(span, vec![Node::text(span, "@This 0")]));
    cx.tile_value = &tile_value;

    let mut parts = Parts::default();
    let traits = exceptions::read(fields.take("modifiers"), &mut parts, &mut cx);
    let grid = grid::read(fields.take("grid"), &mut cx);
    parts.put("directions", direction::read(fields.take("directions"), grid.shape, &mut cx));
    parts.put("auto_directions", list(&mut fields, "auto_directions", &mut cx, auto_move::read));
    parts.put("movement_parameters", movement(fields.take("movement"), &mut cx));
    let mut before = 0;
    let looks = list(&mut fields, "tiles", &mut cx, |node, cx| look::read(node, &mut before, cx));
    parts.put("tile_types", looks);
    let merges = list(&mut fields, "merges", &mut cx, merge::read);
    parts.put("match_conditions", Node::array(span, std::mem::take(&mut cx.conditions)));
    parts.put("spawns", list(&mut fields, "spawns", &mut cx, spawn::read));
    parts.put("forced_spawns", list(&mut fields, "forced_spawns", &mut cx, spawn::read_forced));
    for (key, table, conditions, requirement) in [
        ("win", &table::WIN, "win_conditions", "win_requirement"),
        ("lose", &table::LOSE, "lose_conditions", "lose_requirement"),
    ] {
        let (tiles, needed) = outcome::read(fields.take(key), table, &mut cx);
        parts.put(conditions, tiles);
        parts.put(requirement, needed);
    }
    let boxes = match fields.take("stat_boxes") {
        Some(node) => fields::list(node, "stat boxes", &mut cx, stat_box::read),
        None => Node::array(span, vec![stat_box::score(span)]),
    };
    parts.put("stat_boxes", boxes);
    parts.put("scripts", list(&mut fields, "scripts", &mut cx, script::read));
    if let Some(node) = fields.take("before_game")
        && let Some(line) = script::read_line(node, &mut cx)
    {
        parts.put("before_game", line);
    }
    colours(fields.take("colours"), &mut parts, &mut cx);
    let mut rules = match fields.take("rules_text") {
        Some(node) => rules_text::read(node, &mut cx),
        None => rules_text::default(&info.title, &info.about, span),
    };
    rules_text::add_choices(&mut rules, &settings, choices);
    parts.put("rules_text", rules);
    let modifier_variables = variables(fields.take("modifier_variables"), &mut cx);
    let indices = fields.value("modifier_indices").unwrap_or_else(|| no_indices(&modifier_variables));
    parts.put("game_variables", game_variables);
    parts.put("modifier_variables", modifier_variables);
    parts.put("modifier_indices", indices);
    for key in table::MODE.plain() {
        parts.put(key.field, fields.value_or_default(key.name));
    }
    memory::read(fields.take("memory"), &merges, &mut parts, &mut cx);
    parts.put("merge_rules", merges);
    parts.put("tile_value", tile_value.clone());
    parts.put("starting_grid", grid.cells);
    parts.put("hexagonal", grid.hexagonal);
    fields.finish(&mut cx);

    let rule_variables = std::mem::take(&mut cx.rule_variables);
    let entry_count = cx.entry_count;
    let size = (grid.width, grid.height, entry_count);
    let mode = parts.mode(size, problems);
    let file = ModeFile {
        mode,
        info,
        entry_names: names.entries.clone(),
        variable_names: names.variables.clone(),
        settings,
        traits,
    };
    Some(Draft { file, parts, rule_variables, names, has_title, is_base })
}

/// The names of the directions, which formulas read.
fn directions(members: &[Member], names: &Names, options: &ReadOptions) -> Option<Vec<Option<&'static str>>> {
    // What is wrong here is said when these keys are read.
    let (mut problems, mut budget) = (Problems::default(), options.values);
    let mut resolved = |key: &str| {
        let member = members.iter().find(|member| member.key == key)?;
        Some(names.resolve(&member.value, true, &mut budget, options, &mut Problems::default()))
    };
    let (grid, directions) = (resolved("grid"), resolved("directions"));
    let none = Node::number(Span::default(), 0.0);
    let mut cx = Context::new(&mut problems, &names.entries, &none);
    let shape = grid::read(grid, &mut cx).shape;
    direction::names(directions.as_ref(), shape)
}

fn list(
    fields: &mut Fields,
    key: &'static str,
    cx: &mut Context,
    read: impl FnMut(Node, &mut Context) -> Option<Node>,
) -> Node {
    match fields.take(key) {
        Some(node) => fields::list(node, key, cx, read),
        None => Node::array(Span::default(), Vec::new()),
    }
}

fn info(fields: &mut Fields, cx: &mut Context) -> Info {
    fields.text("$schema", cx);
    let [title, family, brief, about, credits] =
        ["title", "family", "brief", "about", "credits"].map(|key| fields.text(key, cx));
    let number = fields.take("number").and_then(|node| match node.kind {
        Kind::Number(number) if number.fract() == 0.0 && (0.0..1e9).contains(&number) => Some(number as u32),
        _ => {
            cx.expected("a whole number from 0 to 999999999", &node);
            None
        }
    });
    Info { title, number, family, brief, about, credits }
}

fn entry_count(fields: &mut Fields, cx: &mut Context) -> usize {
    match fields.take("tile") {
        None => 1,
        Some(Node { kind: Kind::Array(names), .. }) if !names.is_empty() => names.len().min(MOST_ENTRIES),
        Some(Node { kind: Kind::Number(count), .. })
            if (0.0..1e4).contains(&count) && count.fract() == 0.0 =>
        {
            count as usize
        }
        Some(other) => {
            let wanted = format!(
                "a list of names for the entries of a tile, or their number, from 1 to {MOST_ENTRIES},"
            );
            let entry = cx.expected(&wanted, &other);
            if let Some(name) = other.as_string().filter(|name| is_name(name)) {
                entry.help(format!("write \"tile\": [\"{name}\"]"));
            }
            1
        }
    }
}

/// Variables with their first values: an object that names them, or a list.
fn variables(node: Option<Node>, cx: &mut Context) -> Node {
    match node {
        None => Node::array(Span::default(), Vec::new()),
        Some(Node { kind: Kind::Object(members), span }) => {
            if let [Member { key, value, .. }] = members.as_slice()
                && key == "raw"
            {
                return value.clone();
            }
            Node::array(span, members.into_iter().map(|member| member.value).collect())
        }
        Some(node) if node.as_array().is_some() => node,
        Some(other) => {
            cx.expected("an object of variables with their first values", &other);
            Node::array(other.span, Vec::new())
        }
    }
}

/// The names beside the modifier variables: `false` for each.
pub(crate) fn no_indices(variables: &Node) -> Node {
    let count = variables.as_array().map_or(0, <[Node]>::len);
    Node::array(variables.span, vec![Node::boolean(variables.span, false); count])
}

fn movement(node: Option<Node>, cx: &mut Context) -> Node {
    let span = node.as_ref().map_or(Span::default(), |node| node.span);
    if let Some(raw) = node.as_ref().and_then(fields::raw) {
        return raw.clone();
    }
    let mut fields = node.and_then(|node| Fields::of(node, &table::MOVEMENT, cx));
    let entry = |key: &Key| {
        fields.as_mut().and_then(|fields| fields.value(key.name)).unwrap_or_else(|| key.default_at(span))
    };
    let entries = table::MOVEMENT.keys.iter().map(entry).collect();
    fields.into_iter().for_each(|fields| fields.finish(cx));
    Node::array(span, entries)
}

fn colours(node: Option<Node>, parts: &mut Parts, cx: &mut Context) {
    let span = node.as_ref().map_or(Span::default(), |node| node.span);
    let mut fields = node.and_then(|node| Fields::of(node, &table::COLOURS, cx));
    for key in table::COLOURS.keys {
        let colour = fields.as_mut().and_then(|fields| fields.value(key.name));
        parts.put(key.field, colour.unwrap_or_else(|| key.default_at(span)));
    }
    fields.into_iter().for_each(|fields| fields.finish(cx));
}
