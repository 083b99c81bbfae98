//! The schema of mode files, made of the table of keys.

use std::sync::LazyLock;

use crate::table::{Form, Key, KeyTable, LeftOut, MODE, Word, triggers};
use crate::text::layout;
use crate::text::node::{Node, Span};

type Members = Vec<(&'static str, Node)>;

/// The JSON Schema of mode files, with descriptions of their keys, for editors.
///
/// ```
/// assert!(polymerge_modefile::SCHEMA.contains("How many tiles spawn after each move"));
/// ```
pub static SCHEMA: LazyLock<String> = LazyLock::new(schema);

fn schema() -> String {
    let mut root = vec![
        ("$schema", text("http://json-schema.org/draft-07/schema#")),
        ("title", text("Polymerge mode file")),
        ("description", text("A 2048 variant. See docs/mode-files.md.")),
    ];
    root.extend(object(&MODE));
    root.push(("definitions", Node::of_json(DEFINITIONS, Span::default())));
    layout::json(&Node::object(root))
}

/// The forms that many keys share.
const DEFINITIONS: &str = r#"{
  "raw": {
    "type": "object",
    "properties": {
      "raw": { "description": "A list as save codes have it, for what the other keys can't say: { \"raw\": [1, 2] }." }
    },
    "additionalProperties": false,
    "required": ["raw"]
  },
  "reference": { "type": "string", "pattern": "^\\$", "description": "A named value of \"define\"." },
  "tile": {
    "type": ["array", "object", "string"],
    "description": "A tile: a list of its entries, or an object that names them."
  }
}"#;

fn text(text: &str) -> Node {
    Node::text(Span::default(), text)
}

fn list(entries: impl IntoIterator<Item = Node>) -> Node {
    Node::array(Span::default(), entries.into_iter().collect())
}

fn object(table: &KeyTable) -> Members {
    let properties = table.keys.iter().map(|key| (key.name, property(key))).collect();
    let mut members = vec![
        ("type", text("object")),
        ("properties", Node::object(properties)),
        ("additionalProperties", Node::boolean(Span::default(), false)),
    ];
    let needed: Vec<Node> =
        table.keys.iter().filter(|key| key.left_out == LeftOut::Mistake).map(|key| text(key.name)).collect();
    if !needed.is_empty() {
        members.push(("required", list(needed)));
    }
    if !table.about.is_empty() {
        members.push(("description", text(table.about)));
    }
    members
}

fn property(key: &Key) -> Node {
    let mut members = form(&key.form);
    members.push(("description", text(&key.help().replace('`', ""))));
    if let LeftOut::Value(_) = key.left_out {
        members.push(("default", key.default_at(Span::default())));
    }
    Node::object(members)
}

/// The part of a schema that says which values are taken.
fn form(form: &Form) -> Members {
    let reference = |name: &str| vec![("$ref", text(&format!("#/definitions/{name}")))];
    match *form {
        Form::Any | Form::Flag | Form::AnyList | Form::Condition | Form::Colour => Vec::new(),
        Form::Text => vec![("type", text("string"))],
        Form::Said(description) => vec![("type", text("string")), ("description", text(description))],
        Form::Boolean => vec![("type", text("boolean"))],
        Form::Integer(least, most) => range(text("integer"), least, most),
        Form::Whole(least, most) | Form::Number(least, most) => {
            range(list([text("number"), text("string")]), least, most)
        }
        Form::Words(words) => {
            let column = |cell: fn(&Word) -> &'static str| list(words.iter().map(|word| text(cell(word))));
            vec![("enum", column(|word| word.0)), ("enumDescriptions", column(|word| word.1))]
        }
        Form::Constant(json) => vec![("const", Node::of_json(json, Span::default()))],
        Form::Trigger => {
            let names = triggers().map(|trigger| text(trigger.name));
            vec![("type", text("string")), ("examples", list(names))]
        }
        Form::Types([only]) => vec![("type", text(only))],
        Form::Types(types) => vec![("type", list(types.iter().map(|name| text(name))))],
        Form::Size => vec![("type", text("string")), ("pattern", text("^([0-9]+ *x *[0-9]+|\\$.*)$"))],
        Form::Names => {
            let name = Node::object(self::form(&Form::Text));
            vec![("type", text("array")), ("items", name), ("minItems", Node::number(Span::default(), 1.0))]
        }
        Form::Pair => {
            let types = list([text("array"), text("string")]);
            vec![("type", types), ("maxItems", Node::number(Span::default(), 2.0))]
        }
        Form::Object(table) => object(table),
        Form::List(entry) => vec![("type", text("array")), ("items", Node::object(self::form(entry)))],
        Form::Entries(entries) => {
            let around = || [Form::Raw, Form::Reference];
            let entries = either(entries.iter().copied().chain(around()));
            let whole = Node::object(vec![("type", text("array")), ("items", Node::object(entries))]);
            let others = around().map(|other| Node::object(self::form(&other)));
            vec![("anyOf", list([whole].into_iter().chain(others)))]
        }
        Form::Tile => reference("tile"),
        Form::Raw => reference("raw"),
        Form::Reference => reference("reference"),
        Form::Either(forms) => either(forms.iter().copied()),
    }
}

fn either(forms: impl Iterator<Item = Form>) -> Members {
    vec![("anyOf", list(forms.map(|one| Node::object(form(&one)))))]
}

fn range(kind: Node, least: f64, most: f64) -> Members {
    let ends = [("minimum", least), ("maximum", most)];
    let ends = ends.into_iter().filter(|(_, end)| end.is_finite());
    let ends = ends.map(|(name, end)| (name, Node::number(Span::default(), end)));
    [("type", kind)].into_iter().chain(ends).collect()
}
