//! From the text of a mode file to a mode.

use calcarray::Value;
use polymerge_rules::Mode;

use crate::fields::{self, Context, Fields};
use crate::inherit;
use crate::naming::Names;
use crate::node::{Kind, Member, Node, Span};
use crate::problem::Problems;
use crate::source::{Source, SourceFile};
use crate::{direction, grid, look, memory, merge, outcome, rules_text, script, spawn, stat_box};

/// Bounds for reading files that come from strangers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// Bytes of one file.
    pub bytes: usize,
    /// How deep lists and objects may nest.
    pub depth: usize,
    /// How many values there may be in all, before and after named
    /// expressions are put in.
    pub values: usize,
    /// How many files may extend one another.
    pub extends: usize,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { bytes: 2 << 20, depth: 300, values: 1_000_000, extends: 8 }
    }
}

/// What a mode file says about its mode beyond the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// What the mode is called.
    pub title: String,
    /// Its number in the catalogue.
    pub number: Option<u32>,
    /// The family it belongs to.
    pub family: String,
    /// What it is about, in a sentence or two.
    pub about: String,
    /// Whose idea it was.
    pub credits: String,
}

/// A mode file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeFile {
    /// The mode: names are resolved, inheritance is gone.
    pub mode: Mode,
    /// What is said about it.
    pub info: Info,
    /// The names of the entries of its tiles, if they have names.
    pub entry_names: Vec<String>,
    /// The names of its game variables, if they have names.
    pub variable_names: Vec<String>,
    /// The key `settings`, kept as it is: a place for what changes a mode
    /// before a game.
    pub settings: Option<Value>,
}

/// Reads a mode file.
///
/// ```
/// use polymerge_modefile::{read, NoFiles, ReadOptions, SourceFile};
/// let file = SourceFile::new("tiny.jsonc", &br##"{
///     "title": "Tiny",
///     "grid": "3x3",
///     "tile": ["exponent"], // a tile is 2 to the power of this
///     "tiles": [{ "text": [2, "^", "@This exponent"], "colour": "#f0c040" }],
///     "merges": [{ "match": [{}, {}], "result": [["@This exponent", "+", 1]] }],
///     "spawns": [{ "tile": [1] }],
///     "win": [[7]],
/// }"##[..]);
/// let tiny = read(&file, &NoFiles, &ReadOptions::default()).unwrap();
/// assert_eq!((tiny.mode.width, tiny.mode.height), (3, 3));
/// ```
///
/// # Errors
/// Everything that is wrong with the file, each with its place.
pub fn read(file: &SourceFile, source: &dyn Source, options: &ReadOptions) -> Result<ModeFile, Problems> {
    let mut problems = Problems::default();
    match draft(file, source, options, &mut problems) {
        Some(draft) if !problems.has_errors() => Ok(draft.file),
        _ => {
            problems.sort();
            Err(problems)
        }
    }
}

/// A file that was read, with the places of all its expressions.
pub(crate) struct Draft {
    pub file: ModeFile,
    pub parts: Parts,
}

/// The fields of a mode as trees with places.
#[derive(Default)]
pub(crate) struct Parts(Vec<(&'static str, Node)>);

impl Parts {
    fn put(&mut self, name: &'static str, node: Node) {
        self.0.push((name, node));
    }

    pub fn get(&self, name: &str) -> Option<&Node> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, node)| node)
    }

    /// The entries of a field that is a list.
    pub fn list(&self, name: &str) -> &[Node] {
        self.get(name).and_then(Node::as_array).unwrap_or_default()
    }
}

/// The colours of a mode that names none.
pub(crate) const COLOURS: [(&str, &str); 4] =
    [("screen", "#f3f0ea"), ("grid", "#b4aca0"), ("cell", "#d6cfc3"), ("text", "#37322d")];

/// Keys whose value is one field of the mode as it is, with what they are if
/// they are left out.
pub(crate) const PLAIN: [(&str, Plain); 14] = [
    ("win_priority", Plain::Boolean(true)),
    ("postgame_allowed", Plain::Boolean(true)),
    ("multi_merge", Plain::Boolean(false)),
    ("spawn_location", Plain::Text("All")),
    ("start_tiles", Plain::Number(2.0)),
    ("tiles_per_turn", Plain::Number(1.0)),
    ("spawn_conditions", Plain::Boolean(true)),
    ("next_tiles", Plain::Number(0.0)),
    ("hidden_tile_text", Plain::Boolean(false)),
    ("discovered_filter", Plain::Empty),
    ("spawn_tile_blocked", Plain::Boolean(false)),
    ("direction_blocked", Plain::Boolean(false)),
    ("component_opacities", Plain::Empty),
    ("display_lag_reductions", Plain::Empty),
];

