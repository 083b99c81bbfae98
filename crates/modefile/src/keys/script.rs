//! A script and what runs it (docs/spec/rules.md, "Contexts and scripts"), both
//! ways.

use crate::fields::{Context, Fields, raw};
use crate::keys::variables::LocalVariables;
use crate::table;
use crate::text::node::{Kind, Node, Span};

/// Reads a script into the list that save codes have.
pub(crate) fn read(node: Node, cx: &mut Context) -> Option<Node> {
    let mut fields = Fields::of(node, &table::SCRIPT, cx)?;
    let span = fields.span;
    let vars = LocalVariables::take(&mut fields, cx);
    let on = fields.need("on", cx);
    let what = fields.need("do", cx);
    let (every, until) = (fields.take("every"), fields.take("until"));
    fields.finish(cx);
    let (on, what) = (on?, what?);
    if !matches!(on.kind, Kind::Text(_) | Kind::Array(_)) {
        cx.expected("the name of a trigger, or a list of them,", &on);
    }
    let what = declare(vars, what, span, cx);
    let mut entries = vec![what, on];
    match (every, until) {
        (Some(every), until) => {
            entries.push(every);
            entries.extend(until);
        }
        (None, Some(until)) => cx.error("missing-key", until.span, "\"until\" goes with \"every\""),
        (None, None) => {}
    }
    Some(Node::array(span, entries))
}

/// Reads what is done without a trigger: an expression, or an object with the
/// variables of one.
pub(crate) fn read_line(node: Node, cx: &mut Context) -> Option<Node> {
    let node = match raw(&node) {
        Some(raw) => return Some(raw.clone()),
        None => node,
    };
    if node.as_object().is_none() {
        return Some(node);
    }
    let mut fields = Fields::of(node, &table::BEFORE_GAME, cx)?;
    let span = fields.span;
    let vars = LocalVariables::take(&mut fields, cx);
    let what = fields.need("do", cx);
    fields.finish(cx);
    Some(declare(vars, what?, span, cx))
}

/// An expression with variables of its own in front.
fn declare(vars: LocalVariables, node: Node, span: Span, cx: &mut Context) -> Node {
    if vars.is_empty() {
        return node;
    }
    let Kind::Array(entries) = node.kind else {
        cx.expected("a list, where there are variables,", &node);
        return node;
    };
    // Words such as "@var_retain" come before the variables. With them there
    // may already be others, an unknown number of them.
    let word = |entry: &Node| {
        let word = entry.as_text();
        word.is_some_and(|word| word.starts_with("@var_") || word.starts_with("@global_var_"))
    };
    let words = entries.iter().take_while(|entry| word(entry)).count();
    let shares = entries.first().filter(|entry| word(entry)).and_then(Node::as_string);
    let shares = shares.is_some_and(|word| !word.ends_with("_inner") && !word.ends_with("_none"));
    if shares && !vars.names.is_empty() {
        cx.error("name", span, "variables can't have names in a script that shares others");
    }
    let before = if vars.with_game_variables { cx.variable_count } else { 0 };
    let body = vars.resolve(Node::array(node.span, entries), before, cx);
    let (start, rest) = body.as_array().unwrap_or_default().split_at(words);
    let parts = [start.to_vec(), vars.prefix(span, before, cx), rest.to_vec()];
    Node::array(node.span, parts.concat())
}

/// Writes a script of a save code with named keys.
pub(crate) fn write(entry: &Node, _: &Context) -> Option<Node> {
    let [what, on, more @ ..] = entry.as_array()? else { return None };
    if more.len() > 2 {
        return None;
    }
    let mut members = vec![("on", on.clone())];
    members.extend(["every", "until"].into_iter().zip(more.iter().cloned()));
    members.push(("do", what.clone()));
    Some(Node::object(members))
}
