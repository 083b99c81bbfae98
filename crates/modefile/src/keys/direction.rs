//! The directions a player can press (docs/spec/rules.md, "Data model"; buttons
//! and keys: docs/spec/modifiers.md, "Directions"), both ways.

use crate::fields::{Context, Fields, raw};
use crate::keys::grid::Shape;
use crate::table;
use crate::text::nearest::nearest_of;
use crate::text::node::{Kind, Node, Span};

/// A direction of one of the usual sets. Lengths are in 33rds of the screen.
struct StandardDirection {
    name: &'static str,
    step: (i32, i32),
    label: &'static str,
    side: f64,
    font: f64,
    top: f64,
    left: f64,
    keys: &'static [&'static str],
    rotation: u32,
}

#[allow(clippy::too_many_arguments)]
const fn standard(
    name: &'static str,
    step: (i32, i32),
    label: &'static str,
    (side, font): (f64, f64),
    (top, left): (f64, f64),
    keys: &'static [&'static str],
    rotation: u32,
) -> StandardDirection {
    StandardDirection { name, step, label, side, font, top, left, keys, rotation }
}

const SQUARE: &[StandardDirection] = &[
    standard("up", (-1, 0), "↑", (5., 3.), (6., 14.), &["ArrowUp", "KeyW"], 0),
    standard("down", (1, 0), "↓", (5., 3.), (22., 14.), &["ArrowDown", "KeyS", "KeyX"], 0),
    standard("left", (0, -1), "←", (5., 3.), (14., 6.), &["ArrowLeft", "KeyA"], 0),
    standard("right", (0, 1), "→", (5., 3.), (14., 22.), &["ArrowRight", "KeyD"], 0),
];
const SQUARE_DIAGONAL: &[StandardDirection] = &[
    standard("up-left", (-1, -1), "←", (5., 3.), (6., 6.), &["KeyQ"], 45),
    standard("up-right", (-1, 1), "↑", (5., 3.), (6., 22.), &["KeyE"], 45),
    standard("down-left", (1, -1), "↓", (5., 3.), (22., 6.), &["KeyZ"], 45),
    standard("down-right", (1, 1), "→", (5., 3.), (22., 22.), &["KeyC"], 45),
];
const CHECKERBOARD_DIAGONAL: &[StandardDirection] = &[
    standard("up", (-2, 0), "↑↑", (5., 2.5), (6., 14.), &["ArrowUp", "KeyW"], 0),
    standard("down", (2, 0), "↓↓", (5., 2.5), (22., 14.), &["ArrowDown", "KeyS", "KeyX"], 0),
    standard("left", (0, -2), "←←", (5., 2.5), (14., 6.), &["ArrowLeft", "KeyA"], 0),
    standard("right", (0, 2), "→→", (5., 2.5), (14., 22.), &["ArrowRight", "KeyD"], 0),
];
const HEXAGON: &[StandardDirection] = &[
    standard("up-left", (-1, -1), "←", (5., 3.), (6., 9.), &["KeyQ"], 60),
    standard("up-right", (-1, 1), "↑", (5., 3.), (6., 19.), &["KeyW"], 30),
    standard("down-left", (1, -1), "↓", (5., 3.), (22., 9.), &["KeyZ"], 30),
    standard("down-right", (1, 1), "→", (5., 3.), (22., 19.), &["KeyX"], 60),
    standard("left", (0, -2), "←", (5., 3.), (14., 4.), &["KeyA"], 0),
    standard("right", (0, 2), "→", (5., 3.), (14., 24.), &["KeyS"], 0),
];
const HEXAGON_DIAGONAL: &[StandardDirection] = &[
    standard("up", (-2, 0), "↑", (4., 2.5), (0., 14.), &["KeyO"], 0),
    standard("down", (2, 0), "↓", (4., 2.5), (28., 14.), &["KeyK"], 0),
    standard("left-up", (-1, -3), "←", (4., 2.5), (7., 2.), &["KeyI"], 30),
    standard("right-up", (-1, 3), "↑", (4., 2.5), (7., 26.), &["KeyP"], 60),
    standard("left-down", (1, -3), "↓", (4., 2.5), (21., 2.), &["KeyJ"], 60),
    standard("right-down", (1, 3), "→", (4., 2.5), (21., 26.), &["KeyL"], 30),
];
const STAY: StandardDirection = standard("stay", (0, 0), "•", (5., 3.), (14., 14.), &["Space"], 0);
const STAY_4D: StandardDirection = standard("stay", (0, 0), "•", (4., 2.5), (14.5, 14.5), &["Space"], 0);

