//! The rules as a player reads them: headings and paragraphs, both ways.

use crate::expand::setting::{Choices, Setting};
use crate::fields::{Context, raw};
use crate::text::node::{Kind, Node, Span};

const TAGS: [&str; 7] = ["p", "h1", "h2", "h3", "h4", "h5", "h6"];

/// Reads the lines of the rules: a text is a paragraph, `{"h2": text}` a
/// heading, a list a text expression in a paragraph.
pub(crate) fn read(node: Node, cx: &mut Context) -> Node {
    if let Some(raw) = raw(&node) {
        return raw.clone();
    }
    let span = node.span;
    let Kind::Array(lines) = node.kind else {
        cx.expected("a list of paragraphs", &node);
        return Node::array(span, Vec::new());
    };
    let lines = lines.into_iter().filter_map(|line| read_line(line, cx)).collect();
    Node::array(span, lines)
}

fn read_line(line: Node, cx: &mut Context) -> Option<Node> {
    if let Some(raw) = raw(&line) {
        return Some(raw.clone());
    }
    let span = line.span;
    let pair = |tag: &str, text: Node| Some(Node::array(span, vec![Node::text(span, tag), text]));
    match line.kind {
        Kind::Text(_) | Kind::Array(_) => pair("p", line),
        Kind::Object(ref members) => match members.as_slice() {
            [member] if TAGS.contains(&member.key.as_str()) => pair(&member.key, member.value.clone()),
            _ => {
                cx.error(
                    "unknown-key",
                    span,
                    "a heading of the rules has one key, of \"h1\" to \"h6\" and \"p\"",
                );
                None
            }
        },
        _ => {
            cx.expected("a paragraph", &line);
            None
        }
    }
}

/// The rules of a mode that does not write them: its title, what it is about.
pub(crate) fn default(title: &str, about: &str, span: Span) -> Node {
    let pair = |tag: &str, text: &str| Node::array(span, vec![Node::text(span, tag), Node::text(span, text)]);
    let mut lines = Vec::new();
    if !title.is_empty() {
        lines.push(pair("h1", title));
    }
    if !about.is_empty() {
        lines.push(pair("p", about));
    }
    Node::array(span, lines)
}

/// Adds a line for each setting that is not as the mode has it by itself.
pub(crate) fn add_choices(lines: &mut Node, settings: &[Setting], choices: &Choices) {
    let Kind::Array(lines) = &mut lines.kind else { return };
    let span = Span::default();
    for setting in settings {
        let Some(value) = choices.get(&setting.name).filter(|value| **value != setting.default) else {
            continue;
        };
        let text = format!("{}: {}.", setting.title, setting.shown(value));
        lines.push(Node::array(span, vec![Node::text(span, "p"), Node::text(span, &text)]));
    }
}

/// Writes the lines of a save code.
pub(crate) fn write(node: &Node) -> Node {
    let Some(lines) = node.as_array() else {
        return Node::object(vec![("raw", node.clone())]);
    };
    // Rules that are computed start with a word instead of a line.
    if lines.iter().any(|line| line.as_array().is_none()) {
        return Node::object(vec![("raw", node.clone())]);
    }
    let write = |line: &Node| -> Option<Node> {
        let [tag, text] = line.as_array()? else { return None };
        let tag = tag.as_string()?;
        if tag == "p" && matches!(text.kind, Kind::Text(_) | Kind::Array(_)) {
            return Some(text.clone());
        }
        let tag = TAGS.into_iter().find(|known| *known == tag)?;
        Some(Node::object(vec![(tag, text.clone())]))
    };
    let raw = |line: &Node| Node::object(vec![("raw", line.clone())]);
    Node::array(Span::default(), lines.iter().map(|line| write(line).unwrap_or_else(|| raw(line))).collect())
}
