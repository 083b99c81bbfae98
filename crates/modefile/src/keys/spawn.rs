//! Spawns and forced spawns (docs/spec/rules.md, "Spawning"), both ways.

use calcarray::words;

use crate::fields::{Context, Fields};
use crate::keys::tile::{self, Missing};
use crate::table;
use crate::text::meant::some_entries;
use crate::text::node::{Kind, Node, Span};

/// Reads a spawn entry: a tile or a box of tiles, with its weight.
pub(crate) fn read(node: Node, cx: &mut Context) -> Option<Node> {
    let form = form(&node, cx);
    let mut fields = Fields::of_form(node, &table::SPAWN, Some(form), cx)?;
    let span = fields.span;
    let weight = calculated(fields.take_or_default("weight"), cx);
    let (tile, box_, computed) = (fields.take("tile"), fields.take("box"), fields.take("computed"));
    let computed = computed.map(|node| calculated(node, cx));
    fields.finish(cx);
    match (tile, box_, computed) {
        (Some(node), None, None) => Some(Node::array(span, vec![self::tile(node, cx), weight])),
        (None, Some(Node { kind: Kind::Array(contents), .. }), None) => {
            let mut entry = vec![Node::text(span, "Box"), weight];
            entry.extend(contents.into_iter().map(|item| self::tile(item, cx)));
            Some(Node::array(span, entry))
        }
        (None, Some(other), None) => {
            cx.expected("a list of tiles, each followed by its number", &other);
            None
        }
        (None, None, Some(Node { kind: Kind::Array(mut expression), .. })) => {
            expression.insert(0, Node::text(span, "@CalcArray"));
            Some(Node::array(span, expression))
        }
        (None, None, Some(other)) => {
            cx.expected("an expression that gives the whole entry", &other);
            None
        }
        _ => {
            cx.error(
                "missing-key",
                span,
                "a spawn entry has one of the keys \"tile\", \"box\" and \"computed\"",
            );
            None
        }
    }
}

/// A tile that spawns.
fn tile(node: Node, cx: &mut Context) -> Node {
    let Node { span, kind } = tile::read(node, Missing::Error, cx);
    let kind = match kind {
        Kind::Array(entries) if !entries.first().is_some_and(|first| first.is_word("@CalcArray")) => {
            Kind::Array(entries.into_iter().map(|entry| calculated(entry, cx)).collect())
        }
        kind => kind,
    };
    Node::new(span, kind)
}

/// A value where the game only calculates lists: a formula of a name alone becomes a list.
fn calculated(node: Node, cx: &Context) -> Node {
    let text = node.as_string().unwrap_or_default();
    let is_word = words::find(text.split(' ').next().unwrap_or_default()).is_some();
    match is_word && cx.problems.is_in_formula(node.span) {
        true => Node::array(node.span, vec![node]),
        false => node,
    }
}

/// Returns the right form for a spawn entry with this tile, or with this entry of a tile.
fn form(node: &Node, cx: &Context) -> String {
    let number = |node: &Node| node.as_number().map(calcarray::number::to_text);
    let entries = match (node.as_array(), cx.entry_count) {
        (Some(entries), count) if entries.len() == count => entries.iter().map(number).collect(),
        (None, 1) => number(node).map(|number| vec![number]),
        _ => None,
    };
    let entries: Option<Vec<String>> = entries;
    let entries = entries.map_or_else(|| some_entries(cx.entry_count), |entries| entries.join(", "));
    format!("{{ \"tile\": [{entries}] }}")
}

/// Writes a spawn entry of a save code with named keys.
pub(crate) fn write(entry: &Node, _: &Context) -> Option<Node> {
    let span = Span::default();
    match entry.as_array()? {
        [word, weight, contents @ ..] if word.is_word("Box") => Some(Node::object(vec![
            ("box", Node::array(span, contents.to_vec())),
            ("weight", weight.clone()),
        ])),
        [word, expression @ ..] if word.is_word("@CalcArray") => {
            Some(Node::object(vec![("computed", Node::array(span, expression.to_vec()))]))
        }
        [tile, weight] => Some(Node::object(vec![("tile", tile.clone()), ("weight", weight.clone())])),
        _ => None,
    }
}

/// Reads a forced spawn.
pub(crate) fn read_forced(node: Node, cx: &mut Context) -> Option<Node> {
    let mut fields = Fields::of(node, &table::FORCED_SPAWN, cx)?;
    let span = fields.span;
    let [when, at, lose] = ["when", "at", "lose"].map(|key| fields.take_or_default(key));
    let once = fields.take("once");
    let tiles = fields.list("tiles", cx);
    fields.finish(cx);
    if !table::words(table::SPAWN_MOMENTS).any(|word| at.is_word(word)) {
        cx.error("wrong-type", at.span, "a forced spawn happens \"at\" \"BeforeSpawns\" or \"AfterSpawns\"");
    }
    let lose = match once {
        Some(once) => Node::array(span, vec![lose, once]),
        None => lose,
    };
    let mut entry = vec![when, at, lose];
    entry.extend(tiles.into_iter().map(|node| tile(node, cx)));
    Some(Node::array(span, entry))
}

/// Writes a forced spawn of a save code with named keys.
pub(crate) fn write_forced(entry: &Node, _: &Context) -> Option<Node> {
    let [when, at, lose, tiles @ ..] = entry.as_array()? else { return None };
    let mut members = vec![("when", when.clone()), ("at", at.clone())];
    match lose.as_array() {
        Some([lose, once]) => {
            members.push(("lose", lose.clone()));
            members.push(("once", once.clone()));
        }
        _ => members.push(("lose", lose.clone())),
    }
    members.push(("tiles", Node::array(Span::default(), tiles.to_vec())));
    Some(Node::object(members))
}