/// The usual directions of a shape: those of the set, then the one that stays.
fn set(shape: Shape, orthogonal: bool, diagonal: bool, stay: bool) -> Vec<StandardDirection> {
    let (first, second, still): (Vec<StandardDirection>, &[StandardDirection], StandardDirection) =
        match shape {
            Shape::Square | Shape::Diamond => (copy(SQUARE), SQUARE_DIAGONAL, STAY),
            Shape::Checkerboard => (copy(SQUARE_DIAGONAL), CHECKERBOARD_DIAGONAL, STAY),
            Shape::Hexagon | Shape::HexaTriangle => (copy(HEXAGON), HEXAGON_DIAGONAL, STAY),
            Shape::Hyper(sides) => (hyper(sides), &[], STAY_4D),
        };
    let mut list = Vec::new();
    if orthogonal || matches!(shape, Shape::Hyper(_)) {
        list.extend(first);
    }
    if diagonal {
        list.extend(copy(second));
    }
    if stay {
        list.push(still);
    }
    list
}

fn copy(list: &[StandardDirection]) -> Vec<StandardDirection> {
    list.iter().map(|direction| StandardDirection { ..*direction }).collect()
}

/// The directions of four dimensions, each only if its side is above 1.
fn hyper([a, b, c, d]: [usize; 4]) -> Vec<StandardDirection> {
    let mut list = Vec::new();
    let mut pair = |side: usize, pair: [StandardDirection; 2]| {
        if side > 1 {
            list.extend(pair);
        }
    };
    let (across, along) = (a as i32 + 1, b as i32 + 1);
    pair(
        a,
        [
            standard("left", (0, -1), "←", (4., 2.5), (14.5, 8.5), &["ArrowLeft", "KeyA"], 0),
            standard("right", (0, 1), "→", (4., 2.5), (14.5, 20.5), &["ArrowRight", "KeyD"], 0),
        ],
    );
    pair(
        b,
        [
            standard("up", (-1, 0), "↑", (4., 2.5), (8.5, 14.5), &["ArrowUp", "KeyW"], 0),
            standard("down", (1, 0), "↓", (4., 2.5), (20.5, 14.5), &["ArrowDown", "KeyS"], 0),
        ],
    );
    pair(
        c,
        [
            standard("far-left", (0, -across), "←←", (4., 2.), (14.5, 2.5), &["KeyJ"], 0),
            standard("far-right", (0, across), "→→", (4., 2.), (14.5, 26.5), &["KeyL"], 0),
        ],
    );
    pair(
        d,
        [
            standard("far-up", (-along, 0), "↑↑", (4., 2.), (2.5, 14.5), &["KeyI"], 0),
            standard("far-down", (along, 0), "↓↓", (4., 2.), (26.5, 14.5), &["KeyK"], 0),
        ],
    );
    list
}

/// The entries of a direction, in the order of save codes.
struct Direction {
    step: [Node; 2],
    slide: Node,
    kind: Node,
    strength: Node,
    chance: Option<Node>,
    button: [Node; 6],
    keys: Node,
    rotation: Node,
    available: Option<Node>,
}

impl Direction {
    fn of(usual: &StandardDirection, slide: Node, span: Span) -> Direction {
        let number = |number: f64| Node::number(span, number);
        let part = |part: f64| Node::number(span, part / 33.0);
        Direction {
            step: [number(f64::from(usual.step.0)), number(f64::from(usual.step.1))],
            slide: if usual.step == (0, 0) { number(0.0) } else { slide },
            kind: number(0.0),
            strength: table::DIRECTION.default("strength", span),
            chance: None,
            button: [
                Node::text(span, usual.label),
                part(usual.side),
                part(usual.side),
                part(usual.font),
                part(usual.top),
                part(usual.left),
            ],
            keys: Node::array(span, usual.keys.iter().map(|key| Node::text(span, key)).collect()),
            rotation: number(f64::from(usual.rotation)),
            available: None,
        }
    }

    fn into_node(self, span: Span) -> Node {
        let [v, h] = self.step;
        let mut way = vec![v, h, self.slide, self.kind, self.strength];
        way.extend(self.chance);
        let mut entries = vec![Node::array(span, way)];
        entries.extend(self.button);
        entries.extend([self.keys, self.rotation]);
        entries.extend(self.available);
        Node::array(span, entries)
    }
}