/// What a plain key is if it is left out.
#[derive(Clone, Copy)]
pub(crate) enum Plain {
    Boolean(bool),
    Text(&'static str),
    Number(f64),
    Empty,
}

impl Plain {
    pub fn node(self, span: Span) -> Node {
        match self {
            Plain::Boolean(value) => Node::boolean(span, value),
            Plain::Text(text) => Node::text(span, text),
            Plain::Number(number) => Node::number(span, number),
            Plain::Empty => Node::array(span, Vec::new()),
        }
    }
}

/// Reads a file as far as that is possible.
pub(crate) fn draft(
    file: &SourceFile,
    source: &dyn Source,
    options: &ReadOptions,
    problems: &mut Problems,
) -> Option<Draft> {
    let mut members = inherit::load(file, source, options, problems)?;
    let mut names = Names::take(&mut members, problems);
    if !members.iter().any(|member| member.key == "tile") {
        names.entries = vec!["value".to_owned()];
    }
    let mut budget = options.values;
    let members = members
        .into_iter()
        .map(|member| match member.key.as_str() {
            "$schema" | "title" | "number" | "family" | "about" | "credits" | "tile" => member,
            _ => {
                Member { value: names.resolve(&member.value, &mut budget, options.depth, problems), ..member }
            }
        })
        .collect();
    // If names are wrong, what follows would only be noise about the same.
    let top = Node::new(Span::default(), Kind::Object(members));
    let none = Node::number(top.span, 0.0);
    let mut cx =
        Context { problems, entries: &names.entries, entry_count: 1, variable_count: 0, tile_value: &none };
    let mut fields = Fields::of(top, "a mode", &mut cx)?;
    let (info, settings) = (info(&mut fields, &mut cx), fields.take("settings"));

    cx.entry_count = entry_count(&mut fields, &mut cx);
    let game_variables = variables(fields.take("variables"), &mut cx);
    cx.variable_count = game_variables.as_array().map_or(0, <[Node]>::len);
    let span = Span::default();
    let tile_value =
        fields.take("tile_value").unwrap_or_else(|| Node::array(span, vec![Node::text(span, "@This 0")]));
    cx.tile_value = &tile_value;

    let mut parts = Parts::default();
    let grid = grid::read(fields.take("grid"), &mut cx);
    parts.put("directions", direction::read(fields.take("directions"), grid.shape, &mut cx));
    parts.put("auto_directions", list(&mut fields, "auto_directions", &mut cx, direction::read_auto));
    parts.put("movement_parameters", movement(fields.take("movement"), &mut cx));
    let mut before = 0;
    let looks = list(&mut fields, "tiles", &mut cx, |node, cx| look::read(node, &mut before, cx));
    parts.put("tile_types", looks);
    let merges = list(&mut fields, "merges", &mut cx, merge::read);
    parts.put("spawns", list(&mut fields, "spawns", &mut cx, spawn::read));
    parts.put("forced_spawns", list(&mut fields, "forced_spawns", &mut cx, spawn::read_forced));
    for (key, what, conditions, requirement) in [
        ("win", "\"win\"", "win_conditions", "win_requirement"),
        ("lose", "\"lose\"", "lose_conditions", "lose_requirement"),
    ] {
        let (tiles, needed) = outcome::read(fields.take(key), what, &mut cx);
        parts.put(conditions, tiles);
        parts.put(requirement, needed);
    }
    let boxes = match fields.take("stat_boxes") {
        Some(node) => fields::list(node, "stat boxes", &mut cx, stat_box::read),
        None => Node::array(span, vec![stat_box::score(span)]),
    };
    parts.put("stat_boxes", boxes);
    parts.put("scripts", list(&mut fields, "scripts", &mut cx, script::read));
    colours(fields.take("colours"), &mut parts, &mut cx);
    let rules = match fields.take("rules_text") {
        Some(node) => rules_text::read(node, &mut cx),
        None => rules_text::default(&info.title, &info.about, span),
    };
    parts.put("rules_text", rules);
    let modifier_variables = variables(fields.take("modifier_variables"), &mut cx);
    let indices = fields.take("modifier_indices").unwrap_or_else(|| no_indices(&modifier_variables));
    parts.put("game_variables", game_variables);
    parts.put("modifier_variables", modifier_variables);
    parts.put("modifier_indices", indices);
    for (key, default) in PLAIN {
        let node = fields.take(key).unwrap_or_else(|| default.node(span));
        parts.put(key, node);
    }
    let interval = fields.take("display_interval").unwrap_or_else(|| Node::text(span, "@Infinity"));
    parts.put("display_interval", interval);
    memory::read(fields.take("memory"), &merges, &mut parts_putter(&mut parts), &mut cx);
    parts.put("merge_rules", merges);
    parts.put("tile_value", tile_value.clone());
    parts.put("starting_grid", grid.cells);
    parts.put("hexagonal", grid.hexagonal);
    fields.finish(&mut cx);

    let entry_count = cx.entry_count;
    let size = (grid.width, grid.height, entry_count);
    let mode = assemble(&parts, size, problems);
    let settings = settings.and_then(|node| value(&node, problems));
    let file = ModeFile { mode, info, entry_names: names.entries, variable_names: names.variables, settings };
    Some(Draft { file, parts })
}

fn parts_putter(parts: &mut Parts) -> impl FnMut(&'static str, Node) + '_ {
    |name, node| parts.put(name, node)
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
    let mut text = |key, cx: &mut Context| match fields.take(key) {
        None => String::new(),
        Some(node) => node.as_string().unwrap_or_else(|| {
            cx.expected("a text", &node);
            String::new()
        }),
    };
    text("$schema", cx);
    let (title, family) = (text("title", cx), text("family", cx));
    let (about, credits) = (text("about", cx), text("credits", cx));
    let number = fields.take("number").and_then(|node| match node.kind {
        Kind::Number(number) if number.fract() == 0.0 && (0.0..1e9).contains(&number) => Some(number as u32),
        _ => {
            cx.expected("a whole number", &node);
            None
        }
    });
    Info { title, number, family, about, credits }
}

fn entry_count(fields: &mut Fields, cx: &mut Context) -> usize {
    match fields.take("tile") {
        None => 1,
        Some(Node { kind: Kind::Array(names), .. }) if !names.is_empty() => names.len(),
        Some(Node { kind: Kind::Number(count), .. })
            if (0.0..1e4).contains(&count) && count.fract() == 0.0 =>
        {
            count as usize
        }
        Some(other) => {
            cx.expected("a list of names for the entries of a tile, or their number,", &other);
            1
        }
    }
}

/// Variables with their first values: an object that names them, or a list.
fn variables(node: Option<Node>, cx: &mut Context) -> Node {
    match node {
        None => Node::array(Span::default(), Vec::new()),
        Some(Node { kind: Kind::Object(members), span }) => {
            if let [Member { key, value, .. }] = members.as_slice() {
                if key == "raw" {
                    return value.clone();
                }
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

/// The three keys of `movement`, with what they are if they are left out.
pub(crate) const MOVEMENT: [(&str, &str); 3] =
    [("down", "@VDir"), ("right", "@HDir"), ("slide", "@SlideAmount")];

fn movement(node: Option<Node>, cx: &mut Context) -> Node {
    let span = node.as_ref().map_or(Span::default(), |node| node.span);
    let usual = || Node::array(span, MOVEMENT.map(|(_, default)| Node::text(span, default)).to_vec());
    let Some(node) = node else { return usual() };
    if let Some(raw) = fields::raw(&node) {
        return raw.clone();
    }
    let Some(mut fields) = Fields::of(node, "\"movement\"", cx) else { return usual() };
    let entries =
        MOVEMENT.map(|(key, default)| fields.take(key).unwrap_or_else(|| Node::text(span, default))).to_vec();
    fields.finish(cx);
    Node::array(span, entries)
}

fn colours(node: Option<Node>, parts: &mut Parts, cx: &mut Context) {
    let names = ["screen_background", "grid_background", "cell_background", "text_background"];
    let span = node.as_ref().map_or(Span::default(), |node| node.span);
    let mut fields = node.and_then(|node| Fields::of(node, "\"colours\"", cx));
    for ((key, default), name) in COLOURS.into_iter().zip(names) {
        let colour = fields.as_mut().and_then(|fields| fields.take(key));
        parts.put(name, colour.unwrap_or_else(|| Node::text(span, default)));
    }
    if let Some(fields) = fields {
        fields.finish(cx);
    }
}

/// The value of a tree; a text that is not what it seems is reported.
fn value(node: &Node, problems: &mut Problems) -> Option<Value> {
    match node.to_value() {
        Ok(value) => Some(value),
        Err(span) => {
            let message = "this text starts like a number type but is no number of that type";
            problems
                .error("number", span, message)
                .help("write \"@BigInt 5\", \"@BigRational 1 2\" or \"@GaussianBigInt 1 -2\"");
            None
        }
    }
}

fn assemble(
    parts: &Parts,
    (width, height, tile_entries): (usize, usize, usize),
    problems: &mut Problems,
) -> Mode {
    let mut field = |name: &str| parts.get(name).and_then(|node| value(node, problems)).unwrap_or_default();
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
        let Some(node) = parts.get(name) else { return };
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
    mode
}
