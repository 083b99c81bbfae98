//! A tile: a list of entries, or an object that names them.

use crate::fields::Context;
use crate::text::nearest::suggestion;
use crate::text::node::{Kind, Node};

/// The meaning of an entry that is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    /// A mistake.
    Error,
    /// The entry of the tile itself: `@This`.
    Same,
}

/// A tile as save codes have it. Lists and texts are passed on: they may be
/// expressions or cells.
pub(crate) fn read(node: Node, missing: Missing, cx: &mut Context) -> Node {
    let span = node.span;
    let Kind::Object(members) = node.kind else {
        return node;
    };
    if cx.entries.is_empty() {
        cx.problems
            .error("name", span, "a tile can be an object only if its entries have names")
            .help("name them: \"tile\": [\"first\", \"second\"]");
        return Node::array(span, Vec::new());
    }
    let mut entries: Vec<Option<Node>> = vec![None; cx.entries.len()];
    for member in members {
        match cx.entries.iter().position(|name| *name == member.key) {
            Some(place) => entries[place] = Some(member.value),
            None => unknown_entry(&member.key, member.key_span, cx),
        }
    }
    let mut left_out = Vec::new();
    let mut list = Vec::new();
    for (place, entry) in entries.into_iter().enumerate() {
        list.push(entry.unwrap_or_else(|| {
            left_out.push(cx.entries[place].as_str());
            Node::text(span, &format!("@This {place}"))
        }));
    }
    if missing == Missing::Error && !left_out.is_empty() {
        let message = format!("the tile lacks its entry {}", left_out.join(", "));
        cx.error("tile", span, message);
    }
    Node::array(span, list)
}

/// Says that a tile has no entry of this name.
pub(crate) fn unknown_entry(name: &str, span: crate::text::node::Span, cx: &mut Context) {
    let entry = cx.problems.error("name", span, format!("there is no tile entry `{name}`"));
    entry.help_with(|| suggestion(name, cx.entries));
}