fn far(span: Span) -> Node {
    Node::text(span, "@Infinity")
}

const SETS: [(&str, bool, bool); 3] =
    [("orthogonal", true, false), ("diagonal", false, true), ("both", true, true)];

/// Reads the directions: the name of a set, an object with `set`, `slide` and
/// `stay_still`, or a list of names and objects.
pub(crate) fn read(node: Option<Node>, shape: Shape, cx: &mut Context) -> Node {
    let span = node.as_ref().map_or(Span::default(), |node| node.span);
    let whole_set = |name: &Node, slide: Node, stay: bool, cx: &mut Context| {
        let found = SETS.into_iter().find(|(known, ..)| name.is_word(known));
        let Some((_, orthogonal, diagonal)) = found else {
            let entry = cx.problems.error("directions", name.span, "there is no such set of directions");
            let written = name.as_string().unwrap_or_default();
            entry.help(nearest_of(&written, "the sets are", table::words(table::SETS)));
            return Node::array(span, Vec::new());
        };
        let directions = set(shape, orthogonal, diagonal, stay);
        let node = |usual: &StandardDirection| Direction::of(usual, slide.clone(), span).into_node(span);
        Node::array(span, directions.iter().map(node).collect())
    };
    match node {
        None => whole_set(&Node::text(span, "orthogonal"), far(span), false, cx),
        Some(node) if node.as_text().is_some() => whole_set(&node, far(span), false, cx),
        Some(node) if node.as_object().is_some() && raw(&node).is_none() => {
            let Some(mut fields) = Fields::of(node, &table::DIRECTIONS, cx) else { return far(span) };
            let [name, slide] = ["set", "slide"].map(|key| fields.take_or_default(key));
            let stay = fields.boolean("stay_still", cx);
            fields.finish(cx);
            whole_set(&name, slide, stay, cx)
        }
        Some(node) => crate::fields::list(node, "directions", cx, |node, cx| read_one(node, shape, cx)),
    }
}

/// The usual names of directions in their order, `None` for those without one; nothing if it is not
/// known which directions there are.
pub(crate) fn names(node: Option<&Node>, shape: Shape) -> Option<Vec<Option<&'static str>>> {
    let of_set = |name: &Node, stay| {
        let (_, orthogonal, diagonal) = SETS.into_iter().find(|(known, ..)| name.is_word(known))?;
        let directions = set(shape, orthogonal, diagonal, stay);
        Some(directions.iter().map(|usual| Some(usual.name)).collect())
    };
    let orthogonal = Node::text(Span::default(), "orthogonal");
    let Some(node) = node else { return of_set(&orthogonal, false) };
    if let Some(entries) = node.as_array() {
        let name = |entry: &Node| {
            let written = entry.as_string().or_else(|| of_key(entry, "name")?.as_string())?;
            Some(named(&written, shape)?.name)
        };
        return Some(entries.iter().map(name).collect());
    }
    match node.as_object() {
        Some(_) if raw(node).is_some() => None,
        Some(_) => {
            let stay =
                of_key(node, "stay_still").is_some_and(|stay| matches!(stay.kind, Kind::Boolean(true)));
            of_set(of_key(node, "set").unwrap_or(&orthogonal), stay)
        }
        None => of_set(node, false),
    }
}

/// The value of a key of an object.
fn of_key<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    node.as_object()?.iter().find(|member| member.key == key).map(|member| &member.value)
}

fn named(name: &str, shape: Shape) -> Option<StandardDirection> {
    set(shape, true, true, true).into_iter().find(|usual| usual.name == name)
}

