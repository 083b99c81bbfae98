//! Trees as text that is good to read: what fits stays on one line, long
//! expressions are broken before their steps.

use calcarray::Value;
use calcarray::json;

use crate::text::node::{Kind, Node};

/// Lines are not longer than this, if that is possible.
const WIDTH: usize = 100;

/// The whole file: one key per line or block.
pub(crate) fn file(node: &Node) -> String {
    let mut out = String::from("{\n");
    for member in node.as_object().unwrap_or_default() {
        let key = text(&member.key);
        out.push_str(&format!("  {key}: "));
        block(&member.value, 2, 2 + key.chars().count() + 3, &mut out);
        out.push_str(",\n");
    }
    out.push_str("}\n");
    out
}

/// A value that starts at `column`, inside something indented by `indent`.
pub(crate) fn value(node: &Node, indent: usize, column: usize) -> String {
    let mut out = String::new();
    block(node, indent, column, &mut out);
    out
}

/// A value as plain JSON: on one line what fits there.
pub(crate) fn json(node: &Node) -> String {
    let mut out = String::new();
    plain(node, 0, 0, &mut out);
    out.push('\n');
    out
}

/// A value that starts at `column`, inside something indented by `indent`.
fn plain(node: &Node, indent: usize, column: usize, out: &mut String) {
    let start = out.len();
    line(node, out);
    let entries: Vec<(String, &Node)> = match &node.kind {
        Kind::Object(members) => {
            members.iter().map(|member| (format!("{}: ", text(&member.key)), &member.value)).collect()
        }
        Kind::Array(entries) => entries.iter().map(|entry| (String::new(), entry)).collect(),
        _ => Vec::new(),
    };
    if entries.is_empty() || column + out.len() - start < 2 * WIDTH {
        return;
    }
    let (open, close) = if node.as_object().is_some() { ("{", '}') } else { ("[", ']') };
    out.truncate(start);
    out.push_str(open);
    for (place, (key, value)) in entries.iter().enumerate() {
        out.push_str(if place > 0 { ",\n" } else { "\n" });
        new_line(indent + 2, out);
        out.push_str(key);
        plain(value, indent + 2, indent + 2 + key.len(), out);
    }
    out.push('\n');
    new_line(indent, out);
    out.push(close);
}

fn text(text: &str) -> String {
    json::write(&Value::text(text))
}

/// A value on one line.
fn line(node: &Node, out: &mut String) {
    match &node.kind {
        Kind::Null | Kind::Unknown | Kind::UnknownEntries => out.push_str("null"),
        Kind::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
        Kind::Number(number) => out.push_str(&json::write(&Value::Number(*number))),
        Kind::Text(text) => out.push_str(&json::write(&Value::Text(text.clone()))),
        Kind::Array(entries) => {
            out.push('[');
            for (place, entry) in entries.iter().enumerate() {
                out.push_str(if place > 0 { ", " } else { "" });
                line(entry, out);
            }
            out.push(']');
        }
        Kind::Object(members) if members.is_empty() => out.push_str("{}"),
        Kind::Object(members) => {
            out.push_str("{ ");
            for (place, member) in members.iter().enumerate() {
                out.push_str(if place > 0 { ", " } else { "" });
                out.push_str(&text(&member.key));
                out.push_str(": ");
                line(&member.value, out);
            }
            out.push_str(" }");
        }
    }
}

/// A value that starts at `column`, inside something indented by `indent`.
fn block(node: &Node, indent: usize, column: usize, out: &mut String) {
    let start = out.len();
    line(node, out);
    // A list of objects is a table: one object per line, even if all would fit.
    let table =
        node.as_array().is_some_and(|list| list.len() > 1 && list.iter().all(|e| e.as_object().is_some()));
    let fits = column + out[start..].chars().count() < WIDTH && !table;
    let empty = match &node.kind {
        Kind::Array(entries) => entries.is_empty(),
        Kind::Object(members) => members.is_empty(),
        _ => true,
    };
    if fits || empty {
        return;
    }
    out.truncate(start);
    let inner = indent + 2;
    match &node.kind {
        Kind::Object(members) => {
            out.push_str("{\n");
            for member in members {
                let key = text(&member.key);
                new_line(inner, out);
                out.push_str(&key);
                out.push_str(": ");
                block(&member.value, inner, inner + key.chars().count() + 3, out);
                out.push_str(",\n");
            }
            new_line(indent, out);
            out.push('}');
        }
        Kind::Array(entries) => {
            out.push_str("[\n");
            steps(entries, inner, out);
            new_line(indent, out);
            out.push(']');
        }
        _ => {}
    }
}

fn new_line(indent: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', indent));
}

/// The entries of a list on several lines: as many on a line as fit, but a
/// new line before each step that is better seen.
fn steps(entries: &[Node], indent: usize, out: &mut String) {
    let mut column = 0;
    for entry in entries {
        let mut written = String::new();
        line(entry, &mut written);
        let width = written.chars().count();
        let apart = starts_step(entry) || entry.as_object().is_some();
        let fits = column > 0 && !apart && column + width + 2 < WIDTH;
        if column > 0 && !fits {
            out.push('\n');
            column = 0;
        }
        if column == 0 {
            new_line(indent, out);
            column = indent;
        } else {
            out.push(' ');
            column += 1;
        }
        if column + width + 1 < WIDTH {
            out.push_str(&written);
            column += width + 1;
        } else {
            block(entry, indent, column, out);
            // What follows a block starts a line of its own.
            column = WIDTH;
        }
        out.push(',');
    }
    out.push('\n');
}

fn starts_step(node: &Node) -> bool {
    let Some(text) = node.as_text() else { return false };
    let steps =
        ["&&", "||", "@if", "@else", "@else-if", "@end-if", "@repeat", "@end-repeat", "@replace_tile"];
    // Formulas are read one by one.
    let families = ["= ", "@edit_", "@add_", "@insert_", "@remove_", "@Script"];
    steps.iter().any(|word| text.is(word)) || families.iter().any(|family| text.starts_with(family))
}
