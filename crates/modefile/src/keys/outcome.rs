//! Winning and losing (docs/spec/rules.md, "Discovery, winning, losing, ends"),
//! both ways.

use crate::fields::{Context, Fields, raw, wrapped};
use crate::keys::tile::{self, Missing};
use crate::table::KeyTable;
use crate::text::meant::list_of;
use crate::text::node::{Kind, Node, Span};
use crate::text::problem::Problems;

/// The conditions and the requirement of `win` or `lose`.
///
/// A list is the tiles, one of which is enough; `false` is never.
pub(crate) fn read(node: Option<Node>, table: &'static KeyTable, cx: &mut Context) -> (Node, Node) {
    let span = node.as_ref().map_or(Span::default(), |node| node.span);
    let never = (Node::array(span, Vec::new()), Node::boolean(span, false));
    match node {
        None | Some(Node { kind: Kind::Boolean(false), .. }) => never,
        Some(Node { kind: Kind::Array(tiles), .. }) => {
            let needed = if tiles.is_empty() { never.1 } else { Node::number(span, 1.0) };
            (Node::array(span, self::tiles(tiles, cx)), needed)
        }
        Some(node) => {
            if node.as_object().is_none() {
                not_a_tile(&node, table.what, cx.entry_count, cx.problems);
                return never;
            }
            let Some(mut fields) = Fields::of(node, table, cx) else { return never };
            let tiles = match fields.take("tiles") {
                Some(node) if raw(&node).is_some() => raw(&node).cloned().unwrap_or(never.0),
                Some(Node { kind: Kind::Array(tiles), span }) => Node::array(span, self::tiles(tiles, cx)),
                Some(other) => {
                    cx.expected("a list of tiles", &other);
                    never.0
                }
                None => never.0,
            };
            let empty = tiles.as_array().is_some_and(<[Node]>::is_empty);
            let needed = fields.value("needed").unwrap_or_else(|| match empty {
                true => Node::boolean(span, false),
                false => Node::number(span, 1.0),
            });
            fields.finish(cx);
            (tiles, needed)
        }
    }
}

/// Reads goals: each is a tile, an expression, or `{"when": expression}`.
fn tiles(tiles: Vec<Node>, cx: &mut Context) -> Vec<Node> {
    let read = |node: Node, cx: &mut Context| {
        if let Some(raw) = raw(&node) {
            return raw.clone();
        }
        if let Some([member]) = node.as_object()
            && member.key == "when"
            && !cx.entries.iter().any(|name| name == "when")
        {
            return member.value.clone();
        }
        tile::read(node, Missing::Error, cx)
    };
    tiles.into_iter().map(|node| read(node, cx)).collect()
}

/// Says that a value is not a goal, in `key`.
pub(crate) fn not_a_tile(node: &Node, key: &str, entries: usize, problems: &mut Problems) {
    let message = format!("a goal is a tile, a list of its entries, not {}", node.seen());
    let text = node.as_string().unwrap_or_default();
    let value = match &node.kind {
        Kind::Number(number) => calcarray::number::to_text(*number),
        // A text is never equal to a number.
        Kind::Text(_) if text.parse::<f64>().is_ok() => text.clone(),
        Kind::Text(_) if text.starts_with("@Big") || text.starts_with("@Gaussian") => format!("\"{text}\""),
        _ => "…".to_owned(),
    };
    problems.error("goal", node.span, message).help(match (list_of(&text), entries) {
        (Some(list), _) if text.starts_with("@This") => format!("write {key}: [{{ \"when\": {list} }}]"),
        (Some(list), _) => format!("write {key}: {{ \"needed\": {list} }}"),
        (None, 1) => format!("write {key}: [[{value}]]"),
        (None, count) => format!("write {key}: [[…]] with the {count} entries of a tile"),
    });
}

/// Writes conditions and requirement, `None` for never.
pub(crate) fn write(tiles: &Node, needed: &Node) -> Option<Node> {
    let one = matches!(needed.kind, Kind::Number(number) if number == 1.0);
    let Some(list) = tiles.as_array() else {
        let tiles = Node::object(vec![("raw", tiles.clone())]);
        return Some(Node::object(vec![("tiles", tiles), ("needed", wrapped(needed.clone()))]));
    };
    let written = Node::array(Span::default(), list.iter().cloned().map(wrapped).collect());
    match (list, &needed.kind) {
        ([], Kind::Boolean(false)) => None,
        ([_, ..], _) if one => Some(written),
        _ => Some(Node::object(vec![("tiles", written), ("needed", wrapped(needed.clone()))])),
    }
}
