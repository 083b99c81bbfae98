//! Expressions of a file that is written: as formulas where they have that form, else as lists.

use calcarray::{Text, ops};
use polymerge_formula::{Meaning, show, show_lines};

use crate::expand::marks::escape;
use crate::text::node::{Kind, Member, Node};

/// The form in which a mode file has its expressions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expressions {
    /// Formulas: `"= value * 2"`.
    #[default]
    Formulas,
    /// Lists, as save codes have them: `["@This value", "*", 2]`.
    Arrays,
}

/// The names in a file that is written: a tile's only entry is its value, variables have numbers.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    pub entries: usize,
    pub variables: usize,
    pub modifier_variables: usize,
}

/// The name of a game variable that has none.
pub(crate) const VARIABLE: &str = "v";
/// The name of a modifier variable that has none.
pub(crate) const MODIFIER_VARIABLE: &str = "m";

/// A formula of a script is written on several lines if it is longer.
const WIDTH: usize = 80;

impl polymerge_formula::Names for Written {
    fn meaning(&self, name: &str) -> Option<Meaning> {
        let number = |prefix: &str, count: usize| {
            let digits = name.strip_prefix(prefix)?;
            digits.parse().ok().filter(|number: &usize| *number < count && number.to_string() == digits)
        };
        let entry = (self.entries == 1 && name == "value").then_some(Meaning::Entry(0));
        entry
            .or_else(|| number(VARIABLE, self.variables).map(Meaning::Variable))
            .or_else(|| number(MODIFIER_VARIABLE, self.modifier_variables).map(Meaning::ModifierVariable))
    }

    fn name(&self, meaning: &Meaning) -> Option<String> {
        match meaning {
            Meaning::Entry(0) if self.entries == 1 => Some("value".to_owned()),
            Meaning::Variable(place) => (*place < self.variables).then(|| format!("{VARIABLE}{place}")),
            Meaning::ModifierVariable(place) => {
                (*place < self.modifier_variables).then(|| format!("{MODIFIER_VARIABLE}{place}"))
            }
            _ => None,
        }
    }
}

impl Expressions {
    /// The value of a key as it is written, so that reading gives it back.
    pub(crate) fn written(self, node: Node, names: Written) -> Node {
        match self {
            Expressions::Formulas => names.written(node),
            Expressions::Arrays => escape(node),
        }
    }

    /// A list of variables as it is written: formulas need names for them.
    pub(crate) fn variables(self, node: Node, prefix: &str) -> Node {
        let Kind::Array(entries) = node.kind else { return node };
        if self == Expressions::Arrays {
            return Node::new(node.span, Kind::Array(entries));
        }
        let named = entries.into_iter().enumerate().map(|(place, value)| Member {
            key: format!("{prefix}{place}"),
            key_span: node.span,
            value,
        });
        Node::new(node.span, Kind::Object(named.collect()))
    }
}

impl Written {
    fn written(&self, node: Node) -> Node {
        if let Some(formula) = self.formula(&node) {
            return Node::text(node.span, &formula);
        }
        let kind = match node.kind {
            Kind::Array(entries) => {
                Kind::Array(entries.into_iter().map(|entry| self.written(entry)).collect())
            }
            Kind::Object(members) => {
                let member = |member: Member| {
                    let lines = (member.key == "do").then(|| self.lines(&member.value)).flatten();
                    let value = lines.unwrap_or_else(|| self.written(member.value));
                    Member { value, ..member }
                };
                Kind::Object(members.into_iter().map(member).collect())
            }
            kind => return escape(Node::new(node.span, kind)),
        };
        Node::new(node.span, kind)
    }

    /// A long script as a list of formulas.
    fn lines(&self, node: &Node) -> Option<Node> {
        self.formula(node).filter(|formula| formula.len() > WIDTH)?;
        let lines = show_lines(&node.to_value().ok()?, self);
        Some(Node::array(node.span, lines.iter().map(|line| Node::text(node.span, line)).collect()))
    }

    /// The formula of a list that is one, if nothing in it has to stay a list.
    fn formula(&self, node: &Node) -> Option<String> {
        let is_operator = |entry: &Node| {
            let name = entry.as_text().and_then(Text::to_utf8);
            name.is_some_and(|name| ops::find(&name).is_some())
        };
        let entries = node.as_array()?;
        let is_line = match entries {
            [first, second, ..] if !first.is_word("@Literal") => {
                let has_variables = entries.iter().any(|entry| entry.is_word("@end_vars"));
                let shares = first.as_text().is_some_and(|word| word.starts_with("@var_"));
                is_operator(second) || shares || has_variables
            }
            _ => false,
        };
        let value = node.to_value().ok().filter(|_| is_line)?;
        Some(show(&value, self)).filter(|shown| !shown.contains('`'))
    }
}