fn read_one(node: Node, shape: Shape, cx: &mut Context) -> Option<Node> {
    let span = node.span;
    if let Some(name) = node.as_string() {
        return match named(&name, shape) {
            Some(usual) => Some(Direction::of(&usual, far(span), span).into_node(span)),
            None => unknown(&name, span, shape, cx),
        };
    }
    let mut fields = Fields::of(node, &table::DIRECTION, cx)?;
    let base = match fields.take("name") {
        Some(name) => match named(&name.as_string().unwrap_or_default(), shape) {
            Some(usual) => Some(usual),
            None => return unknown(&name.as_string().unwrap_or_default(), name.span, shape, cx),
        },
        None => None,
    };
    let step = fields.take("move");
    if base.is_none() && step.is_none() {
        cx.error("missing-key", span, "a direction needs the key \"name\" or \"move\"");
        return None;
    }
    let middle = StandardDirection { label: "•", keys: &[], ..STAY };
    let mut direction = Direction::of(base.as_ref().unwrap_or(&middle), far(span), span);
    if let Some(step) = step {
        direction.step = pair(step, cx)?;
        if base.is_none() {
            direction.slide = far(span);
        }
    }
    direction.slide = fields.take("slide").unwrap_or(direction.slide);
    direction.kind = fields.take("type").unwrap_or(direction.kind);
    direction.strength = fields.take("strength").unwrap_or(direction.strength);
    direction.chance = fields.take("chance");
    if let Some(label) = fields.take("label") {
        direction.button[0] = label;
    }
    if let Some(button) = fields.take("button") {
        match button.kind {
            Kind::Array(parts) if parts.len() == 5 => {
                for (place, part) in direction.button.iter_mut().skip(1).zip(parts) {
                    *place = part;
                }
            }
            _ => _ = cx.expected("a list of width, height, font size, top and left", &button),
        }
    }
    direction.keys = fields.take("keys").unwrap_or(direction.keys);
    direction.rotation = fields.take("rotation").unwrap_or(direction.rotation);
    direction.available = fields.take("available");
    fields.finish(cx);
    Some(direction.into_node(span))
}

pub(crate) fn pair(node: Node, cx: &mut Context) -> Option<[Node; 2]> {
    let span = node.span;
    let found = node.seen();
    match node.kind {
        Kind::Array(entries) if entries.len() == 2 => entries.try_into().ok(),
        _ => {
            cx.error("wrong-type", span, format!("a step [down, right] is expected here, not {found}"));
            None
        }
    }
}

fn unknown(name: &str, span: Span, shape: Shape, cx: &mut Context) -> Option<Node> {
    let names: Vec<&str> = set(shape, true, true, true).iter().map(|usual| usual.name).collect();
    let entry = cx.problems.error("directions", span, format!("there is no direction {name:?}"));
    entry.help(nearest_of(name, "on this grid there are", names.into_iter()));
    None
}

/// Writes the directions, `None` if they are the four usual ones.
pub(crate) fn write(node: &Node, shape: Shape, cx: &mut Context) -> Option<Node> {
    let span = Span::default();
    let same = |candidate: &Node, cx: &Context| {
        let mut problems = crate::text::problem::Problems::default();
        let mut cx = cx.trial(&mut problems);
        read(Some(candidate.clone()), shape, &mut cx).same(node)
    };
    // The slide of a set is that of its first direction.
    let first = node.as_array().and_then(|list| list.first()).and_then(Node::as_array);
    let slide = first.and_then(|entries| entries.first()?.as_array()?.get(2)).cloned();
    let slide = slide.unwrap_or_else(|| far(span));
    for (name, ..) in SETS {
        let name = Node::text(span, name);
        if same(&name, cx) {
            return (!name.is_word("orthogonal")).then_some(name);
        }
        for stay in [false, true] {
            let mut keys = vec![("set", name.clone())];
            if !slide.is_word("@Infinity") {
                keys.push(("slide", slide.clone()));
            }
            if stay {
                keys.push(("stay_still", Node::boolean(span, true)));
            }
            let candidate = Node::object(keys);
            if same(&candidate, cx) {
                return Some(candidate);
            }
        }
    }
    Some(crate::fields::write_list(node, cx, |node, _| write_one(node), |node, cx| read_one(node, shape, cx)))
}

/// Writes the step of a direction or an automatic move, and how it goes.
pub(crate) fn write_way(way: &Node) -> Option<Vec<(&'static str, Node)>> {
    let [v, h, more @ ..] = way.as_array()? else { return None };
    let step = Node::array(Span::default(), vec![v.clone(), h.clone()]);
    let keys = ["slide", "type", "strength", "chance"];
    let more = keys.into_iter().zip(more.iter().cloned());
    let members: Vec<_> = [("move", step)].into_iter().chain(more).collect();
    (members.len() >= keys.len()).then_some(members)
}

fn write_one(node: &Node) -> Option<Node> {
    let [way, label, width, height, font, top, left, keys, rotation, more @ ..] = node.as_array()? else {
        return None;
    };
    let span = Span::default();
    let mut members = write_way(way)?;
    let button = [width, height, font, top, left].map(Clone::clone).to_vec();
    members.extend([
        ("label", label.clone()),
        ("button", Node::array(span, button)),
        ("keys", keys.clone()),
        ("rotation", rotation.clone()),
    ]);
    members.extend(more.first().map(|available| ("available", available.clone())));
    Some(Node::object(members))
}
