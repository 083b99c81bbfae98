//! Moves that happen by themselves (docs/spec/rules.md, "Data model"), both
//! ways.

use crate::fields::{Context, Fields};
use crate::keys::direction::{pair, write_way};
use crate::table;
use crate::text::node::{Kind, Node, Span};

/// Reads an automatic move.
pub(crate) fn read(node: Node, cx: &mut Context) -> Option<Node> {
    let mut fields = Fields::of(node, &table::AUTO_MOVE, cx)?;
    let span = fields.span;
    let step = fields.need("move", cx)?;
    let [slide, kind, power, at] = ["slide", "type", "strength", "at"].map(|key| fields.take_or_default(key));
    let chance = fields.take("chance");
    let (when, every, first) = (fields.take("when"), fields.take("every"), fields.take("first"));
    fields.finish(cx);
    if !table::words(table::MOMENTS).any(|word| at.is_word(word)) {
        cx.error("wrong-type", at.span, "an automatic move is \"at\" \"Before\", \"Between\" or \"After\"");
    }
    let [v, h] = pair(step, cx)?;
    let mut way = vec![v, h, slide, kind, power];
    way.extend(chance);
    let when = match (when, every) {
        (Some(when), Some(every)) => {
            cx.error("wrong-type", every.span, "an automatic move has either \"when\" or \"every\"");
            Some(when)
        }
        (None, Some(every)) => {
            turns("\"every\"", 1.0, &every, cx);
            if let Some(first) = &first {
                turns("\"first\"", 0.0, first, cx);
            }
            Some(every_turns(every, first.unwrap_or_else(|| Node::number(span, 0.0)), span))
        }
        (when, None) => {
            if let Some(first) = &first {
                cx.error("wrong-type", first.span, "\"first\" goes with \"every\"");
            }
            when
        }
    };
    let mut entries = vec![Node::array(span, way), at];
    entries.extend(when);
    Some(Node::array(span, entries))
}

/// A number of turns, or an expression that gives one.
fn turns(what: &str, least: f64, node: &Node, cx: &mut Context) {
    let fits = match &node.kind {
        Kind::Number(number) => *number >= least && number.fract() == 0.0,
        Kind::Text(text) => text.starts_with("@") && node.as_number().is_none(),
        Kind::Array(entries) => !entries.is_empty(),
        _ => false,
    };
    if !fits {
        let message =
            format!("{what} is a whole number from {least} on, or an expression, not {}", node.seen());
        cx.error("number", node.span, message);
    }
}

/// True in every so manieth turn, from a first one on.
fn every_turns(every: Node, first: Node, span: Span) -> Node {
    let line = |words: &[&str]| words.iter().map(|word| Node::text(span, word)).collect::<Vec<_>>();
    let mut on_turn = line(&["@var_retain", "@Moves", "-", "@Var 1", "%", "@Var 0", "="]);
    on_turn.push(Node::number(span, 0.0));
    let started = line(&["@var_retain", "@Moves", ">=", "@Var 1"]);
    let entries =
        [vec![every, first], line(&["@end_vars"]), vec![Node::array(span, on_turn)], line(&["&&"])].concat();
    Node::array(span, [entries, vec![Node::array(span, started)]].concat())
}

/// Writes an automatic move of a save code with named keys.
pub(crate) fn write(node: &Node, _: &Context) -> Option<Node> {
    let [way, at, when @ ..] = node.as_array()? else { return None };
    let span = Span::default();
    let mut members = write_way(way)?;
    members.push(("at", at.clone()));
    if let Some(when) = when.first() {
        match when.as_array() {
            Some([every, first, ..]) if every_turns(every.clone(), first.clone(), span).same(when) => {
                members.extend([("every", every.clone()), ("first", first.clone())]);
            }
            _ => members.push(("when", when.clone())),
        }
    }
    Some(Node::object(members))
}
