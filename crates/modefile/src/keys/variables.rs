//! The variables of a rule, a look or a script, which have names in a file and
//! numbers in a mode.

use std::collections::HashMap;

use crate::expand::names::{is_name, places};
use crate::fields::{Context, Fields};
use crate::text::nearest::suggestion;
use crate::text::node::{Kind, Node, Span};

/// Operators whose first value is the number of a variable.
const CHANGES: [&str; 3] = ["@edit_var", "@insert_var", "@remove_var"];

/// The variables of a rule or a look: a list, or an object that names them.
pub(crate) struct LocalVariables {
    pub values: Vec<Node>,
    pub names: Vec<String>,
    places: HashMap<String, usize>,
    /// True if all game variables come first.
    pub with_game_variables: bool,
}

impl LocalVariables {
    pub fn take(fields: &mut Fields, cx: &mut Context) -> LocalVariables {
        let with_game_variables = fields.boolean("include_game_variables", cx);
        let (mut values, mut names) = (Vec::new(), Vec::new());
        match fields.take("vars").map(|node| (node.span, node.kind)) {
            None => {}
            Some((_, Kind::Array(list))) => values = list,
            Some((_, Kind::Object(members))) => {
                for member in members {
                    names.push(member.key);
                    values.push(member.value);
                }
            }
            Some((span, kind)) => _ = cx.expected("an object of named expressions", &Node::new(span, kind)),
        }
        let places = places(&names);
        LocalVariables { values, names, places, with_game_variables }
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && !self.with_game_variables
    }

    /// The expression with numbers in place of the names in `@Var name`;
    /// `before` variables come before the first of these.
    pub fn resolve(&self, node: Node, before: usize, cx: &mut Context) -> Node {
        if self.names.is_empty() {
            return node;
        }
        let Node { span, kind } = node;
        let kind = match kind {
            Kind::Array(entries) => {
                let mut changes = false;
                let mut resolved = Vec::with_capacity(entries.len());
                for entry in entries {
                    // `"@edit_var", "name"`: which variable is changed.
                    let place = entry.as_string().filter(|_| changes).and_then(|name| self.place(&name));
                    changes = CHANGES.iter().any(|word| entry.is_word(word));
                    resolved.push(match place {
                        Some(place) => Node::number(entry.span, (before + place) as f64),
                        None => self.resolve(entry, before, cx),
                    });
                }
                Kind::Array(resolved)
            }
            Kind::Text(text) if text.starts_with("@Var ") => {
                let written = text.to_string_lossy();
                let name = &written["@Var ".len()..];
                match self.place(name) {
                    Some(place) => Kind::Text(format!("@Var {}", before + place).as_str().into()),
                    None if is_name(name) => {
                        let entry =
                            cx.problems.error("name", span, format!("there is no variable `{name}` here"));
                        entry.help_with(|| suggestion(name, &self.names));
                        Kind::Text(text)
                    }
                    None => Kind::Text(text),
                }
            }
            other => other,
        };
        Node::new(span, kind)
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// The prefix of a rule: `"@include_gvars"`, the variables, `"@end_vars"`.
    pub fn prefix(self, span: Span, before: usize, cx: &mut Context) -> Vec<Node> {
        let mut prefix = Vec::new();
        if self.with_game_variables {
            prefix.push(Node::text(span, "@include_gvars"));
        }
        if !self.values.is_empty() {
            for value in &self.values {
                prefix.push(self.resolve(value.clone(), before, cx));
            }
            prefix.push(Node::text(span, "@end_vars"));
        }
        prefix
    }
}

/// Splits the prefix off a rule of a save code and writes it with keys.
pub(crate) fn write_prefix<'a>(rule: &'a [Node], members: &mut Vec<(&'static str, Node)>) -> &'a [Node] {
    let mut rest = rule;
    if let Some((first, tail)) = rest.split_first()
        && first.is_word("@include_gvars")
    {
        members.push(("include_game_variables", Node::boolean(Span::default(), true)));
        rest = tail;
    }
    if let Some(end) = rest.iter().position(|entry| entry.is_word("@end_vars")) {
        members.push(("vars", Node::array(Span::default(), rest[..end].to_vec())));
        rest = &rest[end + 1..];
    }
    rest
}
